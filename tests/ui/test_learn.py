"""The scene where one learns: its contents, the chapters as pages, and the boards and doors in them."""

from __future__ import annotations

import gc
import itertools
import weakref
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from clevergo.app.course.directives import directive
from clevergo.app.course.texts import OVERVIEW, Course
from clevergo.app.desk.settings import Bookmark, SceneName, Settings, SettingsFile
from clevergo.locale import Language
from clevergo.ui.kit.assets import Face, Fonts
from clevergo.ui.kit.prose.lines import Style, Typesetter
from clevergo.ui.kit.prose.markdown import Comment, Span, parsed
from clevergo.ui.kit.prose.prose import Place
from clevergo.ui.kit.prose.sheet import Setter, Sheet
from clevergo.ui.kit.theme import LIGHT
from clevergo.ui.scenes.analysis.judges import MONTE_CARLO, STRONGEST
from clevergo.ui.scenes.catalog import makers
from clevergo.ui.scenes.learn.contents import contents
from clevergo.ui.scenes.learn.course.boards import BoardsRow, PlayableBoard
from clevergo.ui.scenes.learn.course.page import CoursePage, Materials
from clevergo.ui.scenes.learn.course.pictures import png_size, scaled
from clevergo.ui.scenes.learn.scene import LearnScene
from clevergo.ui.scenes.learn.views import VIEWS
from clevergo.ui.scenes.play.scene import PlayScene
from clevergo.ui.scenes.slow.page import SlowPage
from clevergo.ui.shell.scene import Preferences
from clevergo.ui.shell.stage import SMALLEST, Stage
from tests.ui.fakes import (
    click,
    click_on,
    fake_analysis,
    fake_match,
    make_services,
    make_stage,
    move_to,
    press_key,
)
from tests.ui.test_compete_scene import FakeTournament
from tests.ui.test_kennel_scene import FakeKeeping

LANGUAGES = (Language.CHINESE, Language.ENGLISH)
PAGES = (OVERVIEW, *Course().chapters())


def learning(
    language: Language = Language.ENGLISH, size: tuple[int, int] = (1280, 800), **settings: object
) -> tuple[Stage, LearnScene]:
    services = replace(make_services(language), kennel=FakeKeeping(), tournament=FakeTournament())  # type: ignore[arg-type]
    services.preferences.change(**settings)
    stage = make_stage(services, size)
    stage.furnish(services, makers())
    stage.go_to(SceneName.LEARN)
    scene = stage.scene
    assert isinstance(scene, LearnScene)
    settle(stage)
    return stage, scene


def page_of(scene: LearnScene) -> CoursePage:
    assert isinstance(scene.leaf, CoursePage)
    return scene.leaf


def settle(stage: Stage) -> None:
    """All that is to be set is set, and what glides has arrived."""
    scene = stage.scene
    if isinstance(scene, LearnScene) and isinstance(scene.leaf, CoursePage):
        scene.leaf.prose.finish()
    for _ in range(40):
        stage.update(0.05)


def opened(stage: Stage, scene: LearnScene, chapter: str) -> CoursePage:
    scene.open_entry(f"course.{chapter}")
    settle(stage)
    return page_of(scene)


def go_to_board(stage: Stage, page: CoursePage, name: str) -> PlayableBoard:
    """Scroll until a board can be seen."""
    rows = (child for child in page.prose.children if isinstance(child, BoardsRow))
    wanted = f"learn.board.{name}"
    row = next(row for row in rows if any(id.startswith(f"{wanted}.") for id in _ids(row)))
    laid = next(laid for laid in page.prose._laid if any(widget is row for _, widget in laid.sheet.widgets))
    page.prose._jump(laid.y - 20)
    settle(stage)
    return next(board for board in row.boards if any(id.startswith(f"{wanted}.") for id in _ids(board)))


def _ids(widget: object) -> list[str]:
    own = getattr(widget, "id", "")
    return [own, *itertools.chain.from_iterable(_ids(child) for child in getattr(widget, "children", ()))]


# --- contents --------------------------------------------------------------------------------------------------


