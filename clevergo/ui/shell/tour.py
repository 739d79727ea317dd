"""The first minute: a few short steps, each a card beside the thing it is about. It can be skipped and seen again.

The first one asks whether one can play at all, and leads those who cannot to the lessons.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from clevergo.app.desk.settings import SceneName
from clevergo.games.guests import games
from clevergo.ui.kit.base import ENTER, Mark, cut_bottom, cut_top, inset, is_key, kept_inside, place_columns
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.look import Look
from clevergo.ui.kit.root import Popup
from clevergo.ui.kit.theme import PANEL_RADIUS, Size
from clevergo.ui.shell.scene import Visit
from clevergo.ui.strings import TourText, Wording

if TYPE_CHECKING:
    from clevergo.ui.shell.stage import Stage

_WIDTH, _PAD = 348, 20
_BUTTON, _BETWEEN = 38, 10
_GAP = 18
"""Between the card and what it points at."""
_RING = 6
_VEIL = 96
"""How much the rest of the window is dimmed, of 255."""


@dataclass(frozen=True)
class Step:
    """One of them."""

    scene: SceneName
    targets: tuple[str, ...]
    """Ids of what it is about: the first of them that is there is pointed at; with none it stands in the middle."""
    title: Wording
    said: Wording
    going_on: Wording = TourText.NEXT
    """What is written on the button that leads on."""
    offers_lessons: bool = False
    """Whether there is a way to the lessons of every game that has some."""


STEPS = (
    Step(SceneName.PLAY, (), TourText.LEARN, TourText.LEARN_SAID, TourText.KNOWN, offers_lessons=True),
    Step(SceneName.PLAY, ("play.ladder.0", "play.start", "play.new"), TourText.PLAY, TourText.PLAY_SAID),
    Step(SceneName.TRAIN, ("train.adopt", "train.dog"), TourText.ADOPT, TourText.ADOPT_SAID),
    Step(SceneName.TRAIN, ("hello.story", "train.toggle"), TourText.WATCH, TourText.WATCH_SAID, TourText.DONE),
)


class Tour(Popup):
    """Points at things; whatever is clicked beside its card works as ever, and ends it.

    But for the switches of the window: who wants to read it in another language wants to go on reading.
    """

    stays = True
    veils = True

    def __init__(self, stage: Stage, ended: Callable[[], None]) -> None:
        super().__init__(id="tour")
        self._stage = stage
        self._ended = ended
        self._index = 0
        self._card = Rect(0, 0, 0, 0)
        self._target: Rect | None = None
        self._next = Button(STEPS[0].going_on, self.go_on, id="tour.next")
        self._skip = Button(TourText.SKIP, self.close, ButtonKind.QUIET, id="tour.skip")
        self._lessons = [
            Button(Wording(f"lesson.{name}"), partial(self._learn, name), id=f"tour.learn.{name}")
            for name, game in games().items()
            if game.lessons_file
        ]
        if self._lessons:
            self._lessons[0].kind = ButtonKind.PRIMARY
        self.add(*self._lessons, self._skip, self._next)
        self._show_step()

    @property
    def step(self) -> Step:
        """The step that is shown."""
        return STEPS[self._index]

    def go_on(self) -> None:
        """The next step, or the end."""
        if self._index + 1 == len(STEPS):
            self.close()
            return
        self._index += 1
        self._show_step()
        self._stage.go_to(self.step.scene)
        self.place(self._stage.rect, self._stage.look)

    def _show_step(self) -> None:
        step = self.step
        self._next.words = step.going_on
        self._next.kind = ButtonKind.PLAIN if step.offers_lessons else ButtonKind.PRIMARY
        for button in self._lessons:
            button.is_visible = step.offers_lessons

    def _learn(self, game: str) -> None:
        """To the lessons of a game."""
        self.close()
        self._stage.go_to(SceneName.LEARN, Visit(entry=f"lessons.{game}"))

    def closed(self) -> None:
        super().closed()
        self._ended()

    def at(self, pos: tuple[int, int]) -> Popup | Button | None:
        """Only the card is in the way: what lies beside it stays in reach."""
        found = super().at(pos)
        return self if found is self and self._card.collidepoint(pos) else found if isinstance(found, Button) else None

    def is_left_by(self, pos: tuple[int, int]) -> bool:
        return super().is_left_by(pos) and not self._stage.bar.has_switch_at(pos)

    def key(self, event: Event) -> bool:
        """Enter is the button that calls for attention; the arrow goes on."""
        if is_key(event, *ENTER) and self._lessons and self.step.offers_lessons:
            self._lessons[0].clicked()
        elif is_key(event, *ENTER, pygame.K_RIGHT):
            self.go_on()
        else:
            return False
        return True

    def marks(self, look: Look) -> list[Mark]:
        buttons = (*self._lessons, self._skip, self._next)
        return [mark for button in buttons if button.is_visible for mark in button.marks(look)]

    # --- where it stands ---

    def arrange(self, rect: Rect, look: Look) -> None:
        self._target = self._find_target()
        pad, width = look.px(_PAD), min(look.px(_WIDTH), rect.width - look.px(40))
        lines = len(look.wrapped(look.say(self.step.said), width - 2 * pad, Size.BODY))
        ways = [button for button in self._lessons if button.is_visible]
        height = 2 * pad + look.line_height(Size.HEADING) + lines * look.line_height(Size.BODY) + look.px(_BUTTON + 28)
        height += look.px(_BUTTON + _BETWEEN) if ways else 0
        self._card = self._beside(Rect(0, 0, width, height), look)
        rest, row = cut_bottom(inset(self._card, pad), look.px(_BUTTON), look.px(_BETWEEN))
        if ways:
            place_columns(ways, cut_bottom(rest, look.px(_BUTTON))[1], look, look.px(8))
        for button in (self._next, self._skip):
            row = button.place_right(row, look, max(button.needed_width(look), look.px(72)), look.px(8))
        self.invalidate()

    def _find_target(self) -> Rect | None:
        scene = self._stage.scene
        marks = {mark.id: mark.rect for mark in scene.marks(self._stage.look)} if scene is not None else {}
        return next((marks[name] for name in self.step.targets if name in marks), None)

    def _beside(self, card: Rect, look: Look) -> Rect:
        """The card at the side of its target where there is more room; in the middle without a target."""
        room = inset(self._stage.rect, look.px(16))
        if self._target is None:
            card.center = room.center
            return card
        gap = look.px(_GAP)
        card.centery = self._target.centery
        if self._target.left - room.left >= room.right - self._target.right:
            card.right = self._target.left - gap
        else:
            card.left = self._target.right + gap
        return kept_inside(card, room)

    def follow(self) -> None:
        """Follow what it points at, wherever that has moved."""
        if self._find_target() != self._target:
            self.place(self._stage.rect, self._stage.look)

    # --- drawing ---

    def draw_behind(self, surface: Surface, look: Look) -> None:
        self._draw_veil(surface, look)
        if self._target is not None:
            ring = self._target.inflate(2 * look.px(_RING), 2 * look.px(_RING))
            look.rounded(surface, ring, PANEL_RADIUS, None, look.palette.gold, 2)
            self._draw_pointer(surface, look)
        look.shadow(surface, self._card, PANEL_RADIUS, 26, 1.4)
        look.rounded(surface, self._card, PANEL_RADIUS, look.palette.panel, look.palette.line)
        inner = inset(self._card, look.px(_PAD))
        title, rest = cut_top(inner, look.line_height(Size.HEADING), look.px(6))
        look.text(surface, self.step.title, title, Size.HEADING, look.palette.ink, True)
        said, row = cut_bottom(rest, look.px(_BUTTON), look.px(18))
        look.paragraph(surface, self.step.said, said, Size.BODY, look.palette.muted)
        count = look.strings.get(TourText.STEP, step=self._index + 1, steps=len(STEPS))
        look.text(surface, count, Rect(row.left, row.top, look.px(60), row.height), Size.SMALL, look.palette.muted)

    def _draw_veil(self, surface: Surface, look: Look) -> None:
        """Dim everything but the target."""
        clip = surface.get_clip()
        veil = Surface(clip.size, pygame.SRCALPHA)
        veil.fill((*look.palette.shadow, _VEIL))
        if self._target is not None:
            hole = self._target.inflate(2 * look.px(_RING), 2 * look.px(_RING)).move(-clip.left, -clip.top)
            pygame.draw.rect(veil, (0, 0, 0, 0), hole, border_radius=look.px(PANEL_RADIUS))
        surface.blit(veil, clip)

    def _draw_pointer(self, surface: Surface, look: Look) -> None:
        """A small diamond on the card's edge that faces the target."""
        assert self._target is not None
        if self._card.colliderect(self._target):
            return
        half = look.px(8)
        y = min(max(self._target.centery, self._card.top + 2 * half), self._card.bottom - 2 * half)
        x = self._card.right if self._target.left >= self._card.right else self._card.left
        points = [(x - half, y), (x, y - half), (x + half, y), (x, y + half)]
        pygame.draw.polygon(surface, look.palette.panel, points)
        pygame.draw.lines(surface, look.palette.line, True, points)
