"""The words of records that are looked at."""

from __future__ import annotations

from clevergo.ui.strings import Wording


class RecordText(Wording):
    """What is said of a record, and of playing on from it."""

    TAB_FACTS = ("信息", "Info")
    PLAY_ON = ("从这里接着下", "Play on from here")
    TIP_PLAY_ON = (
        "从这个局面开始自己的一局，棋谱不会改动",
        "Begins a game of your own from this position; the record stays as it is",
    )
    PLAY_ON_TITLE = ("从第 {ply} 手接着下", "Play on from move {ply}")
    PLAY_ON_SAID = (
        "选好谁执黑、谁执白。这是新的一局，棋谱不会改动。",
        "Choose who plays. It is a game of its own; the record stays as it is.",
    )
    PLAY_ON_DO = ("开始", "Start")
    BACK = ("回到实战", "Back to the game")
    TRYING = (
        "摆一个变化看看，两边都可以走；打开的文件不会改动",
        "A variation to look at, for both sides; the file stays as it is",
    )
    IN_VARIATION = ("变化图，第 {ply} 手", "A variation, move {ply}")
    NO_RESULT = ("没有写胜负", "No result recorded")
    VOID = ("无胜负", "No result")
    KOMI = ("贴 {komi} 目", "komi {komi}")
    RULES = ("{rules} 规则", "{rules} rules")
    RULES_CHINESE = ("中国规则", "Chinese rules")
    RULES_JAPANESE = ("日本规则", "Japanese rules")
    RULES_KOREAN = ("韩国规则", "Korean rules")
    RULES_ING = ("应氏规则", "Ing rules")
    ANNOTATOR = ("解说：{name}", "Comments by {name}")
    HOW_TO_LOOK = (
        "← → 一手一手看；点棋盘可以试着摆变化。",
        "← → walk through the game; click the board to try moves.",
    )
