"""What an SGF file holds, in one pass over its bytes and without building anything.

Lists tell from it who played and how many moves there are, and what is larger than any game is refused by it before
it is parsed: a few million moves take seconds and gigabytes as a tree, and milliseconds here.
"""

from __future__ import annotations

import codecs
import contextlib
import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from clevergo.files import too_large
from clevergo.games.game import Game
from clevergo.games.guests import games
from clevergo.problem import Problem, ProblemError

MOST_BYTES = 4 * 1024 * 1024
"""Bytes of a file. The largest collections of commented variations in one file have about two million."""
MOST_NODES = 100_000
"""Nodes of a tree, moves among them. A commented game has some hundreds, a dictionary of openings some ten thousand."""
MOST_DEPTH = 2_000
"""Variations within variations. Some programs open one for every move, and a game ends after 722."""
MOST_VALUES = 400_000
"""Values of all properties of a tree."""
_MOST_ROOT_PROPERTIES = 500

APPLICATION = "CleverGo"
PLAYERS = ("CGPB", "CGPW")
"""Our own properties: Black's and White's player as the program tells them apart; ``PB`` and ``PW`` are for people."""

GAME = "CGGA"
"""Our own: the name of a game that SGF has no number for."""

_START = re.compile(rb"\(\s*;")
_BARE_START = re.compile(rb"\(\s*(?=[A-Z]{1,2}\s*\[)")
"""How some old programs begin a game: without the sign of its first node."""
# A value that is not closed goes on to the end: a pattern that failed there would be tried again at every bracket.
_VALUE = re.compile(rb"\[[^\\\]]*(?:\\.[^\\\]]*)*(?:\]|\\?\Z)", re.DOTALL)
_SIGN = re.compile(rb"[()]|" + _VALUE.pattern, re.DOTALL)
_MOVE = re.compile(rb"(?<![A-Za-z])[a-z]*[BW][a-z]*\s*\[")
_TOKEN = re.compile(rb"\s*(?:([A-Za-z]+)|(\[[^\\\]]*(?:\\.[^\\\]]*)*)\]|([;()]))", re.DOTALL)
_ESCAPED = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
_NEIGHBORS = re.compile(rb"[\x80-\xff]{2}")
_UTF_8_LETTER = re.compile(rb"[\xe0-\xef][\x80-\xbf]{2}")
"""A letter of three bytes, as Chinese ones are. Two bytes prove nothing: those of a single letter in GBK may be one."""
_CHARSET = re.compile(
    rb"(?<![A-Za-z])CA\s*\[\s*([A-Za-z0-9_.:-]{1,40})\s*\]|\[[^\\\]]*(?:\\.[^\\\]]*)*(?:\]|\\?\Z)", re.DOTALL
)
"""The CA property; or a value, which is passed over: a comment may end in the same letters."""
_CHARSETS = ("ascii", "utf", "iso", "cp", "gb", "hz", "big5", "euc", "shift_jis", "johab", "koi8", "mac", "tis")
"""How the names of encodings of text begin; Python has others, some of which take hours for a few megabytes."""
_SAMPLE = 5_000
"""So many letters tell which encoding they are in."""
_OPEN, _CLOSE = b"("[0], b")"[0]


class SgfError(ProblemError, ValueError):
    """A file that is no SGF game, or one this program cannot play."""


@dataclass(frozen=True)
class Outline:
    """A game as far as it can be told without playing it through."""

    text: bytes
    """The file's text from the first bracket of its tree on, in UTF-8, whatever encoding the file was in."""
    moves: int
    """Moves of the game itself, without its variations."""
    nodes: int
    root: dict[str, str]
    """The first value of each property of the first node, on one line."""


def players_of(root: dict[str, str]) -> tuple[str, str] | None:
    """Who played a game of this program's, from the texts of its first node; None for any other game.

    Older versions wrote it where others have the names.
    """
    black, white = PLAYERS
    if root.get(black) and root.get(white):
        return root[black], root[white]
    is_ours = root.get("AP", "").partition(":")[0] == APPLICATION
    return (root["PB"], root["PW"]) if is_ours and root.get("PB") and root.get("PW") else None


def game_of(root: Mapping[str, str]) -> Game | None:
    """Which game a file is of, from the texts of its first node; None for one this program does not have."""
    name, number = root.get(GAME), root.get("GM") or "1"
    found = (game for game in games().values() if (game.name == name if name else str(game.sgf_number) == number))
    return next(found, None)


def outline_of(data: bytes) -> Outline:
    """What the first game of a file holds; SgfError where there is none, or more than any game has."""
    if len(data) > MOST_BYTES:
        raise SgfError(too_large(MOST_BYTES).problem)
    # Only as UTF-8: in other encodings a bracket may be half of a character.
    whole = decode(data).encode("utf-8", "replace")
    start = _START.search(whole)
    if start is None:
        bare = _BARE_START.match(whole.lstrip())
        if bare is None:
            raise SgfError("sgf_bad", cause=Problem("sgf_empty"))
        text = b"(;" + whole.lstrip()[bare.end() :]
    else:
        text = whole[start.start() :]
    plan, depth = _plan(_VALUE.sub(b"[", text))
    nodes = plan.count(b";")
    values = plan.count(b"[")
    if nodes > MOST_NODES:
        raise SgfError("sgf_nodes", number=nodes, most=MOST_NODES)
    if depth > MOST_DEPTH:
        raise SgfError("sgf_depth", number=depth, most=MOST_DEPTH)
    if values > MOST_VALUES:
        raise SgfError("sgf_values", number=values, most=MOST_VALUES)
    game = plan.partition(b")")[0]  # the first branch is the game: nothing is closed before it ends
    moves = sum(_MOVE.search(node) is not None for node in game.split(b";"))
    return Outline(text, moves, nodes, dict(_root_values(text)))


