"""Games that are saved while they are played: by two windows, to a disk that is full for a while, and at the end."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from clevergo.app.desk.library import GameFile, GameStore
from clevergo.app.errors import AppError
from clevergo.app.match import keeper
from clevergo.games.record import GameRecord
from clevergo.games.sgf.codec import from_sgf
from clevergo.problem import Problem
from tests.app.tables import kept
from tests.app.test_match import HUMAN, Stage
from tests.patience import PATIENCE


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path)


def played(stage: Stage) -> Path:
    """The file of a game of two moves."""
    stage.begin(HUMAN, HUMAN)
    stage.play(12, 7)
    stage.files()
    (path,) = stage.paths.games.glob("*.sgf")
    return path


def window_before(path: Path, folder: Path) -> Stage:
    """Another window in the same data folder that has opened a game."""
    other = Stage(folder)
    other.match.open_game(path)
    other.wait_for_game()
    return other


def moves_of(path: Path) -> tuple[int, ...]:
    return from_sgf(path.read_bytes()).moves


def wait(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


# --- two windows --------------------------------------------------------------------------------------------


def test_a_window_that_only_looks_leaves_the_game_to_the_one_that_plays_it(stage: Stage, tmp_path: Path) -> None:
    path = played(stage)
    looking = window_before(path, tmp_path)
    stage.play(13, 8)
    stage.match.resign()
    stage.files()
    written = path.read_bytes()
    looking.match.judge(1, 0.6)
    assert looking.files() == [(12, 7, 13, 8)]
    assert path.read_bytes() == written
    assert b"RE[W+R]" in written
    looking.match.poll()
    assert looking.seen.error is None


def test_what_is_played_in_the_other_window_goes_on_in_a_file_of_its_own_and_that_is_told(
    stage: Stage, tmp_path: Path
) -> None:
    path = played(stage)
    other = window_before(path, tmp_path)
    stage.play(13)
    stage.files()
    other.match.start()
    other.play(18, 8)
    assert other.files() == [(12, 7, 13), (12, 7, 18, 8)]
    other.match.poll()
    own = other.seen.file
    assert own not in (None, path)
    assert other.seen.error == Problem("game_elsewhere", {"path": path, "own": own})
    stage.play(8)
    other.match.resign()
    assert stage.files() == [(12, 7, 13, 8), (12, 7, 18, 8)]
    assert other.match.flush(10.0)
    assert len(kept(stage.kennel, "games")) == 1


def test_words_about_a_game_that_another_window_has_played_on_are_kept(stage: Stage, tmp_path: Path) -> None:
    path = played(stage)
    other = window_before(path, tmp_path)
    stage.play(13)
    stage.files()
    other.match.write_comment(1, "well played")
    assert other.files() == [(12, 7, 13), (12, 7)]
    assert b"well played" not in path.read_bytes()


def test_a_window_that_opens_its_own_game_anew_goes_on_in_the_same_file(stage: Stage) -> None:
    path = played(stage)
    stage.match.open_game(path)
    stage.match.judge(1, 0.6)  # it is written once more while it is being read
    assert stage.match.flush(10.0)
    stage.wait_for_game()
    stage.match.judge(1, 0.7)
    stage.match.start()
    stage.play(13)
    assert stage.files() == [(12, 7, 13)]


def test_a_file_whose_times_have_changed_is_still_the_same_game(stage: Stage) -> None:
    path = played(stage)
    os.utime(path, (1e9, 1e9))
    stage.play(13)
    assert stage.files() == [(12, 7, 13)]


def test_two_windows_that_begin_a_game_in_the_same_second_write_two_files(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "strftime", lambda form, *_: "2026-02-03 04-05-06" if "%H" in form else "2026-02-03")
    other = Stage(tmp_path)
    assert stage.store.new_file() == other.store.new_file(), "neither is written yet"
    for each, action in ((stage, 12), (other, 7)):
        each.begin(HUMAN, HUMAN)
        each.play(action)
    assert stage.match.flush(10.0)
    assert other.match.flush(10.0)
    assert sorted(stage.files()) == [(7,), (12,)]
    assert stage.seen.error is None
    other.match.poll()
    assert other.seen.error is None


def test_of_a_name_that_was_claimed_and_never_written_to_nobody_goes_on(stage: Stage) -> None:
    path = played(stage)
    later = stage.store.claim(path.with_name("9999-01-01 00-00-00.sgf"))
    assert later.exists()
    assert stage.store.last() == path


# --- what cannot be written ---------------------------------------------------------------------------------


class FullDisk:
    """Refuses to write while it is full."""

    def __init__(self, store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
        self.is_full = True
        self.tries = 0
        self._save = store.save
        monkeypatch.setattr(store, "save", self.save)

    def save(self, path: Path, record: GameRecord, is_copy: bool = False) -> None:
        self.tries += 1
        if self.is_full:
            raise AppError("game_save", path=path, cause="no space left")
        self._save(path, record, is_copy)


def full_while_it_is_played(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> FullDisk:
    """A disk that has no room for a game of one move."""
    disk = FullDisk(stage.store, monkeypatch)
    stage.begin(HUMAN, HUMAN)
    stage.play(12)
    wait(lambda: stage.match._keeper.trouble is not None)
    return disk


def test_a_game_whose_last_state_found_no_room_is_written_once_there_is_some(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "_AGAIN_SECONDS", 0.05)
    disk = FullDisk(stage.store, monkeypatch)
    stage.begin(HUMAN, HUMAN)
    stage.play(12)
    stage.match.resign()
    wait(lambda: disk.tries > 2)
    stage.match.poll()
    told = stage.seen.error
    assert told is not None
    assert told.code == "game_save"
    stage.match.poll()
    assert stage.seen.error is told, "once read, it is not told with every try"
    disk.is_full = False
    wait(lambda: stage.match._keeper.trouble is None)
    assert stage.files() == [(12,)]
    stage.match.poll()
    assert stage.seen.error is None
    assert len(kept(stage.kennel, "games")) == 1


def test_what_found_no_room_is_tried_once_more_when_the_window_is_closed(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "_AGAIN_SECONDS", 1e6)
    disk = full_while_it_is_played(stage, monkeypatch)
    disk.is_full = False
    stage.match.close()
    (path,) = stage.paths.games.glob("*.sgf")
    assert moves_of(path) == (12,)


def test_a_game_that_found_no_room_is_written_with_the_next(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "_AGAIN_SECONDS", 1e6)
    disk = full_while_it_is_played(stage, monkeypatch)
    disk.is_full = False
    stage.begin(HUMAN, HUMAN)
    stage.play(7)
    wait(lambda: stage.match._keeper.trouble is None)
    assert sorted(stage.files()) == [(7,), (12,)]


def test_a_slow_disk_is_waited_for_at_the_end(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    save, is_begun = stage.store.save, threading.Event()

    def slowly(path: Path, record: GameRecord, is_copy: bool = False) -> None:
        is_begun.set()
        time.sleep(1.0)
        save(path, record, is_copy)

    monkeypatch.setattr(stage.store, "save", slowly)
    stage.begin(HUMAN, HUMAN)
    stage.play(12)
    assert is_begun.wait(PATIENCE)
    stage.match.close()
    (path,) = stage.paths.games.glob("*.sgf")
    assert moves_of(path) == (12,)


def test_what_is_not_saved_at_the_end_is_in_the_log(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    FullDisk(stage.store, monkeypatch)
    stage.begin(HUMAN, HUMAN)
    stage.play(12)
    stage.match.close()
    assert "the latest games could not be saved" in caplog.text
    assert "no space left" in caplog.text


def test_a_name_that_is_free_no_longer_is_not_taken(tmp_path: Path) -> None:
    store = GameStore(tmp_path)
    file = GameFile(store.new_file())
    file.path.write_bytes(b"another window's")
    assert store.claim(file.path) != file.path
    assert file.path.read_bytes() == b"another window's"
