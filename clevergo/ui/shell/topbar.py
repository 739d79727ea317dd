"""The bar along the top: the seal, the scenes, and what is true of the whole window (language, colors, sound)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from clevergo.app.desk.settings import SceneName, Theme
from clevergo.locale import Language, languages
from clevergo.ui.kit.base import Group, Shown
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.keys import full_screen_keys
from clevergo.ui.kit.look import Align, Look
from clevergo.ui.kit.theme import Size, mix
from clevergo.ui.shell.music import piece_words
from clevergo.ui.strings import Strings, Text

if TYPE_CHECKING:
    from clevergo.ui.shell.stage import Stage

TAB_WORDS = {
    SceneName.PLAY: Text.SCENE_PLAY,
    SceneName.TRAIN: Text.SCENE_TRAIN,
    SceneName.KENNEL: Text.SCENE_KENNEL,
    SceneName.COMPETE: Text.SCENE_COMPETE,
    SceneName.LEARN: Text.SCENE_LEARN,
}
_SEAL = 30
_TAB_HEIGHT = 32
_ICON_BUTTON = 36
_LEAST_PADDING, _LEAST_GAP = 12, 4
"""Around a tab's words and between tabs, where there is little room."""
_NAMES = ((Size.HEADING, True, 0), (Size.SMALL, False, 2))
"""The program's name and its other name: size, whether bold, how much lower."""


class Tab(Button):
    """The name of a scene; the current one on a pill with a vermilion line below."""

    is_current = Shown(False)
    """Whether its scene is shown."""

    def __init__(self, name: SceneName, action: Callable[[], None]) -> None:
        super().__init__(TAB_WORDS[name], action, ButtonKind.QUIET, id=f"nav.{name.value}")
        self.name = name

    def draw(self, surface: Surface, look: Look) -> None:
        palette, glow = look.palette, self.glow.value
        pill = Rect(0, 0, self.rect.width, look.px(_TAB_HEIGHT))
        pill.center = self.rect.center
        if self.is_current:
            look.rounded(surface, pill, 16, palette.sunken, palette.line)
            mark = Rect(0, 0, look.px(24), look.px(3))
            mark.midbottom = self.rect.midbottom
            surface.fill(palette.accent, mark)
        elif glow > 0.02:
            look.rounded(surface, pill, 16, mix(palette.panel, palette.sunken, glow))
        ink = palette.ink if self.is_current else mix(palette.muted, palette.ink, glow)
        look.text(surface, self.words, self.rect, Size.BODY, ink, self.is_current, Align.CENTER)
        self.draw_focus(surface, look, 16, pill)


