"""Code in colors: what a word of it is, by its looks alone."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator

from clevergo.ui.kit.theme import ColorName

PLAIN: ColorName = "ink"
_PYTHON = re.compile(
    r"(?P<comment>#[^\n]*)"
    r"|(?P<string>[rbfRBF]{0,2}(?:\"\"\".*?\"\"\"|'''.*?'''|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'))"
    r"|(?P<number>\b\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?\b)"
    r"|(?P<word>[^\W\d]\w*)",
    re.DOTALL,
)
_SHELL = re.compile(r"(?P<comment>(?:^|(?<=\s\s))#[^\n]*)|(?P<string>\"[^\"\n]*\"|'[^'\n]*')", re.MULTILINE)
_COLORS: dict[str, ColorName] = {
    "comment": "muted",
    "string": "jade_text",
    "number": "gold_text",
    "keyword": "accent_text",
}
"""Fields of the palette."""
_LANGUAGES = {"python": _PYTHON, "sh": _SHELL, "bat": _SHELL}


def colored(text: str, kind: str) -> Iterator[tuple[str, ColorName]]:
    """The whole of a text in stretches, each with the palette's field it is drawn in."""
    language = _LANGUAGES.get(kind)
    at = 0
    for match in language.finditer(text) if language is not None else ():
        sort = match.lastgroup or ""
        if sort == "word":
            sort = "keyword" if keyword.iskeyword(match[0]) else ""
        if sort:
            if match.start() > at:
                yield text[at : match.start()], PLAIN
            yield match[0], _COLORS[sort]
            at = match.end()
    if at < len(text):
        yield text[at:], PLAIN
