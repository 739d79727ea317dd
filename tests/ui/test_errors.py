"""Errors reach a person in their own language, whatever is in them."""

from __future__ import annotations

import ast
import errno
import importlib
import pickle
import re
import string
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from babel.messages.pofile import read_po

import clevergo
from clevergo import locale
from clevergo.app.desk.desktop import DesktopError
from clevergo.app.desk.paths import Paths
from clevergo.app.desk.settings import Settings, SettingsFile
from clevergo.app.errors import AppError
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.dogs import checked_name
from clevergo.app.kennel.travel.archive import import_dog
from clevergo.app.meeting.words import Closed
from clevergo.app.training.session import TrainingSession
from clevergo.files import read_limited
from clevergo.games.five.rules import RuleSet
from clevergo.games.go.position import IllegalReason
from clevergo.games.sgf.codec import from_sgf
from clevergo.games.sgf.outline import SgfError
from clevergo.locale import Language, languages
from clevergo.nn.files import WeightFileError, WeightFileProblem
from clevergo.problem import Problem, ProblemError, cause_of, problem_of, unexpected
from clevergo.ui.strings import Strings, error_said

CHINESE = Strings(Language.CHINESE)


def has_chinese(text: str) -> bool:
    return any("\u4e00" <= letter <= "\u9fff" for letter in text)


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
    "move beside the board": lambda folder: from_sgf(b"(;SZ[9];B[jj])"),
    "no Go": lambda folder: from_sgf(b"(;GM[3]SZ[9])"),
    **{
        f"weights {problem.value}": lambda folder, problem=problem: raise_(  # type: ignore[misc]
            WeightFileError(folder / "a.pdparams", problem, Problem("weights_short"))
        )
        for problem in WeightFileProblem
    },
    "show folder": lambda folder: raise_(DesktopError("show_folder", folder=folder, cause="no desktop")),
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
    with pytest.raises(ProblemError) as caught:
        RAISED[case](tmp_path)
    assert has_chinese(error_said(CHINESE, caught.value.problem)), str(caught.value)
    assert pickle.loads(pickle.dumps(caught.value.problem)) == caught.value.problem


def test_causes_are_put_in_other_words_too() -> None:
    denied = AppError("game_read", path=Path("/x/y.sgf"), cause=cause_of(PermissionError(errno.EACCES, "Denied")))
    assert error_said(CHINESE, denied.problem) == "棋谱 /x/y.sgf 读不了（没有权限）"
    assert str(denied) == "the game /x/y.sgf cannot be read (Permission denied)"


def test_a_move_that_cannot_be_played_is_explained_in_chinese() -> None:
    with pytest.raises(SgfError, match="move 2") as caught:
        from_sgf(b"(;SZ[9];B[ee];W[ee])")
    assert error_said(CHINESE, caught.value.problem) == "第 2 手（白方 E5）下不了：那里已经有子"


def test_what_nobody_knows_is_said_as_it_is() -> None:
    assert error_said(CHINESE, problem_of(RuntimeError("something odd (42)"))) == "something odd (42)"
    assert error_said(CHINESE, unexpected("task_failed", KeyError("x"))) == "出错了（KeyError: 'x'）"


# --- every code that is named in the program has its sentence -----------------------------------------------


@cache
def calls_with_codes() -> tuple[tuple[str, ast.Call, str], ...]:
    """Every call in the program that names a code: where it stands, the call, and the code."""
    return tuple(
        (f"{path.name}:{call.lineno}", call, code)
        for path in sorted(Path(clevergo.__file__).parent.rglob("*.py"))
        for call, code in calls_in(ast.parse(path.read_text(encoding="utf-8")))
    )


def calls_in(tree: ast.Module) -> Iterator[tuple[ast.Call, str]]:
    """The same of one file."""
    nodes = [*ast.walk(tree)]
    kinds = [node for node in nodes if isinstance(node, ast.ClassDef) and node.name in PROBLEM_ERRORS]
    own = {id(node) for kind in kinds for node in ast.walk(kind)}
    for node in nodes:
        # Most calls name nothing, and to write down what is called takes long.
        if not isinstance(node, ast.Call) or not any(isinstance(arg, ast.Constant) for arg in node.args[:2]):
            continue
        called = ast.unparse(node.func)
        name, first = called.removesuffix(".instead_of"), node.args[called.endswith(".instead_of")]
        makes = name in PROBLEM_ERRORS | {"Problem", "unexpected"} or (name == "super().__init__" and id(node) in own)
        if makes and isinstance(first, ast.Constant) and isinstance(first.value, str):
            yield node, first.value


