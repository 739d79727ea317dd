"""Moments and what a dog knew at first sight: kept, never lost, told once, and shown with the right board."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clevergo.app.desk.paths import Paths
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.dogs import Dog
from clevergo.app.kennel.messages import NewsKind, TrainingSnapshot
from clevergo.app.kennel.moments import ExamMarks, KeptMoment
from clevergo.app.training.discoveries import Skill, board_of, piece_seen, skills
from clevergo.app.training.journal import TrainingJournal
from clevergo.app.training.replay import read_replay
from clevergo.games.go.game import GAME
from clevergo.games.go.rules import Ruleset
from clevergo.games.guests import game_named, shipped_dogs
from clevergo.games.markup import Shape
from clevergo.games.record import GameRecord
from clevergo.games.sgf.codec import to_sgf
from clevergo.training.moments.known import BEST, KnownMoments
from clevergo.training.ratings.ladder import Ladder
from clevergo.training.run.events import Counters, Examined, KindMarks, Noted

KO = KeptMoment("ko", 25, 60.0, 1e9, 0, 2, 40, ("...", ".X.", "..O"), b"(;SZ[3])")
OLD = Path(__file__).with_name("old_folder")


@pytest.fixture
def kennel(tmp_path: Path) -> Iterator[Kennel]:
    kennel = Kennel(Paths(tmp_path / "data", tmp_path / "program"))
    yield kennel
    kennel.close()


@pytest.fixture
def dog(kennel: Kennel) -> Dog:
    return kennel.adopt("pup")


def journal(kennel: Kennel, dog: Dog, games: int = 0) -> TrainingJournal:
    state = TrainingSnapshot(games=games)

    def show(**values: Any) -> TrainingSnapshot:
        nonlocal state
        state = replace(state, **values)
        return state

    return TrainingJournal(kennel, dog, Ladder(GAME), show)


def noted(kind: str, games: int = 1, score: tuple[float, float] | None = None) -> Noted:
    return Noted(kind, games, 2, 40, ("...", ".X.", "..O"), b"(;SZ[3])", score)


# --- kept ---


def test_a_moment_is_kept_once_and_of_best_games_the_better(kennel: Kennel, dog: Dog) -> None:
    moments = kennel.growth.moments
    assert moments.note(dog.id, KO)
    assert not moments.note(dog.id, replace(KO, games=99))
    best = replace(KO, kind=BEST, score=(535.0, 0.4))
    assert moments.note(dog.id, best)
    assert not moments.note(dog.id, replace(best, score=(0.0, 0.9)))
    better = replace(best, score=(535.0, 0.6), games=77)
    assert moments.note(dog.id, better)
    assert moments.all(dog.id) == (KO, better)
    assert moments.one(dog.id, BEST) == better
    assert moments.known(dog.id, "pup") == KnownMoments(frozenset({"ko"}), (535.0, 0.6), "pup")


def test_an_age_that_is_asked_again_has_the_later_marks(kennel: Kennel, dog: Dog) -> None:
    moments, marks = kennel.growth.moments, ExamMarks(500, 9.0, "save", 3, 10, tuple(range(10)), 1e9)
    moments.note_exam(dog.id, [marks])
    moments.note_exam(dog.id, [replace(marks, correct=4)])
    moments.note_exam(dog.id, [replace(marks, games=0)])
    assert [(exam.games, exam.correct) for exam in moments.exams(dog.id)] == [(0, 3), (500, 4)]
    assert moments.known(dog.id, "pup").is_examined


def test_a_dog_of_an_older_program_begins_from_now_on(tmp_path: Path) -> None:
    kennel = Kennel(Paths(shutil.copytree(OLD, tmp_path / "data"), tmp_path / "program"))
    old = kennel.dog("小黑")
    assert kennel.growth.moments.all(old.id) == ()
    assert kennel.growth.moments.exams(old.id) == ()
    writing = journal(kennel, old, games=700)
    writing.on_event(noted("capture", 701))
    (news,) = kennel.growth.news(old.id, (NewsKind.MOMENT,))
    assert news.values == {"moment": "capture", "games": 701, "since": 700}
    journal(kennel, old, games=900).on_event(noted("ko", 901))
    assert [moment.since for moment in kennel.growth.moments.all(old.id)] == [700, 700]
    kennel.close()


def test_the_ages_of_shipped_dogs_were_asked_everything(tmp_path: Path) -> None:
    kennel = Kennel(Paths(tmp_path))
    for name, game in shipped_dogs().items():
        past = kennel.shipped[name].past()
        pieces = game.set_pieces(game.agree({"size": kennel.shipped[name].info().sizes[0]})[0])
        kinds = {piece.kind for piece in pieces}
        asked = {(exam.games, exam.kind) for exam in past.exams}
        ages = {*(age.games for age in past.ages), kennel.shipped[name].info().games}
        assert asked == {(games, kind) for games in ages for kind in kinds}
        for exam in past.exams:
            answers = [piece.answers for piece in pieces if piece.kind == exam.kind]
            right = [guess in right for guess, right in zip(exam.guesses, answers, strict=True)]
            assert (exam.correct, exam.asked) == (sum(right), len(answers)), (name, exam.games, exam.kind)


# --- told ---


def test_a_moment_is_written_down_and_told_once_and_a_best_game_is_no_news(kennel: Kennel, dog: Dog) -> None:
    writing = journal(kennel, dog)
    for event in (noted("ko"), noted("ko", 7), noted(BEST, 3, (0.0, 0.5))):
        writing.on_event(event)
    (news,) = kennel.growth.news(dog.id, (NewsKind.MOMENT,))
    assert news.values == {"moment": "ko", "games": 1, "since": 0}
    assert [moment.kind for moment in kennel.growth.moments.all(dog.id)] == ["ko", BEST]


def asked(games: int, right: int) -> Examined:
    return Examined(Counters(games, 0, 0, 6.0 * games), (KindMarks("save", right, 10, tuple(range(10))),))


def test_what_it_has_come_to_know_is_told_when_it_is_much_more_than_was_told_last(kennel: Kennel, dog: Dog) -> None:
    writing = journal(kennel, dog)
    for games, right in ((0, 2), (500, 4), (650, 5), (845, 3), (1100, 7)):
        writing.on_event(asked(games, right))
    writing = journal(kennel, dog, games=1100)  # after a restart
    for games, right in ((1400, 6), (1800, 9), (2300, 10)):
        writing.on_event(asked(games, right))
    told = [news.values for news in kennel.growth.news(dog.id, (NewsKind.LEARNED,))]
    assert [(facts["games"], facts["right"]) for facts in told] == [(650, 5), (1800, 9), (2300, 10)]
    assert {(facts["before"], facts["first"], facts["asked"]) for facts in told} == {(2, 0, 10)}


# --- shown ---


def test_skills_are_those_of_the_last_age_beside_the_first(kennel: Kennel) -> None:
    marks = [ExamMarks(games, 0.0, "save", right, 10) for games, right in ((0, 2), (500, 1), (900, 8))]
    assert skills(marks) == (Skill("save", 8, 10, 2),)
    assert skills(()) == ()


def test_the_piece_that_shows_best_is_one_that_was_wrong_and_is_right_now() -> None:
    pieces = [piece for piece in GAME.set_pieces(Ruleset(9)) if piece.kind == "cut"]
    answers = [min(piece.answers) for piece in pieces]
    empty = int(np.flatnonzero(pieces[2].position.legal_moves)[0])
    wrong = empty if empty not in pieces[2].answers else empty + 1
    first = ExamMarks(0, 0.0, "cut", 9, 10, (*answers[:2], wrong, *answers[3:]))
    later = ExamMarks(500, 0.0, "cut", 10, 10, tuple(answers))
    seen = piece_seen("go", 9, "cut", (first, later), 500)
    assert seen is not None
    assert seen.was_wrong
    assert (seen.board.stones == pieces[2].position.stones).all()
    assert seen.start.to_play is pieces[2].position.to_play
    shapes = [(answer, Shape.CIRCLE) for answer in sorted(pieces[2].answers)] + [(wrong, Shape.CROSS)]
    assert list(seen.board.markup.shapes) == shapes
    assert piece_seen("go", 13, "cut", (first, later), 500) is None


def test_a_piece_of_a_board_that_a_dog_has_left_is_shown_as_it_lay_there() -> None:
    five = game_named("five")
    there, here = (
        [piece for piece in five.set_pieces(five.agree({"size": size})[0]) if piece.kind == "three"] for size in (9, 15)
    )
    right = [tuple(min(piece.answers) for piece in pieces) for pieces in (there, here)]
    before = ExamMarks(500, 0.0, "three", 10, 10, right[0], size=9)
    after = ExamMarks(900, 0.0, "three", 10, 10, right[1], size=15)
    for games, exams, size in ((500, (before,), 9), (500, (before, after), 9), (900, (before, after), 15)):
        seen = piece_seen("five", 15, "three", exams, games)
        assert seen is not None
        assert (seen.board.stones.shape[0], seen.is_right, seen.is_crossed) == (size, True, False)


def test_without_anything_learned_a_piece_shows_what_is_known_or_else_what_is_wrong() -> None:
    pieces = [piece for piece in GAME.set_pieces(Ruleset(9)) if piece.kind == "cut"]
    answers = tuple(min(piece.answers) for piece in pieces)
    wrong = tuple(
        next(int(point) for point in np.flatnonzero(piece.position.legal_moves) if point not in piece.answers)
        for piece in pieces
    )
    cases: tuple[tuple[tuple[int, ...], int, bool | None, list[tuple[int, Shape]]], ...] = (
        (wrong, 0, False, [(wrong[0], Shape.CROSS)]),
        ((*wrong[:4], *answers[4:]), 4, True, []),
        ((GAME.agree({"size": 9})[0].pass_action, *wrong[1:]), 0, False, []),
        ((), 0, None, []),  # noted by a program that did not keep what was said
    )
    for guesses, index, is_right, crosses in cases:
        seen = piece_seen("go", 9, "cut", [ExamMarks(0, 0.0, "cut", 0, 10, guesses)], 0)
        assert seen is not None
        assert (seen.board.stones == pieces[index].position.stones).all()
        assert (seen.is_right, seen.was_wrong, seen.is_crossed) == (is_right, False, bool(crosses))
        assert [shape for shape in seen.board.markup.shapes if shape[1] is Shape.CROSS] == crosses


def test_the_board_of_a_moment_is_the_one_that_was_kept() -> None:
    board = board_of(KO, "go")
    assert board.stones.tolist() == [[0, 0, 0], [0, 1, 0], [0, 0, 2]]
    assert board.last_move == 40


def test_a_best_game_is_replayed_from_the_dogs_side() -> None:
    record = GameRecord.from_moves(Ruleset(5, 0.5), (12, 6, 7), "random", "pup")
    for node, rate in zip(record.main_line()[1:], (0.6, 0.4, 0.2), strict=True):
        node.black_win_rate = rate
    record.resign(record.position.to_play.opponent)  # Black
    replay = read_replay("pup", replace(KO, kind=BEST, sgf=to_sgf(record)))
    assert replay is not None
    assert (replay.opponent, replay.is_black) == ("random", False)
    assert [int((board.stones > 0).sum()) for board in replay.boards] == [0, 1, 2, 3]
    assert replay.chances == (None, 0.5, pytest.approx(0.3), 0.2)
    assert read_replay("pup", replace(KO, sgf=b"no game")) is None