def test_every_entry_opens_and_their_ids_differ() -> None:
    stage, scene = learning()
    ids = [entry.id for entry in contents()]
    assert len(set(ids)) == len(ids)
    for id in ids:
        scene.open_entry(id)
        stage.update(0.02)
        assert scene.leaf is not None
        assert stage.preferences.now.learn_open == id


def test_what_was_open_last_is_open_again() -> None:
    stage, scene = learning(learn_open="course.03-five")
    assert scene.leaf is not None
    assert page_of(scene)._chapter == "03-five"
    stage, scene = learning(learn_open="no such entry")
    assert stage.preferences.now.learn_open == contents()[0].id


def test_the_contents_are_clicked_and_gone_through_by_keys() -> None:
    stage, scene = learning()
    click_on(stage, "learn.index.course.02-go")
    settle(stage)
    assert stage.preferences.now.learn_open == "course.02-go"
    click_on(stage, "learn.index.course.02-go#1")
    settle(stage)
    assert page_of(scene).part == 1
    while stage.focus is None or stage.focus.id != "learn.index":
        press_key(stage, pygame.K_TAB)
    while scene.leaf is page_of(scene) and stage.preferences.now.learn_open == "course.02-go":
        press_key(stage, pygame.K_DOWN)
        press_key(stage, pygame.K_RETURN)
    assert stage.preferences.now.learn_open == "course.03-five"


def test_in_a_narrow_window_the_contents_come_when_they_are_called() -> None:
    stage, _ = learning(size=SMALLEST)
    assert not any(mark.id.startswith("learn.index") for mark in stage.clickable())
    click_on(stage, "learn.contents")
    assert len(stage.popups) == 1
    press_key(stage, pygame.K_ESCAPE)
    assert not stage.popups
    click_on(stage, "learn.contents")
    click_on(stage, "learn.folded.course.01-what")
    assert not stage.popups
    assert stage.preferences.now.learn_open == "course.01-what"


def shares(scene: LearnScene) -> dict[str, float]:
    """How far the contents say somebody has come, of what has been begun."""
    return {row.id: row.share for row in scene._index._rows if row.share}


def test_the_contents_tell_how_far_one_has_read_and_what_has_been_done() -> None:
    kept = {"01-what": Bookmark(read=1.0), "03-five": Bookmark(read=0.42)}
    stage, scene = learning(learn_open="try.class", bookmarks=kept, lessons_done=("go.take", "go.escape", "five.no"))
    assert shares(scene) == {"lessons.go": 0.25, "course.01-what": 1.0, "course.03-five": 0.42}
    strings = stage.look.strings
    told = {entry.id: strings.said(entry.progress(stage.preferences.now).said) for entry in scene.entries}
    assert told["lessons.go"] == "2 of 8 done"
    assert (told["course.01-what"], told["course.03-five"]) == ("Read to the end", "42% read")
    assert (told["lessons.five"], told["course.02-go"], told["try.class"]) == ("", "", "")


def test_the_open_entry_stays_in_sight_in_another_language() -> None:
    stage, _ = learning(learn_open="try.class", size=(1280, 720))
    for _ in range(3):
        assert any(mark.id == "learn.index.try.class" for mark in stage.clickable())
        click_on(stage, "nav.language")
        settle(stage)


def test_reading_on_is_seen_in_the_contents() -> None:
    stage, scene = learning(learn_open="course.01-what")
    press_key(stage, pygame.K_END)
    settle(stage)
    assert shares(scene) == {"course.01-what": 1.0}
    stage.damage.take(stage.rect)
    scene._refresh()
    assert not stage.damage.take(stage.rect), "what is the same is not drawn again"


# --- chapters ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES, ids=str)
@pytest.mark.parametrize("width", [820, 500])
def test_every_chapter_lies_on_its_paper(language: Language, width: int) -> None:
    """Nothing stands beyond its sheet, no sheet is wider than there is room, and no two lines lie on each other."""
    stage, scene = learning(language)
    look = stage.look
    wrong = []
    for page in PAGES:
        materials = Materials(scene._desk, Course(), page)
        materials.begin(language)
        setter = Setter(look, materials, width + 100)
        for block in materials.blocks():
            sheet = setter.sheet(block, width)
            wrong += [f"{page}: {said}" for said in _misplaced(sheet, width + 100)]
    assert wrong == []


