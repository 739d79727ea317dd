"""The doctor: reads the vital signs of a run and says what is wrong with it.

Pure functions on frozen records. A sign is read as ill, well or neither, with a gap between ill and well, and a
complaint begins or ends only after several such readings in a row: so no complaint flickers.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any


@dataclass(frozen=True)
class VitalSigns:
    """How a run fares, measured each time self-play gets new weights. None where nothing was measured."""

    seconds: float
    """Time trained in all."""
    games: int
    positions: int
    samples: int
    window: int = 0
    """Positions in the replay window."""
    new_games: int = 0
    """Games that came in since the row before."""
    new_pages: int = 0
    """Parcels that came in since then from those who play, with or without games: on a large board all of the first
    games take minutes, and end together."""
    learning_rate: float = 0.0
    bad_steps: int = 0
    """Training steps since the row before that were left out because a number was not finite."""
    waiting: float = 0.0
    """Share of the time since the row before in which the learner waited for games, 0 to 1."""
    policy_loss: float | None = None
    """Cross-entropy with the search's policy on the games learned from, nats; at best ``entropy``."""
    value_loss: float | None = None
    """Squared error of the value, from 0 to 4."""
    points_loss: float | None = None
    """Squared error of whose each point was at the end, where the net says that."""
    entropy: float | None = None
    """Mean entropy of the policy targets, nats: how undecided the search is."""
    heldout_policy: float | None = None
    """The policy's loss on games that are kept from learning."""
    heldout_value: float | None = None
    """The value's loss on them."""
    heldout_guess: float | None = None
    """The value's loss on them if it always said their mean: a value above this knows less than nothing."""
    explained: float | None = None
    """How much of the games' results the published net foresees on them, explained variance: 1 - Var(z - v) / Var(z).

    1: all of it; 0: no more than who always says the mean; below 0: less than nothing.
    """
    kl_search: float | None = None
    """KL divergence of the search's policy from the published net's there, nats: what reading ahead still adds."""
    kl_published: float | None = None
    """KL divergence there of the policy published before from the one published now, nats: how far it has moved."""
    game_length: float | None = None
    """Mean plies of the latest games."""
    pass_share: float | None = None
    """Share of passes among the moves of the latest games, 0 to 1."""
    black_wins: float | None = None
    """Share of the latest games that Black won, 0 to 1; a draw is half."""
    counted_games: int = 0
    """How many games those are: of this run, on the board the dog is measured on."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> VitalSigns:
        """Read what was kept; earlier versions called the points' loss by the game's word for them."""
        known = {entry.name for entry in fields(cls)}
        named = {name if name in known or not name.endswith("_loss") else "points_loss": data[name] for name in data}
        return cls(**{name: value for name, value in named.items() if name in known})


class Ailment(enum.Enum):
    """What can be wrong with a run. The comment lists the values a diagnosis carries; words are the window's."""

    ONE_COLOR_WINS = "one_colour_wins"  # black_wins: share, 0 to 1
    """Nearly every game goes to the same color: the dog learns that the game is decided before it begins.
    It mostly passes by itself; if not, another setting of the game or a new dog helps."""
    PASSES_AT_ONCE = "passes_at_once"  # game_length: plies
    """Games end after a few moves because both sides pass. The game's settings should prevent it; start a new dog."""
    POLICY_COLLAPSED = "policy_collapsed"  # entropy: nats
    """The search has stopped doubting: it always wants the same move, so nothing new is tried or learned.
    Go back to an earlier age, or start a new dog."""
    NOT_A_NUMBER = "not_a_number"  # steps: training steps left out
    """The arithmetic ran out of bounds and steps were left out. If it goes on, the last save comes back with
    half the learning rate, by itself."""
    NO_GAMES = "no_games"  # seconds: since the last finished game, or sign of moves
    """No game has been finished for long, so there is nothing to learn from: the machine is too busy, or asleep."""
    VALUE_GUESSES = "value_guesses"  # loss, guess: squared errors on held-out games
    """On games it has not learned from the dog judges no better than guessing: it needs more games."""
    NO_GAIN = "no_gain"  # seconds: since the best rating; rating: the best
    """It has not become stronger for long. The learning rate is halved by itself; after that the net is full."""
    GETS_WORSE = "gets_worse"  # rating, best: Elo; games: the best age
    """It has become clearly weaker than an earlier age, to which it also loses. That age comes back with half the
    rate, by itself."""


@dataclass(frozen=True)
class Diagnosis:
    """A complaint: what it is, since when, and the numbers it was read from."""

    ailment: Ailment
    values: Mapping[str, float] = field(default_factory=dict)
    """Named in the comment beside the ailment."""
    seconds: float = 0.0
    """Time trained when it was found."""


