"""The command line: ``python -m clevergo [--data-dir D] [COMMAND]``. Without a command it opens the window.

Each command imports what it needs when it runs, so that the window is not kept waiting for the others' libraries.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import logging
import platform
import secrets
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeVar

import clevergo
from clevergo.app.desk.paths import AppError, Paths
from clevergo.files import sweep_elsewhere, write_whole
from clevergo.games.formats import SGF
from clevergo.games.game import Game, Term, number
from clevergo.games.guests import USUAL_GAME, GameTitle, game_named, games
from clevergo.locale import Language, catalog
from clevergo.players.spec import PlayerSpec
from clevergo.problem import Problem, ProblemError, problem_of
from clevergo.terminal import ProgressLine, duration, padded, quoted

if TYPE_CHECKING:
    from clevergo.app.kennel.book import Kennel
    from clevergo.app.kennel.dogs import Dog
    from clevergo.app.kennel.messages import MachineReport, TrainingNews, TrainingSnapshot
    from clevergo.app.kennel.shared.store import SharedDog
    from clevergo.app.match.messages import Crosstable
    from clevergo.app.meeting.seat import Seat
    from clevergo.app.meeting.session import Meeting
    from clevergo.app.meeting.tournament import Tournament
    from clevergo.games.record import GameRecord
    from clevergo.players.match_games import MatchPlan, MatchScore, PlayedGame
    from clevergo.players.protocol import Player
    from clevergo.training.experiment.far import FarMachines
    from clevergo.training.experiment.findings import Finding
    from clevergo.training.experiment.lab import Playing, Raising, WarmingUp, Watched
    from clevergo.training.experiment.plan import ExperimentPlan

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

T = TypeVar("T")
FAILED = 2
"""Exit code where something was wrong with what was asked."""
INTERRUPTED = 130
_FAREWELL_SECONDS = 60.0
_LAST_WORD_SECONDS = 1.0
PORT = 24_242
_NEEDS = "Install what the program needs: python -m pip install -r requirements.txt"


class CommandError(ProblemError):
    """A command cannot be done; the message says why and what to do."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a letter that a console cannot show is a question mark, no error
            stream.reconfigure(errors="replace")
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    try:
        options = _parser(_game_asked(arguments)).parse_args(arguments)
        return int(options.run(options, Paths.find(options.data_dir)))
    except ProblemError as error:
        return _complain(str(error))
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "clevergo":
            raise
        return _complain(f"the Python package {error.name} is not installed. {_NEEDS}")
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return INTERRUPTED


def _complain(message: str) -> int:
    print(f"clevergo: {message}", file=sys.stderr)
    return FAILED


# --- what may be typed ------------------------------------------------------------------------------------


def _game_asked(arguments: Sequence[str] | None) -> Game:
    """What ``--game`` names: what else may be typed depends on it."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--game", default=USUAL_GAME)
    return game_named(parser.parse_known_args(arguments)[0].game)


def _all_games() -> str:
    """What ``--game`` may name, and what is usual."""
    return f"{', '.join(games())} ({USUAL_GAME})"


def _parser(game: Game) -> argparse.ArgumentParser:
    """All commands; what each may be told stands beside what it does, further below."""
    shipped = f"; {game.shipped_dog} is the dog that ships with the program" if game.shipped_dog else ""
    parser = argparse.ArgumentParser(
        prog="python -m clevergo",
        description="CleverGo: raise an AlphaGo of your own. Without a command, the window opens.",
        epilog="Players: human, random, mcts:400, policy:DOG, glance:DOG:0.5 (by chance), value:DOG, "
        "alphago:DOG:400, nopolicy:DOG:400 and novalue:DOG:400 (the same without a part), "
        "alphabeta:10000 (five in a row), gtp:COMMAND, gomocup:COMMAND. "
        f"DOG is a dog's name or a weight file{shipped}. "
        "COMMAND starts another program: of Go, such as 'gtp:gnugo --mode gtp', or of five in a row, such "
        "as 'gomocup:pbrain-wine'. What a game leaves open is told by COMMAND --game GAME --help.",
    )
    parser.add_argument("--data-dir", type=Path, metavar="D", help="where dogs, games and settings are kept")
    parser.add_argument("--version", action="version", version=f"CleverGo {clevergo.__version__}")
    parser.set_defaults(run=_window)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for offer in (
        _offer_train,
        _offer_move,
        _offer_experiment,
        _offer_match,
        _offer_host,
        _offer_join,
        _offer_gtp,
        _offer_gomocup,
        _offer_dogs,
        _offer_store,
        _offer_adopt,
        _offer_bench,
    ):
        offer(commands, game)
    return parser


def _add_of_a_meeting(command: argparse.ArgumentParser) -> None:
    """What both ends of a game over the network may say."""
    command.add_argument("--go-on", action="store_true", help="go on with the game that was not finished last")
    command.add_argument("--name", default="", metavar="N", help="what you are called there (this computer's name)")
    command.add_argument("--sgf", type=Path, metavar="DIR", help="write every game into this folder")
    command.add_argument("--seed", type=_whole, default=0, help="where all chance comes from (0)")


def _add_terms(command: argparse.ArgumentParser, terms: Iterable[Term], asked: bool = True) -> None:
    """An option for each thing that a game leaves open; ``asked``: the usual is meant where nothing is said."""
    words = catalog(Language.ENGLISH)
    for term in terms:
        row, usual = f"term.{term.name}.option", term.usual
        said = words.pattern(row) if row in words else term.name.replace("_", " ")
        kind = _number if isinstance(usual, float) else type(usual)
        choices = term.values if isinstance(usual, str) or not asked else None
        metavar, said = None if choices else term.name[0].upper(), f"{said} ({usual})"
        default = usual if asked else None
        flags = [f"--{name}" for name in (term.name, term.letter) if name]
        command.add_argument(
            *flags, dest=term.name, type=kind, default=default, choices=choices, metavar=metavar, help=said
        )


def _typed(what: str, read: Callable[[str], T], is_good: Callable[[T], bool]) -> Callable[[str], T]:
    """How an option's text is read; what does not come out good is not ``what``."""

    def value_of(text: str) -> T:
        with contextlib.suppress(ValueError, TypeError):
            value = read(text)
            if is_good(value):
                return value
        raise argparse.ArgumentTypeError(f"{text!r} is not {what}")

    return value_of


