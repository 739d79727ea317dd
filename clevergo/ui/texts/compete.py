"""The words of watching and competing."""

from __future__ import annotations

from enum import auto

from clevergo.ui.strings import Wording


class CompeteText(Wording):
    """Who meets whom, how it stands, and the games."""

    # --- before ---
    PLAYERS = auto()
    PLAYERS_SAID = auto()
    TIP_PLAYERS = auto()
    ADD = auto()
    TIP_ADD = auto()
    FULL = auto()
    ALREADY_IN = auto()
    PLAYOUTS = auto()
    ROUNDS = auto()
    ROUNDS_SAID = auto()
    TIP_ROUNDS = auto()
    TIP_BOARD = auto()
    KOMI = auto()
    KOMI_SAID = auto()
    TIP_KOMI = auto()
    GAMES_IN_ALL = auto()
    ONE_GAME = auto()
    START = auto()
    BACK = auto()
    EARLIER = auto()
    TIP_EARLIER = auto()
    EARLIER_TITLE = auto()
    EARLIER_SAID = auto()
    MEETING = auto()
    SCORED = auto()

    # --- who they are ---
    AT_AGE = auto()
    AGED = auto()
    SEARCHES = auto()
    TRIES = auto()
    GLANCES = auto()
    VALUES = auto()
    RANDOM = auto()
    ENGINE = auto()

    # --- while it goes on ---
    MATCH = auto()
    ROUND_ROBIN = auto()
    PROGRESS = auto()
    STARTING = auto()
    PREPARING = auto()
    PAUSED = auto()
    STOPPED = auto()
    FINISHED = auto()
    TROUBLE = auto()
    NOW = auto()
    NOW_SHORT = auto()
    BLACK_WHITE = auto()
    BOARD_HERE = auto()
    SPEED = auto()
    TIP_SPEED = auto()
    PACE = auto()
    PACE_FAST = auto()
    FULL_SPEED = auto()
    PAUSE = auto()
    GO_ON_WATCHING = auto()
    STOP = auto()
    GO_ON = auto()
    NEW = auto()
    SCORE = auto()
    RATING = auto()
    TIP_RATING = auto()
    LEADS = auto()
    LEADS_FAR = auto()
    LEADS_PERHAPS = auto()
    WON = auto()
    DRAWN = auto()
    LEVEL = auto()
    GAMES = auto()
    TIP_GAMES = auto()
    NO_GAMES = auto()
    MOVES = auto()
    BUSY = auto()
