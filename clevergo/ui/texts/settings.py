"""The words of the settings, of the page of shortcuts, and of what goes wrong behind the window."""

from __future__ import annotations

from clevergo.ui.strings import Wording


class SettingsText(Wording):
    """The page of settings."""

    TITLE = ("设置", "Settings")
    DONE = ("完成", "Done")
    LOOKS = ("外观", "Looks")
    LANGUAGE = ("语言", "Language")
    CHINESE = ("中文", "中文")
    ENGLISH = ("English", "English")
    THEME = ("颜色", "Colours")
    LIGHT = ("浅色", "Light")
    DARK = ("深色", "Dark")
    SYSTEM = ("跟随系统", "System")
    TIP_SYSTEM = ("跟随系统：电脑的窗口是深色，这里也是深色", "System: dark when the computer's windows are dark")
    SCALE = ("大小", "Size")
    TIP_SCALE = ("文字和按钮的大小；窗口太小时会自动缩小", "Of words and buttons; smaller by itself in a small window")
    FULL_SCREEN = ("全屏", "Full screen")
    BOARD = ("棋盘", "Board")
    COORDINATES = ("显示坐标", "Coordinates")
    MOVE_NUMBERS = ("显示手数", "Move numbers")
    SOUND = ("声音", "Sound")
    SOUND_ON = ("打开声音", "Sound on")
    SOUNDS = ("落子声", "Stones")
    MUSIC = ("音乐", "Music")
    NO_MUSIC = ("音乐（还没有）", "Music (none yet)")
    TIP_MUSIC = (
        "把自己的音乐放进 assets/musics 文件夹，这里就会响起来",
        "Put music of your own into the folder assets/musics and it will be played",
    )
    TRAINING = ("训练", "Training")
    EFFORT = ("电脑用量", "Effort")
    DATA = ("我的东西", "Your things")
    DATA_SAID = ("狗、对局和设置都存在这里", "Dogs, games and settings are kept here")
    OPEN_FOLDER = ("打开", "Open")
    ABOUT = ("机巧围棋 {version} · MIT 许可，自由使用", "CleverGo {version} · MIT licence, free to use")
    TOUR = ("入门三步", "First steps")
    SHORTCUTS = ("快捷键", "Shortcuts")


class KeyText(Wording):
    """What keys do, and the names of some."""

    WHILE_PLAYING = ("对弈", "Playing")
    EVERYWHERE = ("哪里都行", "Everywhere")
    SPACE = ("空格", "Space")
    ENTER = ("回车", "Enter")
    PASS = ("停一手；比赛时暂停", "Pass; pause a match")
    START = ("开始对局", "Start the game")
    UNDO = ("悔棋", "Undo")
    REDO = ("重做", "Redo")
    PAUSE = ("暂停、继续", "Pause, go on")
    NEW = ("新对局", "New game")
    LEAP = ("后退、前进十手", "Ten moves back, on")
    ENDS = ("开头、最后", "First move, last move")
    SCENES = ("换一页", "Other pages")
    FOCUS = ("下一个按钮", "Next button")
    PRESS = ("按下选中的按钮", "Press that button")
    CLOSE = ("关掉、返回", "Close, go back")
    PAGES = ("狗舍翻页", "Pages of the kennel")
    SCALE = ("字大、字小", "Larger, smaller")
    FULL_SCREEN = ("全屏", "Full screen")
    SOUND = ("声音", "Sound")
    SHORTCUTS = ("这一页", "This page")
    SETTINGS = ("设置", "Settings")