_number = _typed("a number", lambda text: number(float(text)), lambda _: True)
_minutes = _typed("a number of minutes above 0", float, lambda minutes: 0 < minutes < 1e6)
_port = _typed(
    "a port from 0 to 65535", lambda text: int(text) if text.isdecimal() else -1, lambda port: 0 <= port < 65_536
)


def _from(least: int) -> Callable[[str], int]:
    """Whole numbers, how an option's text is read."""
    what = "a whole number " + ("from 0 on" if least == 0 else f"above {least - 1}")
    return _typed(what, lambda text: int(text) if text.isascii() and text.isdigit() else -1, lambda n: n >= least)


_whole, _count, _several = _from(0), _from(1), _from(2)


def _seed(text: str) -> int:
    from clevergo.app.training.settings import MAX_SEED

    if not text.isdecimal() or int(text) > MAX_SEED:
        raise argparse.ArgumentTypeError(f"{text!r} is not a seed from 0 to {MAX_SEED}")
    return int(text)


# --- the window, the benchmarks ---------------------------------------------------------------------------


def _window(_options: argparse.Namespace, paths: Paths) -> int:
    from clevergo.ui.shell.launch import open_window

    return open_window(paths)


def _offer_bench(commands: Commands, game: Game) -> None:
    command = commands.add_parser("bench", help="measure how fast everything is on this machine")
    command.add_argument("rows", nargs="*", metavar="ROW", help="only these rows, whatever their game")
    command.add_argument("--game", default=USUAL_GAME, metavar="G", help=f"the rows of this game: {_all_games()}")
    command.add_argument("--json", action="store_true", help="the table as one line of JSON")
    command.add_argument("--as", dest="stand_in", choices=["avx2"], help="compute as such a processor would")
    command.set_defaults(run=_bench)


def _bench(options: argparse.Namespace, _paths: Paths) -> int:
    from clevergo.bench.command import run_bench
    from clevergo.bench.machine import AVX2

    return run_bench(options.rows, options.json, AVX2 if options.stand_in else None, options.game)


# --- other programs ---------------------------------------------------------------------------------------


def _check_spoken(protocol: str, game: str | None) -> None:
    """Whether players of a game can be served by a protocol."""
    from clevergo.players.outside import protocol as spoken

    known = spoken(protocol).games
    if game is not None and game not in known:
        raise CommandError("protocol_game", protocol=protocol, game=GameTitle(known[0]), found=GameTitle(game))


def _offer_gtp(commands: Commands, _game: Game) -> None:
    command = commands.add_parser(
        "gtp", help="serve a player to other Go programs (GTP 2 on standard input and output)"
    )
    command.add_argument("--player", default="alphago", metavar="SPEC", help="who plays (alphago:alpha_go:400)")
    command.add_argument("--game", metavar="G", help="what is played: go")
    command.add_argument("--size", type=int, default=9, metavar="S", help="points along a side of the first board (9)")
    command.add_argument("--seed", type=_whole, default=0, help="where all chance comes from (0)")
    command.add_argument("--ready", action="store_true", help="load everything before the first answer (for servers)")
    command.set_defaults(run=_gtp)


def _gtp(options: argparse.Namespace, paths: Paths) -> int:
    from clevergo.protocols.gtp.server import run_gtp

    _check_spoken("gtp", options.game)
    spec = PlayerSpec.parse(options.player)
    if spec.is_human:
        raise CommandError("human_in_window")
    return run_gtp(spec, options.size, options.seed, lambda: _open_kennel(paths), options.ready)


def _offer_gomocup(commands: Commands, _game: Game) -> None:
    command = commands.add_parser("gomocup", help="serve a player to managers of five in a row (the Gomocup protocol)")
    usual = "the dog that ships with the program, else alphabeta"
    command.add_argument("--player", default="", metavar="SPEC", help=f"who plays ({usual})")
    command.add_argument("--game", metavar="G", help="what is played: five")
    command.add_argument("--seed", type=_whole, default=0, help="where all chance comes from (0)")
    command.set_defaults(run=_gomocup)


def _gomocup(options: argparse.Namespace, paths: Paths) -> int:
    from clevergo.protocols.gomocup.server import player_asked, run_gomocup

    _check_spoken("gomocup", options.game)
    spec = player_asked(options.player, lambda dog: paths.shipped_weights(dog).is_file())
    if spec.is_human:
        raise CommandError("human_in_window")
    return run_gomocup(spec, options.seed, lambda dog, game: _open_kennel(paths).find_weights(dog, game))


# --- over the network -------------------------------------------------------------------------------------


def _offer_host(commands: Commands, game: Game) -> None:
    command = commands.add_parser("host", help="invite another computer to play a game over the network")
    command.add_argument(
        "--player", default="", metavar="SPEC", help="who plays here (the dog that ships, 400 simulations)"
    )
    command.add_argument("--game", metavar="G", help=f"what is played: {_all_games()}")
    _add_terms(command, game.terms({}))
    command.add_argument("--games", type=_count, default=1, metavar="N", help="how many, colors alternating (1)")
    command.add_argument(
        "--main", type=_count, default=0, metavar="S", help="seconds of each side's main time (no clock)"
    )
    command.add_argument("--periods", type=_count, default=0, metavar="K", help="byo-yomi periods after it (0)")
    command.add_argument("--period", type=_count, default=30, metavar="S", help="seconds of a period (30)")
    command.add_argument(
        "--tournament", action="store_true", help="let everybody who joins play everybody; with --player also from here"
    )
    command.add_argument("--rounds", type=_count, default=2, metavar="K", help="how often each meets each there (2)")
    command.add_argument(
        "--entrants", type=_several, default=0, metavar="N", help="begin it once N are here (when Enter is pressed)"
    )
    command.add_argument("--white", action="store_true", help="the guest has Black in the first game")
    command.add_argument("--port", type=_port, default=PORT, metavar="P", help=f"where to wait (TCP port {PORT})")
    command.add_argument("--interface", default="", metavar="A", help="the address to wait at, such as 127.0.0.1 (all)")
    _add_of_a_meeting(command)
    command.set_defaults(run=_host, played=game)


