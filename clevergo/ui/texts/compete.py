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
    PLAYOUTS = ("每步随手试几盘", "Random games a move")
    ROUNDS = ("每一对下", "Each pair")
    ROUNDS_SAID = ("{n:,} 局", "{n:|game|games}")
    TIP_ROUNDS = (
        "每两个棋手之间下几局；局数越多，谁强谁弱说得越准",
        "How many games each pair plays; the more, the surer who is stronger",
    )
    TIP_BOARD = ("棋盘有几路。狗在 9 路上长大", "Lines of the board; the dogs grew up on 9×9")
    KOMI = ("贴目", "Komi")
    KOMI_SAID = ("白得 {n:g} 目", "{n:|point|points}")
    TIP_KOMI = ("黑棋先走占便宜，白棋得这么多目补偿", "Black moves first, so White is given so many points")
    GAMES_IN_ALL = ("一共 {games:,} 局，黑白轮流", "{games:|game|games} in all, colours alternate")
    ONE_GAME = ("就下一局", "One game")
    START = ("开始", "Start")
    BACK = ("返回", "Back")
    EARLIER = ("以前的…", "Earlier…")
    TIP_EARLIER = ("打开以前的比赛", "Open an earlier match")
    EARLIER_TITLE = ("以前的比赛", "Earlier matches")
    EARLIER_SAID = ("点一场，看它的得分表和每一局棋。", "Click one to see its table and all its games.")
    MEETING = ("{players} 个棋手的循环赛", "Round robin of {players:|player|players}")
    SCORED = ("{first} 比 {second}", "{first} to {second}")

    # --- who they are ---
    AT_AGE = ("{name}（{games:,} 局时）", "{name} at {games:|game|games}")
    AGED = ("{games:,} 局时的它，", "at {games:|game|games}, ")
    SEARCHES = ("每步想 {n:,} 次", "{n:|try|tries} a move")
    TRIES = ("没学过棋，每步随手试 {n:,} 盘", "untrained: {n:|random game|random games} a move")
    GLANCES = ("只凭第一眼", "plays at first sight")
    VALUES = ("每一手都看看，挑最好的", "looks one move ahead")
    RANDOM = ("随手乱下", "any move at all")
    ENGINE = ("别的围棋程序", "another Go program")

    # --- while it goes on ---
    MATCH = ("比赛", "Match")
    ROUND_ROBIN = ("循环赛", "Round robin")
    PROGRESS = ("{done:,} / {games:,} 局", "{done:,} of {games:|game|games}")
    STARTING = ("它们正在入座…", "Taking their seats…")
    PREPARING = ("第一次要多等等：{done} / {total}", "First time only: {done} of {total}")
    PAUSED = ("已暂停", "Paused")
    STOPPED = ("停在半路，可以接着下", "Stopped; it can go on")
    FINISHED = ("下完了", "Finished")
    TROUBLE = ("停下来了：{reason}", "It stopped: {reason}")
    NOW = ("第 {ply} 手 · {black} 对 {white}", "Move {ply} · {black} – {white}")
    NOW_SHORT = ("第 {ply} 手", "Move {ply}")
    BLACK_WHITE = ("{black} 对 {white}", "{black} – {white}")
    BOARD_HERE = ("开始以后，棋在这里下", "Their games will be here")
    SPEED = ("快慢", "Speed")
    TIP_SPEED = ("一步至少停多久；最右边，想多快就多快", "Time between moves; at the right end as fast as they think")
    PACE = ("每步 {seconds} 秒", "{seconds} s a move")
    PACE_FAST = ("每秒 {moves} 步", "{moves} moves/s")
    FULL_SPEED = ("全速", "Full speed")
    PAUSE = ("暂停", "Pause")
    GO_ON_WATCHING = ("继续", "Go on")
    STOP = ("停下", "Stop")
    GO_ON = ("接着下", "Go on")
    NEW = ("新比赛…", "New match…")
    SCORE = ("得分", "Score")
    RATING = ("棋力", "Rating")
    TIP_RATING = (
        (
            "得分：胜一局 1 分，和棋半分，一格一个对手。棋力：由全部对局推算，高 200 分大约四局赢三局，± 是误差；"
            "“–”是还算不出，比如全胜或全负。"
        ),
        (
            "Score: a win is 1, a draw ½; a cell for each opponent. Rating: from all games; with 200 points more one "
            "wins about three games of four; ± is the error. A dash: it cannot be told yet, as when one wins every "
            "game."
        ),
    )
    LEADS = (
        "{name} 更强：得分率 {share:.0%} ± {error:.0%}，棋力高 {points:.0f} ± {spread:.0f}",
        "{name} is stronger: {share:.0%} ± {error:.0%} of the points, rating {points:.0f} ± {spread:.0f} higher",
    )
    LEADS_FAR = (
        "{name} 更强：得分率 {share:.0%} ± {error:.0%}",
        "{name} is stronger: {share:.0%} ± {error:.0%} of the points",
    )
    LEADS_PERHAPS = (
        "{name} 领先，但局数还少，说不准：得分率 {share:.0%} ± {error:.0%}",
        "{name} leads; too few games to be sure: {share:.0%} ± {error:.0%} of the points",
    )
    WON = ("{name} 赢了", "{name} has won")
    DRAWN = ("和棋", "A draw")
    LEVEL = ("不分上下", "Level so far")
    GAMES = ("下过的棋", "Games")
    TIP_GAMES = ("点一局，打开来看", "Click a game to open it")
    NO_GAMES = ("下完一局，这里就多一局", "Every finished game is listed here")
    MOVES = ("{n} 手", "{n:|move|moves}")
    BUSY = ("正在比赛，先停下它", "A match is under way: stop that first")
