"""Players, results, clocks and refusals in words."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import partial

import numpy as np

from clevergo.app.kennel.messages import DogInfo
from clevergo.app.match.messages import MatchSetup, MatchSnapshot, Refusal, SavedGame
from clevergo.app.match.renaming import renamed as renamed  # these two pass to other scenes as they are
from clevergo.app.match.renaming import renamed_address as renamed_address
from clevergo.games.color import Color
from clevergo.games.game import Rules, Tally
from clevergo.games.grid import Grid
from clevergo.games.guests import games
from clevergo.games.outcome import Outcome, Termination
from clevergo.games.record import TimeLeft
from clevergo.games.start import Start
from clevergo.players.spec import PlayerKind, PlayerSpec, PlayerSpecError
from clevergo.ui.kit.look import Words, say
from clevergo.ui.scenes.shared.player_names import dog_name, spoken_player
from clevergo.ui.scenes.shared.terms import engine_words, game_words, known_words
from clevergo.ui.strings import MeetText, PlayText, RecordText, Strings, Text, Wording, error_said

_REMARKS = {
    PlayerKind.HUMAN: Text.HUMAN,
    PlayerKind.REMOTE: MeetText.REMARK,
    PlayerKind.RANDOM: Text.RANDOM_REMARK,
    PlayerKind.MCTS: Text.PLAYOUTS_SAID,
    PlayerKind.ALPHABETA: Text.POSITIONS_SAID,
    PlayerKind.POLICY: Text.MODE_POLICY_SAID,
    PlayerKind.GLANCE: Text.MODE_GLANCE_SAID,
    PlayerKind.VALUE: Text.MODE_VALUE_SAID,
    PlayerKind.ALPHAGO: Text.MODE_SEARCH_SAID,
}
"""How players play."""
_COUNTED = (Termination.TWO_PASSES, Termination.PLY_LIMIT)
"""Ends after which points are counted, in the two ways there are; of others the figure is said as it is."""
_SHORT = {"R": Text.WINS_RESIGN_SHORT, "T": Text.WINS_TIME_SHORT}
_LONG = {"R": Text.WINS_RESIGN, "T": Text.WINS_TIME, "F": Text.WINS_FORFEIT}
_STANDARD_RESULT = re.compile(r"[BW]\+(\d+(\.\d*)?|R|Resign|T|Time|F|Forfeit)?", re.IGNORECASE)
_OTHER_RESULTS = {"0": Text.DRAW, "draw": Text.DRAW, "jigo": Text.DRAW, "void": RecordText.VOID}
_RULES_KNOWN = {
    "chinese": RecordText.RULES_CHINESE,
    "japanese": RecordText.RULES_JAPANESE,
    "korean": RecordText.RULES_KOREAN,
    "goe": RecordText.RULES_ING,
    "ing": RecordText.RULES_ING,
}
"""By what SGF calls them."""
_TENTHS_BELOW = 10
"""Seconds from which on a clock shows tenths."""
_QUARTERS = {1: "1/4", 2: "1/2", 3: "3/4"}


def refusal_words(refusal: Refusal) -> Words:
    """Why a click was no move; a plain sentence where the catalogs do not know the game's reason."""
    keys = (f"refused.{refusal.reason}", f"error.illegal_{refusal.reason}")
    return lambda s: s.get(next((Wording(key) for key in keys if s.has(key)), Wording("refused.other")))


def color_name(strings: Strings, color: Color) -> str:
    """The name of a side."""
    return strings.get(Text.BLACK if color is Color.BLACK else Text.WHITE)


def color_words(color: Color) -> Callable[[Strings], str]:
    """The same as part of a sentence that is put together when it is read."""
    return partial(color_name, color=color)


def player_name(strings: Strings, match: MatchSnapshot, color: Color, person: str = "") -> str:
    """Who plays a side, in one or two words; ``person``: what the person here is called, where they have said it."""
    if match.names[color - 1]:
        return match.names[color - 1]
    if match.setup.black.is_human and match.setup.white.is_human:
        return strings.get(Text.BLACK_SIDE if color is Color.BLACK else Text.WHITE_SIDE)
    is_person = bool(person) and match.setup.player(color).is_human
    return person if is_person else spoken_player(strings, match.setup.player(color))


