"""Where files lie, and what is said when they cannot."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from clevergo.app.desk.paths import DataFolderError, Paths, typed_path
from tests.patience import PATIENCE


def test_the_folder_asked_for_wins_over_the_environment(tmp_path: Path) -> None:
    asked, variable = tmp_path / "asked", tmp_path / "variable"
    assert Paths.find(asked, {"CLEVERGO_HOME": str(variable)}).data == asked
    assert Paths.find(None, {"CLEVERGO_HOME": str(variable)}).data == variable


def test_without_any_wish_the_platform_chooses() -> None:
    assert Paths.find(None, {}).data.is_absolute()
    assert "CleverGo" in str(Paths.find(None, {}).data)


@pytest.mark.parametrize(
    ("platform", "prefix", "is_old", "is_own"),
    [
        ("win32", r"C:\Program Files\WindowsApps\PythonSoftwareFoundation.Python.3.12_x64", False, True),
        ("win32", r"C:\Program Files\WindowsApps\PythonSoftwareFoundation.Python.3.12_x64", True, False),
        ("win32", r"C:\Program Files\Python312", False, False),
        ("linux", "/usr/WindowsApps", False, False),
    ],
)
def test_dogs_do_not_live_where_the_shops_python_is_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, prefix: str, is_old: bool, is_own: bool
) -> None:
    usual = tmp_path / "Local" / "CleverGo"
    (usual / "Cache").mkdir(parents=True)
    if is_old:
        (usual / Paths.database).touch()
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: usual)
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setattr("sys.base_prefix", prefix)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert Paths.find(None, {}).data == (tmp_path / "CleverGo" if is_own else usual)


def test_relative_folders_are_taken_from_where_the_command_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert Paths.find(Path("mine")).data == tmp_path / "mine"


def test_preparing_makes_the_folders_even_with_spaces_and_chinese(tmp_path: Path) -> None:
    paths = Paths(tmp_path / "我的 围棋 data")
    paths.prepare()
    paths.prepare()
    assert paths.dogs.is_dir()
    assert paths.games.is_dir()
    assert [child.name for child in paths.data.iterdir() if child.name.startswith(".")] == []


def test_two_threads_that_prepare_at_once_write_two_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows lets nobody write or remove what another has open."""
    written, both = [], threading.Barrier(2)

    def write(path: Path, data: bytes) -> int:
        written.append(path)
        both.wait(PATIENCE)
        return len(data)

    monkeypatch.setattr(Path, "write_bytes", write)
    threads = [threading.Thread(target=Paths(tmp_path / "data").prepare) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert len(set(written)) == 2


def test_a_data_folder_that_is_a_file_is_explained(tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file in the way")
    with pytest.raises(DataFolderError) as caught:
        Paths(blocked / "data").prepare()
    message = str(caught.value)
    assert str(blocked / "data") in message
    assert "--data-dir" in message
    assert "CLEVERGO_HOME" in message


def test_shipped_things_lie_with_the_program() -> None:
    paths = Paths(Path("/nowhere"))
    assert (paths.program / "assets" / "fonts").is_dir()
    assert (paths.shipped_weights("dog").parent, paths.models.name) == (paths.models, "models")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Rex", "{start}/Rex"),
        ("  'pups/Rex' ", "{start}/pups/Rex"),
        ("~", "{home}"),
        ("~/Rex", "{home}/Rex"),
        ("~nobody-of-that-name", "{start}/~nobody-of-that-name"),
        ("{elsewhere}/Rex", "{elsewhere}/Rex"),
        ("", None),
        (' "" ', None),
        ("a\0b", None),
    ],
)
def test_what_is_typed_starts_in_a_folder_the_person_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, meant: str | None
) -> None:
    home, elsewhere, started = tmp_path / "home", tmp_path / "elsewhere", tmp_path / "program"
    started.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.chdir(started)
    for start, given in ((tmp_path / "start", tmp_path / "start"), (home, None)):
        places = {"home": home, "elsewhere": elsewhere, "start": start}
        expected = None if meant is None else Path(meant.format(**places))
        assert typed_path(typed.format(**places), given) == expected
