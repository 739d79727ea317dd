"""Experiments in words: what differs, what the games say, what somebody guessed."""

from __future__ import annotations

import math
from dataclasses import dataclass

from clevergo.app.experiment.messages import (
    Curves,
    Experiment,
    ExperimentSnapshot,
    ExperimentState,
    Guess,
    Verdict,
    Written,
)
from clevergo.app.experiment.wishes import Board, Difference, Side, Wish, games_seconds
from clevergo.ui.kit.look import Words
from clevergo.ui.kit.theme import ColorName
from clevergo.ui.scenes.shared.terms import game_words, size_words
from clevergo.ui.strings import ExperimentText, Strings, Wording

ONE: ColorName = "jade"
OTHER: ColorName = "gold"
"""The colors of the two kinds of dogs, fields of the palette."""
_OFTEN = 2
"""Where luck ends so in about one experiment of so many, no number is said."""


@dataclass(frozen=True)
class Told:
    """What is said of a difference."""

    name: Wording
    one: Wording
    """What the dogs of the one setting are called, and those of the other."""
    other: Wording
    setting_one: Words
    """What is set for them."""
    setting_other: Words
    said: Wording
    """What it is."""
    expect: Wording
    """A question to think about."""


def _rate(side: Side) -> Words:
    rate = Wish(Difference.SPEED).setting(side, "learning_rate")
    said = f".{max(0, -math.floor(math.log10(rate)))}f"
    return ExperimentText.SPEED_SETTING(rate=lambda strings: strings.figure(rate, said))


def _net(side: Side) -> Words:
    wish = Wish(Difference.NET)
    return ExperimentText.NET_SETTING(blocks=wish.setting(side, "blocks"), channels=wish.setting(side, "channels"))


def _window(side: Side) -> Words:
    return ExperimentText.WINDOW_SETTING(n=Wish(Difference.WINDOW).setting(side, "window_min"))


def _tries(side: Side) -> Words:
    return ExperimentText.SEARCH_SETTING(n=Wish(Difference.SEARCH).setting(side, "simulations"))


TOLD = {
    Difference.SPEED: Told(
        ExperimentText.SPEED,
        ExperimentText.SPEED_ONE,
        ExperimentText.SPEED_OTHER,
        _rate("one"),
        _rate("other"),
        ExperimentText.SPEED_SAID,
        ExperimentText.SPEED_EXPECT,
    ),
    Difference.REPEATS: Told(
        ExperimentText.REPEATS,
        ExperimentText.REPEATS_ONE,
        ExperimentText.REPEATS_OTHER,
        ExperimentText.REPEATS_SETTING_ONE(n=Wish(Difference.REPEATS).setting("one", "samples_per_position")),
        ExperimentText.REPEATS_SETTING_OTHER,
        ExperimentText.REPEATS_SAID,
        ExperimentText.REPEATS_EXPECT,
    ),
    Difference.SEARCH: Told(
        ExperimentText.SEARCH,
        ExperimentText.SEARCH_ONE,
        ExperimentText.SEARCH_OTHER,
        _tries("one"),
        _tries("other"),
        ExperimentText.SEARCH_SAID,
        ExperimentText.SEARCH_EXPECT,
    ),
    Difference.NET: Told(
        ExperimentText.NET,
        ExperimentText.NET_ONE,
        ExperimentText.NET_OTHER,
        _net("one"),
        _net("other"),
        ExperimentText.NET_SAID,
        ExperimentText.NET_EXPECT,
    ),
    Difference.SYMMETRIES: Told(
        ExperimentText.SYMMETRIES,
        ExperimentText.SYMMETRIES_ONE,
        ExperimentText.SYMMETRIES_OTHER,
        ExperimentText.SYMMETRIES_SETTING_ONE,
        ExperimentText.SYMMETRIES_SETTING_OTHER,
        ExperimentText.SYMMETRIES_SAID,
        ExperimentText.SYMMETRIES_EXPECT,
    ),
    Difference.TERRITORY: Told(
        ExperimentText.TERRITORY,
        ExperimentText.TERRITORY_ONE,
        ExperimentText.TERRITORY_OTHER,
        ExperimentText.TERRITORY_SETTING_ONE,
        ExperimentText.TERRITORY_SETTING_OTHER,
        ExperimentText.TERRITORY_SAID,
        ExperimentText.TERRITORY_EXPECT,
    ),
    Difference.WINDOW: Told(
        ExperimentText.WINDOW,
        ExperimentText.WINDOW_ONE,
        ExperimentText.WINDOW_OTHER,
        _window("one"),
        _window("other"),
        ExperimentText.WINDOW_SAID,
        ExperimentText.WINDOW_EXPECT,
    ),
    Difference.NOTHING: Told(
        ExperimentText.NOTHING,
        ExperimentText.NOTHING_ONE,
        ExperimentText.NOTHING_OTHER,
        ExperimentText.NOTHING_SETTING_ONE,
        ExperimentText.NOTHING_SETTING_OTHER,
        ExperimentText.NOTHING_SAID,
        ExperimentText.NOTHING_EXPECT,
    ),
}
PATIENT = frozenset({Difference.SYMMETRIES, Difference.TERRITORY, Difference.WINDOW})
"""What shows only after some time, or with several pairs."""
_PAIRS_SAID = {1: ExperimentText.PAIRS_1, 2: ExperimentText.PAIRS_2}
_VERDICTS = {
    Verdict.SURE: ExperimentText.SURE,
    Verdict.SURE_OF_TWO: ExperimentText.SURE_OF_TWO,
    Verdict.HINT: ExperimentText.HINT,
    Verdict.LUCK: ExperimentText.LUCK,
}
_SHORT = {
    Verdict.SURE: ExperimentText.SHORT_SURE,
    Verdict.SURE_OF_TWO: ExperimentText.SHORT_TWO,
    Verdict.HINT: ExperimentText.SHORT_HINT,
    Verdict.LUCK: ExperimentText.SHORT_LUCK,
}


