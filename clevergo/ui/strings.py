"""The names of the words a person reads; the words themselves are in the catalogs of ``clevergo/locale``.

To add a text, add a name to :class:`Text`, or to its scene's own table in ``clevergo/ui/texts``, and its words to each
catalog. ``{name}`` is filled from ``values``; numbers take Python's formats (``{games:,}``), and ``{games:n}`` is a
count that the plural form goes by.
"""

from __future__ import annotations

import enum
import time
from enum import auto
from typing import Any

from clevergo.locale import Language, catalog


class Wording(enum.Enum):
    """What a table of texts is. Scenes with many texts have one in ``ui.texts``."""

    @property
    def key(self) -> str:
        """Its name in the catalogs: ``PlayText.TAB_MOVES``."""
        return f"{type(self).__name__}.{self.name}"


class Figures(Wording):
    """How numbers, dates and stretches of time are written."""

    UNITS = auto()
    """Of large numbers: ``from:divided by:unit``, the largest first."""
    SECONDS = auto()
    MINUTES = auto()
    HOURS = auto()
    HOURS_MINUTES = auto()
    MONTHS = auto()
    """What stands for ``month`` in ``DAY``, January first."""
    DAY = auto()
    STOP = auto()
    """Between two sentences."""


class Text(Wording):
    """The texts of the window, of play and of training."""

    # --- common ---
    APP_NAME = auto()
    OTHER_NAME = auto()
    SEAL = auto()
    BLACK = auto()
    WHITE = auto()

    # --- scenes ---
    SCENE_PLAY = auto()
    SCENE_TRAIN = auto()
    SCENE_KENNEL = auto()
    SCENE_COMPETE = auto()

    # --- window and play (one block) ---
    OK = auto()
    CANCEL = auto()
    TIP_LANGUAGE = auto()
    TIP_DARK = auto()
    TIP_LIGHT = auto()
    TIP_SILENT = auto()
    TIP_SOUND = auto()
    LEAVE_FULL_SCREEN = auto()
    TIP_LEAVE_FULL_SCREEN = auto()
    FULL_SCREEN_SAID = auto()
    TIP_SETTINGS = auto()
    STARTING = auto()
    CANNOT_START = auto()
    FAULT = auto()
    SHORTCUTS = auto()
    SCALE_NOW = auto()

    PLAYERS = auto()
    RULES = auto()
    SWAP = auto()
    ME = auto()
    BLACK_SIDE = auto()
    WHITE_SIDE = auto()
    HUMAN = auto()
    HUMAN_SAID = auto()
    RANDOM_SAID = auto()
    RANDOM = auto()
    RANDOM_REMARK = auto()
    MCTS = auto()
    MCTS_REMARK = auto()
    SHIPPED_DOG = auto()
    SHIPPED_REMARK = auto()
    NO_CHECKPOINT = auto()
    MISSING_DOG = auto()
    MODE_POLICY = auto()
    MODE_VALUE = auto()
    MODE_SEARCH = auto()
    MODE_POLICY_SAID = auto()
    MODE_VALUE_SAID = auto()
    MODE_SEARCH_SAID = auto()
    PLAYOUTS_SAID = auto()
    TIMES_A_MOVE = auto()
    TIP_TIMES = auto()
    TIP_MODE = auto()
    BOARD = auto()
    LINES = auto()
    KOMI = auto()
    KO = auto()
    SUPERKO = auto()
    SIMPLE_KO = auto()
    TIP_SUPERKO = auto()
    START_GAME = auto()
    BACK_TO_GAME = auto()
    HOW_IT_GOES = auto()
    HOW_IT_GOES_SAID = auto()

    CAPTURED = auto()
    YOUR_TURN = auto()
    ITS_TURN = auto()
    THINKING = auto()
    PAUSED = auto()
    OVERLAY_OFF = auto()
    PASS = auto()
    UNDO = auto()
    REDO = auto()
    PAUSE = auto()
    RESUME = auto()
    RESIGN = auto()
    RESTART = auto()
    NEW_GAME = auto()
    REMATCH = auto()
    MOVE_PASS = auto()
    STATUS = auto()
    PASSED = auto()
    RESIGN_ASK = auto()
    RESIGN_ASK_SAID = auto()
    RESTART_ASK = auto()
    RESTART_ASK_SAID = auto()

    WINS_COUNTED = auto()
    WINS_BY = auto()
    WINS_SHORT = auto()
    WINS_BY_SHORT = auto()
    WINS_RESIGN_SHORT = auto()
    WINS_TIME_SHORT = auto()
    WINS_RESIGN = auto()
    WINS_TIME = auto()
    WINS_FORFEIT = auto()
    DRAW = auto()
    COUNTED_OTHERWISE = auto()
    WHOLE_AND_QUARTERS = auto()
    WHITE_AND_KOMI = auto()
    TERRITORY_SAID = auto()
    DEAD_SAID = auto()
    BY_TRAINING_RULE = auto()
    YOU_WON = auto()
    YOU_LOST = auto()

    REFUSED_OCCUPIED = auto()
    REFUSED_SUICIDE = auto()
    REFUSED_KO = auto()
    REFUSED_SUPERKO = auto()
    REFUSED_TURN = auto()
    REFUSED_OVER = auto()
    REFUSED_NOT_STARTED = auto()
    TROUBLE = auto()
    TRY_AGAIN = auto()
    DOG_UNTRAINED = auto()

    # --- end of window and play ---

    # --- train ---
    GAMES_PLAYED = auto()
    TRAIN = auto()
    TRAIN_ON = auto()
    STOP_TRAINING = auto()
    SAVING = auto()
    PLAY_WITH_IT = auto()
    TIP_PLAY_WITH_IT = auto()
    NOT_YET_PLAYABLE = auto()
    EFFORT = auto()
    EFFORT_GENTLE = auto()
    EFFORT_HALF = auto()
    EFFORT_ALL = auto()
    TIP_EFFORT = auto()
    STOP_ANY_TIME = auto()
    ADOPT_ANOTHER = auto()
    CHOOSE_DOG = auto()
    STOP_TO_CHOOSE = auto()
    STRENGTH = auto()
    NOT_RATED = auto()
    TIP_STRENGTH = auto()
    AGE_SAID = auto()
    GAMES_MANY = auto()
    RATING_ERROR = auto()
    TIP_AGE = auto()
    NEWBORN_SAID = auto()
    GROWTH = auto()
    LOSS = auto()
    LOSS_POLICY = auto()
    LOSS_VALUE = auto()
    NO_STRENGTH = auto()
    GAMES_PER_SECOND = auto()
    MOVES_PER_SECOND = auto()
    SAMPLES = auto()
    LIVE_BOARDS = auto()
    LAST_BOARDS = auto()
    BOARDS_HERE = auto()
    BACK_TO_WALL = auto()
    TIP_BOARDS = auto()
    IDLE = auto()
    IDLE_SAID = auto()
    NEWBORN = auto()
    NEWBORN_NEXT = auto()
    WAKING_DOG = auto()
    WAKING_SAID = auto()
    FILLING = auto()
    LEARNING = auto()
    LEARNING_SAID = auto()
    STOPPING = auto()
    STOPPING_SAID = auto()
    TRAINING_FAILED = auto()
    ADOPTED = auto()

    # --- adopting ---
    ADOPT = auto()
    ADOPT_TITLE = auto()
    ADOPT_SAID = auto()
    ADOPT_DO = auto()
    ADOPT_PLACEHOLDER = auto()
    NAME_EMPTY = auto()
    NAME_TAKEN = auto()
    NAME_LONG = auto()
    NAME_IDEAS = auto()
    HELLO_TITLE = auto()
    HELLO_1 = auto()
    HELLO_2 = auto()
    HELLO_3 = auto()
    STORY_1 = auto()
    STORY_1_SAID = auto()
    STORY_2 = auto()
    STORY_2_SAID = auto()
    STORY_3 = auto()
    STORY_3_SAID = auto()

    # --- news ---
    NEWS_STARTED = auto()
    NEWS_RESUMED = auto()
    NEWS_FILLING = auto()
    NEWS_LEARNING = auto()
    NEWS_CHECKPOINT = auto()
    NEWS_RATED = auto()
    NEWS_RATED_DRAWS = auto()
    NEWS_RATED_SAID = auto()
    NEWS_MILESTONE = auto()
    NEWS_WORKER = auto()
    NEWS_STOPPED = auto()
    NEWS_FAILED = auto()
    BEATS = auto()
    OPPONENT_MCTS = auto()
    OPPONENT_GNU = auto()
    OPPONENT_GNUGO = auto()
    OPPONENT_AGE = auto()


