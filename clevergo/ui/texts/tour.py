"""The words of the first minute."""

from __future__ import annotations

from clevergo.ui.strings import Wording


class TourText(Wording):
    """Three short steps, each a heading and a sentence or two."""

    PLAY = ("先下一局", "First, play a game")
    PLAY_SAID = (
        "对面是程序自带的阿尔法狗，已经会下棋了。按“开始对局”，再点棋盘上的交叉点，就落下一子。",
        "The dog that comes along can play already. Press “Start game”, then click a crossing to put a stone there.",
    )
    ADOPT = ("再养一只自己的", "Then raise your own")
    ADOPT_SAID = (
        "领养一只小狗，给它起个名字。它刚来时什么也不会，全靠在这台电脑上自己练。",
        "Adopt a dog and name it. It knows nothing at first and learns everything on this computer.",
    )
    WATCH = ("看它长大", "And watch it learn")
    WATCH_SAID = (
        "按“开始训练”，它就和自己下棋，越下越好。几分钟就能看到变化；随时可停，不会丢失。",
        "Press “Train” and it plays itself and improves within minutes. Stop any time, nothing is lost.",
    )
    STEP = ("{step} / {steps}", "{step} / {steps}")
    NEXT = ("下一步", "Next")
    SKIP = ("跳过", "Skip")
    DONE = ("开始吧", "Let's go")
