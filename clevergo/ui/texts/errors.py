"""What can go wrong behind the window: the English sentence as it is raised, and the same in Chinese.

Each row's English is a pattern of the raised sentence; :mod:`clevergo.ui.errors` finds the row for a sentence.
"""

from __future__ import annotations

from clevergo.ui.strings import Wording


class ErrorText(Wording):
    """Sentences for a person; ``{names}`` stand for files, causes and figures. The first row that fits is used."""

    DATA_FOLDER = (
        "数据文件夹 {folder} 写不了（{cause}）：改成可以写的，或用 --data-dir 换一个",
        (
            "the data folder {folder} cannot be written ({cause}): make it writable, or choose another with "
            "--data-dir or the environment variable CLEVERGO_HOME"
        ),
    )
    SETTINGS = (
        "设置存不进 {path}（{cause}）：让文件夹可以写，或用 --data-dir 换一个",
        (
            "the settings cannot be saved to {path} ({cause}): make the folder writable, or choose another with "
            "--data-dir"
        ),
    )
    KENNEL_NEWER = (
        "狗舍 {path} 是更新的机巧围棋建的（格式 {found}，这里只懂 {known}）：请更新程序，或用 --data-dir 换个文件夹",
        (
            "the kennel {path} was made by a newer CleverGo (format {found}, this one knows {known}): update "
            "this program, or choose another folder with --data-dir"
        ),
    )
    KENNEL_BUSY = (
        "狗舍 {path} 正被别的程序用着（{cause}）：关掉它再试",
        "the kennel {path} is in use by another program ({cause}): close it and try again",
    )
    KENNEL_FULL = (
        "狗舍 {path} 写不了（{cause}）：腾出些磁盘空间再试",
        "the kennel {path} cannot be written ({cause}): free space on the disk and try again",
    )
    KENNEL_DAMAGED = (
        "狗舍 {path} 坏了（{cause}）：把这个文件挪开就能重新开始。{folder} 里的狗都没动，可以按路径和它们下",
        (
            "the kennel {path} is damaged ({cause}): move that file away to start a new one. The dogs' weight "
            "files in {folder} are not touched and can be played by their path"
        ),
    )
    UNKNOWN_DOG = (
        "没有叫 {asked} 的狗，也没有这个文件。有的狗：{known}",
        (
            "there is no dog and no weight file called {asked}. Dogs: {known}. Adopt one with: python -m "
            "clevergo train NAME --minutes 10"
        ),
    )
    UNKNOWN_AGE = (
        "没有留下 {name} 下过 {games} 局时的样子。留着的有：{known}",
        "{name} was not kept as it was after {games} games. Its earlier ages: {known}",
    )
    OTHER_BOARD = (
        "{name} 只会下 {size}，不会下 {asked}：换成那种棋盘，或换一只大脑是小号、中号或大号的狗，它哪种都会",
        (
            "{name} can only play on {size}, not on {asked}: choose that board size, or a dog with a small, medium or "
            "large net, which plays on any"
        ),
    )
    SHIPPED_MISSING = (
        "自带的阿尔法狗不见了（{path}）：重新下载程序，或换个棋手",
        "the dog that ships with the program is missing ({path}): get the program again, or choose another player",
    )
    UNTRAINED = (
        "{name} 还没有学过棋：先训练它（python -m clevergo train {again}）",
        "{name} has not learned anything yet: train it first (python -m clevergo train {again})",
    )
    NAME_TAKEN = (
        "已经有一只叫 {name} 的狗了：换个名字",
        "there is already a dog called {name}: choose another name",
    )
    NAME_NEEDED = (
        "先给它起个名字：1 到 40 个字，什么文字都行",
        "a dog needs a name: type 1 to 40 letters, in any script",
    )
    NAME_HIDDEN = (
        "名字里有显示不出的字符（{code}）：去掉它",
        "the name holds a character that cannot be shown ({code}): leave it out",
    )
    NAME_LONG = (
        "名字太长了（{length} 个字）：最多 {most} 个",
        "the name is too long ({length} letters): at most {most}, please",
    )
    NAME_AGE = (
        "名字末尾是 @ 加数字，会被当成狗的年龄：换个名字",
        "a name that ends in @ and a number would be taken for a dog's age: choose another name",
    )
    NAME_SHIPPED = (
        "{name} 是程序自带的狗：换个名字",
        "{name} is the dog that ships with the program: choose another name",
    )
    TRAINING_RUNS = ("已经有一只狗在训练：先让它停下", "a dog is in training: stop that first")
    DOG_TRAINS = ("{name} 正在训练：先让它停下", "{name} is in training: stop that first")
    TRAINED_ELSEWHERE = (
        "这只狗正在别的窗口或命令里训练：先停下那边",
        "this dog is being trained by another window or command: stop that one first",
    )
    DOG_COPY = (
        "这只狗复制不了（{cause}）：腾出些磁盘空间再试",
        "the dog cannot be copied ({cause}): free space on the disk and try again",
    )
    KENNEL_OCCUPIED = ("狗舍正忙：等它做完，或取消", "the kennel is busy: wait for that to end, or cancel it")
    FILE_EXPORT = (
        "{path} 写不了（{cause}）：那里腾出些空间，或换个文件夹",
        "{path} cannot be written ({cause}): free space there, or choose another folder",
    )
    FILE_MISSING = ("没有 {path} 这个文件：看看名字对不对", "there is no file {path}: check its name")
    DOG_UNWRITTEN = (
        "{path} 读不了，或者狗存不下（{cause}）",
        "{path} cannot be read, or the dog not be written ({cause})",
    )
    DOG_REFUSED = ("没有打开 {name}：{cause}", "{name} was not opened: {cause}")
    DOG_DAMAGED = (
        "{name} 坏了，或不是本程序的狗（{cause}）：重新拿一份",
        "{name} is damaged or is no dog of this program ({cause}): get it again",
    )
    DOG_FILES = (
        "里面有 {number} 个文件，一只狗最多 {most} 个",
        "it holds {number} files, a dog has at most {most}",
    )
    DOG_UNPACKED = ("解开以后比一只狗大得多", "it would unpack to more than a dog can be")
    DOG_DIRECTORY = ("它的目录不是一只狗该有的样子", "its table of contents is not that of a dog")
    DOG_STRANGE = (
        "里面有不该有的东西（{name}）",
        "there is something in it that does not belong there ({name})",
    )
    DOG_TWICE = ("{name} 在里面有两份", "{name} is in it twice")
    DOG_PACKED = ("{name} 的压缩方式不对", "{name} is packed in a way no dog is")
    DOG_PART_LARGE = ("{name} 太大了", "{name} is too large")
    DOG_PART_LARGER = ("{name} 比该有的大", "{name} is larger than it can be")
    DOG_PART_MISSING = ("里面缺 {name}", "{name} is missing")
    DOG_NET_LARGE = ("它的网络太大，本程序用不了", "its net is larger than this program can play with")
    DOG_AGES = ("它说的各个年龄和里面装的对不上", "the ages it tells of are not those that are in it")
    DOG_LONG_LIFE = ("它讲的事太多，一只狗一辈子也经历不完", "it tells more of the dog than a dog can live through")
    DOG_NAMELESS = ("它没有说这是哪只狗", "it does not say who the dog is")
    DOG_NONSENSE = (
        "它讲的狗的事说不通（{cause}）",
        "what it tells of the dog makes no sense ({cause})",
    )
    DOG_TABLE = ("它的权重表坏了", "its table of weights is damaged")
    DOG_WEIGHTS = (
        "它的权重和它说的网络对不上",
        "its weights are not those of the net it says it has",
    )
    DOG_INFINITE = ("它的权重里有不是数的东西", "its weights are not finite numbers")
    NEWER_DOG = (
        "它是更新的机巧围棋存的：更新程序就能打开",
        "it was made by a newer CleverGo: update this program to open it",
    )
    WEIGHTS_MISSING = (
        "没有权重文件 {path}：看看名字，或换一只狗",
        "there is no weight file {path}: check its name, or choose another dog",
    )
    WEIGHTS_UNREADABLE = (
        "权重文件 {path} 读不了（{cause}）：看看有没有权限读它",
        "the weight file {path} cannot be read ({cause}): check that it is a file you may read",
    )
    WEIGHTS_DAMAGED = (
        "权重文件 {path} 坏了（{cause}）：重新拷一份，或用这只狗的另一个年龄",
        "the weight file {path} is damaged ({cause}): copy it again, or use another age of the dog",
    )
    WEIGHTS_UNSAFE = (
        "权重文件 {path} 里不只有数字（{cause}），没有打开：别相信它的来处",
        (
            "the weight file {path} was not opened because it holds more than numbers ({cause}): do not trust "
            "the place it came from"
        ),
    )
    WEIGHTS_FOREIGN = (
        "{path} 里不是本程序的网络（{cause}）：请选机巧围棋存下的 .pdparams 文件",
        "the file {path} does not hold a net of this program ({cause}): choose a .pdparams file that CleverGo saved",
    )
    WEIGHTS_NEWER = (
        "权重文件 {path} 是更新的机巧围棋存的（{cause}）：更新程序就能打开",
        "the weight file {path} was saved by a newer CleverGo ({cause}): update the program to open it",
    )
    WEIGHTS_LONG = ("它比哪个网络都长", "it is longer than any net")
    WEIGHTS_FEW = ("它说的网络比里面的数还大", "the net it names has more numbers than it holds")
    WEIGHTS_CHECKSUM = ("校验和不对", "its checksum is wrong")
    WEIGHTS_SHORT = ("文件没有写完", "it ends too early")
    WEIGHTS_OTHER_KIND = ("这是别的文件", "it is another kind of file")
    WEIGHTS_NET = ("没有说是哪个网络的", "it does not say which net it belongs to")
    WEIGHTS_FULL = (
        "权重文件 {path} 写不了（{cause}）：腾出磁盘空间，或让文件夹可写；原来的没有动",
        (
            "the weight file {path} cannot be written ({cause}): free space on the disk or make the folder "
            "writable; what was there before is untouched"
        ),
    )
    RUN_FAILS = (
        "训练的 {name} 进程总是出错（{cause}）：详情在日志里",
        "training's {name} process keeps failing ({cause}): see the log",
    )
    RUN_ENDED = ("训练意外停了（{cause}）", "training ended unexpectedly ({cause})")
    ENGINE_START = (
        "电脑棋手启动不了（{cause}）：再试一次",
        "the computer player cannot be started ({cause}): try once more",
    )
    ENGINE_MOVE = (
        "{player} 下了一手不能下的棋（{cause}）：悔一手，或重来",
        "{player} answered with a move that cannot be played ({cause}): undo or restart the game",
    )
    GTP_MISSING = (
        "启动不了 {program}（{cause}）：装上它，或写出完整路径",
        "{program} cannot be started ({cause}): install it, or give the full path of the program",
    )
    GTP_SILENT = (
        "{program} 被问 {command} 后 {limit} 秒没有回答，已经关掉：看看这条命令是不是 GTP，能不能想得快些",
        (
            "{program} has not answered {command} for {limit} seconds and was ended: see that the command has "
            "it speak GTP and think for less time than that"
        ),
    )
    GTP_BOARD = (
        "{player} 下不了 {size} 的棋盘（{cause}）：换个棋盘",
        "{player} cannot play on {size} ({cause}): choose another board",
    )
    GAME_SAVE = (
        "棋谱存不进 {path}（{cause}）：腾出空间，或让文件夹可写；对局照常，下一手再存",
        (
            "the game cannot be saved to {path} ({cause}): free space or make the folder writable; the game "
            "goes on and is saved with the next move that works"
        ),
    )
    GAME_COPY = (
        "棋谱存不进 {path}（{cause}）：换个文件夹或名字试试",
        "the game cannot be saved to {path} ({cause}): choose another folder or name",
    )
    GAME_READ = ("棋谱 {path} 读不了（{cause}）", "the game {path} cannot be read ({cause})")
    GAME_OPEN = ("棋谱 {path} 打不开：{cause}", "the game {path} cannot be opened: {cause}")
    GAME_PASTE = ("贴上来的不是棋谱：{cause}", "what was pasted is no game: {cause}")
    SGF_BAD = ("这不是 SGF 棋谱：{cause}", "this is not an SGF game: {cause}")
    TOO_LARGE = (
        "文件太大，超过了最多能读的 {size}",
        "it is larger than {size}, the most that is read",
    )
    NO_FILE_AT_ALL = ("它不是普通的文件", "it is no ordinary file")
    SGF_NODES = (
        "棋谱太大，有 {number} 个节点，最多读 {most} 个",
        "it holds {number} moves and notes, at most {most} are read",
    )
    SGF_DEPTH = (
        "变化套得太深，有 {number} 层，最多读 {most} 层",
        "its variations are nested {number} deep, at most {most} are read",
    )
    SGF_VALUES = (
        "棋谱里的标记太多，有 {number} 项，最多读 {most} 项",
        "it holds {number} properties, at most {most} are read",
    )
    SGF_EMPTY = ("里面没有棋谱", "no SGF data found")
    SGF_POINT = ("棋谱里有不在棋盘上的点", "a point of this game is not on its board")
    SGF_OTHER = ("这个 SGF 里不是围棋", "this SGF file holds a game that is not Go")
    SGF_SIZE = (
        "能下 {low} 到 {high} 路，下不了 {size} 路",
        "boards of {low} to {high} can be played, not of {size}",
    )
    SGF_KOMI = (
        "这盘棋的贴目用不了（{found}）：{cause}",
        "the komi of this game cannot be used ({found}): {cause}",
    )
    SGF_STONES = ("开局的子摆不成这样：{cause}", "the stones of this game cannot lie like that: {cause}")
    SGF_TURN = ("{where}：该 {name} 走，黑白要交替下", "{where}: it is {name}'s turn; moves must alternate")
    SGF_MOVE = ("{where}下不了：{cause}", "{where} cannot be played: {cause}")
    ILLEGAL_OCCUPIED = ("那里已经有子", "there is a stone on it")
    ILLEGAL_SUICIDE = ("落下就没有气", "the stone would have no liberty")
    ILLEGAL_KO = ("马上提回了劫", "it takes back a ko at once")
    ILLEGAL_REPEATED = ("和前面的局面重复", "it repeats an earlier board")
    ILLEGAL_OVER = ("棋已经下完了", "the game is over")
    SGF_WHERE = ("第 {number} 手（{name}）", "move {number} ({name})")
    SGF_MOVE_POINT = ("第 {number} 手：{cause}", "move {number}: {cause}")
    SGF_NO_POINT = ("{found} 不是 {size} 棋盘上的点", "{found} is not an SGF point of a {size} board")
    SGF_SETUP = (
        "中途摆子（AB、AW、AE）的棋谱读不了",
        "stones that are set up in the middle of a game (AB, AW, AE) cannot be read",
    )
    SGF_CUT = (
        "只显示到第 {number} 手：后面是用手摆上去的子，没法接着下",
        "the game is shown up to move {number}: there stones are set up by hand, which cannot be played",
    )
    TOURNAMENT_RUNS = ("比赛正在进行：先让它停下", "a match is under way: stop that first")
    TOURNAMENT_FAILS = (
        "棋手的进程总是退出：看看日志，再继续",
        "the players' process keeps ending: see the log, then go on",
    )
    TOURNAMENT_GAME = (
        "这次比赛的第 {number} 局没有记下来",
        "game {number} of this tournament is not written down",
    )
    TOURNAMENT_ENDED = ("比赛意外停了（{cause}）", "the tournament ended unexpectedly ({cause})")
    SHOW_FOLDER = (
        "这里显示不了 {folder}（{cause}）：请自己打开它",
        "{folder} cannot be shown here ({cause}): open it by hand",
    )
    DENIED = ("没有权限", "Permission denied")
    NO_SPACE = ("磁盘满了", "No space left on device")
    NO_FILE = ("没有这个文件", "No such file or directory")
    READ_ONLY = ("磁盘只能读", "Read-only file system")
    LOCKED = ("被别的程序锁住了", "database is locked")
    REINSTALL = (
        "{path} 读不了（{cause}）：重新安装程序",
        "{path} cannot be read ({cause}): install the program again",
    )
    FOLDER_CLOSED = (
        "{path} 写不了（{cause}）：让它可以写",
        "{path} cannot be written ({cause}): make it writable",
    )
    CANNOT_WRITE = ("{path} 写不了（{cause}）", "{path} cannot be written ({cause})")
    CHECKPOINTS = (
        "{cause}：把文件夹 {folder} 挪开，这只狗就从头训练",
        "{cause}: move the folder {folder} away to start this dog's training afresh",
    )
    CANNOT_READ = ("{path} 读不了（{cause}）", "{path} cannot be read ({cause})")
