"""Players, paces and results of a tournament in words."""

from __future__ import annotations

from clevergo.app.tournament import Table, TournamentPlan
from clevergo.app.tournament_rating import match_error
from clevergo.players.spec import PlayerKind, PlayerSpec, split_age
from clevergo.ui.scenes.play_words import dog_name, engine_name
from clevergo.ui.scenes.train_words import DASH
from clevergo.ui.strings import Strings, Text
from clevergo.ui.texts.compete import CompeteText

SLOWEST = 3.0
"""Seconds from move to move at the slow end of the slider."""
_SAYS_NOTHING = 450.0
"""A rating whose error is larger, in Elo points, is not shown."""
_SURE = 2.0
"""Standard errors a lead must be worth to be called one."""


def entrant_name(strings: Strings, spec: PlayerSpec) -> str:
    """Who takes part, in few letters: ``小黑@1230 · 100``, ``Monte Carlo 400``."""
    if spec.dog is not None:
        name, games = split_age(spec.dog)
        said = dog_name(strings, name) + ("" if games is None else f"@{games}")
        way = {PlayerKind.POLICY: Text.MODE_POLICY, PlayerKind.VALUE: Text.MODE_VALUE}.get(spec.kind)
        return f"{said} · {strings.get(way) if way is not None else spec.simulations}"
    if spec.kind is PlayerKind.MCTS:
        return strings.get(Text.OPPONENT_MCTS, n=spec.simulations)
    return engine_name(spec.command) if spec.command is not None else strings.get(Text.RANDOM)


def pace_of(speed: float) -> float:
    """Seconds from move to move for where the slider stands, 0 slow to 1 as fast as they think."""
    return SLOWEST * (1.0 - speed) ** 2


def pace_said(strings: Strings, speed: float) -> str:
    """The pace in words."""
    seconds = pace_of(speed)
    return strings.get(CompeteText.FULL_SPEED) if seconds < 0.05 else strings.get(CompeteText.PACE, seconds=seconds)


def rating_said(points: float, error: float) -> str:
    """A rating with its error; a dash while it says nothing."""
    return DASH if error > _SAYS_NOTHING else f"{round(points)} ± {round(error)}"


def points_said(points: float) -> str:
    """A score as chess players write it: ``6½``."""
    whole, half = divmod(round(points * 2), 2)
    return (str(whole) if whole or not half else "") + ("½" if half else "")


def lead_said(strings: Strings, plan: TournamentPlan, table: Table) -> str:
    """Who leads a match of two and how sure that is; empty for more players and before the first game."""
    games = table.games(0)
    if len(plan.players) != 2 or not games:
        return ""
    first = table.order[0]
    score = table.score(first)
    if plan.games == 1:
        won = strings.get(CompeteText.WON, name=entrant_name(strings, plan.players[first]))
        return won if score == 1 else strings.get(CompeteText.DRAWN)
    if score * 2 == games:
        return strings.get(CompeteText.LEVEL)
    leader, other = table.ratings[first], table.ratings[1 - first]
    points = leader.points - other.points
    # Around their mean the two errors are one and the same; a known player has none to speak of.
    spread = leader.error + other.error
    said = strings.get(
        CompeteText.LEADS,
        name=entrant_name(strings, plan.players[first]),
        share=score / games,
        error=match_error(score, games),
        points=points,
        spread=spread,
    )
    if points < _SURE * spread:
        said += ("，" if strings.get(Text.BLACK) == Text.BLACK.chinese else "; ") + strings.get(CompeteText.TOO_FEW)
    return said
