"""Going back and forth in a game, variations, clocks, and games opened, pasted and saved elsewhere."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from clevergo.app.engine.messages import CountRequest, DeadStones, ThinkRequest, ThinkStarted
from clevergo.app.match.clock import LONGEST_PASS, TimeControl
from clevergo.app.match.controller import MatchController
from clevergo.app.match.messages import CopySaved, MatchPhase, MatchSetup, Refusal, Thinking
from clevergo.games.color import Color
from clevergo.games.game import position_after
from clevergo.games.go.rules import Ruleset, with_handicap
from clevergo.games.record import TimeLeft
from clevergo.games.sgf.codec import from_sgf
from tests.app.test_match import HUMAN, MACHINE, PASS, SMALL, Stage


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path)


# --- looking around --------------------------------------------------------------------------------------


def test_looking_back_shows_earlier_positions_and_leaves_the_game_where_it_is(stage: Stage) -> None:
    stage.begin(HUMAN, HUMAN)
    stage.play(12, 7, 3)
    stage.match.look_by(-2)
    assert (stage.seen.shown.moves, stage.seen.shown.is_live, stage.seen.shown.ply) == ((12,), False, 1)
    assert (stage.seen.live.ply, stage.seen.live.to_play) == (3, Color.WHITE)
    assert [move.action for move in stage.seen.line.moves] == [12, 7, 3]
    stage.match.look_by(-9)
    assert stage.seen.shown.moves == ()
    stage.match.look_by(99)
    assert stage.seen.shown.is_live
    assert stage.seen.shown.moves == (12, 7, 3)


def test_looking_back_does_not_disturb_a_machine_that_thinks(stage: Stage) -> None:
    stage.begin(HUMAN, MACHINE)
    stage.play(12)
    asked = list(stage.engine.asked)
    stage.match.look_by(-1)
    assert stage.engine.asked == asked
    assert stage.seen.thoughts.is_running
    stage.answer(7)
    assert stage.seen.shown.moves == (), "one goes on looking where one was"
    assert stage.seen.live.ply == 2
    stage.match.look_live()
    assert stage.seen.shown.moves == (12, 7)


def test_a_move_played_after_looking_back_starts_a_variation_and_the_machine_answers_it(stage: Stage) -> None:
    stage.begin(HUMAN, MACHINE)
    stage.play(12)
    stage.answer(7)
    stage.play(13)
    late = stage.engine.thinks[-1].tag
    stage.match.look_by(-3)
    stage.play(3)
    assert stage.seen.shown.moves == (3,)
    assert stage.seen.shown.is_live
    assert stage.engine.thinks[-1].tag != late
    assert stage.engine.thinks[-1].moves == (3,)
    stage.answer(8)
    assert [(move.action, [action for _, action in move.others]) for move in stage.seen.line.moves] == [
        (3, [12]),
        (8, []),
    ]
    stage.match.look_beside(1)
    assert stage.seen.shown.moves == (12,)
    assert [move.action for move in stage.seen.line.moves] == [12, 7, 13]


def test_a_finished_game_stays_and_what_is_tried_in_it_is_a_variation(stage: Stage) -> None:
    stage.begin(HUMAN, HUMAN)
    stage.play(12, 7, 3)
    stage.match.resign()
    assert stage.match.play(4) == Refusal.GAME_OVER
    stage.match.look_by(-1)
    assert stage.seen.outcome is not None
    stage.play(4)
    assert stage.seen.phase is MatchPhase.RUNNING
    stage.files()
    (path,) = stage.paths.games.glob("*.sgf")
    record = from_sgf(path.read_bytes())
    assert [node.action for node in record.main_line()[1:]] == [12, 7, 3]
    assert record.main_line()[-1].outcome is not None
    assert record.moves == (12, 7, 4)


def test_what_was_abandoned_can_be_played_on_after_the_game_has_ended(stage: Stage) -> None:
    stage.begin(HUMAN, HUMAN)
    stage.play(12, 7, 3)
    abandoned = stage.seen.shown.node
    stage.match.undo()
    stage.play(2, 8)
    stage.match.resign()
    ended = stage.seen.shown.node
    stage.match.look_at(abandoned)
    assert stage.seen.may_move, "the end of a line that has none"
    stage.play(20)
    stage.match.look_at(ended)
    assert not stage.seen.may_move
    assert stage.match.play(21) == Refusal.GAME_OVER


def counted(stage: Stage, *dead: int) -> None:
    """These stones are proposed as dead at the end of the game."""
    mask = np.zeros((5, 5), np.bool_)
    mask.flat[list(dead)] = True
    stage.engine.say(DeadStones(stage.engine.last.tag, mask))
    stage.match.poll()


def test_a_variation_that_was_counted_has_the_same_result_after_it_is_opened_again(stage: Stage) -> None:
    stage.begin(HUMAN, HUMAN)
    stage.play(12, 7, PASS, PASS)
    counted(stage)
    stage.match.go_to(1)
    stage.play(11, 13, PASS, PASS)
    counted(stage, 11)
    tried = stage.seen
    assert tried.is_variation
    assert tried.outcome != tried.bare_outcome
    stage.files()
    assert tried.file is not None
    stage.match = stage.another()
    stage.match.open_game(tried.file)
    stage.wait_for_game()
    assert (stage.seen.outcome, stage.seen.is_variation) == (tried.outcome, True)
    assert stage.seen.line.end == tried.line.end
    stage.match.toggle_dead(11)
    assert stage.seen.outcome == tried.bare_outcome


def test_stones_can_be_marked_after_a_game_is_opened_again_in_which_nobody_had_territory(stage: Stage) -> None:
    stage.begin(HUMAN, HUMAN)
    stage.play(12, 7, PASS, PASS)
    counted(stage)
    before = stage.seen
    stage.files()
    assert before.file is not None
    stage.match = stage.another()
    stage.match.open_game(before.file)
    stage.wait_for_game()
    assert stage.seen.outcome == before.outcome
    stage.match.toggle_dead(7)
    assert stage.seen.outcome != before.outcome


def test_only_a_side_that_a_person_plays_can_be_tried_differently(stage: Stage) -> None:
    stage.begin(HUMAN, MACHINE)
    stage.play(12)
    stage.answer(7)
    stage.match.look_by(-1)
    assert stage.match.play(3) == Refusal.NOT_YOUR_TURN
    stage.match.look_by(-1)
    assert stage.match.play(3) is None


def test_undo_returns_to_the_game_first(stage: Stage) -> None:
    stage.begin(HUMAN, HUMAN)
    stage.play(12, 7, 3)
    stage.match.look_by(-3)
    stage.match.undo()
    assert stage.seen.shown.is_live
    assert stage.seen.shown.moves == (12, 7)


def test_the_curves_know_what_searches_and_analyzes_thought(stage: Stage) -> None:
    stage.begin(MACHINE, HUMAN)
    stage.answer(12, Thinking(100, 100, 0.7))
    stage.play(7)
    stage.match.judge(stage.seen.shown.node, 0.4, -1.0)
    assert stage.seen.line.black_win_rates == (0.7, 0.4)
    assert stage.seen.line.black_scores == (None, -1.0)
    stage.answer(3)
    text = stage.match.game_text()
    assert "SBKV[70.00]" in text
    assert "SBKV[40.00]" in text


# --- handicap --------------------------------------------------------------------------------------------


def test_white_begins_a_handicap_game_and_the_engine_is_told_of_the_stones(stage: Stage) -> None:
    stage.match.new_match(MatchSetup(HUMAN, MACHINE, Ruleset(9, 0.5), with_handicap(9, 3)))
    stage.match.start()
    assert int((stage.seen.shown.board.stones == 1).sum()) == 3
    request = stage.engine.thinks[-1]
    assert request.seat.color is Color.WHITE
    assert len(request.start.black) == 3
    stage.answer(40)
    stage.play(41)
    stage.files()
    stage.match = stage.another()
    stage.match.reopen_last()
    stage.wait_for_game()
    setup = stage.seen.setup
    assert setup.rules.game.agreed(setup.rules, setup.start)["handicap"] == 3
    assert stage.seen.shown.moves == (40, 41)


# --- clocks ----------------------------------------------------------------------------------------------


def begin_in_time(stage: Stage, time: TimeControl, white: object = HUMAN) -> None:
    stage.match.new_match(MatchSetup(HUMAN, white, SMALL, time=time))  # type: ignore[arg-type]
    stage.match.start()


def left(stage: Stage, color: Color) -> TimeLeft:
    seen = stage.match.clock
    assert seen is not None
    return seen.left(color)


def test_the_time_of_whoever_is_to_move_runs_but_not_in_a_pause(stage: Stage) -> None:
    begin_in_time(stage, TimeControl(60))
    stage.now = 10
    assert (left(stage, Color.BLACK).seconds, left(stage, Color.WHITE).seconds) == (50, 60)
    stage.play(12)
    stage.now = 15
    stage.match.pause()
    stage.now = 500
    stage.match.poll()
    assert (left(stage, Color.BLACK).seconds, left(stage, Color.WHITE).seconds) == (50, 55)
    stage.match.start()
    stage.match.undo()
    assert left(stage, Color.BLACK).seconds == 60, "a move taken back gives its time back"


def test_byo_yomi_follows_main_time_and_whoever_uses_it_up_loses(stage: Stage) -> None:
    begin_in_time(stage, TimeControl(10, 2, 5))
    stage.now = 12
    assert left(stage, Color.BLACK) == TimeLeft(3, 2)
    stage.play(12)
    assert left(stage, Color.BLACK) == TimeLeft(5, 2)
    stage.now = 14
    stage.play(7)
    stage.now = 14 + 6
    assert left(stage, Color.BLACK) == TimeLeft(4, 1)
    stage.now = 14 + 10
    stage.match.poll()
    assert stage.seen.outcome is not None
    assert stage.seen.outcome.points() == "W+T"
    assert stage.match.clock is not None
    assert stage.match.clock.running is None


def test_a_night_asleep_is_none_of_anybodys_time(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows the clock that programs read runs on while the computer sleeps."""
    monkeypatch.setattr("clevergo.clock.time", SimpleNamespace(monotonic=lambda: stage.now))
    stage.match = MatchController(stage.kennel, stage.store, stage.engine)  # type: ignore[arg-type]
    begin_in_time(stage, TimeControl(60))
    stage.now += 30_000
    stage.match.poll()
    assert stage.seen.outcome is None
    assert left(stage, Color.BLACK).seconds == 60 - LONGEST_PASS
    for _ in range(60):
        stage.now += 1
        stage.match.poll()
    assert stage.seen.outcome is not None
    assert stage.seen.outcome.points() == "W+T"


