"""A match in which colors are settled over the first stones: who may do what, undo, clocks, saved games."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from clevergo.app.desk.paths import Paths
from clevergo.app.engine.messages import ForfeitAnswer, SettleAnswer, SettleRequest
from clevergo.app.kennel.book import Kennel
from clevergo.app.match.clock import TimeControl
from clevergo.app.match.messages import MatchPhase, MatchSetup, MatchSnapshot, Refusal
from clevergo.app.tournament.pairing import TournamentPlan, TournamentState
from clevergo.app.tournament.session import TournamentSession
from clevergo.games.color import Color
from clevergo.games.five.rules import FiveRules, OpeningRule
from clevergo.games.outcome import Outcome, Termination
from clevergo.games.record import TimeLeft
from clevergo.games.sgf.codec import from_sgf
from clevergo.players.settling import Settled
from clevergo.players.spec import PlayerSpec
from clevergo.problem import as_said
from tests.app.test_match import Stage
from tests.patience import PATIENCE

RULES = FiveRules(size=9, opening=OpeningRule.SWAP2)
ME, IT = PlayerSpec.parse("human"), PlayerSpec.parse("alphabeta:1000")
LAID = (40, 41, 30)


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path)


def begin(stage: Stage, first: PlayerSpec, second: PlayerSpec, time: TimeControl | None = None) -> None:
    stage.match.new_match(MatchSetup(first, second, RULES, time=time))
    stage.match.start()


def seen(stage: Stage) -> MatchSnapshot:
    stage.match.poll()
    return stage.match.snapshot


def task(stage: Stage) -> str:
    """Who is to do what."""
    settling = seen(stage).settling
    return "" if settling is None else f"{settling.side.name.lower()} {settling.task.name}"


def settle(stage: Stage, *stones: int, choice: str = "") -> None:
    """What the machine does that was asked last."""
    asked = stage.engine.last
    assert isinstance(asked, SettleRequest)
    stage.engine.say(SettleAnswer(asked.tag, Settled(stones, choice)))
    stage.match.poll()


def put(stage: Stage, *stones: int) -> None:
    for action in stones:
        assert stage.match.play(action) is None


def test_i_put_three_stones_and_it_takes_black(stage: Stage) -> None:
    begin(stage, ME, IT)
    assert task(stage) == "black lay"
    put(stage, *LAID)
    assert task(stage) == "white answer"
    assert stage.engine.last.seat.spec == IT
    assert stage.match.play(0) is Refusal.NOT_YOUR_TURN
    settle(stage, choice="black")
    now = seen(stage)
    assert (now.settling, now.setup.black, now.setup.white, now.is_swapped) == (None, IT, ME, True)
    assert now.may_move, "White moves, and that is me"
    put(stage, 0)
    assert stage.engine.thinks[-1].seat.color is Color.BLACK


def test_it_puts_three_stones_and_i_choose(stage: Stage) -> None:
    begin(stage, IT, ME)
    settle(stage, *LAID)
    assert task(stage) == "white answer"
    now = seen(stage)
    assert (now.shown.moves, now.may_move, now.is_persons_turn) == (LAID, False, True)
    assert stage.match.play(0) is Refusal.CHOOSE_FIRST
    stage.match.choose("nonsense")
    assert task(stage) == "white answer"
    stage.match.choose("two")
    assert task(stage) == "white more"
    put(stage, 1, 2)
    assert task(stage) == "black color"
    settle(stage, choice="white")
    now = seen(stage)
    assert (now.settling, now.setup.black, now.setup.white) == (None, ME, IT)
    assert stage.engine.thinks[-1].seat.color is Color.WHITE


def test_between_two_people_everybody_acts_in_turn(stage: Stage) -> None:
    begin(stage, ME, ME)
    put(stage, *LAID)
    stage.match.choose("two")
    put(stage, 1, 2)
    assert stage.match.play(3) is Refusal.CHOOSE_FIRST
    stage.match.choose("white")
    now = seen(stage)
    assert (now.settling, now.is_swapped, now.may_move) == (None, True, True)


def test_taking_back_asks_again_and_restarting_begins_with_the_same_seats(stage: Stage) -> None:
    begin(stage, IT, ME)
    settle(stage, *LAID)
    stage.match.choose("black")
    stage.answer(0)
    put(stage, 1)
    stage.answer(2)
    assert seen(stage).setup == MatchSetup(ME, IT, RULES)
    stage.match.undo()
    assert seen(stage).shown.ply == 4
    stage.match.undo()
    now = seen(stage)
    assert (now.shown.ply, task(stage), now.setup) == (3, "white answer", MatchSetup(IT, ME, RULES))
    assert not now.live.can_redo
    stage.match.choose("white")
    assert seen(stage).setup == MatchSetup(IT, ME, RULES)
    stage.match.restart()
    assert (seen(stage).setup, task(stage)) == (MatchSetup(IT, ME, RULES), "black lay")


def test_resigning_while_colors_are_settled_loses(stage: Stage) -> None:
    begin(stage, IT, ME)
    settle(stage, *LAID)
    stage.match.resign()
    now = seen(stage)
    assert (now.phase, now.settling) == (MatchPhase.FINISHED, None)
    assert now.outcome == Outcome(Color.BLACK, None, Termination.RESIGNATION)


@pytest.mark.parametrize(("first", "second", "winner"), [(IT, ME, Color.WHITE), (ME, IT, Color.BLACK)])
def test_who_breaks_the_rules_while_colors_are_settled_loses(
    stage: Stage, first: PlayerSpec, second: PlayerSpec, winner: Color
) -> None:
    begin(stage, first, second)
    if first is ME:
        put(stage, *LAID)
    stage.engine.say(ForfeitAnswer(stage.engine.last.tag, as_said("it put its stone on another")))
    now = seen(stage)
    assert (now.phase, now.outcome) == (MatchPhase.FINISHED, Outcome(winner, None, Termination.FORFEIT))


def test_everybody_keeps_the_time_they_have_left(stage: Stage) -> None:
    begin(stage, ME, ME, TimeControl(100.0))
    stage.now = 10.0
    put(stage, *LAID)
    stage.now = 40.0
    stage.match.choose("black")
    clock = stage.match.clock
    assert clock is not None
    assert (clock.black.seconds, clock.white.seconds, clock.running) == (70.0, 90.0, Color.WHITE)


@pytest.mark.parametrize("choice", ["black", "white", "two"])
def test_who_chooses_has_a_whole_period_again_as_after_a_move(stage: Stage, choice: str) -> None:
    begin(stage, ME, ME, TimeControl(0.0, 3, 30.0))
    put(stage, *LAID)
    stage.now = 25.0
    stage.match.choose(choice)
    clock = stage.match.clock
    assert clock is not None
    assert (clock.black, clock.white, clock.running) == (TimeLeft(30.0, 3), TimeLeft(30.0, 3), Color.WHITE)


def test_a_choice_that_comes_with_the_end_of_its_time_is_too_late(stage: Stage) -> None:
    begin(stage, ME, ME, TimeControl(10.0))
    put(stage, *LAID)
    stage.now = 10.5
    stage.match.choose("black")
    now = stage.match.snapshot
    assert (now.phase, now.is_swapped) == (MatchPhase.FINISHED, False)
    assert now.outcome == Outcome(Color.BLACK, None, Termination.TIME)


def test_taking_back_gives_nobody_the_others_time(stage: Stage) -> None:
    """Who puts the three stones puts a white one, too, in time of their own."""
    begin(stage, ME, ME, TimeControl(100.0))
    stage.now = 60.0
    put(stage, *LAID)
    stage.match.choose("white")
    stage.now = 65.0
    put(stage, 0)
    stage.match.undo()
    clock = stage.match.clock
    assert clock is not None
    assert (clock.black.seconds, clock.white.seconds) == (40.0, 100.0)


@pytest.mark.parametrize(("ply", "may"), [(1, False), (2, False), (3, True)])
def test_no_variation_begins_where_colors_were_settled(stage: Stage, ply: int, may: bool) -> None:
    begin(stage, ME, ME)
    put(stage, *LAID)
    stage.match.choose("black")
    put(stage, 0, 1)
    stage.match.look_at(stage.seen.line.moves[ply - 1].node)
    assert seen(stage).shown.ply == ply
    assert seen(stage).may_move is may
    assert (stage.match.play(50) is None) is may
    assert seen(stage).live.ply == (ply + 1 if may else 5)


@pytest.mark.parametrize(
    ("choices", "left"),
    [
        (("black",), (100.0, 38.0)),
        (("two", "white"), (93.0, 37.0)),
        (("two", "black"), (40.0, 91.0)),
    ],
)
def test_taking_back_after_a_swap_leaves_everybody_their_own_time(
    stage: Stage, choices: tuple[str, ...], left: tuple[float, float]
) -> None:
    """The first spends 60 s on three stones, the other 2 s on an answer; then 5 s on two stones, and 1 s on a color."""
    begin(stage, ME, ME, TimeControl(100.0))
    stage.now = 60.0
    put(stage, *LAID)
    stage.now = 62.0
    stage.match.choose(choices[0])
    if len(choices) > 1:
        stage.now = 67.0
        put(stage, 1, 2)
        stage.now = 68.0
        stage.match.choose(choices[1])
    stage.now += 2.0
    put(stage, 10)
    stage.now += 3.0
    put(stage, 11)
    stage.match.undo()
    clock = stage.match.clock
    assert clock is not None
    assert (clock.black.seconds, clock.white.seconds) == left


def test_a_game_that_was_left_goes_on_where_it_was(stage: Stage) -> None:
    begin(stage, IT, ME)
    settle(stage, *LAID)
    stage.match.choose("two")
    put(stage, 1)
    assert stage.match.flush(10.0)
    stage.match = stage.another()
    assert stage.match.reopen_last()
    stage.match.poll()
    stage.match._reader.wait()
    assert task(stage) == "white more"
    stage.match.start()
    put(stage, 2)
    settle(stage, choice="white")
    assert stage.match.flush(10.0)
    stage.match = stage.another()
    stage.match.reopen_last()
    stage.match.poll()
    stage.match._reader.wait()
    now = seen(stage)
    assert (now.settling, now.setup.black, now.setup.white, now.shown.ply) == (None, ME, IT, 5)


def test_a_tournament_tells_who_had_which_color_in_the_end(tmp_path: Path) -> None:
    paths = Paths(tmp_path / "data", tmp_path / "program")
    players = (PlayerSpec.parse("random"), PlayerSpec.parse("mcts:50"))
    plan = TournamentPlan(players, 8, RULES, seed=1)
    session = TournamentSession(Kennel(paths), paths, processes=1)
    session.start(plan)
    assert session.wait(PATIENCE)
    shown = session.snapshot
    assert (shown.state, shown.error) == (TournamentState.FINISHED, None)
    for result in shown.results:
        record = from_sgf(session.game_file(result.fixture.number).read_bytes())
        black, white = players[result.fixture.black], players[result.fixture.white]
        assert (record.players, record.black, record.white) == ((str(black), str(white)), black.name, white.name)
        assert record.outcome is not None
        assert record.outcome.points() == result.result
    planned = [result.fixture == plan.fixture(result.fixture.number) for result in shown.results]
    assert set(planned) == {True, False}, "some have changed colors"
    assert shown.live is not None
    assert shown.live.fixture == shown.results[-1].fixture
    session.close()
    again = TournamentSession(Kennel(paths), paths)
    again.look_back()
    deadline = time.monotonic() + PATIENCE
    while again.snapshot.state is TournamentState.NONE and time.monotonic() < deadline:
        time.sleep(0.02)
    assert again.snapshot.results == shown.results
    assert again.snapshot.table is not None
    assert shown.table is not None
    assert again.snapshot.table.score(1) == shown.table.score(1)
    again.close()
