"""Records are looked at, games of one's own are played on; nothing is written into a record."""

from __future__ import annotations

from pathlib import Path

import pytest

import clevergo
from clevergo.app.desk.library import summary
from clevergo.app.match.messages import MatchPhase, RecordFacts, Refusal
from clevergo.games.color import Color
from clevergo.games.go.rules import KoRule, Ruleset, Scoring
from clevergo.games.markup import Shape
from clevergo.games.sgf.codec import from_sgf
from tests.app.test_match import HUMAN, MACHINE, Stage

JAPANESE = Ruleset(5, 7.5, KoRule.SIMPLE, scoring=Scoring.TERRITORY)
FAMOUS = """(;GM[1]FF[4]SZ[5]KM[3.75]RU[Japanese]PB[柯洁]BR[九段]PW[AlphaGo]RE[B+R(中盘)]EV[乌镇 [final\\]]RO[3]
DT[2017-05-27]PC[Wuzhen]AN[somebody]GC[A short game.]ZZ[kept];B[cc]C[天元]LB[aa:1][bb:2]TR[cc](;W[bb]N[good]MA[dd]
;B[dd]CR[ee])(;W[dd]C[another way]SQ[bb]))"""


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path)


@pytest.fixture
def famous(tmp_path: Path) -> Path:
    path = tmp_path / "名局.sgf"
    path.write_bytes(FAMOUS.encode("gb18030"))
    return path


def opened(stage: Stage, path: Path) -> Stage:
    stage.match.open_game(path)
    stage.wait_for_game()
    return stage


# --- looking ---------------------------------------------------------------------------------------------


def test_a_record_is_shown_as_it_is_and_nobody_plays_it(stage: Stage, famous: Path) -> None:
    seen = opened(stage, famous).seen
    assert (seen.phase, seen.outcome, seen.names) == (MatchPhase.LOOKING, None, ("柯洁", "AlphaGo"))
    assert seen.record == RecordFacts(
        ranks=("九段", ""),
        result="B+R(中盘)",
        event="乌镇 [final]",
        round="3",
        date="2017-05-27",
        place="Wuzhen",
        rules="Japanese",
        annotator="somebody",
        about="A short game.",
    )
    assert (seen.shown.moves, seen.setup.rules) == ((12, 6, 18), JAPANESE)
    stage.match.look_by(-2)
    assert stage.seen.shown.comment == "天元"
    markup = stage.seen.shown.board.markup
    assert (markup.labels, markup.shapes) == (((0, "1"), (6, "2")), ((12, Shape.TRIANGLE),))


def test_moves_are_tried_for_both_sides_and_no_machine_answers(stage: Stage, famous: Path) -> None:
    stage.begin(HUMAN, MACHINE)
    opened(stage, famous).match.look_by(-1)
    asked = list(stage.engine.asked)
    stage.play(1, 2, 3)
    assert (stage.seen.shown.moves, stage.seen.phase, stage.seen.shown.to_play) == (
        (12, 6, 1, 2, 3),
        MatchPhase.LOOKING,
        Color.WHITE,
    )
    assert not stage.seen.shown.is_live
    assert stage.match.play(3) == Refusal.OCCUPIED
    stage.match.look_live()
    assert (stage.seen.shown.moves, stage.seen.shown.is_live) == ((12, 6), True)
    stage.play(18)
    assert stage.seen.shown.is_live, "that is how the game went on"
    stage.play(0)
    assert not stage.seen.shown.is_live, "the game had ended there"
    assert stage.engine.asked == asked
    assert stage.files() == []


@pytest.mark.parametrize("act", ["resign", "undo", "redo", "restart", "start", "pause", "toggle_dead"])
def test_what_one_does_in_a_game_does_nothing_in_a_record(stage: Stage, famous: Path, act: str) -> None:
    opened(stage, famous).match.look_by(-1)
    before = stage.match.game_text()
    getattr(stage.match, act)(*([6] if act == "toggle_dead" else []))
    stage.match.poll()
    assert (stage.seen.phase, stage.seen.shown.moves, stage.seen.outcome) == (MatchPhase.LOOKING, (12, 6), None)
    assert stage.match.game_text() == before
    assert stage.files() == []