def test_a_move_that_comes_with_the_end_of_its_time_is_too_late(stage: Stage) -> None:
    """A window that was dragged about looks at the clock, and takes the click, in one go."""
    begin_in_time(stage, TimeControl(0, 1, 5))
    stage.now = 6
    assert stage.match.play(12) is Refusal.GAME_OVER
    assert stage.seen.outcome is not None
    assert stage.seen.outcome.points() == "W+T"


def test_a_machines_answer_that_comes_with_the_end_of_its_time_is_too_late(stage: Stage) -> None:
    begin_in_time(stage, TimeControl(0, 1, 5), MACHINE)
    stage.play(12)
    stage.engine.say(ThinkStarted(stage.engine.thinks[-1].tag))
    stage.match.poll()
    stage.now += 6
    stage.answer(7)
    assert stage.seen.shown.moves == (12,)
    assert stage.seen.outcome is not None
    assert stage.seen.outcome.points() == "B+T"


def test_a_machine_is_told_how_much_time_it_has(stage: Stage) -> None:
    begin_in_time(stage, TimeControl(60, 3, 10), MACHINE)
    stage.play(12)
    first = stage.engine.thinks[-1].seconds
    assert first is not None
    assert 1 < first < 60 / 4
    assert stage.match.clock is not None
    assert stage.match.clock.running is None, "it is still being loaded"


