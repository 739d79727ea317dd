"""The rules of the house that no single room can keep: who may import what, and what may lie where.

The import-linter contracts in pyproject.toml check the order of the rooms; here stands what they cannot express.
"""

from __future__ import annotations

import ast
import functools
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.patience import PATIENCE

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "clevergo"
TOP_LEVEL = {
    "clevergo",
    "assets",
    "models",
    "examples",
    "docs",
    "tests",
    "play_game.py",
    "requirements.txt",
    "requirements-dev.txt",
    "requirements-distributed.txt",
    "pyproject.toml",
    "README.md",
    "README.zh-CN.md",
    "LICENSE",
}
GO_ROOMS = ("games/go/", "protocols/gtp/", "gym/")
GO_WORDS = re.compile(r"\b(?:eyes?|komi|superko|ownership|pass guard)\b", re.IGNORECASE)
OTHER_WORDS = {
    "ui/scenes/kennel/portrait.py": "a dog has eyes",
    "ui/kit/icons.py": "to look with",
    "app/course/boards.py": "the boards of the course's chapters, of whichever game",
    "app/kennel/tables.py": "the tables of older programs, which knew Go only",
}
TEXT_SUFFIXES = {".py", ".md", ".toml", ".txt", ".json", ".yml", ".yaml", ".cfg", ".sh", ".bat", ""}
NUMBA_COMPILERS = {"jit", "njit", "vectorize", "guvectorize", "stencil", "cfunc", "generated_jit"}


def modules() -> list[Path]:
    """Every module of the program."""
    return sorted(PACKAGE.rglob("*.py"))


def module_name(path: Path) -> str:
    """``clevergo.games.go.board`` for its file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def modules_with(*words: str) -> list[Path]:
    """The modules in which one of the words stands at all: the syntax of all others need not be looked through."""
    return [path for path in modules() if any(word in path.read_text(encoding="utf-8") for word in words)]


@functools.cache
def imported_roots(path: Path) -> frozenset[str]:
    """The first names of everything a module imports, inside functions too. To read them all takes a second."""
    roots = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            roots |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            roots.add(node.module.partition(".")[0])
    return frozenset(roots)


def importers(library: str) -> set[str]:
    """The rooms and modules, as paths within the package, that import ``library`` themselves."""
    return {path.relative_to(PACKAGE).as_posix() for path in modules() if library in imported_roots(path)}


def text_files() -> Iterator[Path]:
    """Every text file of the repository that is not a tool's leftover."""
    hidden = {".git", ".venv", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis", ".import_linter_cache"}
    for entry in sorted(ROOT.iterdir()):
        if entry.name not in hidden:
            yield from (
                path
                for path in ([entry] if entry.is_file() else sorted(entry.rglob("*")))
                if path.is_file() and path.suffix in TEXT_SUFFIXES and "__pycache__" not in path.parts
            )


def run_python(code: str) -> subprocess.CompletedProcess[str]:
    """Run ``code`` in a Python of its own."""
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


def test_only_the_windows_room_imports_pygame() -> None:
    assert {path for path in importers("pygame") if not path.startswith("ui/")} == set()


def test_only_nets_and_training_import_paddle() -> None:
    assert {path for path in importers("paddle") if not path.startswith(("nn/", "training/"))} == set()


def test_one_module_knows_ray_and_imports_it_only_when_a_cluster_is_asked_for() -> None:
    assert importers("ray") == {"workers/cluster/ray_cluster.py"}
    rooms = "clevergo.cli, clevergo.app.training.session, clevergo.app.tournament.session, clevergo.training.run.loop"
    code = f"import sys, {rooms}; print('ray' in sys.modules)"
    assert run_python(code).stdout.split() == ["False"]


def test_functions_are_compiled_in_one_way_only() -> None:
    found = set()
    for path in modules_with("numba"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names: set[str] = set()
            if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] == "numba":
                names = {alias.name for alias in node.names}
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "numba":
                names = {node.attr}
            if names & NUMBA_COMPILERS:
                found.add(module_name(path))
    assert found <= {"clevergo.compiled"}


def test_processes_are_started_in_one_room_only() -> None:
    starting = {"subprocess", "multiprocessing", "concurrent", "pty"}
    found = {path for library in starting for path in importers(library)}
    threads_alone = {
        path.relative_to(PACKAGE).as_posix()
        for path in modules()
        if re.search(r"^from concurrent\.futures import ThreadPoolExecutor$", path.read_text(encoding="utf-8"), re.M)
    } - {path for library in starting - {"concurrent"} for path in importers(library)}
    assert {path for path in found - threads_alone if not path.startswith("workers/")} == set()
    assert [path for path in modules() if "ProcessPoolExecutor" in path.read_text(encoding="utf-8")] == []
    calls = re.compile(r"\bos\.(fork|forkpty|posix_spawn\w*|spawn\w+|exec\w+|system|popen)\(")
    assert [path for path in modules() if calls.search(path.read_text(encoding="utf-8"))] == []


def test_files_are_renamed_in_one_place_only() -> None:
    """Whole or absent: whoever writes a file that must be so asks :mod:`clevergo.files`."""
    renames = [
        path.relative_to(PACKAGE).as_posix()
        for path in modules_with("replace", "rename", "move")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and is_rename(node)
    ]
    assert renames == ["files.py"]


def is_rename(call: ast.Call) -> bool:
    """Whether a call renames or moves a file: ``os.replace(a, b)``, ``path.rename(b)``, ``shutil.move(a, b)``."""
    function = call.func
    if not isinstance(function, ast.Attribute) or function.attr not in ("replace", "rename", "renames", "move"):
        return False
    if ast.unparse(function.value) in ("os", "shutil"):
        return True
    return function.attr in ("replace", "rename") and len(call.args) == 1 and not call.keywords


def test_no_kernel_takes_a_record_out_of_an_array_that_nobody_holds() -> None:
    """Compiled code frees an array after its last use, and a record does not keep its array alive.

    ``board = np.empty(1, BOARD)[0]`` is a board in freed memory: it works until another allocation takes the place.
    Let the caller hold the array and pass it as an argument.
    """
    found = []
    for path in modules_with("kernel"):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef) and is_kernel(function):
                made = arrays_made_in(function)
                for node in ast.walk(function):
                    if not isinstance(node, ast.Subscript) or not isinstance(node.ctx, ast.Load):
                        continue
                    if is_new_boards(node.value) or ast.unparse(node.value) in made:
                        found.append(f"{module_name(path)}.{function.name}: {ast.unparse(node)}")
    assert found == []


