"""The words for looking into a dog's mind, and for the curve of a game."""

from __future__ import annotations

from clevergo.ui.strings import Wording


class MindText(Wording):
    """What is said where somebody's thoughts are shown."""

    ANALYSE = ("分析", "Analyse")
    TIP_ANALYSE = ("看看它怎么想眼前的局面 (A)", "See what it thinks of this position (A)")
    TIP_JUDGE = ("听谁的看法", "Whose opinion")
    PLAYS_HERE = ("正在下棋", "plays here")
    STRONGEST_HERE = ("这个棋盘上最强", "strongest here")
    NEVER_SAW_REMARK = ("没见过这种棋盘", "never saw this board")
    MONTE_CARLO = ("蒙特卡洛", "Monte Carlo")
    MONTE_CARLO_SAID = ("不用网络", "no net")
    AGE = ("{name}（{games:,} 局时）", "{name} at {games:|game|games}")
    HINT = ("提示", "Hint")
    TIP_HINT = ("支一招，只看不下 (H)", "One good move, only shown (H)")
    KEY_ANALYSE = ("分析局面", "Analyse")
    KEY_HINT = ("提示一手", "Hint")
    HINT_SAID = (
        "{name}会下 {move}：{color}胜率 {chance}",
        "{name} would play {move}: {color}'s chance {chance}",
    )
    SEEKING_HINT = ("{name}正在想一手好棋…", "{name} looks for a good move…")

    GLANCE = ("直觉", "Glance")
    SEARCH = ("搜索", "Search")
    VALUE = ("价值", "Value")
    TERRITORY = ("领地", "Territory")
    TIP_OFF = ("棋盘上什么也不画", "Nothing is drawn on the board")
    TIP_GLANCE = ("不细算，第一眼想下哪里：网络的策略", "Where it would look first, before it thinks: the net's policy")
    TIP_SEARCH = (
        "细算时每一手试了多少次，试下来的胜率是多少",
        "How often each move was tried while it thought, and the chance to win found for it",
    )
    TIP_VALUE = (
        "每一手比最好的一手少赢百分之几；没试过的，看一眼估出来",
        "How many percent fewer games each move wins than the best; moves not tried are judged at a glance",
    )
    TIP_TERRITORY = ("每个点将来归谁", "Whose each point will be in the end")
    LEGEND_OFF = ("选一种看法，它的想法就画在棋盘上", "Choose what to see of its thoughts on the board")
    LEGEND_GLANCE = ("颜色越深，第一眼越想下那里", "Darker: where it would look first")
    LEGEND_SEARCH = (
        "圆越大，试得越多。上面是{color}胜率，下面是次数",
        "Larger: tried more often. Above: {color}'s chance; below: tries",
    )
    SHORT_SEARCH = ("圆越大，试得越多", "Larger: tried more often")
    LEGEND_VALUE = ("比最好的一手少赢百分之几；红：{worst}", "Percent of wins lost against the best move; red: {worst}")
    SHORT_VALUE = ("少赢百分之几；红：{worst}", "% lost against the best move; red: {worst}")
    LEGEND_TERRITORY = ("方块：将来归谁，越大越有把握", "Squares: whose it will be; larger: surer")
    SHORT_TERRITORY = ("方块：将来归谁", "Squares: whose it will be")
    SHORT_OFF = ("选一种看法，画在棋盘上", "Choose what to see")
    NO_GLANCE = ("蒙特卡洛没有直觉，它只会一盘盘试", "Monte Carlo has no first glance: it only tries games")
    NO_TERRITORY = ("{name}的网络不会看领地", "{name} has a net that cannot tell territory")
    NEVER_SAW = (
        "{name}没学过 {size}×{size} 的棋盘：能下，但胜率和目数不作数，不显示。",
        "{name} never saw a {size}×{size} board: it can play here, but its chances and points would mean nothing.",
    )
    NEVER_SAW_SHORT = ("{name}没学过这种棋盘，胜率不作数", "{name} never saw this board: no chances are shown")
    NOBODY_KNOWS = (
        "不知道{name}学过多大的棋盘，数字仅供参考",
        "Nobody knows on which boards {name} learned: take care",
    )
    HINT_UNPROVEN = ("{name}会下 {move}，不过它没学过这种棋盘", "{name} would play {move}, but never saw this board")
    TRIES_COLUMNS = ("次数 · 后面的变化", "tries · what may follow")
    LOOKS_AT_LAST = ("它上一手的想法，含更早试过的", "What it thought last, with its earlier tries")
    COLUMNS = ("{color}胜率 · 次数 · 后面的变化", "{color}'s chance · tries · what may follow")
    GLANCE_COLUMNS = ("第一眼 · 次数 · 后面的变化", "first glance · tries · what may follow")

    OFF_SAID = (
        "打开“分析”，看它怎么想眼前的局面；或者按“提示”，请它支一招。",
        "Switch on “Analyse” to see what it thinks of this position, or ask for a hint.",
    )
    WAKING = ("正在叫醒{name}…", "Waking {name} up…")
    GAME_OVER = ("这盘棋下完了，没什么可想的了。", "The game is over: there is nothing left to think about.")
    TRIES = ("试了 {n:,} 次", "{n:|try|tries}")
    TIP_VISITS = ("试多少次就停", "How many tries are enough")
    ENDLESS = ("不停", "Endless")
    TIP_PAUSE = ("先停下，想好的留着", "Pause; what it found stays")
    TIP_RESUME = ("接着想", "Go on")

    WINS = ("黑棋胜率", "Black's chance")
    WINS_SHORT = ("黑胜率", "Black")
    LEADS = ("{color}领先 {points} 目", "{color} leads by {points}")
    LEADS_SHORT = ("{color}+{points}", "{color}+{points}")
    EVEN = ("目数相当", "Even")
    COUNTED_AS = ("数子结果：{result}", "Counted: {result}")
    AS_RESIGNED = ("{color}认输时的局面", "as {color} resigned")
    AS_TIMED_OUT = ("{color}超时时的局面", "as {color}'s time ran out")
    AS_FORFEITED = ("{color}被判负时的局面", "as {color} forfeited")
    STUDY = ("分析全局", "Analyse game")
    TIP_STUDY = ("在后台把每一手都看一遍，找出大失误", "Look at every move in the background and find the big mistakes")
    TIP_STOP = ("停下来；看过的都留着", "Stop; what was found stays")
    STUDYING = ("{done} / {total}", "{done} / {total}")
    READING = ("第 {ply} 手 {move}", "Move {ply} {move}")
    AT_START = ("开局", "Start")
    LOST = ("这手亏 {loss}", "lost {loss}")
    EMPTY = ("等它想过，这里就有曲线", "A curve grows here as it thinks")
