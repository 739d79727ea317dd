"""What went wrong, in the person's language: the app says what it is, the window puts words to it."""

from __future__ import annotations

from functools import lru_cache

from clevergo.locale import catalog
from clevergo.problem import Problem
from clevergo.ui.kit.look import Words
from clevergo.ui.strings import Strings


@lru_cache(maxsize=64)
def kindly(problem: Problem) -> Words:
    """Words for a problem, made when they are drawn; a sentence begins with a capital."""

    def said(strings: Strings) -> str:
        words = error_said(strings, problem)
        return words[:1].upper() + words[1:]

    return said


def error_said(strings: Strings, problem: Problem) -> str:
    """A problem in the current language."""
    return problem.said_in(catalog(strings.language))
