"""Compiled kernels: what makes a cache stale and what does not, and what a first start is told of."""

from __future__ import annotations

import ast
import errno
import importlib
import json
import os
import subprocess
import sys
import threading
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba.core import caching

from clevergo import compiled, files
from clevergo.files import take_lock
from clevergo.games import kernels as doors
from clevergo.games.guests import games
from clevergo.guests import GUESTS
from tests.patience import PATIENCE

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


def test_a_cache_that_may_only_be_read_keeps_nobody_from_starting(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise PermissionError("somebody else's")

    monkeypatch.setenv("CLEVERGO_CACHE", str(package / "cache"))
    monkeypatch.setattr(os, "utime", refuse)
    folder = compiled._choose_cache_folder()
    assert folder is not None
    assert folder.is_dir()


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
            constants = [name for name in names if _is_constant(getattr(module, name, None))]
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

    (tmp_path / "clevergo.games.go.board").mkdir()
    (tmp_path / "clevergo.games.go.board" / "board.cached-12.py311.nbi").touch()
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


def test_what_is_prepared_is_remembered_for_the_games_that_take_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "guest").mkdir()
    (tmp_path / "guest" / "game.py").touch()
    monkeypatch.setattr(compiled, "CACHE_FOLDER", tmp_path / "own")
    compiled.note_prepared("game")
    monkeypatch.setattr(compiled, "_GUESTS_FROM_ELSEWHERE", frozenset({tmp_path / "guest"}))
    assert not compiled.is_prepared("game")
    compiled.note_prepared("game")
    compiled.note_prepared("training")
    assert compiled.is_prepared("training")
    monkeypatch.setattr(compiled, "_GUESTS_FROM_ELSEWHERE", frozenset())
    assert compiled.is_prepared("game")
    assert not compiled.is_prepared("training")


KERNELS = """
import json, os, sys, time
from numba.core import event
from clevergo import compiled

HERE = sys.argv[0] + ".here"

class Slow(event.Listener):
    told = []
    def on_start(self, told):
        Slow.told.append(told.data["dispatcher"].py_func.__name__)
        if "wait" in sys.argv:
            print("compiling", flush=True)
            until = time.monotonic() + 60
            while time.monotonic() < until and ("hang" in sys.argv or not os.path.exists(HERE)):
                time.sleep(0.01)
            time.sleep(1)
    def on_end(self, told): ...

@compiled.kernel
def inner(x):
    return x + 1

@compiled.kernel
def outer(x):
    return inner(x) * 2

if "behind" in sys.argv:
    os.nice(5)
event.register("numba:compile", Slow())
if "wait" not in sys.argv:
    open(HERE, "w").close()
assert outer(20) == 42
print(json.dumps(Slow.told), flush=True)
"""
"""Two kernels, called; tells which were compiled. One that waits goes on a second after another is there, too."""


@pytest.fixture
def kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CLEVERGO_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")]))
    path = tmp_path / "kernels.py"
    path.write_text(KERNELS)
    return path


def begin(path: Path, *words: str) -> subprocess.Popen[str]:
    """Start the program and, where it is to wait while it compiles, see it begin."""
    program = subprocess.Popen([sys.executable, str(path), *words], stdout=subprocess.PIPE, text=True)
    if "wait" in words:
        assert program.stdout is not None
        assert program.stdout.readline() == "compiling\n"
    return program


def compiled_by(program: subprocess.Popen[str]) -> list[str]:
    out, _ = program.communicate()
    assert program.returncode == 0
    told: list[str] = json.loads(out.splitlines()[-1])
    return told


def test_what_one_process_is_compiling_another_waits_for_and_loads(kernels: Path) -> None:
    first = begin(kernels, "wait")
    assert compiled_by(begin(kernels)) == []
    assert compiled_by(first) == ["outer", "inner"]


def test_who_dies_compiling_keeps_nobody_waiting(kernels: Path) -> None:
    first = begin(kernels, "wait", "hang")
    second = begin(kernels)
    first.kill()
    first.communicate()
    assert compiled_by(second) == ["outer", "inner"]


@pytest.mark.skipif(not hasattr(os, "nice"), reason="priorities of other processes are told on Unix only")
def test_nobody_waits_for_a_process_of_lower_priority(kernels: Path) -> None:
    first = begin(kernels, "wait", "hang", "behind")
    assert compiled_by(begin(kernels)) == ["outer", "inner"]
    first.kill()
    first.communicate()


@pytest.mark.parametrize("left", [b"", bytes(100)], ids=["nothing", "zeros"])
@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
def test_what_a_power_cut_left_of_the_cache_is_compiled_anew_once(kernels: Path, suffix: str, left: bytes) -> None:
    assert compiled_by(begin(kernels)) == ["outer", "inner"]
    cut_short = list((kernels.parent / "cache").rglob(f"*.{suffix}"))
    assert len(cut_short) == 2
    for path in cut_short:
        path.write_bytes(left)
    assert compiled_by(begin(kernels)) == ["outer", "inner"]
    assert compiled_by(begin(kernels)) == []


