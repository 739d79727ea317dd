"""An error is a value: a code, and what fills its sentence. Words are put to it once, where a person reads it.

The sentence of a code stands in each catalog of ``clevergo/locale`` as ``error.CODE``. ``str`` of a problem, and of
the error that carries it, is the English one: for logs and the command line.
"""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from clevergo.locale import Catalog, Language, catalog

Value: TypeAlias = "str | int | float | Path | Problem"
_Kinds: TypeAlias = "type[Exception] | tuple[type[Exception], ...]"
_SYSTEM_CODES = {errno.EACCES: "denied", errno.ENOSPC: "no_space", errno.ENOENT: "no_file", errno.EROFS: "read_only"}


@dataclass(frozen=True)
class Problem:
    """What went wrong; travels between threads and processes as it is."""

    code: str
    values: Mapping[str, Value] = field(default_factory=dict)
    """What fills the blanks of the sentence; one of them may be the problem that caused this one."""

    def __hash__(self) -> int:
        return hash((self.code, *self.values))

    def __str__(self) -> str:
        return self.said_in(catalog(Language.ENGLISH))

    def said_in(self, words: Catalog) -> str:
        """The sentence in the words of a language."""
        values = {
            name: value.said_in(words) if isinstance(value, Problem) else value for name, value in self.values.items()
        }
        return words.say(f"error.{self.code}", values)


class ProblemError(Exception):
    """A problem that is raised: ``ProblemError("file_missing", path=path)``."""

    def __init__(self, problem: str | Problem, /, **values: Value) -> None:
        self.problem = Problem(problem, values) if isinstance(problem, str) else problem
        super().__init__(self.problem)

    def __str__(self) -> str:
        return str(self.problem)

    @classmethod
    @contextlib.contextmanager
    def instead_of(cls, kind: _Kinds, code: str, /, **values: Value) -> Iterator[None]:
        """Around what may raise an error of such a kind: this one is raised then, and tells the other as its cause."""
        try:
            yield
        except kind as error:
            raise cls(code, **values, cause=cause_of(error)) from error


class BadValueError(ProblemError, ValueError):
    """A value that will not do."""


def cause_of(error: BaseException) -> Problem | str:
    """What is wrong, to stand in the sentence of another problem; what others' programs say stays as they say it."""
    problem = getattr(error, "problem", None)
    if isinstance(problem, Problem):
        return problem
    if isinstance(error, OSError):
        code = _SYSTEM_CODES.get(error.errno or 0)
        return Problem(code) if code is not None else error.strerror or str(error)
    return str(error)


def problem_of(error: BaseException) -> Problem:
    """What is wrong, as a sentence of its own."""
    cause = cause_of(error)
    return cause if isinstance(cause, Problem) else as_said(cause)


def as_said(text: str) -> Problem:
    """What others say, as they say it."""
    return Problem("as_said", {"text": text})


def unexpected(code: str, error: BaseException) -> Problem:
    """A problem nobody foresaw: the sentence of ``code`` around the kind of the error and what it says."""
    said = Problem("unforeseen", {"kind": type(error).__name__, "text": cause_of(error)})
    return Problem(code, {"cause": said})
