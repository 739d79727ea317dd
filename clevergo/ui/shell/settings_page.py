"""The page of settings: everything the program remembers of a person's wishes, changed and shown at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pygame import Rect, Surface

import clevergo
from clevergo.app.desk.desktop import show_folder
from clevergo.app.desk.settings import MAX_UI_SCALE, MIN_UI_SCALE, Settings, Theme
from clevergo.app.kennel.messages import Effort
from clevergo.locale import languages
from clevergo.ui.kit.base import Group, Widget, columns, cut_bottom, cut_right, cut_top
from clevergo.ui.kit.button import Button, Toggle
from clevergo.ui.kit.choice import Option, Segmented, Slider, Stepper
from clevergo.ui.kit.dialog import Dialog
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.theme import Size
from clevergo.ui.shell.about import about_dialog
from clevergo.ui.shell.audio import Sound
from clevergo.ui.shell.shortcuts import shortcuts_dialog
from clevergo.ui.strings import SettingsText, Text, Wording

if TYPE_CHECKING:
    from clevergo.ui.shell.stage import Stage

W = TypeVar("W", bound=Widget)
_WIDTH = 772
_ROW, _HEAD, _FOOT = 38, 40, 56
_CONTROL = 30
_BETWEEN = 36
"""Between the two columns."""
_LABEL = 76
"""Width of the words before a control, at least."""
_SCALE_STEPS = 10


class _Section(Group):
    """A heading, and below it lines: words, and the control at the right; a switch brings its own words."""

    def __init__(self, title: Wording, *rows: tuple[Words, Widget]) -> None:
        super().__init__()
        self._title = Label(title, Size.BODY, bold=True)
        self._rows = [(Label(words, Size.SMALL), control) for words, control in rows]
        self.add(self._title, *(widget for row in self._rows for widget in row))
        self.height = _HEAD + _ROW * len(rows)
        """Logical units it takes."""

    def needed_height(self, look: Look) -> int:
        """Pixels for all lines."""
        return look.px(_HEAD) + look.px(_ROW) * len(self._rows)

    def arrange(self, rect: Rect, look: Look) -> None:
        head, rest = cut_top(rect, look.px(_HEAD))
        self._title.place(cut_bottom(head, look.px(30))[1], look)
        for label, control in self._rows:
            line, rest = cut_top(rest, look.px(_ROW))
            line = line.inflate(0, -look.px(_ROW - _CONTROL))
            words = label.said(look)
            width = max(look.width(words, Size.SMALL) + look.px(12), look.px(_LABEL)) if words else 0
            line = label.place_left(line, look, width)
            if isinstance(control, Segmented):
                _, line = cut_right(line, min(control.needed_width(look), line.width))
            control.place(line, look)


class SettingsPage(Dialog):
    """A card over whatever scene is shown. Nothing waits for 'Done'."""

    def __init__(self, stage: Stage) -> None:
        self._sheet = _Sheet(stage, self.close)
        super().__init__(
            SettingsText.TITLE,
            accept=SettingsText.DONE,
            cancel=None,
            content=self._sheet,
            content_height=self._sheet.height,
            width=_WIDTH,
        )

    def arrange(self, rect: Rect, look: Look) -> None:
        self._sheet.refresh()
        super().arrange(rect, look)


class _Sheet(Group):
    """Two columns of sections, and a line about the program below them."""

    def __init__(self, stage: Stage, close: Callable[[], None]) -> None:
        super().__init__()
        self._stage = stage
        self._close = close
        self._controls: dict[str, Any] = {}
        coordinates = self._switch("coordinates", SettingsText.COORDINATES)
        numbers = self._switch("move_numbers", SettingsText.MOVE_NUMBERS)
        warns = self._switch("coach_warns", SettingsText.COACH_WARNS)
        self._lefts = (self._looks(), _Section(SettingsText.BOARD, coordinates, numbers, warns))
        things = _Section(SettingsText.DATA, ("", _Folder(stage.data_folder, self._show_folder)))
        self._rights = (self._sound(), self._training(), things)
        self._about = Label(SettingsText.ABOUT(version=clevergo.__version__), Size.SMALL, color="muted")
        self._tour = Button(SettingsText.TOUR, self._show_tour, size=Size.SMALL, id="settings.tour")
        self._keys = Button(SettingsText.SHORTCUTS, self._show_keys, size=Size.SMALL, id="settings.shortcuts")
        self._thanks = Button(SettingsText.THANKS, self._show_thanks, size=Size.SMALL, id="settings.thanks")
        self.add(*self._lefts, *self._rights, self._about, self._thanks, self._keys, self._tour)
        self._line = Rect(0, 0, 0, 0)
        self.height = max(sum(section.height for section in column) for column in (self._lefts, self._rights)) + _FOOT
        """Logical units it needs."""

    def refresh(self) -> None:
        """Show what the settings are: other keys change them too."""
        for name, control in self._controls.items():
            control.value = getattr(self._now, name)

    @property
    def _now(self) -> Settings:
        return self._stage.preferences.now

    # --- what there is ---

    def _control(
        self, kind: Callable[..., W], name: str, *first: Any, changed: Callable[[Any], None] | None = None, **more: Any
    ) -> W:
        """A control of that setting: it shows what that is, and what a person chooses is kept."""
        heard = changed or self._keep(name)
        control = self._controls[name] = kind(*first, getattr(self._now, name), heard, id=f"settings.{name}", **more)
        return control

    def _keep(self, name: str) -> Callable[[Any], None]:
        return lambda value: self._stage.change(**{name: value})

    def _switch(self, name: str, words: Words) -> tuple[Words, Widget]:
        return "", self._control(Toggle, name, words)

    def _looks(self) -> _Section:
        tongues = [Option(language, language.name) for language in languages()]
        themes = zip(Theme, (SettingsText.LIGHT, SettingsText.DARK, SettingsText.SYSTEM), strict=True)
        colors = [Option(theme, words) for theme, words in themes]
        step = (MAX_UI_SCALE - MIN_UI_SCALE) / _SCALE_STEPS
        scales = [round(MIN_UI_SCALE + k * step, 2) for k in range(_SCALE_STEPS + 1)]
        return _Section(
            SettingsText.LOOKS,
            (SettingsText.LANGUAGE, self._control(Segmented, "language", tongues)),
            (SettingsText.THEME, self._control(Segmented, "theme", colors, tip=SettingsText.TIP_SYSTEM)),
            (SettingsText.SCALE, self._control(Stepper, "ui_scale", scales, spec=".0%", tip=SettingsText.TIP_SCALE)),
            self._switch("full_screen", SettingsText.FULL_SCREEN),
        )

    def _sound(self) -> _Section:
        audio = self._stage.audio

        def try_sounds(volume: float) -> None:
            self._stage.change(sound_volume=volume)
            audio.play(Sound.STONE)

        sounds = self._control(
            Slider,
            "sound_volume",
            changed=lambda volume: audio.set_volumes(volume * self._now.sound_on, audio.music.volume),
            settled=try_sounds,
        )
        music = self._control(
            Slider,
            "music_volume",
            changed=lambda volume: audio.set_volumes(audio.sound_volume, volume * self._now.music_on),
            settled=self._keep("music_volume"),
            tip=SettingsText.TIP_MUSIC,
        )
        return _Section(
            SettingsText.SOUND,
            self._switch("sound_on", SettingsText.SOUND_ON),
            (SettingsText.SOUNDS, sounds),
            self._switch("music_on", SettingsText.MUSIC_ON),
            (SettingsText.MUSIC, music),
        )

    def _training(self) -> _Section:
        said = zip(Effort, (Text.EFFORT_GENTLE, Text.EFFORT_HALF, Text.EFFORT_ALL), strict=True)
        efforts = [Option(effort, words) for effort, words in said]
        effort = self._control(Segmented, "effort", efforts, tip=Text.TIP_EFFORT)
        return _Section(SettingsText.TRAINING, (SettingsText.EFFORT, effort))

    # --- what can be done ---

    def _show_folder(self) -> None:
        if self._stage.data_folder is not None:
            with self._stage.telling():
                show_folder(self._stage.data_folder)

    def _show_tour(self) -> None:
        self._close()
        self._stage.start_tour()

    def _show_keys(self) -> None:
        self._stage.open_popup(shortcuts_dialog(self._stage.keys), self._stage.rect)

    def _show_thanks(self) -> None:
        self._stage.open_popup(about_dialog(), self._stage.rect)

    # --- layout ---

    def arrange(self, rect: Rect, look: Look) -> None:
        body, foot = cut_bottom(rect, look.px(_FOOT))
        left, right = columns(body, [1, 1], look.px(_BETWEEN))
        for rest, sections in ((left, self._lefts), (right, self._rights)):
            for section in sections:
                rest = section.place_top(rest, look, section.needed_height(look))
        self._line = Rect(rect.left, foot.top + look.px(12), rect.width, look.px(1))
        foot = Rect(foot.left, foot.bottom - look.px(32), foot.width, look.px(32))
        for button in (self._keys, self._tour, self._thanks):
            foot = button.place_right(foot, look, button.needed_width(look), look.px(8))
        self._about.place(foot, look)

    def draw_behind(self, surface: Surface, look: Look) -> None:
        surface.fill(look.palette.line, self._line)


class _Folder(Group):
    """Where a person's things lie, and a button that shows the folder."""

    def __init__(self, folder: Path | None, show: Callable[[], None]) -> None:
        super().__init__()
        path = str(folder) if folder is not None else ""
        self._path = _PathLabel(path)
        self._button = Button(
            SettingsText.OPEN_FOLDER, show, icon=Icon.FOLDER, size=Size.SMALL, id="settings.folder", tip=path
        )
        self._button.is_enabled = folder is not None
        self.add(self._path, self._button)

    def arrange(self, rect: Rect, look: Look) -> None:
        path = self._button.place_right(rect, look, self._button.needed_width(look), look.px(10))
        self._path.place(path, look)


class _PathLabel(Label):
    """A path, its middle left out where it is too long; the tip says it whole."""

    def __init__(self, path: str) -> None:
        super().__init__(path, Size.SMALL, color="muted", tip=path or SettingsText.DATA_SAID)
        self._path = from_home(path)

    def arrange(self, rect: Rect, look: Look) -> None:
        self.words = shortened(self._path, lambda text: look.width(text, Size.SMALL) <= rect.width)


def from_home(path: str) -> str:
    """A path inside the person's own folder as people write it, with ``~`` for that; others as they are."""
    try:
        return str(Path("~") / Path(path).relative_to(Path.home())) if path else path
    except (ValueError, RuntimeError):  # it lies elsewhere, or there is no such folder
        return path


def shortened(text: str, fits: Callable[[str], bool]) -> str:
    """``text``, or its beginning and its end with an ellipsis between them, as much as fits."""
    if fits(text):
        return text
    for kept in range(len(text) - 1, 1, -1):
        head, tail = kept // 3, kept - kept // 3
        shown = f"{text[:head]}…{text[-tail:]}"
        if fits(shown):
            return shown
    return ""
