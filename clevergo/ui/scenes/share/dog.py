"""The poster of a dog: its face, how it was raised, how it grew, whom it has beaten, and a board it remembers."""

from __future__ import annotations

from functools import partial

from pygame import Rect, Surface

from clevergo.app.kennel.messages import DogCard, TrainingNews
from clevergo.app.kennel.moments import BEST
from clevergo.app.ladder.rungs import growth_after
from clevergo.app.match.messages import BoardState
from clevergo.app.training.forecast import rungs
from clevergo.games.guests import games
from clevergo.ui.board.view import BoardPicture
from clevergo.ui.kit.base import cut_bottom, cut_left, cut_right, cut_top
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.kennel.card import Spark, origin_said
from clevergo.ui.scenes.play.faces import Face
from clevergo.ui.scenes.share.easel import TALL, Easel
from clevergo.ui.scenes.share.wishes import DogShared
from clevergo.ui.scenes.shared.faces import draw_player
from clevergo.ui.scenes.shared.player_names import dog_name
from clevergo.ui.scenes.shared.terms import game_words
from clevergo.ui.scenes.train.words import distinct, games_said, moment_said, opponent_name
from clevergo.ui.strings import KennelText, ShareText, Strings

_FACE, _BOARD, _CURVE = 148, 262, 132
_ROW = 31
_MOST_ROWS = 7
_NAME_SIZES = (38, 19)


def raised_said(strings: Strings, card: DogCard) -> str:
    """How it came to be what it is, in a sentence: ``Raised from nothing in 22 min, on a home computer``."""
    dog = card.info
    time = strings.duration(dog.seconds)
    if dog.is_shipped:
        return strings.get(ShareText.RAISED_SHIPPED, time=time)
    if not dog.games:
        return strings.get(KennelText.NEWBORN) if not dog.family else origin_said(strings, dog)
    if not dog.family:
        return strings.get(ShareText.RAISED, time=time)
    said = strings.get(ShareText.RAISED_ON, origin=origin_said(strings, dog), time=time)
    return said[:1].upper() + said[1:]


def memory_said(shared: DogShared) -> Words:
    """What its board shows."""
    memory, game = shared.memory, shared.card.info.game
    if memory is None:
        return ShareText.BY_ITSELF if shared.ages else ""
    if memory.kind == BEST:
        return ShareText.BEST_GAME

    def said(strings: Strings) -> str:
        words = moment_said(strings, game, memory.kind)
        return words[:1].upper() + words[1:]

    return said


def dog_poster(easel: Easel, shared: DogShared, board: BoardState) -> Surface:
    """1200 by 1500 pixels; ``board`` is what it remembers, or plays by itself."""
    look = easel.look
    surface, rest = easel.sheet(TALL)
    head, rest = cut_top(rest, look.px(_FACE), look.px(16))
    _draw_head(easel, surface, head, shared.card)
    curve, rest = cut_top(rest, look.px(26 + _CURVE + 22), look.px(14))
    _draw_curve(look, surface, curve, shared.card)
    left, right = cut_left(rest, look.px(_BOARD), look.px(26))
    _draw_board(easel, surface, left, shared, board)
    _draw_beaten(look, surface, right, shared.card)
    return surface