def _misplaced(sheet: Sheet, full: int) -> Iterator[str]:
    slack = 14  # a sign that is half empty may hang over the edge
    if sheet.width > full:
        yield f"a sheet of {sheet.width}"
    for x, y, line in sheet.lines:
        said = "".join(run.text for run in line.runs)
        if x < 0 or x + line.width > sheet.width + slack or y < 0 or y + line.height > sheet.height:
            yield f"{said!r} at {x}, {y} on {sheet.width} x {sheet.height}"
    for rect, widget in sheet.widgets:
        if not pygame.Rect(0, 0, sheet.width, sheet.height).contains(rect):
            yield f"{type(widget).__name__} at {tuple(rect)} on {sheet.width} x {sheet.height}"
    rows = sorted((y, x, line) for x, y, line in sheet.lines if line.runs)
    for (y1, x1, first), (y2, x2, last) in itertools.pairwise(rows):
        if y2 < y1 + first.height and x1 < x2 + last.width and x2 < x1 + first.width:
            yield f"{first.runs[0].text!r} and {last.runs[0].text!r} lie on each other"


@pytest.mark.parametrize("language", LANGUAGES, ids=str)
def test_every_picture_is_a_picture_and_every_directive_is_known(language: Language) -> None:
    course = Course()
    for page in PAGES:
        folder = course.path(page, language).parent
        for block in parsed(course.text(page, language)):
            if isinstance(block, Comment):
                found = directive(block.text)
                assert found is not None, block
                assert found.name in (*VIEWS, "boards", "card"), block
            elif hasattr(block, "file"):
                assert png_size(folder / block.file) is not None, block


def test_every_door_of_the_chapters_opens() -> None:
    stage, scene = learning()
    course, seen = Course(), set()
    for page in course.chapters():
        for block in parsed(course.text(page, Language.ENGLISH)):
            found = directive(block.text) if isinstance(block, Comment) else None
            if found is not None and found.name in VIEWS and str(found.values) not in seen:
                seen.add(str(found.values))
                VIEWS[found.name].open(scene._desk, found.values)
                assert stage.scene is not scene
                stage.go_to(SceneName.LEARN)
    assert len(seen) > 6


def test_slow_motion_opens_at_the_chapters_position_and_leads_back() -> None:
    stage, scene = learning()
    opened(stage, scene, "09-search")
    asked = fake_analysis(scene.services)
    scene.open_entry("course.09-search#1")
    settle(stage)
    for _ in range(60):
        if any(mark.id.startswith("learn.view") for mark in stage.clickable()):
            break
        press_key(stage, pygame.K_DOWN)
        settle(stage)
    click_on(stage, next(mark.id for mark in stage.clickable() if mark.id.startswith("learn.view")))
    assert isinstance(stage.scene, SlowPage)
    assert stage.scene.question.visits == 32
    assert stage.scene.question.start.to_play == 2
    assert asked.slow is not None
    press_key(stage, pygame.K_ESCAPE)
    assert stage.scene is scene


def test_slow_motion_names_who_searches_for_the_chapter_and_anybody_can_be_chosen() -> None:
    stage, scene = learning(mind_judge="小黑")
    VIEWS["slow"].open(scene._desk, {"board": "puzzle"})
    page = stage.scene
    assert isinstance(page, SlowPage)
    assert page.judge_choice == STRONGEST
    assert page.question.judge == "alpha_go"
    click_on(stage, "slow.judge")
    click_on(stage, "slow.judge.小黑")
    assert page.judge_choice == page.question.judge == "小黑"
    stage.go_to(SceneName.LEARN)
    VIEWS["slow"].open(scene._desk, {"board": "puzzle", "dog": "mcts"})
    page = stage.scene
    assert isinstance(page, SlowPage)
    assert page.judge_choice == MONTE_CARLO
    assert page.question.judge is None


def test_a_door_lays_the_position_on_the_board() -> None:
    stage, scene = learning()
    VIEWS["analyze"].open(scene._desk, {"board": "puzzle"})
    assert isinstance(stage.scene, PlayScene)
    assert any(call.startswith("set_up") for call in fake_match(scene.services).calls)


