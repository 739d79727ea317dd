"""What counts of a dog where it grows up now: what was measured since it came to its board."""

from __future__ import annotations

from collections.abc import Iterable

from clevergo.app.kennel.dogs import Dog
from clevergo.app.kennel.growth import Growth
from clevergo.app.kennel.messages import NewsKind, StrengthPoint, TrainingNews
from clevergo.games.guests import USUAL_GAME, game_named
from clevergo.training.ratings.opponents import milestone_of


def strengths_here(growth: Growth, dog: Dog) -> tuple[StrengthPoint, ...]:
    """How strong it was on its board, oldest first: games on a board that it has left say nothing of that."""
    return tuple(point for point in growth.strengths(dog.id) if point.games >= dog.moved_after)


def milestones_here(growth: Growth, dog: Dog) -> tuple[TrainingNews, ...]:
    """Whom it has beaten since it came to its board, the latest last.

    The diary tells of each once in a life. So a line is made here of those who were beaten earlier, on another board,
    and have been again.
    """
    from clevergo.training.ratings.ladder import Ladder  # SciPy: whoever only lists dogs need not wait for it

    since = dog.moved_after
    told = growth.news(dog.id, (NewsKind.MILESTONE,))
    lines = [news for news in told if _games_of(news) >= since]
    earlier = names_beaten(told) - names_beaten(lines)
    if earlier:
        # Whom it has beaten hangs on the results alone, whatever the game.
        ladder = Ladder(game_named(USUAL_GAME), since=since)
        for match in growth.rating_matches(dog.id):
            name = milestone_of(match.opponent)
            if match.games < since or name not in earlier:
                continue
            ladder.add(match.as_rated())
            if ladder.has_beaten(match.opponent):
                earlier.remove(name)
                facts = {"opponent": name, "games": match.games}
                lines.append(TrainingNews(NewsKind.MILESTONE, facts, match.seconds, match.created))
    return tuple(sorted(lines, key=_games_of))


def _games_of(milestone: TrainingNews) -> int:
    """How many games the dog had played then."""
    return int(milestone.values.get("games", 0))


def names_beaten(milestones: Iterable[TrainingNews]) -> set[str]:
    """Whom they tell of, by the names of today."""
    return {milestone_of(str(news.values.get("opponent"))) for news in milestones}
