"""Markdown as blocks: the part of CommonMark that our texts use, and GitHub's tables.

Headings, paragraphs, quotes, lists, tables, fenced code, pictures that stand alone, comments; in a line emphasis, code
and links. What is written in any other way is text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias


@dataclass(frozen=True)
class Span:
    """A stretch of text of one kind."""

    text: str
    is_strong: bool = False
    """``**so**``."""
    is_stressed: bool = False
    """``*so*``."""
    is_code: bool = False
    link: str = ""
    """Where it leads; empty where it is no link."""


Spans: TypeAlias = tuple[Span, ...]


@dataclass(frozen=True)
class Heading:
    """``## so``."""

    level: int
    spans: Spans

    @property
    def text(self) -> str:
        """What it says."""
        return "".join(span.text for span in self.spans)


@dataclass(frozen=True)
class Paragraph:
    """Lines that belong together."""

    spans: Spans


@dataclass(frozen=True)
class Quote:
    """``> so``; our texts write formulas that way."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Items:
    """A list."""

    items: tuple[tuple[Block, ...], ...]
    first: int | None = None
    """The number of the first item; None where they have none."""


@dataclass(frozen=True)
class Table:
    """A heading row and others, all with as many cells."""

    head: tuple[Spans, ...]
    rows: tuple[tuple[Spans, ...], ...]
    is_right: tuple[bool, ...]
    """By column, whether it ends at the right."""


@dataclass(frozen=True)
class Code:
    """A fenced block."""

    text: str
    kind: str = ""
    """What stands after the fence: ``python``."""


@dataclass(frozen=True)
class Picture:
    """``![words](file)`` on a line of its own."""

    words: str
    """For who cannot see it."""
    file: str


@dataclass(frozen=True)
class Comment:
    """``<!-- so -->`` on lines of its own."""

    text: str


@dataclass(frozen=True)
class Rule:
    """``---``."""


Block: TypeAlias = "Heading | Paragraph | Quote | Items | Table | Code | Picture | Comment | Rule"

_FENCE = re.compile(r"^(`{3,}|~{3,})\s*([^`]*?)\s*$")
_HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*$")
_BULLET = re.compile(r"^(\s*)([-*+]|\d{1,9}[.)])(\s+)(?=\S)")
_PICTURE = re.compile(r"^!\[([^\]]*)\]\(([^)\s]+)\)$")
_RULE = re.compile(r"^\s{0,3}([-*_])(\s*\1){2,}\s*$")
_DIVIDER = re.compile(r"^\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$")
_COMMENT, _COMMENT_END = "<!--", "-->"


def parsed(text: str) -> tuple[Block, ...]:
    """All blocks of a text."""
    return tuple(blocks(text))


def blocks(text: str) -> Iterator[Block]:
    """The blocks of a text one by one, each parsed when it is asked for."""
    yield from _Lines(text.splitlines()).blocks()


class _Lines:
    """Lines that are read from the top, and how far."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._at = 0

    @property
    def _line(self) -> str:
        return self._lines[self._at]

    @property
    def _is_over(self) -> bool:
        return self._at >= len(self._lines)

    def blocks(self) -> Iterator[Block]:
        while not self._is_over:
            if not self._line.strip():
                self._at += 1
            else:
                yield self._block()

    def _block(self) -> Block:
        line = self._line
        if fence := _FENCE.match(line):
            return self._code(fence)
        if heading := _HEADING.match(line):
            self._at += 1
            return Heading(len(heading[1]), inline(heading[2]))
        if line.startswith(_COMMENT):
            return self._comment()
        if line.startswith(">"):
            return self._quote()
        if picture := _PICTURE.match(line.strip()):
            self._at += 1
            return Picture(picture[1], picture[2])
        if _RULE.match(line):
            self._at += 1
            return Rule()
        if _BULLET.match(line):
            return self._items()
        if "|" in line and self._at + 1 < len(self._lines) and _DIVIDER.match(self._lines[self._at + 1]):
            return self._table()
        return self._paragraph()

    def _code(self, fence: re.Match[str]) -> Code:
        self._at += 1
        first = self._at
        while not self._is_over and not self._line.startswith(fence[1]):
            self._at += 1
        text = "\n".join(self._lines[first : self._at])
        self._at += 1
        return Code(text, fence[2])

    def _comment(self) -> Comment:
        first = self._at
        while not self._is_over and _COMMENT_END not in self._line:
            self._at += 1
        self._at += 1
        text = "\n".join(self._lines[first : self._at])
        return Comment(text.partition(_COMMENT)[2].partition(_COMMENT_END)[0].strip())

    def _quote(self) -> Quote:
        inner = []
        while not self._is_over and self._line.startswith(">"):
            inner.append(self._line[1:].removeprefix(" "))
            self._at += 1
        return Quote(tuple(_Lines(inner).blocks()))

    def _items(self) -> Items:
        """Items of one kind; what is indented below a bullet belongs to it."""
        bullet = _BULLET.match(self._line)
        assert bullet is not None
        is_numbered = bullet[2][0].isdigit()
        items: list[tuple[Block, ...]] = []
        while not self._is_over and (found := _BULLET.match(self._line)):
            if len(found[1]) != len(bullet[1]) or found[2][0].isdigit() != is_numbered or _RULE.match(self._line):
                break
            items.append(tuple(_Lines(self._item(found.end())).blocks()))
            self._skip_empty_before_bullet()
        return Items(tuple(items), int(bullet[2][:-1]) if is_numbered else None)

    def _item(self, indent: int) -> list[str]:
        """The lines of an item without its bullet; it goes on where lines are indented, or go on a paragraph."""
        inner = [self._line[indent:]]
        self._at += 1
        while not self._is_over:
            line = self._line
            is_indented = line[:indent].strip() == "" and len(line) > indent
            if line.strip() and not is_indented and (not inner[-1].strip() or self._begins_something(line)):
                break
            inner.append(line[indent:] if is_indented else line.strip())
            self._at += 1
        return inner

    def _skip_empty_before_bullet(self) -> None:
        at = self._at
        while at < len(self._lines) and not self._lines[at].strip():
            at += 1
        if at < len(self._lines) and _BULLET.match(self._lines[at]):
            self._at = at

    def _table(self) -> Table:
        head = _cells(self._line)
        marks = [mark.strip() for mark in self._lines[self._at + 1].strip().strip("|").split("|")]
        self._at += 2
        rows = []
        while not self._is_over and "|" in self._line and self._line.strip():
            cells = _cells(self._line)
            rows.append(tuple((*cells, *((),) * len(head))[: len(head)]))
            self._at += 1
        is_right = tuple(mark.endswith(":") and not mark.startswith(":") for mark in marks)
        return Table(head, tuple(rows), (*is_right, *(False,) * len(head))[: len(head)])

    def _paragraph(self) -> Paragraph:
        lines = [self._line.strip()]
        self._at += 1
        while not self._is_over and self._line.strip() and not self._begins_something(self._line):
            lines.append(self._line.strip())
            self._at += 1
        return Paragraph(inline(_joined(lines)))

    @staticmethod
    def _begins_something(line: str) -> bool:
        """Whether a line ends a paragraph though none is empty before it."""
        starts = (_FENCE, _HEADING, _BULLET)
        return line.startswith((">", _COMMENT)) or any(start.match(line) for start in starts) or _is_picture(line)


