"""The words of the settings, of the page of shortcuts, and of what goes wrong behind the window."""

from __future__ import annotations

from enum import auto

from clevergo.ui.strings import Wording


class SettingsText(Wording):
    """The page of settings."""

    TITLE = auto()
    DONE = auto()
    LOOKS = auto()
    LANGUAGE = auto()
    THEME = auto()
    LIGHT = auto()
    DARK = auto()
    SYSTEM = auto()
    TIP_SYSTEM = auto()
    SCALE = auto()
    TIP_SCALE = auto()
    FULL_SCREEN = auto()
    BOARD = auto()
    COORDINATES = auto()
    MOVE_NUMBERS = auto()
    SOUND = auto()
    SOUND_ON = auto()
    SOUNDS = auto()
    MUSIC = auto()
    NO_MUSIC = auto()
    TIP_MUSIC = auto()
    TRAINING = auto()
    EFFORT = auto()
    DATA = auto()
    DATA_SAID = auto()
    OPEN_FOLDER = auto()
    ABOUT = auto()
    TOUR = auto()
    SHORTCUTS = auto()


class KeyText(Wording):
    """What keys do, and the names of some."""

    WHILE_PLAYING = auto()
    EVERYWHERE = auto()
    SPACE = auto()
    ENTER = auto()
    PASS = auto()
    START = auto()
    UNDO = auto()
    REDO = auto()
    PAUSE = auto()
    NEW = auto()
    LEAP = auto()
    ENDS = auto()
    SCENES = auto()
    FOCUS = auto()
    PRESS = auto()
    CLOSE = auto()
    PAGES = auto()
    SCALE = auto()
    FULL_SCREEN = auto()
    SOUND = auto()
    SHORTCUTS = auto()
    SETTINGS = auto()
