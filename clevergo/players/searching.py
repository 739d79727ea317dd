"""The player that searches: pure Monte Carlo where random games judge, AlphaGo where a net does."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from clevergo.games.game import Position, Rules
from clevergo.players.options import STRONGEST, PlayerOptions
from clevergo.players.passing import owed_moves, pass_of
from clevergo.players.protocol import MAX_CANDIDATES, UNWATCHED, Analysis, Candidate, Decision, ThinkControl
from clevergo.search.descent import win_rate
from clevergo.search.mcts import Search, SearchResult

_POSITIONS_EACH, _MOST_POSITIONS = 50, 20_000
"""Positions that may be looked at for what is certain: for each simulation of a move, and at most, which takes some
hundredths of a second. Whoever thinks until a clock stops it has as many simulations as it likes, and must not be late
for this.
"""
_LOOKED_AT = 8
"""Of a search's moves, the best so many are looked at until one leaves the other side no victory by force."""


class SearchPlayer:
    """Searches, and plays the move the search chooses. With rollouts it is pure MCTS, with a net AlphaGo."""

    HOPELESS = 0.05
    """Win rate under which it takes a game for lost."""
    RESIGN_AFTER = 3
    """Moves in a row whose win rate must lie below the limit before it resigns."""

    def __init__(
        self,
        name: str,
        search_for: Callable[[Rules], Search],
        simulations: int,
        rng: np.random.Generator,
        options: PlayerOptions = STRONGEST,
        is_tactical: bool = False,
    ) -> None:
        """A player who has not sat down yet.

        ``search_for`` makes the search for games by these rules; of the ``simulations`` a move, those of a reused
        subtree come on top. One that is tactical asks its game besides what is certain (``Game.tactics``).
        """
        self.name = name
        self._search_for = search_for
        self._simulations = simulations
        self._rng = rng
        self._options = options
        self._is_tactical = is_tactical
        self._played: tuple[str, int] | None = None
        """The game and the size of board it is ready for."""
        self._search: Search | None = None
        self._hopeless_moves = 0

    def new_game(self, rules: Rules) -> None:
        """Forget the tree; load what this board size needs."""
        self._ready_search(rules).forget()
        self._hopeless_moves = 0

    def _ready_search(self, rules: Rules) -> Search:
        played = rules.game.name, rules.size
        if self._search is None or self._played != played:
            self._search, self._played = self._search_for(rules), played
        return self._search

    def choose(self, position: Position, control: ThinkControl = UNWATCHED) -> Decision:
        """The move the search chooses; stopped early, the best of what it has seen."""
        manners, owed = position.rules.game.manners, owed_moves(position, self._options.is_patient)
        if manners.passes_back(position, owed, self._options.is_patient):
            return Decision(pass_of(position))
        tactics = position.rules.game.tactics if self._is_tactical else None
        effort = min(self._simulations * _POSITIONS_EACH, _MOST_POSITIONS)
        won = None if tactics is None else tactics.forced_win(position.board, effort)
        if won is not None:
            return Decision(won, Analysis(1, 1, 1.0, (Candidate(won, 1, 1.0, 1.0, (won,)),)))
        search = self._ready_search(position.rules)
        if self._options.is_patient:
            search.restrain(manners.no_passes if manners.bars_pass(position) else 0)
        result = search.run(
            position, self._simulations, control.stop, lambda running: control.progress(self._analysis(running))
        )
        analysis = self._analysis(result)
        action = self._pick(result, position)
        if owed.any() and action == position.rules.pass_action:
            action = _best_of(owed, result)
        if tactics is not None:
            ranked = (action, *(other for other in result.ranking[:_LOOKED_AT] if other != action))
            # Where the time is up, what costs next to nothing is looked at all the same.
            sound = (it for it in ranked if not tactics.allows_win(position.board, it, 0 if control.stop() else effort))
            action = next(sound, action)
        return Decision(action, analysis, self._gives_up(analysis.win_rate))

    def _pick(self, result: SearchResult, position: Position) -> int:
        """The search's choice; in an opening with variety, drawn by visits.

        A pass that would lose as the board stands is only taken where the game is lost anyway: a young dog's
        search may not have looked at the pass that answers it.
        """
        rules = position.rules
        passing, others = rules.pass_action, result.visits.copy()
        if passing is not None:
            others[passing] = 0
        has_hope = win_rate(result.value) > self.HOPELESS
        if others.any() and position.ply < self._options.opening.plies and not result.is_proven:
            return self._options.opening.draw(others, self._rng)
        is_pass = result.best_action == passing and others.any()
        if is_pass and has_hope and rules.game.manners.loses_by_passing(position):
            return next(action for action in result.ranking if action != passing)
        return result.best_action

    def _gives_up(self, win_rate_now: float) -> bool:
        if self._options.resign_below is None:
            return False
        self._hopeless_moves = self._hopeless_moves + 1 if win_rate_now < self._options.resign_below else 0
        return self._hopeless_moves >= self.RESIGN_AFTER

    def _analysis(self, result: SearchResult) -> Analysis:
        candidates = candidates_of(result, lambda action: win_rate(float(result.q[action])))
        return Analysis(result.simulations, self._simulations, win_rate(float(result.value)), candidates)


def candidates_of(result: SearchResult, rate: Callable[[int], float]) -> tuple[Candidate, ...]:
    """The moves a search has tried, best first; ``rate`` tells the win rate of each for the side to move."""
    lines, visits, prior = {line[0]: line for line in result.lines}, result.visits, result.prior
    return tuple(
        Candidate(action, int(visits[action]), rate(action), float(prior[action]), lines.get(action, (action,)))
        for action in result.ranking[:MAX_CANDIDATES]
        if visits[action] > 0
    )


def _best_of(allowed: NDArray[np.bool_], result: SearchResult) -> int:
    """The best of the ``allowed`` moves, ``bool[A]``: by the search's ranking, or by prior where it tried none."""
    ranked = (action for action in result.ranking if allowed[action])
    return next(ranked, int(np.where(allowed, result.prior, -1.0).argmax()))