def _host(options: argparse.Namespace, paths: Paths) -> int:
    from clevergo.app.meeting import session
    from clevergo.app.meeting.finder import Announcement
    from clevergo.app.meeting.lobby import player_told
    from clevergo.app.meeting.words import Terms, Time

    if options.tournament:
        return _host_tournament(options, paths)
    meeting, name = _old_meeting(options, paths, is_host=True), options.name or platform.node()
    game: Game = options.played if meeting is None else game_named(meeting.game)
    spec = _seated(options.player, game)
    player = _sit_down(spec, game, options, paths)
    if meeting is None:
        agreed = {term.name: getattr(options, term.name) for term in game.terms({})}
        has_clock = options.main or options.periods
        control = Time(options.main, options.periods, options.period if options.periods else 0.0) if has_clock else None
        terms = Terms(game.name, agreed, not options.white, control)
        meeting = session.invite(terms, name, player_told(spec), paths.meetings, options.interface, options.port)
    told: list[Announcement] = []

    def heard(_: object) -> None:
        standing = meeting.standing
        if standing.port and not told:
            at = (options.interface,) if options.interface else ()
            told.append(Announcement(secrets.token_hex(8), name, game.name, standing.port, at))
            how = _how_to_join(standing.port, standing.code) if standing.code else f"at port {standing.port}, as before"
            print(f"Waiting. On the other computer: {how}", flush=True)

    try:
        return _meet(meeting, player, options, heard)
    finally:
        for announcement in told:
            announcement.close()


def _offer_join(commands: Commands, _game: Game) -> None:
    command = commands.add_parser("join", help="play somebody who has invited")
    command.add_argument(
        "address", metavar="ADDRESS", nargs="?", default="", help="their computer, such as 192.168.1.5"
    )
    command.add_argument("code", metavar="CODE", nargs="?", default="", help="what they have said, such as K7QM-24XD")
    command.add_argument(
        "--player", default="", metavar="SPEC", help="who plays here (the dog that ships, 400 simulations)"
    )
    command.add_argument("--games", type=_count, default=1, metavar="N", help="agree to so many games (1)")
    _add_of_a_meeting(command)
    command.set_defaults(run=_join)


def _join(options: argparse.Namespace, paths: Paths) -> int:
    from clevergo.app.meeting import session
    from clevergo.app.meeting.proof import tidy

    meeting, name = _old_meeting(options, paths, is_host=False), options.name or platform.node()
    if meeting is None:
        if not tidy(options.code):
            raise CommandError("meeting_no_code", found=options.code)
        told = _told_before_the_game_is_known(options.player)
        meeting = session.join(options.address, options.code, name, told, paths.meetings)
    player: list[Player] = []

    def heard(_: object) -> None:
        if meeting.ledger is not None and not player:
            game = meeting.ledger.record.rules.game
            player.append(_sit_down(_seated(options.player, game), game, options, paths))

    heard(meeting)
    with _ended(meeting):
        while not player and not meeting.standing.is_lost:
            if meeting.poll():
                heard(meeting)
            time.sleep(0.02)
        return _meet(meeting, player[0] if player else None, options, heard)


def _told_before_the_game_is_known(player: str) -> str:
    """Who plays here, as the host is told; which dog plays where none is named hangs on the game."""
    spec = PlayerSpec.parse(player) if player else None
    if spec is None or (spec.dog is not None and ":" not in player):
        return "CleverGo"
    return spec.dog or player


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


def _host_tournament(options: argparse.Namespace, paths: Paths) -> int:
    """Everybody who joins plays everybody; nothing is computed here but where ``--player`` sits down as well."""
    from clevergo.app.meeting.finder import Announcement
    from clevergo.app.meeting.tournament import Tournament
    from clevergo.app.meeting.words import Terms

    game: Game = options.played
    if options.main or options.periods:
        raise CommandError("meeting_tournament_clock")
    agreed = {term.name: getattr(options, term.name) for term in game.terms({})}
    terms, name = Terms(game.name, agreed, True, tournament=True), options.name or platform.node()
    player = _sit_down(_seated(options.player, game), game, options, paths) if options.player else None
    finished: list[GameRecord] = []

    def played(record: GameRecord) -> None:
        finished.append(record)
        outcome = record.outcome
        print(f"{record.black} - {record.white}: {'' if outcome is None else outcome.points()}", flush=True)
        _write_games([record], options.sgf, len(finished))

    tournament = Tournament(terms, options.rounds, name, paths.meetings, options.interface, options.port, played)
    told: Announcement | None = None
    is_asked = threading.Event()
    if not options.entrants:
        threading.Thread(target=_wait_for_enter, args=(is_asked,), daemon=True).start()
    unkept: Problem | None = None
    line = ProgressLine(sys.stderr)
    try:
        while True:
            seen = tournament.snapshot
            if seen.trouble is not None:
                raise CommandError(seen.trouble)
            if seen.unkept not in (None, unkept):
                unkept = seen.unkept
                line.end()
                print(unkept, file=sys.stderr, flush=True)
            if seen.port and told is None:
                at = (options.interface,) if options.interface else ()
                told = Announcement(secrets.token_hex(8), name, game.name, seen.port, at, is_tournament=True)
                print(f"Waiting. On the others: {_how_to_join(seen.port, tournament.code)}", flush=True)
                if player is not None:
                    _take_part(tournament, player, options)
            if not seen.has_begun and (is_asked.is_set() or 0 < options.entrants <= len(seen.names)):
                tournament.begin()
            line.show(0.0, f"{len(seen.names)} are here" if not seen.has_begun else f"{len(finished)} games are over")
            if seen.table is not None and seen.table.is_over:
                time.sleep(_LAST_WORD_SECONDS)  # everybody hears how it ended
                line.end()
                _print_crosstable(seen.table)
                return 0
            time.sleep(0.05)
    finally:
        line.end()
        if told is not None:
            told.close()
        tournament.close()


def _wait_for_enter(pressed: threading.Event) -> None:
    """In a thread: set it once a line has come. Where nothing can be typed, nobody has."""
    if sys.stdin.readline():
        pressed.set()


def _take_seat(meeting: Meeting, player: Player, games: int, options: argparse.Namespace) -> Seat:
    """Whoever was named plays at this end."""
    import numpy as np

    from clevergo.app.meeting.seat import Seat

    is_program = bool(options.player) and PlayerSpec.parse(options.player).protocol is not None
    return Seat(meeting, player, games, np.random.default_rng(options.seed), keeps_time=is_program)


def _take_part(tournament: Tournament, player: Player, options: argparse.Namespace) -> None:
    """The host's own player sits down as anybody does, in a thread."""
    from clevergo.app.meeting.lobby import player_told

    def sit() -> None:
        told = player_told(PlayerSpec.parse(options.player, options.played))
        meeting = tournament.sit_down(options.name or platform.node(), told)
        _take_seat(meeting, player, 1, options).sit(lambda _: None, lambda: False)
        meeting.leave(forget=True)

    threading.Thread(target=sit, name="own seat", daemon=True).start()