def _plan(signs: bytes) -> tuple[bytes, int]:
    """The first tree of a text whose values are left out, and how deep it goes."""
    codes = np.frombuffer(signs, np.uint8)
    depth = np.cumsum((codes == _OPEN).astype(np.int32) - (codes == _CLOSE))
    ends = np.flatnonzero(depth == 0)
    end = int(ends[0]) + 1 if len(ends) else len(signs)
    return signs[:end], int(depth[:end].max())


def after_first_tree(text: bytes) -> bytes:
    """What follows the first tree of a text: the other games of a collection; nothing where it is not closed."""
    depth = 0
    for found in _SIGN.finditer(text):
        depth += {b"(": 1, b")": -1}.get(found[0], 0)
        if not depth:
            rest = text[found.end() :]
            return rest if rest.strip() else b""
    return b""


def _root_values(tree: bytes) -> Iterator[tuple[str, str]]:
    """The properties of the first node, the first value of each."""
    known: set[str] = set()
    name, nodes, position = "", 0, 0
    while len(known) < _MOST_ROOT_PROPERTIES:
        token = _TOKEN.match(tree, position)
        if token is None:
            return
        position = token.end()
        word, value, sign = token.groups()
        if word is not None:
            name = word.decode("ascii").translate(_NO_SMALL_LETTERS)
        elif value is not None:
            if name and name not in known:
                known.add(name)
                yield name, _plain(value[1:].decode("utf-8", "replace"))
        else:
            nodes += sign == b";"
            if nodes > 1 or (nodes and sign != b";"):
                return


_DAMAGED_SHARE = 0.1
"""Of the letters beyond ASCII: where more of them cannot be read, the encoding is another one."""
_NO_SMALL_LETTERS = str.maketrans("", "", "abcdefghijklmnopqrstuvwxyz")


def _plain(raw: str) -> str:
    """A value on one line, as a person reads it."""
    text = _ESCAPED.sub(lambda found: "" if found[1][0] in "\r\n" else found[1], raw)
    return " ".join(text.split())


# --- from bytes to text: old Chinese files seldom say which encoding they are in ---------------------------


def decode(data: bytes) -> str:
    """The text of an SGF file: UTF-8 where it is, else as its first bytes or CA say, else :func:`_decode_undeclared`.

    Files in UTF-8 that say GB2312 or GBK are common: programs write the name they always wrote, and editors save anew
    what was in GBK. As GB18030 nearly all of them can be read too, and brackets become halves of letters, which takes
    moves away; whereas text in GBK is hardly ever whole UTF-8 with a letter of three bytes.

    Latin-1 is what SGF means without CA; East Asian files without it are far more often in one of the others. A file
    in which a few bytes are damaged is read as it says, but for these.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    if _UTF_8_LETTER.search(data) is not None:
        with contextlib.suppress(UnicodeDecodeError):
            return data.decode("utf-8-sig")
    declared = None if data.startswith(codecs.BOM_UTF8) else _declared(data)
    for errors in ("strict", "replace"):
        for name in ([declared] if declared else []) + ["utf-8-sig"]:
            try:
                codec = codecs.lookup(name).name
                if not codec.startswith(_CHARSETS):
                    continue
                text = data.decode("gb18030" if codec.startswith("gb") else codec, errors)
            except (LookupError, UnicodeError):  # some codecs refuse in ways of their own
                continue
            if errors == "strict" or _is_nearly_whole(text):
                return text
    return _decode_undeclared(data)


def _is_nearly_whole(text: str) -> bool:
    """Whether next to nothing of it had to be replaced: in the wrong encoding nearly all of it has."""
    return text.count("\ufffd") <= _DAMAGED_SHARE * sum(letter > "\x7f" for letter in text)


def _declared(data: bytes) -> str | None:
    """The encoding that the first CA property names."""
    return next((found[1].decode("ascii") for found in _CHARSET.finditer(data) if found[1]), None)


def _decode_undeclared(data: bytes) -> str:
    """Pick the Chinese or Japanese encoding that makes common characters of the bytes, or Latin-1 if none does.

    Almost any bytes can be read as GB18030, so that being able to tells nothing. But GB2312, Big5 and Shift JIS each
    keep the common characters in a range of their own, and text read in the wrong one falls outside it. In Latin-1
    accented letters stand alone among others.
    """
    best_text, best_score = data.decode("latin-1"), 0.4
    if _NEIGHBORS.search(data) is None:
        return best_text
    for decoder, table, first, last in (
        ("gb18030", "gb2312", 0xB0, 0xD7),
        ("cp950", "big5", 0xA4, 0xC6),
        ("cp932", "shift_jis", 0x82, 0x97),
    ):
        try:
            text = data.decode(decoder)
        except UnicodeDecodeError:
            continue
        foreign = (letter for letter in text if letter > "\x7f" and letter.isalpha())
        letters = list(itertools.islice(foreign, _SAMPLE))
        leads = [letter.encode(table, "ignore")[:1] for letter in letters]
        known = sum(len(lead) for lead in leads)
        common = sum(first <= lead[0] <= last for lead in leads if lead)
        score = (known + common) / (2 * max(1, len(letters)))
        if score > best_score:
            best_text, best_score = text, score
    return best_text
