"""The match at the window, with an engine that says what the test wants it to say."""

from __future__ import annotations

import itertools
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clevergo.app.desk.library import GameStore
from clevergo.app.desk.paths import Paths
from clevergo.app.engine.messages import (
    CancelRequest,
    CountRequest,
    DeadStones,
    EngineDied,
    EngineFault,
    ForfeitAnswer,
    PrepareRequest,
    Reply,
    Request,
    ThinkAnswer,
    ThinkProgress,
    ThinkRequest,
    ThinkStarted,
)
from clevergo.app.errors import AppError
from clevergo.app.kennel.book import Kennel
from clevergo.app.match.clock import TimeControl
from clevergo.app.match.controller import MatchController
from clevergo.app.match.messages import MatchPhase, MatchSetup, MatchSnapshot, Preparing, Refusal, Thinking
from clevergo.games.color import Color
from clevergo.games.game import Tally
from clevergo.games.go.rules import Ruleset, Scoring, with_handicap
from clevergo.games.outcome import Termination
from clevergo.games.sgf.codec import from_sgf
from clevergo.players.spec import PlayerSpec
from clevergo.problem import as_said
from tests.app.tables import kept

ROOT = Path(__file__).parents[2]
HUMAN, MACHINE, DOG = (PlayerSpec.parse(text) for text in ("human", "mcts:100", "alphago:pup:100"))
SMALL = Ruleset(5, 0.5)
PASS = 25


class FakeEngine:
    """Remembers what it was asked; the test answers."""

    def __init__(self) -> None:
        self.asked: list[Request] = []
        self.rules_are_loaded = True
        self.preparing: Preparing | None = None
        self.is_closed = False
        self._replies: list[Reply] = []

    def start(self) -> None:
        pass

    def send(self, request: Request) -> None:
        self.asked.append(request)

    def poll(self) -> list[Reply]:
        replies, self._replies = self._replies, []
        return replies

    def close(self) -> None:
        self.is_closed = True

    def say(self, *replies: Reply) -> None:
        """What the next poll brings."""
        self._replies += replies

    @property
    def last(self) -> Any:
        """The request made last."""
        return self.asked[-1]

    @property
    def thinks(self) -> list[ThinkRequest]:
        return [request for request in self.asked if isinstance(request, ThinkRequest)]


class Stage:
    """A match, its engine, and what lies on disk."""

    def __init__(self, folder: Path, pace: float = 0.0) -> None:
        self.paths = Paths(folder / "data", folder / "program")
        self.kennel = Kennel(self.paths)
        self.store = GameStore(self.paths.games)
        self.engine = FakeEngine()
        self.now = 0.0
        self.match = self.another(pace)

    def another(self, pace: float = 0.0) -> MatchController:
        """A controller as the program makes it at its next start."""
        rng = np.random.default_rng(1)
        return MatchController(self.kennel, self.store, self.engine, rng, pace, lambda: self.now)  # type: ignore[arg-type]

    def begin(self, black: PlayerSpec, white: PlayerSpec, rules: Ruleset = SMALL) -> None:
        self.match.new_match(MatchSetup(black, white, rules))
        self.match.start()

    def answer(self, action: int, thinking: Thinking | None = None, resigns: bool = False) -> None:
        """The machine's move for the request made last."""
        self.engine.say(ThinkAnswer(self.engine.thinks[-1].tag, action, resigns, thinking))
        self.match.poll()

    def play(self, *actions: int) -> None:
        for action in actions:
            assert self.match.play(action) is None

    def wait_for_game(self) -> None:
        """Until a game that is opened has been read."""
        self.match._reader.wait()
        self.match.poll()

    def files(self) -> list[tuple[int, ...]]:
        """The moves of every saved game."""
        assert self.match.flush(10.0)
        return [from_sgf(path.read_bytes()).moves for path in sorted(self.paths.games.glob("*.sgf"))]

    @property
    def seen(self) -> MatchSnapshot:
        return self.match.snapshot


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path)


# --- people ----------------------------------------------------------------------------------------------


def test_before_the_start_nobody_moves(stage: Stage) -> None:
    stage.match.new_match(MatchSetup(HUMAN, HUMAN, SMALL))
    assert stage.seen.phase is MatchPhase.SETUP
    assert stage.match.play(12) == Refusal.NOT_STARTED
    assert stage.seen.shown.moves == ()


def test_two_people_move_in_turn(stage: Stage) -> None:
    stage.begin(HUMAN, HUMAN)
    stage.play(12, 7)
    assert stage.seen.shown.moves == (12, 7)
    assert stage.seen.shown.board.last_move == 7
    assert stage.seen.shown.to_play is Color.BLACK
    assert stage.seen.shown.board.stones[2, 2] == 1
    assert stage.seen.shown.board.stones[1, 2] == 2
    assert stage.engine.asked == []