@pytest.mark.parametrize("spent", [0.0, 59.0, 65.0, 85.0])
@pytest.mark.parametrize("control", [TimeControl(60, 3, 10), TimeControl(60), TimeControl(0, 1, 5)])
def test_a_machine_that_keeps_to_its_budget_never_loses_on_time(control: TimeControl, spent: float) -> None:
    now = control.after(control.at_first, spent)
    for _ in range(100):
        if now is None:
            return
        budget = control.budget(now)
        assert budget < now.seconds + (control.period if now.periods is None else 0)
        now = control.after(now, budget)
        assert now is not None
        if now.periods is not None:
            now = TimeLeft(control.period, now.periods)


def test_times_are_saved_and_come_back(stage: Stage) -> None:
    begin_in_time(stage, TimeControl(60, 3, 10))
    stage.now = 10
    stage.play(12)
    stage.now = 30
    stage.play(7)
    assert "TM[60]" in stage.match.game_text()
    assert "OT[3x10 byo-yomi]" in stage.match.game_text()
    stage.files()
    stage.match = stage.another()
    stage.match.reopen_last()
    stage.wait_for_game()
    assert stage.seen.setup.time == TimeControl(60, 3, 10)
    assert (left(stage, Color.BLACK).seconds, left(stage, Color.WHITE).seconds) == (50, 40)


