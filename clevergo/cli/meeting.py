"""The commands that play over the network: invite somebody, and join whoever has invited."""

from __future__ import annotations

import argparse
import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from clevergo.app.desk.paths import Paths
from clevergo.app.meeting.address import PORT
from clevergo.cli.command import CommandError, make_folder, write_record
from clevergo.cli.options import add_terms, agreed, all_games, count, port, several, whole
from clevergo.games.game import Game
from clevergo.games.guests import game_named
from clevergo.terminal import ProgressLine

if TYPE_CHECKING:
    from clevergo.app.meeting.finder import Announcement
    from clevergo.app.meeting.session import Meeting
    from clevergo.cli.options import Commands
    from clevergo.games.record import GameRecord
    from clevergo.players.protocol import Player

_FAREWELL_SECONDS = 60.0


def offer_host(commands: Commands, game: Game) -> None:
    """``host``."""
    command = commands.add_parser("host", help="invite another computer to play a game over the network")
    command.add_argument(
        "--player", default="", metavar="SPEC", help="who plays here (the dog that ships, 400 simulations)"
    )
    command.add_argument("--game", metavar="G", help=f"what is played: {all_games()}")
    add_terms(command, game.terms({}))
    command.add_argument("--games", type=count, default=1, metavar="N", help="how many, colors alternating (1)")
    command.add_argument(
        "--main", type=count, default=0, metavar="S", help="seconds of each side's main time (no clock)"
    )
    command.add_argument("--periods", type=count, default=0, metavar="K", help="byo-yomi periods after it (0)")
    command.add_argument("--period", type=count, default=30, metavar="S", help="seconds of a period (30)")
    command.add_argument(
        "--tournament", action="store_true", help="let everybody who joins play everybody; with --player also from here"
    )
    command.add_argument("--rounds", type=count, default=2, metavar="K", help="how often each meets each there (2)")
    command.add_argument(
        "--entrants", type=several, default=0, metavar="N", help="begin it once N are here (when Enter is pressed)"
    )
    command.add_argument("--white", action="store_true", help="the guest has Black in the first game")
    command.add_argument("--port", type=port, default=PORT, metavar="P", help=f"where to wait (TCP port {PORT})")
    command.add_argument("--interface", default="", metavar="A", help="the address to wait at, such as 127.0.0.1 (all)")
    _add_of_both_ends(command)
    command.set_defaults(run=_host, played=game)


def offer_join(commands: Commands, _game: Game) -> None:
    """``join``."""
    command = commands.add_parser("join", help="play somebody who has invited")
    command.add_argument(
        "address", metavar="ADDRESS", nargs="?", default="", help="their computer, such as 192.168.1.5"
    )
    command.add_argument("code", metavar="CODE", nargs="?", default="", help="what they have said, such as K7QM-24XD")
    command.add_argument(
        "--player", default="", metavar="SPEC", help="who plays here (the dog that ships, 400 simulations)"
    )
    command.add_argument("--games", type=count, default=1, metavar="N", help="agree to so many games (1)")
    _add_of_both_ends(command)
    command.set_defaults(run=_join)


def _add_of_both_ends(command: argparse.ArgumentParser) -> None:
    """What either may say."""
    command.add_argument("--go-on", action="store_true", help="go on with the game that was not finished last")
    command.add_argument("--name", default="", metavar="N", help="what you are called there (this computer's name)")
    command.add_argument("--sgf", type=Path, metavar="DIR", help="write every game into this folder")
    command.add_argument("--seed", type=whole, default=0, help="where all chance comes from (0)")


def _host(options: argparse.Namespace, paths: Paths) -> int:
    from clevergo.app.meeting import session
    from clevergo.app.meeting.lobby import player_told
    from clevergo.app.meeting.words import Terms, Time
    from clevergo.cli.invitation import announce, how_to_join
    from clevergo.cli.seats import own_name, seated, sit_down
    from clevergo.cli.tournament import host_tournament

    _prepare(options)
    if options.tournament:
        return host_tournament(options, paths)
    meeting = _old_meeting(options, paths, is_host=True)
    game: Game = options.played if meeting is None else game_named(meeting.game)
    spec = seated(options.player, game)
    player = sit_down(spec, game, options, paths)
    if meeting is None:
        has_clock = options.main or options.periods
        control = Time(options.main, options.periods, options.period if options.periods else 0.0) if has_clock else None
        terms = Terms(game.name, agreed(options, game.terms({})), not options.white, control)
        told, name = player_told(spec), own_name(options)
        meeting = session.invite(terms, name, told, paths.meetings, options.interface, options.port)
    announced: list[Announcement] = []

    def heard(_: object) -> None:
        standing = meeting.standing
        if standing.port and not announced:
            announced.append(announce(options, game, standing.port))
            how = how_to_join(standing.port, standing.code) if standing.code else f"at port {standing.port}, as before"
            print(f"Waiting. On the other computer: {how}", flush=True)

    try:
        return _meet(meeting, player, options, heard)
    finally:
        for announcement in announced:
            announcement.close()


