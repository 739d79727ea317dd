"""The words of the play scene that came with the game tree, the clocks and the saved games."""

from __future__ import annotations

from enum import auto

from clevergo.ui.strings import Wording


class PlayText(Wording):
    """What is said beside the board."""

    # --- the record ---
    TAB_RESULT = auto()
    TAB_MIND = auto()
    TAB_MOVES = auto()
    TIP_TAB_MOVES = auto()
    OR_MOVE = auto()
    NO_MOVES = auto()
    TIP_FIRST = auto()
    TIP_BACK = auto()
    TIP_FORWARD = auto()
    TIP_LAST = auto()
    BACK_TO_LIVE = auto()
    LOOKING = auto()
    VARIATION_BEGUN = auto()

    # --- the menu of the record ---
    RECORD = auto()
    TIP_RECORD = auto()
    OPEN = auto()
    SAVE_AS = auto()
    COPY = auto()
    PASTE = auto()
    GAMES = auto()
    LAST_GAME = auto()
    RESUME_LAST = auto()
    RESUME_SHORT = auto()
    NUMBERS = auto()
    COORDINATES = auto()
    ON = auto()
    OFF = auto()
    COPIED = auto()
    NOTHING_TO_PASTE = auto()
    NOTHING_TO_SAVE = auto()
    SAVED_AS = auto()
    OPENING = auto()
    OPENING_FIRST = auto()
    OPENED = auto()
    NO_LAST_GAME = auto()

    CURSOR_SAID = auto()
    KEYS_ON_BOARD = auto()
    KEY_AIM = auto()
    KEY_MOVE = auto()
    KEY_PLACE = auto()
    KEY_LEAVE = auto()
    KEY_WALK = auto()
    KEY_BESIDE = auto()
    KEY_FILES = auto()
    KEY_CLIPBOARD = auto()
    KEY_GAMES = auto()

    # --- passing ---
    PASS_EARLY = auto()
    PASS_EARLY_SAID = auto()
    PASS_ENDS_SAID = auto()
    PLAY_ON = auto()
    PASSED_TO_YOU = auto()
    ENDED_OPEN = auto()
    ENDED_BY_KOMI = auto()
    ENDED_ALONE = auto()

    # --- counting ---
    COUNTED = auto()

    # --- saved games and files ---
    GAMES_TITLE = auto()
    NO_GAMES = auto()
    LOOKING_FOR_GAMES = auto()
    OPEN_IT = auto()
    UNFINISHED = auto()
    MOVES_COUNT = auto()
    FILE_TITLE = auto()
    SAVE_TITLE = auto()
    SAVE_IT = auto()
    FILE_PATH = auto()
    FILE_NAME = auto()
    FOLDER_UP = auto()
    HOME_FOLDER = auto()
    EMPTY_FOLDER = auto()
    CANNOT_LIST = auto()
    NO_SUCH_FILE = auto()
    OVERWRITE = auto()
    REPLACE = auto()

    # --- setting up ---
    HANDICAP = auto()
    HANDICAP_SAID = auto()
    TIP_HANDICAP = auto()
    TIME = auto()
    NO_CLOCK = auto()
    ONLY_OVERTIME = auto()
    MINUTES = auto()
    TIP_TIME = auto()
    NO_OVERTIME = auto()
    OVERTIME = auto()
    TIP_OVERTIME = auto()
    NOW = auto()
    AT_GAMES = auto()
    TIP_AGE = auto()
    NAME_AT = auto()
    ENGINE_REMARK = auto()
    OTHER_ENGINE = auto()
    OTHER_ENGINE_SAID = auto()
    ENGINE_TITLE = auto()
    ENGINE_SAID = auto()
    ENGINE_COMMAND = auto()
    CLOCK_PERIODS = auto()
