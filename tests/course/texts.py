"""The course's chapters as files of blocks: the code that is run, the output that is stated, commands and links."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
LANGUAGES = ("zh", "en")
IMAGES = DOCS / "images" / "course"
_BLOCK = re.compile(r"^```([^\n`]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")
_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)*")


@dataclass(frozen=True)
class Block:
    """A fenced block of a chapter."""

    kind: str
    """What stands after the fence: ``python``, ``sh``, ``text``, ``text varies``, ``board``."""
    text: str
    line: int
    """Of its first line, from 1."""
    follows: bool
    """Whether nothing but empty lines stand between the block before and this one."""


@dataclass(frozen=True)
class Example:
    """A piece of code and what it prints, where that is stated."""

    code: str
    line: int
    output: str | None
    varies: bool
    """Whether the numbers of the output depend on the machine."""


def chapters(language: str) -> list[Path]:
    """The chapters in their order."""
    return sorted((DOCS / language).glob("[0-9][0-9]-*.md"))


def blocks(text: str) -> list[Block]:
    """All fenced blocks."""
    found: list[Block] = []
    end = 0
    for match in _BLOCK.finditer(text):
        line = text.count("\n", 0, match.start()) + 2
        follows = bool(found) and not text[end : match.start()].strip()
        found.append(Block(match[1].strip(), match[2], line, follows))
        end = match.end()
    return found


def examples(text: str) -> Iterator[Example]:
    """The code of a chapter, in order."""
    every = blocks(text)
    for block, after in zip(every, [*every[1:], None], strict=True):
        if block.kind != "python":
            continue
        stated = after if after is not None and after.follows and after.kind in ("text", "text varies") else None
        is_varied = stated is not None and stated.kind == "text varies"
        yield Example(block.text, block.line, None if stated is None else stated.text, is_varied)


def same_output(stated: str, printed: str, varies: bool) -> bool:
    """Whether code prints what the chapter says; where it ``varies``, numbers may be others and spaces with them."""
    if varies:
        stated, printed = (" ".join(_NUMBER.sub("#", text).split()) for text in (stated, printed))
    return [line.rstrip() for line in stated.rstrip().splitlines()] == [
        line.rstrip() for line in printed.rstrip().splitlines()
    ]


def skeleton(code: str) -> str:
    """Code without its comments and without what its texts say."""
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):  # words may stand before the first value, or not
            node.values = [part for part in node.values if not isinstance(part, ast.Constant)]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
            node.args = [part for part in node.args if not isinstance(part, ast.Constant)]
    return ast.dump(tree)


def commands(text: str) -> list[str]:
    """The lines of all blocks of a shell, without what is said of them."""
    lines = [line for block in blocks(text) if block.kind in ("sh", "bat") for line in block.text.splitlines()]
    return [line.partition("  #")[0].rstrip() for line in lines if line.strip() and not line.startswith("#")]


def links(text: str) -> list[str]:
    """Where it points to, outside of code."""
    return _LINK.findall(_BLOCK.sub("", text))


def pictures(text: str) -> list[tuple[str, str]]:
    """``(what is said of it, file)`` of each picture."""
    return _PICTURE.findall(_BLOCK.sub("", text))