@pytest.mark.parametrize(
    ("moves", "action", "refusal"),
    [
        ([12], 12, Refusal.OCCUPIED),
        ([1, 24, 5, 23, 7, 22, 11], 6, Refusal("suicide")),
        ([PASS, PASS], 12, Refusal.GAME_OVER),
    ],
)
def test_a_move_that_cannot_be_played_says_why_and_changes_nothing(
    stage: Stage, moves: list[int], action: int, refusal: Refusal
) -> None:
    stage.begin(HUMAN, HUMAN)
    stage.play(*moves)
    before = stage.seen
    assert stage.match.play(action) == refusal
    assert stage.seen is before


def test_a_repetition_is_refused_as_ko(stage: Stage) -> None:
    stage.begin(HUMAN, HUMAN)
    stage.play(1, 2, 5, 8, 11, 12, 7, 6)  # White has just taken the stone on 7
    assert stage.match.play(7) in (Refusal("ko"), Refusal("superko"))


def test_every_change_makes_a_new_snapshot_and_nothing_else_does(stage: Stage) -> None:
    versions = [stage.seen.version]
    for change in (
        lambda: stage.match.new_match(MatchSetup(HUMAN, HUMAN, SMALL)),
        lambda: stage.match.start(),
        lambda: stage.match.play(12),
        lambda: stage.match.undo(),
        lambda: stage.match.redo(),
        lambda: stage.match.pause(),
        lambda: stage.match.start(),
        lambda: stage.match.resign(),
    ):
        change()
        versions.append(stage.seen.version)
        assert stage.match.poll() is False
        assert stage.seen.version == versions[-1]
    assert versions == sorted(set(versions))


def test_undo_and_redo_between_people_are_one_move(stage: Stage) -> None:
    stage.begin(HUMAN, HUMAN)
    stage.play(12, 7, 8)
    stage.match.undo()
    assert stage.seen.shown.moves == (12, 7)
    assert stage.seen.live.can_redo
    stage.match.redo()
    assert stage.seen.shown.moves == (12, 7, 8)
    assert not stage.seen.live.can_redo


def test_resigning_gives_the_game_to_the_other_side(stage: Stage) -> None:
    stage.begin(HUMAN, HUMAN)
    stage.play(12)
    stage.match.resign()
    assert stage.seen.outcome is not None
    assert stage.seen.outcome.points() == "B+R"
    assert stage.seen.phase is MatchPhase.FINISHED


def test_a_person_resigns_for_themselves_while_the_machine_thinks(stage: Stage) -> None:
    stage.begin(HUMAN, MACHINE)
    stage.play(12)
    stage.match.resign()
    assert stage.seen.outcome is not None
    assert stage.seen.outcome.winner is Color.WHITE
    assert isinstance(stage.engine.last, CancelRequest)


# --- the machine ----------------------------------------------------------------------------------------


def test_the_machine_is_asked_and_its_move_played(stage: Stage) -> None:
    stage.begin(HUMAN, MACHINE)
    stage.play(12)
    request = stage.engine.last
    assert isinstance(request, ThinkRequest)
    assert (request.moves, request.seat.spec, request.rules) == ((12,), MACHINE, SMALL)
    assert stage.seen.thoughts.is_running
    assert stage.match.play(13) == Refusal.NOT_YOUR_TURN
    stage.answer(7, Thinking(100, 100, 0.25))
    assert stage.seen.shown.moves == (12, 7)
    assert not stage.seen.thoughts.is_running
    assert stage.seen.line.black_win_rates == (None, 0.25)


def test_a_machine_knows_whether_a_person_faces_it(stage: Stage) -> None:
    stage.begin(HUMAN, MACHINE)
    stage.play(12)
    assert stage.engine.last.seat.faces_person
    stage.begin(MACHINE, MACHINE)
    assert not stage.engine.last.seat.faces_person


def test_a_board_is_open_until_most_of_it_is_somebodys(stage: Stage) -> None:
    assert stage.seen.shown.is_open
    stage.begin(HUMAN, HUMAN, SMALL)
    stage.play(12, 3)
    assert stage.seen.shown.is_open
    stage.play(7, 8, 2, 13, 17, 18, 22, 23)
    assert not stage.seen.shown.is_open


def test_the_machine_begins_when_it_has_black(stage: Stage) -> None:
    stage.match.new_match(MatchSetup(MACHINE, HUMAN, SMALL))
    assert stage.engine.thinks == []
    stage.match.start()
    assert stage.engine.last.moves == ()


def test_progress_is_shown_while_it_thinks(stage: Stage) -> None:
    stage.begin(MACHINE, HUMAN)
    assert stage.seen.waiting.is_loading
    tag = stage.engine.last.tag
    stage.engine.say(ThinkStarted(tag), ThinkProgress(tag, Thinking(50, 100, 0.6)))
    assert stage.match.poll() is True
    assert not stage.seen.waiting.is_loading
    assert stage.seen.thoughts.now == Thinking(50, 100, 0.6)
    stage.answer(12)
    assert stage.seen.thoughts.now is None


