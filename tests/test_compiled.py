"""Compiled kernels: what makes a cache stale, and what a first start is told of."""

from __future__ import annotations

import ast
import importlib
import types
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from clevergo import compiled

PACKAGE = Path(compiled.__file__).parent


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A little program with one kernel in it."""
    (tmp_path / "games" / "go").mkdir(parents=True)
    (tmp_path / "games" / "go" / "board.py").write_text("@kernel\ndef play(): ...\n")
    (tmp_path / "other.py").write_text("def elsewhere(): ...\n")
    monkeypatch.setattr(compiled, "_PACKAGE", tmp_path)
    return tmp_path


def test_an_edit_elsewhere_keeps_the_cache(package: Path) -> None:
    before = compiled._cache_key()
    (package / "other.py").write_text("def elsewhere(): return 1\n")
    assert compiled._cache_key() == before


@pytest.mark.parametrize("change", ["edited", "renamed", "deleted", "new"])
def test_no_change_of_a_kernel_can_meet_the_old_cache(change: str, package: Path) -> None:
    before, board = compiled._cache_key(), package / "games" / "go" / "board.py"
    if change == "edited":
        board.write_text("@kernel\ndef play(board): ...\n")
    elif change == "renamed":
        board.rename(package / "games" / "go" / "rules.py")
    elif change == "deleted":
        board.unlink()
    else:
        (package / "search.py").write_text("@inline_kernel\ndef select(): ...\n")
    assert compiled._cache_key() != before


@pytest.mark.parametrize("library", ["numba", "np"])
def test_another_version_of_what_compiles_gets_a_cache_of_its_own(
    library: str, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = compiled._cache_key()
    monkeypatch.setattr(getattr(compiled, library), "__version__", "99.0")
    assert compiled._cache_key() != before


@pytest.mark.parametrize(("name", "value"), [("CPU_NAME", "of_another_processor"), ("CPU_FEATURES", "+avx2")])
def test_another_processor_gets_a_cache_of_its_own(
    name: str, value: str, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was noted to be prepared for one would have to be compiled for the other, in the middle of a game."""
    before = compiled._cache_key()
    monkeypatch.setattr(numba.config, name, value)
    assert compiled._cache_key() != before


def test_every_constant_that_a_kernel_compiles_in_counts_for_the_cache() -> None:
    for path in PACKAGE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        used = _names_in_kernels(tree)
        for node in ast.walk(tree) if used else ():
            if not isinstance(node, ast.ImportFrom) or not (node.module or "").startswith("clevergo."):
                continue
            source = PACKAGE.parent / (str(node.module).replace(".", "/") + ".py")
            module = importlib.import_module(str(node.module))
            names = {name.name for name in node.names} & used
            constants = [name for name in names if _is_constant(getattr(module, name))]
            assert not constants or compiled.decides_on_kernels(source), f"{path}: {constants} of {source}"


def _names_in_kernels(tree: ast.Module) -> set[str]:
    kernels = [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        and any(isinstance(mark, ast.Name) and mark.id.endswith("kernel") for mark in node.decorator_list)
    ]
    return {inner.id for node in kernels for inner in ast.walk(node) if isinstance(inner, ast.Name)}


def _is_constant(value: Any) -> bool:
    return isinstance(value, (int, float, tuple, np.ndarray, np.generic))


def test_a_first_start_is_told_of_each_kernel_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def dispatcher(name: str) -> Any:
        function = types.SimpleNamespace(__module__="clevergo.games.go.board", __qualname__=name)
        return types.SimpleNamespace(py_func=function)

    (tmp_path / "board.cached-12.py311.1.nbi").touch()
    monkeypatch.setattr(compiled, "CACHE_FOLDER", tmp_path)
    monkeypatch.setattr(compiled, "_known", [dispatcher(name) for name in ("play", "area", "cached")])
    told: list[tuple[int, int]] = []
    counter = compiled._Counter(lambda done, total: told.append((done, total)))
    for name in ("play", "of_numba", "play", "cached", "area"):
        counter.on_end(types.SimpleNamespace(data={"dispatcher": dispatcher(name)}))
    assert told == [(1, 2), (2, 2)]


def test_what_is_prepared_is_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "CACHE_FOLDER", tmp_path)
    assert not compiled.is_prepared("game")
    compiled.note_prepared("game")
    assert compiled.is_prepared("game")
    assert not compiled.is_prepared("training")