def is_kernel(function: ast.FunctionDef) -> bool:
    """Whether a function is compiled."""
    return any(ast.unparse(decorator) in ("kernel", "inline_kernel") for decorator in function.decorator_list)


def is_new_boards(node: ast.AST) -> bool:
    """Whether an expression makes an array of boards."""
    return isinstance(node, ast.Call) and any(ast.unparse(argument) == "BOARD" for argument in node.args)


def arrays_made_in(function: ast.FunctionDef) -> set[str]:
    """The names a function gives to arrays of boards it makes."""
    return {
        ast.unparse(target)
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and is_new_boards(node.value)
        for target in node.targets
    }


def test_nobody_but_gos_own_rooms_knows_go() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in modules()
        if re.search(r"\bclevergo\.games\.go\b|from clevergo\.games import go\b", path.read_text(encoding="utf-8"))
    }
    strangers = {path for path in found if not path.startswith(GO_ROOMS)}
    assert strangers == {"guests.py"}, "the one line that names it"


def test_nobody_but_gos_own_rooms_uses_its_words() -> None:
    found = []
    for path in modules():
        name = path.relative_to(PACKAGE).as_posix()
        if not name.startswith(GO_ROOMS) and name not in OTHER_WORDS:
            text = re.sub(r"np\.eye|Icon\.EYE", "", path.read_text(encoding="utf-8"))
            text = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).replace("_", " ")
            found += [f"{name}: {word}" for word in GO_WORDS.findall(text)]
    assert found == []


def test_no_two_modules_of_the_nets_need_each_other() -> None:
    """Whoever follows a net from its file to a move, or a batch to better weights, walks one way."""
    imports = {module_name(path): nets_imported_by(path) for path in (PACKAGE / "nn").rglob("*.py")}
    while leaves := {name for name, needed in imports.items() if not needed & set(imports)}:
        for name in leaves:
            del imports[name]
    assert imports == {}