def names_of(strings: Strings, game: SavedGame, is_short: bool = False) -> str:
    """Who played a saved game, Black first; ``is_short``: there is little room."""
    names, texts = [], (game.black, game.white)
    specs = [_spec(text) if game.is_own else None for text in texts]
    both_human = all(spec is not None and spec.is_human for spec in specs)
    for text, spec, side in zip(texts, specs, (Text.BLACK_SIDE, Text.WHITE_SIDE), strict=True):
        known = text if spec is None else "" if both_human else spoken_player(strings, spec, is_short)
        names.append(known or strings.get(side))
    return " — ".join(names)


def _spec(text: str) -> PlayerSpec | None:
    try:
        return PlayerSpec.parse(text)
    except PlayerSpecError:
        return None


def player_remark(strings: Strings, spec: PlayerSpec) -> str:
    """How a player plays, in a few words."""
    if spec.plays_for and spec.plays_for != spec.who:
        return strings.get(MeetText.REMARK_DOG, name=dog_name(strings, spec.plays_for))
    row = engine_words(spec.protocol, "remark") if spec.kind is PlayerKind.OUTSIDE else _REMARKS[spec.kind]
    return strings.get(row, n=spec.simulations, t=spec.temperature)


def dog_remark(strings: Strings, dog: DogInfo) -> str:
    """How strong a dog is, as far as it is known."""
    if dog.weights is None:
        return strings.get(Text.NO_CHECKPOINT)
    if dog.rating is not None:
        return f"{dog.rating:.0f} ± {dog.rating_error or 0:.0f}"
    return strings.get(Text.SHIPPED_REMARK) if dog.is_shipped else ""


def result_title(strings: Strings, outcome: Outcome, is_territory: bool = False) -> str:
    """Who has won and how; ``is_territory``: what was counted is points and prisoners."""
    if outcome.winner is None or outcome.margin is None or is_territory:
        return result_told(strings, outcome.points())
    winner = color_name(strings, outcome.winner)
    row = Text.WINS_COUNTED if outcome.termination in _COUNTED else Text.WINS_BY_FIGURE
    return strings.get(row, color=winner, **_margin_said(strings, outcome.margin))


def result_said(strings: Strings, result: str) -> str:
    """A result as SGF writes it, in a few words: ``Black +5.5``, ``White wins``; others' own words as they are."""
    return _result(strings, result, Text.WINS_BY_SHORT, _SHORT)


def _result(strings: Strings, result: str, by_points: Wording, otherwise: dict[str, Wording]) -> str:
    if _STANDARD_RESULT.fullmatch(result) is None:
        return strings.get(_OTHER_RESULTS[result.lower()]) if result.lower() in _OTHER_RESULTS else result
    color, margin = color_name(strings, Color.BLACK if result[0] in "Bb" else Color.WHITE), result[2:]
    if margin[:1].isdigit():
        return strings.get(by_points, color=color, points=strings.figure(float(margin), "g"))
    return strings.get(otherwise.get(margin[:1].upper(), Text.WINS_SHORT), color=color)


def result_words(strings: Strings, game: SavedGame) -> str:
    """How a saved game ended, in a few words."""
    if game.result:
        return result_said(strings, game.result)
    return strings.get(PlayText.UNFINISHED) if game.is_own else ""


def result_told(strings: Strings, result: str, is_counted: bool = True) -> str:
    """The same as a heading; ``is_counted``: the figure is one of points."""
    if not result:
        return strings.get(RecordText.NO_RESULT)
    return _result(strings, result, Text.WINS_BY if is_counted else Text.WINS_BY_FIGURE, _LONG)


def result_beside(strings: Strings, match: MatchSnapshot) -> str:
    """What stands below the heading: the result as records write it, and what another way of counting makes of it."""
    outcome = match.outcome
    if outcome is None:
        return ""
    if match.tally is None:
        return result_detail(strings, outcome, match.setup.rules)
    return f"{outcome.points()}   {otherwise_note(strings, match)}".strip()


def result_detail(strings: Strings, outcome: Outcome, rules: Rules) -> str:
    """The result as records write it, and in the other way of counting; where nothing is counted, what won."""
    if outcome.termination is Termination.FINISHED and outcome.margin is None:
        game, end = rules.game, "drawn" if outcome.winner is None else "won"
        row = f"ended.{game.name}.{end}"
        return strings.get(Wording(row), **game.agreed(rules)) if strings.has(row) else outcome.points()
    if outcome.margin is None or outcome.winner is None or outcome.termination not in _COUNTED:
        return outcome.points()
    winner = color_name(strings, outcome.winner)
    said = strings.get(Text.COUNTED_OTHERWISE, color=winner, **_margin_said(strings, outcome.margin))
    return f"{outcome.points()}   {said}"