_MINUTE = 60
_HOUR = 3600
_MANY_HOURS = 100


class Strings:
    """The words of one language at a time; switching takes effect with the next text asked for."""

    def __init__(self, language: Language = Language.CHINESE) -> None:
        self.language = language

    def get(self, text: Wording, **values: Any) -> str:
        """The text in the current language, ``{names}`` filled from ``values``."""
        return catalog(self.language).say(text.key, values)

    def figure(self, value: float, spec: str = ",") -> str:
        """A number by one of Python's formats, with the language's separators."""
        return catalog(self.language).figure(value, spec)

    def number(self, value: float) -> str:
        """A count as short as people say it: ``3,204``, ``2.8万`` or ``28.4k``, ``1.2亿`` or ``120M``."""
        for entry in self.get(Figures.UNITS).split():
            least, divisor, unit = entry.split(":")
            if value >= float(least):
                scaled = value / float(divisor)
                short = f"{scaled:.1f}".removesuffix(".0") if scaled < 100 else f"{scaled:,.0f}"
                return short.translate(catalog(self.language).separators) + unit
        return self.figure(value, ",.0f")

    def duration(self, seconds: float) -> str:
        """A stretch of time in its two largest units: ``1 小时 12 分``, ``3 min``, ``45 s``."""
        whole = int(seconds)
        if whole < _MINUTE:
            return self.get(Figures.SECONDS, n=whole)
        hours, minutes = whole // _HOUR, whole % _HOUR // _MINUTE
        if hours == 0:
            return self.get(Figures.MINUTES, n=minutes)
        if minutes and hours < _MANY_HOURS:
            return self.get(Figures.HOURS_MINUTES, hours=hours, minutes=minutes)
        return self.get(Figures.HOURS, n=hours)

    def day(self, seconds: float) -> str:
        """The day of a moment, in seconds since 1970, as short as people say it: ``11 月 21 日``, ``21 Nov``."""
        day = time.localtime(seconds)
        months = self.get(Figures.MONTHS).split()
        return self.get(Figures.DAY, month=months[day.tm_mon - 1], day=day.tm_mday)