@pytest.mark.parametrize(
    ("main", "overtime"),
    [
        *(("", ""), ("abc", ""), ("0", "Canadian"), ("-1", ""), ("inf", ""), ("nan", "")),
        *(("60", "999999999x0.000001 byo-yomi"), ("60", f"{'9' * 5000}x30 byo-yomi")),
    ],
)
def test_times_we_cannot_keep_are_left_out(main: str, overtime: str) -> None:
    assert TimeControl.from_sgf(main, overtime) is None


# --- games on disk ---------------------------------------------------------------------------------------


def test_a_game_is_pasted_from_text_and_copied_as_text(stage: Stage) -> None:
    stage.match.open_game("Look at this:\n(;SZ[5];B[cc];W[bb])")
    stage.wait_for_game()
    assert stage.seen.shown.moves == (12, 6)
    assert from_sgf(stage.match.game_text().encode()).moves == (12, 6)
    stage.match.open_game("hello")
    stage.wait_for_game()
    assert stage.seen.error is not None
    assert "no game" in str(stage.seen.error)


def test_a_game_is_saved_elsewhere_and_goes_on_being_saved_where_it_was(stage: Stage, tmp_path: Path) -> None:
    stage.begin(HUMAN, HUMAN)
    stage.play(12)
    stage.match.save_as(tmp_path / "copy.sgf")
    stage.play(7)
    assert stage.files() == [(12, 7)]
    assert from_sgf((tmp_path / "copy.sgf").read_bytes()).moves == (12,)
    assert stage.match.copy_saved() == CopySaved(tmp_path / "copy.sgf")
    assert stage.match.copy_saved() is None, "told once"


def test_a_game_that_can_be_shown_only_in_part_says_so_and_is_never_written_over(stage: Stage) -> None:
    stage.begin(HUMAN, HUMAN)
    stage.play(12)
    stage.files()
    path = next(stage.paths.games.glob("*.sgf"))
    path.write_text("(;SZ[5];B[cc];W[bb];AB[aa];W[dd])")
    stage.match.open_game(path)
    stage.wait_for_game()
    assert stage.seen.shown.moves == (12, 6)
    assert "up to move 2" in str(stage.seen.note)
    stage.match.play_on(HUMAN, HUMAN)
    stage.play(7)
    assert stage.match.flush(10.0)
    assert "AB[aa]" in path.read_text()