# --- what it is about -----------------------------------------------------------------------------------


def title_of(difference: Difference | None) -> Wording:
    """What differs."""
    return ExperimentText.UNKNOWN if difference is None else TOLD[difference].name


def dog_words(difference: Difference | None, side: Side) -> Wording:
    """What the dogs of one setting are called."""
    if difference is None:
        return ExperimentText.UNKNOWN_ONE if side == "one" else ExperimentText.UNKNOWN_OTHER
    told = TOLD[difference]
    return told.one if side == "one" else told.other


def against(difference: Difference | None) -> Words:
    """Who meets whom."""
    return ExperimentText.AGAINST(one=dog_words(difference, "one"), other=dog_words(difference, "other"))


def board_words(board: Board) -> Words:
    """A game and the size of its board."""
    return lambda strings: f"{game_words(board.game)(strings)} {strings.said(size_words(board.game, board.size))}"


def minutes_words(minutes: float) -> Words:
    """How long."""
    return ExperimentText.MINUTES(n=round(minutes))


def where_said(strings: Strings, experiment: Experiment) -> str:
    """The board, how many pairs of dogs, and how long each dog is raised."""
    minutes = strings.said(minutes_words(experiment.plan.minutes or 0))
    return strings.get(
        ExperimentText.WHERE,
        board=strings.said(board_words(Board(experiment.plan.game, experiment.plan.size))),
        pairs=strings.get(ExperimentText.PAIRS_N, n=experiment.plan.seeds),
        minutes=minutes,
    )


def pairs_said(pairs: int) -> Wording:
    """What so many pairs of dogs can tell."""
    return _PAIRS_SAID.get(pairs, ExperimentText.PAIRS_3)


def guess_words(difference: Difference | None, guess: Guess) -> Words:
    """What somebody thought."""
    if guess is Guess.SAME:
        return ExperimentText.GUESS_SAME
    return ExperimentText.GUESSED(name=dog_words(difference, "one" if guess is Guess.ONE else "other"))


# --- how it goes ----------------------------------------------------------------------------------------


def state_said(strings: Strings, shown: ExperimentSnapshot) -> str:
    """What is going on, and how long it still takes."""
    state, written = shown.state, shown.written
    if state is ExperimentState.PREPARING:
        preparing = shown.preparing
        if preparing is None:
            return strings.get(ExperimentText.STARTING)
        if not preparing.total:
            return strings.get(ExperimentText.FIRST_TIME)
        return strings.get(ExperimentText.PREPARING, done=preparing.done, total=preparing.total)
    if state is ExperimentState.STOPPING:
        return strings.get(ExperimentText.STOPPING)
    if state is ExperimentState.STOPPED:
        return strings.get(ExperimentText.STOPPED)
    if state is ExperimentState.FINISHED:
        return strings.get(ExperimentText.FINISHED)
    if written is None:
        return ""
    pairs = written.experiment.plan.seeds
    if state is ExperimentState.PLAYING:
        said = strings.get(ExperimentText.PLAYING, done=written.played, all=written.experiment.games)
    elif pairs == 1:
        said = strings.get(ExperimentText.RAISING)
    else:
        said = strings.get(ExperimentText.RAISING_PAIR, n=shown.pair + 1, all=pairs)
    return said


