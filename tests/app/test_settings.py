"""Settings are remembered, and nothing a file may hold can stop the program."""

from __future__ import annotations

import dataclasses
import json
import plistlib
from pathlib import Path
from typing import Any

import pytest

from clevergo.app.desk.settings import (
    SceneName,
    Settings,
    SettingsFile,
    Theme,
    system_language,
)
from clevergo.app.errors import AppError
from clevergo.app.kennel.messages import Effort
from clevergo.app.match.messages import MatchSetup
from clevergo.games.go.rules import KoRule, Ruleset
from clevergo.locale import Language
from clevergo.players.spec import PlayerSpec
from tests.disk import unreadable


@pytest.fixture
def file(tmp_path: Path) -> SettingsFile:
    return SettingsFile(tmp_path / "settings.json")


def test_settings_come_back_as_they_were_saved(file: SettingsFile) -> None:
    wishes = Settings(
        language=Language.CHINESE,
        theme=Theme.DARK,
        ui_scale=1.5,
        window_size=(1000, 700),
        sound_on=False,
        sound_volume=0.25,
        music_volume=0.0,
        last_match=MatchSetup(
            PlayerSpec.parse("alphago:小黑 🐶:100"), PlayerSpec.parse("mcts:1600"), Ruleset(13, 6.5, KoRule.SIMPLE)
        ),
        last_scene=SceneName.TRAIN,
        effort=Effort.GENTLE,
    )
    file.save(wishes)
    assert file.load() == wishes
    assert not file.set_aside.exists()


def test_before_the_first_save_there_are_defaults(file: SettingsFile) -> None:
    assert file.load() == Settings()
    assert not file.set_aside.exists()


@pytest.mark.parametrize("content", ["", "{", "[]", "null", "\x00\xff", '{"theme": "light"'])
def test_a_corrupt_file_gives_defaults_and_is_kept_aside(tmp_path: Path, file: SettingsFile, content: str) -> None:
    (tmp_path / "settings.json").write_text(content, encoding="latin-1")
    assert file.load() == Settings()
    assert file.set_aside.read_text(encoding="latin-1") == content


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("theme", "purple"),
        ("language", 7),
        ("ui_scale", 9.0),
        ("ui_scale", "big"),
        ("ui_scale", True),
        ("ui_scale", 10**400),
        ("mind_visits", -1),
        ("window_size", [0, 0]),
        ("window_size", [800]),
        ("window_size", None),
        ("sound_on", "yes"),
        ("sound_volume", float("nan")),
        ("music_volume", -1),
        ("last_match", {"black": "nobody", "white": "random", "size": 9, "komi": 7.5, "ko": "simple"}),
        ("last_match", {"black": 3}),
        ("last_match", "human"),
        ("last_scene", "cellar"),
        ("effort", []),
        ("from_the_future", 1),
    ],
)
def test_one_bad_value_costs_only_itself(tmp_path: Path, file: SettingsFile, key: str, value: Any) -> None:
    good = Settings(theme=Theme.DARK, sound_volume=0.5)
    data = good.to_dict() | {key: value}
    (tmp_path / "settings.json").write_text(json.dumps(data), encoding="utf-8")
    expected = good
    if key in data and key != "from_the_future":
        default = getattr(Settings(), key)
        expected = dataclasses.replace(good, **{key: default})
    assert file.load() == expected
    assert file.set_aside.exists()


@pytest.mark.parametrize(
    "content",
    [b"[" * 100_000, b'{"last_scene":' + b"[" * 100_000, b" " * 300_000, b'{"last_dog": "\\ud800"}', b"\xff\xfe"],
    ids=["nested", "nested within", "too large", "half a letter", "no text"],
)
def test_whatever_lies_there_the_program_starts_and_can_save(
    tmp_path: Path, file: SettingsFile, content: bytes
) -> None:
    (tmp_path / "settings.json").write_bytes(content)
    settings = file.load()
    assert settings == Settings()
    assert file.set_aside.read_bytes() == content
    file.save(settings)
    assert file.load() == settings