def test_a_cache_that_is_damaged_and_may_only_be_read_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError("somebody else's")

    def fail(*_: object) -> None:
        raise EOFError("Ran out of input")

    monkeypatch.setattr(compiled, "CACHE_FOLDER", tmp_path)
    monkeypatch.setattr(Path, "unlink", refuse)
    kernel = types.SimpleNamespace(__module__="clevergo.games.go.board", __qualname__="play")
    shared = compiled._SharedCache(types.SimpleNamespace(py_func=kernel, compile=lambda _signature: None))
    index = types.SimpleNamespace(_index_path=str(tmp_path / "play.nbi"))
    shared._caches[tmp_path] = types.SimpleNamespace(load_overload=fail, save_overload=fail, _cache_file=index)
    assert shared.load_overload((numba.int8,), None) is None
    shared.save_overload((numba.int8,), None)
    shared._give_back()


@pytest.mark.skipif(sys.platform == "win32", reason="only Unix limits how large a file may become")
def test_where_the_disk_is_full_kernels_run_and_are_not_cached(kernels: Path) -> None:
    full = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))\n"
    kernels.write_text(full + KERNELS)
    assert compiled_by(begin(kernels)) == ["outer", "inner"]
    kernels.write_text(KERNELS)
    assert compiled_by(begin(kernels)) == ["outer", "inner"]


def test_what_was_waited_for_counts_as_done(tmp_path: Path, kernels: Path) -> None:
    path = tmp_path / "counting.py"
    counting = "compiled.report_compiling(lambda *told: print(*told, flush=True))\nassert outer(20)"
    path.write_text(KERNELS.replace("assert outer(20)", counting))
    kernels.write_text(path.read_text())
    first = begin(kernels, "wait")
    second = begin(kernels)
    out, _ = second.communicate()
    first.communicate()
    assert out.splitlines() == ["1 2", "[]"]


def test_a_thread_that_waited_for_another_gives_its_own_turn_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both compile the same kernel, for other types; Numba lets one in at a time."""
    monkeypatch.setattr(compiled, "CACHE_FOLDER", tmp_path)
    is_first_in, is_second_here = threading.Event(), threading.Event()
    held: list[bool] = []

    def compile_as_numba_does(signature: Any) -> None:
        if signature == (numba.int8,):
            shared.load_overload(signature, None)
            is_first_in.set()
            is_second_here.wait(PATIENCE)
        else:
            is_second_here.set()
            first.join(PATIENCE)  # it has Numba's lock
            shared.load_overload(signature, None)
        held.append(shared._is_held_here())

    kernel = types.SimpleNamespace(__module__="clevergo.games.go.board", __qualname__="play")
    shared = compiled._SharedCache(types.SimpleNamespace(py_func=kernel, compile=compile_as_numba_does))
    shared._caches[tmp_path] = caching.NullCache()
    first = threading.Thread(target=shared.compile, args=((numba.int8,),))
    first.start()
    assert is_first_in.wait(PATIENCE)
    shared.compile((numba.int16,))
    assert held == [True, True]
    with (tmp_path / "turns" / "clevergo.games.go.board.play").open("a+b") as turn:
        take_lock(turn)


def test_where_there_are_no_locks_nobody_waits_for_a_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_file: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(files, "_take_lock", refuse)
    monkeypatch.setattr(compiled, "_LONGEST_WAIT_SECONDS", 0.0)
    kernel = types.SimpleNamespace(__module__="clevergo.games.go.board", __qualname__="play")
    cache = compiled._SharedCache(types.SimpleNamespace(py_func=kernel, compile=lambda _signature: None))
    assert not cache._await_turn(tmp_path)
    assert not cache._is_held_here()


# --- games from elsewhere --------------------------------------------------------------------------------

FIELDS = [("to_play", "i1"), ("over", "u1"), ("ply", "i4"), ("of_a_guest", "i1")]
GUEST = {
    "__init__.py": "",
    "game.py": """
from clevergo.games.game import Game
class Guest(Game):
    name, door = "guest", "guest.door"
    def most_plies(self, size): return 1
GAME = Guest()
""",
    "prizes.py": "WON = 1.0",
    "door.py": f"""
import numpy as np
from clevergo.compiled import kernel
from guest.prizes import WON
BOARD = np.dtype({FIELDS}, align=True)
@kernel
def result(board): return WON
""",
}
PLAYING = """
import json, sys
import numpy as np
from numba.core import event
from clevergo import compiled
from clevergo.games import chance, guests
from clevergo.search.descent import outcome_for_mover
from guest.door import BOARD

class Heard(event.Listener):
    told = []
    def on_start(self, told):
        if told.data["dispatcher"] in compiled._known:
            Heard.told.append(told.data["dispatcher"].py_func.__name__)
    def on_end(self, told): ...

guests.GUESTS = ("guest.game",)
event.register("numba:compile", Heard())
chance.next_below(np.ones(8, np.uint64), 3)
board = np.zeros(1, BOARD)[0]
board["to_play"] = 1
print(json.dumps([outcome_for_mover(board), Heard.told]))
"""
"""Calls a kernel of the program that knows no board, and one into which the guest's rules are compiled."""


