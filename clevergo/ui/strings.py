"""Every word a person reads, in every language: one row a text, so that none can lack a translation.

To add a text, add a row to :class:`Text` under the scene that shows it. ``{name}`` is filled from ``values``; numbers
take Python's formats (``{games:,}``), and ``{games:|game|games}`` writes the count and the right English form.
"""

from __future__ import annotations

import enum
import string
from typing import Any

from clevergo.app.settings import Language as Language


class Text(enum.Enum):
    """Chinese, English."""

    # --- common ---
    APP_NAME = ("机巧围棋", "CleverGo")
    SEAL = ("巧", "巧")
    BLACK = ("黑", "Black")
    WHITE = ("白", "White")

    # --- scenes ---
    SCENE_PLAY = ("对弈", "Play")
    SCENE_TRAIN = ("训练", "Train")

    # --- window and play (one block) ---
    OK = ("好", "OK")
    CANCEL = ("取消", "Cancel")
    LANGUAGES = ("中 / EN", "中 / EN")
    TIP_LANGUAGE = ("Switch to English", "换成中文")
    TIP_DARK = ("换成深色", "Dark colours")
    TIP_LIGHT = ("换成浅色", "Light colours")
    TIP_SILENT = ("关掉声音", "Sound off")
    TIP_SOUND = ("打开声音", "Sound on")
    TIP_SHORTCUTS = ("快捷键 (F1)", "Shortcuts (F1)")
    STARTING = ("正在准备…", "Getting ready…")
    SHORTCUTS = ("快捷键", "Shortcuts")
    KEY_PASS = ("停一手", "Pass")
    KEY_UNDO = ("悔棋", "Take back")
    KEY_REDO = ("重做", "Play again")
    KEY_PAUSE = ("暂停、继续", "Pause, go on")
    KEY_NEW = ("新对局", "New game")
    KEY_SCENES = ("换场景", "Other scenes")
    KEY_SCALE = ("字大、字小", "Larger, smaller")
    KEY_FULLSCREEN = ("全屏", "Full screen")
    KEY_SOUND = ("声音", "Sound")
    KEY_FOCUS = ("下一个按钮", "Next button")
    SPACE_KEY = ("空格", "Space")
    SCALE_NOW = ("界面 {percent}%", "Interface {percent}%")
    SCENE_MISSING = ("这一页打不开：{reason}", "This page cannot be opened: {reason}")

    PLAYERS = ("谁来下", "Who plays")
    RULES = ("怎么下", "Rules")
    SWAP = ("交换黑白", "Swap colours")
    ME = ("我", "Me")
    BLACK_SIDE = ("黑方", "Black")
    WHITE_SIDE = ("白方", "White")
    HUMAN = ("人类玩家", "Human player")
    RANDOM = ("随机", "Random")
    RANDOM_REMARK = ("随手乱下", "Plays anywhere")
    MCTS = ("蒙特卡洛", "Monte Carlo")
    MCTS_REMARK = ("不用神经网络", "No neural net")
    SHIPPED_DOG = ("阿尔法狗", "AlphaGo")
    SHIPPED_REMARK = ("自带", "Comes along")
    NO_CHECKPOINT = ("还没长大", "Still untrained")
    MISSING_DOG = ("找不到了", "Not found")
    MODE_POLICY = ("直觉", "Policy")
    MODE_VALUE = ("价值", "Value")
    MODE_SEARCH = ("搜索", "Search")
    MODE_POLICY_SAID = ("凭直觉，一眼选点", "By instinct: the policy net alone")
    MODE_VALUE_SAID = ("只看每步之后谁更好", "Looks one move ahead: the value net alone")
    MODE_SEARCH_SAID = ("每步想 {n} 次", "{n} simulations a move")
    PLAYOUTS_SAID = ("每步试下 {n} 次", "{n} playouts a move")
    TIMES = ("{n} 次", "{n}")
    TIP_TIMES = ("每步思考的次数：越多越强，也越慢", "Simulations a move: more is stronger and slower")
    TIP_MODE = (
        "直觉：只用策略网。价值：只用价值网。搜索：两者加上树搜索，就是 AlphaGo。",
        "Policy: the policy net alone. Value: the value net alone. Search: both and a tree, which is AlphaGo.",
    )
    BOARD = ("棋盘", "Board")
    LINES = ("{n} 路", "{n}×{n}")
    KOMI = ("白贴", "Komi")
    KOMI_POINTS = ("{komi} 目", "{komi}")
    KO = ("打劫", "Ko")
    SUPERKO = ("禁全同", "Superko")
    SIMPLE_KO = ("单劫", "Simple")
    TIP_SUPERKO = (
        "禁全同：不许重现任何出现过的局面。单劫：只是不许马上提回。",
        "Superko: no earlier position may come back. Simple: only taking back at once is forbidden.",
    )
    START_GAME = ("开始对局", "Start game")
    BACK_TO_GAME = ("返回对局", "Back")
    HOW_IT_GOES = ("数子定胜负", "How it is counted")
    HOW_IT_GOES_SAID = (
        "活着的棋子加上围住的空，多者胜；白棋后走，得到 {komi} 目补偿。双方接连停一手，对局结束。",
        "Stones alive and the empty points they surround count; White, who moves second, gets {komi} points. "
        "Two passes in a row end the game.",
    )

    CAPTURED = ("提子 {n}", "Captured {n}")
    YOUR_TURN = ("轮到你", "Your turn")
    ITS_TURN = ("该它走", "To move")
    THINKING = ("思考中", "Thinking")
    WAKING = ("正在叫醒它…", "Waking it up…")
    PAUSED = ("已暂停", "Paused")
    BLACK_WIN_RATE = ("黑胜率", "Black's chance")
    NO_WIN_RATE = ("等它想过，这里就有曲线", "A curve grows here as it thinks")
    MIND = ("它在想什么", "What it thinks")
    MIND_BEFORE = ("它刚才怎么想", "What it thought")
    MIND_EMPTY = (
        "轮到会思考的棋手时，这里列出它看中的点",
        "When a thinking player moves, its favourite points stand here",
    )
    OVERLAY_OFF = ("不显示", "Hide")
    OVERLAY_POLICY = ("直觉", "Policy")
    OVERLAY_SEARCH = ("搜索", "Search")
    TIP_OVERLAY = ("在棋盘上显示它的想法", "Show its thoughts on the board")
    SEARCHED = ("{done} / {total}", "{done} / {total}")
    PASS = ("停一手", "Pass")
    UNDO = ("悔棋", "Undo")
    REDO = ("重做", "Redo")
    PAUSE = ("暂停", "Pause")
    RESUME = ("继续", "Go on")
    RESIGN = ("认输", "Resign")
    RESTART = ("重来", "Restart")
    NEW_GAME = ("新对局", "New game")
    REMATCH = ("再来一局", "Play again")
    MOVE_PASS = ("停一手", "pass")
    STATUS = ("第 {ply} 手 · {size} 路 · 白贴 {komi} 目", "Move {ply} · {size}×{size} · komi {komi}")
    STATUS_KEYS = ("空格 停一手    Ctrl+Z 悔棋    F1 快捷键", "Space pass    Ctrl+Z undo    F1 shortcuts")
    PASSED = ("{color}停了一手", "{color} passed")
    RESIGN_ASK = ("要认输吗？", "Resign this game?")
    RESIGN_ASK_SAID = ("对局就此结束，对方中盘胜。", "The game ends here and the other side wins.")
    RESTART_ASK = ("重新开始这一局？", "Start this game over?")
    RESTART_ASK_SAID = ("同样的棋手，棋盘清空。", "The same players, an empty board.")

    WINS_BY = ("{color}胜 {points} 目", "{color} wins by {points}")
    WINS_RESIGN = ("{color}中盘胜", "{color} wins by resignation")
    WINS_TIME = ("{color}超时胜", "{color} wins on time")
    WINS_FORFEIT = ("{color}胜，对方无法继续", "{color} wins by forfeit")
    DRAW = ("和棋", "A draw")
    IN_STONES = ("{stones} 子", "{stones} stones (子)")
    AREA_SAID = (
        "黑 {black}，白 {white}，白贴 {komi}",
        "Black {black}, White {white}, komi {komi}",
    )
    YOU_WON = ("你赢了", "You won")
    YOU_LOST = ("这局输了，再来！", "Lost this time")

    REFUSED_OCCUPIED = ("这里已有棋子", "There is a stone already")
    REFUSED_SUICIDE = ("这里没有气，不能自杀", "No liberties here: suicide is forbidden")
    REFUSED_KO = ("打劫：要先在别处走一手", "Ko: play elsewhere first")
    REFUSED_SUPERKO = ("全局同形，不能走这里", "Superko: that position was there before")
    REFUSED_TURN = ("还没轮到你", "It is not your turn")
    REFUSED_OVER = ("对局已经结束", "The game is over")
    REFUSED_NOT_STARTED = ("先按“开始对局”", "Press “Start game” first")
    TROUBLE = ("出了点问题，对局已暂停", "Something went wrong; the game is paused")
    TRY_AGAIN = ("再试一次", "Try again")
    DOG_UNTRAINED = ("{name} 还没有学过棋，先去训练它", "{name} has not learned yet: train it first")

    # --- end of window and play ---

    # --- train ---
    GAMES_PLAYED = ("{games:,} 局", "{games:|game|games}")

    def __init__(self, chinese: str, english: str) -> None:
        self.chinese = chinese
        self.english = english


