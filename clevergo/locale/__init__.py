"""A language is a file: ``LANGUAGE.po`` holds every word a person reads; the program reads its ``LANGUAGE.mo``.

Adding one is described in docs/adding-a-language.md; no line of Python changes where the font has its letters.
"""

from __future__ import annotations

import gettext
import numbers
import re
import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

FOLDER = Path(__file__).parent
"""Where the catalogs are."""
_NOT_NOTHING = re.compile(r"[1-9a-z]")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_LATIN = re.compile(r"[0-9A-Za-z]")
_TIGHT = "tight"
"""``{stones:tight}``: no space is put around it."""
_COUNT = "n"
"""``{games:n}``: a count as the language writes it; the plural form goes by it."""
_FRACTION = 2
"""Stands for what is no whole number where the plural form is chosen: a few."""


@dataclass(frozen=True)
class Language:
    """One of the languages there is a catalog of; raises ValueError for any other code."""

    code: str
    """As in the catalog's file name: ``zh``, ``en``."""

    CHINESE: ClassVar[Language]
    """The first one: that of the program's own name."""
    ENGLISH: ClassVar[Language]
    """That of logs and the command line, and of whatever another catalog lacks."""

    def __post_init__(self) -> None:
        if not (FOLDER / f"{self.code}.mo").is_file():
            raise ValueError(f"there is no catalog of the language {self.code!r}")

    def __str__(self) -> str:
        return self.code

    @property
    def name(self) -> str:
        """As its own speakers call it."""
        return catalog(self).pattern("Language.NAME")

    @property
    def short(self) -> str:
        """The same in a letter or two."""
        return catalog(self).pattern("Language.SHORT")

    def is_called(self, system: str) -> bool:
        """Whether an operating system means it by this name: ``zh_CN.UTF-8``, ``Chinese (Simplified)_China``."""
        return system.lower().startswith(tuple(catalog(self).pattern("Language.SYSTEM").split()))


Language.CHINESE, Language.ENGLISH = Language("zh"), Language("en")


def languages() -> list[Language]:
    """Every language there is a catalog of: Chinese, English, others by their code."""
    first = [Language.CHINESE, Language.ENGLISH]
    return first + [Language(path.stem) for path in sorted(FOLDER.glob("*.mo")) if path.stem not in ("zh", "en")]


def catalog(language: Language) -> Catalog:
    """The words of a language, read once."""
    return _found(FOLDER, language.code)


@cache
def _found(folder: Path, code: str) -> Catalog:
    """Asked for each text of each picture: so often that even putting the path together would tell."""
    return _read(folder / f"{code}.mo")


@cache
def _read(path: Path) -> Catalog:
    return Catalog(path)


class Catalog(string.Formatter):
    """The words of one language, put together by ``str.format`` in the way of the language.

    Its numbers carry the language's separators, ``{games:n}`` chooses the plural form, and a space stands where
    Chinese characters meet Latin letters or digits: ``叫醒 Pup``, but ``叫醒小黑`` and ``3.3万局``.
    """

    def __init__(self, path: Path) -> None:
        self.code = path.stem
        """The language's."""
        with path.open("rb") as file:
            self.words = gettext.GNUTranslations(file)
        english = FOLDER / "en.mo"
        if path != english:
            self.words.add_fallback(_read(english).words)
        self._patterns: dict[str, tuple[str, str | None]] = {}
        group, decimal = self.pattern("Figures.SEPARATORS").split("|")
        self.separators = str.maketrans({",": group, ".": decimal})
        """What the figures of Python become."""

    def __contains__(self, key: str) -> bool:
        """Whether there is a text of that name."""
        return self.pattern(key) != key

    def pattern(self, key: str) -> str:
        """A text with its blanks; of one with plural forms, the first."""
        return self._row(key)[0]

    def say(self, key: str, values: Mapping[str, Any]) -> str:
        """A text, its ``{blanks}`` filled from ``values``."""
        pattern, counted = self._row(key)
        if counted is not None and counted in values:
            pattern = self.words.ngettext(key, key, _whole(values[counted]))
        return self.vformat(pattern, (), values) if values else pattern

    def figure(self, value: Any, spec: str = ",") -> str:
        """A number by a format of Python's, with the language's separators; texts stay as they are."""
        if spec == _COUNT:
            said = value if isinstance(value, str) else f"{value:,}".removesuffix(".0")
        else:
            said = format(value, spec)
            if said.startswith("-") and isinstance(value, numbers.Number) and not _NOT_NOTHING.search(said):
                said = said[1:]  # what is rounded to nothing has no sign
        return said.translate(self.separators) if isinstance(value, numbers.Number) else said

    def _row(self, key: str) -> tuple[str, str | None]:
        """A text's pattern, and the blank that its plural form goes by."""
        if key not in self._patterns:
            pattern = self.words.gettext(key)
            if pattern == key:
                pattern = self.words.ngettext(key, key, 1)
            blanks = (name for _, name, spec, _ in self.parse(pattern) if spec == _COUNT)
            self._patterns[key] = pattern, next(blanks, None)
        return self._patterns[key]

    def format_field(self, value: Any, format_spec: str) -> str:
        """One blank."""
        return self.figure(value, format_spec)

    def vformat(self, format_string: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
        """All blanks, minding the spaces between words and what fills them; what fills them stays as it is."""
        said, is_tight = "", False
        for words, name, spec, conversion in self.parse(format_string):
            said = said + words if is_tight else _joined(said, words)
            if name is not None:
                is_tight = spec == _TIGHT
                value = self.convert_field(self.get_field(name, args, kwargs)[0], conversion)
                filled = self.format_field(value, "" if is_tight else spec or "")
                said = said + filled if is_tight else _joined(said, filled)
        return said


def _whole(value: Any) -> int:
    try:
        return int(value) if int(value) == float(value) else _FRACTION
    except ValueError:
        return _FRACTION


def _joined(before: str, after: str) -> str:
    left, right = before.rstrip(" "), after.lstrip(" ")
    if not left or not right:
        return before + after
    ends = left[-1] + right[0]
    if _HAN.match(ends[0]) and _HAN.match(ends[1]):
        return left + right
    if (_HAN.match(ends[0]) and _LATIN.match(ends[1])) or (_LATIN.match(ends[0]) and _HAN.match(ends[1])):
        return f"{left} {right}"
    return before + after
