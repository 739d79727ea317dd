"""A dog's card: its face, who it is, how strong, how it grew, and what one can do with it."""

from __future__ import annotations

import enum
from collections.abc import Callable
from pathlib import PureWindowsPath

import pygame
from pygame import Rect, Surface

from clevergo.app.desk.paths import DOG_SUFFIXES
from clevergo.app.kennel.messages import DogCard, DogInfo
from clevergo.games.guests import games
from clevergo.ui.kit.base import Shown, Widget, centered, cut_bottom, cut_left, cut_right, cut_top, place_columns
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Panel
from clevergo.ui.kit.look import Align, Look, Words, smooth_line
from clevergo.ui.kit.shapes import filled_area
from clevergo.ui.kit.theme import PANEL_RADIUS, Size, mix
from clevergo.ui.scenes.kennel.portrait import draw_face, face_of, kept_face
from clevergo.ui.scenes.shared.dog_names import net_explained, net_said
from clevergo.ui.scenes.shared.player_names import dog_name
from clevergo.ui.scenes.shared.terms import game_words
from clevergo.ui.scenes.train.words import DASH, games_said, hardest_beaten, opponent_explained, opponent_name
from clevergo.ui.strings import KennelText, ShareText, Strings, Text

_FACE = 64
_BUTTON = 34
_LINE = 22
_SHARE = 30
_FIRST_FACE = "dog4"
_LEAST_SPAN = 400.0
"""Elo points a curve spans at least, so that a young dog's does not look like a cliff."""


class Deed(enum.Enum):
    """What can be done with a dog."""

    PLAY = "play"
    TRAIN = "train"
    WATCH = "watch"
    MORE = "more"
    AGES = "ages"
    PLAY_BEST = "play_best"
    RENAME = "rename"
    COPY = "copy"
    EXPORT = "export"
    SHARE = "share"
    RETIRE = "retire"
    BRING_BACK = "bring_back"
    DELETE = "delete"


def games_and_time_said(strings: Strings, dog: DogInfo) -> str:
    """How old a dog is, in games and time."""
    if not dog.games and dog.seconds < 1:
        return strings.get(KennelText.NEWCOMER if _file_of(dog) else KennelText.NEWBORN)
    return strings.get(KennelText.AGE, games=games_said(strings, dog.games), time=strings.duration(dog.seconds))


def _file_of(dog: DogInfo) -> str:
    """The name of the file its weights came from, taught elsewhere; empty for all others."""
    file = PureWindowsPath(dog.family)
    return file.name if file.suffix.lower() in DOG_SUFFIXES else ""


def origin_said(strings: Strings, dog: DogInfo) -> str:
    """Where a dog comes from."""
    if dog.is_shipped:
        return strings.get(KennelText.SHIPPED)
    if file := _file_of(dog):
        return strings.get(KennelText.OUT_OF_FILE, file=file)
    if dog.family:
        return strings.get(KennelText.PUP_OF, parent=dog_name(strings, dog.family))
    return strings.get(KennelText.FROM_NOTHING)


def body_said(strings: Strings, card: DogCard) -> str:
    """What its net is like, and how much of the disk all that is kept of it takes."""
    body = net_explained(strings, card.info.net)
    if not card.disk_bytes or card.info.is_shipped:
        return body
    size = strings.get(KennelText.MEGABYTES, size=max(round(card.disk_bytes / 1e6), 1))
    takes = strings.get(KennelText.TAKES, size=size)
    return strings.get(KennelText.BODY_AND_SIZE, body=body, size=takes) if body else takes