def _is_picture(line: str) -> bool:
    return _PICTURE.match(line.strip()) is not None


def _joined(lines: list[str]) -> str:
    """Lines of a paragraph as one; between Chinese characters there is no space."""
    text = lines[0]
    for line in lines[1:]:
        text += line if is_wide(text[-1:]) and is_wide(line[:1]) else f" {line}"
    return text


def _cells(line: str) -> tuple[Spans, ...]:
    cells = re.split(r"(?<!\\)\|", line.strip().removeprefix("|").removesuffix("|"))
    return tuple(inline(cell.strip().replace(r"\|", "|")) for cell in cells)


def is_wide(letter: str) -> bool:
    """Whether a letter is as wide as it is high: Chinese, its punctuation, full width forms."""
    return bool(letter) and unicodedata.east_asian_width(letter) in "WF"


# --- in a line ---------------------------------------------------------------------------------------------------

_LINK = re.compile(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
_TICKS = re.compile(r"(`+)(.+?)(?<!`)\1(?!`)")
_STARS = re.compile(r"\*+")
_ESCAPABLE = "\\`*_[]()<>#+-.!|"


@dataclass(frozen=True)
class _Stars:
    """A run of stars among the spans: it may open emphasis, close it, or be stars."""

    count: int
    opens: bool
    closes: bool


def inline(text: str) -> Spans:
    """A line's spans."""
    return _merged(_paired(_tokens(text)))


def _tokens(text: str) -> list[Span | _Stars]:
    found: list[Span | _Stars] = []
    at = 0
    while at < len(text):
        letter = text[at]
        if letter == "\\" and text[at + 1 : at + 2] in _ESCAPABLE and at + 1 < len(text):
            found.append(Span(text[at + 1]))
            at += 2
        elif letter == "`" and (code := _TICKS.match(text, at)):
            inner = code[2]
            is_padded = inner.startswith(" ") and inner.endswith(" ") and inner.strip()
            found.append(Span(inner[1:-1] if is_padded else inner, is_code=True))
            at = code.end()
        elif letter == "[" and (link := _LINK.match(text, at)):
            found += [replace(span, link=link[2]) for span in inline(link[1])]
            at = link.end()
        elif letter == "*" and (stars := _STARS.match(text, at)):
            found.append(_stars(text, at, stars.end()))
            at = stars.end()
        else:
            end = at + 1
            while end < len(text) and text[end] not in "\\`[*":
                end += 1
            found.append(Span(text[at:end]))
            at = end
    return found


def _stars(text: str, start: int, end: int) -> _Stars:
    """What CommonMark lets a run of stars be, by the letters beside it."""
    before, after = text[start - 1 : start] or " ", text[end : end + 1] or " "
    opens = not after.isspace() and (not _is_sign(after) or before.isspace() or _is_sign(before))
    closes = not before.isspace() and (not _is_sign(before) or after.isspace() or _is_sign(after))
    return _Stars(end - start, opens, closes)


def _is_sign(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "PS"


def _paired(tokens: list[Span | _Stars]) -> list[Span]:
    """Spans with emphasis where stars pair up; a star without another is a star."""
    found: list[Span] = []
    is_open: list[tuple[int, int]] = []
    """Number of stars, and where in ``found`` the emphasis begins."""
    for token in tokens:
        if isinstance(token, Span):
            found.append(token)
            continue
        left = token.count
        while left and token.closes and is_open:
            count, start = is_open.pop()
            used = min(count, left, 2)
            found[start:] = [_emphasized(span, used) for span in found[start:]]
            left -= used
            if count > used:
                is_open.append((count - used, start))
        if left and token.opens:
            is_open.append((left, len(found)))
        elif left:
            found.append(Span("*" * left))
    for count, start in reversed(is_open):
        found.insert(start, Span("*" * count))
    return found


def _emphasized(span: Span, stars: int) -> Span:
    return replace(span, is_strong=True) if stars == 2 else replace(span, is_stressed=True)


def _merged(spans: list[Span]) -> Spans:
    """Neighbors of one kind as one span."""
    found: list[Span] = []
    for span in spans:
        if found and not span.is_code and replace(found[-1], text="") == replace(span, text=""):
            found[-1] = replace(span, text=found[-1].text + span.text)
        elif span.text:
            found.append(span)
    return tuple(found)