def test_undo_goes_back_to_the_persons_turn(stage: Stage) -> None:
    stage.begin(HUMAN, MACHINE)
    stage.play(12)
    stage.answer(7)
    stage.play(13)
    stage.answer(8)
    stage.match.undo()
    assert stage.seen.shown.moves == (12, 7)
    stage.match.undo()
    assert stage.seen.shown.moves == ()
    assert not stage.seen.live.can_undo
    stage.match.redo()
    assert stage.seen.shown.moves == (12, 7)
    stage.match.redo()
    assert stage.seen.shown.moves == (12, 7, 13, 8)


def test_moves_that_were_taken_back_before_the_end_are_no_part_of_the_game(stage: Stage) -> None:
    """A coach, a curve and whoever looks at the whole game see what was played."""
    stage.begin(HUMAN, MACHINE)
    for mine, theirs in ((12, 7), (13, 8)):
        stage.play(mine)
        stage.answer(theirs)
    stage.match.undo()
    stage.match.resign()
    line = stage.seen.line
    assert [move.action for move in line.moves] == [12, 7]
    assert line.end is not None
    assert line.end.outcome.termination is Termination.RESIGNATION
    assert len(line.black_win_rates) == 2
    stage.match.redo()
    assert [move.action for move in stage.seen.line.moves] == [12, 7, 13, 8], "and can be gone on with"
    assert stage.seen.line.end is None


def test_undo_while_the_machine_thinks_takes_the_persons_move_back(stage: Stage) -> None:
    stage.begin(HUMAN, MACHINE)
    stage.play(12)
    request = stage.engine.last
    stage.match.undo()
    assert stage.seen.shown.moves == ()
    assert not stage.seen.thoughts.is_running
    assert stage.engine.last == CancelRequest(request.tag)


def test_a_late_answer_never_lands_on_a_changed_board(stage: Stage) -> None:
    """The answer was on its way when the person took the move back and played another one."""
    stage.begin(HUMAN, MACHINE)
    stage.play(12)
    late = stage.engine.thinks[-1].tag
    stage.match.undo()
    stage.play(13)
    assert stage.engine.thinks[-1].tag.ply == late.ply
    stage.engine.say(ThinkAnswer(late, 7, False, None))
    stage.match.poll()
    assert stage.seen.shown.moves == (13,)
    assert stage.seen.thoughts.is_running
    stage.answer(8)
    assert stage.seen.shown.moves == (13, 8)


def test_an_answer_from_the_match_before_is_dropped(stage: Stage) -> None:
    stage.begin(MACHINE, HUMAN)
    late = stage.engine.thinks[-1].tag
    stage.match.restart()
    stage.engine.say(ThinkAnswer(late, 7, False, None))
    stage.match.poll()
    assert stage.seen.shown.moves == ()
    assert stage.engine.thinks[-1].tag != late


def test_a_person_with_white_cannot_undo_the_machines_first_move(stage: Stage) -> None:
    stage.begin(MACHINE, HUMAN)
    stage.answer(12)
    assert not stage.seen.live.can_undo
    stage.match.undo()
    assert stage.seen.shown.moves == (12,)


def test_computers_wait_during_a_pause(stage: Stage) -> None:
    stage.begin(MACHINE, MACHINE)
    tag = stage.engine.thinks[-1].tag
    stage.match.pause()
    assert stage.engine.last == CancelRequest(tag)
    assert stage.match.play(12) == Refusal.NOT_YOUR_TURN
    stage.match.start()
    assert stage.engine.thinks[-1].tag != tag
    stage.answer(12)
    assert stage.seen.shown.moves == (12,)


def test_undo_between_machines_stops_them(stage: Stage) -> None:
    stage.begin(MACHINE, MACHINE)
    stage.answer(12)
    stage.answer(7)
    stage.match.undo()
    assert stage.seen.shown.moves == (12,)
    assert stage.seen.phase is MatchPhase.PAUSED
    assert not stage.seen.thoughts.is_running


def test_machines_moves_stay_on_the_board_long_enough_to_be_seen(tmp_path: Path) -> None:
    stage = Stage(tmp_path, pace=0.5)
    stage.begin(MACHINE, MACHINE)
    stage.answer(12)
    assert stage.seen.shown.moves == (12,)
    stage.answer(7)
    assert stage.seen.shown.moves == (12,)
    stage.now = 0.6
    stage.match.poll()
    assert stage.seen.shown.moves == (12, 7)


def test_the_time_in_which_a_machines_move_waits_to_be_seen_is_nobodys(tmp_path: Path) -> None:
    """Or two that answer at once would lose on time, by 0.4 seconds a move."""
    stage = Stage(tmp_path, pace=0.5)
    stage.match.new_match(MatchSetup(MACHINE, MACHINE, SMALL, time=TimeControl(60)))
    stage.match.start()
    for action in (12, 7):
        stage.engine.say(ThinkStarted(stage.engine.thinks[-1].tag))
        stage.match.poll()
        stage.now += 2.0  # it thinks
        stage.answer(action)
        stage.now += 0.25
        stage.match.poll()
    assert stage.seen.shown.moves == (12, 7)
    clock = stage.match.clock
    assert clock is not None
    assert (clock.black.seconds, clock.white.seconds) == (58, 58)