class Portrait(Widget):
    """The dog's face; a jade ring while it trains."""

    _seen = Shown[tuple[str, bool, bool]](("", False, False))
    """What the face is drawn from, whether it is pale, and whether it trains."""

    def show(self, dog: DogInfo, is_active: bool) -> None:
        """Whose face it is."""
        self._seen = dog.face or dog.name, dog.is_retired, is_active

    def draw(self, surface: Surface, look: Look) -> None:
        diameter, (seed, is_pale, is_active) = min(self.rect.size), self._seen
        face = kept_face(look, seed, diameter, is_pale)
        surface.blit(face, face.get_rect(center=self.rect.center))
        if is_active:
            look.disc(surface, self.rect.center, diameter / 2 + look.px(2), None, look.palette.jade)


class Spark(Widget):
    """A small curve of the rating with its error band and rings where somebody was beaten."""

    _card = Shown[DogCard | None]()
    """Whose growth it is."""

    def __init__(self) -> None:
        super().__init__()
        self._kept: tuple[tuple[object, ...], Surface] | None = None

    def show(self, card: DogCard) -> None:
        """Whose growth it is."""
        self._card = card

    def draw(self, surface: Surface, look: Look) -> None:
        palette, card = look.palette, self._card
        look.rounded(surface, self.rect, 8, palette.sunken)
        if card is None or not card.strengths:
            is_grown_up = card is not None and card.info.is_shipped
            said = KennelText.NO_CURVE_KEPT if is_grown_up else KennelText.NO_CURVE
            look.text(surface, said, self.rect, Size.TINY, palette.muted, False, Align.CENTER)
            return
        if look.drawn is not None:  # who notes texts looks at no curve
            return
        key = (look, self.rect.size, card.strengths, card.milestones)
        if self._kept is None or self._kept[0] != key:
            self._kept = key, self._picture(look, card)
        surface.blit(self._kept[1], self.rect)

    def _picture(self, look: Look, card: DogCard) -> Surface:
        picture = Surface(self.rect.size, pygame.SRCALPHA)
        inside = picture.get_rect().inflate(-look.px(20), -look.px(18))
        points, gold = card.strengths, look.palette.gold
        last = max(points[-1].games, 1)
        low = min(0.0, min(p.rating for p in points))
        high = max(low + _LEAST_SPAN, max(p.rating + p.error for p in points))

        def place(games: float, rating: float) -> tuple[float, float]:
            part = (rating - low) / (high - low)
            return inside.left + games / last * inside.width, inside.bottom - part * inside.height

        line = [place(p.games, p.rating) for p in points]
        upper = [place(p.games, p.rating + p.error) for p in points]
        lower = [place(p.games, max(p.rating - p.error, low)) for p in points]
        filled_area(picture, upper, lower, gold, 52)
        smooth_line(picture, line, gold, 2 * look.scale)
        for news in card.milestones:
            games = float(news.values.get("games", 0) or 0)
            nearest = min(points, key=lambda p: abs(p.games - games))
            x, y = place(nearest.games, nearest.rating)
            look.disc(picture, (round(x), round(y)), look.px(3.5), look.palette.panel, gold)
        if len(points) == 1:
            look.disc(picture, (round(line[0][0]), round(line[0][1])), look.px(3), gold)
        return picture


