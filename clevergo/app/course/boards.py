"""The boards that the course shows: its pictures are drawn from them, and in the window they are played on."""

from __future__ import annotations

from clevergo.app.course.diagrams import Diagram
from clevergo.games.color import Color

_KO_BEFORE = """
..XO...
.XOaO..
..XO...
.......
.......
.......
.......
"""

BOARDS: dict[str, Diagram] = {
    # --- chapter 2 ---
    "liberties": Diagram("Xo..... o..o... ..oXo.. ...o... ......o .....oX ......o".replace(" ", "\n")),
    "chain": Diagram("....... ..oo... .oXXo.. ..OXo.. ...o... ....... .......".replace(" ", "\n")),
    "capture-1": Diagram("..... ..X.. .XOa. ..X.. .....".replace(" ", "\n")),
    "capture-2": Diagram(
        "..... ..X.. .X.X. ..X.. .....".replace(" ", "\n"),
        Color.WHITE,
        "..... ..X.. .XO.. ..X.. .....".replace(" ", "\n"),
        ("D3",),
    ),
    "suicide": Diagram("..... .O... O+O.. .O... .....".replace(" ", "\n")),
    "no-suicide": Diagram("aOX.. OX... X.... ..... .....".replace(" ", "\n")),
    "two-eyes": Diagram("....... ....... ....... ....... OOOOO.. XXXXO.. +X+XO..".replace(" ", "\n"), Color.WHITE),
    "one-eye": Diagram("....... ....... ....... ....... OOOO... XXXO... aXXO...".replace(" ", "\n"), Color.WHITE),
    "false-eye": Diagram("....... ....... ....... ....... OOOOOO. XXOXXO. .XXaXO.".replace(" ", "\n"), Color.WHITE),
    "three": Diagram("....... ....... ....... ....... OOOOO.. XXXXO.. .a.XO..".replace(" ", "\n")),
    "ko-1": Diagram(_KO_BEFORE),
    "ko-2": Diagram(
        "..XO... .X+XO.. ..XO... ....... ....... ....... .......".replace(" ", "\n"), Color.WHITE, _KO_BEFORE, ("D6",)
    ),
    "counting": Diagram(
        """
        ...XO....
        ....XO...
        .....XO..
        .....XO..
        .....XO..
        ....XO...
        .....XO..
        ....XO...
        ...XO....
        """
    ),
    "counted": Diagram(
        """
        ###XO====
        ####XO===
        #####XO==
        #####XO==
        #####XO==
        ####XO===
        #####XO==
        ####XO===
        ###XO====
        """
    ),
    "ladder-1": Diagram(
        "......... ..X...... .XOa..... .X....... ......... ......... ......... ......... .........".replace(" ", "\n")
    ),
    "ladder-2": Diagram(
        "......... ..X...... .XO1..... .X245.... ..3689... ...7PRS.. ....QT... .....U... .........".replace(" ", "\n")
    ),
    "ladder-3": Diagram(
        "......... ..X...... .XO1..... .X245.... ..3689... ...7PRS.. ....QTW.. ......... .........".replace(" ", "\n")
    ),
    "net": Diagram("....... ....... ...XX.. ..XO... ..X.1.. ....... .......".replace(" ", "\n")),
    "net-2": Diagram("....... ....... ...XX.. ..XO23. ..X41.. ...5... .......".replace(" ", "\n")),
    "snapback-1": Diagram("....... ....... ....... ....... ..XXXO. .XOOXO. .XbaOO.".replace(" ", "\n")),
    "snapback-2": Diagram("....... ....... ....... ....... ..XXXO. .XOOXO. .X21OO.".replace(" ", "\n")),
    "snapback-3": Diagram(
        "....... ....... ....... ....... ..XXXO. .X..XO. .X.BOO.".replace(" ", "\n"),
        Color.WHITE,
        "....... ....... ....... ....... ..XXXO. .XOOXO. .X..OO.".replace(" ", "\n"),
        ("D1", "C1", "D1"),
    ),
    # --- chapter 3 ---
    "three-open": Diagram(
        "......... ......... ......... ...aXXXa. ......... ..OO..... ...O..... ......... .........".replace(" ", "\n"),
        game="five",
    ),
    "four-open": Diagram(
        "......... ......... ......... ...aXXXXa ......... ..OO..... ...OO.... ......... .........".replace(" ", "\n"),
        game="five",
    ),
    "double-three": Diagram(
        "......... ......... ....X.... ....X.... ..XX+.... ......... ......O.. ......O.. .O.......".replace(" ", "\n"),
        game="five",
        agreed={"rule": "renju"},
    ),
    "double-four": Diagram(
        "......... ......... ....X.... ....X.... .XXX+.... ....X.... ......... ......... .........".replace(" ", "\n"),
        game="five",
        agreed={"rule": "renju"},
    ),
    "overline": Diagram(
        "......... ......... ......... .XXX+XX.. ......... ......... ......... ......... .........".replace(" ", "\n"),
        game="five",
        agreed={"rule": "renju"},
    ),
    # --- chapter 4 ---
    "chains": Diagram(".X.O. XXOO. .XO.. OO..X .....".replace(" ", "\n")),
    # --- chapter 9 ---
    "puzzle": Diagram(
        """
        .X.......
        .XOO.....
        .XXOOOOO.
        .XOXXXXO.
        XOOXO.OX.
        ..O.X.OX.
        X.OX.O.X.
        XOOX.....
        .XOX.....
        """,
        Color.WHITE,
        agreed={"komi": 7.0},
    ),
}
