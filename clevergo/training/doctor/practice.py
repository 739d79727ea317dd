"""The doctor's practice in a run: takes the readings as they come, keeps the patient's record, orders treatment."""

from __future__ import annotations

import math
from dataclasses import dataclass

from clevergo.games.game import Game
from clevergo.training.doctor.diagnosis import (
    LEAST_RATE_SHARE,
    Ailment,
    Diagnosis,
    Form,
    Patient,
    Readings,
    VitalSigns,
    examine,
    long_without_gain,
    nearest_age,
    read_form,
    read_signs,
)
from clevergo.training.learner.store import RunStore
from clevergo.training.run.events import Cured, Diagnosed, Treatment


@dataclass(frozen=True)
class Visit:
    """What came of a look."""

    said: tuple[Diagnosed | Cured, ...] = ()
    orders: tuple[Treatment, ...] = ()
    """For the learner."""


class Practice:
    """One dog's doctor for the length of a run."""

    def __init__(
        self,
        store: RunStore,
        game: Game,
        size: int,
        rate_share: float = 1.0,
        treated_at: float | None = None,
        since: int = 0,
    ) -> None:
        """Begin with a patient of whom little is known but where its ages lie.

        ``rate_share`` is what an earlier run has left of the usual learning rate; ``treated_at`` are the seconds of
        training after which somebody there last did something about it; ``since`` are the games after which it came
        to the board it is on: earlier ages know another one.
        """
        self._store = store
        self._treated_at = treated_at
        self._since = since
        self._points = math.prod(game.shape(size)) if game.pass_action(size) is not None else 0
        self._patient = Patient()
        self._last: VitalSigns | None = None
        self._seconds = 0.0
        """Time trained at the last look."""
        self._rate_share = rate_share
        """Of the usual learning rate, as the learner last told."""
        self._ordered: dict[Ailment, float] = {}
        """The seconds of training after which something was last done about each."""
        self._undone: set[Ailment] = set()
        """What was done about these is lost."""

    def go_back(self, rate_share: float, treated_at: float | None, seconds: float) -> None:
        """The dog goes on from its last checkpoint: what was ordered since is to be ordered again, if it still ails.

        ``rate_share`` and ``treated_at`` are as in the beginning, ``seconds`` the time trained, all by that checkpoint.
        """
        self._rate_share, self._treated_at, self._seconds = rate_share, treated_at, seconds
        self._undone |= {ailment for ailment, at in self._ordered.items() if at > seconds}

    def note_rate(self, share: float) -> None:
        """The learner goes on with this share of the usual learning rate, and is given its time with it."""
        self._rate_share = share
        self._treated_at = max(self._treated_at or 0.0, self._seconds)  # before its first look it knows no time

    def look_at_signs(self, signs: VitalSigns) -> Visit:
        """New vital signs are in."""
        readings = read_signs(signs, self._last, self._points)
        if self._last is None or signs.new_games or signs.new_pages:  # rows may follow each other faster than games
            self._last = signs
        return self._examine(readings, signs.seconds)

    def look_at_form(self, form: Form) -> Visit:
        """A new rating is in."""
        return self._examine(read_form(form), form.seconds)

    def _examine(self, readings: Readings, seconds: float) -> Visit:
        result = examine(self._patient, readings, seconds)
        self._patient, self._seconds = result.patient, seconds
        found = tuple(Diagnosed(diagnosis) for diagnosis in result.found)
        said = found + tuple(Cured(ailment) for ailment in result.cured)
        again = {Ailment.NO_GAIN, *self._undone}
        treatable = (*result.found, *(lasting for lasting in result.lasting if lasting.ailment in again))
        orders = []
        for diagnosis in treatable:
            if (order := self._order_for(diagnosis, seconds)) is not None:
                orders.append(order)
                self._treated_at = self._ordered[diagnosis.ailment] = seconds
                self._undone.discard(diagnosis.ailment)
        return Visit(said, tuple(orders))

    def _order_for(self, diagnosis: Diagnosis, seconds: float) -> Treatment | None:
        """Only what can be set right by rule is treated; of the rest the person is told.

        For a dog that gains nothing, what was ordered last is given its time first, in an earlier run too: a new one
        finds the same again, as if for the first time.
        """
        if diagnosis.ailment is Ailment.NO_GAIN:
            before = self._treated_at
            was_treated = before is not None and seconds - before < long_without_gain(seconds)
            is_least = self._rate_share <= LEAST_RATE_SHARE
            return None if was_treated or is_least else Treatment(diagnosis.ailment)
        if diagnosis.ailment is Ailment.GETS_WORSE:
            # What was kept as it came to its board had not learned there yet.
            ages = [age for age, _ in self._store.ages() if age > self._since or not self._since]
            games = nearest_age(ages, diagnosis.values["games"])
            if games is not None:
                return Treatment(diagnosis.ailment, games, self._store.age_path(games))
        return None
