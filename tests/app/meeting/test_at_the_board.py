"""Two windows' matches that meet over real sockets: from the lobby to the end of the game, and to the saved files."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clevergo.app.desk.library import GameStore
from clevergo.app.desk.paths import Paths
from clevergo.app.engine.messages import CountRequest, DeadStones, ThinkAnswer, ThinkRequest
from clevergo.app.kennel.book import Kennel
from clevergo.app.match.clock import TimeControl
from clevergo.app.match.controller import MatchController
from clevergo.app.match.messages import AwaySeen, MatchPhase, MatchSetup, Refusal
from clevergo.app.meeting.lobby import ONLY_AT, Doing, Lobby
from clevergo.app.meeting.session import Meeting
from clevergo.app.meeting.tournament import Tournament
from clevergo.games.color import Color
from clevergo.games.five.rules import FiveRules
from clevergo.games.game import Rules
from clevergo.games.go.rules import Ruleset
from clevergo.games.sgf.codec import from_sgf
from clevergo.locale import catalog, languages
from clevergo.players.spec import PlayerSpec
from tests.app.test_match import FakeEngine
from tests.patience import PATIENCE

LOOPBACK = "127.0.0.1"
HUMAN, DOG = PlayerSpec.parse("human"), PlayerSpec.parse("policy:alpha_go")
GO = Ruleset(5, 0.5)
PASS = 25


class Desk:
    """A window without its glass: a lobby, a match, and the folder of whoever sits there."""

    def __init__(self, folder: Path, name: str, player: PlayerSpec = HUMAN) -> None:
        self.paths = Paths(folder / "data", folder / "program")
        self.name, self.player = name, player
        self.engine = FakeEngine()
        self.lobby = Lobby(self.paths.meetings)
        self.match = MatchController(
            Kennel(self.paths),
            GameStore(self.paths.games),
            self.engine,  # type: ignore[arg-type]
            np.random.default_rng(1),
            0.0,
        )

    def poll(self) -> None:
        met = self.lobby.poll()
        if met is not None:
            self.match.meet(met)
        self.match.poll()

    @property
    def away(self) -> AwaySeen:
        away = self.match.snapshot.away
        assert away is not None
        return away

    @property
    def moves(self) -> tuple[int, ...]:
        return self.match.snapshot.shown.moves if self.match.snapshot.away is not None else ()

    def file(self) -> bytes:
        """The game as it is saved."""
        assert self.match.flush(10.0)
        (path,) = self.paths.games.glob("*.sgf")
        return path.read_bytes()

    def close(self) -> None:
        self.lobby.close()
        self.match.close()


@pytest.fixture
def desks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Desk]]:
    monkeypatch.setenv(ONLY_AT, LOOPBACK)
    made: list[Desk] = []

    def sit(name: str, player: PlayerSpec = HUMAN) -> Desk:
        made.append(Desk(tmp_path / name, name, player))
        return made[-1]

    yield sit
    for desk in made:
        desk.close()


def wait(condition: Callable[[], bool], *desks: Desk) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, [(desk.lobby.snapshot, desk.match.snapshot.away) for desk in desks]
        for desk in desks:
            desk.poll()
        time.sleep(0.003)


def invite(ann: Desk, rules: Rules = GO, time_control: TimeControl | None = None) -> None:
    """Ann has Black and waits."""
    ann.lobby.invite(MatchSetup(ann.player, HUMAN, rules, time=time_control), Color.BLACK, ann.name)
    wait(lambda: bool(ann.lobby.snapshot.addresses), ann)


def meet(ann: Desk, ben: Desk, rules: Rules = GO, time_control: TimeControl | None = None) -> None:
    """Ann invites, and Ben comes."""
    invite(ann, rules, time_control)
    seen = ann.lobby.snapshot
    ben.lobby.join(seen.addresses[0], seen.code.lower(), ben.player, ben.name)
    wait(lambda: all(desk.match.snapshot.phase is MatchPhase.RUNNING for desk in (ann, ben)), ann, ben)


def go_on(desk: Desk, *others: Desk) -> None:
    """Somebody comes back to the game they played last."""
    desk.lobby.look_around()
    wait(lambda: bool(desk.lobby.snapshot.kept), desk, *others)
    desk.lobby.go_on(desk.lobby.snapshot.kept[0], HUMAN, desk.name)
    wait(lambda: desk.match.snapshot.away is not None and bool(desk.moves), desk, *others)


def play(ann: Desk, ben: Desk, *actions: int) -> None:
    """Moves of whoever is to move, each once both have the one before."""
    for action in actions:
        before = len(ann.moves)
        mover = ann if ann.match.snapshot.live.to_play is ann.away.color else ben
        assert mover.match.play(action) is None
        wait(lambda before=before: len(ann.moves) == len(ben.moves) == before + 1, ann, ben)  # type: ignore[misc]


def tell_dead(desk: Desk, *dead: int) -> None:
    """The engine proposes which stones are dead."""
    wait(lambda: any(isinstance(request, CountRequest) for request in desk.engine.asked), desk)
    request = next(request for request in reversed(desk.engine.asked) if isinstance(request, CountRequest))
    mask = np.zeros((5, 5), np.bool_)
    mask.flat[list(dead)] = True
    desk.engine.say(DeadStones(request.tag, mask))
    desk.poll()


def test_two_people_play_a_row_and_both_have_the_same_game(desks: Callable[..., Desk]) -> None:
    ann, ben = desks("Ann"), desks("小明")
    meet(ann, ben, FiveRules(size=9, row=3))
    assert (ann.away.name, ben.away.name) == ("小明", "Ann")
    assert ann.match.snapshot.setup.white.name == "小明"
    play(ann, ben, 0, 40, 1, 41, 2)
    wait(lambda: all(desk.match.snapshot.phase is MatchPhase.FINISHED for desk in (ann, ben)), ann, ben)
    assert ann.match.snapshot.outcome == ben.match.snapshot.outcome
    assert ann.match.play(50) == Refusal.GAME_OVER
    assert ann.file() == ben.file()
    record = from_sgf(ann.file())
    assert (record.black, record.white) == ("Ann", "小明")
    ben.match.restart()
    wait(lambda: ann.away.is_asked and ann.away.question == "rematch", ann, ben)
    ann.match.answer(True)
    wait(lambda: ann.away.color is Color.WHITE and ben.away.color is Color.BLACK, ann, ben)
    play(ann, ben, 3)
    assert len(list(ann.paths.games.glob("*.sgf"))) <= 2
    assert ann.match.flush(10.0)
    assert len(list(ann.paths.games.glob("*.sgf"))) == 2, "the game before stays saved"


def test_nothing_is_played_that_is_not_ones_own_or_not_allowed(desks: Callable[..., Desk]) -> None:
    ann, ben = desks("Ann"), desks("Ben")
    meet(ann, ben)
    assert ben.match.play(12) == Refusal.NOT_YOUR_TURN
    play(ann, ben, 12)
    assert ben.match.play(12) == Refusal("occupied")
    ben.match.go_to(0)
    assert ben.match.play(3) == Refusal.LOOKING_BACK
    ben.match.look_live()
    ben.match.pause()
    ben.match.change_players(HUMAN, HUMAN)
    ben.match.redo()
    assert ben.match.snapshot.phase is MatchPhase.RUNNING
    assert ben.match.snapshot.setup.black.is_remote
    assert ben.match.snapshot.is_even, "nobody is told what to play"
    play(ann, ben, 7)


def test_moves_are_taken_back_where_both_agree(desks: Callable[..., Desk]) -> None:
    ann, ben = desks("Ann"), desks("Ben")
    meet(ann, ben)
    play(ann, ben, 12, 7, 11)
    assert not ben.match.snapshot.live.can_redo
    ann.match.undo()
    wait(lambda: ben.away.is_asked, ann, ben)
    assert not ann.away.is_asked
    ben.match.answer(False)
    wait(lambda: not (ann.away.question or ben.away.question or ben.away.is_asked), ann, ben)
    assert ann.moves == ben.moves == (12, 7, 11)
    ben.match.undo()
    wait(lambda: ann.away.is_asked, ann, ben)
    ann.match.answer(True)
    wait(lambda: ann.moves == ben.moves == (12,), ann, ben)
    play(ann, ben, 8)


def at_the_count(desks: Callable[..., Desk]) -> tuple[Desk, Desk]:
    """Two people who have played a stone each, and passed."""
    ann, ben = desks("Ann"), desks("Ben")
    meet(ann, ben)
    play(ann, ben, 12, 7, PASS, PASS)
    return ann, ben


def test_a_game_is_counted_once_both_mark_the_same_stones(desks: Callable[..., Desk]) -> None:
    ann, ben = at_the_count(desks)
    for desk in (ann, ben):
        tell_dead(desk)
        seen = desk.match.snapshot
        assert (seen.phase, seen.outcome, seen.away is not None and seen.away.is_counting) == (
            MatchPhase.RUNNING,
            None,
            True,
        )
        assert not seen.may_move
    ann.match.toggle_dead(7)
    ann.match.agree_on_dead()
    wait(lambda: ben.away.theirs == (7,), ann, ben)
    ben.match.agree_on_dead()
    wait(lambda: ann.away.theirs == (), ann, ben)
    assert ann.match.snapshot.outcome is None, "they do not agree yet"
    ben.match.take_their_count()
    wait(lambda: all(desk.match.snapshot.phase is MatchPhase.FINISHED for desk in (ann, ben)), ann, ben)
    assert ann.match.snapshot.outcome == ben.match.snapshot.outcome
    assert ann.match.snapshot.outcome is not None
    assert ann.match.snapshot.outcome.points() == "B+24.5"
    assert ann.file() == ben.file()


def test_who_resigns_has_lost_in_both_windows(desks: Callable[..., Desk]) -> None:
    ann, ben = desks("Ann"), desks("Ben")
    meet(ann, ben)
    play(ann, ben, 12)
    ann.match.resign()  # it is not even her turn
    wait(lambda: all(desk.match.snapshot.phase is MatchPhase.FINISHED for desk in (ann, ben)), ann, ben)
    for desk in (ann, ben):
        assert desk.match.snapshot.outcome is not None
        assert desk.match.snapshot.outcome.points() == "W+R"
    ben.match.resign()
    ben.poll()
    assert ann.file() == ben.file()


def test_one_may_resign_while_stones_are_marked(desks: Callable[..., Desk]) -> None:
    ann, ben = at_the_count(desks)
    tell_dead(ann)
    ben.match.resign()
    wait(lambda: all(desk.match.snapshot.phase is MatchPhase.FINISHED for desk in (ann, ben)), ann, ben)
    assert [desk.match.snapshot.outcome.points() for desk in (ann, ben)] == ["B+R", "B+R"]  # type: ignore[union-attr]


def test_two_passes_may_be_taken_back_to_play_on(desks: Callable[..., Desk]) -> None:
    ann, ben = at_the_count(desks)
    ben.match.ask_to_play_on()
    wait(lambda: ann.away.is_asked, ann, ben)
    ann.match.answer(True)
    wait(lambda: ann.moves == ben.moves == (12, 7), ann, ben)
    play(ann, ben, 8)


@pytest.mark.parametrize("again", [(), (8,)])
def test_after_playing_on_stones_are_marked_at_the_same_ply_again(
    desks: Callable[..., Desk], again: tuple[int, ...]
) -> None:
    ann, ben = at_the_count(desks)
    ben.match.ask_to_play_on()
    wait(lambda: ann.away.is_asked, ann, ben)
    ann.match.answer(True)
    wait(lambda: ann.moves == ben.moves == (12, 7), ann, ben)
    if again:
        ben.match.undo()
        wait(lambda: ann.away.is_asked, ann, ben)
        ann.match.answer(True)
        wait(lambda: ann.moves == ben.moves == (12,), ann, ben)
    play(ann, ben, *again, PASS, PASS)
    for desk in (ann, ben):
        tell_dead(desk)
        desk.match.agree_on_dead()
    wait(lambda: all(desk.match.snapshot.phase is MatchPhase.FINISHED for desk in (ann, ben)), ann, ben)


def test_who_looks_back_while_stones_are_marked_has_said_so_all_the_same(desks: Callable[..., Desk]) -> None:
    ann, ben = at_the_count(desks)
    for desk in (ann, ben):
        tell_dead(desk)
    ann.match.agree_on_dead()
    wait(lambda: ben.away.theirs == (), ann, ben)
    ann.match.go_to(1)
    assert ann.away.has_counted, "nothing is asked again"
    ben.match.go_to(1)
    ben.match.agree_on_dead()
    wait(lambda: all(desk.match.snapshot.phase is MatchPhase.FINISHED for desk in (ann, ben)), ann, ben)


def test_a_dog_that_is_renamed_keeps_its_seat_for_the_next_game_too(desks: Callable[..., Desk]) -> None:
    ann, ben = desks("Ann"), desks("Ben", DOG)
    meet(ann, ben)
    play(ann, ben, 12)
    ben.match.dog_renamed("alpha_go", "Kiki")
    assert str(ben.match.snapshot.setup.white) == "policy:Kiki"
    ann.match.resign()
    wait(lambda: all(desk.match.snapshot.phase is MatchPhase.FINISHED for desk in (ann, ben)), ann, ben)
    assert ann.file() == ben.file(), "of the game that goes on both have the same names"
    first = ben.match.snapshot.match_id
    ann.match.restart()
    wait(lambda: ben.away.is_asked, ann, ben)
    ben.match.answer(True)
    wait(lambda: ben.match.snapshot.match_id != first, ann, ben)
    assert str(ben.match.snapshot.setup.black) == "policy:Kiki"


def test_a_dog_sits_down_for_its_person_and_its_moves_go_over_the_network(desks: Callable[..., Desk]) -> None:
    ann, ben = desks("Ann"), desks("Ben", PlayerSpec.parse("mcts:50"))
    meet(ann, ben)
    assert ann.match.snapshot.setup.white.name == "Ben (mcts:50)"
    assert ann.match.snapshot.is_even, "a person plays here"
    play(ann, ben, 12)
    wait(lambda: any(isinstance(request, ThinkRequest) for request in ben.engine.asked), ann, ben)
    ben.engine.say(ThinkAnswer(ben.engine.thinks[-1].tag, 7, False, None))
    wait(lambda: ann.moves == ben.moves == (12, 7), ann, ben)
    assert len(ben.engine.thinks) == 1, "it is asked once for each of its moves"
    play(ann, ben, PASS)
    wait(lambda: len(ben.engine.thinks) == 2, ann, ben)
    ben.engine.say(ThinkAnswer(ben.engine.thinks[-1].tag, PASS, False, None))
    wait(lambda: ann.away.is_counting, ann, ben)
    tell_dead(ann, 7)
    ann.match.agree_on_dead()
    wait(lambda: all(desk.match.snapshot.phase is MatchPhase.FINISHED for desk in (ann, ben)), ann, ben)
    assert ben.match.snapshot.outcome == ann.match.snapshot.outcome, "a dog takes the person's word"


def test_a_program_with_a_long_command_is_called_the_same_in_both_files_and_sits_there_again(
    desks: Callable[..., Desk],
) -> None:
    program = PlayerSpec.parse("gtp:gnugo --mode gtp --chinese-rules --capture-all-dead --level 10")
    ann, ben = desks("Ann"), desks("Ben", program)
    meet(ann, ben)
    play(ann, ben, 12)
    ann.match.resign()
    wait(lambda: all(desk.match.snapshot.phase is MatchPhase.FINISHED for desk in (ann, ben)), ann, ben)
    assert ann.file() == ben.file()
    ben.match.restart()
    wait(lambda: ann.away.is_asked, ann, ben)
    ann.match.answer(True)
    wait(lambda: ann.away.color is Color.WHITE and ben.away.color is Color.BLACK, ann, ben)
    ben.match.leave()
    wait(lambda: not ann.away.is_here, ann, ben)
    ben.lobby.look_around()
    wait(lambda: bool(ben.lobby.snapshot.kept), ann, ben)
    ben.lobby.go_on(ben.lobby.snapshot.kept[0], HUMAN, "Ben")
    wait(lambda: ann.away.is_here and ben.match.snapshot.away is not None and ben.away.is_here, ann, ben)
    assert ben.match.snapshot.setup.black == program


def test_between_two_dogs_one_may_look_on_with_all_there_is_to_see(desks: Callable[..., Desk]) -> None:
    machine = PlayerSpec.parse("mcts:50")
    ann, ben = desks("Ann", machine), desks("Ben", machine)
    meet(ann, ben)
    assert not ann.match.snapshot.is_even
    assert not ben.match.snapshot.is_even


def test_the_host_keeps_the_time_and_both_see_it(desks: Callable[..., Desk]) -> None:
    ann, ben = desks("Ann"), desks("Ben")
    meet(ann, ben, GO, TimeControl(0.0, 1, 1.0))
    play(ann, ben, 12)
    wait(lambda: ben.match.clock is not None and ben.match.clock.running is Color.WHITE, ann, ben)
    wait(lambda: all(desk.match.snapshot.phase is MatchPhase.FINISHED for desk in (ann, ben)), ann, ben)
    assert ben.match.snapshot.outcome is not None
    assert ben.match.snapshot.outcome.points() == "B+T"


def test_who_left_is_waited_for_and_goes_on_from_the_list(desks: Callable[..., Desk]) -> None:
    ann, ben = desks("Ann"), desks("Ben")
    meet(ann, ben)
    play(ann, ben, 12, 7)
    ben.match.leave()
    wait(lambda: not ann.away.is_here, ann, ben)
    assert ann.away.name == "Ben"
    wait(lambda: (ann.away.gone_for or 0) >= 1, ann, ben)
    ben.lobby.look_around()
    wait(lambda: bool(ben.lobby.snapshot.kept), ann, ben)
    (kept,) = ben.lobby.snapshot.kept
    assert (kept.name, kept.game, kept.moves, kept.is_host) == ("Ann", "go", 2, False)
    ben.lobby.go_on(kept, HUMAN, "Ben")
    wait(lambda: ann.away.is_here and ben.moves == (12, 7) and ben.away.is_here, ann, ben)
    play(ann, ben, 11)


@pytest.mark.parametrize("is_host_first", [True, False])
def test_both_may_be_gone_and_whoever_comes_back_first_sees_the_game(
    desks: Callable[..., Desk], is_host_first: bool
) -> None:
    ann, ben = desks("Ann"), desks("Ben")
    meet(ann, ben)
    play(ann, ben, 12, 7)
    for desk in (ann, ben):
        desk.match.leave()
    for desk in (ann, ben) if is_host_first else (ben, ann):
        desk.lobby.look_around()
        wait(lambda desk=desk: bool(desk.lobby.snapshot.kept), ann, ben)  # type: ignore[misc]
        desk.lobby.go_on(desk.lobby.snapshot.kept[0], HUMAN, desk.name)
        wait(lambda desk=desk: desk.moves == (12, 7), ann, ben)  # type: ignore[misc]
    wait(lambda: ann.away.is_here and ben.away.is_here, ann, ben)
    assert (ann.away.name, ben.away.name) == ("Ben", "Ann")
    play(ann, ben, 11)


def test_of_somebody_who_has_not_come_back_yet_it_is_not_said_when_they_were_here(desks: Callable[..., Desk]) -> None:
    ann, ben = desks("Ann"), desks("Ben")
    meet(ann, ben)
    play(ann, ben, 12)
    for desk in (ann, ben):
        desk.match.leave()
    go_on(ann, ben)
    assert not ann.away.is_here
    assert ann.away.gone_for is None, "it was on another day, and nobody has noted when"
    go_on(ben, ann)
    wait(lambda: ann.away.is_here, ann, ben)
    ben.match.leave()
    wait(lambda: not ann.away.is_here, ann, ben)
    assert ann.away.gone_for is not None


def test_a_dog_that_is_renamed_while_its_person_waits_sits_down_by_its_new_name(desks: Callable[..., Desk]) -> None:
    ann, ben = desks("Ann", DOG), desks("Ben")
    invite(ann)
    ann.lobby.dog_renamed("alpha_go", "Kiki")
    seen = ann.lobby.snapshot
    ben.lobby.join(seen.addresses[0], seen.code, HUMAN, "Ben")
    wait(lambda: ann.match.snapshot.away is not None and not ann.match.snapshot.setup.black.is_human, ann, ben)
    assert str(ann.match.snapshot.setup.black) == "policy:Kiki"


def test_a_wrong_code_is_told_and_nothing_comes_to_the_board(desks: Callable[..., Desk]) -> None:
    ann, ben = desks("Ann"), desks("Ben")
    invite(ann)
    for code, told in (("nonsense!", "meeting_no_code"), ("AAAA-AAAA", "meeting_code")):
        ben.lobby.join(ann.lobby.snapshot.addresses[0], code, HUMAN, "Ben")
        wait(lambda: ben.lobby.snapshot.trouble is not None, ann, ben)
        assert ben.lobby.snapshot.trouble is not None
        assert ben.lobby.snapshot.trouble.code == told
        if told == "meeting_no_code":
            for language in languages():
                said = ben.lobby.snapshot.trouble.said_in(catalog(language))
                assert "“nonsense!”" in said
                assert said.count("“") == said.count("”") == 1
        assert ben.lobby.snapshot.doing is Doing.NOTHING
        ben.lobby.forgive()
    assert ben.match.snapshot.away is None
    assert ann.match.snapshot.away is None


def test_whoever_does_not_play_that_game_is_told_so(desks: Callable[..., Desk]) -> None:
    ann, ben = desks("Ann"), desks("Ben", PlayerSpec.parse("mcts:50"))
    ben.lobby.can_play = lambda player, game: game != "go"
    invite(ann)
    seen = ann.lobby.snapshot
    ben.lobby.join(seen.addresses[0], seen.code, ben.player, "Ben")
    wait(lambda: ben.lobby.snapshot.trouble is not None, ann, ben)
    assert ben.lobby.snapshot.trouble is not None
    assert ben.lobby.snapshot.trouble.code == "meeting_other_game"
    assert ben.match.snapshot.away is None


def test_a_third_who_knows_the_code_is_told_that_somebody_plays_already(desks: Callable[..., Desk]) -> None:
    ann, ben, eve = desks("Ann"), desks("Ben"), desks("Eve")
    invite(ann)
    seen = ann.lobby.snapshot
    for desk in (ben, eve):
        desk.lobby.join(seen.addresses[0], seen.code, HUMAN, desk.name)

        def has_heard(desk: Desk = desk) -> bool:
            return desk.match.snapshot.away is not None or desk.lobby.snapshot.trouble is not None

        wait(has_heard, ann, ben, eve)
    assert eve.lobby.snapshot.trouble is not None
    assert eve.lobby.snapshot.trouble.code == "meeting_busy"
    wait(lambda: ann.match.snapshot.away is not None, ann, ben)
    play(ann, ben, 12, 7)


def test_hosts_are_seen_on_the_network_as_they_come_and_go(desks: Callable[..., Desk]) -> None:
    ann, ben = desks(f"Ann {secrets.token_hex(4)}"), desks("Ben")
    ben.lobby.look_around()
    invite(ann, FiveRules(size=9, row=3))

    def found() -> Any:
        return next((one for one in ben.lobby.snapshot.found if one.name == ann.name), None)

    wait(lambda: found() is not None, ann, ben)
    assert found().game == "five"
    ben.lobby.join(found().address, ann.lobby.snapshot.code, HUMAN, "Ben")
    wait(lambda: ben.match.snapshot.away is not None, ann, ben)
    wait(lambda: found() is None, ann, ben)


def test_a_tournament_is_opened_in_a_window_joined_with_dogs_and_begun(desks: Callable[..., Desk]) -> None:
    machine = PlayerSpec.parse("mcts:50")
    ann, ben, eve = desks("Ann", machine), desks("Ben", machine), desks("Eve")
    ann.lobby.invite_all(MatchSetup(HUMAN, HUMAN, GO), 1, machine, "Ann")
    wait(lambda: bool(ann.lobby.snapshot.addresses) and len(ann.lobby.snapshot.gathered) == 1, ann)
    seen = ann.lobby.snapshot
    assert not seen.can_begin
    eve.lobby.join(seen.addresses[0], seen.code, HUMAN, "Eve")
    wait(lambda: eve.lobby.snapshot.trouble is not None, ann, eve)
    assert eve.lobby.snapshot.trouble is not None
    assert eve.lobby.snapshot.trouble.code == "meeting_needs_dog"
    assert ann.lobby.snapshot.gathered == ("Ann · mcts:50",)
    ben.lobby.join(seen.addresses[0], seen.code, machine, "Ben")
    wait(lambda: ben.match.snapshot.away is not None and ann.lobby.snapshot.can_begin, ann, ben)
    assert not ben.engine.thinks, "nobody plays before it has begun"
    assert ann.match.snapshot.away is None, (
        "her dog comes to the board when it begins, which she does where she invites"
    )
    ann.lobby.begin_tournament()
    wait(lambda: ann.lobby.snapshot.doing is Doing.NOTHING, ann, ben)
    wait(lambda: bool(ann.engine.thinks or ben.engine.thinks), ann, ben)
    for desk in (ann, ben):
        assert desk.away.table is not None
        assert desk.away.table.names == ("Ann · mcts:50", "Ben · mcts:50")
    assert ann.lobby.snapshot.holds_tournament, "though nobody is waited for any longer"
    assert not ben.lobby.snapshot.holds_tournament


class FakeAnnouncement:
    """What a host tells the network, without a network."""

    def __init__(self, told: list[FakeAnnouncement]) -> None:
        self.is_closed = False
        told.append(self)

    def close(self) -> None:
        self.is_closed = True


def gather(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ann opens a tournament; once everybody can find it, her own dog sits down."""
    is_announced, sit_down = threading.Event(), Tournament.sit_down

    def wait_and_sit_down(tournament: Tournament, name: str, player: str) -> Meeting:
        assert is_announced.wait(PATIENCE)
        return sit_down(tournament, name, player)

    monkeypatch.setattr(Tournament, "sit_down", wait_and_sit_down)
    ann.lobby.invite_all(MatchSetup(HUMAN, HUMAN, GO), 1, ann.player, ann.name)
    wait(lambda: bool(ann.lobby.snapshot.addresses), ann)
    is_announced.set()
    wait(lambda: len(ann.lobby.snapshot.gathered) == 1, ann)
    until = time.monotonic() + 0.3
    wait(lambda: time.monotonic() > until, ann)


def test_a_tournament_in_which_the_hosts_dog_takes_part_is_found_until_it_begins(
    desks: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[FakeAnnouncement] = []
    monkeypatch.setattr("clevergo.app.meeting.finder.Announcement", lambda *_what: FakeAnnouncement(told))
    machine = PlayerSpec.parse("mcts:50")
    ann, ben = desks("Ann", machine), desks("Ben", machine)
    gather(ann, monkeypatch)
    assert [one.is_closed for one in told] == [False]
    seen = ann.lobby.snapshot
    ben.lobby.join(seen.addresses[0], seen.code, machine, "Ben")
    wait(lambda: ann.lobby.snapshot.can_begin, ann, ben)
    ann.lobby.begin_tournament()
    wait(lambda: ann.match.snapshot.away is not None, ann, ben)
    assert [one.is_closed for one in told] == [True]


def test_a_host_who_thinks_better_of_a_tournament_is_not_brought_to_the_board(
    desks: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = desks("Ann", PlayerSpec.parse("mcts:50"))
    gather(ann, monkeypatch)
    ann.lobby.cancel()
    assert ann.lobby.poll() is None
    assert ann.match.snapshot.away is None
    assert ann.lobby.snapshot.doing is Doing.NOTHING
