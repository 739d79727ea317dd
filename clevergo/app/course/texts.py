"""The chapters: a folder for each language, a file each, and their pictures beside them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from clevergo.app.desk.paths import SHIPPED
from clevergo.app.errors import AppError
from clevergo.files import read_limited
from clevergo.locale import Language

COURSE = SHIPPED / "docs"
"""Where the course lies."""
OVERVIEW = "README"
"""The page that says what the course is; chapters are numbered."""
_CHAPTER = re.compile(r"\d\d-[a-z]+")
_NUMBERED = re.compile(r"^#\s*(\d+\s+)?|\s+$")
_MOST_BYTES = 1024 * 1024


@dataclass(frozen=True)
class Course:
    """Chapters by their names, ``02-go``, the same in every language."""

    folder: Path = COURSE

    def chapters(self) -> tuple[str, ...]:
        """The names of all chapters, in order; none where the course did not come along."""
        found = self._folder(Language.ENGLISH).glob("*.md")
        return tuple(sorted(path.stem for path in found if _CHAPTER.fullmatch(path.stem)))

    def path(self, name: str, language: Language) -> Path:
        """The file of a page in that language, or in English where there is no translation."""
        path = self._folder(language) / f"{name}.md"
        return path if path.is_file() else self._folder(Language.ENGLISH) / f"{name}.md"

    def text(self, name: str, language: Language) -> str:
        """What a page says, as Markdown; AppError where it cannot be read."""
        path = self.path(name, language)
        with AppError.instead_of((OSError, ValueError), "course", path=path):
            return read_limited(path, _MOST_BYTES).decode("utf-8")

    def title(self, name: str, language: Language) -> str:
        """A page's heading without its number; the page's name where it cannot be read."""
        return _title(self.path(name, language)) or name

    def _folder(self, language: Language) -> Path:
        return self.folder / language.code


@lru_cache(maxsize=64)
def _title(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            return _NUMBERED.sub("", file.readline())
    except (OSError, ValueError):
        return ""