def test_settings_that_cannot_be_read_for_a_moment_are_told_later(tmp_path: Path, file: SettingsFile) -> None:
    file.save(Settings(theme=Theme.DARK))
    later = SettingsFile(tmp_path / "settings.json")
    with unreadable(tmp_path / "settings.json"):
        assert later.load() == Settings()
    assert later.written_elsewhere() == Settings(theme=Theme.DARK)
    assert later.written_elsewhere() is None
    later.save(Settings(theme=Theme.LIGHT))
    assert not file.set_aside.exists()


def test_settings_that_can_still_not_be_read_are_kept_aside(tmp_path: Path, file: SettingsFile) -> None:
    file.save(Settings(theme=Theme.DARK))
    kept = (tmp_path / "settings.json").read_bytes()
    with unreadable(tmp_path / "settings.json"):
        assert file.load() == Settings()
        assert file.written_elsewhere() is None
        file.save(Settings(theme=Theme.LIGHT))
    assert file.load() == Settings(theme=Theme.LIGHT)
    assert file.set_aside.read_bytes() == kept


def test_what_another_window_has_written_and_is_not_understood_is_kept_aside(
    tmp_path: Path, file: SettingsFile
) -> None:
    file.save(Settings())
    (tmp_path / "settings.json").write_text("{")
    assert file.written_elsewhere() is None
    assert file.set_aside.read_text() == "{"


def test_players_that_are_no_text_cost_only_the_match(tmp_path: Path, file: SettingsFile) -> None:
    match = {"black": 3, "white": "random", "size": 9, "komi": 7.5, "ko": "simple"}
    for black in (3, "policy:" + "x" * 5_000):
        data = Settings(theme=Theme.DARK).to_dict() | {"last_match": match | {"black": black}}
        (tmp_path / "settings.json").write_text(json.dumps(data), encoding="utf-8")
        assert file.load() == Settings(theme=Theme.DARK)


def test_a_file_that_cannot_be_written_is_explained_and_the_old_one_stays(tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file in the way")
    with pytest.raises(AppError, match="--data-dir"):
        SettingsFile(blocked / "settings.json").save(Settings())
    assert blocked.read_text() == "a file in the way"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "zh_CN.UTF-8"}, Language.CHINESE),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "zh_TW"}, Language.CHINESE),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, Language.ENGLISH),
        ({"LANG": "de_DE.UTF-8"}, Language.ENGLISH),
    ],
)
def test_the_first_language_is_the_computers(environment: dict[str, str], language: Language) -> None:
    assert system_language(environment) is language


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ({"AppleLanguages": ["zh-Hans-CN", "en-CN"]}, Language.CHINESE),
        ({"AppleLanguages": ["en-US", "zh-Hans-US"]}, Language.ENGLISH),
        ({"AppleLanguages": []}, Language.ENGLISH),
        ({}, Language.ENGLISH),
        (None, Language.ENGLISH),
    ],
)
def test_a_mac_whose_terminal_tells_no_language_is_asked(
    said: dict[str, list[str]] | None, language: Language, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    monkeypatch.setattr("locale.getlocale", lambda: (None, None))
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    kept = tmp_path / "Library" / "Preferences" / ".GlobalPreferences.plist"
    kept.parent.mkdir(parents=True)
    kept.write_bytes(b"no list" if said is None else plistlib.dumps(said, fmt=plistlib.FMT_BINARY))
    assert system_language({}) is language


def test_impossible_wishes_are_refused() -> None:
    with pytest.raises(ValueError, match="ui_scale"):
        Settings(ui_scale=0.0)
    with pytest.raises(ValueError, match="volume"):
        Settings(music_volume=2.0)


def test_the_log_is_told_of_an_odd_setting_in_a_few_words(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "settings.json").write_text(
        json.dumps({"full_screen": "x" * 50_000, "y" * 50_000: 1}), encoding="utf-8"
    )
    SettingsFile(tmp_path / "settings.json").load()
    assert 0 < len(caplog.text) < 2_000
