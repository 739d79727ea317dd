"""The words of growing: curves, ages, what comes next, the doctor's advice, and a dog's settings."""

from __future__ import annotations

from enum import auto

from clevergo.ui.strings import Wording


class TrainText(Wording):
    """What the train scene says beyond the plainest things."""

    # --- curves ---
    BY_GAMES = auto()
    BY_HOURS = auto()
    TIP_AXIS = auto()
    ENTROPY = auto()
    LENGTH = auto()
    PASSES = auto()
    TIP_RATING = auto()
    TIP_LOSS = auto()
    TIP_ENTROPY = auto()
    TIP_LENGTH = auto()
    TIP_PASSES = auto()
    UNSEEN = auto()
    NO_VITALS = auto()
    READ_RATING = auto()
    READ_VALUE = auto()
    READ_MILESTONE = auto()
    MOVES = auto()
    CLICK_TO_PLAY = auto()

    # --- opponents of fixed strength ---
    WHO_RANDOM = auto()
    WHO_MCTS = auto()
    WHO_GNUGO = auto()

    # --- ages ---
    AGE_ASK = auto()
    AGE_SAID = auto()
    AGE_SAID_UNRATED = auto()
    AGE_PLAY = auto()

    # --- the wall ---
    WALL_OFF = auto()
    WALL_PUT_AWAY = auto()

    # --- what comes next ---
    NEXT = auto()
    NEXT_BEATS = auto()
    ABOUT = auto()
    ABOUT_ONE = auto()
    AT_LEAST = auto()
    MINUTES = auto()
    HOURS = auto()
    SOON = auto()
    CANNOT_SAY = auto()
    TOP = auto()
    TIP_TOP = auto()
    TIP_NEXT = auto()

    # --- what it waits for ---
    FILLING = auto()
    FILLING_TIMED = auto()
    FILLING_LEFT = auto()
    FILLING_LEFT_TIMED = auto()
    FILLING_SHORT = auto()
    FILLING_SHORTEST = auto()
    FILLING_PLAIN = auto()
    RATED_NOW = auto()
    RATED_NEXT = auto()
    RATED_AFTER_LESSON = auto()
    MEASURED_NOW = auto()
    MEASURED_NEXT = auto()
    MEASURED_SOON = auto()
    BEING_RATED = auto()
    FIRST_POSITIONS = auto()
    GAMES_PER_MINUTE = auto()
    TIP_GAMES_MINUTE = auto()
    GAMES_AT_ONCE = auto()
    AT_ONCE = auto()
    TIP_GAMES_AT_ONCE = auto()

    TIP_GAMES = auto()
    TIP_MOVES = auto()
    TIP_SAMPLES = auto()

    # --- the doctor ---
    HEALTHY = auto()
    DOCTOR = auto()
    DOCTOR_CALLS = auto()
    WHAT_TO_DO = auto()
    DOCTOR_TITLE = auto()
    ADVICE_ONE_COLOR_WINS = auto()
    ADVICE_PASSES_AT_ONCE = auto()
    ADVICE_POLICY_COLLAPSED = auto()
    ADVICE_NOT_A_NUMBER = auto()
    ADVICE_NO_GAMES = auto()
    ADVICE_VALUE_GUESSES = auto()
    ADVICE_NO_GAIN = auto()
    ADVICE_GETS_WORSE = auto()

    # --- a dog's settings ---
    DOG_SETTINGS = auto()
    DOG_SETTINGS_OF = auto()
    DOG_SETTINGS_SAID = auto()
    DOG_SETTINGS_NEXT = auto()
    KEEP = auto()
    NET = auto()
    NET_SAID = auto()
    NET_CLASSIC = auto()
    NET_SMALL = auto()
    NET_MEDIUM = auto()
    NET_LARGE = auto()
    SIMULATIONS = auto()
    SIMULATIONS_SAID = auto()
    RATE = auto()
    RATE_SAID = auto()
    RATE_SMALL = auto()
    RATE_MEDIUM = auto()
    RATE_LARGE = auto()
    WINDOW = auto()
    WINDOW_SAID = auto()
    KOMI = auto()
    KOMI_SAID = auto()
    SEED = auto()
    SEED_SAID = auto()
    LOCKED_NET = auto()
    LOCKED_RATE = auto()
    LOCKED_WINDOW = auto()
    LOCKED_SEED = auto()