def test_two_machines_without_chance_vary_their_openings(stage: Stage) -> None:
    pup = stage.kennel.adopt("pup")
    give_weights(stage, pup.id)
    for black, white, varied in ((DOG, DOG, True), (DOG, MACHINE, False), (DOG, HUMAN, False)):
        stage.begin(black, white)
        assert stage.engine.thinks[-1].seat.varied is varied


def give_weights(stage: Stage, dog_id: str) -> Path:
    from clevergo.app.kennel.growth import Checkpoint, Past

    weights = stage.paths.dogs / dog_id / "weights.pdparams"
    stage.kennel.growth.note(dog_id, Past(Checkpoint(1.0, 1, 1, 1, weights)))
    return weights


def test_a_dogs_weights_are_found_and_loaded_ahead(stage: Stage) -> None:
    pup = stage.kennel.adopt("pup")
    weights = give_weights(stage, pup.id)
    stage.match.new_match(MatchSetup(HUMAN, DOG, SMALL))
    request = stage.engine.last
    assert isinstance(request, PrepareRequest)
    assert request.seat.weights == weights


@pytest.mark.parametrize(("size", "noted"), [(9, 0.42), (13, None)])
def test_of_a_board_it_never_saw_no_chances_of_a_dog_get_into_the_record(
    stage: Stage, size: int, noted: float | None
) -> None:
    stage.paths.models.mkdir(parents=True)
    stage.paths.shipped_weights("alpha_go").touch()
    stage.begin(PlayerSpec.parse("alphago:alpha_go:100"), HUMAN, Ruleset(size))
    stage.answer(40, Thinking(100, 100, 0.42))
    assert stage.seen.line.black_win_rates == (noted,)
    assert stage.seen.thoughts.last is not None, "what it tried can be looked at all the same"


