"""The poster of a match of two, faces and score; and of a tournament, its three best and the cross table."""

from __future__ import annotations

from pygame import Rect, Surface

from clevergo.ui.kit.base import cut_bottom, cut_left, cut_right, cut_top, inset
from clevergo.ui.kit.look import Align
from clevergo.ui.kit.theme import Size, mix
from clevergo.ui.scenes.compete.standing import CrossTable
from clevergo.ui.scenes.compete.words import lead_said, of_game, points_said
from clevergo.ui.scenes.share.easel import SQUARE, TALL, WIDE, Easel
from clevergo.ui.scenes.share.wishes import TableShared
from clevergo.ui.scenes.shared.faces import draw_player
from clevergo.ui.scenes.shared.player_names import entrant_name
from clevergo.ui.strings import CompeteText, ShareText, Strings

_SIDE, _FACE, _SCORE, _LEAD = 184, 94, 58, 24
_NAME_SIZES = (20, 11)
_FEW = 6
"""Players whose table stands on a square."""
_TITLE = 34
_PODIUM = ((1, 96), (0, 128), (2, 80))
"""From the left: whose place in the order it is, and how large the face."""
_BEADS = 20
"""Games a match has at most for each to be a bead of its own."""


def what_said(strings: Strings, shared: TableShared) -> str:
    """What was played: ``A match of 5 games``."""
    plan, done = shared.plan, len(shared.results)
    if len(plan.players) > 2:
        said = strings.get(CompeteText.MEETING, players=len(plan.players))
        return of_game(strings, plan, f"{said} · {strings.get(CompeteText.PROGRESS, done=done, games=plan.games)}")
    if done < plan.games:
        return of_game(strings, plan, strings.get(CompeteText.PROGRESS, done=done, games=plan.games))
    return of_game(strings, plan, strings.get(ShareText.MATCH_OF, games=plan.games))


def table_poster(easel: Easel, shared: TableShared) -> Surface:
    """1200 by 630 pixels for a match of two; for more players 1200 by 1200, for many 1200 by 1500."""
    return _match_poster(easel, shared) if len(shared.plan.players) == 2 else _tournament_poster(easel, shared)


# --- two -----------------------------------------------------------------------------------------------------------