class TopBar(Group):
    """Seal and name, tabs, and the switches at the right."""

    def __init__(self, stage: Stage, tabs: Sequence[SceneName]) -> None:
        super().__init__()
        self._stage = stage
        change = stage.change
        self.tabs = [Tab(name, lambda name=name: stage.go_to(name)) for name in tabs]  # type: ignore[misc]
        quiet = ButtonKind.QUIET
        self._language = Button(
            " / ".join(language.short for language in languages()),
            lambda: change(language=self._next_language()),
            quiet,
            size=Size.SMALL,
            id="nav.language",
            tip=lambda _: Strings(self._next_language()).get(Text.TIP_LANGUAGE),
        )
        self._theme = Button(
            "", lambda: change(theme=Theme.LIGHT if stage.is_dark else Theme.DARK), quiet, id="nav.theme"
        )
        self._sound = Button("", lambda: change(sound_on=not stage.preferences.now.sound_on), quiet, id="nav.sound")
        self._music = Button("", lambda: stage.open_music(self._music.rect), quiet, id="nav.music", tip=self._heard)
        self._more = Button("", stage.open_settings, quiet, Icon.GEAR, id="nav.settings", tip=Text.TIP_SETTINGS)
        self._leave = Button("", stage.leave, quiet, Icon.LEAVE, id="nav.leave", tip=Text.TIP_LEAVE)
        self._shrink = Button("", lambda: change(full_screen=False), quiet, Icon.SHRINK, Size.SMALL, id="nav.window")
        self._shrink.tip = Text.TIP_LEAVE_FULL_SCREEN(key=lambda strings: full_screen_keys(strings)[0])
        self.add(
            *self.tabs, self._shrink, self._music, self._sound, self._theme, self._language, self._more, self._leave
        )
        self._named = 2
        """How many of the program's names there is room for."""
        self.refresh()

    def refresh(self) -> None:
        """Show what the settings are now."""
        settings, is_dark = self._stage.preferences.now, self._stage.is_dark
        self._theme.icon = Icon.SUN if is_dark else Icon.MOON
        self._theme.tip = Text.TIP_LIGHT if is_dark else Text.TIP_DARK
        self._shrink.is_visible = settings.full_screen
        self._sound.icon = Icon.SOUND if settings.sound_on else Icon.SILENT
        self._music.icon = Icon.NOTE if settings.music_on else Icon.NO_NOTE
        self._sound.tip = Text.TIP_SILENT if settings.sound_on else Text.TIP_SOUND

    def _heard(self, strings: Strings) -> str:
        """What the music plays."""
        music = self._stage.audio.music
        if not self._stage.preferences.now.music_on or music.current is None:
            return strings.get(Text.TIP_MUSIC)
        return strings.get(Text.TIP_PLAYING, piece=strings.said(piece_words(music.current)))

    def has_switch_at(self, pos: tuple[int, int]) -> bool:
        """Whether what lies there changes how the window looks or sounds, and leads nowhere."""
        switches = (self._language, self._theme, self._sound, self._shrink)
        return any(switch.is_visible and switch.rect.collidepoint(pos) for switch in switches)

    def show_current(self, name: SceneName | None) -> None:
        """Mark the tab of the scene that is shown."""
        for tab in self.tabs:
            tab.is_current = tab.name is name

    def arrange(self, rect: Rect, look: Look) -> None:
        side = look.px(_ICON_BUTTON)
        right = rect.right - look.px(14)
        width = self._language.needed_width(look)
        for button in (self._leave, self._more, self._language, self._theme, self._sound, self._music):
            wide = width if button is self._language else side
            button.place(Rect(right - wide, rect.centery - side // 2, wide, side), look)
            right -= wide + look.px(4)
        self._place_shrink(right, self._place_tabs(rect, right, look), side, look)

    def _place_tabs(self, rect: Rect, right: int, look: Look) -> int:
        """The tabs between the name and ``right``, closer together in little room; returns where the last ends."""
        words = [look.width(tab.said(look), Size.BODY, True) for tab in self.tabs]
        least = sum(words) + len(words) * look.px(_LEAST_PADDING + _LEAST_GAP)
        beside = rect.left + look.px(20)
        self._named = next(
            (names for names in (2, 1) if beside + self._name_right(names, look) + least <= right), 0
        )  # the tabs come first
        name_right, gap = self._name_right(self._named, look), look.px(12)
        x = rect.left + max(look.px(266), name_right + look.px(40))
        room = right - x - sum(words) - len(words) * gap
        if room < len(words) * look.px(40):
            x, gap = beside + name_right, look.px(_LEAST_GAP)
            room = right - x - sum(words) - len(words) * gap
        padding = max(look.px(_LEAST_PADDING), min(look.px(40), room // len(words)))
        for tab, wide in zip(self.tabs, words, strict=True):
            width = max(wide + padding, look.px(72))
            tab.place(Rect(x, rect.top, width, rect.height), look)
            x += width + gap
        return x

    def _place_shrink(self, right: int, left: int, side: int, look: Look) -> None:
        """The way out of the full screen, in words where there is room between the tabs and the switches."""
        self._shrink.words = Text.LEAVE_FULL_SCREEN
        wide = self._shrink.needed_width(look)
        if right - wide < left:
            self._shrink.words, wide = "", side
        self._shrink.place(Rect(right - wide, self.rect.centery - side // 2, wide, side), look)

    def draw_behind(self, surface: Surface, look: Look) -> None:
        palette = look.palette
        surface.fill(palette.panel, self.rect)
        surface.fill(palette.line, Rect(self.rect.left, self.rect.bottom - 1, self.rect.width, 1))
        seal = self._seal_rect(look)
        look.rounded(surface, seal, 7, palette.accent)
        look.text(surface, Text.SEAL, seal, 19, palette.on_accent, True, Align.CENTER)
        x = seal.right + look.px(12)
        for name, (size, is_bold, lower) in zip(self._names(look.strings)[: self._named], _NAMES, strict=False):
            width = look.width(name, size, is_bold) + 2
            box = Rect(x, self.rect.top + look.px(lower), width, self.rect.height)
            look.text(surface, name, box, size, palette.ink if is_bold else palette.muted, is_bold)
            x += width + look.px(8)

    def _name_right(self, names: int, look: Look) -> int:
        """Where the seal and so many of the program's names end, from the bar's left."""
        shown = zip(self._names(look.strings)[:names], _NAMES, strict=False)
        wide = sum(look.width(name, size, is_bold) for name, (size, is_bold, _) in shown)
        return self._seal_rect(look).right - self.rect.left + wide + (look.px(20) if names else 0)

    def _seal_rect(self, look: Look) -> Rect:
        side = look.px(_SEAL)
        return Rect(self.rect.left + look.px(20), self.rect.centery - side // 2, side, side)

    @staticmethod
    def _names(strings: Strings) -> tuple[str, str]:
        """The program's name in this language, and its other name."""
        return strings.get(Text.APP_NAME), strings.get(Text.OTHER_NAME)

    def _next_language(self) -> Language:
        known = languages()
        return known[(known.index(self._stage.preferences.now.language) + 1) % len(known)]