def test_two_tried_passes_end_nothing(stage: Stage, famous: Path) -> None:
    opened(stage, famous)
    asked = list(stage.engine.asked)
    assert stage.match.pass_turn() is None
    assert stage.match.pass_turn() is None
    assert (stage.seen.phase, stage.seen.outcome, stage.seen.shown.board.owners) == (MatchPhase.LOOKING, None, None)
    assert stage.match.play(0) == Refusal.GAME_OVER
    assert stage.engine.asked == asked


def test_a_record_is_saved_with_all_that_was_in_it_and_what_was_tried(
    stage: Stage, famous: Path, tmp_path: Path
) -> None:
    before = famous.read_bytes()
    opened(stage, famous).match.look_by(-1)
    stage.play(1)
    stage.match.save_as(tmp_path / "copy.sgf")
    assert stage.files() == []
    assert famous.read_bytes() == before
    text = (tmp_path / "copy.sgf").read_text(encoding="utf-8").replace("\n", "")
    for part in (
        "PB[柯洁]",
        "BR[九段]",
        "PW[AlphaGo]",
        "RE[B+R(中盘)]",
        "EV[乌镇 [final\\]]",
        "RU[Japanese]",
        "ZZ[kept]",
    ):
        assert part in text
    for part in ("LB[aa:1][bb:2]", "TR[cc]", "MA[dd]", "CR[ee]", "SQ[bb]", "N[good]", "C[another way]", "GC[A short"):
        assert part in text
    assert "CGPB" not in text
    assert [n.action for n in from_sgf(text.encode()).root.walk()][1:] == [12, 6, 18, 1, 18]


def test_what_was_pasted_is_looked_at(stage: Stage) -> None:
    stage.match.open_game("(;SZ[5]CA[GB18030]PB[柯洁]PW[b];B[cc];W[bb])")
    stage.wait_for_game()
    assert (stage.seen.phase, stage.seen.names) == (MatchPhase.LOOKING, ("柯洁", "b"))


def test_a_book_in_a_comment_and_an_endless_name_are_cut_for_the_eye_only(stage: Stage) -> None:
    stage.match.open_game(f"(;SZ[5]PB[{'x' * 5_000}]C[{'y' * 50_000}])")
    stage.wait_for_game()
    assert (len(stage.seen.names[0]), len(stage.seen.shown.comment)) == (200, 4_001)
    assert "y" * 50_000 in stage.match.game_text().replace("\n", "")


# --- playing on ------------------------------------------------------------------------------------------


def test_a_game_of_ones_own_begins_where_one_looks(stage: Stage, famous: Path) -> None:
    before = famous.read_bytes()
    opened(stage, famous).match.look_by(-1)
    stage.match.play_on(HUMAN, MACHINE)
    assert (stage.seen.phase, stage.seen.shown.moves, stage.seen.record) == (MatchPhase.RUNNING, (12, 6), None)
    assert stage.seen.names == ("", "")
    stage.play(3)
    stage.answer(4)
    stage.match.resign()
    assert stage.files() == [(12, 6, 3, 4)]
    text = next(stage.paths.games.glob("*.sgf")).read_text(encoding="utf-8")
    assert "RE[W+R]" in text
    assert "PB[Human]" in text
    assert "柯洁" not in text
    assert "EV[" not in text
    assert famous.read_bytes() == before


def test_a_machine_that_is_to_move_does(stage: Stage, famous: Path) -> None:
    opened(stage, famous).match.look_by(-1)
    stage.match.play_on(MACHINE, HUMAN)
    assert stage.seen.thoughts.is_running
    stage.answer(3)
    assert stage.seen.shown.moves == (12, 6, 3)


def test_a_game_goes_on_from_stones_that_were_set_up(stage: Stage) -> None:
    stage.match.open_game("(;SZ[5]AB[aa][cc]AW[bb]PL[W];W[dd])")
    stage.wait_for_game()
    stage.match.play_on(HUMAN, HUMAN)
    stage.play(3)
    stage.files()
    read = from_sgf(next(stage.paths.games.glob("*.sgf")).read_bytes())
    assert (read.start.black, read.start.white, read.moves) == ((0, 12), (6,), (18, 3))


