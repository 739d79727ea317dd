"""The words a person reads, by their names; the words themselves are in the catalogs of ``clevergo/locale``.

To add a text, say its name where it is needed (``Text.OK``), and its words in each catalog. ``{name}`` is filled from
``values``; numbers take Python's formats (``{games:,}``), and ``{games:n}`` is a count that the plural form goes by.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from clevergo.locale import Language, catalog
from clevergo.problem import Problem


@dataclass(frozen=True)
class Wording:
    """A text, by its name in the catalogs: ``PlayText.TAB_MOVES``."""

    key: str

    def __call__(self, **values: Any) -> Callable[[Strings], str]:
        """The text with its blanks filled, by values or words, to be said in whatever language there is then."""
        return lambda strings: strings.get(self, **{name: strings.said(value) for name, value in values.items()})

    def __str__(self) -> str:
        return self.key


class Texts:
    """The texts of one part of the window: ``PlayText.TAB_MOVES`` is what the catalogs have under that name.

    A name they do not have is an AttributeError; a test looks up every name that stands in the code.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Wording:
        wording = Wording(f"{self._name}.{name}")
        if wording.key not in catalog(Language.ENGLISH):
            raise AttributeError(f"no catalog has a text {wording}")
        setattr(self, name, wording)
        return wording


Figures = Texts("Figures")
"""How numbers, dates and stretches of time are written."""
Text = Texts("Text")
"""What is said in several scenes."""
AboutText = Texts("AboutText")
"""Whom and what the program thanks."""
BoardText = Texts("BoardText")
"""What is said in the window of a board by itself."""
CoachText = Texts("CoachText")
"""What the coach says of a game, where mistakes are practised, and in a report."""
CompeteText = Texts("CompeteText")
"""Who meets whom, how it stands, and the games."""
DoctorText = Texts("DoctorText")
"""A complaint in a few words, and the lines of the diary."""
FilmText = Texts("FilmText")
"""What is said of a dog's growth, as its ages see one position."""
KennelText = Texts("KennelText")
"""Cards, and what can be done with a dog."""
LadderText = Texts("LadderText")
"""Whom one can play, and how strong one is; what dogs of some strength do are rows ``deed.``"""
LearnText = Texts("LearnText")
"""Where one learns: lessons, the course, things to try."""
LessonText = Texts("LessonText")
"""What stands beside the boards by which beginners learn; what the lessons say are rows ``lesson.``"""
MachineText = Texts("MachineText")
"""Which computers dogs train on."""
MindText = Texts("MindText")
"""What is said where somebody's thoughts are shown."""
MicroText = Texts("MicroText")
"""What is said where one looks into a net."""
MeetText = Texts("MeetText")
"""Games with somebody at another computer."""
MusicText = Texts("MusicText")
"""The card of the music."""
ExperimentText = Texts("ExperimentText")
"""Two dogs, one difference."""
ShareText = Texts("ShareText")
"""What is shown to friends, and what is said where it is taken from."""
SlowText = Texts("SlowText")
"""What is said of a search in slow motion."""
PartsText = Texts("PartsText")
"""What is said where a part of a dog is taken away."""
PlayText = Texts("PlayText")
"""What is said beside the board."""
PreparingText = Texts("PreparingText")
"""What is said meanwhile."""
RecordText = Texts("RecordText")
"""What is said of a record, and of playing on from it."""
SettingsText = Texts("SettingsText")
"""The page of settings."""
KeyText = Texts("KeyText")
"""What keys do, and the names of some."""
TaughtText = Texts("TaughtText")
"""What is said of one lesson of a dog."""
TourText = Texts("TourText")
"""Short steps, each a heading and a sentence or two."""
TrainText = Texts("TrainText")
"""What the train scene says beyond the plainest things."""

_MINUTE = 60
_HOUR = 3600
_MANY_HOURS = 100


class Strings:
    """The words of one language at a time; switching takes effect with the next text asked for."""

    def __init__(self, language: Language = Language.CHINESE) -> None:
        self.language = language

    def get(self, text: Wording, **values: Any) -> str:
        """The text in the current language, ``{names}`` filled from ``values``."""
        return catalog(self.language).say(text.key, values)

    def said(self, words: Any) -> Any:
        """Words in the current language; anything else as it is."""
        if isinstance(words, Wording):
            return self.get(words)
        return words(self) if callable(words) else words

    def has(self, key: str) -> bool:
        """Whether there is a text of that name; of a game from outside there may be none."""
        return key in catalog(self.language)

    def figure(self, value: float, spec: str = ",") -> str:
        """A number by one of Python's formats, with the language's separators."""
        return catalog(self.language).figure(value, spec)

    def number(self, value: float) -> str:
        """A count as short as people say it: ``3,204``, ``2.8万`` or ``28.4k``, ``1.2亿`` or ``120M``."""
        for entry in self.get(Figures.UNITS).split():
            least, divisor, unit = entry.split(":")
            if value >= float(least):
                scaled = value / float(divisor)
                short = f"{scaled:.1f}".removesuffix(".0") if scaled < 100 else f"{scaled:,.0f}"
                return short.translate(catalog(self.language).separators) + unit
        return self.figure(value, ",.0f")

    def duration(self, seconds: float) -> str:
        """A stretch of time in its two largest units, rounded: ``1 小时 12 分``, ``3 min``, ``45 s``."""
        if seconds < _MINUTE:
            return self.get(Figures.SECONDS, n=int(seconds))
        hours, minutes = divmod(round(seconds / _MINUTE), _HOUR // _MINUTE)
        if hours == 0:
            return self.get(Figures.MINUTES, n=minutes)
        if minutes and hours < _MANY_HOURS:
            return self.get(Figures.HOURS_MINUTES, hours=hours, minutes=minutes)
        return self.get(Figures.HOURS, n=hours)

    def clock(self, seconds: float) -> str:
        """The time of day of a moment, in seconds since 1970: ``14:32:05``."""
        return time.strftime("%H:%M:%S", time.localtime(seconds))

    def day(self, seconds: float) -> str:
        """The day of a moment, in seconds since 1970, as short as people say it: ``11 月 21 日``, ``21 Nov``."""
        day = time.localtime(seconds)
        months = self.get(Figures.MONTHS).split()
        return self.get(Figures.DAY, month=months[day.tm_mon - 1], day=day.tm_mday)


@lru_cache(maxsize=64)
def kindly(problem: Problem) -> Callable[[Strings], str]:
    """Words for a problem, made when they are drawn; a sentence begins with a capital."""

    def said(strings: Strings) -> str:
        words = error_said(strings, problem)
        return words[:1].upper() + words[1:]

    return said


def error_said(strings: Strings, problem: Problem) -> str:
    """A problem in the current language."""
    return problem.said_in(catalog(strings.language))
