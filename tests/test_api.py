"""What docs/api.md promises to code of people's own: it is there, it is all there is, and every example runs."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "clevergo"
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")


class Section(NamedTuple):
    """What the page says of some modules."""

    modules: tuple[str, ...]
    text: str

    @property
    def code(self) -> str:
        """Its examples."""
        return "\n".join(example.code for example in examples_of(self.text))


class Example(NamedTuple):
    """A block of code, and what it prints."""

    code: str
    output: str


def sections() -> list[Section]:
    """Of every heading that names modules."""
    parts = re.split(r"^(#{2,3} .*)$", PAGE, flags=re.MULTILINE)[1:]
    found = []
    for heading, text in zip(parts[::2], parts[1::2], strict=True):
        modules = tuple(re.findall(r"`(clevergo[\w.]*)`", heading))
        if modules:
            found.append(Section(modules, text))
    return found


def examples_of(text: str) -> list[Example]:
    """The blocks of Python, each with the block of text that follows it, if one does."""
    blocks = re.findall(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", text, re.MULTILINE | re.DOTALL)
    return [Example(code, output) for code, output in blocks]


def public_modules() -> set[str]:
    """Those that say what is public. A game's door is none: its ``__all__`` is what compiled code finds there."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        if path.name != "door.py" and re.search(r"^__all__ = ", path.read_text(encoding="utf-8"), re.MULTILINE):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found.add(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return found


def documented(module: str) -> set[str]:
    """The names of a module that have a docstring: a class or function of its own, or a value with one below it."""
    path = PACKAGE.parent.joinpath(*module.split(".")).with_suffix(".py")
    if not path.is_file():
        path = path.with_suffix("") / "__init__.py"
    body = ast.parse(path.read_text(encoding="utf-8")).body
    found = set()
    for node, below in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node):
            found.add(node.name)
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            found |= {target.id for target in targets if isinstance(target, ast.Name)}
        if isinstance(node, ast.ImportFrom):
            found |= {alias.asname for alias in node.names if alias.asname == alias.name}
    return found


def test_every_public_module_stands_on_the_page_and_no_other() -> None:
    named = [module for section in sections() for module in section.modules]
    assert len(named) == len(set(named))
    assert set(named) == public_modules()


@pytest.mark.parametrize("module", sorted(public_modules()))
def test_every_public_name_is_there_and_says_what_it_is(module: str) -> None:
    names = importlib.import_module(module).__all__
    assert len(names) == len(set(names))
    assert [name for name in names if not hasattr(importlib.import_module(module), name)] == []
    assert set(names) - documented(module) == set()


@pytest.mark.parametrize("section", sections(), ids=lambda section: section.modules[0])
def test_a_section_names_all_that_is_public_and_shows_each_module(section: Section) -> None:
    for module in section.modules:
        missing = [
            name
            for name in importlib.import_module(module).__all__
            if not re.search(rf"\b{re.escape(name)}\b", section.text)
        ]
        assert missing == []
        parent, _, last = module.rpartition(".")
        assert re.search(rf"from {module} import|from {parent} import .*\b{last}\b|import {module}\b", section.code)


@pytest.mark.parametrize(
    "example",
    [
        pytest.param(example, id=f"{section}-{number}")
        for section, text in re.findall(r"^(#{2,3} .*?)$(.*?)(?=^#{2,3} |\Z)", PAGE, re.MULTILINE | re.DOTALL)
        for number, example in enumerate(examples_of(text))
    ],
)
def test_every_example_runs_and_prints_what_the_page_says(
    example: Example, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLEVERGO_HOME", str(tmp_path))
    exec(compile(example.code, "<example>", "exec"), {"__name__": "example"})
    assert capsys.readouterr().out == example.output


def test_what_it_shows_of_code_is_all_run() -> None:
    assert len(re.findall(r"^```python$", PAGE, re.MULTILINE)) == len(examples_of(PAGE))