# --- one's own -------------------------------------------------------------------------------------------


def test_a_saved_game_has_names_for_people_and_says_by_which_version(stage: Stage) -> None:
    stage.begin(HUMAN, MACHINE)
    stage.play(12)
    stage.files()
    text = next(stage.paths.games.glob("*.sgf")).read_text(encoding="utf-8")
    for part in (
        "PB[Human]",
        "PW[MCTS (100)]",
        f"AP[CleverGo:{clevergo.__version__}]",
        "CGPB[human]",
        "CGPW[mcts:100]",
    ):
        assert part in text


@pytest.mark.parametrize(
    "players", ["AP[CleverGo:]PB[human]PW[mcts:100]", "AP[CleverGo:9.9]PB[我]PW[x]CGPB[human]CGPW[mcts:100]"]
)
def test_ones_own_game_goes_on_when_it_is_opened_from_the_list(stage: Stage, players: str) -> None:
    path = stage.paths.games / "2026-01-31 12-30-00.sgf"
    path.parent.mkdir(parents=True)
    path.write_text(f"(;SZ[5]KM[0.5]{players};B[cc];W[bb])", encoding="utf-8")
    assert (summary(path).is_own, summary(path).black, summary(path).white) == (True, "human", "mcts:100")
    opened(stage, path)
    assert (stage.seen.phase, stage.seen.record) == (MatchPhase.PAUSED, None)
    assert stage.seen.setup.white == MACHINE
    stage.match.start()
    stage.play(3)
    stage.answer(4)
    assert stage.files() == [(12, 6, 3, 4)]
    assert "PB[Human]" in path.read_text(encoding="utf-8")


def test_a_strangers_game_among_ones_own_is_looked_at(stage: Stage) -> None:
    path = stage.paths.games / "a.sgf"
    path.parent.mkdir(parents=True)
    path.write_text("(;SZ[5]AP[CleverGo:]PB[秀策]PW[human];B[cc])", encoding="utf-8")
    before = path.read_bytes()
    assert (summary(path).is_own, summary(path).black) == (False, "秀策")
    opened(stage, path)
    assert stage.seen.phase is MatchPhase.LOOKING
    stage.play(1)
    stage.match.judge(stage.seen.shown.node, 0.5)
    assert stage.match.flush(10.0)
    assert path.read_bytes() == before


def test_ones_own_game_taken_elsewhere_is_a_record_like_any_other(stage: Stage, tmp_path: Path) -> None:
    stage.begin(HUMAN, MACHINE)
    stage.play(12)
    stage.match.save_as(tmp_path / "mine.sgf")
    stage.files()
    opened(stage, tmp_path / "mine.sgf")
    assert (stage.seen.phase, stage.seen.names) == (MatchPhase.LOOKING, ("Human", "MCTS (100)"))


# --- too much --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_pasted", [False, True])
def test_a_game_of_millions_of_moves_is_refused_and_the_one_on_the_board_goes_on(
    stage: Stage, tmp_path: Path, is_pasted: bool
) -> None:
    stage.begin(HUMAN, HUMAN)
    stage.play(12)
    text = "(;SZ[9]" + ";B[aa]" * 2_000_000 + ")"
    if is_pasted:
        stage.match.open_game(text)
        stage.wait_for_game()
    else:
        (tmp_path / "huge.sgf").write_text(text, encoding="ascii")
        opened(stage, tmp_path / "huge.sgf")
    assert stage.seen.error is not None
    assert "it is larger than 4 MB, the most that is read" in str(stage.seen.error)
    assert stage.seen.shown.moves == (12,)
    stage.play(7)


def test_a_pipe_without_an_end_is_refused(stage: Stage) -> None:
    opened(stage, Path("/dev/zero"))
    assert stage.seen.error is not None
    assert "it is no ordinary file" in str(stage.seen.error)