@dataclass(frozen=True)
class Form:
    """How strong a dog is now, and its best age: the one whose rating, less its error, is the highest."""

    seconds: float
    """Time trained now."""
    rating: float
    best_games: int
    best_seconds: float
    best_rating: float
    change_error: float
    """The standard error of the difference between the two ratings."""
    matches_since: int
    """Rating matches played since the best age."""
    kept: int | None = None
    """The age that stands for the best one: of those whose weights are kept the nearest. None: none is near."""
    met: tuple[int, float] = (0, 0.0)
    """How many games the dog of today has played against that one, and its points in them."""

    @property
    def seems_worse(self) -> bool:
        """Whether its rating says that it has become weaker.

        Of the many ratings of a long run the best was lucky, and each depends on whom the dog met: so this happens to
        dogs that are well, and is no more than a reason to have it meet that age.
        """
        return self.lost >= _WORSE_SIGMAS

    @property
    def lost(self) -> float:
        """By how much its rating is below that of its best age, in standard errors of the difference."""
        return (self.best_rating - self.rating) / max(self.change_error, 1e-6)


class Verdict(enum.Enum):
    """What one reading says of one ailment."""

    ILL = "ill"
    UNSURE = "unsure"
    """Between the two, or not to be seen: nothing begins and nothing ends."""
    WELL = "well"


@dataclass(frozen=True)
class Reading:
    """One look at one ailment."""

    verdict: Verdict
    values: Mapping[str, float] = field(default_factory=dict)


Readings = Mapping[Ailment, Reading]

_NEEDED = {Ailment.NOT_A_NUMBER: 1, Ailment.NO_GAMES: 1, Ailment.NO_GAIN: 1, Ailment.GETS_WORSE: 2}
"""Ill readings in a row before a complaint begins; of the others three."""
_NEEDED_OTHERS = 3
_WELL_NEEDED = {Ailment.NO_GAIN: 1}
"""Well readings in a row before a complaint ends: a new best is seen once only. Of the others two."""
_WELL_NEEDED_OTHERS = 2

_MEASURABLE_GAMES = 300
_COUNTED_GAMES = 50
"""The first games to end after a start are the shortest, and a handful of one color is chance."""
_ONE_COLOR = (0.96, 0.9)
"""Share of the games of one color: ill from the first on, well up to the second; likewise below."""
_SHORT_GAMES = (0.4, 0.55)
"""Mean plies as a share of the board's points: ill up to the first, well from the second on."""
_LITTLE_ENTROPY = (0.1, 0.25)
"""Nats."""
_LONG_WITHOUT_GAMES = 120.0
"""Seconds."""
_GUESSING = (1.0, 0.95)
"""Held-out value loss as a share of that of guessing."""
_GUESSING_SAMPLES = 300_000
_NO_GAIN_SECONDS = 2400.0
_NO_GAIN_SHARE = 0.4
"""And at least this share of the time trained."""
_NO_GAIN_MATCHES = 6
_MEASURED_ERROR = 100.0
"""Where the difference from the best age has a larger error, it says nothing of gain."""
_WORSE_SIGMAS = 2.0
_LEAST_MET = 20
"""Games against the best age by which it is judged whether a dog has become weaker than that ..."""
_LOST_SIGMAS = (2.5, 1.0)
"""... ill where it has lost so many standard errors more than half of them, well up to the second."""
_NEAR_AGE = 1.35
"""An age's weights stand for the best age if their games differ by no more than this ratio."""

LEAST_RATE_SHARE = 1 / 16
"""Of the usual learning rate: by the doctor's order it falls no further."""


def read_signs(signs: VitalSigns, before: VitalSigns | None, points: int) -> Readings:
    """What the vital signs say; the board's ``points`` are 0 where nobody can pass.

    ``before`` is the last row with new games, or with moves at least, or the first one.
    """
    has_played = signs.new_games or signs.new_pages
    idle = signs.seconds - before.seconds if before is not None and not has_played else 0.0
    readings = {
        Ailment.NOT_A_NUMBER: _over(signs.bad_steps, 1, 0, steps=signs.bad_steps),
        Ailment.NO_GAMES: _over(idle, _LONG_WITHOUT_GAMES, 0.0, seconds=idle),
    }
    is_measured = signs.games >= _MEASURABLE_GAMES and signs.counted_games >= _COUNTED_GAMES
    if is_measured and signs.black_wins is not None and signs.game_length is not None:
        one_sided = max(signs.black_wins, 1.0 - signs.black_wins)
        readings[Ailment.ONE_COLOR_WINS] = _over(one_sided, *_ONE_COLOR, black_wins=signs.black_wins)
        if points:
            filled = signs.game_length / points
            readings[Ailment.PASSES_AT_ONCE] = _under(filled, *_SHORT_GAMES, game_length=signs.game_length)
    if signs.entropy is not None:
        readings[Ailment.POLICY_COLLAPSED] = _under(signs.entropy, *_LITTLE_ENTROPY, entropy=signs.entropy)
    if signs.samples >= _GUESSING_SAMPLES and signs.heldout_value is not None and signs.heldout_guess is not None:
        loss, guess = signs.heldout_value, max(signs.heldout_guess, 1e-6)
        readings[Ailment.VALUE_GUESSES] = _over(loss / guess, *_GUESSING, loss=loss, guess=guess)
    return readings