def test_a_door_chooses_board_and_players() -> None:
    stage, scene = learning()
    VIEWS["play"].open(scene._desk, {"game": "five", "rule": "renju", "white": "random"})
    click_on(stage, "play.start")
    setup = fake_match(scene.services).snapshot.setup
    assert setup.rules.game.name == "five"
    assert (str(setup.black), str(setup.white)) == ("human", "random")


# --- boards ----------------------------------------------------------------------------------------------------------


def test_a_board_in_a_chapter_is_played_on_and_begins_anew() -> None:
    stage, scene = learning()
    page = opened(stage, scene, "02-go")
    board = go_to_board(stage, page, "capture-1")
    mark = board.pane.mark()
    assert mark is not None
    aim = (mark.first[0] + round(3 * mark.step), mark.first[1] + round(2 * mark.step))
    assert not any(one.id == "learn.board.capture-1.anew" for one in stage.clickable())
    click(stage, aim)
    assert board.game.board.stones[2, 2] == 0
    click(stage, aim)  # somebody stands there now
    assert board.pane._refusal is not None
    click_on(stage, "learn.board.capture-1.anew")
    assert board.game.is_at_beginning
    assert board.game.board.stones[2, 2] == 2


def test_a_move_made_before_the_rules_are_loaded_is_played_when_they_are() -> None:
    stage, scene = learning()
    page = opened(stage, scene, "02-go")
    board = go_to_board(stage, page, "liberties")
    fake_match(scene.services).rules_are_loaded = False
    mark = board.pane.mark()
    assert mark is not None
    click(stage, (mark.first[0] + round(4 * mark.step), mark.first[1]))
    assert board.pane._refusal is not None
    stage.update(0.1)
    assert board.game.is_at_beginning
    fake_match(scene.services).rules_are_loaded = True
    stage.update(0.1)
    assert not board.game.is_at_beginning


def test_moves_of_a_board_are_gone_through_by_its_buttons() -> None:
    stage, scene = learning()
    board = go_to_board(stage, opened(stage, scene, "02-go"), "snapback-2")
    click_on(stage, "learn.board.snapback-2.back")
    assert len(board.game.numbers) == 1
    click_on(stage, "learn.board.snapback-2.on")
    assert not board.game.can_go_on


def test_a_board_of_five_in_a_row_says_why_a_point_is_forbidden() -> None:
    stage, scene = learning()
    board = go_to_board(stage, opened(stage, scene, "03-five"), "double-three")
    mark = board.pane.mark()
    assert mark is not None
    click(stage, (mark.first[0] + round(4 * mark.step), mark.first[1] + round(4 * mark.step)))
    assert board.pane._refusal is not None
    assert board.game.is_at_beginning


def test_boards_lie_below_each_other_where_there_is_no_room_beside() -> None:
    stage, scene = learning()
    page = opened(stage, scene, "02-go")
    row = next(child for child in page.prose.children if isinstance(child, BoardsRow) and len(child.boards) == 3)
    look = stage.look
    wide, narrow = (row.height_for(look, width) for width in (850, 300))
    assert narrow > 2.5 * wide


# --- reading ---------------------------------------------------------------------------------------------------------


def test_keys_and_wheel_scroll_and_the_part_one_is_at_is_told() -> None:
    stage, scene = learning()
    prose = opened(stage, scene, "02-go").prose
    tops = [prose._top]
    for key in (pygame.K_DOWN, pygame.K_PAGEDOWN, pygame.K_SPACE, pygame.K_END):
        press_key(stage, key)
        settle(stage)
        tops.append(prose._top)
    assert tops == sorted(set(tops))
    assert prose.share == 1.0
    assert prose.heading_now == len(prose.headings) - 1
    for key in (pygame.K_UP, pygame.K_PAGEUP, pygame.K_HOME):
        press_key(stage, key)
        settle(stage)
        tops.append(prose._top)
    assert tops[-1] == 0
    move_to(stage, prose.rect.center)
    stage.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-2))
    settle(stage)
    assert prose._top > 0


