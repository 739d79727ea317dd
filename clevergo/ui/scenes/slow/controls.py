"""What moves through a search: buttons, a scrubber, the speed; and the four phases, the present one lit."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise

from pygame import Rect, Surface

from clevergo.ui.kit.base import Group
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.choice import Option, Segmented, Slider
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import Size, mix
from clevergo.ui.scenes.shared.table import TellingGroup
from clevergo.ui.scenes.slow.timeline import Phase, Player
from clevergo.ui.strings import SlowText, Strings

_BUTTON = 34
_SPEED = 46


class Controls(Group):
    """One row; it changes the player and tells whoever shows what is to be seen now."""

    def __init__(self, player: Player, changed: Callable[[], None]) -> None:
        super().__init__()
        self._player = player
        self._changed = changed
        quiet = ButtonKind.QUIET
        end = 10**9
        self._start = self._button("start", Icon.FIRST, lambda: player.go(0), SlowText.TIP_START)
        self._last_simulation = self._button("rewind", Icon.REWIND, lambda: player.leap(-1), SlowText.TIP_LAST_SIM)
        self._earlier = self._button("earlier", Icon.LEFT, lambda: player.go(player.at - 1), SlowText.TIP_EARLIER)
        self._play = Button("", self.switch, quiet, Icon.PLAY, id="slow.play", tip=SlowText.TIP_PLAY)
        self._later = self._button("later", Icon.RIGHT, lambda: player.go(player.at + 1), SlowText.TIP_LATER)
        self._next_simulation = self._button("forward", Icon.FORWARD, lambda: player.leap(1), SlowText.TIP_NEXT_SIM)
        self._end = self._button("end", Icon.LAST, lambda: player.go(end), SlowText.TIP_END)
        self._buttons = (
            self._start,
            self._last_simulation,
            self._earlier,
            self._play,
            self._later,
            self._next_simulation,
            self._end,
        )
        self._scrubber = Slider(0.0, self._scrub, id="slow.scrub", tip=SlowText.TIP_SCRUB)
        speeds = [Option(speed, partial(_times, speed=speed)) for speed in player.SPEEDS]
        self._speed: Segmented[float] = Segmented(
            speeds, player.speed, self._set_speed, id="slow.speed", tip=SlowText.TIP_SPEED
        )
        self.add(*self._buttons, self._scrubber, self._speed)

    def _button(self, name: str, icon: Icon, act: Callable[[], None], tip: Words) -> Button:
        def pressed() -> None:
            self._player.play(False)
            act()
            self._changed()

        button = Button("", pressed, ButtonKind.QUIET, icon, id=f"slow.{name}", tip=tip)
        button.is_silent = True
        return button

    def refresh(self) -> None:
        """Show where the player is."""
        player = self._player
        has_story = bool(player.moments)
        for button in self._buttons:
            button.is_enabled = has_story
        for button in (self._start, self._last_simulation, self._earlier):
            button.is_enabled = has_story and player.at > 0
        for button in (self._later, self._next_simulation, self._end):
            button.is_enabled = has_story and player.at < player.last
        self._play.icon = Icon.PAUSE if player.is_playing else Icon.PLAY
        self._play.kind = ButtonKind.CHOSEN if has_story else ButtonKind.QUIET
        self._play.explain(SlowText.TIP_PAUSE if player.is_playing else SlowText.TIP_PLAY)
        self._scrubber.is_enabled = has_story
        self._scrubber.value = player.at / player.last if player.last > 0 else 0.0
        self._speed.value = player.speed

    def switch(self) -> None:
        """Play, or pause."""
        self._player.play(not self._player.is_playing)
        self._changed()

    def _scrub(self, part: float) -> None:
        self._player.play(False)
        self._player.go(round(part * self._player.last))
        self._changed()

    def _set_speed(self, speed: float) -> None:
        self._player.change_speed(self._player.SPEEDS.index(speed) - self._player.SPEEDS.index(self._player.speed))
        self._changed()

    def arrange(self, rect: Rect, look: Look) -> None:
        side, gap = look.px(_BUTTON), look.px(2)
        rest = rect
        for button in self._buttons:
            rest = button.place_left(rest, look, side, gap)
        speed = min(look.px(_SPEED) * len(self._player.SPEEDS), rest.width // 2)
        rest = self._speed.place_right(rest, look, speed, look.px(14))
        self._scrubber.place(Rect(rest.left + look.px(8), rest.top, rest.width - look.px(8), rest.height), look)


def _times(strings: Strings, speed: float) -> str:
    return f"{strings.figure(speed, 'g')}×"


_WORDS = {
    Phase.SELECT: (SlowText.SELECT, SlowText.TIP_SELECT),
    Phase.EXPAND: (SlowText.EXPAND, SlowText.TIP_EXPAND),
    Phase.EVALUATE: (SlowText.EVALUATE, SlowText.TIP_EVALUATE),
    Phase.BACK_UP: (SlowText.BACK_UP, SlowText.TIP_BACK_UP),
    Phase.RESULT: (SlowText.RESULT, SlowText.TIP_RESULT),
}
_ARROW = 16


class PhaseChips(TellingGroup):
    """The phases in their order, the present one in jade; the result once there is one."""

    def __init__(self) -> None:
        super().__init__()
        self._now: Phase | None = None

    def show(self, now: Phase | None) -> None:
        """Light one of them."""
        if now is not self._now:
            self._now = now
            self.invalidate()

    def needed_width(self, look: Look) -> int:
        """Pixels for all of them."""
        return sum(self._widths(look)) + look.px(_ARROW) * (len(_WORDS) - 1)

    def arrange(self, rect: Rect, look: Look) -> None:
        pairs = zip(self._boxes(look), _WORDS.values(), strict=True)
        self.tell([(box, tip) for box, (_, tip) in pairs], look)

    def _widths(self, look: Look) -> list[int]:
        return [look.width(look.say(words), Size.SMALL, True) + look.px(18) for words, _ in _WORDS.values()]

    def _boxes(self, look: Look) -> list[Rect]:
        boxes, left = [], self.rect.left
        shrink = min(1.0, self.rect.width / max(self.needed_width(look), 1))
        for width in self._widths(look):
            boxes.append(Rect(left, self.rect.top, round(width * shrink), self.rect.height))
            left = boxes[-1].right + round(look.px(_ARROW) * shrink)
        return boxes

    def draw_behind(self, surface: Surface, look: Look) -> None:
        palette = look.palette
        boxes = self._boxes(look)
        for phase, box in zip(_WORDS, boxes, strict=True):
            is_now = phase is self._now
            if is_now:
                look.rounded(surface, box, 8, palette.jade)
            ink = palette.on_jade if is_now else palette.muted
            look.text(surface, _WORDS[phase][0], box.inflate(-look.px(6), 0), Size.SMALL, ink, is_now, Align.CENTER)
        for box, after in pairwise(boxes):
            arrow = Rect(box.right, box.top, after.left - box.right, box.height)
            look.icon(surface, Icon.RIGHT, arrow, mix(palette.panel, palette.muted, 0.6), 14)
