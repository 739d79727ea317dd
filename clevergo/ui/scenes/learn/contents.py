"""What there is to learn, in the order of the contents. The only place that lists it.

To add something, write a :class:`~clevergo.ui.scenes.learn.leaf.Leaf` in a folder of its own and add a line to
``ENTRIES``: its id, where it belongs, its name, and its door, which is imported when it is opened first.
"""

from __future__ import annotations

import enum
import importlib
from dataclasses import dataclass

from clevergo.app.course.texts import OVERVIEW, Course
from clevergo.games.guests import games
from clevergo.ui.kit.look import Words
from clevergo.ui.scenes.learn.leaf import Desk, Leaf
from clevergo.ui.strings import CoachText, ExperimentText, LearnText, PartsText, Strings, Wording

_HERE = "clevergo.ui.scenes.learn"


class Section(enum.Enum):
    """What entries stand under; the value is its heading."""

    LESSONS = LearnText.LESSONS
    """For beginners, to be played through in a few minutes."""
    COURSE = LearnText.COURSE
    """Chapters to read."""
    EXPERIMENTS = LearnText.EXPERIMENTS
    """Things to try out on one's own dogs."""


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
    return Entry(f"lessons.{game}", Section.LESSONS, Wording(f"lesson.{game}"), "lessons.page:LessonsPage", game)


def _chapter(course: Course, page: str) -> Entry:
    def name(strings: Strings) -> str:
        return course.title(page, strings.language)

    number = page.partition("-")[0].lstrip("0") if page != OVERVIEW else ""
    return Entry(f"course.{page}", Section.COURSE, name, "course.page:CoursePage", page, number)