class _Counting(string.Formatter):
    """``str.format`` and one more format: ``{n:|one|many}``, a number with the noun that agrees with it."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if not format_spec.startswith("|"):
            return str(super().format_field(value, format_spec))
        one, many = format_spec[1:].split("|")
        return f"{value:,} {one if value == 1 else many}"


_FORMATTER = _Counting()
_MINUTE = 60
_HOUR = 3600


class Strings:
    """The words of one language at a time; switching takes effect with the next text asked for."""

    def __init__(self, language: Language = Language.CHINESE) -> None:
        self.language = language

    def get(self, text: Text, **values: Any) -> str:
        """The text in the current language, ``{names}`` filled from ``values``."""
        pattern = text.chinese if self.language is Language.CHINESE else text.english
        return _FORMATTER.format(pattern, **values) if values else pattern

    def number(self, value: float) -> str:
        """A count as short as people say it: ``3,204``, ``2.8万`` or ``28.4k``, ``1.2亿`` or ``120M``."""
        if self.language is Language.CHINESE:
            steps = ((1e8, "亿"), (1e4, "万"))
        else:
            steps = ((1e6, "M"), (1e4, "k"))
        for step, unit in steps:
            if value >= step:
                scaled = value / (1e3 if unit == "k" else step)
                return f"{scaled:.1f}{unit}" if scaled < 100 else f"{scaled:,.0f}{unit}"
        return f"{value:,.0f}"

    def duration(self, seconds: float) -> str:
        """A stretch of time in its two largest units: ``1 小时 12 分``, ``3 min``, ``45 s``."""
        chinese = self.language is Language.CHINESE
        whole = int(seconds)
        if whole < _MINUTE:
            return f"{whole} 秒" if chinese else f"{whole} s"
        hours, minutes = whole // _HOUR, whole % _HOUR // _MINUTE
        hour, minute = ("小时", "分") if chinese else ("h", "min")
        if hours == 0:
            return f"{minutes} 分钟" if chinese else f"{minutes} min"
        return f"{hours:,} {hour} {minutes} {minute}" if minutes and hours < 100 else f"{hours:,} {hour}"
