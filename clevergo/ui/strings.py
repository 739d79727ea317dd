"""Every word a person reads, in every language: one row a text, so that none can lack a translation.

To add a text, add a row to :class:`Text`, or to its scene's own table in ``clevergo/ui/texts``. ``{name}`` is filled
from ``values``; numbers take Python's formats (``{games:,}``), and ``{games:|game|games}`` writes the count and the
right English form.
"""

from __future__ import annotations

import enum
import re
import string
from collections.abc import Mapping, Sequence
from typing import Any

from clevergo.app.settings import Language as Language


class Wording(enum.Enum):
    """What a table of texts is: rows of Chinese and English. Scenes with many texts have one in ``ui.texts``."""

    def __init__(self, chinese: str, english: str) -> None:
        self.chinese = chinese
        self.english = english


class Text(Wording):
    """The texts of the window, of play and of training."""

    # --- common ---
    APP_NAME = ("机巧围棋", "CleverGo")
    SEAL = ("巧", "巧")
    BLACK = ("黑", "Black")
    WHITE = ("白", "White")

    # --- scenes ---
    SCENE_PLAY = ("对弈", "Play")
    SCENE_TRAIN = ("训练", "Train")
    SCENE_KENNEL = ("狗舍", "Kennel")
    SCENE_COMPETE = ("比赛", "Compete")

    # --- window and play (one block) ---
    OK = ("好", "OK")
    CANCEL = ("取消", "Cancel")
    LANGUAGES = ("中 / EN", "中 / EN")
    TIP_LANGUAGE = ("Switch to English", "换成中文")
    TIP_DARK = ("换成深色", "Dark colours")
    TIP_LIGHT = ("换成浅色", "Light colours")
    TIP_SILENT = ("关掉声音", "Sound off")
    TIP_SOUND = ("打开声音", "Sound on")
    LEAVE_FULL_SCREEN = ("退出全屏", "Leave full screen")
    TIP_LEAVE_FULL_SCREEN = ("回到窗口 (Esc、F11)", "Back to a window (Esc, F11)")
    FULL_SCREEN_SAID = ("按 Esc 或 F11 退出全屏", "Esc or F11 leaves the full screen")
    TIP_SETTINGS = ("设置 (F2)", "Settings (F2)")
    STARTING = ("正在准备…", "Getting ready…")
    CANNOT_START = ("打不开", "CleverGo cannot start")
    FAULT = (
        "程序出了个错，已记入日志；对局和训练都还在",
        "Something failed and is in the log; games and training are safe",
    )
    SHORTCUTS = ("快捷键", "Shortcuts")
    SCALE_NOW = ("界面 {percent}%", "Interface {percent}%")

    PLAYERS = ("谁来下", "Who plays")
    RULES = ("怎么下", "Rules")
    SWAP = ("交换黑白", "Swap colours")
    ME = ("我", "Me")
    BLACK_SIDE = ("黑方", "Black")
    WHITE_SIDE = ("白方", "White")
    HUMAN = ("人类玩家", "Human")
    HUMAN_SAID = ("点棋盘落子，或按 B 用方向键", "Click to play, or press B and use the arrows")
    RANDOM_SAID = ("随手乱下，只是不填自己的眼", "Any move that fills no eye")
    RANDOM = ("随机", "Random")
    RANDOM_REMARK = ("随手乱下", "Any move")
    MCTS = ("蒙特卡洛", "Monte Carlo")
    MCTS_REMARK = ("没学过，一盘盘试", "Untrained")
    SHIPPED_DOG = ("阿尔法狗", "AlphaGo")
    SHIPPED_REMARK = ("自带", "Included")
    NO_CHECKPOINT = ("还没长大", "Still untrained")
    MISSING_DOG = ("找不到了", "Not found")
    MODE_POLICY = ("直觉", "Glance")
    MODE_VALUE = ("价值", "Value")
    MODE_SEARCH = ("搜索", "Search")
    MODE_POLICY_SAID = ("只凭直觉", "At a glance")
    MODE_VALUE_SAID = ("只看价值", "By value only")
    MODE_SEARCH_SAID = ("想 {n} 次", "{n:|try|tries}")
    PLAYOUTS_SAID = ("试 {n} 盘", "{n:|game|games}")
    TIMES_A_MOVE = ("每步试几盘", "Games a move")
    TIP_TIMES = (
        "每下一步想多少次（或试多少盘）：越多越强，也越慢",
        "How often it tries something before each move: more is stronger and slower",
    )
    TIP_MODE = (
        "直觉：看一眼就下。价值：每一手都看看，挑最好的。搜索：往前想很多步，最强，这才是 AlphaGo 的下法。",
        (
            "Glance: plays what it likes at first sight. Value: looks one move ahead. Search: reads many moves ahead, "
            "which is strongest; that is AlphaGo's way."
        ),
    )
    BOARD = ("棋盘", "Board")
    LINES = ("{n} 路", "{n}×{n}")
    KOMI = ("贴目", "Komi")
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
        "Living stones and points they surround count. White moves second and gets {komi}. Two passes end the game.",
    )

    CAPTURED = ("提子 {n}", "Captured {n}")
    YOUR_TURN = ("轮到你", "Your turn")
    ITS_TURN = ("该它走", "To move")
    THINKING = ("思考中", "Thinking")
    PAUSED = ("已暂停", "Paused")
    OVERLAY_OFF = ("不显示", "Hide")
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
    STATUS = ("第 {ply} 手 · {size} 路 · 黑贴 {komi} 目", "Move {ply} · {size}×{size} · komi {komi}")
    PASSED = ("{color}停了一手", "{color} passed")
    RESIGN_ASK = ("要认输吗？", "Resign this game?")
    RESIGN_ASK_SAID = ("对局就此结束，对方中盘胜。", "The game ends here and the other side wins.")
    RESTART_ASK = ("重新开始这一局？", "Start this game over?")
    RESTART_ASK_SAID = ("同样的棋手，棋盘清空。", "The same players, an empty board.")

    WINS_BY = ("{color}胜 {points} 目", "{color} wins by {points}")
    WINS_SHORT = ("{color}胜", "{color} wins")
    WINS_BY_SHORT = ("{color}胜 {points} 目", "{color} +{points}")
    WINS_RESIGN_SHORT = ("{color}中盘胜", "{color} wins")
    WINS_TIME_SHORT = ("{color}超时胜", "{color}, time")
    WINS_RESIGN = ("{color}中盘胜", "{color} wins by resignation")
    WINS_TIME = ("{color}超时胜", "{color} wins on time")
    WINS_FORFEIT = ("{color}胜，对方无法继续", "{color} wins by forfeit")
    DRAW = ("和棋", "A draw")
    IN_STONES = ("{stones} 子", "{stones:|stone|stones} (子)")
    WHITE_AND_KOMI = ("白 {white} + 贴 {komi}", "White {white} + komi {komi}")
    TERRITORY_SAID = (
        "棋盘上的小方块标出每一点归谁；数子时，活棋和围住的空都算。",
        "Small squares on the board show whose each point is; living stones and surrounded points count.",
    )
    DEAD_SAID = ("点棋子可以改死活。", "Click stones to mark them dead or alive.")
    BY_TRAINING_RULE = (
        "训练时不算死子，那样数会是 {result}。",
        "In training no stone counts as dead; counted so it would be {result}.",
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
    TROUBLE = ("出了点问题", "Something went wrong")
    TRY_AGAIN = ("再试一次", "Try again")
    DOG_UNTRAINED = ("{name} 还没有学过棋，先去训练它", "{name} has not learned yet: train it first")

    # --- end of window and play ---

    # --- train ---
    GAMES_PLAYED = ("{games:,} 局", "{games:|game|games}")
    TRAIN = ("开始训练", "Train")
    TRAIN_ON = ("继续训练", "Train on")
    STOP_TRAINING = ("停止训练", "Stop training")
    SAVING = ("正在保存…", "Saving…")
    PLAY_WITH_IT = ("和它下一局", "Play against it")
    TIP_PLAY_WITH_IT = ("和现在的它下一局，训练不用停", "Play against it as it is now; training may go on")
    NOT_YET_PLAYABLE = ("它还没学会，先训练一两分钟", "It has not learned yet: train it for a minute or two")
    EFFORT = ("电脑用量", "Effort")
    EFFORT_GENTLE = ("轻轻地", "Gentle")
    EFFORT_HALF = ("一半", "Half")
    EFFORT_ALL = ("全力", "Full")
    TIP_EFFORT = (
        "训练用多少电脑：轻轻地，别的程序感觉不到",
        "How much of the computer training may use; with Gentle, other programs do not notice",
    )
    STOP_ANY_TIME = ("随时可停，不会丢失", "Stop any time, nothing is lost")
    ADOPT_ANOTHER = ("再领养一只", "Adopt another")
    CHOOSE_DOG = ("看哪一只", "Which dog")
    STOP_TO_CHOOSE = ("先停止训练，再换一只", "Stop training first to choose another")
    STRENGTH = ("棋力", "Rating")
    NOT_RATED = ("还没测过", "not rated yet")
    TIP_STRENGTH = (
        "和固定对手比赛测出的等级分：随机乱下是 0，± 是误差",
        "Elo points, measured against fixed opponents; the random player is 0, ± is the error",
    )
    AGE_SAID = ("{games} · {time}", "{games} · {time}")
    GAMES_MANY = ("{games} 局", "{games} games")
    RATING_ERROR = ("棋力 ± {error:.0f}", "Rating ± {error:.0f}")
    TIP_AGE = ("自己和自己下过的棋，训练过的时间", "Games played against itself, time trained")
    NEWBORN_SAID = ("刚刚出生", "just born")
    GROWTH = ("成长", "Growth")
    LOSS = ("偏差", "Error")
    LOSS_POLICY = ("选点", "Moves")
    LOSS_VALUE = ("胜负", "Result")
    NO_STRENGTH = ("训练的时候会测棋力", "It is rated while it trains")
    GAMES_PER_SECOND = ("每秒局数", "Games / s")
    MOVES_PER_SECOND = ("每秒落子", "Moves / s")
    SAMPLES = ("学过局面", "Learned")
    LIVE_BOARDS = ("它正在和自己下的棋", "The games it plays against itself, live")
    LAST_BOARDS = ("它最后下的棋", "The last games it played")
    BOARDS_HERE = ("训练时，这里是它正在下的棋", "While it trains, its games are shown here")
    BACK_TO_WALL = ("点一下，回到全部棋盘", "Click to see all boards again")
    TIP_BOARDS = ("同时看几盘棋", "How many boards to watch")
    IDLE = ("{name} 没有在训练", "{name} is not training now")
    IDLE_SAID = ("继续训练，就从上次停下的地方接着学", "Train on, and it goes on from where it stopped")
    NEWBORN = ("{name} 还不会下棋", "{name} cannot play yet")
    NEWBORN_NEXT = ("按“开始训练”，它会从随便落子学起", "Press “Train” and it begins to learn")
    WAKING_DOG = ("正在叫醒 {name}…", "Waking {name} up…")
    WAKING_SAID = ("第一次要多等一会儿，最多一分钟左右", "The first time this may take up to a minute")
    FILLING = ("{name} 先自己下些棋，攒经验", "{name} plays to gather experience")
    LEARNING = ("{name} 在和自己下棋，边下边学", "{name} plays itself and learns from it")
    LEARNING_SAID = ("下完 {games} · 学过 {samples} 个局面", "{games} played · {samples:|position|positions} learned")
    STOPPING = ("正在把学到的存好…", "Saving what it has learned…")
    STOPPING_SAID = ("几秒就好", "A few seconds")
    TRAINING_FAILED = ("训练停下来了", "Training has stopped")
    ADOPTED = ("{name} 来了！按“开始训练”，它就开始学", "{name} is here! Press “Train” and it begins to learn")

    # --- adopting ---
    ADOPT = ("领养一只", "Adopt a dog")
    ADOPT_TITLE = ("给它起个名字", "Give it a name")
    ADOPT_SAID = ("什么名字都行，以后每天都会叫到。", "Any name will do; you will be calling it often.")
    ADOPT_DO = ("领养", "Adopt")
    ADOPT_PLACEHOLDER = ("名字", "Name")
    NAME_EMPTY = ("先给它起个名字吧", "It needs a name first")
    NAME_TAKEN = ("已经有一只 {name} 了，换个名字吧", "There is a {name} already: choose another name")
    NAME_LONG = ("这名字太长了，叫不过来：最多 {most} 个字", "That is too long to call: at most {most} letters")
    NAME_IDEAS = (
        "小黑 旺财 来福 元宝 豆包 毛毛 阿福 大白 汤圆 可乐",
        "Pup Biscuit Momo Rex Pepper Sunny Max Bella Coco Otto",
    )
    HELLO_TITLE = ("养一只自己的阿尔法狗", "Raise your own AlphaGo")
    HELLO_1 = (
        "领养一只小狗，给它起个名字。它刚来时什么也不会。",
        "Adopt a dog and name it. At first it knows nothing at all.",
    )
    HELLO_2 = (
        "按“训练”，它就在这台电脑上和自己下棋，从每一局里学。",
        "Press “Train”: it plays itself, on this computer, and learns from every game.",
    )
    HELLO_3 = ("看它一点点长大，随时停下来，和它下一局。", "Watch it grow. Stop whenever you like and play against it.")
    STORY_1 = ("刚出生", "Just born")
    STORY_1_SAID = ("随手乱放，不知道什么是吃子", "It puts stones anywhere and never heard of capturing")
    STORY_2 = ("十分钟后", "After ten minutes")
    STORY_2_SAID = ("会吃子，会逃跑，赢得了乱下的", "It captures, runs away, beats random play")
    STORY_3 = ("再往后", "And later")
    STORY_3_SAID = ("会围空，会做眼，也许比你还强", "It surrounds territory; it may beat you")

    # --- news ---
    NEWS_STARTED = ("第一次坐到棋盘前", "First time at the board")
    NEWS_RESUMED = ("接着练，之前下过 {games}", "Back at it after {games}")
    NEWS_FILLING = ("先攒些下完的棋，再学", "Gathers finished games first")
    NEWS_LEARNING = ("经验够了，开始学习", "It has begun to learn")
    NEWS_CHECKPOINT = ("存好了，共 {games}", "Saved after {games}")
    NEWS_RATED = ("对{opponent}：{wins} 胜 {losses} 负", "{opponent}: {wins} to {losses}")
    NEWS_RATED_DRAWS = ("，{draws:,} 和", ", drew {draws:,}")
    NEWS_RATED_SAID = ("，棋力 {rating:.0f} ± {error:.0f}", "; rating {rating:.0f} ± {error:.0f}")
    NEWS_MILESTONE = ("能赢{opponent}了！", "It beats {opponent}!")
    NEWS_WORKER = ("换上了一个新帮手", "A helper was restarted")
    NEWS_STOPPED = ("停下了，共 {games}", "Stopped after {games}")
    NEWS_FAILED = ("训练中断了", "Training broke off")
    BEATS = ("胜{opponent}", "beats {opponent}")
    OPPONENT_MCTS = ("蒙特卡洛 {n}", "Monte Carlo {n}")
    OPPONENT_GNU = ("GNU Go", "GNU Go")
    OPPONENT_GNUGO = ("GNU Go（强度 {n}）", "GNU Go level {n}")
    OPPONENT_AGE = ("{games}时的自己", "Itself at {games}")


class _Counting(string.Formatter):
    """``str.format`` and one more format: ``{n:|one|many}``, a number with the noun that agrees with it."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if not format_spec.startswith("|"):
            return str(super().format_field(value, format_spec))
        one, many = format_spec[1:].split("|")
        said = value if isinstance(value, str) else f"{value:,}".removesuffix(".0")
        return f"{said} {one if said == '1' else many}"


class _ChineseCounting(_Counting):
    """The same, minding the space where words and what fills them meet.

    ``120 局`` and ``叫醒 Pup``, but ``3.3万局`` and ``叫醒小黑``: one between a Chinese character and a Latin one, none
    between two Chinese ones. Elsewhere, and inside of what fills, everything stays as it is.
    """

    def vformat(self, format_string: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
        said = ""
        for words, name, spec, conversion in self.parse(format_string):
            said = _joined(said, words)
            if name is not None:
                value, _ = self.get_field(name, args, kwargs)
                said = _joined(said, self.format_field(self.convert_field(value, conversion), spec or ""))
        return said


def _joined(before: str, after: str) -> str:
    left, right = before.rstrip(" "), after.lstrip(" ")
    if not left or not right:
        return before + after
    ends = left[-1] + right[0]
    if _HAN.match(ends[0]) and _HAN.match(ends[1]):
        return left + right
    if (_HAN.match(ends[0]) and _LATIN.match(ends[1])) or (_LATIN.match(ends[0]) and _HAN.match(ends[1])):
        return f"{left} {right}"
    return before + after


_FORMATTERS = {Language.CHINESE: _ChineseCounting(), Language.ENGLISH: _Counting()}
_HAN = re.compile(r"[\u4e00-\u9fff]")
_LATIN = re.compile(r"[0-9A-Za-z]")
_MINUTE = 60
_HOUR = 3600


class Strings:
    """The words of one language at a time; switching takes effect with the next text asked for."""

    def __init__(self, language: Language = Language.CHINESE) -> None:
        self.language = language

    def get(self, text: Wording, **values: Any) -> str:
        """The text in the current language, ``{names}`` filled from ``values``."""
        pattern = text.chinese if self.language is Language.CHINESE else text.english
        return _FORMATTERS[self.language].format(pattern, **values) if values else pattern

    def number(self, value: float) -> str:
        """A count as short as people say it: ``3,204``, ``2.8万`` or ``28.4k``, ``1.2亿`` or ``120M``."""
        if self.language is Language.CHINESE:
            steps = ((1e8, "亿"), (1e4, "万"))
        else:
            steps = ((1e6, "M"), (1e4, "k"))
        for step, unit in steps:
            if value >= step:
                scaled = value / (1e3 if unit == "k" else step)
                short = f"{scaled:.1f}" if scaled < 100 else f"{scaled:,.0f}"
                return short.removesuffix(".0") + unit
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
