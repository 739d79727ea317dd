"""What takes long in the kennel, done in threads of its own: copying, exporting, importing, deleting, looking around.

The window asks and looks at snapshots; nothing here makes it wait.
"""

from __future__ import annotations

import enum
import itertools
import logging
import os
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from clevergo.app.desk.paths import DOG_SUFFIX, DOG_SUFFIXES, Paths
from clevergo.app.errors import AppError
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.dogs import checked_name
from clevergo.app.kennel.messages import DogAge, DogCard, TrainingNews
from clevergo.app.kennel.moments import ExamMarks, KeptMoment
from clevergo.app.kennel.newcomers import adopt_file
from clevergo.app.kennel.shared.looking import SharedDogs
from clevergo.app.kennel.shared.place import open_place
from clevergo.app.kennel.shared.store import SharedDog, fetch_dog, put_dog
from clevergo.app.kennel.travel.archive import export_dog
from clevergo.app.kennel.travel.copying import copy_dog
from clevergo.app.kennel.travel.errors import FileThereError
from clevergo.app.kennel.travel.progress import Cancelled, Progress
from clevergo.app.share.saving import stem_of
from clevergo.app.training.settings import DogSettings, Newborn, load_dog_settings, usual_dog_settings
from clevergo.players.spec import split_age
from clevergo.problem import Problem, unexpected

logger = logging.getLogger(__name__)

_CLOSE_SECONDS = 1.5
_DIARY_LINES = 3000
"""Of a dog's diary, the latest: reading more would keep the window waiting."""
_MOST_FOUND = 30


class Task(enum.Enum):
    """What can be asked for."""

    ADOPT = "adopt"
    COPY = "copy"
    EXPORT = "export"
    IMPORT = "import"
    DELETE = "delete"
    FETCH = "fetch"
    """Out of a shared place."""
    PUT = "put"
    """Into a shared place."""
    MOVE = "move"


class TaskState(enum.Enum):
    """Where a task stands."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class TaskSnapshot:
    """A task as it is now."""

    task: Task
    about: str
    """The dog's name, or the file's."""
    state: TaskState = TaskState.RUNNING
    share: float = 0.0
    """How much is done, 0 to 1."""
    result: str = ""
    """The new dog's name, or the file that was written."""
    error: Problem | None = None
    """Why it failed."""
    stands: Path | None = None
    """The file in whose place it would have written, where that is why."""


class _Again:
    """Does something in a thread of its own; asked while it is at it, once more after that."""

    def __init__(self, work: Callable[[], None], name: str) -> None:
        """``work`` raises nothing; ``name``: the thread's."""
        self._work, self._name = work, name
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._is_asked = False

    def ask(self) -> None:
        """Have it done, soon."""
        with self._lock:
            if self._thread is not None and self._thread.is_alive():
                self._is_asked = True
                return
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while True:
            self._work()
            with self._lock:
                if not self._is_asked:
                    self._thread = None
                    return
                self._is_asked = False

    def join(self, seconds: float) -> None:
        """Wait so long for its end."""
        thread = self._thread
        if thread is not None:
            thread.join(seconds)