def _match_poster(easel: Easel, shared: TableShared) -> Surface:
    look, palette = easel.look, easel.look.palette
    surface, rest = easel.sheet(WIDE)
    title, rest = cut_top(rest, look.px(22), look.px(4))
    look.text(surface, what_said(look.strings, shared), title, Size.BODY, palette.muted, False, Align.CENTER)
    rest, foot = cut_bottom(rest, look.px(_LEAD))
    if shared.results and shared.plan.games > 1:
        lead = lead_said(look.strings, shared.plan, shared.table)
        if look.fits(lead, foot.width, Size.SMALL):  # with the longest names the score alone has to do
            look.text(surface, lead, foot, Size.SMALL, palette.jade_text, False, Align.CENTER)
    left, middle = cut_left(rest, look.px(_SIDE))
    middle, right = cut_right(middle, look.px(_SIDE))
    for player, box in enumerate((left, right)):
        _draw_side(easel, surface, box, shared, player)
    first, second = (points_said(shared.table.score(player)) for player in (0, 1))
    beads = len(shared.results) <= _BEADS
    height = look.px(_SCORE + (22 if beads else 0))
    block = Rect(middle.left, middle.centery - height // 2, middle.width, height)
    score, below = cut_top(block, look.px(_SCORE), look.px(4))
    _draw_score(easel, surface, score, first, second)
    if beads:
        _draw_beads(easel, surface, cut_top(below, look.px(18))[0], shared)
    return surface


def _draw_side(easel: Easel, surface: Surface, box: Rect, shared: TableShared, player: int) -> None:
    look = easel.look
    name = entrant_name(look.strings, shared.plan.players[player], shared.plan.players)
    face, words = cut_top(box, look.px(_FACE), look.px(6))
    draw_player(look, surface, face, shared.faces[player], name)
    title = easel.headline_in(name, words, _NAME_SIZES)
    easel.headline(surface, title, words, look.palette.ink, Align.CENTER)


def _draw_score(easel: Easel, surface: Surface, box: Rect, first: str, second: str) -> None:
    """Both scores around a colon that stands in the middle."""
    look, palette = easel.look, easel.look.palette
    gap = look.px(22)
    left, right = cut_left(box, box.width // 2 - gap // 2, gap)
    look.text(surface, first, left, _SCORE - 14, palette.ink, True, Align.RIGHT)
    look.text(surface, second, right, _SCORE - 14, palette.ink, True, Align.LEFT)
    colon = box.move(0, -look.px(2))
    look.text(surface, ":", colon, _SCORE - 18, palette.muted, True, Align.CENTER)


def _draw_beads(easel: Easel, surface: Surface, row: Rect, shared: TableShared) -> None:
    """A stone for each game in the order they were planned: jade for the left player's, gold for the right one's."""
    look, palette = easel.look, easel.look.palette
    games = sorted(shared.results, key=lambda result: result.fixture.number)
    step = min(look.px(20), row.width // max(len(games), 1))
    left = row.centerx - step * (len(games) - 1) // 2
    for place, game in enumerate(games):
        color = palette.line if game.winner is None else palette.gold if game.winner else palette.jade
        center = left + step * place, row.centery
        look.disc(surface, center, step * 0.36, color)
        look.disc(surface, center, step * 0.36, None, mix(color, palette.ink, 0.25))


# --- more ----------------------------------------------------------------------------------------------------------


def _tournament_poster(easel: Easel, shared: TableShared) -> Surface:
    look, palette = easel.look, easel.look.palette
    count = len(shared.plan.players)
    surface, rest = easel.sheet(SQUARE if count <= _FEW else TALL)
    title, rest = cut_top(rest, look.px(_TITLE), look.px(2))
    easel.headline(surface, easel.headline_in(CompeteText.ROUND_ROBIN, title, (26, 18)), title, palette.ink)
    said = what_said(look.strings, shared)
    line, rest = cut_top(rest, look.px(24), look.px(10))
    look.text(surface, said, line, Size.BODY, palette.muted)
    height = CrossTable.needed_height(count, look.px(430), look)
    podium, table = cut_bottom(rest, height, look.px(14))
    _draw_podium(easel, surface, podium, shared)
    cross = CrossTable()
    cross.faces = shared.faces
    cross.show(shared.plan, shared.table)
    cross.place(table, look)
    cross.draw(surface, look)
    return surface


def _draw_podium(easel: Easel, surface: Surface, box: Rect, shared: TableShared) -> None:
    """The three that lead, the first in the middle and largest."""
    look, palette = easel.look, easel.look.palette
    width = box.width // 3
    most = max((box.height - look.px(56)) / look.px(_PODIUM[1][1]), 0.4)
    share = min(most, 1.3)
    for column, (place, side) in enumerate(_PODIUM):
        player = shared.table.order[place]
        name = entrant_name(look.strings, shared.plan.players[player], shared.plan.players)
        cell = inset(Rect(box.left + column * width, box.top, width, box.height), look.px(6), 0)
        words = Rect(cell.left, cell.bottom - look.px(52), cell.width, look.px(48))
        face = look.px(round(side * share))
        circle = Rect(cell.centerx - face // 2, words.top - look.px(4) - face, face, face)
        draw_player(look, surface, circle, shared.faces[player], name)
        medal = Rect(0, 0, look.px(26), look.px(26))
        medal.center = circle.right - face // 8, circle.bottom - face // 8
        look.disc(surface, medal.center, look.px(13), palette.panel, palette.gold)
        look.text(surface, str(place + 1), medal, Size.BODY, palette.gold_text, True, Align.CENTER)
        title = easel.headline_in(name, words, (18 if place else 21, 12))
        easel.headline(surface, title, words, palette.ink, Align.CENTER)
