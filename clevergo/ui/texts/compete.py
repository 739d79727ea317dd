"""The words of watching and competing."""

from __future__ import annotations

from clevergo.ui.strings import Wording


class CompeteText(Wording):
    """Who meets whom, how it stands, and the games."""

    # --- before ---
    PLAYERS = ("谁来下", "Who plays")
    PLAYERS_SAID = ("两个就是一场比赛，再多就是循环赛。", "Two make a match, more a round robin.")
    TIP_PLAYERS = ("点一下，就不让它参加了", "Click a player to leave it out")
    ADD = ("加入", "Add")
    TIP_ADD = ("让它也参加", "Let it take part")
    FULL = ("最多 {most} 个", "At most {most} can take part")
    ALREADY_IN = ("它已经在里面了", "It takes part already")
    PLAYOUTS = ("每步试下次数", "Playouts a move")
    ROUNDS = ("每两个下", "Each pair plays")
    GAMES_IN_ALL = ("一共 {games:,} 局，黑白轮流", "{games:|game|games} in all, colours alternate")
    ONE_GAME = ("就下一局", "One game")
    START = ("开始", "Start")
    BACK = ("返回", "Back")

    # --- while it goes on ---
    MATCH = ("比赛", "Match")
    ROUND_ROBIN = ("循环赛", "Round robin")
    PROGRESS = ("{done:,} / {games:,} 局", "{done:,} of {games:|game|games}")
    STARTING = ("它们正在入座…", "Taking their seats…")
    PAUSED = ("已暂停", "Paused")
    STOPPED = ("停在半路，可以接着下", "Stopped; it can go on")
    FINISHED = ("下完了", "Finished")
    TROUBLE = ("停下来了：{reason}", "It stopped: {reason}")
    NOW = ("第 {ply} 手 · {black} 对 {white}", "Move {ply} · {black} – {white}")
    NOW_SHORT = ("第 {ply} 手", "Move {ply}")
    BLACK_WHITE = ("{black} 对 {white}", "{black} – {white}")
    BOARD_HERE = ("它们正在下的棋", "Their game, live")
    SPEED = ("快慢", "Speed")
    TIP_SPEED = ("一步至少停多久；最右边，想多快就多快", "Time between moves; at the right end as fast as they think")
    PACE = ("每步 {seconds:.1f} 秒", "{seconds:.1f} s a move")
    FULL_SPEED = ("全速", "Full speed")
    PAUSE = ("暂停", "Pause")
    GO_ON_WATCHING = ("继续", "Go on")
    STOP = ("停下", "Stop")
    GO_ON = ("接着下", "Go on")
    NEW = ("新比赛…", "New match…")
    SCORE = ("得分", "Score")
    RATING = ("棋力", "Rating")
    TIP_RATING = (
        "由全部对局推算，± 是误差。有固定棋力的对手参加时，和训练用同一把尺；否则平均为 0。",
        "From all games, ± its error: on training's scale where an opponent of fixed strength plays, else around 0.",
    )
    LEADS = (
        "{name} 得 {share:.0%} ± {error:.0%}，约强 {points:.0f} ± {spread:.0f} 分",
        "{name} scores {share:.0%} ± {error:.0%}: stronger by {points:.0f} ± {spread:.0f}",
    )
    WON = ("{name} 赢了", "{name} has won")
    DRAWN = ("和棋", "A draw")
    LEVEL = ("不分上下", "Level so far")
    TOO_FEW = ("局数还少，说不准", "too few games to be sure")
    GAMES = ("下过的棋", "Games")
    TIP_GAMES = ("点一局，打开来看", "Click a game to open it")
    NO_GAMES = ("下完一局，这里就多一局", "Every finished game is listed here")
    MOVES = ("{n} 手", "{n:|move|moves}")
    BUSY = ("正在比赛，先停下它", "A tournament is under way: stop that first")
