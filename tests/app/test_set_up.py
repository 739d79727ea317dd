"""A position set up by hand: on the board as a record, saved as SGF, played on from; legal ones only."""

from __future__ import annotations

from pathlib import Path

import pytest

from clevergo.app.match.messages import MatchPhase
from clevergo.games.color import Color
from clevergo.games.five.rules import FiveRules, RuleSet
from clevergo.games.sgf.codec import from_sgf
from clevergo.games.start import Start
from tests.app.test_match import HUMAN, MACHINE, SMALL, Stage

LAID = Start((0, 12), (6,), Color.WHITE)
FIVE = FiveRules(size=9)


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path)


@pytest.mark.parametrize("rules", [SMALL, FIVE], ids=["go", "five"])
def test_it_lies_on_the_board_to_be_looked_at_and_moves_are_tried(stage: Stage, rules: object) -> None:
    assert stage.match.set_up(rules, LAID) is None  # type: ignore[arg-type]
    seen = stage.seen
    assert (seen.phase, seen.shown.to_play, seen.shown.ply) == (MatchPhase.LOOKING, Color.WHITE, 0)
    stones = seen.shown.board.stones.ravel()
    assert {int(at): int(stones[at]) for at in stones.nonzero()[0]} == {0: 1, 6: 2, 12: 1}
    stage.play(18)
    assert stage.seen.shown.moves == (18,)
    assert stage.files() == [], "nothing is saved unless somebody asks"


@pytest.mark.parametrize("rules", [SMALL, FIVE], ids=["go", "five"])
def test_it_is_saved_as_stones_and_a_turn(stage: Stage, rules: object, tmp_path: Path) -> None:
    stage.match.set_up(rules, LAID)  # type: ignore[arg-type]
    text = stage.match.game_text()
    assert all(part in text for part in ("AB[aa]", "AW[", "PL[W]"))
    read = from_sgf(text.encode())
    assert (read.start, read.rules) == (LAID, rules)


@pytest.mark.parametrize("rules", [SMALL, FIVE], ids=["go", "five"])
def test_one_plays_on_from_it_and_the_machine_is_told_of_the_stones(stage: Stage, rules: object) -> None:
    stage.match.set_up(rules, LAID)  # type: ignore[arg-type]
    stage.match.play_on(HUMAN, MACHINE)
    assert stage.engine.last.start == LAID
    stage.answer(18)
    stage.play(3)
    stage.files()
    read = from_sgf(next(stage.paths.games.glob("*.sgf")).read_bytes())
    assert (read.start, read.moves, read.players) == (LAID, (18, 3), ("human", "mcts:100"))


@pytest.mark.parametrize(
    ("rules", "start", "code"),
    [
        (SMALL, Start((1, 5), (0,)), "chain_without_liberty"),
        (SMALL, Start(tuple(range(25))), "chain_without_liberty"),
        (FIVE, Start((0, 1, 2, 3, 4)), "setup_row"),
        (FIVE, Start((0, 1, 2, 3, 4, 5)), "setup_row"),
        (FIVE, Start((), (4, 12, 20, 28, 36)), "setup_row"),
        (FIVE, Start((0, 9, 18, 27, 36)), "setup_row"),
        (FiveRules(size=9, row=3), Start((0, 10, 20)), "setup_row"),
    ],
)
def test_what_cannot_lie_there_is_refused_and_nothing_changes(
    stage: Stage, rules: object, start: Start, code: str
) -> None:
    stage.begin(HUMAN, HUMAN)
    stage.play(12)
    problem = stage.match.set_up(rules, start)  # type: ignore[arg-type]
    assert problem is not None
    assert problem.code == code
    assert (stage.seen.phase, stage.seen.shown.moves) == (MatchPhase.RUNNING, (12,))


@pytest.mark.parametrize(
    ("rule", "start"),
    [
        (RuleSet.FREESTYLE, Start((0, 1, 2, 3), (5, 6, 7, 8))),
        (RuleSet.STANDARD, Start((0, 1, 2, 3, 4, 5))),
        (RuleSet.RENJU, Start((0, 1, 2, 3, 4, 5))),
    ],
)
def test_rows_that_win_nothing_may_lie_there(stage: Stage, rule: RuleSet, start: Start) -> None:
    assert stage.match.why_no_start(FiveRules(size=9, rule=rule), start) is None


def test_before_the_rules_are_loaded_it_asks_to_try_again(stage: Stage) -> None:
    stage.engine.rules_are_loaded = False
    problem = stage.match.set_up(SMALL, LAID)
    assert problem is not None
    assert problem.code == "rules_loading"
    assert stage.match.why_no_start(SMALL, Start((1, 5), (0,))) is None, "nobody can tell yet"
