"""What there is to learn, in the order of the contents. The only place that lists it.

To add something, write a :class:`~clevergo.ui.scenes.learn.leaf.Leaf` in a folder of its own and add a line to
``ENTRIES``: its id, where it belongs, its name, and its door, which is imported when it is opened first.
"""

from __future__ import annotations

import enum
import importlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from clevergo.app.course.texts import OVERVIEW, Course
from clevergo.app.desk.settings import Settings
from clevergo.games.guests import game_named, games
from clevergo.ui.kit.look import Words
from clevergo.ui.scenes.learn.leaf import Desk, Leaf
from clevergo.ui.strings import CoachText, ExperimentText, LearnText, PartsText, Strings, Wording

_HERE = "clevergo.ui.scenes.learn"
_WHOLE = 0.98
"""Of a chapter; below that there is only what leads to the next."""


class Section(enum.Enum):
    """What entries stand under; the value is its heading."""

    LESSONS = LearnText.LESSONS
    """For beginners, to be played through in a few minutes."""
    COURSE = LearnText.COURSE
    """Chapters to read."""
    EXPERIMENTS = LearnText.EXPERIMENTS
    """Things to try out on one's own dogs."""


@dataclass(frozen=True)
class Progress:
    """How far somebody has come with an entry."""

    share: float = 0.0
    """0 to 1."""
    said: Words = ""
    """The same in words; empty where nothing has been begun, or there is nothing to come to the end of."""


def _endless(_settings: Settings) -> Progress:
    return Progress()


@dataclass(frozen=True)
class Entry:
    """A line of the contents."""

    id: str
    """Kept in the settings, and the target of links: ``course.02-go``."""
    section: Section
    name: Words
    door: str
    """``module:class`` below this package; the class is made with a :class:`Desk` and ``about``."""
    about: str = ""
    """Which of its class's subjects it is: of chapters, the file's name."""
    number: str = ""
    """Written before its name."""
    progress: Callable[[Settings], Progress] = _endless
    """How far one has come with it, of what the settings remember."""

    def make(self, desk: Desk) -> Leaf:
        """What lies open when it is chosen."""
        module, _, name = self.door.partition(":")
        leaf: Leaf = getattr(importlib.import_module(f"{_HERE}.{module}"), name)(desk, self.about)
        return leaf


ENTRIES: tuple[Entry, ...] = (
    Entry("lessons.mistakes", Section.LESSONS, CoachText.MISTAKES, "mistakes.page:MistakesPage"),
    Entry("try.parts", Section.EXPERIMENTS, PartsText.TITLE, "parts.page:PartsPage"),
    Entry("try.class", Section.EXPERIMENTS, ExperimentText.TITLE, "experiment:ExperimentLeaf"),
)
"""What is neither a chapter nor a game's lessons: one's own mistakes, and experiments."""


def contents(course: Course | None = None) -> tuple[Entry, ...]:
    """Everything there is, section by section."""
    course = course or Course()
    pages = (OVERVIEW, *course.chapters())
    lessons = (_lessons(game.name) for game in games().values() if game.lessons_file)
    entries = (*lessons, *ENTRIES, *(_chapter(course, page) for page in pages))
    return tuple(entry for section in Section for entry in entries if entry.section is section)


def _lessons(game: str) -> Entry:
    done = partial(_lessons_done, game)
    return Entry(
        f"lessons.{game}", Section.LESSONS, Wording(f"lesson.{game}"), "lessons.page:LessonsPage", game, progress=done
    )


def _lessons_done(game: str, settings: Settings) -> Progress:
    """Of a game's lessons; those that go further are not needed for the end, as its first game comes before them."""
    known = {name.partition(".")[2] for name in settings.lessons_done if name.startswith(f"{game}.")}
    lessons = game_named(game).lessons if known else None
    if lessons is None:
        return Progress()
    usual = [lesson.name for lesson in lessons.boards if not lesson.is_extra]
    done = len(known.intersection(usual))
    if not done:
        return Progress()
    return Progress(done / len(usual), LearnText.LESSONS_DONE(n=done, all=len(usual)))


def _chapter(course: Course, page: str) -> Entry:
    def name(strings: Strings) -> str:
        return course.title(page, strings.language)

    number = page.partition("-")[0].lstrip("0") if page != OVERVIEW else ""
    read = partial(_chapter_read, page)
    return Entry(f"course.{page}", Section.COURSE, name, "course.page:CoursePage", page, number, read)


def _chapter_read(page: str, settings: Settings) -> Progress:
    """Of a chapter, by how far down somebody has been in it."""
    share = settings.bookmarks[page].read if page in settings.bookmarks else 0.0
    if not share:
        return Progress()
    if share >= _WHOLE:
        return Progress(1.0, LearnText.READ_WHOLE)
    return Progress(share, LearnText.READ_PART(share=f"{share:.0%}"))