def test_control_and_page_keys_turn_to_other_chapters() -> None:
    stage, _ = learning(learn_open=f"course.{OVERVIEW}")
    for key, expected in (
        (pygame.K_PAGEUP, OVERVIEW),
        (pygame.K_PAGEDOWN, "01-what"),
        (pygame.K_PAGEDOWN, "02-go"),
        (pygame.K_PAGEUP, "01-what"),
    ):
        press_key(stage, key, pygame.KMOD_CTRL)
        assert stage.preferences.now.learn_open == f"course.{expected}"


def test_the_end_of_a_chapter_leads_to_the_next() -> None:
    stage, scene = learning()
    opened(stage, scene, "01-what")
    press_key(stage, pygame.K_END)
    settle(stage)
    click_on(stage, "learn.after")
    assert stage.preferences.now.learn_open == "course.02-go"


def test_where_one_was_is_found_again_in_any_width_and_after_a_restart(tmp_path: Path) -> None:
    stage, scene = learning()
    prose = opened(stage, scene, "02-go").prose
    prose.go_to_heading(4)
    settle(stage)
    place, read = prose.place_now, prose.share
    stage.resize((1000, 700), stage.look)
    settle(stage)
    assert prose.place_now.block == place.block
    scene.left()
    file = SettingsFile(tmp_path / "settings.json")
    file.save(stage.preferences.now)
    kept = file.load().bookmarks
    assert kept["02-go"].read == pytest.approx(read, abs=0.01)
    stage, scene = learning(bookmarks=kept, learn_open="course.02-go")
    assert page_of(scene).prose.place_now.block == place.block


def test_places_in_two_windows_are_all_kept_and_what_was_read_in_either_is_read(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    stage, scene = learning()
    stage.preferences._store = SettingsFile(path)
    theirs = {"01-what": Bookmark(3, 0.0, 0.5), "02-go": Bookmark(9, 0.0, 1.0)}
    Preferences(Settings(), SettingsFile(path)).change(bookmarks=theirs)
    prose = opened(stage, scene, "02-go").prose
    prose.go_to_heading(4)
    settle(stage)
    scene.left()
    kept = SettingsFile(path).load().bookmarks
    assert kept["01-what"] == theirs["01-what"]
    assert (kept["02-go"].block, kept["02-go"].read) == (prose.place_now.block, 1.0)


def test_of_many_chapters_only_the_last_are_held() -> None:
    stage, scene = learning()
    first = weakref.ref(opened(stage, scene, PAGES[0]))
    for chapter in PAGES[1:4]:
        opened(stage, scene, chapter)
    gc.collect()
    assert first() is None, "its pictures and boards would be kept for nothing"


def test_bookmarks_that_make_no_sense_are_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"bookmarks": {"02-go": [1, 7.5, 0]}, "sound_on": false}', encoding="utf-8")
    file = SettingsFile(path)
    assert file.load() == replace(Settings(), sound_on=False)
    assert file.set_aside.exists()
    path.write_text('{"bookmarks": {"02-go": [1, 0.5, 0]}}', encoding="utf-8")
    assert file.load().bookmarks == {"02-go": Bookmark(1, 0.5, 0)}


def test_another_language_is_read_from_its_own_file() -> None:
    stage, scene = learning(Language.CHINESE, learn_open="course.02-go")
    assert page_of(scene).prose.headings[0] == "气"
    click_on(stage, "nav.language")
    settle(stage)
    assert page_of(scene).prose.headings[0] == "Liberties"


def test_code_is_copied_as_it_is_written() -> None:
    stage, scene = learning()
    opened(stage, scene, "01-what")
    scene.open_entry("course.01-what#1")
    settle(stage)
    for _ in range(20):
        if any(mark.id == "learn.copy.0" for mark in stage.clickable()):
            break
        press_key(stage, pygame.K_DOWN)
        settle(stage)
    click_on(stage, "learn.copy.0")
    assert stage.clipboard.get().startswith("import numpy as np\n")
    assert stage.clipboard.get().endswith("outcome().points())\n")


def test_links_lead_to_chapters_and_addresses_are_copied() -> None:
    stage, scene = learning()
    page = opened(stage, scene, "01-what")
    page._follow("09-search.md")
    assert stage.preferences.now.learn_open == "course.09-search"
    page = page_of(scene)
    page._follow("../training.md")
    assert stage.clipboard.get().replace("\\", "/") == "docs/training.md"
    page._follow("https://example.org/x")
    assert stage.clipboard.get() == "https://example.org/x"


