"""How far the person has come, as far as the column beside a board goes by it; the ladder knows."""

from __future__ import annotations

from clevergo.app.beginner.first_game import is_first_game
from clevergo.app.ladder.ladder import Ladder
from clevergo.app.ladder.rungs import WINS_TO_LIGHT
from clevergo.app.match.messages import MatchPhase, MatchSnapshot
from clevergo.games.color import Color
from clevergo.players.spec import PlayerSpec
from clevergo.ui.kit.look import Words
from clevergo.ui.scenes.play.ladder.words import way_words
from clevergo.ui.shell.scene import Preferences

FIRST_GAMES = 3
"""So many games of a kind are somebody's first."""


class Progress:
    """Asks the ladder and remembers nothing."""

    def __init__(self, ladder: Ladder, preferences: Preferences) -> None:
        self._ladder, self._preferences = ladder, preferences

    def is_first(self, match: MatchSnapshot) -> bool:
        """Whether a game that begins is one of somebody's first, by the games of its kind the ladder has noted.

        Whoever chooses players one by one, or has positions analyzed, knows what there is to see.
        """
        wishes, noted = self._preferences.now, self._ladder.person.of_game(match.setup.rules.game.name)
        return not (wishes.chooses_more or wishes.mind_on) and len(noted) < FIRST_GAMES

    def is_through(self, match: MatchSnapshot) -> bool:
        """Whether the person has just won, and often enough: somebody else is next, not the same once more."""
        opponent = _opponent(match)
        if opponent is None or match.outcome is None or match.outcome.winner is None:
            return False
        if not match.setup.player(match.outcome.winner).is_human:
            return False
        standings = self._ladder.standings(match.setup.rules.game)
        is_beaten = any(one.rung.spec == opponent and one.wins >= WINS_TO_LIGHT for one in standings)
        return is_beaten or is_first_game(match.setup)

    def next_words(self, match: MatchSnapshot) -> Words:
        """How the person comes further after a game on the ladder; empty after any other."""
        opponent, game = _opponent(match), match.setup.rules.game
        if opponent is None or match.phase is not MatchPhase.FINISHED:
            return ""
        is_usual = (match.setup.rules, match.setup.start) == game.agree({})
        standings = self._ladder.standings(game)
        is_there = is_usual and any(one.rung.spec == opponent for one in standings)
        return (way_words(standings) or "") if is_there else ""


def _opponent(match: MatchSnapshot) -> PlayerSpec | None:
    """The computer one person plays here; None in every other game."""
    people = [color for color in Color if match.setup.player(color).is_human]
    return None if len(people) != 1 or match.away is not None else match.setup.player(people[0].opponent)
