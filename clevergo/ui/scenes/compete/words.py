"""Players, paces and results of a tournament in words."""

from __future__ import annotations

from clevergo.app.tournament.pairing import Table, TournamentPlan, chance_of_equals, match_error
from clevergo.games.guests import USUAL_GAME
from clevergo.players.spec import PlayerKind, PlayerSpec
from clevergo.ui.scenes.shared.player_names import entrant_name
from clevergo.ui.scenes.shared.terms import engine_words, game_words
from clevergo.ui.scenes.train.words import DASH
from clevergo.ui.strings import CompeteText, Strings

PACES = (3.0, 2.0, 1.0, 0.5, 0.2, 0.0)
"""Seconds from move to move at the stops of the slider, from slow to as fast as they think."""
WATCHING_SPEED = PACES.index(1.0) / (len(PACES) - 1)
"""Where the slider stands for a game one watches."""
_SAYS_NOTHING = 450.0
"""A rating whose error is larger, in Elo points, is not shown."""
_KNOWN = 1.5
"""A smaller error is that of a player whose rating is given."""
_CHANCE = 0.05
"""A lead is called one where equals would come as far apart less often ..."""
_CHANCE_UNDER_WAY = 0.005
"""... and before the match is over less often than that: somebody looks after each game, and luck needs only one."""


def entrant_remark(strings: Strings, spec: PlayerSpec) -> str:
    """How somebody plays, for people who have never heard of it."""
    rows = {
        PlayerKind.ALPHAGO: CompeteText.SEARCHES,
        PlayerKind.MCTS: CompeteText.TRIES,
        PlayerKind.ALPHABETA: CompeteText.READS,
        PlayerKind.POLICY: CompeteText.GLANCES,
        PlayerKind.GLANCE: CompeteText.DRAWS,
        PlayerKind.VALUE: CompeteText.VALUES,
        PlayerKind.RANDOM: CompeteText.RANDOM,
    }
    row = rows.get(spec.kind) if spec.protocol is None else engine_words(spec.protocol, "remark")
    if row is None:
        return ""
    return strings.get(row, n=spec.simulations or 0, t=spec.temperature or 0)


def of_game(strings: Strings, plan: TournamentPlan, said: str) -> str:
    """What is said of a tournament, and what is played where that is not the usual."""
    game = plan.rules.game.name
    return said if game == USUAL_GAME else f"{game_words(game)(strings)} · {said}"


def pace_of(speed: float) -> float:
    """Seconds from move to move for where the slider stands, 0 slow to 1 as fast as they think."""
    return PACES[round(speed * (len(PACES) - 1))]


def pace_said(strings: Strings, speed: float) -> str:
    """The pace in words."""
    seconds = pace_of(speed)
    if not seconds:
        return strings.get(CompeteText.FULL_SPEED)
    if seconds < 1:
        return strings.get(CompeteText.PACE_FAST, moves=round(1 / seconds))
    return strings.get(CompeteText.PACE, seconds=round(seconds))


def is_measured(error: float) -> bool:
    """Whether a rating of this error comes from the games of the table, and was not known before."""
    return error > _KNOWN


def rating_said(points: float, error: float, is_half: bool = False) -> str:
    """A rating with its error; a dash while it says nothing, and no error where it is a known one.

    ``is_half``: it is the distance to the middle of two, of which neither is known: half of what is asked.
    """
    if error * (2.0 if is_half else 1.0) > _SAYS_NOTHING:
        return DASH
    return f"{round(points)} ± {round(error)}" if is_measured(error) else f"{round(points)}"


def points_said(points: float) -> str:
    """A score as chess players write it: ``6½``."""
    whole, half = divmod(round(points * 2), 2)
    return (str(whole) if whole or not half else "") + ("½" if half else "")


def lead_said(strings: Strings, plan: TournamentPlan, table: Table) -> str:
    """Who leads a match of two and how sure that is; empty for more players and before the first game."""
    games = table.games(0)
    if len(plan.players) != 2 or not games:
        return ""
    first = max(table.order, key=table.score)  # by points: ratings known before may have it otherwise
    score = table.score(first)
    if plan.games == 1:
        won = strings.get(CompeteText.WON, name=entrant_name(strings, plan.players[first], plan.players))
        return won if score == 1 else strings.get(CompeteText.DRAWN)
    is_over = games >= plan.games
    if score * 2 == games:
        return strings.get(CompeteText.LEVEL_AT_END if is_over else CompeteText.LEVEL)
    leader, other = table.ratings[first], table.ratings[1 - first]
    points = leader.points - other.points
    # Around their mean the two errors are one and the same; a known player has none to speak of.
    spread = leader.error + other.error
    wins, losses = int(table.wins[first].sum()), int(table.wins[:, first].sum())
    # Of two whose ratings are known the table says nothing that the match has found.
    says_more = (is_measured(leader.error) or is_measured(other.error)) and spread <= _SAYS_NOTHING and points > 0
    if chance_of_equals(wins, losses) >= (_CHANCE if is_over else _CHANCE_UNDER_WAY):
        said = CompeteText.LEADS_PERHAPS
    else:
        said = CompeteText.LEADS if says_more else CompeteText.LEADS_FAR
    return strings.get(
        said,
        name=entrant_name(strings, plan.players[first], plan.players),
        share=score / games,
        error=match_error(score, games),
        points=points,
        spread=spread,
    )