def _how_to_join(port: int, code: str) -> str:
    return f"python -m clevergo join ADDRESS{'' if port == PORT else f':{port}'} {code}"


def _print_crosstable(table: Crosstable) -> None:
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


def _write_games(games: Sequence[GameRecord], folder: Path | None, first: int = 1) -> None:
    """Each into a file of the folder, numbered from ``first``; nothing where no folder was named."""
    from clevergo.games.sgf.codec import to_sgf

    for counter, record in enumerate(games if folder is not None else (), first):
        assert folder is not None
        with CommandError.instead_of(OSError, "no_folder", folder=folder):
            folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"game-{counter:03}{SGF}"
        with CommandError.instead_of(OSError, "game_write", path=path):
            write_whole(path, to_sgf(record))


def _seated(text: str, game: Game) -> PlayerSpec:
    """Who plays at this end."""
    spec = PlayerSpec.parse(text or (f"alphago:{game.shipped_dog}:400" if game.shipped_dog else "mcts:400"), game)
    if spec.is_human:
        raise CommandError("human_in_window")
    return spec


def _sit_down(spec: PlayerSpec, game: Game, options: argparse.Namespace, paths: Paths) -> Player:
    from clevergo.players.build import build_player

    kennel = _open_kennel(paths)
    return build_player(kennel.exact(spec), lambda dog: kennel.find_weights(dog, game.name), options.seed)


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


def _meet(meeting: Meeting, player: Player | None, options: argparse.Namespace, heard: Callable[[object], None]) -> int:
    """Play the games of a meeting, tell of them, and write them down."""
    line = ProgressLine(sys.stderr)

    def told(_: object) -> None:
        heard(meeting)
        standing, ledger = meeting.standing, meeting.ledger
        other = standing.name or "the guest" if standing.is_host else standing.name or "the host"
        where = "is here" if standing.is_here else "is not here"
        moves = 0 if ledger is None else len(ledger.record.moves)
        line.show(0.0, f"{other} {where}, move {moves}")

    with _ended(meeting):
        games: list[GameRecord] = []
        if player is not None:
            seat = _take_seat(meeting, player, options.games, options)
            try:
                seat.sit(told, lambda: False)
                _let_go_first(meeting)
            finally:
                line.end()
                games = seat.played
        for number, record in enumerate(games, 1):
            outcome = record.outcome
            print(f"game {number}: {'' if outcome is None else outcome.points()}")
        _write_games(games, options.sgf)
        if meeting.standing.table is not None:
            _print_crosstable(meeting.standing.table)
        if meeting.standing.is_lost and meeting.standing.trouble is not None:
            raise CommandError(meeting.standing.trouble)
    return 0


# --- dogs -------------------------------------------------------------------------------------------------


def _open_kennel(paths: Paths) -> Kennel:
    from clevergo.app.kennel.book import Kennel

    kennel = Kennel(paths)
    kennel.sweep()
    return kennel


def _offer_dogs(commands: Commands, _game: Game) -> None:
    command = commands.add_parser("dogs", help="list the dogs")
    command.add_argument("--game", metavar="G", help=f"only those that play it: {', '.join(games())}")
    command.set_defaults(run=_dogs)


def _dogs(options: argparse.Namespace, paths: Paths) -> int:
    game = options.game
    kennel = _open_kennel(paths)
    kennel.forget_unsaved()
    dogs = [dog for dog in kennel.dogs() if game in (None, dog.game)]
    if not dogs:
        what, how = ("", "") if game is None else (f" for {GameTitle(game)}", f" --game {game}")
        print(f"There are no dogs{what} yet. Adopt one: python -m clevergo train NAME --minutes 10{how}")
        return 0
    rows = [("name", "net", "games", "trained", "rating", "weights")]
    for dog in dogs:
        rating = "-" if dog.rating is None else f"{dog.rating:.0f} ± {dog.rating_error or 0:.0f}"
        name = f"{dog.name} (shipped)" if dog.is_shipped else dog.name
        if dog.game != USUAL_GAME:
            name = f"{name}: {GameTitle(dog.game)}"
        rows.append((name, dog.net, f"{dog.games:,}", duration(dog.seconds), rating, str(dog.weights or "-")))
    for line in padded(rows):
        print(line)
    return 0


def _offer_adopt(commands: Commands, _game: Game) -> None:
    command = commands.add_parser("adopt", help="take in a dog from a file, or the net that another program has taught")
    files = "a dog's .clevergo, weights (.pdparams; the original program's too), or a net of AlphaZero_Gomoku (.model)"
    command.add_argument("file", type=Path, metavar="FILE", help=files)
    command.add_argument(
        "--name", default="", metavar="NAME", help="what to call it (as it was called, or the file is)"
    )
    command.set_defaults(run=_adopt)


def _adopt(options: argparse.Namespace, paths: Paths) -> int:
    from clevergo.app.kennel.dogs import describe_net
    from clevergo.app.kennel.newcomers import adopt_file

    dog = adopt_file(_open_kennel(paths), options.file.expanduser().absolute(), options.name)
    size = "x".join(map(str, dog.config.played.shape(dog.config.size)))
    print(f"adopted {dog.name}: {GameTitle(dog.game)} on {size}, {describe_net(dog.config)} net")
    _say_how_to_measure(dog)
    print(f"Let it learn on: python -m clevergo train {quoted(dog.name)} --minutes 10")
    return 0


def _say_how_to_measure(dog: Dog) -> None:
    """The match that tells how strong it is, by the rules it plays itself by."""
    from clevergo.app.training.settings import load_dog_settings

    game, of_game = dog.config.played, load_dog_settings(dog.folder, dog.config).of_game
    agreed: dict[str, Any] = {"size": dog.config.size, **of_game}
    try:
        game.agree(agreed)
    except (ValueError, TypeError, KeyError):  # it plays by all rules, or by what no match can: then as it is rated
        agreed |= game.rated_by(game.self_play(**of_game))
    terms = (term for term in game.contest_terms() if term.name in agreed)
    what = "" if dog.game == USUAL_GAME else f" --game {dog.game}"
    what += "".join(f" --{term.name} {agreed[term.name]}" for term in terms if agreed[term.name] != term.usual)
    print(f"Measure it: python -m clevergo match {quoted(f'alphago:{dog.name}:100')} mcts:400 --games 20{what}")