def test_a_copy_that_cannot_be_written_is_told_and_the_game_is_in_no_trouble(stage: Stage, tmp_path: Path) -> None:
    stage.begin(HUMAN, HUMAN)
    stage.play(12)
    (tmp_path / "file").write_text("in the way")
    stage.match.save_as(tmp_path / "file" / "copy.sgf")
    stage.files()
    saved = stage.match.copy_saved()
    assert saved is not None
    assert "copy.sgf" in str(saved.error)
    assert "choose another folder" in str(saved.error)
    assert stage.seen.error is None


def test_saved_games_are_listed_the_newest_first(stage: Stage) -> None:
    assert stage.match.library.games is None
    stage.begin(HUMAN, MACHINE)
    stage.play(12)
    stage.match.resign()
    stage.match.restart()
    stage.play(7)
    stage.files()
    stage.match.library.refresh()
    stage.match.library.wait()
    games = stage.match.library.games
    assert games is not None
    assert [(game.moves, game.result, game.size) for game in games] == [(1, "", 5), (1, "W+R", 5)]
    assert (games[0].black, games[0].white) == ("human", "mcts:100")
    assert len(games[0].date) == len("2026-01-31 12:30")


def test_a_game_opened_while_the_rules_load_is_there_afterwards(stage: Stage, tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_text("(;SZ[5];B[cc])")
    stage.engine.rules_are_loaded = False
    stage.match.open_game(tmp_path / "a.sgf")
    assert stage.seen.waiting.is_loading
    stage.engine.rules_are_loaded = True
    stage.match.poll()
    stage.wait_for_game()
    assert stage.seen.shown.moves == (12,)


# --- whatever is clicked ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_no_order_of_clicks_breaks_a_match_or_loses_a_move(stage: Stage, seed: int, tmp_path: Path) -> None:
    rng = np.random.default_rng(seed)
    players = (HUMAN, MACHINE)
    (tmp_path / "a.sgf").write_text("(;SZ[5]HA[2]AB[aa][bb];W[cc](;B[dd];W[])(;B[ee]))")
    begin_in_time(stage, TimeControl(30, 1, 5), players[seed % 2])
    match, seen_nodes = stage.match, 0
    for _ in range(400):
        stage.now += float(rng.random()) * 2
        choice = int(rng.integers(16))
        if choice < 6:
            match.play(int(rng.integers(26)))
        elif choice < 12:
            (
                lambda: match.look_by(int(rng.integers(-3, 4))),
                lambda: match.look_beside(1),
                match.look_live,
                match.undo,
                match.redo,
                match.start,
            )[choice - 6]()
        elif choice == 12:
            rng.choice(np.array([match.pause, match.resign, lambda: match.look_at(int(rng.integers(9)))]))()
        elif choice == 13 and rng.random() < 0.1:
            match.open_game(tmp_path / "a.sgf")
            stage.wait_for_game()
        elif choice == 13 and rng.random() < 0.1:
            match.restart()
        elif stage.engine.asked and isinstance(stage.engine.last, ThinkRequest):
            stage.answer(int(rng.integers(26)))
        elif stage.engine.asked and isinstance(stage.engine.last, CountRequest):
            stage.engine.say(DeadStones(stage.engine.last.tag, np.zeros((5, 5), np.bool_)))
        match.poll()
        seen = stage.seen
        assert seen.shown.moves == tuple(move.action for move in seen.line.moves[: len(seen.shown.moves)])
        assert seen.shown.ply == len(seen.shown.moves)
        table = match._table
        assert table is not None
        position = position_after(table.record.rules, seen.shown.moves, table.record.start)
        assert np.array_equal(position.stones, seen.shown.board.stones)
        assert int(position.to_play) == int(seen.shown.to_play)
        nodes = table.record.size
        assert nodes >= seen_nodes or match._match_id > 1
        seen_nodes = nodes
    text = match.game_text()
    assert sum(1 for _ in from_sgf(text.encode()).root.walk()) == match._table.record.size  # type: ignore[union-attr]