class KennelWork:
    """The kennel as scenes know it: who is there, one long task at a time, and the latest look at all dogs.

    For the window's thread; every method but ``close`` returns at once.
    """

    def __init__(self, kennel: Kennel, paths: Paths) -> None:
        self._kennel = kennel
        self._paths = paths
        self.dogs = kennel.dogs
        self.shared = SharedDogs()
        """Who lies in a place that several people share."""
        self._lock = threading.Lock()
        self.task: TaskSnapshot | None = None
        """What is being done; None while nothing is."""
        self._finished: deque[TaskSnapshot] = deque()
        self._worker: threading.Thread | None = None
        self._unwanted = threading.Event()
        self.cards: tuple[DogCard, ...] | None = None
        """Every dog as it was at the latest look; None before the first has ended."""
        self.files: tuple[Path, ...] = ()
        """Dogs' files and nets lying about where people put files, the newest first: see :meth:`find_files`."""
        self.trouble: Problem | None = None
        """Why the latest look failed; None where it did not."""
        self._looker = _Again(self._look, "kennel-look")
        # Folders of files may lie on a network, and not answer for minutes: nobody's card waits for that.
        self._finder = _Again(self._find_files, "kennel-files")

    # --- what is done at once ---------------------------------------------------------------------------

    def ages_of(self, name: str) -> tuple[DogAge, ...]:
        """A dog as it was earlier, youngest first; a shipped one too; none where there is no such dog any more."""
        try:
            return self._kennel.ages_of(name)
        except AppError:
            return ()

    def diary(self, name: str) -> list[TrainingNews]:
        """All that is told of a dog's life, the latest last; nothing where there is no such dog any more."""
        try:
            return self._kennel.growth.news(self._kennel.dog(name).id, limit=_DIARY_LINES)
        except AppError:
            return []

    def moment(self, name: str, kind: str) -> KeptMoment | None:
        """A moment of a dog's life, with its game; None where it was not kept."""
        try:
            return self._kennel.growth.moments.one(self._kennel.dog(name).id, kind)
        except AppError:
            return None

    def exams(self, name: str) -> tuple[ExamMarks, ...]:
        """What a dog, a shipped one too, knew at first sight at each age, the youngest first."""
        try:
            if name in self._kennel.shipped:
                return self._kennel.shipped[name].past().exams
            dog = self._kennel.dog(name)
            marks = self._kennel.growth.moments.exams(dog.id)
            return tuple(replace(mark, size=dog.size_at(mark.games)) for mark in marks)
        except AppError:
            return ()

    def settings_of(self, name: str) -> DogSettings | None:
        """How a dog, or an age of one, is raised; of a shipped one its net is known. None: there is no such dog."""
        try:
            dog = self._kennel.find_dog(name) or self._kennel.find_dog(split_age(name)[0])
            if dog is None:
                return usual_dog_settings(self._kennel.net_of_player(name))
            return load_dog_settings(dog.folder, dog.config)
        except AppError:
            return None

    def adopt(self, name: str, wish: Newborn) -> str:
        """Take in a new dog that begins from nothing; returns its name as it was tidied.

        AppError where the name will not do.
        """
        dog = self._kennel.adopt(name, wish.net, beside=wish.beside, wish=self._unusual(wish))
        self.look()
        return dog.name

    @staticmethod
    def _unusual(wish: Newborn) -> DogSettings | None:
        return None if wish.settings == DogSettings() else wish.settings

    def rename(self, name: str, new_name: str) -> str:
        """Call a dog something else; returns the name as it was tidied; AppError where the name will not do."""
        dog = self._kennel.rename(name, new_name)
        self.look()
        return dog.name

    def retire(self, name: str, retired: bool) -> None:
        """Send a dog to rest, or bring it back; AppError where there is no such dog."""
        self._kennel.retire(name, retired)
        self.look()

    # --- long tasks -------------------------------------------------------------------------------------

    def finished(self, task: Task | None = None) -> TaskSnapshot | None:
        """A task that has ended since the last question, each told once; of one kind only, where ``task`` names it."""
        with self._lock:
            ended = next((end for end in self._finished if task in (None, end.task)), None)
            if ended is not None:
                self._finished.remove(ended)
            return ended

    def adopt_pup(self, name: str, wish: Newborn) -> None:
        """Take in a new dog that begins with another's weights.

        AppError where the name cannot be a dog's, or something else is being done.
        """
        tidy = checked_name(name)

        def adopt(_progress: Progress) -> str:
            chosen = self._unusual(wish)
            return self._kennel.adopt(tidy, parent=wish.parent, size=wish.size, beside=wish.beside, wish=chosen).name

        self._start(Task.ADOPT, tidy, adopt)

    def copy(self, name: str, new_name: str) -> None:
        """Copy a dog."""
        self._start(Task.COPY, name, lambda progress: copy_dog(self._kennel, name, new_name, progress).name)

    def delete(self, name: str) -> None:
        """Delete a dog and its files."""

        def delete(_progress: Progress) -> str:
            self._kennel.delete(name)
            return name

        self._start(Task.DELETE, name, delete)

    def move(self, name: str, size: int, beside: Sequence[int]) -> None:
        """Have a dog grow up on other boards from now on (:meth:`Kennel.move`)."""
        self._start(Task.MOVE, name, lambda _progress: self._kennel.move(name, size, beside).name)

    def export(self, name: str, path: Path, replaces: bool = False) -> None:
        """Write a dog into one file; where there is one already it is kept (``stands``) unless this ``replaces`` it."""
        self._start(Task.EXPORT, name, lambda progress: str(export_dog(self._kennel, name, path, progress, replaces)))

    def import_file(self, path: Path) -> None:
        """Take in the dog of a file, or the net that another program has taught."""
        self._start(Task.IMPORT, path.name, lambda progress: adopt_file(self._kennel, path, "", progress).name)

    def fetch(self, address: str, dog: SharedDog) -> None:
        """Bring home a dog that lies in a shared place."""
        self._start(
            Task.FETCH, dog.name, lambda progress: fetch_dog(self._kennel, open_place(address), dog, progress).name
        )

    def put(self, address: str, name: str) -> None:
        """Put a dog into a shared place."""
        self._start(Task.PUT, name, lambda progress: put_dog(self._kennel, open_place(address), name, progress))

    def cancel(self) -> None:
        """Give up what is being done; it leaves nothing behind."""
        self._unwanted.set()

    def close(self) -> None:
        """Give up what is being done and wait a moment for its end."""
        self.cancel()
        if self._worker is not None:
            self._worker.join(_CLOSE_SECONDS)
        self._looker.join(_CLOSE_SECONDS)

    def _start(self, task: Task, about: str, work: Callable[[Progress], str]) -> None:
        with self._lock:
            if self.task is not None:
                raise AppError("kennel_occupied")
            self.task = TaskSnapshot(task, about)
        self._unwanted.clear()
        self._worker = threading.Thread(target=self._run, args=(work,), name=f"kennel-{task.value}", daemon=True)
        self._worker.start()

    def _run(self, work: Callable[[Progress], str]) -> None:
        state, result = TaskState.FAILED, ""
        error: Problem | None = None
        stands: Path | None = None
        try:
            result, state = work(self._on_progress), TaskState.DONE
        except Cancelled:
            state = TaskState.CANCELLED
        except FileThereError as reason:
            error, stands = reason.problem, reason.path
        except AppError as reason:
            error = reason.problem
        except Exception as reason:
            logger.exception("a task of the kennel failed")
            error = unexpected("task_failed", reason)
        finally:
            self._kennel.close()
        self.look()
        with self._lock:
            assert self.task is not None
            share = 1.0 if state is TaskState.DONE else self.task.share
            end = replace(self.task, state=state, share=share, result=result, error=error, stands=stands)
            self._finished.append(end)
            self.task = None

    def _on_progress(self, share: float) -> None:
        if self._unwanted.is_set():
            raise Cancelled
        with self._lock:
            assert self.task is not None
            self.task = replace(self.task, share=min(share, 1.0))

    # --- looking around ---------------------------------------------------------------------------------

    def look(self) -> None:
        """Look at all dogs anew, soon."""
        self._looker.ask()

    def find_files(self) -> None:
        """Look for dogs' files where people put files, soon: a Mac asks the person before each of these folders."""
        self._finder.ask()

    def _look(self) -> None:
        cards, trouble = self.cards, None
        try:
            self._kennel.forget_unsaved()
            cards = tuple(self._kennel.cards())
        except AppError as error:
            trouble = error.problem
        except Exception as error:
            logger.exception("looking around in the kennel failed")
            trouble = unexpected("kennel_unseen", error)
        finally:
            self._kennel.close()
        with self._lock:
            self.cards, self.trouble = cards, trouble

    def _find_files(self) -> None:
        found: dict[Path, float] = {}
        for folder in self._paths.places_for_files:
            try:
                found |= {
                    path: path.stat().st_mtime
                    for path in folder.iterdir()
                    if path.suffix.lower() in DOG_SUFFIXES and path.is_file()
                }
            except OSError:
                continue  # not there, or not ours to look into
        self.files = tuple(sorted(found, key=lambda path: found[path], reverse=True)[:_MOST_FOUND])

    def file_for(self, name: str) -> Path:
        """Where a dog's file goes if nobody says otherwise: any name makes one of a file, and one that is free."""
        stem = stem_of(name)
        stems = itertools.chain([stem], (f"{stem} {number}" for number in itertools.count(2)))
        paths = (self._paths.exports / f"{free}{DOG_SUFFIX}" for free in stems)
        return next(path for path in paths if not os.path.exists(path))
