"""The experiments that were ever begun: a folder each, with what somebody thought and what was found."""

from __future__ import annotations

import json
import logging
import shutil
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from clevergo.app.errors import AppError
from clevergo.app.experiment.messages import Curves, Experiment, Guess, Written
from clevergo.app.experiment.wishes import MOST_PAIRS, Difference, Wish
from clevergo.files import read_limited, write_whole
from clevergo.problem import ProblemError
from clevergo.training.experiment.plan import SIDES, ExperimentError, ExperimentPlan

if TYPE_CHECKING:
    from clevergo.training.experiment.lab import Lab

logger = logging.getLogger(__name__)

_NOTES = "notes.json"
_MOST_BYTES = 64 * 1024


class Notebook:
    """Reads and writes them. Not for the window's thread: disks may be slow."""

    def __init__(self, folder: Path) -> None:
        """``folder``: where all of them lie; made when the first begins."""
        self._folder = folder

    def folder_of(self, number: int) -> Path:
        """Where one of them lies."""
        return self._folder / f"{number:04}"

    def begin(self, wish: Wish, guess: Guess) -> Experiment:
        """A new one, with nothing found yet; AppError where it cannot be written down."""
        plan, created = wish.plan(), time.time()
        with AppError.instead_of(OSError, "cannot_write", path=self._folder):
            self._folder.mkdir(parents=True, exist_ok=True)
            number = max(self._numbers(), default=0) + 1
            folder = self.folder_of(number)
            folder.mkdir()
            notes = {"difference": wish.difference.value, "guess": guess.value, "created": created}
            write_whole(folder / _NOTES, json.dumps(notes).encode())
            plan.save(folder)
        return Experiment(number, plan, wish.difference, guess, created)

    def widen(self, experiment: Experiment) -> Experiment:
        """The same with one pair of dogs more than it has by now: another window may have widened it before.

        Raises:
            AppError: that cannot be written down, there are very many, or it is not there any more.
            ExperimentError: it goes on elsewhere at this moment, in another window, or another one lies there by now.
        """
        from clevergo.training.experiment.lab import alone

        number = experiment.number
        folder = self.folder_of(number)
        self._look_at(number)  # where there is none, no lock is made
        with alone(folder):
            plan = self._look_at(number).plan
            if replace(plan, seeds=experiment.plan.seeds) != experiment.plan:
                raise ExperimentError("experiment_other", folder=folder)
            if plan.seeds >= MOST_PAIRS:
                raise AppError("experiment_pairs", most=MOST_PAIRS)
            wider = replace(plan, seeds=plan.seeds + 1)
            with AppError.instead_of(OSError, "cannot_write", path=folder):
                wider.save(folder)
        return replace(experiment, plan=wider)

    def all(self) -> tuple[Written, ...]:
        """The latest first; one that cannot be understood is left out."""
        found = []
        for number in sorted(self._numbers(), reverse=True):
            try:
                found.append(self.read(number))
            except (ProblemError, OSError, ValueError) as error:
                logger.warning("experiment %d cannot be understood: %s", number, error)
        return tuple(found)

    def read(self, number: int) -> Written:
        """One of them, as far as it has come.

        Raises:
            AppError: there is none of that number.
            ExperimentError: it cannot be read.
        """
        lab = self._look_at(number)
        return Written(self._noted(number, lab.plan), lab.finding(), lab.played, lab.raised)

    def _look_at(self, number: int) -> Lab:
        """What lies in the folder of one; nothing is written, so none comes back that somebody has deleted.

        Errors as of :meth:`read`.
        """
        from clevergo.training.experiment.lab import Lab

        lab = Lab.found(self.folder_of(number))
        if lab is None:
            raise AppError("experiment_gone", number=number)
        return lab

    def _noted(self, number: int, plan: ExperimentPlan) -> Experiment:
        """What was thought of it; without a note that can be read, nothing."""
        path = self.folder_of(number) / _NOTES
        try:
            notes = json.loads(read_limited(path, _MOST_BYTES))
            created, guess = float(notes["created"]), Guess(notes["guess"])
            differences = {each.value: each for each in Difference}
            return Experiment(number, plan, differences.get(notes["difference"]), guess, created)
        except (OSError, ValueError, KeyError, TypeError) as error:
            logger.warning("%s cannot be read: %s", path, error)
            return Experiment(number, plan, None, None, 0.0)

    def curves(self, experiment: Experiment) -> tuple[tuple[Curves, ...], tuple[Curves, ...]]:
        """What the dogs of the one setting lived through, and those of the other, as far as there are any.

        Raises:
            AppError: it is not there any more.
            ExperimentError: it cannot be read, or another one lies there by now.
        """
        from clevergo.games.guests import game_named

        plan, lab = experiment.plan, self._look_at(experiment.number)
        if lab.plan != plan:
            raise ExperimentError("experiment_other", folder=self.folder_of(experiment.number))
        game = game_named(plan.game)
        one, other = ([lab.growth(side, seed) for seed in range(plan.seeds)] for side in SIDES)
        lived = [number for number in range(plan.seeds) if one[number].points or other[number].points]
        begun = max(lived, default=-1) + 1  # a later one may have been begun first, on another machine
        first, second = (
            tuple(Curves(growth.points, growth.ratings(game)) for growth in litter[:begun]) for litter in (one, other)
        )
        return first, second

    def tidy(self, experiment: Experiment) -> None:
        """Delete what its dogs would only need to learn on, most of what it takes on the disk; errors as of `read`."""
        self._look_at(experiment.number).tidy()

    def delete(self, number: int) -> None:
        """Remove one of them with its dogs.

        Its dogs, which take the room, go first and then its plan: killed in between, it is still listed and can be
        deleted.

        Raises:
            AppError: that cannot be.
            ExperimentError: it goes on elsewhere at this moment, in another window.
        """
        from clevergo.training.experiment.lab import alone

        folder = self.folder_of(number)
        with AppError.instead_of(OSError, "cannot_delete", path=folder):
            with alone(folder):
                for path in folder.iterdir():
                    if path.is_dir() and not path.is_symlink():
                        shutil.rmtree(path)
                (folder / "experiment.json").unlink(missing_ok=True)
            shutil.rmtree(folder)  # no longer locked: Windows removes no file that is open

    def _numbers(self) -> list[int]:
        if not self._folder.is_dir():
            return []
        return [int(path.name) for path in self._folder.iterdir() if path.name.isdigit() and path.is_dir()]