def _join(options: argparse.Namespace, paths: Paths) -> int:
    from clevergo.app.meeting import session
    from clevergo.app.meeting.proof import tidy
    from clevergo.cli.seats import own_name, seated, sit_down, told_before_the_game_is_known

    _prepare(options)
    meeting = _old_meeting(options, paths, is_host=False)
    if meeting is None:
        if not tidy(options.code):
            raise CommandError("meeting_no_code", found=options.code)
        told, name = told_before_the_game_is_known(options.player), own_name(options)
        meeting = session.join(options.address, options.code, name, told, paths.meetings)
    player: list[Player] = []

    def heard(_: object) -> None:
        if meeting.ledger is not None and not player:
            game = meeting.ledger.record.rules.game
            player.append(sit_down(seated(options.player, game), game, options, paths))

    heard(meeting)
    with _ended(meeting):
        while not player and not meeting.standing.is_lost:
            if meeting.poll():
                heard(meeting)
            time.sleep(0.02)
        return _meet(meeting, player[0] if player else None, options, heard)


def _prepare(options: argparse.Namespace) -> None:
    """What cannot be is said before anybody is met: a game that cannot be written down ends a meeting."""
    if options.sgf is not None:
        make_folder(options.sgf)


def _old_meeting(options: argparse.Namespace, paths: Paths, is_host: bool) -> Meeting | None:
    """The game that was not finished last, where it is to be gone on with."""
    from clevergo.app.meeting import session
    from clevergo.app.meeting.lobby import unfinished

    if not options.go_on:
        return None
    # Whoever takes part in a tournament comes back to it; who held one cannot, as what it knew is gone.
    kept = next(unfinished(paths.meetings, is_host, tournaments=not is_host), None)
    if kept is None:
        raise CommandError("meeting_none_kept", folder=paths.meetings)
    if is_host:
        return session.go_on(kept.path, options.interface)
    return session.go_on(kept.path, address=options.address)


def _meet(meeting: Meeting, player: Player | None, options: argparse.Namespace, heard: Callable[[object], None]) -> int:
    """Play the games of a meeting; each is told of and written down as it ends, whatever becomes of the next."""
    from clevergo.cli.seats import take_seat
    from clevergo.cli.tournament import print_crosstable

    line = ProgressLine(sys.stderr)

    def told(_: object) -> None:
        heard(meeting)
        standing, ledger = meeting.standing, meeting.ledger
        other = standing.name or "the guest" if standing.is_host else standing.name or "the host"
        where = "is here" if standing.is_here else "is not here"
        moves = 0 if ledger is None else len(ledger.record.moves)
        line.show(0.0, f"{other} {where}, move {moves}")

    def finished(number: int, record: GameRecord) -> None:
        line.end()
        outcome = record.outcome
        print(f"game {number}: {'' if outcome is None else outcome.points()}", flush=True)
        if options.sgf is not None:
            write_record(record, options.sgf, number)

    with _ended(meeting):
        if player is not None:
            seat = take_seat(meeting, player, options.games, options, finished)
            try:
                seat.sit(told, lambda: False)
                _let_go_first(meeting)
            finally:
                line.end()
        if meeting.standing.table is not None:
            print_crosstable(meeting.standing.table)
        if meeting.standing.is_lost and meeting.standing.trouble is not None:
            raise CommandError(meeting.standing.trouble)
    return 0


def _let_go_first(meeting: Meeting) -> None:
    """A host stays until the guest, who knows of the end a little later, has left; not for ever."""
    deadline = time.monotonic() + _FAREWELL_SECONDS
    while meeting.standing.is_host and meeting.standing.is_here and time.monotonic() < deadline:
        meeting.poll()
        time.sleep(0.02)


@contextlib.contextmanager
def _ended(meeting: Meeting) -> Iterator[None]:
    """The meeting is left at the end, whatever happens; a game that is over is nothing to go on with."""
    try:
        yield
    finally:
        meeting.close(forget=meeting.is_over)