def _offer_store(commands: Commands, _game: Game) -> None:
    command = commands.add_parser("store", help="dogs that several people share, in a folder or a bucket")
    command.add_argument("place", metavar="PLACE", help="a folder, or an address that fsspec opens (s3://class/dogs)")
    command.add_argument("deed", nargs="?", choices=["list", "get", "put"], default="list", help="who is there (usual)")
    command.add_argument("name", nargs="?", default="", metavar="NAME", help="the dog to bring home, or to put there")
    command.set_defaults(run=_store)


def _store(options: argparse.Namespace, paths: Paths) -> int:
    from clevergo.app.kennel.shared.place import open_place
    from clevergo.app.kennel.shared.store import fetch_dog, find_dog, list_dogs, put_dog

    if options.name and options.deed == "list":
        raise CommandError("store_name_list", deed=options.deed)
    if not options.name and options.deed != "list":
        raise CommandError("store_name_needed", deed=options.deed)
    place = open_place(options.place, Path.cwd())
    line = ProgressLine(sys.stderr)
    try:
        if options.deed == "get":
            dog = find_dog(place, options.name)
            home = fetch_dog(_open_kennel(paths), place, dog, lambda share: line.show(share, f"bringing {dog.file}"))
            done = f"{home.name} has come home from {place.said}"
        elif options.deed == "put":
            kennel, name = _open_kennel(paths), options.name
            file = put_dog(kennel, place, name, lambda share: line.show(share, f"putting {name} there"))
            done = f"{name} lies in {place.said} as {file}"
        else:
            listing = list_dogs(place)
            left = f", and {listing.left_out:,} more that are not looked at" if listing.left_out else ""
            done = f"{len(listing.dogs)} in {listing.place}{left}"
            print("\n".join(_shared_rows(listing.dogs)))
    finally:
        line.end()
    print(done)
    return 0


def _shared_rows(dogs: Iterable[SharedDog]) -> list[str]:
    """A line for each dog; what no note tells is a dash."""
    rows: list[tuple[str, ...]] = [("name", "game", "net", "games", "trained", "rating", "MB", "file")]
    for dog in dogs:
        rating = "-" if dog.rating is None else f"{dog.rating:.0f} ± {dog.rating_error or 0:.0f}"
        size = f"{dog.size / 1e6:.1f}"
        if dog.is_noted:
            game = f"{GameTitle(dog.game)} {dog.board or ''}".strip()
            told = (game, dog.net or "-", f"{dog.games:,}", duration(dog.seconds), rating)
        else:
            told = ("-",) * 5
        rows.append((dog.name, *told, size, dog.file))
    return padded(rows)


# --- experiments ------------------------------------------------------------------------------------------


def _offer_experiment(commands: Commands, game: Game) -> None:
    command = commands.add_parser(
        "experiment", help="raise dogs with two settings, let them play each other, and say what the one gains"
    )
    command.add_argument("folder", type=Path, metavar="FOLDER", help="where all of it is kept; goes on where it was")
    for side, raised in (("one", "the ones"), ("other", "the others")):
        said = f"how {raised} are raised, such as net.channels=32 selfplay.simulations=32 (as usual)"
        command.add_argument(f"--{side}", nargs="+", default=[], metavar="SETTING=VALUE", help=said)
    length = command.add_mutually_exclusive_group()
    length.add_argument("--minutes", type=_minutes, metavar="M", help="how long each dog is raised")
    length.add_argument("--positions", type=_count, metavar="N", help="or to how many positions")
    grows = "all begin with a small net that grows, as dogs of the Train button do; larger nets differ once grown"
    command.add_argument("--grows", action="store_true", help=grows)
    command.add_argument("--seeds", type=_count, default=3, metavar="K", help="dogs with each setting (3)")
    command.add_argument("--games", type=_count, default=20, metavar="N", help="games of each pair of dogs (20)")
    command.add_argument("--simulations", type=_count, default=100, metavar="S", help="a move, in those games (100)")
    command.add_argument("--game", default=USUAL_GAME, metavar="G", help=f"what they play: {_all_games()}")
    command.add_argument("--size", type=_count, default=0, metavar="S", help=f"of the boards ({game.usual_size})")
    command.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="let the other machines of a Ray cluster raise pairs and play games, too: auto or HOST:PORT",
    )
    command.add_argument("--json", action="store_true", help="end with what was found as one line of JSON")
    command.set_defaults(run=_experiment)


def _experiment(options: argparse.Namespace, _paths: Paths) -> int:
    from clevergo.training.experiment.lab import Lab
    from clevergo.training.experiment.plan import in_words
    from clevergo.training.learner.store import RunFolderError

    stop = threading.Event()
    line = ProgressLine(sys.stderr, quiet_seconds=30.0)
    try:
        plan = _experiment_plan(options)
        lab = Lab(options.folder, plan, _other_machines(options.cluster))
        print(f"one: {in_words(plan.one)}\nother: {in_words(plan.other)}", file=sys.stderr)
        with _stopping(stop):
            finding = lab.run(stop, lambda news: _tell_of_experiment(line, news))
    except (ProblemError, RunFolderError) as error:
        raise CommandError(problem_of(error)) from error
    finally:
        line.end()
    if finding is None:
        print("nothing is found yet; the same command goes on")
    else:
        print(_in_elo(finding))
        for side, ratings in (("one", finding.one), ("other", finding.other)):
            print(f"{side}: {', '.join(f'{rating:+.0f}' for rating in ratings)}")
    if options.json:
        print(json.dumps(asdict(plan) | {"found": None if finding is None else asdict(finding)}))
    return INTERRUPTED if stop.is_set() else 0


def _other_machines(cluster: str | None) -> FarMachines | None:
    """The machines of a cluster, where one is asked for."""
    if cluster is None:
        return None
    from clevergo.training.experiment.far import FarMachines
    from clevergo.workers.cluster.ray_cluster import require_ray

    require_ray()
    return FarMachines(cluster)


def _experiment_plan(options: argparse.Namespace) -> ExperimentPlan:
    """What was asked for; where nothing was said of how long, the plan that lies in the folder."""
    from clevergo.training.experiment.plan import ExperimentError, ExperimentPlan, settings_of

    told = {
        "one": settings_of(options.one),
        "other": settings_of(options.other),
        "game": options.game,
        "size": options.size,
        "seeds": options.seeds,
        "games": options.games,
        "simulations": options.simulations,
        "grows": options.grows,
    }
    has_length = options.minutes is not None or options.positions is not None
    begun = None if has_length else ExperimentPlan.load(options.folder)
    if begun is not None:
        usual = ExperimentPlan(minutes=1)
        # What is as usual may not have been said at all.
        if any(value not in (getattr(usual, name), getattr(begun, name)) for name, value in told.items()):
            raise ExperimentError("experiment_other", folder=options.folder)
        return begun
    return ExperimentPlan(minutes=options.minutes, positions=options.positions, **told)


