"""The words of the kennel."""

from __future__ import annotations

from clevergo.ui.strings import Wording


class KennelText(Wording):
    """Cards, and what can be done with a dog."""

    TITLE = ("狗舍", "Kennel")
    HOW_MANY = ("{dogs:,} 只狗", "{dogs:|dog|dogs}")
    RESTING_TOO = ("，{resting:,} 只在休息", ", {resting:,} resting")
    IMPORT = ("领进来…", "Bring one in…")
    TIP_IMPORT = (
        "朋友给你的 .clevergo 文件；也可以直接拖进窗口",
        "A .clevergo file from a friend; or drop it on the window",
    )

    AGE = ("{games} · {time}", "{games} · {time}")
    NEWBORN = ("刚出生", "just born")
    SHIPPED = ("随程序一起来的", "came with the program")
    PUP_OF = ("{parent}的孩子", "pup of {parent}")
    FROM_NOTHING = ("从零开始", "began from nothing")
    NET_CLASSIC = ("经典大脑", "classic net")
    NET_SMALL = ("小号大脑", "small net")
    NET_MEDIUM = ("中号大脑", "medium net")
    NET_LARGE = ("大号大脑", "large net")
    TIP_NET = (
        "它的大脑是一张神经网络：{blocks} 层，每层 {channels} 路 ({blocks}×{channels})。越大越聪明，也学得越慢。",
        (
            "Its brain is a neural net of {blocks} layers, {channels} wide ({blocks}×{channels}). A larger one grows "
            "cleverer, and learns more slowly."
        ),
    )
    TIP_NET_CLASSIC = (
        "它的大脑是一张神经网络，和最早的机巧围棋用的一样，很小，学得快。",
        "Its brain is a neural net like that of the first CleverGo: tiny, and quick to learn.",
    )
    TAKES = ("它在电脑上占 {size}。", "It takes {size} on this computer.")
    MEGABYTES = ("{size:,} MB", "{size:,} MB")
    RESTS = ("在休息", "resting")
    TRAINS = ("训练中", "training")
    RATING_SAID = ("± {error:.0f}", "± {error:.0f}")
    NO_CURVE = ("练上一阵，这里会长出一条曲线", "Its growth will show here")
    NO_CURVE_KEPT = ("它早就长大了，成长曲线没有留下", "Grown up long ago: its growth was not kept")
    BEATS = ("胜{opponent}", "beats {opponent}")
    AGES = ("{ages:,} 个从前的样子", "{ages:|earlier age|earlier ages}")
    TIP_AGES = ("它从前的样子留着好几个，每一个都能当对手", "As it was earlier: each one is an opponent")

    PLAY = ("下一局", "Play")
    TRAIN = ("训练", "Train")
    WATCH = ("看它下", "Watch")
    BRING_BACK = ("叫回来", "Bring back")
    MORE = ("更多", "More")
    TIP_SHIPPED_TRAIN = ("先复制一只，就能接着训练", "Make a copy of it, and train that one further")
    TIP_NO_WEIGHTS = ("它还不会下棋，先训练一会儿", "It cannot play yet: train it first")
    RENAME = ("改名…", "Rename…")
    COPY = ("复制…", "Copy…")
    SHOW_AGES = ("从前的样子…", "Earlier ages…")
    EXPORT = ("存成文件…", "Save to a file…")
    RETIRE = ("让它休息", "Let it rest")
    DELETE = ("删除…", "Delete…")
    ANOTHER_TRAINS = ("{other} 正在训练", "{other} is in training")
    ANOTHER_TRAINS_SAID = (
        "一次只能训练一只。先让 {other} 停下（它学到的都会存好），再来训练 {name}。",
        "One dog trains at a time. Stop {other} first (all it has learned is kept), then train {name}.",
    )
    ANOTHER_TRAINS_GO = ("去看 {other}", "Go to {other}")

    ADOPT = ("领养一只", "Adopt a dog")
    ADOPT_FIRST = ("领养第一只小狗", "Adopt your first dog")
    ADOPT_FIRST_SAID = ("起个名字，按“训练”，看它长大", "Name it, press Train, watch it grow")
    BORN = ("它从哪里开始", "Where it begins")
    BORN_FROM_NOTHING = ("从零开始，什么也不会", "From nothing")
    BORN_OF = ("做 {parent} 的孩子，一来就会下", "As a pup of {parent}")

    RENAME_TITLE = ("叫它什么好？", "What shall it be called?")
    RENAME_SAID = ("它还是它，只换个名字。", "It stays the same dog.")
    RENAME_DO = ("改名", "Rename")
    COPY_TITLE = ("复制 {name}", "A copy of {name}")
    COPY_SAID = ("和它一模一样，以后各走各的路。", "The same dog now; from here on each goes its own way.")
    COPY_DO = ("复制", "Copy")
    COPY_NAME = ("{name} 2", "{name} 2")
    EXPORT_TITLE = ("把 {name} 存成文件", "{name} in one file")
    EXPORT_SAID = (
        "本领、年龄和成长都在里面，可以送给朋友，也可以留着备份。",
        "With all it has learned and how it grew: for a friend, or to keep.",
    )
    EXPORT_DO = ("存好", "Save")
    IMPORT_TITLE = ("领一只进来", "Bring a dog in")
    IMPORT_SAID = (
        "选一个 .clevergo 文件。里面只有数字，不会运行任何程序。",
        "Choose a .clevergo file. It holds only numbers; nothing in it is ever run.",
    )
    IMPORT_DO = ("领进来", "Bring in")
    IMPORT_FOUND = ("在这些文件里选：", "Found on this computer:")
    IMPORT_NONE = ("“下载”“文稿”和桌面上没有这样的文件", "None in Downloads, Documents or on the desktop")
    PATH = ("文件", "File")
    PATH_EMPTY = ("要一个文件的名字", "The name of a file, please")
    DELETE_TITLE = ("删除 {name}？", "Delete {name}?")
    DELETE_SAID = (
        "它学会的一切都会消失（{games}，{time}），找不回来。想留着，就先存成文件，或者让它休息。",
        ("All it has learned is gone for good ({games}, {time}). To keep it, save it to a file or let it rest."),
    )
    DELETE_DO = ("删除", "Delete")
    AGES_TITLE = ("{name} 从前的样子", "{name} as it was")
    AGES_SAID = ("点一个，和那时的它下一局。", "Click one to play against it as it was then.")
    AGES_NONE = ("训练几百局以后，从前的样子会一个个留下来。", "After some hundred games, its earlier ages are kept.")
    CLOSE = ("关上", "Close")

    ADOPTING = ("{name} 在路上…", "{name} is on its way…")
    COPYING = ("正在复制 {name}…", "Copying {name}…")
    EXPORTING = ("正在把 {name} 存成文件…", "Saving {name} to a file…")
    IMPORTING = ("正在领进 {name}…", "Bringing in {name}…")
    DELETING = ("正在删除 {name}…", "Deleting {name}…")
    CANCEL = ("不要了", "Cancel")
    CANCELLED = ("停下了，什么都没变", "Stopped; nothing has changed")
    COPIED = ("{name} 来了", "{name} is here")
    EXPORTED = ("存好了：{path}", "Saved: {path}")
    IMPORTED = ("{name} 到家了", "{name} has come home")
    DELETED = ("{name} 走了", "{name} is gone")
    RENAMED = ("以后叫它 {name}", "It is called {name} now")
    RETIRED = ("{name} 去休息了", "{name} takes a rest")
    BACK = ("{name} 回来了", "{name} is back")
    ADOPTED = ("{name} 来了！", "{name} is here!")
    FAILED = ("没有办成：{reason}", "That did not work: {reason}")