def problem_errors() -> set[str]:
    """The names of all errors that carry a problem."""
    for path in Path(clevergo.__file__).parent.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if re.search(r"class \w+\(.*Error.*\):", text):
            importlib.import_module(
                ".".join(path.relative_to(Path(clevergo.__file__).parent.parent).with_suffix("").parts)
            )
    found, waiting = set(), [ProblemError]
    while waiting:
        kind = waiting.pop()
        found.add(kind.__name__)
        waiting += kind.__subclasses__()
    return found


PROBLEM_ERRORS = problem_errors()
PLAYER_PARTS = ("dog", "number", "command", "temperature")
CHOSEN_BY_A_VALUE = {
    *(f"weights_{kind.value}" for kind in WeightFileProblem),
    *(f"illegal_{reason.value}" for reason in IllegalReason),
    *("denied", "no_space", "no_file", "read_only"),  # by the number of an OSError
    *("game_copy", "game_save", "training_failed"),
    *(f"illegal_{reason}" for reason in ("overline", "double_four", "double_three")),  # of five in a row
    *(f"rule_{rule.value}" for rule in RuleSet),
    *("rules_five", "rules_five_row"),  # by how many make a row
    *(f"rules_go{counting}{stones}" for counting in ("", "_territory") for stones in ("", "_handicap")),
    *("no_cluster", "no_cluster_here"),  # by which one was asked for
    *(f"meeting_{reason}" for reason in get_args(get_type_hints(Closed)["reason"])),
    *(f"{protocol}_{trouble}" for protocol in ("gtp", "gomocup") for trouble in ("foreign", "silent")),
    *(f"player_{verb}_{what}" for verb in ("needs", "takes_no") for what in PLAYER_PARTS),
}
"""Codes that are not written where a problem is made."""


def sentences(language: Language) -> dict[str, set[str]]:
    """The codes a catalog has sentences for, and the blanks of each."""
    with (locale.FOLDER / f"{language.code}.po").open("rb") as file:
        keys = {str(message.id): str(message.string) for message in read_po(file)}
    return {
        key.removeprefix("error."): {name for _, name, _, _ in string.Formatter().parse(said) if name is not None}
        for key, said in keys.items()
        if key.startswith("error.")
    }


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
def test_every_code_has_a_sentence_and_every_sentence_a_code(language: Language) -> None:
    named = {code for _, _, code in calls_with_codes()}
    assert named | CHOSEN_BY_A_VALUE == set(sentences(language))
    assert sentences(language) == sentences(Language.ENGLISH), "the same blanks"


def test_every_blank_of_a_sentence_is_filled_where_its_problem_is_made() -> None:
    wrong, blanks = [], sentences(Language.ENGLISH)
    for where, call, code in calls_with_codes():
        named = {keyword.arg for keyword in call.keywords}
        if getattr(call.func, "id", "") == "Problem":
            values = call.args[1] if len(call.args) > 1 else ast.Dict([], [])
            assert isinstance(values, ast.Dict), where
            named = {ast.literal_eval(key) for key in values.keys if key is not None}
        elif getattr(call.func, "id", "") == "unexpected":
            named = {"cause"}
        elif getattr(call.func, "attr", "") == "instead_of":
            named |= {"cause"}
        if named != blanks[code]:
            wrong.append(f"{where}: {code} is given {named}, its sentence has {blanks[code]}")
    assert wrong == []


def test_no_error_is_a_sentence_in_the_code() -> None:
    """Errors a person may see carry a code; only words for programmers, and for programs, are written in place."""
    wrong = []
    for where, call, code in calls_with_codes():
        if " " in code:
            wrong.append(f"{where}: {ast.unparse(call)}")
    assert wrong == []
