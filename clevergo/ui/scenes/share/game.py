"""The poster of a game: who played, how it ended, and the board."""

from __future__ import annotations

from pygame import Rect, Surface

from clevergo.app.match.messages import MatchSnapshot
from clevergo.games.color import Color
from clevergo.ui.board.view import BoardPicture
from clevergo.ui.kit.base import cut_bottom, cut_left, cut_right, cut_top, inset
from clevergo.ui.kit.look import Align
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.play.words import (
    color_name,
    player_name,
    result_title,
    result_told,
    rules_said,
)
from clevergo.ui.scenes.share.easel import TALL, Easel
from clevergo.ui.scenes.share.wishes import GameShared
from clevergo.ui.scenes.shared.faces import draw_player
from clevergo.ui.scenes.shared.stone import draw_color_disc
from clevergo.ui.strings import RecordText, ShareText, Strings

_FACE, _HEAD, _RESULT, _FOOT = 76, 92, 38, 24
_NAME_SIZES = (22, 13)


def is_variation(match: MatchSnapshot) -> bool:
    """Whether the line that is looked at is not what was played in a record, or in a game that has ended.

    The game's result is not its.
    """
    if match.record is not None:
        return not match.shown.is_live
    return match.outcome is not None and match.line.end is None


def outcome_said(strings: Strings, match: MatchSnapshot, ply: int | None = None) -> str:
    """How it ended, or that it goes on after ``ply``, by default that of the position looked at."""
    if is_variation(match):
        return strings.get(RecordText.IN_VARIATION, ply=match.shown.ply if ply is None else ply)
    if match.record is not None:
        return result_told(strings, match.record.result, match.setup.rules.game.counting is not None)
    if match.outcome is None:
        return strings.get(ShareText.GOES_ON, ply=match.shown.ply if ply is None else ply)
    return result_title(strings, match.outcome, match.tally is not None)


def facts_said(strings: Strings, match: MatchSnapshot) -> str:
    """How long it was, and by which rules."""
    plies = strings.get(ShareText.PLIES, n=len(match.line.moves) or match.shown.ply)
    return f"{plies} · {rules_said(strings, match.setup)}"


def game_poster(easel: Easel, shared: GameShared) -> Surface:
    """1200 by 1500 pixels."""
    look, match = easel.look, shared.match
    surface, rest = easel.sheet(TALL)
    head, rest = cut_top(rest, look.px(_HEAD), look.px(6))
    left, right = cut_left(head, head.width // 2)
    _draw_player(easel, surface, left, shared, Color.BLACK)
    _draw_player(easel, surface, right, shared, Color.WHITE)
    title, rest = cut_top(rest, look.px(_RESULT), look.px(8))
    result = easel.headline_in(outcome_said(look.strings, match), title, (26, 16))
    easel.headline(surface, result, title, look.palette.accent_text, Align.CENTER)
    board, facts = cut_bottom(rest, look.px(_FOOT), look.px(8))
    easel.board(surface, board, BoardPicture(match.shown.board))
    words = facts_said(look.strings, match)
    look.text(surface, words, facts, Size.SMALL, look.palette.muted, False, Align.CENTER)
    return surface


def _draw_player(easel: Easel, surface: Surface, box: Rect, shared: GameShared, color: Color) -> None:
    """Black at the left, White at the right, as they sit at the board; the names stand towards the middle."""
    look, palette, match = easel.look, easel.look.palette, shared.match
    name, side = player_name(look.strings, match, color), look.px(_FACE)
    if color is Color.BLACK:
        face, words = cut_left(box, side, look.px(12))
    else:
        words, face = cut_right(box, side, look.px(12))
    words = inset(words, look.px(2), 0)
    align = Align.LEFT if color is Color.BLACK else Align.RIGHT
    draw_player(look, surface, face, shared.faces[color - 1], name)
    title = easel.headline_in(name, Rect(0, 0, words.width, look.px(52)), _NAME_SIZES)
    whole = title.height + look.px(22)
    top = Rect(words.left, words.centery - whole // 2, words.width, title.height)
    easel.headline(surface, title, top, palette.ink, align)
    line = Rect(words.left, top.bottom, words.width, look.px(22))
    said = color_name(look.strings, color)
    has_won = match.outcome is not None and match.outcome.winner is color and not is_variation(match)
    said = f"{said} · {look.strings.get(ShareText.WON)}" if has_won else said
    width = look.width(said, Size.SMALL) + look.px(18)
    row = line if color is Color.BLACK else Rect(line.right - width, line.top, width, line.height)
    draw_color_disc(surface, look, row, color)
    ink = palette.jade_text if has_won else palette.muted
    look.text(surface, said, Rect(row.left + look.px(17), row.top, width, row.height), Size.SMALL, ink)
