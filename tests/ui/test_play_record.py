"""Walking through a game in the play scene, its moves and variations, and games opened, saved, copied and dropped."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from clevergo.app.desk import folders
from clevergo.app.desk.folders import Entry, Found, PathKind, look_above, look_at
from clevergo.app.desk.settings import SceneName
from clevergo.app.match.messages import CopySaved, LineMove, MatchPhase, Preparing, SavedGame
from clevergo.games.color import Color
from clevergo.locale import Language, languages
from clevergo.problem import Problem, as_said
from clevergo.ui.scenes.play import files
from clevergo.ui.scenes.play.files import ChooserDialog, FileChooser
from clevergo.ui.scenes.play.scene import PlayScene
from clevergo.ui.scenes.play.words import names_of
from clevergo.ui.shell.scene import Services, Visit
from clevergo.ui.shell.stage import Stage
from clevergo.ui.shell.ui_map import texts_of
from clevergo.ui.strings import Strings
from tests.ui.fakes import FakeMatch, click_on, draw, fake_match, make_services, make_stage, press_key, type_text

CONTROL = pygame.KMOD_CTRL
GAMES = (
    SavedGame(Path("b.sgf"), "human", "alphago:小黑:400", "2026-02-01 10:00", 9, 31, "W+R"),
    SavedGame(Path("a.sgf"), "柯洁", "", "2026-01-31 09:30", 19, 3, ""),
)


@pytest.fixture
def services() -> Services:
    return make_services()


@pytest.fixture
def match(services: Services) -> FakeMatch:
    return fake_match(services)


@pytest.fixture
def playing(services: Services, match: FakeMatch) -> Stage:
    """A game of three moves, with another way to play the second."""
    stage = make_stage(services)
    click_on(stage, "play.start")
    for action in (40, 41, 42):
        match.play(action)
    line = match.snapshot.line.moves
    match.change(line=(line[0], replace(line[1], others=((9, 20),)), line[2]))
    stage.update(0.0)
    match.calls.clear()
    return stage


def shown(stage: Stage) -> list[str]:
    stage.update(0.0)
    return [drawn.text for drawn in texts_of(stage)]


def ids(stage: Stage) -> set[str]:
    stage.update(0.0)
    return {mark.id for mark in stage.clickable() if mark.is_enabled}


def wait_for_disk(stage: Stage) -> None:
    """Until what a dialog of files asked of the disk is answered and shown."""
    for chooser in file_choosers(stage):
        while chooser.reader.is_waiting:
            chooser.reader.wait()
            stage.update(0.0)


def file_choosers(stage: Stage) -> list[FileChooser]:
    choosers = (popup.chooser for popup in stage.popups if isinstance(popup, ChooserDialog))
    return [chooser for chooser in choosers if isinstance(chooser, FileChooser)]


# --- walking --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "call"),
    [
        (pygame.K_LEFT, "look_by -1"),
        (pygame.K_RIGHT, "look_by 1"),
        (pygame.K_HOME, "look_by -100000"),
        (pygame.K_END, "look_by 100000"),
        (pygame.K_PAGEUP, "look_by -10"),
        (pygame.K_UP, "look_beside -1"),
        (pygame.K_DOWN, "look_beside 1"),
    ],
)
def test_keys_walk_through_the_game(playing: Stage, match: FakeMatch, key: int, call: str) -> None:
    assert press_key(playing, key)
    assert match.calls == [call]


def test_keys_still_walk_after_a_click_on_a_switch(playing: Stage, match: FakeMatch) -> None:
    click_on(playing, "play.tab.moves")
    press_key(playing, pygame.K_LEFT)
    assert match.calls == ["look_by -1"]
    assert "play.moves.1" in ids(playing)


def test_the_wheel_on_the_board_walks_too(playing: Stage, match: FakeMatch) -> None:
    assert isinstance(playing.scene, PlayScene)
    playing.handle(
        pygame.event.Event(pygame.MOUSEMOTION, pos=playing.scene.board.rect.center, rel=(0, 0), buttons=(0, 0, 0))
    )
    playing.handle(pygame.event.Event(pygame.MOUSEWHEEL, y=1, x=0))
    playing.handle(pygame.event.Event(pygame.MOUSEWHEEL, y=-1, x=0))
    assert match.calls == ["look_by -1", "look_by 1"]


def test_buttons_walk_as_far_as_there_is_a_way(playing: Stage, match: FakeMatch) -> None:
    assert {"play.first", "play.earlier"} <= ids(playing)
    assert not {"play.later", "play.last"} & ids(playing)
    click_on(playing, "play.earlier")
    click_on(playing, "play.first")
    assert match.calls == ["look_by -1", "look_by -100000"]


def test_the_list_shows_every_move_and_variation_and_leads_there(playing: Stage, match: FakeMatch) -> None:
    click_on(playing, "play.tab.moves")
    names = {mark.id: mark.text for mark in playing.clickable() if mark.id.startswith("play.moves.")}
    assert names == {"play.moves.1": "E5", "play.moves.2": "F5", "play.moves.9": "C7", "play.moves.3": "G5"}
    click_on(playing, "play.moves.9")
    assert match.calls == ["look_at 9"]


def test_a_long_game_scrolls_to_where_one_is(playing: Stage, match: FakeMatch) -> None:
    click_on(playing, "play.tab.moves")
    line = tuple(LineMove(i + 1, i % 81) for i in range(300))
    match.change(line=line, node=300, live_ply=300)
    assert "play.moves.300" in ids(playing)
    match.change(node=0, is_live=False)
    assert {"play.moves.1"} <= ids(playing)
    assert "play.moves.300" not in ids(playing)


def test_looking_back_is_said_and_there_is_a_way_back(playing: Stage, match: FakeMatch) -> None:
    assert "play.live" not in ids(playing)
    match.change(ply=1, node=1, is_live=False)
    assert "Looking at move 1 of 3" in shown(playing)
    click_on(playing, "play.live")
    assert match.calls == ["look_live"]


def test_a_game_can_be_begun_anew_from_its_first_position_too(playing: Stage, match: FakeMatch) -> None:
    match.change(ply=0, node=0, moves=(), is_live=False)
    playing.update(0.0)
    assert "play.restart" in ids(playing)


def test_a_move_in_an_earlier_position_begins_a_variation_and_says_so(playing: Stage, match: FakeMatch) -> None:
    assert isinstance(playing.scene, PlayScene)
    match.change(ply=2, node=2, is_live=False, to_play=Color.BLACK)
    playing.update(0.0)
    playing.scene._clicked(10)
    assert match.calls == ["play 10"]
    assert any("variation" in text for text in shown(playing))


def test_a_comment_of_the_record_is_shown(playing: Stage, match: FakeMatch) -> None:
    click_on(playing, "play.tab.moves")
    match.change(comment="A fine move")
    assert "A fine move" in shown(playing)


def test_stones_carry_numbers_and_boards_letters_as_one_likes(playing: Stage) -> None:
    assert isinstance(playing.scene, PlayScene)
    click_on(playing, "play.record")
    click_on(playing, "play.record.numbers")
    playing.update(0.0)
    assert playing.scene.board.shown.numbers == {40: 1, 41: 2, 42: 3}
    click_on(playing, "play.record")
    click_on(playing, "play.record.coordinates")
    assert not playing.preferences.now.coordinates
    assert not playing.scene.board.shown.coordinates


def test_a_played_stone_settles_and_the_board_comes_to_rest(playing: Stage, match: FakeMatch) -> None:
    draw(playing)
    match.play(10)
    playing.update(0.0)
    assert playing.is_animating
    draw(playing)
    for _ in range(60):
        playing.update(0.05)
    assert isinstance(playing.scene, PlayScene)
    assert not playing.scene.board._motion.stones


# --- games on disk --------------------------------------------------------------------------------------


def test_saved_games_are_listed_and_one_is_opened(playing: Stage, match: FakeMatch) -> None:
    press_key(playing, pygame.K_g, CONTROL)
    assert "Looking…" in shown(playing)
    match.library.games = GAMES
    playing.update(0.1)
    texts = shown(playing)
    assert {"Me — 小黑", "柯洁 — White", "White wins", "unfinished"} <= set(texts)
    press_key(playing, pygame.K_DOWN)
    press_key(playing, pygame.K_RETURN)
    assert match.calls == ["open_game a.sgf"]
    assert not playing.popups


@pytest.mark.parametrize(
    ("black", "white", "names"),
    [
        ("human", "human", "Black — White"),
        ("human", "random", "Me — Random"),
        ("alphago:小黑@1230:400", "gtp:gnugo --mode gtp", "小黑 (1,230 games) — GNU Go"),
        ("柯洁", "", "柯洁 — White"),
    ],
)
def test_a_list_names_players_as_people_do(black: str, white: str, names: str) -> None:
    assert names_of(Strings(Language.ENGLISH), replace(GAMES[0], black=black, white=white)) == names


def test_an_opened_game_is_shown_with_its_moves_once_it_is_there(services: Services, match: FakeMatch) -> None:
    stage = make_stage(services)
    stage.go_to(SceneName.PLAY, Visit(game=Path("famous.sgf")))
    assert match.calls == ["open_game famous.sgf"]
    assert "play.start" in ids(stage), "until it is there, all is as it was"
    line = (LineMove(1, 40),)
    match.change(match_id=99, phase=MatchPhase.PAUSED, line=line, node=1, names=("柯洁", ""))
    assert {"柯洁", "Opened famous.sgf"} <= set(shown(stage))
    assert "play.moves.1" in ids(stage)


def test_a_game_that_takes_long_to_open_is_said_to_be_opened(services: Services, match: FakeMatch) -> None:
    stage = make_stage(services)
    stage.go_to(SceneName.PLAY, Visit(game=Path("famous.sgf")))
    match.change(engine_loading=True)
    assert "Opening the game…" not in shown(stage), "mostly it is there at once"
    for _ in range(10):
        stage.update(0.1)
    assert "Opening the game…" in shown(stage)
    match.change(preparing=Preparing(3, 60))
    for _ in range(10):
        stage.update(0.1)
    assert any("Only the first time" in text for text in shown(stage))
    match.change(match_id=99, phase=MatchPhase.PAUSED, engine_loading=False)
    for _ in range(10):
        stage.update(0.1)
    assert "Opened famous.sgf" in shown(stage)
    assert not any("Opening the game" in text for text in shown(stage))


def test_a_game_can_be_shown_no_more_once_another_is_begun(services: Services, match: FakeMatch) -> None:
    stage = make_stage(services)
    stage.go_to(SceneName.PLAY, Visit(game=Path("famous.sgf")))
    match.change(engine_loading=True)
    click_on(stage, "play.start")
    for _ in range(10):
        stage.update(0.1)
    assert not any("famous" in text or "Opening" in text for text in shown(stage))


def test_a_game_that_can_be_shown_only_in_part_says_how_far(services: Services, match: FakeMatch) -> None:
    stage = make_stage(services)
    stage.go_to(SceneName.PLAY, Visit(game=Path("lesson.sgf")))
    note = Problem("sgf_cut", {"number": 2})
    match.change(match_id=99, phase=MatchPhase.PAUSED, note=note)
    assert any("up to move 2" in text for text in shown(stage))


def test_a_game_that_cannot_be_opened_leaves_the_one_on_the_board(playing: Stage, match: FakeMatch) -> None:
    playing.handle(pygame.event.Event(pygame.DROPFILE, file="/tmp/odd.sgf"))
    assert match.calls == ["open_game odd.sgf"]
    match.change(error=as_said("the game odd.sgf cannot be opened"))
    assert any("odd.sgf" in text for text in shown(playing))
    assert "play.undo" in ids(playing)
    assert "play.again" not in ids(playing)


def test_a_game_is_copied_and_pasted(playing: Stage, match: FakeMatch) -> None:
    press_key(playing, pygame.K_c, CONTROL)
    assert playing.clipboard.get() == "(;SZ[9])"
    press_key(playing, pygame.K_v, CONTROL)
    assert match.calls == ["paste_game (;SZ[9])"]
    playing.clipboard.put("hello")
    press_key(playing, pygame.K_v, CONTROL)
    assert len(match.calls) == 1
    assert any("no game to paste" in text for text in shown(playing))


def test_the_last_game_goes_on(services: Services, match: FakeMatch) -> None:
    stage = make_stage(services)
    click_on(stage, "play.record")
    click_on(stage, "play.record.last")
    assert any("No game" in text for text in shown(stage))
    match.library.games = GAMES
    click_on(stage, "play.record")
    click_on(stage, "play.record.last")
    match.change(match_id=99, phase=MatchPhase.PAUSED)
    assert "play.pause" in ids(stage)


def test_an_unfinished_game_is_offered_at_the_start_and_goes_on(services: Services, match: FakeMatch) -> None:
    stage = make_stage(services)
    match.library.games = GAMES[:1]
    assert "play.resume" not in ids(stage), "the last game is over"
    match.library.games = (replace(GAMES[0], result=""), *GAMES)
    assert "Go on: Me — 小黑, 31 moves" in shown(stage)
    click_on(stage, "play.resume")
    assert match.calls == ["reopen_last"]


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (2560, 1440)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5])
def test_an_unfinished_game_has_a_place_in_every_window(
    language: Language, size: tuple[int, int], scale: float
) -> None:
    services = make_services(language, scale=scale)
    fake_match(services).library.games = (replace(GAMES[0], result=""),)
    stage = make_stage(services, size)
    stage.update(0.0)
    assert {"play.resume", "play.start", "play.record"} <= set(ids(stage))
    click_on(stage, "play.resume")
    assert fake_match(services).calls == ["reopen_last"]


@pytest.fixture
def folder(tmp_path: Path, playing: Stage) -> Path:
    (tmp_path / "子目录").mkdir()
    (tmp_path / "名局.sgf").write_text("(;SZ[9])")
    (tmp_path / "notes.txt").write_text("")
    (tmp_path / ".hidden.sgf").write_text("")
    assert isinstance(playing.scene, PlayScene)
    playing.scene._record._folder = tmp_path
    return tmp_path


def test_a_file_is_chosen_by_mouse(playing: Stage, match: FakeMatch, folder: Path) -> None:
    press_key(playing, pygame.K_o, CONTROL)
    wait_for_disk(playing)
    texts = shown(playing)
    assert {"子目录", "名局.sgf"} <= set(texts)
    assert not {"notes.txt", ".hidden.sgf"} & set(texts)
    click_on(playing, "files.list.0")
    wait_for_disk(playing)
    assert "No games in this folder" in shown(playing)
    click_on(playing, "files.up")
    wait_for_disk(playing)
    click_on(playing, "files.list.1")
    click_on(playing, "dialog.ok")
    assert match.calls == ["open_game 名局.sgf"]


def test_above_a_drive_are_the_other_drives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    top = Path(tmp_path.anchor)
    assert look_above(tmp_path) == look_at(tmp_path.parent)
    assert look_above(top) == look_at(top), "where there are no drives nothing is above"
    monkeypatch.setattr(folders, "drives", lambda: [top, tmp_path])
    assert look_above(top) == Found(top, PathKind.FOLDER, (Entry(top, True), Entry(tmp_path, True)))
    assert look_above(tmp_path) == look_at(tmp_path.parent)


def test_a_file_is_chosen_by_keys(playing: Stage, match: FakeMatch, folder: Path) -> None:
    press_key(playing, pygame.K_o, CONTROL)
    wait_for_disk(playing)
    press_key(playing, pygame.K_DOWN)
    press_key(playing, pygame.K_DOWN)
    press_key(playing, pygame.K_RETURN)
    assert match.calls == ["open_game 名局.sgf"]


def test_a_path_is_typed(playing: Stage, match: FakeMatch, folder: Path) -> None:
    press_key(playing, pygame.K_o, CONTROL)
    wait_for_disk(playing)
    click_on(playing, "files.path")
    for path in ("nowhere.sgf", "~nobody-of-that-name/x.sgf", "围" * 300, "名局.sgf"):
        press_key(playing, pygame.K_a, CONTROL)
        type_text(playing, path)
        press_key(playing, pygame.K_RETURN)
        wait_for_disk(playing)
        if path != "名局.sgf":
            assert "There is no such file" in shown(playing)
    assert match.calls == ["open_game 名局.sgf"]


def test_a_folder_that_does_not_answer_keeps_nobody_waiting(
    playing: Stage, match: FakeMatch, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    press_key(playing, pygame.K_o, CONTROL)
    wait_for_disk(playing)
    answer = threading.Event()
    assert len(file_choosers(playing)) == 1

    def look(path: Path) -> Found:
        answer.wait()
        return look_at(path)

    monkeypatch.setattr(files, "look_at", look)
    click_on(playing, "files.list.0")
    assert "Looking…" not in shown(playing), "what takes no time is not worth a word"
    playing.update(0.3)
    assert {"Looking…", "名局.sgf"} <= set(shown(playing))
    monkeypatch.setattr(files, "look_at", look_at)
    click_on(playing, "files.path")
    press_key(playing, pygame.K_a, CONTROL)
    type_text(playing, str(folder))
    press_key(playing, pygame.K_RETURN)
    wait_for_disk(playing)
    answer.set()
    wait_for_disk(playing)
    texts = shown(playing)
    assert "名局.sgf" in texts, "the answer to the question before counts no more"
    assert "Looking…" not in texts


def test_files_are_looked_for_at_home_where_the_last_folder_is_gone(
    playing: Stage, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(playing.scene, PlayScene)
    monkeypatch.setattr(Path, "home", lambda: folder)
    playing.scene._record._folder = folder / "gone"
    press_key(playing, pygame.K_o, CONTROL)
    wait_for_disk(playing)
    texts = shown(playing)
    assert "名局.sgf" in texts
    assert "There is no such file" not in texts


def test_a_game_is_saved_under_another_name_and_nothing_is_overwritten_unasked(
    playing: Stage, match: FakeMatch, folder: Path
) -> None:
    for name, wanted in (("新的", "save_as 新的.sgf"), ("名局", "")):
        match.calls.clear()
        press_key(playing, pygame.K_s, CONTROL)
        click_on(playing, "files.name")
        press_key(playing, pygame.K_a, CONTROL)
        type_text(playing, name)
        click_on(playing, "dialog.ok")
        wait_for_disk(playing)
        assert match.calls == ([wanted] if wanted else [])
    assert any("名局.sgf" in text and "replace" in text for text in shown(playing))
    click_on(playing, "dialog.ok")
    assert match.calls == ["save_as 名局.sgf"]


def test_a_game_is_said_to_be_saved_once_it_is_and_else_why_not(playing: Stage, match: FakeMatch, folder: Path) -> None:
    press_key(playing, pygame.K_s, CONTROL)
    click_on(playing, "dialog.ok")
    wait_for_disk(playing)
    assert match.calls == ["save_as game.sgf"]
    assert not any("game.sgf" in text for text in shown(playing)), "nobody knows yet"
    match.copied = CopySaved(folder / "game.sgf")
    assert "Saved as game.sgf" in shown(playing)
    reason = f"the game cannot be saved to {folder} (Permission denied): choose another folder or name"
    match.copied = CopySaved(folder, as_said(reason))
    assert any("cannot be saved" in text for text in shown(playing))


def test_a_game_is_saved_by_keys_alone(playing: Stage, match: FakeMatch, folder: Path) -> None:
    press_key(playing, pygame.K_s, CONTROL)
    type_text(playing, "第一局")
    press_key(playing, pygame.K_RETURN)
    wait_for_disk(playing)
    assert match.calls == ["save_as 第一局.sgf"]


def test_a_folder_that_was_typed_counts_though_nobody_pressed_enter(
    playing: Stage, match: FakeMatch, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved: list[Path] = []
    monkeypatch.setattr(match, "save_as", saved.append)
    press_key(playing, pygame.K_s, CONTROL)
    wait_for_disk(playing)
    click_on(playing, "files.path")
    press_key(playing, pygame.K_a, CONTROL)
    type_text(playing, str(folder / "子目录"))
    click_on(playing, "dialog.ok")
    wait_for_disk(playing)
    assert saved == [folder / "子目录" / "game.sgf"]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("size", "scale"), [((960, 640), 1.0), ((1280, 720), 1.5), ((1920, 1080), 1.5)])
def test_no_text_of_the_dialogs_is_cut(language: Language, size: tuple[int, int], scale: float, tmp_path: Path) -> None:
    services = make_services(language, scale=scale)
    match = fake_match(services)
    match.library.games = GAMES
    stage = make_stage(services, size)
    click_on(stage, "play.time")
    click_on(stage, "play.time.5.0")
    click_on(stage, "play.start")
    for action in range(60):
        match.play(action)
    match.change(is_live=False, node=9, ply=9)
    assert isinstance(stage.scene, PlayScene)
    stage.scene._record._folder = tmp_path
    click_on(stage, "play.tab.moves")
    for step in (None, pygame.K_g, pygame.K_o, pygame.K_s):
        if step is not None:
            press_key(stage, step, CONTROL)
            wait_for_disk(stage)
        stage.update(0.1)
        draw(stage)
        # The path of a folder may be longer than any field.
        cut = [text.text for text in texts_of(stage) if text.is_cut and not text.text.startswith(str(tmp_path)[:4])]
        assert not cut
        press_key(stage, pygame.K_ESCAPE)


def test_the_count_is_explained_stone_by_stone_and_point_by_point(playing: Stage, match: FakeMatch) -> None:
    match.finish()
    texts = " ".join(shown(playing))
    assert "Black: 2 living stones + 43 surrounded = 45." in texts
    assert "White: 1 + 35 + komi 7.5 = 43.5." in texts