def test_a_link_is_reached_by_keys() -> None:
    stage, _ = learning(learn_open=f"course.{OVERVIEW}")
    for _ in range(40):
        press_key(stage, pygame.K_TAB)
        if stage.focus is not None and stage.focus.id.startswith("learn.link"):
            break
    press_key(stage, pygame.K_RETURN)
    assert stage.preferences.now.learn_open == "course.01-what"


def test_a_chapter_that_did_not_come_along_says_so(tmp_path: Path) -> None:
    _, scene = learning()
    materials = Materials(scene._desk, Course(tmp_path), "02-go")
    (block,) = materials.blocks()
    assert "02-go.md" in "".join(span.text for span in getattr(block, "spans", ()))


def test_a_long_text_is_set_a_little_in_each_frame() -> None:
    """However long it is, a frame sets what it has time for; the last one leaves nothing to do."""
    stage, scene = learning()
    page = opened(stage, scene, "09-search")
    page.prose.seconds = 0.0
    page.prose.show(page._materials.blocks(), Place())
    assert not page.prose.is_set
    assert page.prose.work()
    page.prose.seconds = 1e-4
    for _ in range(20_000):
        if not page.prose.work():
            break
    assert page.prose.is_set


def test_the_bar_is_dragged_to_the_end() -> None:
    stage, scene = learning()
    prose = opened(stage, scene, "02-go").prose
    bar = prose._bar
    thumb = bar._thumb(stage.look)
    start, end = thumb.center, (thumb.centerx, bar.rect.bottom)
    move_to(stage, start)
    stage.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    stage.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=end, rel=(0, 1), buttons=(1, 0, 0)))
    stage.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=end, button=1))
    assert prose.share == 1.0


# --- lines -----------------------------------------------------------------------------------------------------------


def broken(text: str, width: int) -> list[str]:
    pygame.font.init()
    lines = Typesetter(Fonts()).lines((Span(text),), width, Style(16), 1.5)
    return ["".join(run.text for run in line.runs) for line in lines]


def test_no_line_begins_with_a_sign_that_closes_or_ends_with_one_that_opens() -> None:
    text = "他说：“这里没有气，不能自杀。”（见第 2 章）然后就走了……再也没有回来！" * 3
    for width in range(90, 240, 7):
        for line in broken(text, width):
            assert line[0] not in "，。：！）”…", (width, line)
            assert line[-1] not in "（“", (width, line)


def test_words_stay_whole_unless_they_are_longer_than_a_line() -> None:
    assert all(
        set(line.split()) <= {"liberties", "of", "a", "stone"} for line in broken("liberties of a stone " * 6, 90)
    )
    long = "clevergo/ui/scenes/learn/course/page.py" * 2
    lines = broken(long, 120)
    assert "".join(lines) == long
    assert len(lines) > 3


def test_nothing_of_a_text_is_lost_when_it_is_broken() -> None:
    text = "A **long** text 有中文，和 English words, 1,193 games."
    for width in (40, 77, 130, 400):
        assert "".join(broken(text, width)).replace(" ", "") == text.replace(" ", "")


def test_long_code_goes_on_below_a_little_further_in() -> None:
    pygame.font.init()
    setter = Typesetter(Fonts())
    cell = setter.width("0", Style(14, Face.MONO))
    lines = setter.code("    value = first_argument + second_argument", "python", 24 * cell, 14, 1.5)
    said = ["".join(run.text for run in line.runs) for line in lines]
    assert said == ["    value = ", "      first_argument + ", "      second_argument"]


def test_a_scaled_picture_keeps_an_even_ground() -> None:
    pygame.display.init()
    surface = pygame.Surface((90, 60), 0, 32)
    surface.fill(LIGHT.panel)
    for size in ((60, 40), (71, 33), (120, 80)):
        small = scaled(surface, size)
        assert small.get_size() == size
        assert {tuple(small.get_at((x, y)))[:3] for x in range(0, size[0], 7) for y in range(0, size[1], 7)} == {
            LIGHT.panel
        }
