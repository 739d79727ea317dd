"""The words of the play scene that came with the game tree, the clocks and the saved games."""

from __future__ import annotations

from clevergo.ui.strings import Wording


class PlayText(Wording):
    """What is said beside the board."""

    # --- the record ---
    TAB_RESULT = ("结果", "Result")
    TAB_MIND = ("思路", "Mind")
    TAB_MOVES = ("着法", "Moves")
    TIP_TAB_MOVES = ("每一手和每个变化，点一下就到那里", "Every move and variation; click to go there")
    OR_MOVE = ("或", "or")
    NO_MOVES = ("还没有落子。下过的每一手都记在这里。", "No moves yet. Every move played is kept here.")
    TIP_FIRST = ("回到开头 (Home)", "To the start (Home)")
    TIP_BACK = ("后退一手 (←)", "One move back (←)")
    TIP_FORWARD = ("前进一手 (→)", "One move forward (→)")
    TIP_LAST = ("到最后 (End)", "To the end (End)")
    BACK_TO_LIVE = ("回到当前", "Back to now")
    LOOKING = ("在看第 {ply} 手，共 {all} 手", "Looking at move {ply} of {all}")
    VARIATION_BEGUN = ("这里开始一个新变化，原来的下法还在", "A variation begins here; what was played is kept")

    # --- the menu of the record ---
    RECORD = ("棋谱", "Record")
    TIP_RECORD = ("打开、保存、复制棋谱", "Open, save and copy games")
    OPEN = ("打开棋谱…", "Open a file…")
    SAVE_AS = ("另存为…", "Save as…")
    COPY = ("复制棋谱", "Copy the game")
    PASTE = ("粘贴棋谱", "Paste a game")
    GAMES = ("下过的棋…", "Saved games…")
    LAST_GAME = ("接着下上一局", "Go on with the last game")
    RESUME_LAST = ("接着下：{names}，{moves}", "Go on: {names}, {moves}")
    RESUME_SHORT = ("接着下", "Go on")
    NUMBERS = ("手数", "Move numbers")
    COORDINATES = ("坐标", "Coordinates")
    ON = ("开", "on")
    OFF = ("关", "off")
    COPIED = ("棋谱复制好了，可以粘贴到别处", "The game is copied: paste it anywhere")
    NOTHING_TO_PASTE = ("剪贴板里没有棋谱", "There is no game to paste")
    NOTHING_TO_SAVE = ("还没有棋可以保存", "There is no game to save yet")
    SAVED_AS = ("已保存到 {name}", "Saved as {name}")
    OPENING = ("正在打开棋谱…", "Opening the game…")
    OPENING_FIRST = (
        "正在打开棋谱。只有第一次要多等一会儿，最多一分钟左右",
        "Opening the game. Only the first time it may take up to a minute",
    )
    OPENED = ("打开了 {name}", "Opened {name}")
    NO_LAST_GAME = ("还没有下过棋", "No game has been played yet")

    CURSOR_SAID = (
        "方向键移动光标，回车落子，Esc 离开棋盘",
        "Arrows move the cursor, Enter places a stone, Esc leaves the board",
    )
    KEYS_ON_BOARD = ("用键盘落子", "Stones by keyboard")
    KEY_AIM = ("光标到棋盘上", "Cursor on the board")
    KEY_MOVE = ("移动光标", "Move the cursor")
    KEY_PLACE = ("落子、点死子", "Place or mark a stone")
    KEY_LEAVE = ("离开棋盘", "Leave the board")
    KEY_WALK = ("后退、前进一手", "One move back, on")
    KEY_BESIDE = ("别的变化", "Other variations")
    KEY_FILES = ("打开、保存棋谱", "Open, save a game")
    KEY_CLIPBOARD = ("复制、粘贴棋谱", "Copy, paste a game")
    KEY_GAMES = ("下过的棋", "Saved games")

    # --- passing ---
    PASS_EARLY = ("棋盘还很空，要停一手吗？", "Pass while most of the board is open?")
    PASS_EARLY_SAID = (
        "停一手就是这一步不下，轮到对方。双方接连停手，对局就结束，按盘上的样子数子。一般等到哪里都没有便宜可占了才停。",
        (
            "To pass is to place no stone and let the other side move. Two passes in a row end the game, and the board "
            "is counted as it is. One usually passes when there is nothing left to gain anywhere."
        ),
    )
    PASS_ENDS_SAID = (
        "对方刚停了一手。你再停一手，对局马上结束，就按现在盘上的样子数子，而棋盘大半还不属于任何一方。",
        (
            "The other side has just passed. If you pass too, the game ends here and the board is counted as it is, "
            "with most of it nobody's yet."
        ),
    )
    PLAY_ON = ("继续下", "Play on")
    PASSED_TO_YOU = (
        "{color}停了一手：你再停一手，对局就结束数子",
        "{color} passed: pass too, and the game ends and is counted",
    )
    ENDED_OPEN = (
        "双方停手时，棋盘大半还不属于任何一方，胜负就看已经围成的那一小部分。",
        "Both passed while most of the board was still nobody's, so the little that was enclosed decided.",
    )
    ENDED_BY_KOMI = (
        "双方停手时，棋盘大半还不属于任何一方，胜负是由 {komi} 目的贴目决定的。",
        "Both passed while most of the board was still nobody's, so the komi of {komi:|point|points} decided.",
    )
    ENDED_ALONE = (
        "双方停手时，棋盘还很空。盘上只有{color}子，所以全盘都算{color}棋的。",
        "Both passed while the board was almost empty. Only {color} has stones, so all of it counts as {color}'s.",
    )

    # --- counting ---
    COUNTED = (
        (
            "黑：活子 {black_stones} + 围空 {black_empty} = {black}。"
            "白：活子 {white_stones} + 围空 {white_empty} + 贴目 {komi} = {white}。"
        ),
        (
            "Black: {black_stones:|living stone|living stones} + {black_empty} surrounded = {black}. "
            "White: {white_stones} + {white_empty} + komi {komi} = {white}."
        ),
    )

    # --- saved games and files ---
    GAMES_TITLE = ("下过的棋", "Saved games")
    NO_GAMES = ("还没有下过棋。每一局都会自动存在这里。", "No games yet. Every game is kept here by itself.")
    LOOKING_FOR_GAMES = ("正在找…", "Looking…")
    OPEN_IT = ("打开", "Open")
    UNFINISHED = ("未下完", "unfinished")
    MOVES_COUNT = ("{n} 手", "{n:|move|moves}")
    FILE_TITLE = ("打开棋谱", "Open a game")
    SAVE_TITLE = ("保存棋谱", "Save the game")
    SAVE_IT = ("保存", "Save")
    FILE_PATH = ("文件夹或文件", "Folder or file")
    FILE_NAME = ("文件名", "File name")
    FOLDER_UP = ("上一级", "Up")
    HOME_FOLDER = ("个人文件夹", "Home")
    EMPTY_FOLDER = ("这里没有棋谱", "No games in this folder")
    CANNOT_LIST = ("这个文件夹打不开：{reason}", "This folder cannot be opened: {reason}")
    NO_SUCH_FILE = ("没有这个文件", "There is no such file")
    OVERWRITE = ("已经有 {name} 了，要换掉它吗？", "There is a {name} already: replace it?")
    REPLACE = ("换掉", "Replace")

    # --- setting up ---
    HANDICAP = ("让子", "Handicap")
    HANDICAP_SAID = ("让 {n} 子", "handicap {n}")
    TIP_HANDICAP = (
        "黑棋先摆上几颗子，白棋先走；贴目随着变成半目",
        "Black's stones on the board at the start; White moves first and komi becomes half a point",
    )
    TIME = ("用时", "Time")
    NO_CLOCK = ("不限", "No limit")
    ONLY_OVERTIME = ("只有读秒", "Byo-yomi only")
    MINUTES = ("{n} 分", "{n} min")
    TIP_TIME = ("每方的基本用时", "Each side's main time")
    NO_OVERTIME = ("无读秒", "No byo-yomi")
    OVERTIME = ("{n} 次 {s} 秒", "{n} × {s} s")
    TIP_OVERTIME = ("用完以后的读秒", "Byo-yomi after the main time")
    NOW = ("现在", "Now")
    AT_GAMES = ("{games} 局时", "at {games}")
    TIP_AGE = ("哪个年龄的它：下过多少局时", "At which age: after how many games")
    NAME_AT = ("{name}（{games:,} 局）", "{name} ({games:,})")
    ENGINE_REMARK = ("别的围棋程序", "another Go program")
    OTHER_ENGINE = ("别的围棋程序…", "Another Go program…")
    OTHER_ENGINE_SAID = ("GTP 命令", "a GTP command")
    ENGINE_TITLE = ("和哪个围棋程序下？", "Which Go program?")
    ENGINE_SAID = (
        "写下启动它的命令，比如 gnugo --mode gtp（GTP 是围棋程序之间说的话）",
        "The command that starts it, like gnugo --mode gtp (GTP is how Go programs talk to each other)",
    )
    ENGINE_COMMAND = ("命令", "Command")
    CLOCK_PERIODS = ("{seconds} 秒 ×{n}", "{seconds} s ×{n}")
