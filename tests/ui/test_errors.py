"""Errors reach a person in their own language, whatever is in them."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from clevergo.app.desk.desktop import DesktopError
from clevergo.app.desk.paths import Paths
from clevergo.app.desk.settings import Settings, SettingsFile
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.dogs import checked_name
from clevergo.app.kennel.travel import import_dog
from clevergo.app.training.session import TrainingSession
from clevergo.files.limits import read_limited
from clevergo.games.go.sgf.codec import from_sgf
from clevergo.nn.files import WeightFileError, WeightFileProblem
from clevergo.ui.errors import error_said
from clevergo.ui.strings import Language, Strings
from clevergo.ui.texts.errors import ErrorText

CHINESE = Strings(Language.CHINESE)


def has_chinese(text: str) -> bool:
    return any("\u4e00" <= letter <= "\u9fff" for letter in text)


@pytest.mark.parametrize("text", ErrorText, ids=lambda text: text.name)
def test_every_sentence_is_recognised_and_keeps_what_is_in_it(text: ErrorText) -> None:
    blanks = {name: f"/a b/{name}.x" for name in ("folder", "path", "cause", "name", "program", "player")}
    blanks |= dict.fromkeys(
        ("found", "known", "asked", "again", "code", "length", "most", "command", "limit", "games", "number"), "7"
    )
    blanks |= dict.fromkeys(("low", "high", "size", "where"), "9")
    raised = Strings(Language.ENGLISH).get(text, **blanks)
    assert error_said(CHINESE, raised) == CHINESE.get(text, **blanks)
    assert error_said(Strings(Language.ENGLISH), raised) == raised


def blocked(tmp_path: Path) -> Path:
    """A file where a folder should be."""
    path = tmp_path / "file"
    path.write_text("in the way", encoding="utf-8")
    return path / "data"


RAISED: dict[str, Callable[[Path], object]] = {
    "data folder": lambda folder: Paths(blocked(folder)).prepare(),
    "settings": lambda folder: SettingsFile(blocked(folder) / "settings.json").save(Settings()),
    "unknown dog": lambda folder: Kennel(Paths(folder)).find_weights("nobody"),
    "untrained dog": lambda folder: [Kennel(Paths(folder)).adopt("Rex"), Kennel(Paths(folder)).find_weights("Rex")],
    "name taken": lambda folder: [Kennel(Paths(folder)).adopt("Rex"), Kennel(Paths(folder)).adopt("rex")],
    "name empty": lambda folder: checked_name(" "),
    "name long": lambda folder: checked_name("x" * 200),
    "no such dog": lambda folder: TrainingSession(Kennel(Paths(folder))).start("nobody"),
    "no game": lambda folder: from_sgf(b"hello"),
    "huge game": lambda folder: from_sgf(b"(;" * 3_000_000),
    "game of too many moves": lambda folder: from_sgf(b"(" + b";B[aa]" * 200_000 + b")"),
    "game of too many values": lambda folder: from_sgf(b"(;AB" + b"[aa]" * 500_000 + b")"),
    "game nested too deep": lambda folder: from_sgf(b"(;" * 3_000),
    "no file at all": lambda folder: read_limited(Path("/dev/zero"), 10),
    "too many files in a dog": lambda folder: import_dog(Kennel(Paths(folder)), many_files(folder)),
    "odd komi": lambda folder: from_sgf(b"(;SZ[9]KM[much])"),
    "stones that cannot lie": lambda folder: from_sgf(b"(;SZ[2]AB[aa][ba][ab][bb])"),
    "stones beside the board": lambda folder: from_sgf(b"(;SZ[9]AB[zz])"),
    "twice the same side": lambda folder: from_sgf(b"(;SZ[9];B[ee];B[ed])"),
    "move beside the board": lambda folder: from_sgf(b"(;SZ[9];B[jj])"),
    "no Go": lambda folder: from_sgf(b"(;GM[3]SZ[9])"),
    **{
        f"weights {problem.value}": lambda folder, problem=problem: raise_(  # type: ignore[misc]
            WeightFileError(folder / "a.pdparams", problem, "it ends too early")
        )
        for problem in WeightFileProblem
    },
    "show folder": lambda folder: raise_(DesktopError(f"{folder} cannot be shown here (no desktop): open it by hand")),
}


def many_files(folder: Path) -> Path:
    path = folder / "dog.clevergo"
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(300):
            archive.writestr(str(number), b"")
    return path


def raise_(error: Exception) -> None:
    raise error


@pytest.mark.parametrize("case", RAISED)
def test_what_is_really_raised_is_said_in_chinese(case: str, tmp_path: Path) -> None:
    with pytest.raises(Exception) as caught:  # noqa: PT011  # which kind does not matter here
        RAISED[case](tmp_path)
    assert has_chinese(error_said(CHINESE, str(caught.value))), str(caught.value)


def test_causes_are_put_in_other_words_too() -> None:
    said = error_said(CHINESE, "the game /x/y.sgf cannot be read (Permission denied)")
    assert said == "棋谱 /x/y.sgf 读不了（没有权限）"


def test_a_move_that_cannot_be_played_is_explained_in_chinese() -> None:
    with pytest.raises(ValueError, match="move 2") as caught:
        from_sgf(b"(;SZ[9];B[ee];W[ee])")
    assert error_said(CHINESE, str(caught.value)) == "第 2 手（White E5）下不了：那里已经有子"


def test_what_nobody_knows_is_said_as_it_is() -> None:
    assert error_said(CHINESE, "something odd (42)") == "something odd (42)"