def nets_imported_by(path: Path) -> set[str]:
    """The modules of nn that a module imports, inside functions too, but for those it only names types of."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for_types = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    found = set()
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.ImportFrom)
            and node not in for_types
            and (node.module or "").startswith("clevergo.nn.")
        ):
            found |= {str(node.module)} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize(
    ("blocked", "rooms"),
    [
        ("paddle", ("ui", "protocols", "app", "players", "search", "gym", "games")),
        ("pygame", ("protocols", "app", "training", "players", "nn", "search", "gym", "games")),
    ],
)
def test_rooms_can_be_imported_where_a_library_is_not_there(blocked: str, rooms: tuple[str, ...]) -> None:
    """The window starts fast because it never loads Paddle; training runs where there is no pygame."""
    names = [module_name(path) for path in modules() if path.relative_to(PACKAGE).parts[0] in rooms]
    assert names
    code = f"import sys, importlib\nsys.modules[{blocked!r}] = None\n[importlib.import_module(n) for n in {names!r}]"
    outcome = run_python(code)
    assert outcome.returncode == 0, outcome.stderr


def test_the_command_line_starts_without_paddle_and_without_pygame() -> None:
    outcome = run_python("import sys, clevergo.cli\nassert not {'paddle', 'pygame'} & set(sys.modules)")
    assert outcome.returncode == 0, outcome.stderr


def test_the_top_level_holds_only_what_the_design_names() -> None:
    visible = {entry.name for entry in ROOT.iterdir() if not entry.name.startswith(".")} - {"__pycache__"}
    assert visible <= TOP_LEVEL


def test_no_file_names_a_package_registry() -> None:
    hosts = re.compile(r"py[p]i\.org|pythonhoste[d]\.org|deb\.debia[n]\.org|npmj[s]\.(org|com)|pip[ ].*--index-[u]rl")
    assert [str(path) for path in text_files() if hosts.search(path.read_text(encoding="utf-8"))] == []


def test_no_file_names_a_place_on_somebodys_machine() -> None:
    places = re.compile(r"(?<![\w.])/(?:work|root|home)/\w|[A-Z]:\\Users\\")
    assert [str(path) for path in text_files() if places.search(path.read_text(encoding="utf-8"))] == []


def test_every_room_says_what_it_is_for() -> None:
    rooms = [entry for entry in PACKAGE.iterdir() if entry.is_dir() and entry.name != "__pycache__"]
    silent = [
        room.name
        for room in rooms
        if not (room / "__init__.py").is_file()
        or not ast.get_docstring(ast.parse((room / "__init__.py").read_text(encoding="utf-8")))
    ]
    assert silent == []


def test_no_folder_is_spelled_as_a_prefix() -> None:
    """Files side by side whose names begin with the same word are a folder that is missing."""
    siblings: dict[tuple[Path, str], list[str]] = defaultdict(list)
    for path in modules():
        if path.name != "__init__.py":
            siblings[path.parent, path.stem.strip("_").partition("_")[0]].append(path.name)
    assert [names for names in siblings.values() if len(names) > 1] == []


def test_the_page_of_the_house_names_every_room_and_no_other() -> None:
    """Its table is in step with the folders and files there are, and so is the order that is always checked."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = page.partition("## The rooms")[2].partition("Two libraries are kept")[0]
    named = {name for row in re.findall(r"^\| (`.+?) \|", table, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)}
    there = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
    assert named == there - {"__init__"}
    layers = re.search(
        r"^layers = \[(.*?)^\]", (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    assert layers is not None
    assert set(re.findall(r"\w+", layers.group(1))) == named


def test_every_module_the_page_of_the_house_names_is_there() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rooms = {path.name for path in PACKAGE.iterdir() if path.is_dir()}
    for name in re.findall(r"(?<![\w./])(?:clevergo\.)?((?:[a-z_]\w*\.)+[a-z_]\w*)", page):
        parts = name.split(".")
        if parts[0] in rooms and parts[-1] not in ("md", "json"):
            folder = PACKAGE
            while parts and (folder / parts[0]).is_dir():
                folder /= parts.pop(0)
            assert not parts or (folder / f"{parts[0]}.py").is_file(), f"{name} is not in the house"
