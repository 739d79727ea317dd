"""What went wrong, in the person's language: the app says it in English, the window says it in theirs."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from clevergo.ui.kit.look import Words
from clevergo.ui.strings import Language, Strings
from clevergo.ui.texts.errors import ErrorText

_BLANK = re.compile(r"\\\{(\w+)\\\}")


@lru_cache(maxsize=64)
def kindly(reason: str) -> Words:
    """Words for an error's English sentence, made when they are drawn; a sentence begins with a capital."""

    def said(strings: Strings) -> str:
        words = error_said(strings, reason)
        return words[:1].upper() + words[1:]

    return said


def error_said(strings: Strings, reason: str) -> str:
    """The sentence in the current language; as it is where nobody has put it in other words."""
    if strings.language is Language.ENGLISH:
        return reason
    for text, pattern in _patterns():
        found = pattern.fullmatch(reason)
        if found is not None:
            # A cause may be a sentence of its own.
            return strings.get(text, **{name: error_said(strings, said) for name, said in found.groupdict().items()})
    return reason


@cache
def _patterns() -> tuple[tuple[ErrorText, re.Pattern[str]], ...]:
    """Each row and the pattern of its English sentence."""
    return tuple((text, re.compile(_pattern(text.english), re.DOTALL)) for text in ErrorText)


def _pattern(sentence: str) -> str:
    return _BLANK.sub(r"(?P<\1>.+?)", re.escape(sentence))