def _margin_said(strings: Strings, margin: float) -> dict[str, str]:
    """A margin in points, and as Chinese counting has it: half as many 子, in quarters."""
    whole, quarters = divmod(round(abs(margin) * 2), 4)
    stones = str(whole)
    if quarters:
        part = _QUARTERS[quarters]
        stones = strings.get(Text.WHOLE_AND_QUARTERS, whole=whole, quarters=part) if whole else part
    return {"points": strings.figure(abs(margin), "g"), "stones": stones}


def counting_sum(strings: Strings, match: MatchSnapshot) -> str:
    """Both sides' points, stone by stone and point by point; empty where nothing was counted."""
    board = match.shown.board
    if board.owners is None or match.outcome is None or match.outcome.margin is None:
        return ""
    given = given_to_white(match.setup)
    if match.tally is not None:
        return _territory_sum(strings, match.tally, given)
    alive = board.stones if board.dead is None else np.where(board.dead, 0, board.stones)
    values: dict[str, str] = {"given": strings.figure(given, "g")}
    for color, more in ((Color.BLACK, 0.0), (Color.WHITE, given)):
        area, stones = (int(np.count_nonzero(points == color)) for points in (board.owners, alive))
        name = color.name.lower()
        values |= {f"{name}_stones": str(stones), f"{name}_empty": str(area - stones)}
        values[name] = strings.figure(area + more, "g")
    return strings.get(PlayText.COUNTED, **values)


def _territory_sum(strings: Strings, tally: Tally, given: float) -> str:
    values: dict[str, str] = {"given": strings.figure(given, "g")}
    for color, more in ((Color.BLACK, 0.0), (Color.WHITE, given)):
        name, empty, prisoners = color.name.lower(), tally.empty[color - 1], tally.prisoners[color - 1]
        values |= {f"{name}_empty": str(empty), f"{name}_prisoners": str(prisoners)}
        values[name] = strings.figure(empty + prisoners + more, "g")
    return strings.get(PlayText.COUNTED_TERRITORY, **values)


def points_counted(match: MatchSnapshot) -> tuple[int, int]:
    """Black's points and White's, before what White is given."""
    if match.tally is not None:
        black, white = (sum(points) for points in zip(*match.tally, strict=True))
        return black, white
    owners = match.shown.board.owners
    assert owners is not None
    black, white = (int(np.count_nonzero(owners == side)) for side in Color)
    return black, white


def otherwise_note(strings: Strings, match: MatchSnapshot) -> str:
    """What another way of counting makes of the same board; empty where there is none."""
    other = match.other_count
    if other is None or match.outcome is None or match.outcome.termination not in _COUNTED:
        return ""
    row = Wording(f"counting.{match.setup.rules.game.name}.{other.way}")
    return strings.get(row, result=result_told(strings, other.outcome.points())) if strings.has(str(row)) else ""


def given_to_white(setup: MatchSetup) -> float:
    """The points White has before the first move."""
    return 0.0 - setup.rules.game.lead(setup.rules, 0.0)


def has_ended_early(match: MatchSnapshot) -> bool:
    """Whether two passes ended the game while most of the board was nobody's; seen at its end only."""
    is_by_passes = match.outcome is not None and match.outcome.termination is Termination.TWO_PASSES
    return is_by_passes and match.shown.is_live and match.shown.is_open


def early_end_note(strings: Strings, match: MatchSnapshot) -> str:
    """What the result of a game that ended early is made of; empty for every other game."""
    outcome = match.outcome
    if outcome is None or outcome.margin is None or not has_ended_early(match):
        return ""
    on_board = [color for color in Color if np.any(match.shown.board.stones == color)]
    if len(on_board) == 1:
        return strings.get(PlayText.ENDED_ALONE, color=color_name(strings, on_board[0]))
    given = given_to_white(match.setup)
    if given and outcome.margin * (outcome.margin + given) <= 0:
        return strings.get(PlayText.ENDED_BY_GIVEN, given=strings.figure(abs(given), "g"))
    return strings.get(PlayText.ENDED_OPEN)