class CardPanel(Panel):
    """Everything about one dog."""

    def __init__(self, number: int, do: Callable[[DogCard, Deed, Rect], None]) -> None:
        super().__init__()
        self._do = do
        self._card: DogCard | None = None
        self._is_active = False
        self._portrait = Portrait()
        self._name = Label("", Size.HEADING, bold=True)
        self._age = Label("", Size.SMALL, color="muted")
        self._origin = Label("", Size.SMALL, color="muted")
        self._rating = Label(DASH, Size.TITLE, bold=True, color="gold_text", tip=Text.TIP_STRENGTH)
        self._error = Label("", Size.SMALL, color="muted", tip=Text.TIP_STRENGTH)
        self._spark = Spark()
        self._beaten = Label("", Size.SMALL, color="gold_text")
        quiet, plain = ButtonKind.QUIET, ButtonKind.PLAIN

        def button(words: Words, deed: Deed, kind: ButtonKind = plain, icon: Icon | None = None) -> Button:
            return Button(words, lambda: self._ask(deed), kind, icon, Size.SMALL, id=f"kennel.{number}.{deed.value}")

        self._ages = button("", Deed.AGES, quiet)
        self._ages.tip = KennelText.TIP_AGES
        self._play = button(KennelText.PLAY, Deed.PLAY)
        self._train = button(KennelText.TRAIN, Deed.TRAIN)
        self._watch = button(KennelText.WATCH, Deed.WATCH)
        self._back = button(KennelText.BRING_BACK, Deed.BRING_BACK)
        self._more = button("", Deed.MORE, plain, Icon.DOWN)
        self._more.tip = KennelText.MORE
        self._share = button("", Deed.SHARE, quiet, Icon.SHARE)
        self._share.tip = ShareText.TIP_SHARE
        self.add(self._portrait, self._name, self._age, self._origin, self._spark, self._rating, self._error)
        self.add(self._share, self._beaten, self._ages, self._play, self._train, self._watch, self._back, self._more)

    def show(self, card: DogCard, is_active: bool, strings: Strings) -> None:
        """Whose card it is, and whether it trains now."""
        self._card, self._is_active = card, is_active
        dog = card.info
        self._portrait.show(dog, is_active)
        self._name.words = dog_name(strings, dog.name)
        self._age.words = games_and_time_said(strings, dog)
        self._origin.color = "jade_text" if is_active else "muted"
        self._origin.tip = lambda s: body_said(s, card)
        self._rating.words = DASH if dog.rating is None else f"{dog.rating:.0f}"
        self._rating.color = "muted" if dog.is_retired or dog.rating is None else "gold_text"
        self._rating.is_visible = self._error.is_visible = dog.rating is not None
        self._error.words = strings.get(KennelText.RATING_SAID, error=dog.rating_error or 0.0)
        self._spark.show(card)
        beaten = hardest_beaten(card.milestones, dog.game)
        self._beaten.words = strings.get(KennelText.BEATS, opponent=opponent_name(strings, beaten)) if beaten else ""
        self._beaten.tip = lambda s: opponent_explained(s, beaten)
        self._ages.words = strings.get(KennelText.AGES, ages=len(card.ages))
        self._ages.is_visible = bool(card.ages)
        self._show_buttons(dog)
        if self.root is not None and self.rect.width:
            self._say_origin(self.root.look)
            self._place_rating(self._spark.rect, self.root.look)
        self.invalidate()

    def _say_origin(self, look: Look) -> None:
        """Its net, where there is room for that, and where it comes from; or that it trains or rests."""
        if self._card is None:
            return
        dog, strings = self._card.info, look.strings
        said = origin_said(strings, dog)
        if len(games()) > 1:
            said = f"{game_words(dog.game)(strings)} · {said}"
        with_net = f"{net_said(strings, dog.net)} · {said}"
        has_room = bool(dog.net) and look.width(with_net, Size.SMALL) <= self._origin.rect.width
        said = with_net if has_room else said
        if self._is_active or dog.is_retired:
            state = strings.get(KennelText.TRAINS if self._is_active else KennelText.RESTS)
            said = state if len(games()) < 2 else f"{game_words(dog.game)(strings)} · {state}"
        self._origin.words = said

    def _show_buttons(self, dog: DogInfo) -> None:
        for button in (self._play, self._train, self._watch):
            button.is_visible = not dog.is_retired
        self._back.is_visible = dog.is_retired
        self._play.is_enabled = self._watch.is_enabled = dog.weights is not None
        self._play.tip = self._watch.tip = "" if dog.weights is not None else KennelText.TIP_NO_WEIGHTS
        self._train.is_enabled = not dog.is_shipped
        self._train.tip = KennelText.TIP_SHIPPED_TRAIN if dog.is_shipped else ""

    def _ask(self, deed: Deed) -> None:
        if self._card is not None:
            self._do(self._card, deed, self._more.rect)

    def arrange(self, rect: Rect, look: Look) -> None:
        inner = self.inner(look, 16, 14)
        head, rest = cut_top(inner, look.px(_FACE + 4), look.px(10))
        rest, foot = cut_bottom(rest, look.px(_BUTTON), look.px(10))
        spark, line = cut_bottom(rest, look.px(_LINE), look.px(6))
        self._place_head(head, look)
        self._spark.place(spark, look)
        self._place_rating(spark, look)
        ages = min(self._ages.needed_width(look), line.width // 2)
        beaten, ages_box = cut_right(line, ages, look.px(8))
        self._beaten.place(beaten, look)
        self._ages.place(ages_box.move(look.px(14), 0).inflate(0, look.px(4)), look)
        buttons = self._more.place_right(foot, look, look.px(_BUTTON), look.px(8))
        place_columns((self._play, self._train, self._watch), buttons, look, look.px(8))
        self._back.place(buttons, look)

    def _place_head(self, head: Rect, look: Look) -> None:
        face, words = cut_left(head, look.px(_FACE), look.px(14))
        self._portrait.place(Rect(face.left, face.top, face.width, face.width), look)
        name, share = cut_right(cut_top(words, look.px(26))[0], look.px(_SHARE), look.px(6))
        self._share.place(Rect(share.left + look.px(6), words.top - look.px(3), share.width, share.width), look)
        self._name.place(name, look)
        below = cut_top(words, look.px(26))[1]
        below = self._age.place_top(below, look, look.px(20), look.px(1))
        self._origin.place(Rect(words.left, below.top, words.width, look.px(20)), look)
        self._say_origin(look)

    def _place_rating(self, spark: Rect, look: Look) -> None:
        """In the chart's lower right, where a curve that grows leaves room."""
        error = look.width(look.say(self._error.words), Size.SMALL) + look.px(4)
        width = look.width(look.say(self._rating.words), Size.TITLE, True) + look.px(10)
        right, bottom = spark.right - look.px(12), spark.bottom - look.px(6)
        self._error.place(Rect(right - error, bottom - look.px(27), error, look.px(27)), look)
        self._rating.place(Rect(right - error - width, bottom - look.px(30), width, look.px(30)), look)


class GhostCard(Panel):
    """Where the first dog of one's own will be."""

    def __init__(self, adopt: Callable[[], None]) -> None:
        super().__init__()
        self._button = Button(KennelText.ADOPT, adopt, ButtonKind.PRIMARY, id="kennel.adopt_first")
        self._face = self._title = self._said = Rect(0, 0, 0, 0)
        self.add(self._button)

    def arrange(self, rect: Rect, look: Look) -> None:
        inner = self.inner(look)
        height = look.px(72 + 8 + 28 + 24 + 12 + 40)
        whole = Rect(inner.left, inner.centery - height // 2, inner.width, height)
        self._face, rest = cut_top(whole, look.px(72), look.px(8))
        self._title, rest = cut_top(rest, look.px(28))
        self._said, rest = cut_top(rest, look.px(24), look.px(12))
        width = min(max(self._button.needed_width(look), look.px(160)), rest.width)
        self._button.place(centered(rest, width, look.px(40)), look)

    def draw_behind(self, surface: Surface, look: Look) -> None:
        palette, side = look.palette, self._face.height
        look.rounded(surface, self.rect, PANEL_RADIUS, mix(palette.ground, palette.panel, 0.5), palette.line)
        face = look.kept(("ghost face", side), lambda: draw_face(face_of(_FIRST_FACE), side, palette.is_dark, True))
        surface.blit(face, face.get_rect(center=self._face.center))
        look.text(surface, KennelText.ADOPT_FIRST, self._title, Size.HEADING, palette.ink, True, Align.CENTER)
        look.text(surface, KennelText.ADOPT_FIRST_SAID, self._said, Size.SMALL, palette.muted, False, Align.CENTER)