def guest_in(folder: Path, **changed: str) -> Path:
    """A game that is not part of the program, and what else lies beside it."""
    (folder / "guest").mkdir(parents=True)
    for name, source in (GUEST | {f"{module}.py": source for module, source in changed.items()}).items():
        (folder / "guest" / name).write_text(source)
    return folder


def played(cache: Path, folder: Path, named: str = "") -> tuple[float, list[str]]:
    """What came out of a game of the guest in that folder, and which kernels were compiled for it."""
    path = os.pathsep.join([str(folder), str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")])
    environment = os.environ | {"CLEVERGO_CACHE": str(cache), "CLEVERGO_GUESTS": named, "PYTHONPATH": path}
    done = subprocess.run([sys.executable, "-c", PLAYING], env=environment, capture_output=True, text=True, check=True)
    won, told = json.loads(done.stdout)
    return won, told


def test_a_guest_is_compiled_once_wherever_it_lies_and_whoever_names_it(tmp_path: Path) -> None:
    cache, here, there = tmp_path / "cache", guest_in(tmp_path / "here"), guest_in(tmp_path / "there")
    (there / "guest" / "test_guest.py").write_text("def test_nothing(): ...")
    assert played(cache, here, "guest.game") == (1.0, ["next_below", "outcome_for_mover", "result"])
    assert played(cache, there) == (1.0, [])
    edited = guest_in(tmp_path / "edited", prizes="WON = 2.0")
    assert played(cache, edited) == (2.0, ["outcome_for_mover", "result"]), "what is compiled without it stays"


@pytest.fixture
def guest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The guest takes part in this process, and is forgotten afterwards; its folder, where it may still be changed."""
    (tmp_path / "cache" / "ours").mkdir(parents=True)
    monkeypatch.syspath_prepend(guest_in(tmp_path))
    monkeypatch.setattr(compiled, "CACHE_FOLDER", tmp_path / "cache" / "ours")
    for module in ("clevergo.compiled", "clevergo.games.guests"):
        monkeypatch.setattr(f"{module}.GUESTS", (*GUESTS, "guest.game"))
    monkeypatch.setattr(compiled, "_known", [])
    monkeypatch.setattr(compiled, "_elsewhere", {})
    monkeypatch.setattr(doors, "_kernels", {})
    compiled._guests_with.cache_clear()
    games.cache_clear()
    yield tmp_path / "guest"
    compiled._guests_with.cache_clear()
    games.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "guest"]:
        del sys.modules[name]


def folder_for(board: np.dtype) -> Path | None:
    """Where a kernel of the program is cached that is compiled for such boards."""
    kernel = types.SimpleNamespace(__module__="clevergo.search.descent")
    dispatcher = types.SimpleNamespace(py_func=kernel, compile=None)
    return compiled._SharedCache(dispatcher)._folder_for((numba.from_dtype(board),))


def folder_of(guest: Path) -> Path | None:
    return compiled._folder_with(frozenset({guest}))


def test_a_guest_counts_for_what_is_loaded_before_its_rules_are(guest: Path) -> None:
    assert "guest.door" not in sys.modules
    assert folder_for(np.dtype(FIELDS, align=True)) == folder_of(guest) != compiled.CACHE_FOLDER


def test_a_guest_counts_in_whichever_order_its_board_names_its_fields(
    guest: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names, kinds = [name for name, _ in FIELDS], [kind for _, kind in FIELDS]
    turned: Any = {"names": names, "formats": kinds, "offsets": [7, 6, 0, 4]}
    (guest / "door.py").write_text(GUEST["door.py"].replace(f"{FIELDS}, align=True", str(turned)))
    foreign = types.SimpleNamespace(BOARD=np.dtype([("unknown_to_numba", object)]))
    monkeypatch.setitem(sys.modules, "foreign", foreign)  # type: ignore[arg-type]
    assert folder_for(np.dtype(turned)) == folder_of(guest) != compiled.CACHE_FOLDER


def test_two_games_with_the_same_board_are_refused(guest: Path) -> None:
    (guest / "door.py").write_text("from clevergo.games.go.door import BOARD, play")
    of_go = importlib.import_module("clevergo.games.go.door").BOARD
    for _ in range(2):
        with pytest.raises(
            ValueError, match=r"the BOARD of guest\.door is the same as that of clevergo\.games\.go\.door"
        ):
            doors._kernels_of(of_go)


def test_with_a_guest_whose_modules_cannot_be_read_nothing_is_cached(
    guest: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shape = np.dtype([*FIELDS, ("of_a_notebook", "i1")])
    monkeypatch.setitem(sys.modules, "notebook", types.SimpleNamespace(BOARD=shape))  # type: ignore[arg-type]
    assert folder_for(shape) is None
    assert folder_of(guest.parent / "archive.zip" / "guest") is None


def test_modules_in_the_folders_of_a_package_count_for_its_content(tmp_path: Path) -> None:
    here, there = (guest_in(tmp_path / name) / "guest" for name in ("here", "there"))
    (there / "rules").mkdir()
    (there / "rules" / "prizes.py").write_text("WON = 2.0")
    assert compiled._content(here) != compiled._content(there)
