"""What is said of opponents and of the person."""

from __future__ import annotations

from collections.abc import Sequence

from clevergo.app.ladder.ladder import Ladder
from clevergo.app.ladder.record import Bout
from clevergo.app.ladder.rungs import WINS_TO_LIGHT, Rating, Rung, Standing
from clevergo.games.game import Game
from clevergo.ui.kit.look import Words
from clevergo.ui.scenes.play.words import note_said
from clevergo.ui.scenes.shared.player_names import age_name, dog_name
from clevergo.ui.scenes.shared.terms import known_words
from clevergo.ui.strings import Figures, LadderText, Strings, error_said

_MINUTE, _HOUR = 60, 3600
_VAGUE = 300.0
"""Points of error above which nobody is told a rating: after three or four games it is less."""


def rung_name(strings: Strings, rung: Rung, is_short: bool = False) -> str:
    """What an opponent is called, here as everywhere else."""
    return dog_name(strings, rung.spec.dog or "", is_short)


def rung_age_wordings(strings: Strings, rung: Rung) -> tuple[str, ...]:
    """How old it is: every wording, the longest first; the shortest is the second part of its name, if it has one."""
    if not rung.games:
        return (strings.get(LadderText.NEWBORN),)
    if rung.is_shipped and rung.is_grown:
        return (strings.get(LadderText.GROWN),)
    games = age_name(strings, rung.games)
    spans = (rounded_time_said(strings, rung.seconds, is_short) for is_short in (False, True))
    return (*(f"{games} · {span}" for span in spans), games)


def rounded_time_said(strings: Strings, seconds: float, is_short: bool = False) -> str:
    """A stretch of time as one says it by heart, rounded: ``30 seconds``, ``2 minutes``, ``1 hour``, or ``1 h``."""
    minutes = round(seconds / _MINUTE)
    if minutes < 1:
        return strings.get(Figures.SECONDS if is_short else LadderText.SECONDS, n=round(seconds))
    if minutes * _MINUTE < 0.95 * _HOUR:
        return strings.get(Figures.MINUTES if is_short else LadderText.MINUTES, n=minutes)
    return strings.get(Figures.HOURS if is_short else LadderText.HOURS, n=round(seconds / _HOUR))


def deed_words(game: Game, rating: float | None) -> Words:
    """What a dog of that strength does; nothing where nobody knows how strong it is, or what they do."""
    if rating is None:
        return LadderText.UNRATED_SAID
    deed = next((name for least, name in reversed(game.deeds) if rating >= least), "")
    return known_words(f"deed.{game.name}.{deed}") or ""


def badge_words(strings: Strings, game: Game, rating: Rating | None) -> str:
    """How strong somebody is: a grade where the game has one, else points; nothing where chance is as good."""
    if rating is None:
        return strings.get(LadderText.UNRATED)
    grade = game.grade(rating.points)
    if grade is not None:
        return strings.get(LadderText.ABOUT, grade=error_said(strings, grade))
    if rating.points <= rating.error:
        return strings.get(LadderText.CHANCE)
    return strings.get(LadderText.POINTS, n=round(rating.points))


def rung_tip(strings: Strings, game: Game, rung: Rung) -> str:
    """How its badge came about."""
    if rung.rating is None:
        return strings.get(LadderText.UNRATED_TIP)
    points, error = (strings.figure(round(n), ",") for n in (rung.rating.points, rung.rating.error))
    said = strings.get(LadderText.MEASURED, rating=points, error=error, n=rung.spec.simulations)
    is_graded = game.grade(rung.rating.points) is not None
    return f"{said} {strings.get(LadderText.ESTIMATE)}" if is_graded else said


def known_rating(ladder: Ladder, game: Game) -> Rating | None:
    """The person's rating, where their games tell it well enough to be shown."""
    rating = ladder.rating(game)
    return None if rating is None or rating.error > _VAGUE else rating


def person_said(strings: Strings, ladder: Ladder, game: Game) -> str:
    """How strong the person is by their games."""
    rating = ladder.rating(game)
    games = sum(bout.is_even and bout.rating is not None for bout in ladder.person.of_game(game.name))
    if rating is None:
        return strings.get(LadderText.NOT_MEASURED)
    if rating.error > _VAGUE:
        return strings.get(LadderText.MEASURING, games=games)
    points, error = strings.figure(round(rating.points, -1), ",.0f"), strings.figure(round(rating.error, -1), ",.0f")
    grade = game.grade(rating.points)
    told = strings.get(LadderText.YOU_POINTS, rating=points, error=error, games=games)
    return told if grade is None else strings.get(LadderText.YOU_GRADE, grade=error_said(strings, grade), told=told)


def upcoming_of(standings: Sequence[Standing]) -> int | None:
    """The place of whom the person should meet now; None where nobody's strength is known.

    The first age of the shipped dog they have come to and not yet beaten twice; once there is none, of all others.
    """
    lit = [i for i, one in enumerate(standings) if one.is_lit and one.rung.rating is not None]
    ahead = [i for i in lit if standings[i].wins < WINS_TO_LIGHT]
    ahead.sort(key=lambda i: not standings[i].rung.is_shipped)
    return next(iter(ahead), lit[-1] if lit else None)


def way_words(standings: Sequence[Standing], is_short: bool = False) -> Words | None:
    """How the person comes further; None where they have beaten everybody but the last."""
    last = max((i for i, one in enumerate(standings) if one.rung.is_shipped), default=None)
    place = upcoming_of(standings)
    upcoming = None if place is None or place == last else standings[place]
    if upcoming is None or not upcoming.rung.is_shipped or upcoming.wins >= WINS_TO_LIGHT:
        return None
    words = LadderText.NEXT if not upcoming.wins else LadderText.NEXT_ONE
    return words(name=lambda s: rung_name(s, upcoming.rung, is_short))


def terms_words(game: Game) -> Words:
    """By which rules everybody here is played: the usual ones, and without a clock."""
    rules, start = game.agree({})
    return LadderText.TERMS(rules=lambda s: error_said(s, game.said(rules, start)))


def terms_tip(game: Game) -> Words:
    """How a game by those rules is counted, and where others are chosen."""
    rules, start = game.agree({})
    return lambda s: f"{note_said(s, rules, start)} {s.get(LadderText.TERMS_TIP)}".strip()


def progress_words(standings: Sequence[Standing], bout: Bout) -> Words | None:
    """What is said of an even game won against somebody on the ladder, until they are beaten twice; None of others."""
    index = next((i for i, one in enumerate(standings) if str(one.rung.spec) == bout.opponent), None)
    if index is None or not bout.is_even or bout.points < 1.0 or standings[index].wins > WINS_TO_LIGHT:
        return None
    if standings[index].wins < WINS_TO_LIGHT:
        return LadderText.ONE_MORE
    after = [one.rung for one in standings[index + 1 :] if one.rung.rating is not None]
    return LadderText.LIT(name=lambda s: rung_name(s, after[0])) if after else LadderText.WON_TOP