def test_a_list_of_dogs_that_cannot_be_read_just_now_stops_no_game(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage.paths.models.mkdir(parents=True)
    stage.paths.shipped_weights("alpha_go").touch()

    def broken(*_: object) -> None:
        raise AppError(as_said("the disk is gone"))

    monkeypatch.setattr(stage.kennel, "sizes_of", broken)
    stage.begin(PlayerSpec.parse("alphago:alpha_go:100"), HUMAN, Ruleset(9))
    stage.answer(40, Thinking(100, 100, 0.42))
    stage.play(12)
    assert stage.seen.shown.moves == (40, 12)
    assert len(stage.engine.thinks) == 2, "and the dog is asked again"


def test_a_machine_may_resign(stage: Stage) -> None:
    stage.begin(HUMAN, MACHINE)
    stage.play(12)
    stage.answer(7, resigns=True)
    assert stage.seen.outcome is not None
    assert stage.seen.outcome.points() == "B+R"
    assert stage.seen.shown.moves == (12,)


# --- mishaps --------------------------------------------------------------------------------------------


def test_an_unknown_dog_is_told_and_the_game_waits(stage: Stage) -> None:
    stage.begin(DOG, HUMAN)
    assert stage.seen.error is not None
    assert "pup" in str(stage.seen.error)
    assert stage.seen.phase is MatchPhase.PAUSED


def test_a_dead_engine_is_told_and_asked_again_after_start(stage: Stage) -> None:
    stage.begin(HUMAN, MACHINE)
    stage.play(12)
    stage.engine.say(EngineDied(as_said("it ended with code 7")))
    stage.match.poll()
    assert stage.seen.error is not None
    assert "code 7" in str(stage.seen.error)
    assert (stage.seen.phase, stage.seen.shown.moves) == (MatchPhase.PAUSED, (12,))
    stage.match.start()
    assert stage.seen.error is None
    stage.answer(7)
    assert stage.seen.shown.moves == (12, 7)


def test_an_engine_that_dies_idle_disturbs_nobody(stage: Stage) -> None:
    stage.begin(HUMAN, MACHINE)
    stage.engine.say(EngineDied(as_said("it ended")))
    stage.match.poll()
    assert stage.seen.error is None
    assert stage.seen.phase is MatchPhase.RUNNING


def test_a_fault_of_the_player_is_told(stage: Stage) -> None:
    stage.begin(MACHINE, HUMAN)
    stage.engine.say(EngineFault(stage.engine.last.tag, as_said("the weight file x is damaged")))
    stage.match.poll()
    assert stage.seen.error is not None
    assert "damaged" in str(stage.seen.error)
    assert stage.seen.phase is MatchPhase.PAUSED


@pytest.mark.parametrize(("black", "moves", "result"), [(HUMAN, (12,), "B+F"), (MACHINE, (), "W+F")])
def test_who_breaks_the_rules_loses_and_the_person_is_told_how(
    stage: Stage, black: PlayerSpec, moves: tuple[int, ...], result: str
) -> None:
    stage.begin(black, HUMAN if black is MACHINE else MACHINE)
    stage.play(*moves)
    stage.engine.say(ForfeitAnswer(stage.engine.last.tag, as_said("it put its stone on another")))
    stage.match.poll()
    assert stage.seen.outcome is not None
    assert (stage.seen.outcome.points(), stage.seen.shown.moves) == (result, moves)
    assert stage.seen.phase is MatchPhase.FINISHED
    assert "on another" in str(stage.seen.error)
    assert not stage.seen.thoughts.is_running
    stage.match.restart()
    assert stage.seen.error is None


def test_a_game_resigned_after_an_undo_is_saved_as_finished(stage: Stage) -> None:
    stage.begin(HUMAN, HUMAN)
    stage.play(12, 7, 8, 13)
    stage.match.undo()
    stage.match.undo()
    stage.match.resign()
    assert stage.files() == [(12, 7)]
    stage.match = stage.another()
    stage.match.reopen_last()
    stage.wait_for_game()
    assert stage.seen.phase is MatchPhase.FINISHED
    assert stage.seen.outcome is not None
    assert stage.seen.outcome.points() == "W+R"


@pytest.mark.parametrize("action", [12, 26, -1])
def test_an_impossible_answer_is_not_played(stage: Stage, action: int) -> None:
    stage.begin(HUMAN, MACHINE)
    stage.play(12)
    stage.answer(action)
    assert stage.seen.shown.moves == (12,)
    assert stage.seen.error is not None
    assert "mcts:100" in str(stage.seen.error)


# --- before the rules are loaded ---------------------------------------------------------------------------


def test_a_first_move_made_while_the_rules_load_is_not_lost(stage: Stage) -> None:
    stage.engine.rules_are_loaded = False
    stage.begin(HUMAN, MACHINE)
    assert stage.match.play(12) is None
    assert stage.match.play(13) == Refusal.NOT_YOUR_TURN
    assert stage.seen.waiting.is_loading
    assert stage.seen.shown.board.stones.shape == (5, 5)
    stage.match.poll()
    assert stage.seen.shown.moves == ()
    assert stage.seen.waiting.first_move == 12
    stage.engine.rules_are_loaded = True
    assert stage.match.poll() is True
    assert stage.seen.shown.moves == (12,)
    assert stage.seen.waiting.first_move is None
    assert stage.seen.thoughts.is_running


def test_a_first_move_that_waits_survives_a_pause_and_not_another_game(stage: Stage) -> None:
    stage.engine.rules_are_loaded = False
    stage.begin(HUMAN, MACHINE)
    assert stage.match.play(12) is None
    stage.match.pause()
    stage.engine.rules_are_loaded = True
    stage.match.poll()
    assert stage.seen.shown.moves == (12,)
    assert not stage.seen.thoughts.is_running
    stage.engine.rules_are_loaded = False
    stage.begin(HUMAN, MACHINE)
    assert stage.match.play(7) is None
    stage.match.restart()
    assert stage.seen.waiting.first_move is None


def test_a_handicap_lies_on_the_board_while_the_rules_load_and_white_moves_first(stage: Stage) -> None:
    stage.engine.rules_are_loaded = False
    stage.match.new_match(MatchSetup(HUMAN, HUMAN, Ruleset(9, 0.5), with_handicap(9, 2)))
    stage.match.start()
    corner = stage.seen.setup.start.black[0]
    assert stage.match.play(corner) == Refusal.OCCUPIED
    assert np.bincount(stage.seen.shown.board.stones.ravel()).tolist() == [79, 2]
    assert stage.match.play(40) is None
    stage.engine.rules_are_loaded = True
    stage.match.poll()
    assert stage.seen.shown.moves == (40,)
    assert np.bincount(stage.seen.shown.board.stones.ravel()).tolist() == [78, 2, 1]


def test_a_person_with_black_waits_for_white_in_a_handicap_game_while_the_rules_load(stage: Stage) -> None:
    stage.engine.rules_are_loaded = False
    stage.match.new_match(MatchSetup(HUMAN, MACHINE, Ruleset(9, 0.5), with_handicap(9, 2)))
    stage.match.start()
    assert stage.match.play(40) == Refusal.NOT_YOUR_TURN


def test_every_command_is_harmless_while_the_rules_load(stage: Stage) -> None:
    stage.engine.rules_are_loaded = False
    for command in ("undo", "redo", "resign", "pause", "start", "undo", "resign", "restart", "close"):
        getattr(stage.match, command)()
    stage.match.toggle_dead(3)
    assert stage.seen.shown.moves == ()


# --- the end --------------------------------------------------------------------------------------------

WALLS = [2, 3, 7, 8, 12, 13, 17, 18, 22, 23]
"""Black on the third column, White on the fourth: Black has 15 points, White 10."""


def finish_with_a_prisoner(stage: Stage, white: PlayerSpec = HUMAN, rules: Ruleset = SMALL) -> None:
    """Two passes, with a white stone (5) inside Black's area."""
    stage.begin(HUMAN, white, rules)
    moves = [*WALLS, 24, 5, PASS, PASS]
    for action, color in zip(moves, itertools.cycle(Color), strict=False):
        if color is Color.BLACK or white.is_human:
            stage.play(action)
        else:
            stage.answer(action)


def propose_the_prisoners(stage: Stage) -> None:
    """The engine takes the one stone of each side that lies in the other's area for dead."""
    dead = np.zeros((5, 5), np.bool_)
    dead[1, 0] = dead[4, 4] = True
    stage.engine.say(DeadStones(stage.engine.last.tag, dead))
    stage.match.poll()


def test_two_passes_end_the_game_and_have_dead_stones_proposed(stage: Stage) -> None:
    finish_with_a_prisoner(stage)
    request = stage.engine.last
    assert isinstance(request, CountRequest)
    assert stage.seen.phase is MatchPhase.FINISHED
    assert not stage.seen.thoughts.is_running
    assert stage.seen.shown.board.dead is None
    propose_the_prisoners(stage)
    assert stage.seen.shown.board.dead is not None
    assert stage.seen.outcome is not None
    assert stage.seen.shown.board.owners is not None
    assert stage.seen.bare_outcome is not None
    assert stage.seen.outcome.margin == 15 - 10 - 0.5
    assert (stage.seen.shown.board.owners == 1).sum() == 15
    assert stage.seen.bare_outcome.margin == 6 - 6 - 0.5  # both areas are spoiled by the stones in them


def test_who_agreed_on_territory_is_counted_so_hears_of_the_other_way_and_opens_it_again(stage: Stage) -> None:
    finish_with_a_prisoner(stage, rules=Ruleset(5, 0.5, scoring=Scoring.TERRITORY))
    propose_the_prisoners(stage)
    seen = stage.seen
    assert seen.tally == Tally((10, 5), (1, 1))
    assert seen.outcome is not None
    assert seen.outcome.margin == 11 - 6 - 0.5
    assert seen.other_count is not None
    assert (seen.other_count.way, seen.other_count.outcome.margin) == ("area", 15 - 10 - 0.5)
    stage.files()
    (path,) = stage.paths.games.glob("*.sgf")
    assert b"RU[Japanese, positional superko]" in path.read_bytes()
    stage.match = stage.another()
    stage.match.open_game(path)
    stage.wait_for_game()
    assert (stage.seen.outcome, stage.seen.tally) == (seen.outcome, seen.tally)


def test_what_a_result_is_made_of_is_told_wherever_one_looks(stage: Stage) -> None:
    finish_with_a_prisoner(stage, rules=Ruleset(5, 0.5, scoring=Scoring.TERRITORY))
    propose_the_prisoners(stage)
    counted = stage.seen
    stage.match.go_to(3)
    back = stage.seen
    assert back.shown.board.owners is None
    assert back.tally == counted.tally == Tally((10, 5), (1, 1))
    assert (back.other_count, back.bare_outcome) == (counted.other_count, counted.bare_outcome)


def test_where_no_person_plays_the_end_is_counted_by_area(stage: Stage) -> None:
    stage.begin(MACHINE, MACHINE, Ruleset(5, 0.5, scoring=Scoring.TERRITORY))
    assert stage.seen.setup.rules == Ruleset(5, 0.5)


def test_machines_that_took_over_a_game_by_territory_are_asked_what_is_dead(stage: Stage) -> None:
    stage.begin(HUMAN, MACHINE, Ruleset(5, 0.5, scoring=Scoring.TERRITORY))
    stage.match.change_players(MACHINE, MACHINE)
    stage.match.start()
    for action in (*WALLS, 24, 5, PASS, PASS):
        stage.answer(action)
    assert isinstance(stage.engine.last, CountRequest)
    propose_the_prisoners(stage)
    assert stage.seen.outcome is not None
    assert stage.seen.outcome.margin == 11 - 6 - 0.5


def test_a_click_makes_a_stone_live_again_and_counts_anew(stage: Stage) -> None:
    finish_with_a_prisoner(stage)
    propose_the_prisoners(stage)
    stage.match.toggle_dead(5)
    assert stage.seen.shown.board.dead is not None
    assert stage.seen.outcome is not None
    assert not stage.seen.shown.board.dead[1, 0]
    assert stage.seen.outcome.margin == 5 - 11 - 0.5
    stage.match.toggle_dead(7)  # a whole chain: all of Black's wall
    assert stage.seen.shown.board.dead[:, 2].all()
    before = stage.seen
    stage.match.toggle_dead(0)
    stage.match.toggle_dead(PASS)
    assert stage.seen is before


def test_how_a_counted_game_ended_is_told_wherever_one_looks_and_after_it_is_opened_again(stage: Stage) -> None:
    finish_with_a_prisoner(stage)
    assert stage.seen.line.end is not None
    propose_the_prisoners(stage)
    stage.match.go_to(3)
    counted = stage.seen.line.end
    assert counted is not None
    assert (counted.outcome.margin, counted.is_over, counted.dead) == (15 - 10 - 0.5, True, (5, 24))
    stage.match.look_live()
    stage.match.toggle_dead(5)
    assert stage.seen.line.end is not None
    assert (stage.seen.line.end.outcome.margin, stage.seen.line.end.dead) == (5 - 11 - 0.5, (24,))
    stage.files()
    (path,) = stage.paths.games.glob("*.sgf")
    node = from_sgf(path.read_bytes()).node
    assert (node.black_win_rate, node.black_score) == (0.0, -6.5), "the curve in the file ends in the result"
    stage.match = stage.another()
    stage.match.reopen_last()
    stage.wait_for_game()
    assert stage.seen.line.end is not None
    assert (stage.seen.line.end.outcome.margin, stage.seen.line.end.dead) == (-6.5, (24,))
    assert stage.seen.shown.board.owners is not None
    assert (stage.seen.shown.board.owners == 2).sum() == 11
    stage.match.toggle_dead(5)
    assert stage.seen.outcome is not None
    assert stage.seen.outcome.margin == 15 - 10 - 0.5


def test_a_result_from_elsewhere_that_the_board_does_not_show_is_not_drawn_on_it(stage: Stage) -> None:
    moves = ";".join(f"{'BW'[i % 2]}[{point}]" for i, point in enumerate(("cc", "ca", "", "")))
    stage.match.open_game(f"(;SZ[5]KM[0.5]RE[B+9.5];{moves})")
    stage.wait_for_game()
    assert stage.seen.shown.board.owners is None
    assert stage.seen.line.end is not None
    assert stage.seen.line.end.outcome.margin == 9.5
    assert stage.seen.line.end.dead is None, "nobody knows what was counted"
    stage.match.open_game(f"(;SZ[5]KM[0.5];{moves})")
    stage.wait_for_game()
    assert stage.seen.line.end is None, "it does not say how it ended, and nobody has counted it"


def test_undo_reopens_a_finished_game(stage: Stage) -> None:
    finish_with_a_prisoner(stage)
    stage.match.undo()
    assert stage.seen.phase is MatchPhase.RUNNING
    assert stage.seen.outcome is None
    assert stage.seen.shown.board.owners is None
    stage.engine.say(DeadStones(stage.engine.asked[-2].tag, np.ones((5, 5), np.bool_)))
    stage.match.poll()
    assert stage.seen.shown.board.dead is None
    stage.play(PASS)
    assert isinstance(stage.engine.last, CountRequest)


@pytest.mark.parametrize("again", ["pass", "redo"])
def test_stones_a_person_has_corrected_stay_so_when_the_same_end_comes_back(stage: Stage, again: str) -> None:
    finish_with_a_prisoner(stage)
    propose_the_prisoners(stage)
    stage.match.toggle_dead(5)
    counted, asked = stage.seen, len(stage.engine.asked)
    stage.match.undo()
    assert stage.seen.outcome is None
    if again == "redo":
        stage.match.redo()
    else:
        stage.play(PASS)
    assert stage.seen.phase is MatchPhase.FINISHED
    assert stage.seen.outcome == counted.outcome
    assert stage.seen.line.end == counted.line.end
    assert len(stage.engine.asked) == asked, "nobody is asked again"


def test_games_between_machines_are_counted_as_they_train(stage: Stage) -> None:
    stage.begin(MACHINE, MACHINE)
    stage.answer(12)
    stage.answer(PASS)
    stage.answer(PASS)
    assert stage.seen.phase is MatchPhase.FINISHED
    assert stage.seen.shown.board.dead is None
    assert stage.seen.outcome is not None
    assert stage.seen.outcome == stage.seen.bare_outcome
    assert not any(isinstance(request, CountRequest) for request in stage.engine.asked)


def test_without_an_engine_to_propose_them_no_stone_is_dead(stage: Stage) -> None:
    finish_with_a_prisoner(stage)
    stage.engine.say(EngineDied(as_said("it ended")))
    stage.match.poll()
    assert stage.seen.shown.board.dead is not None
    assert not stage.seen.shown.board.dead.any()
    assert stage.seen.phase is MatchPhase.FINISHED


# --- nothing is lost ------------------------------------------------------------------------------------


def test_a_game_is_saved_with_every_move(stage: Stage) -> None:
    stage.begin(HUMAN, MACHINE)
    stage.play(12)
    assert stage.files() == [(12,)]
    stage.answer(7)
    assert stage.files() == [(12, 7)]
    stage.match.undo()
    stage.play(13)
    assert stage.files() == [(13,)]
    stage.match.restart()
    stage.play(1)
    stage.match.restart()
    stage.play(2)
    assert stage.files() == [(13,), (1,), (2,)]


def test_an_untouched_board_leaves_no_file(stage: Stage) -> None:
    stage.begin(HUMAN, HUMAN)
    stage.match.restart()
    assert stage.files() == []


def test_a_finished_game_is_in_the_kennel_once_however_often_it_is_counted(stage: Stage) -> None:
    finish_with_a_prisoner(stage)
    stage.engine.say(DeadStones(stage.engine.last.tag, np.zeros((5, 5), np.bool_)))
    stage.match.poll()
    stage.match.toggle_dead(5)
    stage.files()
    (game,) = kept(stage.kennel, "games")
    assert stage.seen.outcome is not None
    outcome = from_sgf(game["sgf"]).outcome
    assert outcome is not None
    assert outcome.points() == stage.seen.outcome.points()


def test_what_an_analysis_finds_after_the_end_is_saved_too(stage: Stage) -> None:
    stage.begin(HUMAN, HUMAN, Ruleset(5, 2.5))
    stage.play(12, 7)
    stage.match.resign()
    stage.match.judge(stage.seen.line.moves[0].node, 0.4, -1.0)
    stage.files()
    (path,) = stage.paths.games.glob("*.sgf")
    assert b"SBKV[40.00]" in path.read_bytes()
    assert len(kept(stage.kennel, "games")) == 1


def test_a_finished_game_that_is_analyzed_another_day_stays_one_game(stage: Stage) -> None:
    stage.begin(HUMAN, HUMAN, Ruleset(5, 2.5))
    stage.play(12, 7)
    stage.match.resign()
    stage.files()
    again = stage.match = stage.another()
    assert again.reopen_last()
    stage.wait_for_game()
    again.judge(again.snapshot.line.moves[0].node, 0.4)
    stage.files()
    (path,) = stage.paths.games.glob("*.sgf")
    assert b"SBKV[40.00]" in path.read_bytes()
    assert len(kept(stage.kennel, "games")) == 1


def test_the_last_game_opens_again_and_goes_on(stage: Stage) -> None:
    stage.begin(HUMAN, MACHINE, Ruleset(5, 2.5))
    stage.play(12)
    stage.answer(7)
    stage.play(13)
    stage.files()
    again = stage.match = stage.another()
    assert again.reopen_last() is True
    stage.wait_for_game()
    assert stage.seen.shown.moves == (12, 7, 13)
    assert stage.seen.setup == MatchSetup(HUMAN, MACHINE, Ruleset(5, 2.5))
    assert stage.seen.phase is MatchPhase.PAUSED
    again.start()
    stage.answer(8)
    assert stage.files() == [(12, 7, 13, 8)]


def test_a_finished_game_opens_again_finished(stage: Stage) -> None:
    stage.begin(HUMAN, HUMAN)
    stage.play(12)
    stage.match.resign()
    stage.files()
    stage.match = stage.another()
    stage.match.reopen_last()
    stage.wait_for_game()
    assert stage.seen.phase is MatchPhase.FINISHED
    assert stage.seen.outcome is not None
    assert stage.seen.outcome.points() == "B+R"


def test_without_a_saved_game_there_is_nothing_to_reopen(stage: Stage) -> None:
    assert stage.match.reopen_last() is False


def test_a_game_that_cannot_be_read_is_told(stage: Stage) -> None:
    stage.paths.games.mkdir(parents=True)
    (stage.paths.games / "2026-01-01 10-00-00.sgf").write_bytes(b"no game")
    stage.match.reopen_last()
    stage.wait_for_game()
    assert stage.seen.error is not None
    assert "2026-01-01" in str(stage.seen.error)
    assert stage.seen.shown.moves == ()


def test_a_game_that_cannot_be_saved_goes_on_and_says_so(stage: Stage) -> None:
    stage.paths.data.mkdir()
    stage.paths.games.write_text("a file in the way")
    stage.begin(HUMAN, HUMAN)
    stage.play(12)
    assert not stage.match.flush(10.0)
    stage.match.poll()
    assert stage.seen.error is not None
    assert "cannot be saved" in str(stage.seen.error)
    assert stage.seen.phase is MatchPhase.RUNNING
    stage.paths.games.unlink()
    stage.play(7)
    assert stage.files() == [(12, 7)]
    stage.match.poll()
    assert stage.seen.error is None


def test_closing_ends_the_engine(stage: Stage) -> None:
    stage.match.close()
    assert stage.engine.is_closed


def test_a_match_is_laid_out_before_anything_heavy_is_loaded(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "from clevergo.app.match.controller import MatchController; from clevergo.app.kennel.book import Kennel\n"
        "from clevergo.app.desk.paths import Paths; from clevergo.app.desk.library import GameStore\n"
        f"paths = Paths(Path({str(tmp_path)!r}))\n"
        "match = MatchController(Kennel(paths), GameStore(paths.games))\n"
        "assert match.snapshot.shown.board.stones.shape == (9, 9)\n"
        "assert not {'numba', 'paddle', 'scipy', 'pygame', 'sgfmill'} & set(sys.modules)\n"
    )
    outcome = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert outcome.returncode == 0, outcome.stderr


def test_a_first_start_shows_how_far_its_preparations_are(stage: Stage) -> None:
    stage.engine.preparing = Preparing(12, 40)
    assert stage.match.poll()
    assert stage.seen.waiting.preparing == Preparing(12, 40)
    assert stage.seen.waiting.preparing.share == 0.3
    stage.engine.preparing = None
    assert stage.match.poll()
    assert stage.seen.waiting.preparing is None