def _tell_of_experiment(line: ProgressLine, news: WarmingUp | Raising | Watched | Playing) -> None:
    from clevergo.training.experiment.lab import Playing, Raising, WarmingUp

    if isinstance(news, WarmingUp):
        line.show(news.done / max(news.total, 1), "preparing, the first time only")
    elif isinstance(news, Raising) and not news.is_aside:
        dogs = (news.one.counters, news.other.counters)
        so_far = " and ".join(f"{dog.games:,} games, {dog.positions:,} positions" for dog in dogs)
        line.show(news.share, f"raising dogs of seed {news.seed}: {so_far}")
    elif isinstance(news, Playing):
        found = "" if news.finding is None else f": {_in_elo(news.finding)}"
        line.show(news.played / news.planned, f"game {news.played} of {news.planned}{found}")


def _in_elo(finding: Finding) -> str:
    score = finding.score
    trust = "" if finding.counts_seeds else "; one dog each says nothing of the next"
    return (
        f"one gains {finding.gain:+.0f} ± {finding.error:.0f} Elo "
        f"({score.first} won, {score.draws} drawn, {score.second} lost{trust})"
    )


@contextlib.contextmanager
def _stopping(stop: threading.Event) -> Iterator[None]:
    """Ctrl+C, and the system's word to end, have all saved; said twice, it ends at once."""

    def on_signal(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        print("\nstopping: everything is being saved (Ctrl+C again to leave at once)", file=sys.stderr)
        stop.set()

    before = {number: signal.signal(number, on_signal) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


# --- matches ----------------------------------------------------------------------------------------------


def _offer_match(commands: Commands, game: Game) -> None:
    command = commands.add_parser("match", help="let two players play each other, colors alternating")
    command.add_argument("first", metavar="FIRST", help="has Black in the first game, such as alphago:pup:100")
    command.add_argument("second", metavar="SECOND", help="the opponent, such as mcts:400 or 'gtp:gnugo --mode gtp'")
    command.add_argument("--games", type=_count, required=True, metavar="N", help="how many games")
    command.add_argument("--game", metavar="G", help=f"what they play: {_all_games()}")
    _add_terms(command, game.contest_terms())
    command.add_argument("--openings", action="store_true", help="each two games begin with moves drawn for both")
    command.add_argument("--sgf", type=Path, metavar="DIR", help="write every game into this folder")
    for suffix in game.formats:
        command.add_argument(
            f"--{suffix[1:]}", type=Path, metavar="DIR", help=f"the same as {suffix[1:].upper()} files"
        )
    command.add_argument("--seed", type=_whole, default=0, help="where all chance comes from (0)")
    command.add_argument("--json", action="store_true", help="end with the result as one line of JSON")
    command.set_defaults(run=_match, played=game)


def _match(options: argparse.Namespace, paths: Paths) -> int:
    from clevergo.games.color import Color
    from clevergo.players.match_games import MatchScore, play_match

    plan = _match_plan(options)
    kennel = _open_kennel(paths)
    plan = replace(plan, first=kennel.exact(plan.first), second=kennel.exact(plan.second))
    game = options.played.name

    def find_weights(dog: str) -> Path:
        return kennel.find_weights(dog, game)

    for spec in (plan.first, plan.second):
        if spec.dog is not None:
            find_weights(spec.dog)  # what cannot be is said before anything is begun
    asked = {suffix: getattr(options, suffix[1:]) for suffix in (SGF, *options.played.formats)}
    folders = {suffix: folder for suffix, folder in asked.items() if folder is not None}
    for suffix, folder in folders.items():
        with CommandError.instead_of(OSError, "no_folder", folder=folder):
            folder.mkdir(parents=True, exist_ok=True)
            sweep_elsewhere(folder, suffix)
    line = ProgressLine(sys.stderr)
    so_far = MatchScore()
    colors = dict.fromkeys(Color, 0)

    def on_game(game: PlayedGame, score: MatchScore) -> None:
        nonlocal so_far
        so_far = score
        if game.outcome.winner is not None:
            colors[game.outcome.winner] += 1
        for suffix, folder in folders.items():
            _write_game(folder, suffix, game)
        standing = f"{plan.first} {score.first} : {score.second} {plan.second}"
        line.show(score.games / plan.games, f"game {score.games} of {plan.games}, {standing}, draws {score.draws}")

    what = "" if game == USUAL_GAME else f"{GameTitle(game)}: "
    line.show(0.0, f"{what}{plan.first} against {plan.second}: loading")
    try:
        score = play_match(plan, find_weights, on_game)
    finally:
        line.end()
        if so_far.games:  # whatever ended the match: these have been played
            _keep_result(kennel, plan, so_far)
            print(f"{what}{plan.first} won {so_far.first}, {plan.second} won {so_far.second}, draws {so_far.draws}")
            print(f"Black won {colors[Color.BLACK]}, White won {colors[Color.WHITE]}")
    if options.json:
        print(json.dumps(_result_as_json(plan, score)))
    return 0


def _match_plan(options: argparse.Namespace) -> MatchPlan:
    from clevergo.players.match_games import MatchPlan, drawn_openings

    game: Game = options.played
    first, second = PlayerSpec.parse(options.first, game), PlayerSpec.parse(options.second, game)
    if first.is_human or second.is_human:
        raise CommandError("human_in_window")
    try:
        rules, _ = game.agree({term.name: getattr(options, term.name) for term in game.contest_terms()})
        if options.openings and game.settling(rules) is not None:
            raise CommandError("openings_settled")
        openings = drawn_openings(rules, options.games, options.seed) if options.openings else ()
        return MatchPlan(first, second, options.games, rules, options.seed, openings)
    except ValueError as error:
        raise CommandError(problem_of(error)) from error


def _result_as_json(plan: MatchPlan, score: MatchScore) -> dict[str, object]:
    game = plan.rules.game
    agreed = game.agreed(plan.rules)
    return {
        "first": str(plan.first),
        "second": str(plan.second),
        "games": score.games,
        "wins": [score.first, score.second],
        "draws": score.draws,
        **({} if game.name == USUAL_GAME else {"game": game.name}),
        **{term.name: agreed[term.name] for term in game.contest_terms()},
        **({"openings": True} if plan.openings else {}),
        "seed": plan.seed,
    }


def _write_game(folder: Path, suffix: str, game: PlayedGame) -> None:
    from clevergo.games.formats import write_game

    path = folder / f"game-{game.index + 1:03}{suffix}"
    with CommandError.instead_of(OSError, "game_write", path=path):
        write_whole(path, write_game(game.record, suffix))


def _keep_result(kennel: Kennel, plan: MatchPlan, score: MatchScore) -> None:
    """Note the result in the kennel; a match is not undone because that fails."""
    try:
        kennel.record_result(str(plan.first), str(plan.second), plan.rules, score)
    except AppError as error:
        print(f"clevergo: the result is not kept in the kennel: {error}", file=sys.stderr)


# --- training ---------------------------------------------------------------------------------------------


def _offer_move(commands: Commands, _game: Game) -> None:
    command = commands.add_parser("move", help="have a dog grow up on other boards: it keeps all that it has learned")
    command.add_argument("name", metavar="NAME", help="the dog")
    command.add_argument("size", type=_count, metavar="SIZE", help="points along a side of its board from now on")
    said = "other boards that it plays itself on too, by turns (none)"
    command.add_argument("--beside", type=_count, nargs="+", default=[], metavar="S", help=said)
    command.set_defaults(run=_move)


def _move(options: argparse.Namespace, paths: Paths) -> int:
    kennel = _open_kennel(paths)
    dog = kennel.move(options.name, options.size, options.beside)
    boards = " and ".join("x".join(map(str, dog.config.played.shape(size))) for size in (dog.config.size, *dog.beside))
    print(f"{dog.name} grows up on {boards}")
    return 0


def _offer_train(commands: Commands, game: Game) -> None:
    command = commands.add_parser("train", help="train a dog; a new name adopts a new one")
    command.add_argument("name", metavar="NAME", help="the dog")
    length = command.add_mutually_exclusive_group(required=True)
    length.add_argument("--minutes", type=_minutes, metavar="M", help="how long")
    length.add_argument("--games", type=_count, metavar="N", help="or how many more games it plays")
    command.add_argument("--game", metavar="G", help=f"what a new dog plays: {_all_games()}")
    command.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="let the other machines of a Ray cluster play, too: auto (the one this computer is part of) or HOST:PORT",
    )
    command.add_argument(
        "--seed", type=_seed, metavar="N", help="where a dog's chance comes from until it has learned (0 to 999; drawn)"
    )
    size = Term("size", game.nurseries, game.usual_size)
    _add_terms(command, (size, *game.self_play_terms), asked=False)
    said = "other boards that a new dog plays itself on too, by turns"
    command.add_argument("--beside", type=_count, nargs="+", default=[], metavar="S", help=said)
    _add_settings(command)
    command.set_defaults(run=_train, grows_up=game)


def _add_settings(command: argparse.ArgumentParser) -> None:
    """What the window asks under *Training settings*; what is not said stays as it is, usual for a new dog."""
    from clevergo.app.training import settings

    told = (
        "how a dog is built (fixed from birth) and learns (fixed once it has learned), for those who want it otherwise"
    )
    born = command.add_argument_group(told)
    born.add_argument("--blocks", **_one_of(settings.BLOCKS), help="how deep its net is (4)")
    born.add_argument(
        "--channels", **_one_of(settings.CHANNELS), help="how wide it is; multiples of 32 run fastest (64)"
    )
    born.add_argument("--full-size", dest="grows", action="store_const", const=False, help="no small net while young")
    born.add_argument("--batch", **_one_of(settings.BATCHES), help="positions it learns from in one step (256)")
    rate = "large ones learn faster and go astray more easily (0.001)"
    born.add_argument("--learning-rate", **_one_of(settings.LEARNING_RATES), help=rate)
    window = "recent positions it learns from; more take memory (430000)"
    born.add_argument("--window", **_one_of(settings.WINDOWS), help=window)
    plays = command.add_argument_group("how it plays itself, which may be changed any time")
    searched = "positions it looks at before each move; much later 32 at least (16)"
    plays.add_argument("--simulations", **_one_of(settings.ALL_SIMULATIONS), help=searched)
    considered = "moves it considers; more look around more widely (8)"
    plays.add_argument("--considered", **_one_of(settings.CONSIDERED), help=considered)
    wild = "how wildly its games begin: by prior ** (1 / T) (1)"
    plays.add_argument("--temperature", **_one_of(settings.TEMPERATURES), help=wild)


_BORN_WITH = ("blocks", "channels")
_BEGUN_WITH = ("grows", "batch", "learning_rate", "window", "seed")
"""These are fixed by a dog's first lesson."""
_CHANGEABLE = ("simulations", "considered", "temperature")


def _one_of(values: Sequence[float]) -> dict[str, Any]:
    """How an option is read that has one of these values."""
    kind = type(values[0])

    def read(text: str) -> float:
        with contextlib.suppress(ValueError):
            if (value := kind(text)) in values:
                return value
        raise argparse.ArgumentTypeError(f"{text!r} is none of {', '.join(map(str, values))}")

    return {"type": read, "metavar": "N" if kind is int else "X"}


def _train(options: argparse.Namespace, paths: Paths) -> int:
    from clevergo.app.kennel.dogs import OtherGameError
    from clevergo.app.kennel.messages import TrainingPhase
    from clevergo.app.training.session import TrainingSession
    from clevergo.app.training.settings import DogSettings, load_dog_settings, save_dog_settings

    kennel = _open_kennel(paths)
    session = TrainingSession(kennel)
    dog = kennel.find_dog(options.name)
    if dog is None:
        game = options.grows_up
        wishes: dict[str, Any] = {"seed": DogSettings.for_newborn().seed}
        wishes |= _given(options, (*_BORN_WITH, *_BEGUN_WITH, *_CHANGEABLE))
        chosen = DogSettings(of_game=_terms_given(options), game=game.name, **wishes)
        net = replace(chosen.newborn_net, size=options.size or game.usual_size)
        dog = kennel.adopt(options.name, net, beside=options.beside, wish=chosen)
        what = "" if dog.game == USUAL_GAME else f" for {GameTitle(dog.game)}"
        print(f"adopted {dog.name}{what}, seed {chosen.seed}")
    elif options.game not in (None, dog.game):
        raise OtherGameError(dog.name, dog.game, game_named(options.game).name)
    elif options.seed is not None and session.has_begun(dog.name):
        raise CommandError("seed_given", name=dog.name)
    elif options.size is not None or options.beside or _terms_given(options):
        raise CommandError("terms_given", name=dog.name)
    elif fixed := _given(options, (*_BORN_WITH, *(_BEGUN_WITH if session.has_begun(dog.name) else ()))):
        raise CommandError("settings_given", name=dog.name, found=", ".join(fixed))
    elif wishes := _given(options, (*_BEGUN_WITH, *_CHANGEABLE)):
        save_dog_settings(dog.folder, replace(load_dog_settings(dog.folder, dog.config), **wishes))
    seconds = None if options.minutes is None else options.minutes * 60
    session.start(dog.name, seconds=seconds, games=options.games, cluster=options.cluster)
    reporter = _TrainingReporter(session.snapshot, seconds, options.games)
    interruptions = 0
    while session.is_active:
        try:
            session.wait(0.5)
            reporter.show(session.snapshot)
        except KeyboardInterrupt:
            interruptions += 1
            if interruptions > 1:
                raise
            print("\nstopping: everything is being saved (Ctrl+C again to leave at once)", file=sys.stderr)
            session.stop()
    snapshot = session.snapshot
    reporter.end(snapshot)
    reporter.tell_machines()
    if snapshot.phase is TrainingPhase.FAILED:
        raise CommandError(snapshot.error or "training_failed")
    learned = f"{snapshot.games:,} games, {snapshot.positions:,} positions, {duration(snapshot.seconds)} of training"
    print(f"{dog.name}: {learned} in all")
    if not snapshot.samples:
        print(f"It has not learned yet; it goes on with: python -m clevergo train {quoted(dog.name)} --minutes 5")
        return INTERRUPTED if interruptions else 0
    _say_how_to_measure(dog)
    return INTERRUPTED if interruptions else 0


def _terms_given(options: argparse.Namespace) -> dict[str, Any]:
    """What was said of what the game leaves open."""
    return _given(options, (term.name for term in options.grows_up.self_play_terms))


def _given(options: argparse.Namespace, names: Iterable[str]) -> dict[str, Any]:
    """What was said of these."""
    return {name: value for name in names if (value := getattr(options, name, None)) is not None}


class _TrainingReporter:
    """Turns a session's snapshots into a progress line, and news worth keeping into lines of their own."""

    def __init__(self, first: TrainingSnapshot, seconds: float | None, games: int | None) -> None:
        """``seconds`` is how long the run is to last, or ``games`` how many games it is to have."""
        self._line = ProgressLine(sys.stderr, quiet_seconds=10.0)
        self._first = first
        self._seconds = seconds
        self._games = games
        self._told = list(first.news)
        self._machines: tuple[MachineReport, ...] = ()

    def show(self, now: TrainingSnapshot) -> None:
        """What is going on now."""
        for news in now.news:
            if news not in self._told:
                self._tell(news)
        self._told = list(now.news)
        self._follow(now.machines)
        share, so_far = self._progress(now)
        text = f"{so_far}, {now.positions:,} positions, {now.moves_per_second:,.0f} moves/s"
        if now.preparing is not None:
            text = f"first time only: {now.preparing.done} of {now.preparing.total} parts of the program prepared"
        if now.losses:
            text += f", loss {now.losses[-1].policy:.2f} + {now.losses[-1].value:.2f}"
        self._line.show(min(1.0, share), text)

    def _progress(self, now: TrainingSnapshot) -> tuple[float, str]:
        """How much of the run is done, 0 to 1, and that in words."""
        trained, played = max(0.0, now.seconds - self._first.seconds), max(0, now.games - self._first.games)
        if self._games is not None:
            return played / self._games, f"{duration(trained)}, {played:,} of {self._games:,} games"
        seconds = self._seconds or 1.0
        return trained / seconds, f"{duration(trained)} of {duration(seconds)}, {now.games:,} games"

    def end(self, last: TrainingSnapshot) -> None:
        """The run is over."""
        self.show(last)
        self._line.end()

    def _follow(self, machines: tuple[MachineReport, ...]) -> None:
        """Say which of the other machines have come, have gone, are silent or answer again."""
        if not machines:
            return
        before = {(machine.name, machine.state) for machine in self._machines}
        for machine in machines:
            if not machine.is_here and (machine.name, machine.state) not in before:
                what = f"{machine.processor}, {machine.cores} cores" if machine.processor else f"{machine.cores} cores"
                reason = f": {machine.reason}" if machine.reason is not None else ""
                self._line.say(f"machine {machine.name} ({what}): {machine.state.value}{reason}")
        self._machines = machines

    def tell_machines(self) -> None:
        """What each machine has given, where there were several."""
        rows = [("machine", "processor", "cores", "games given", "too old")]
        for machine in self._machines:
            rows.append(
                (
                    f"{machine.name} (this one)" if machine.is_here else machine.name,
                    machine.processor,
                    str(machine.cores),
                    f"{machine.games:,}",
                    f"{machine.dropped:,}",
                )
            )
        for line in padded(rows) if len(rows) > 1 else ():
            print(line)

    def _tell(self, news: TrainingNews) -> None:
        from clevergo.app.kennel.messages import NewsKind

        facts, what = news.values, ""
        if news.kind is NewsKind.RATED:
            score = f"{facts.get('wins')} won, {facts.get('draws')} drawn, {facts.get('losses')} lost"
            what = f"against {facts.get('opponent')} {score}"
            what += f"; rating {facts['rating']} ± {facts['error']}" if "rating" in facts else ""
        elif news.kind is NewsKind.MILESTONE:
            what = f"now stronger than {facts.get('opponent')}"
        elif news.kind is NewsKind.GREW:
            what = f"its net has grown to {facts.get('net')}"
        elif news.kind is NewsKind.WORKER_RESTARTED:
            what = f"a worker was started again ({facts.get('reason')})"
        elif news.kind in (NewsKind.DOCTOR, NewsKind.CURED, NewsKind.RATE_CUT, NewsKind.ROLLED_BACK):
            numbers = ", ".join(f"{name} {value:,.4g}" for name, value in facts.items() if name != "ailment")
            ailment = str(facts.get("ailment")).replace("_", " ")
            what = f"{news.kind.value.replace('_', ' ')}: {ailment}{f' ({numbers})' if numbers else ''}"
        if what:
            self._line.say(f"{duration(news.seconds)}: {what}")
