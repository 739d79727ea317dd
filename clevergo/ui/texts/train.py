"""The words of growing: curves, ages, what comes next, the doctor's advice, and a dog's settings."""

from __future__ import annotations

from clevergo.ui.strings import Wording


class TrainText(Wording):
    """What the train scene says beyond the plainest things."""

    # --- curves ---
    BY_GAMES = ("按局数", "By games")
    BY_HOURS = ("按时间", "By time")
    TIP_AXIS = ("横轴是下过的局数，还是训练的时间", "Along the bottom: games played, or time trained")
    ENTROPY = ("犹豫", "Doubt")
    LENGTH = ("手数", "Length")
    PASSES = ("停一手", "Passes")
    TIP_RATING = (
        "和固定对手比赛测出的等级分：随机乱下是 0，高 200 分大约四局赢三局",
        "Measured in matches against fixed opponents: random play is 0; 200 points more win about three games of four",
    )
    TIP_LOSS = (
        "猜得有多不准，越低越好。选点：想得久了会走哪里；胜负：谁会赢。淡的线是没拿来学的棋：离得远，就是在死记硬背。",
        (
            "How wrong its guesses are; lower is better. Moves: where it goes after thinking. Result: who will win. "
            "Pale: games it did not learn from; far apart means learning by heart."
        ),
    )
    TIP_ENTROPY = (
        "想完一步，还有多拿不定主意：0 是只想走一处",
        "How undecided it is after thinking: 0 is one move only",
    )
    TIP_LENGTH = ("一局棋下几手。太短，多半是乱停", "Moves in a game; very short ones mean careless passing")
    TIP_PASSES = ("一百手里有几手是停一手", "How many of a hundred moves are passes")
    UNSEEN = ("没见过的棋", "unseen games")
    NO_VITALS = ("学过一阵，这里就有曲线", "A curve grows here as it learns")
    READ_RATING = ("{where} · 棋力 {rating:.0f} ± {error:.0f}", "{where} · rating {rating:.0f} ± {error:.0f}")
    READ_VALUE = ("{where} · {value}", "{where} · {value}")
    READ_MILESTONE = ("{where} · {beats} · {date}", "{where} · {beats} · {date}")
    MOVES = ("{n} 手", "{n:|move|moves}")
    DAY = ("{month} 月 {day} 日", "{day} {month}")
    CLICK_TO_PLAY = ("点一下，和那时的它下棋", "click to play it as it was")

    # --- opponents of fixed strength ---
    WHO_RANDOM = ("{name}：随手乱下的对手，棋力算作 0", "{name}: plays any move at all; its rating is 0")
    WHO_MCTS = (
        "{name}：没学过棋的对手，每走一步，先随手试下 {n:,} 盘，挑赢得最多的",
        (
            "{name}: an untrained opponent that plays {n:|random game|random games} before each move and takes what "
            "wins most"
        ),
    )
    WHO_GNUGO = (
        "{name}：一个有名的围棋程序。它的几档强度下出来差不多，胜一档就算",
        "{name}: a well-known Go program. Its levels are about equally strong, so beating one of them counts",
    )

    # --- ages ---
    AGE_ASK = ("和 {games} 局时的 {name} 下一局？", "Play {name} as it was after {games:|game|games}?")
    AGE_SAID = (
        "那时它训练了 {time}，棋力 {rating:.0f} ± {error:.0f}。现在的它照常训练，不受影响。",
        "It had trained for {time} then, rating {rating:.0f} ± {error:.0f}. Its training goes on undisturbed.",
    )
    AGE_SAID_UNRATED = (
        "那时它训练了 {time}。现在的它照常训练，不受影响。",
        "It had trained for {time} then. Its training goes on undisturbed.",
    )
    AGE_PLAY = ("下一局", "Play")

    # --- the wall ---
    WALL_OFF = ("关", "Off")
    WALL_PUT_AWAY = ("棋盘收起来了，不影响训练", "The boards are put away; training does not need them")

    # --- what comes next ---
    NEXT = ("下一里程碑", "Next milestone")
    NEXT_BEATS = ("多久能胜{opponent}", "To beat {opponent}")
    ABOUT = ("约 {low}–{high} {unit}", "{low}–{high} {unit}")
    ABOUT_ONE = ("约 {low} {unit}", "about {low} {unit}")
    AT_LEAST = ("{low} {unit}以上", "over {low} {unit}")
    MINUTES = ("分", "min")
    HOURS = ("小时", "h")
    SOON = ("很快", "soon")
    CANNOT_SAY = ("说不准", "cannot say")
    TOP = ("没有了", "none left")
    TIP_TOP = ("固定的对手它都赢过了", "It has beaten every fixed opponent")
    TIP_NEXT = (
        "按它到现在的进步推算，从最快到最慢；只是估计",
        "Reckoned from its growth so far, from the earliest to the latest; an estimate",
    )

    # --- what it waits for ---
    FILLING = (
        "已有 {have:,} 个局面；下完的棋攒够 {need:,} 个，就开始学",
        "{have:|position|positions} so far; it studies when finished games hold {need:,}",
    )
    FILLING_TIMED = (
        "已有 {have:,} 个局面；下完的棋攒够 {need:,} 个就开始学，大约还要 {time}",
        "{have:|position|positions} so far; it studies when finished games hold {need:,}, in about {time}",
    )
    FILLING_LEFT = (
        "下完的棋还差 {missing:,} 个局面",
        "{missing:|position|positions} of finished games still to come",
    )
    FILLING_LEFT_TIMED = (
        "下完的棋还差 {missing:,} 个局面，大约 {time}后开始学",
        "{missing:|position|positions} of finished games still to come; it studies in about {time}",
    )
    FILLING_SHORT = (
        "已有 {have:,} 个局面，大约 {time}后开始学",
        "{have:|position|positions} so far; it studies in about {time}",
    )
    FILLING_SHORTEST = ("大约 {time}后开始学", "It studies in about {time}")
    FILLING_PLAIN = ("已有 {have:,} 个局面", "{have:|position|positions} so far")
    RATED_NOW = ("正在和{opponent}比试：{done} / {games} 局", "now meets {opponent}: {done} of {games}")
    RATED_NEXT = ("大约 {time}后测棋力", "rated in about {time}")
    RATED_AFTER_LESSON = ("学了以后再测棋力", "rated once it has learned")
    MEASURED_NOW = (
        "正在测棋力：和{opponent}下了 {done} / {games} 局",
        "Being rated: {done} of {games:|game|games} against {opponent}",
    )
    MEASURED_NEXT = ("大约 {time}后第一次测棋力", "First rated in about {time}")
    MEASURED_SOON = ("一下棋就测棋力", "First rated as soon as it plays")
    BEING_RATED = ("正在测", "being rated")
    FIRST_POSITIONS = ("{have:,} 个局面 · {time}", "{have:|position|positions} · {time}")
    GAMES_PER_MINUTE = ("每分钟局数", "Games / min")
    TIP_GAMES_MINUTE = ("每分钟和自己下完几局", "Games against itself that end in a minute")
    GAMES_AT_ONCE = ("同时在下", "Games at once")
    AT_ONCE = ("同时在下", "At once")
    TIP_GAMES_AT_ONCE = (
        "它和自己同时下这么多局；最初的几局差不多一起下完",
        "So many games it plays against itself side by side; the first ones end at about the same time",
    )

    TIP_GAMES = ("每秒钟和自己下完几局", "Games against itself that end in a second")
    TIP_MOVES = ("所有棋盘加在一起，每秒钟下几手", "Moves in a second, on all boards together")
    TIP_SAMPLES = (
        "拿来学过的局面；同一个局面会学好几遍",
        "Positions it has learned from; each is learned several times",
    )

    # --- the doctor ---
    HEALTHY = ("很健康", "in good health")
    DOCTOR = ("医生：{ailment}", "Doctor: {ailment}")
    DOCTOR_CALLS = ("医生有话要说", "The doctor has a word")
    WHAT_TO_DO = ("怎么办？", "What now?")
    DOCTOR_TITLE = ("医生的话", "The doctor's word")
    ADVICE_ONE_COLOUR_WINS = (
        "它可能以为胜负一开局就定了。多半自己会好；一直这样，就在“训练设置”里换个贴目，或重新养一只。",
        (
            "It may believe that a game is decided before it begins. This mostly passes; if not, choose another komi "
            "in its settings, or start a new dog."
        ),
    )
    ADVICE_PASSES_AT_ONCE = (
        "刚开局双方就停一手，什么也学不到。训练里有防备；还是这样，请重新养一只。",
        "Games that end at once teach it nothing. Training guards against this; if it goes on, start a new dog.",
    )
    ADVICE_POLICY_COLLAPSED = (
        "搜索总想下同一手，就学不到新东西了。可以从它早一些的样子再养一只，或重新开始。",
        (
            "Its search always wants the same move, so it learns nothing new. Raise another from an earlier age of it, "
            "or start afresh."
        ),
    )
    ADVICE_NOT_A_NUMBER = (
        "有几步算出了界，已经跳过。要是还这样，它会自己退回上次存好的样子，步子放小一半，你不用管。",
        "A few steps were left out. If it goes on, the last save comes back by itself with steps half as large.",
    )
    ADVICE_NO_GAMES = (
        "没有新棋可学。电脑是不是太忙，或者睡着了？关掉别的程序，或把“电脑用量”调大。",
        (
            "There is nothing new to learn from. Is the computer too busy, or asleep? Close other programs, or allow "
            "more effort."
        ),
    )
    ADVICE_VALUE_GUESSES = (
        "没见过的局面，它判断得和瞎猜差不多。还小的时候都这样，多下些棋就好。",
        "On games it has not seen it judges no better than a guess. All young dogs do: let it play more.",
    )
    ADVICE_NO_GAIN = (
        "它会自己把学习的步子放小再试。要是还不长，这个大脑就学满了：养一只大脑更大的，会更强。",
        (
            "It takes smaller steps by itself and tries on. If that does not help, its net is full: a dog with a "
            "larger net grows stronger."
        ),
    )
    ADVICE_GETS_WORSE = (
        "它会自己退回最强时的样子，步子放小一半再学，你不用管。",
        "Its strongest age comes back by itself and learns on in smaller steps. Nothing for you to do.",
    )

    # --- a dog's settings ---
    DOG_SETTINGS = ("训练设置", "Training settings")
    DOG_SETTINGS_OF = ("{name} 的训练设置", "Training settings of {name}")
    DOG_SETTINGS_SAID = ("不改也很好：这些都是试出来的好数。", "Nothing needs changing: these are well tried.")
    DOG_SETTINGS_NEXT = ("改了的，下次开始训练时起作用。", "What you change takes effect when it trains next.")
    KEEP = ("就这样", "Keep")
    NET = ("大脑", "Net")
    NET_SAID = ("大的更聪明，也学得更慢", "A larger one grows cleverer, and learns more slowly")
    NET_CLASSIC = ("经典", "Classic")
    NET_SMALL = ("小", "Small")
    NET_MEDIUM = ("中", "Medium")
    NET_LARGE = ("大", "Large")
    SIMULATIONS = ("每步想几次", "Tries a move")
    SIMULATIONS_SAID = ("想得多，每局教得多，但下得慢", "More teach more, and take longer")
    RATE = ("学习的步子", "Learning steps")
    RATE_SAID = ("大步学得快，也容易走偏", "Large ones learn faster and go astray more easily")
    RATE_SMALL = ("小", "Small")
    RATE_MEDIUM = ("中", "Medium")
    RATE_LARGE = ("大", "Large")
    WINDOW = ("记住多少局面", "Memory")
    WINDOW_SAID = ("最近这么多局面反复学；多的占内存", "Recent positions it learns from; more take memory")
    KOMI = ("贴目", "Komi")
    KOMI_SAID = ("自己和自己下时，白棋得几目补偿", "What White gets when it plays itself")
    SEED = ("随机种子", "Seed")
    SEED_SAID = ("同样的数，同样的开头", "The same number begins the same way")
    LOCKED_NET = ("出生就定了：它学到的都在这个大脑里", "Fixed at birth: all it knows is in this net")
    LOCKED_RATE = ("开始学以后就定了：换步子会打乱它", "Fixed once it learns: other steps would upset it")
    LOCKED_WINDOW = ("开始学以后就定了：记忆已经照它建好", "Fixed once it learns: its memory is built this large")
    LOCKED_SEED = ("已经用过了，再改也没有意义", "Has been used: changing it means nothing now")