def _draw_head(easel: Easel, surface: Surface, box: Rect, card: DogCard) -> None:
    look, palette, dog = easel.look, easel.look.palette, card.info
    face, words = cut_left(box, look.px(_FACE), look.px(24))
    name = dog_name(look.strings, dog.name)
    draw_player(look, surface, face, Face(dog.face or dog.name, growth_after(dog.seconds)), name)
    title = easel.headline_in(name, Rect(0, 0, words.width, look.px(62)), _NAME_SIZES)
    sentence = raised_said(look.strings, card)
    size = next((one for one in (Size.HEADING, Size.BODY) if look.width(sentence, one) <= words.width), Size.BODY)
    lines = len(look.wrapped(sentence, words.width, size, 2))
    facts = [look.say(game_words(dog.game))] if len(games()) > 1 else []
    facts += [games_said(look.strings, dog.games)] if dog.games else []
    below = lines * look.line_height(size) + look.px(6 + 26)
    # Name, sentence and figures stand together in the middle of the face's height.
    used = Rect(words.left, words.centery - (title.height + below) // 2, words.width, title.height)
    easel.headline(surface, title, used, palette.ink)
    told = Rect(words.left, used.bottom + look.px(2), words.width, lines * look.line_height(size))
    look.paragraph(surface, sentence, _balanced(look, sentence, told, size), size, palette.jade_text)
    line = Rect(words.left, told.bottom + look.px(4), words.width, look.px(26))
    look.text(surface, " · ".join(facts), line, Size.BODY, palette.muted)


def _balanced(look: Look, text: str, box: Rect, size: int) -> Rect:
    """As narrow a part of the box as takes the same number of lines: no word stands alone on the last."""
    lines, step = len(look.wrapped(text, box.width, size)), look.px(4)
    widths = range(box.width, box.width // 2, -step)
    width = min((each for each in widths if len(look.wrapped(text, each, size)) == lines), default=box.width)
    return Rect(box.left, box.top, width, box.height)


def _draw_curve(look: Look, surface: Surface, box: Rect, card: DogCard) -> None:
    palette, dog = look.palette, card.info
    head, rest = cut_top(box, look.px(22), look.px(4))
    chart, foot = cut_bottom(rest, look.px(18), look.px(4))
    look.text(surface, ShareText.GREW, head, Size.BODY, palette.ink, True)
    if dog.rating is not None:
        error = look.say(KennelText.RATING_SAID(error=dog.rating_error or 0.0))
        head, right = cut_right(head, look.width(error, Size.SMALL) + look.px(2), look.px(4))
        look.text(surface, error, right, Size.SMALL, palette.muted, False, Align.RIGHT)
        look.text(surface, f"{dog.rating:.0f}", head, Size.TITLE, palette.gold_text, True, Align.RIGHT)
    spark = Spark()
    spark.show(card)
    spark.place(chart, look)
    spark.draw(surface, look)
    if card.strengths:
        strings = look.strings
        look.text(surface, ShareText.BIRTH, foot, Size.TINY, palette.muted)
        grown = {"games": games_said(strings, dog.games), "time": strings.duration(dog.seconds)}
        last = strings.get(KennelText.AGE, **grown)
        look.text(surface, last, foot, Size.TINY, palette.muted, False, Align.RIGHT)


def _draw_board(easel: Easel, surface: Surface, box: Rect, shared: DogShared, board: BoardState) -> None:
    look = easel.look
    wood, words = cut_bottom(box, look.px(22), look.px(8))
    side = min(wood.size)
    place = Rect(wood.left, wood.top, side, side)
    easel.board(surface, place, BoardPicture(board, coordinates=False))
    caption = Rect(place.left, place.bottom + look.px(8), place.width, words.height)
    look.text(surface, memory_said(shared), caption, Size.SMALL, look.palette.muted, False, Align.CENTER)


def _draw_beaten(look: Look, surface: Surface, box: Rect, card: DogCard) -> None:
    """The strongest it has beaten, the strongest first, each with how long it had trained by then."""
    palette, strings = look.palette, look.strings
    head, rest = cut_top(box, look.px(24), look.px(6))
    look.text(surface, ShareText.BEATEN, head, Size.BODY, palette.ink, True)
    strongest = [name for name, _ in reversed(rungs(card.info.game))]
    beaten = {str(news.values["opponent"]): news for news in distinct(card.milestones)}
    order = sorted(beaten, key=lambda name: strongest.index(name) if name in strongest else len(strongest))
    if not order:
        look.paragraph(surface, ShareText.BEATEN_NONE, rest, Size.SMALL, palette.muted)
        return
    for name in order[:_MOST_ROWS]:
        row, rest = cut_top(rest, look.px(_ROW))
        _draw_row(look, surface, row, partial(opponent_name, opponent=name), beaten[name])
    if len(order) > _MOST_ROWS:
        words = strings.get(ShareText.BEATEN_MORE, n=len(order) - _MOST_ROWS)
        row, _ = cut_top(rest, look.px(_ROW))
        look.text(surface, words, row, Size.SMALL, palette.muted)


def _draw_row(look: Look, surface: Surface, row: Rect, words: Words, news: TrainingNews) -> None:
    palette = look.palette
    ring, rest = cut_left(row, look.px(12), look.px(8))
    look.disc(surface, ring.center, look.px(4.5), palette.panel, palette.gold)
    time = look.strings.duration(news.seconds) if news.seconds else ""
    name, right = cut_right(rest, look.width(time, Size.SMALL) + look.px(2), look.px(6))
    look.text(surface, words, name, Size.BODY, palette.ink)
    look.text(surface, time, right, Size.SMALL, palette.muted, False, Align.RIGHT)