def counting_note(strings: Strings, match: MatchSnapshot) -> str:
    """What can be done about how the result was counted, or how that is shown; empty where one looks back."""
    is_shown = match.shown.is_live and match.shown.board.owners is not None
    if match.outcome is None or match.outcome.margin is None or not is_shown:
        return ""
    return strings.get(Text.TERRITORY_SAID if match.shown.board.dead is None else Text.DEAD_SAID)


def training_rule_note(strings: Strings, match: MatchSnapshot) -> str:
    """What the training rule (no stone is dead) makes of the same board: for those who ask, it is another result."""
    outcome = match.bare_outcome
    if match.shown.board.dead is None or outcome is None or outcome == match.outcome:
        return ""
    return strings.get(Text.BY_TRAINING_RULE, result=result_told(strings, outcome.points()))


def status_words(strings: Strings, match: MatchSnapshot, fits: Callable[[str], bool]) -> str:
    """Which move it is and by which rules, not of which game where all that does not fit; or which is looked at."""
    if match.record is not None and not match.shown.is_live:
        return strings.get(RecordText.IN_VARIATION, ply=match.shown.ply)
    if not match.shown.is_live or match.record is not None:
        return strings.get(PlayText.LOOKING, ply=match.shown.ply, all=max(len(match.line.moves), match.shown.ply))
    rules = rules_said(strings, match.setup), _terms_said(strings, match.setup)
    whole, shorter = (strings.get(Text.STATUS, ply=match.shown.ply, rules=said) for said in rules)
    return whole if fits(whole) else shorter


def rules_said(strings: Strings, setup: MatchSetup) -> str:
    """By which rules, in a few words; where there are several games, by those of which."""
    said = _terms_said(strings, setup)
    return said if len(games()) < 2 else f"{say(strings, game_words(setup.rules.game.name))} · {said}"


def _terms_said(strings: Strings, setup: MatchSetup) -> str:
    return error_said(strings, setup.rules.game.said(setup.rules, setup.start))


def note_title(rules: Rules) -> Words:
    """The heading of what is said of how a game is counted."""
    return known_words(f"note.{rules.game.name}.title") or Text.HOW_IT_GOES


def note_said(strings: Strings, rules: Rules, start: Start) -> str:
    """How a game is counted, in its own words; empty of those that need none."""
    game = rules.game
    whole, agreed = f"note.{game.name}", game.agreed(rules, start)
    rows = [*(f"{whole}.{value}" for value in agreed.values() if isinstance(value, str)), whole]
    return next((strings.get(Wording(row), **agreed) for row in rows if strings.has(row)), "")


def facts_said(strings: Strings, match: MatchSnapshot) -> str:
    """Where and when it was played and by which rules, each on a line of its own."""
    facts = match.record
    if facts is None:
        return ""
    terms = [rules_said(strings, match.setup)]
    if facts.rules:
        known = _RULES_KNOWN.get(facts.rules.lower())
        terms.append(strings.get(RecordText.RULES, rules=facts.rules) if known is None else strings.get(known))
    annotator = strings.get(RecordText.ANNOTATOR, name=facts.annotator) if facts.annotator else ""
    lines = ((facts.event, facts.round), (facts.date, facts.place), terms, (annotator,))
    return "\n".join(" · ".join(part for part in line if part) for line in lines if any(line))


def point_name(strings: Strings, grid: Grid, action: int) -> str:
    """Where a move goes; a pass by its word."""
    return grid.name(action) if action < grid.points else strings.get(Text.MOVE_PASS)


def clock_said(strings: Strings, left: TimeLeft) -> str:
    """What is left, as clocks say it: ``9:05``, ``1:02:03``, tenths when it gets tight, ``28 s ×3`` in byo-yomi."""
    seconds = max(left.seconds, 0.0)
    if left.periods is not None:
        shown = strings.figure(seconds, ".1f") if seconds < _TENTHS_BELOW else f"{math.ceil(seconds)}"
        return strings.get(PlayText.CLOCK_PERIODS, seconds=shown, n=left.periods)
    if seconds < _TENTHS_BELOW:
        return f"0:{strings.figure(seconds, '04.1f')}"
    whole = math.ceil(seconds)
    hours, minutes = whole // 3600, whole // 60 % 60
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


def short_count(number: int) -> str:
    """A number of visits in few characters: ``420``, ``1.9k``, ``12k``."""
    if number < 1000:
        return str(number)
    return f"{number / 1000:.1f}k" if number < 9950 else f"{number / 1000:.0f}k"
