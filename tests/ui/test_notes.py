"""The tab of the record: its tree, words, marks, and finding, with a real match behind the scene."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from clevergo.games.markup import Shape
from clevergo.ui.kit.textfield import TextArea
from clevergo.ui.scenes.play.page import Tab
from clevergo.ui.shell.stage import Stage
from tests.app.test_match import HUMAN, MACHINE
from tests.app.test_match import Stage as Match
from tests.ui.fakes import click, click_on, make_services, make_stage, press_key, type_text
from tests.ui.test_looking import ids, scene_of, shown

_FILE = b"(;SZ[9]PB[Ann]PW[Bob];B[ee]C[the middle](;W[cc];B[gg]C[a good answer])(;W[gg]))"


@pytest.fixture
def match(tmp_path: Path) -> Match:
    return Match(tmp_path)


@pytest.fixture
def stage(match: Match, tmp_path: Path) -> Stage:
    """A record from elsewhere, whose first move is looked at in its tree."""
    stage = make_stage(replace(make_services(), match=match.match))
    file = tmp_path / "theirs.sgf"
    file.write_bytes(_FILE)
    scene_of(stage)._record.open_file(file)
    match.match.poll()
    match.wait_for_game()
    stage.update(0.0)
    match.match.look_at(1)
    stage.update(0.0)
    press_key(stage, pygame.K_t)
    stage.update(0.0)
    return stage


def click_point(stage: Stage, row: int, column: int) -> None:
    board = scene_of(stage).board_mark()
    assert board is not None
    (x, y), step = board.first, board.step
    click(stage, (round(x + column * step), round(y + row * step)))
    stage.update(0.0)


def test_a_click_in_the_tree_looks_at_the_position(stage: Stage, match: Match) -> None:
    assert {"play.tree.0", "play.tree.1", "play.tree.2", "play.tree.3", "play.tree.4"} <= ids(stage)
    click_on(stage, "play.tree.4")
    assert match.seen.shown.node == 4
    press_key(stage, pygame.K_LEFT)
    press_key(stage, pygame.K_DOWN)
    assert match.seen.shown.node == 1, "keys walk through it too"


def test_what_is_typed_is_kept_a_moment_later_and_before_another_position_is_shown(stage: Stage, match: Match) -> None:
    press_key(stage, pygame.K_w)
    type_text(stage, "!")
    stage.update(0.1)
    assert match.seen.shown.comment == "the middle"
    stage.update(1.0)
    assert match.seen.shown.comment == "the middle!"
    type_text(stage, "?")
    press_key(stage, pygame.K_ESCAPE)
    press_key(stage, pygame.K_RIGHT)
    stage.update(0.0)
    assert match.seen.shown.node == 2
    assert match.match._table is not None
    assert match.match._table.record.node_of(1).comment == "the middle!?"
    assert "What you write" in " ".join(shown(stage))


def test_what_is_typed_just_before_the_window_is_closed_is_kept(stage: Stage, match: Match) -> None:
    press_key(stage, pygame.K_w)
    type_text(stage, "!")
    stage.closed()
    assert match.seen.shown.comment == "the middle!"


def test_who_types_without_a_pause_has_it_kept_all_the_same(stage: Stage, match: Match) -> None:
    press_key(stage, pygame.K_w)
    for letter in " and so on":
        type_text(stage, letter)
        stage.update(0.2)
    assert match.seen.shown.comment.startswith("the middle and")


def test_what_is_typed_when_another_game_comes_is_no_comment_of_that(stage: Stage, match: Match) -> None:
    press_key(stage, pygame.K_w)
    type_text(stage, "!")
    match.begin(HUMAN, HUMAN)
    stage.update(0.0)
    type_text(stage, "?")
    stage.update(1.0)
    assert match.seen.shown.comment == ""


@pytest.mark.parametrize(("end", "kept"), [(" ", "the middle more"), ("\n", "the middle\nmore")])
def test_whoever_pauses_after_a_space_or_a_new_line_goes_on_behind_it(
    stage: Stage, match: Match, end: str, kept: str
) -> None:
    press_key(stage, pygame.K_w)
    press_key(stage, pygame.K_RETURN) if end == "\n" else type_text(stage, end)
    for _ in range(3):
        stage.update(1.0)
    type_text(stage, "more")
    stage.update(1.0)
    assert match.seen.shown.comment == kept


@pytest.mark.parametrize(
    ("tool", "shape"),
    [
        ("triangle", Shape.TRIANGLE),
        ("square", Shape.SQUARE),
        ("circle", Shape.CIRCLE),
        ("cross", Shape.CROSS),
        ("dot", Shape.SELECTED),
    ],
)
def test_with_a_tool_a_click_draws_instead_of_playing(stage: Stage, match: Match, tool: str, shape: Shape) -> None:
    click_on(stage, f"notes.{tool}")
    click_point(stage, 0, 0)
    assert match.seen.shown.board.markup.shapes == ((0, shape),)
    assert match.seen.shown.node == 1
    press_key(stage, pygame.K_ESCAPE)
    click_point(stage, 0, 0)
    assert match.seen.shown.ply == 2, "without one it is a move again"


def test_letters_numbers_labels_lines_and_arrows_are_drawn_and_erased(stage: Stage, match: Match) -> None:
    for tool in ("letter", "number"):
        click_on(stage, f"notes.{tool}")
        for column in range(2):
            click_point(stage, 1 if tool == "letter" else 2, column)
    click_on(stage, "notes.label")
    click_point(stage, 3, 0)
    type_text(stage, "key")
    click_on(stage, "dialog.ok")
    for tool in ("line", "arrow"):
        click_on(stage, f"notes.{tool}")
        click_point(stage, 8, 0)
        click_point(stage, 8, 3)
    markup = match.seen.shown.board.markup
    assert markup.labels == ((9, "A"), (10, "B"), (18, "1"), (19, "2"), (27, "key"))
    assert (markup.lines, markup.arrows) == (((72, 75),), ((72, 75),))
    click_on(stage, "notes.eraser")
    click_point(stage, 8, 3)
    click_point(stage, 1, 0)
    markup = match.seen.shown.board.markup
    assert (markup.lines, markup.arrows, markup.labels[0]) == ((), (), (10, "B"))


def test_a_label_stands_where_it_was_asked_for_whatever_is_shown_when_it_is_typed(stage: Stage, match: Match) -> None:
    click_on(stage, "notes.label")
    click_point(stage, 3, 0)
    type_text(stage, "key")
    match.match.look_at(4)
    stage.update(0.0)
    click_on(stage, "dialog.ok")
    assert match.seen.shown.board.markup.labels == ()
    match.match.look_at(1)
    assert match.seen.shown.board.markup.labels == ((27, "key"),)


def test_a_line_that_was_begun_on_another_position_begins_anew(stage: Stage, match: Match) -> None:
    click_on(stage, "notes.line")
    click_point(stage, 8, 0)
    match.match.look_at(4)
    stage.update(0.0)
    click_point(stage, 8, 3)
    assert match.seen.shown.board.markup.lines == ()
    click_point(stage, 8, 5)
    assert match.seen.shown.board.markup.lines == ((75, 77),)


def test_by_keys_alone_a_mark_is_drawn(stage: Stage, match: Match) -> None:
    click_on(stage, "notes.triangle")
    press_key(stage, pygame.K_b)
    press_key(stage, pygame.K_RIGHT)
    press_key(stage, pygame.K_RETURN)
    assert [shape for _, shape in match.seen.shown.board.markup.shapes] == [Shape.TRIANGLE]


def test_tools_are_put_away_with_their_tab(stage: Stage) -> None:
    page = scene_of(stage)._game
    click_on(stage, "notes.triangle")
    page.slot.turn_to(Tab.MOVES)
    assert page.notes.marking.tool is None


def test_something_is_found_and_shown(stage: Stage, match: Match) -> None:
    press_key(stage, pygame.K_f, pygame.KMOD_CTRL)
    type_text(stage, "answer")
    stage.update(0.1)
    assert any("a good answer" in text for text in shown(stage))
    click_on(stage, "find.list.0")
    assert match.seen.shown.node == 3
    press_key(stage, pygame.K_RETURN)
    assert "find.field" not in ids(stage)


def test_arrows_go_through_what_is_found_while_words_are_typed(stage: Stage, match: Match) -> None:
    press_key(stage, pygame.K_f, pygame.KMOD_CTRL)
    type_text(stage, "e")
    stage.update(0.1)
    press_key(stage, pygame.K_DOWN)
    first = match.seen.shown.node
    press_key(stage, pygame.K_DOWN)
    second = match.seen.shown.node
    assert first != second
    press_key(stage, pygame.K_UP)
    assert match.seen.shown.node == first
    press_key(stage, pygame.K_DOWN)
    press_key(stage, pygame.K_RETURN)
    assert "find.field" not in ids(stage)
    assert match.seen.shown.node == second


# --- several lines of text ------------------------------------------------------------------------------------------


def area_of(stage: Stage) -> TextArea:
    return scene_of(stage)._game.notes.words


def test_lines_are_broken_and_walked_through(stage: Stage) -> None:
    area = area_of(stage)
    press_key(stage, pygame.K_w)
    area.value = ""
    type_text(stage, "one two " * 30)
    press_key(stage, pygame.K_RETURN)
    type_text(stage, "黑" * 60)
    lines = area._lines(stage.look)
    text = area.value
    assert len(lines) > 4
    assert "".join(text[start:end] for start, end in lines) == text.replace("\n", "")
    width = area.rect.width
    assert all(stage.look.width(text[start:end].rstrip(), 13) <= width for start, end in lines)
    for _ in lines:
        press_key(stage, pygame.K_UP)
    assert area._caret == 0
    press_key(stage, pygame.K_END)
    type_text(stage, "!")
    first = area._lines(stage.look)[0]
    assert "!" in area.value[first[0] : first[1] + 2]


def test_a_sentence_is_not_cut_in_two_when_the_game_goes_on(match: Match) -> None:
    stage = make_stage(replace(make_services(), match=match.match))
    match.begin(HUMAN, MACHINE)
    scene_of(stage)._set_up(False)
    match.play(12)
    stage.update(0.0)
    press_key(stage, pygame.K_w)
    type_text(stage, "I wanted ")
    stage.update(1.0)
    match.answer(3)
    stage.update(0.0)
    type_text(stage, "to live")
    field = scene_of(stage)._game.notes.words
    assert field.value == "I wanted to live"
    press_key(stage, pygame.K_ESCAPE)
    stage.update(0.0)
    assert field.value == "", "nothing is said of the move that is shown"
    match.match.look_by(-1)
    assert match.seen.shown.comment == "I wanted to live"