def left_said(strings: Strings, seconds: float | None) -> str:
    """How long everything still takes; under a minute in steps that a person does not read as a promise."""
    if seconds is None:
        return ""
    steps = max(5 * round(seconds / 5), 5) if seconds < 60 else seconds + 30
    return strings.get(ExperimentText.LEFT, time=strings.duration(steps))


def share_of_all(shown: ExperimentSnapshot) -> float | None:
    """How much of everything is done, 0 to 1; None where nobody knows."""
    written = shown.written
    if written is None or shown.state is ExperimentState.PREPARING:
        return None
    if shown.state is ExperimentState.FINISHED:
        return 1.0
    plan, games = written.experiment.plan, written.experiment.games
    raising = 60.0 * (plan.minutes or 1.0)  # of a pair; where only positions are counted nobody knows how long it takes
    done = raising * _pairs_raised(shown, written) + games_seconds(plan, written.played)
    return done / (raising * plan.seeds + games_seconds(plan, games))


def _pairs_raised(shown: ExperimentSnapshot, written: Written) -> float:
    """How many pairs have been raised, with the shares of those that have not been raised to the end.

    Curves say that of every pair, here and elsewhere, but where a dog's time is up they end a little earlier.
    """
    plan = written.experiment.plan

    def share(dog: Curves) -> float:
        latest = dog.latest
        return 0.0 if latest is None else plan.share(latest.seconds, latest.positions)

    by_curves = sum(min(share(one), share(other)) for one, other in zip(shown.one, shown.other, strict=False))
    return max(written.raised, by_curves)


# --- what was found -------------------------------------------------------------------------------------


def won_said(strings: Strings, written: Written) -> str:
    """Who won how many games."""
    finding, difference = written.finding, written.experiment.difference
    if finding is None:
        return strings.get(ExperimentText.NOT_YET)
    score = finding.score
    if score.first == score.second:
        return strings.get(ExperimentText.EVEN, games=score.games)
    side: Side = "one" if score.first > score.second else "other"
    row = ExperimentText.WON_DRAWN if score.draws else ExperimentText.WON
    return strings.get(
        row,
        name=strings.get(dog_words(difference, side)),
        won=max(score.first, score.second),
        games=score.games,
        drawn=score.draws,
    )


def verdict_said(strings: Strings, written: Written) -> str:
    """What that allows one to say."""
    verdict, difference = written.verdict, written.experiment.difference
    if verdict is Verdict.NOTHING:
        return ""
    if difference is Difference.NOTHING:
        return strings.get(ExperimentText.ONLY_LUCK)
    row = _VERDICTS[verdict]
    if verdict is Verdict.LUCK and written.one_in < _OFTEN:
        row = ExperimentText.LUCK_OFTEN
    name = strings.get(dog_words(difference, written.ahead or "one"))
    return strings.get(row, n=strings.figure(written.one_in), name=name)


def gain_said(strings: Strings, written: Written) -> str:
    """How much stronger the one kind is, of whichever is; nothing before that is known."""
    finding = written.finding
    if finding is None:
        return ""
    name = strings.get(dog_words(written.experiment.difference, written.ahead or "one"))
    return strings.get(ExperimentText.GAIN, name=name, gain=abs(finding.gain), error=finding.error)


def short_said(strings: Strings, written: Written) -> str:
    """The same in very few words."""
    if not written.is_finished:
        return strings.get(ExperimentText.SHORT_LEFT)
    row = _SHORT.get(written.verdict)
    return "" if row is None else strings.get(row)


def thought_said(strings: Strings, written: Written) -> str:
    """What somebody thought, and what the games say to that."""
    guess, difference = written.experiment.guess, written.experiment.difference
    if guess is None:
        return ""
    said = strings.get(ExperimentText.THOUGHT, guess=strings.said(guess_words(difference, guess)))
    answer = _answer(written, guess)
    return said if answer is None else f"{said} {strings.get(answer)}"


def _answer(written: Written, guess: Guess) -> Wording | None:
    verdict, ahead = written.verdict, written.ahead
    if verdict is Verdict.NOTHING:
        return None
    if written.experiment.difference is Difference.NOTHING:
        return ExperimentText.RIGHT if guess is Guess.SAME else ExperimentText.WRONG
    is_clear = verdict in (Verdict.SURE, Verdict.SURE_OF_TWO)
    if guess is Guess.SAME:
        return ExperimentText.WRONG if is_clear else ExperimentText.NOTHING_AGAINST
    is_theirs = ahead == guess.value
    if is_clear:
        return ExperimentText.RIGHT if is_theirs else ExperimentText.WRONG
    return ExperimentText.OPEN_YOURS if is_theirs else ExperimentText.OPEN


def better_words(difference: Difference | None, side: Side) -> Words:
    """What stands at an end of the ruler."""
    return ExperimentText.BETTER(name=dog_words(difference, side))
