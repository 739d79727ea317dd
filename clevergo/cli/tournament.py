"""A tournament over the network: everybody who joins plays everybody."""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections import deque
from typing import TYPE_CHECKING

from clevergo.app.desk.paths import Paths
from clevergo.cli.command import CommandError, write_record
from clevergo.cli.options import agreed
from clevergo.cli.seats import own_name, seated, sit_down, take_seat
from clevergo.games.game import Game
from clevergo.players.spec import PlayerSpec
from clevergo.problem import Problem
from clevergo.terminal import ProgressLine

if TYPE_CHECKING:
    from clevergo.app.match.messages import Crosstable
    from clevergo.app.meeting.finder import Announcement
    from clevergo.app.meeting.tournament import Tournament
    from clevergo.games.record import GameRecord
    from clevergo.players.protocol import Player

_LAST_WORD_SECONDS = 1.0


def host_tournament(options: argparse.Namespace, paths: Paths) -> int:
    """Hold one, to its end; nothing is computed here but where ``--player`` sits down as well."""
    from clevergo.app.meeting.tournament import Tournament
    from clevergo.app.meeting.words import Terms
    from clevergo.cli.invitation import announce, how_to_join

    game: Game = options.played
    if options.main or options.periods:
        raise CommandError("meeting_tournament_clock")
    terms = Terms(game.name, agreed(options, game.terms({})), True, tournament=True)
    player = sit_down(seated(options.player, game), game, options, paths) if options.player else None
    finished: list[GameRecord] = []

    def played(record: GameRecord) -> None:
        finished.append(record)
        outcome = record.outcome
        print(f"{record.black} - {record.white}: {'' if outcome is None else outcome.points()}", flush=True)
        if options.sgf is not None:
            write_record(record, options.sgf, len(finished))

    name, interface = own_name(options), options.interface
    tournament = Tournament(terms, options.rounds, name, paths.meetings, interface, options.port, played)
    announced: Announcement | None = None
    is_asked = threading.Event()
    if not options.entrants:
        threading.Thread(target=_wait_for_enter, args=(is_asked,), daemon=True).start()
    unkept: Problem | None = None
    failures: deque[Problem] = deque()
    line = ProgressLine(sys.stderr)

    def say_failures() -> None:
        while failures:
            line.end()
            print(failures.popleft(), file=sys.stderr, flush=True)

    try:
        while True:
            seen = tournament.snapshot
            if seen.trouble is not None:
                raise CommandError(seen.trouble)
            if seen.unkept not in (None, unkept):
                unkept = seen.unkept
                line.end()
                print(unkept, file=sys.stderr, flush=True)
            say_failures()
            if seen.port and announced is None:
                announced = announce(options, game, seen.port, is_tournament=True)
                print(f"Waiting. On the others: {how_to_join(seen.port, tournament.code)}", flush=True)
                if player is not None:
                    _take_part(tournament, player, options, failures)
            if not seen.has_begun and (is_asked.is_set() or 0 < options.entrants <= len(seen.names)):
                tournament.begin()
            line.show(0.0, f"{len(seen.names)} are here" if not seen.has_begun else f"{len(finished)} games are over")
            if seen.table is not None and seen.table.is_over:
                time.sleep(_LAST_WORD_SECONDS)  # everybody hears how it ended
                line.end()
                print_crosstable(seen.table)
                return 0
            time.sleep(0.05)
    finally:
        line.end()
        say_failures()
        if announced is not None:
            announced.close()
        tournament.close()


def _wait_for_enter(pressed: threading.Event) -> None:
    """In a thread: set it once a line has come. Where nothing can be typed, nobody has."""
    if sys.stdin.readline():
        pressed.set()


def _take_part(tournament: Tournament, player: Player, options: argparse.Namespace, failures: deque[Problem]) -> None:
    """The host's own player sits down as anybody does, in a thread; why it could not go on is put to ``failures``."""
    from clevergo.app.meeting.lobby import player_told
    from clevergo.players.protocol import PlayerError

    def sit() -> None:
        told = player_told(PlayerSpec.parse(options.player, options.played))
        meeting = tournament.sit_down(own_name(options), told)
        try:
            take_seat(meeting, player, 1, options).sit(lambda _: None, lambda: False)
        except PlayerError as error:  # the others play on
            failures.append(error.problem)
        finally:  # who has left loses the games that are left at once; who only says nothing is waited for in each
            meeting.leave(forget=True)

    threading.Thread(target=sit, name="own seat", daemon=True).start()


def print_crosstable(table: Crosstable) -> None:
    """Who stands where, and what each has won against each."""
    order = table.order
    rows = [("", "", *(str(place) for place in range(1, len(order) + 1)), "sum")]
    for place, who in enumerate(order, 1):
        cells = ("·" if other == who else f"{table.points[who][other]:g}" for other in order)
        rows.append((str(place), table.names[who], *cells, f"{sum(table.points[who]):g}"))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for place_said, who_said, *figures in rows:
        told = [place_said.rjust(widths[0]), who_said.ljust(widths[1])]
        told += [figure.rjust(width) for figure, width in zip(figures, widths[2:], strict=True)]
        print("  ".join(told).rstrip())