def long_without_gain(seconds: float) -> float:
    """For how many seconds a dog that has trained for ``seconds`` may gain nothing before one worries."""
    return max(_NO_GAIN_SECONDS, _NO_GAIN_SHARE * seconds)


def read_form(form: Form) -> Readings:
    """What a rating says that has just been measured."""
    since = form.seconds - form.best_seconds
    is_known = form.change_error <= _MEASURED_ERROR and form.matches_since >= _NO_GAIN_MATCHES
    is_long = since >= long_without_gain(form.seconds)
    gain = Verdict.ILL if is_known and is_long else Verdict.WELL if form.matches_since == 0 else Verdict.UNSURE
    return {
        Ailment.NO_GAIN: Reading(gain, {"seconds": since, "rating": form.best_rating}),
        Ailment.GETS_WORSE: _read_loss(form),
    }


def _read_loss(form: Form) -> Reading:
    """Whether it has become weaker: what its rating says, and where it says so, games against the best age itself."""
    compared = {"rating": form.rating, "best": form.best_rating, "games": float(form.best_games)}
    by_rating = _over(form.lost, _WORSE_SIGMAS, _WORSE_SIGMAS / 2, **compared)
    if by_rating.verdict is not Verdict.ILL or form.kept is None:
        return by_rating
    games, points = form.met
    if games < _LEAST_MET:
        return Reading(Verdict.UNSURE, compared)
    return _over((0.5 - points / games) * 2.0 * math.sqrt(games), *_LOST_SIGMAS, **compared)


def nearest_age(ages: Sequence[int], games: float) -> int | None:
    """The age nearest in ratio to ``games``; None where none is near."""

    def distance(age: int) -> float:
        return abs(math.log(max(age, 1) / max(games, 1.0)))

    return min((age for age in ages if distance(age) <= math.log(_NEAR_AGE)), key=distance, default=None)


def _over(value: float, ill: float, well: float, **values: float) -> Reading:
    """Ill from ``ill`` on, well up to ``well``, which is less."""
    verdict = Verdict.ILL if value >= ill else Verdict.WELL if value <= well else Verdict.UNSURE
    return Reading(verdict, values)


def _under(value: float, ill: float, well: float, **values: float) -> Reading:
    """Ill down from ``ill``, well up from ``well``, which is more."""
    return _over(-value, -ill, -well, **values)


@dataclass(frozen=True)
class Patient:
    """What the doctor remembers between two looks."""

    complaints: tuple[Diagnosis, ...] = ()
    """Present ones, the oldest first."""
    streaks: Mapping[Ailment, int] = field(default_factory=dict)
    """Readings in a row: ill ones count up, well ones down."""

    def has(self, ailment: Ailment) -> bool:
        """Whether it suffers from ``ailment``."""
        return any(complaint.ailment is ailment for complaint in self.complaints)


@dataclass(frozen=True)
class Examination:
    """What has changed."""

    patient: Patient
    found: tuple[Diagnosis, ...] = ()
    """Complaints that have begun."""
    cured: tuple[Ailment, ...] = ()
    """Complaints that have ended."""
    lasting: tuple[Diagnosis, ...] = ()
    """Complaints from before that were read as ill again, with what was read now."""


def examine(patient: Patient, readings: Readings, seconds: float) -> Examination:
    """Take readings in after ``seconds`` of training; ailments that were not looked at stay as they were."""
    streaks = dict(patient.streaks)
    found: list[Diagnosis] = []
    cured: list[Ailment] = []
    lasting: list[Diagnosis] = []
    for ailment, reading in readings.items():
        streak = streaks[ailment] = _streak(streaks.get(ailment, 0), reading.verdict)
        if patient.has(ailment):
            if streak <= -_WELL_NEEDED.get(ailment, _WELL_NEEDED_OTHERS):
                cured.append(ailment)
            elif reading.verdict is Verdict.ILL:
                lasting.append(Diagnosis(ailment, reading.values, seconds))
        elif streak >= _NEEDED.get(ailment, _NEEDED_OTHERS):
            found.append(Diagnosis(ailment, reading.values, seconds))
    stayed = tuple(complaint for complaint in patient.complaints if complaint.ailment not in cured)
    return Examination(Patient((*stayed, *found), streaks), tuple(found), tuple(cured), tuple(lasting))


def _streak(before: int, verdict: Verdict) -> int:
    if verdict is Verdict.ILL:
        return max(before, 0) + 1
    if verdict is Verdict.WELL:
        return min(before, 0) - 1
    return 0
