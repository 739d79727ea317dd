"""Games as SGF files: written in UTF-8, read in whatever encoding the file is in.

The main line of one game is read: players, size, komi, moves and result. Variations and comments are left out;
setup stones (handicap, problems) are refused, because a :class:`~clevergo.go.record.GameRecord` starts from the
empty board.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

from sgfmill import sgf as sgfmill_sgf

from clevergo.go import coords
from clevergo.go.position import Color, IllegalMoveError, IllegalReason
from clevergo.go.record import GameRecord
from clevergo.go.rules import MAX_SIZE, MIN_SIZE, KoRule, Ruleset
from clevergo.go.scoring import Outcome, Termination

_APPLICATION = "CleverGo"
_RULES_NAMES = {KoRule.POSITIONAL_SUPERKO: "Chinese", KoRule.SIMPLE: "Chinese, simple ko"}
_COLORS = {"b": Color.BLACK, "w": Color.WHITE}
_REASONS = {"r": Termination.RESIGNATION, "t": Termination.TIME, "f": Termination.FORFEIT}
_RESULT = re.compile(r"([BW])\+(?:(R|T|F)[a-z]*|(\d+(?:\.\d*)?|\.\d+))", re.IGNORECASE)
_NEIGHBOURS = re.compile(rb"[\x80-\xff]{2}")
_CHARSET = re.compile(rb"CA\s*\[\s*([A-Za-z0-9_.:-]+)\s*\]")


class SgfError(ValueError):
    """A file that is no SGF game, or one this program cannot play."""


# --- writing -----------------------------------------------------------------------------------------------


def to_sgf(record: GameRecord) -> bytes:
    """The game as an SGF file in UTF-8: the moves up to where the record stands, and the result if there is one."""
    ruleset = record.ruleset
    game = sgfmill_sgf.Sgf_game(ruleset.size, encoding="UTF-8")
    root = game.get_root()
    root.set("AP", (_APPLICATION, ""))
    root.set("KM", ruleset.komi)
    root.set("RU", _RULES_NAMES[ruleset.ko])
    for identifier, text in (("PB", record.black), ("PW", record.white)):
        if text:
            root.set(identifier, text)
    if record.outcome is not None:
        root.set("RE", record.outcome.points())
    for ply, action in enumerate(record.moves):
        point = coords.to_sgf(action, ruleset.size)
        game.extend_main_sequence().set_raw("BW"[ply % 2], point.encode("ascii"))
    return bytes(game.serialise())


# --- reading -----------------------------------------------------------------------------------------------


def from_sgf(data: bytes) -> GameRecord:
    """The game of an SGF file, standing after its last move; SgfError says what is wrong with a file."""
    try:
        return _read(sgfmill_sgf.Sgf_game.from_string(decode(data)))
    except SgfError:
        raise
    except ValueError as error:  # what sgfmill raises for everything it cannot read
        raise SgfError(f"this is not an SGF game: {error}") from error


def _read(game: sgfmill_sgf.Sgf_game) -> GameRecord:
    root = game.get_root()
    if _text(root, "GM") not in ("", "1"):
        raise SgfError("this SGF file holds a game that is not Go")
    ruleset = _ruleset(root, game.get_size())
    names = _text(root, "PB"), _text(root, "PW")
    moves = list(_moves(game))
    try:
        record = _replay(ruleset, names, moves)
    except IllegalMoveError:
        # Superko. Many files come from rules that allow a long cycle; what they say of their rules is seldom exact.
        simple = Ruleset(ruleset.size, ruleset.komi, KoRule.SIMPLE)
        record = _replay(simple, names, moves)
    _set_result(record, _text(root, "RE"))
    return record


def _text(node: sgfmill_sgf.Node, identifier: str) -> str:
    return str(node.get(identifier)).strip() if node.has_property(identifier) else ""


def _ruleset(root: sgfmill_sgf.Node, size: int) -> Ruleset:
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise SgfError(f"boards of {MIN_SIZE} to {MAX_SIZE} can be played, not of {size}")
    ko = KoRule.SIMPLE if "simple ko" in _text(root, "RU").lower() else KoRule.POSITIONAL_SUPERKO
    raw_komi = root.get_raw("KM").decode("ascii", "replace").strip() if root.has_property("KM") else ""
    try:
        komi = float(raw_komi or 0)
        if abs(komi) > size**2:
            komi /= 100  # KM[375] and KM[650] are how one large server writes 3.75 zi and 6.5 points
        return Ruleset(size, _in_points(komi), ko)
    except ValueError as error:
        raise SgfError(f"the komi of this game cannot be used ({raw_komi}): {error}") from error


def _in_points(value: float) -> float:
    """Points, from points or zi: only a number of zi has quarters (one zi is two points)."""
    return value if value * 2 == round(value * 2) else value * 2


def _moves(game: sgfmill_sgf.Sgf_game) -> Iterator[tuple[Color, int]]:
    """The (side, action) of each move of the main line."""
    size = game.get_size()
    for number, node in enumerate(game.main_sequence_iter()):
        if node.has_setup_stones():
            raise SgfError("games with setup or handicap stones (AB, AW, AE) cannot be read")
        letter, raw = node.get_raw_move()
        if letter is None:
            continue
        try:
            yield _COLORS[letter], coords.from_sgf(raw.decode("ascii", "replace").strip(), size)
        except ValueError as error:
            raise SgfError(f"move {number}: {error}") from error


def _replay(ruleset: Ruleset, names: tuple[str, str], moves: list[tuple[Color, int]]) -> GameRecord:
    """Play the moves; IllegalMoveError for superko only, SgfError for every other thing that cannot be played."""
    record = GameRecord(ruleset, *names)
    for number, (color, action) in enumerate(moves, 1):
        if action == ruleset.pass_action and record.position.is_over:
            continue  # some programs write a third pass
        where = f"move {number} ({color.name.title()} {coords.to_gtp(action, ruleset.size)})"
        if color is not record.position.to_play:
            raise SgfError(f"{where}: it is {color.opponent.name.title()}'s turn; games must alternate from Black")
        try:
            record.play(action)
        except IllegalMoveError as error:
            if error.reason is IllegalReason.SUPERKO:
                raise
            raise SgfError(f"{where} cannot be played: {error}") from error
    return record


def _set_result(record: GameRecord, text: str) -> None:
    """Note the result of the file, which may count dead stones; anything but a standard result is left out."""
    match = _RESULT.fullmatch(text)
    if match is not None and match[2]:
        record.finish(Outcome(_COLORS[match[1].lower()], None, _REASONS[match[2].lower()]))
        return
    if match is not None:
        margin = _in_points(float(match[3])) * (1 if match[1].lower() == "b" else -1)
    elif text.lower() in ("0", "draw", "jigo"):
        margin = 0.0
    else:
        return
    counted = record.outcome
    record.finish(Outcome.counted(margin, counted.termination if counted else Termination.TWO_PASSES))


# --- encodings ---------------------------------------------------------------------------------------------


def decode(data: bytes) -> str:
    """The text of an SGF file: as its CA property says, else UTF-8, else GB18030 or Big5, else Latin-1.

    Latin-1 is what SGF means without CA; Chinese files without it are far more often in one of the others.
    """
    declared = _CHARSET.search(data)
    for name in ([declared[1].decode("ascii")] if declared else []) + ["utf-8-sig"]:
        try:
            codec = codecs.lookup(name).name
            return data.decode("gb18030" if codec.startswith("gb") else codec)
        except (LookupError, UnicodeDecodeError):
            continue
    return _decode_undeclared(data)


def _decode_undeclared(data: bytes) -> str:
    """Pick the Chinese encoding that makes common characters of the bytes, or Latin-1 if neither does.

    Almost any bytes can be read as GB18030, so that being able to tells nothing. But both GB2312 and Big5 keep
    the common characters in a range of their own, and text read in the wrong one falls outside it. In Latin-1
    accented letters stand alone among others.
    """
    best_text, best_score = data.decode("latin-1"), 0.4
    if _NEIGHBOURS.search(data) is None:
        return best_text
    for decoder, table, first, last in (("gb18030", "gb2312", 0xB0, 0xD7), ("cp950", "big5", 0xA4, 0xC6)):
        try:
            text = data.decode(decoder)
        except UnicodeDecodeError:
            continue
        letters = [letter for letter in text if ord(letter) > 0x7F and letter.isalpha()]
        leads = [letter.encode(table, "ignore")[:1] for letter in letters]
        known = sum(len(lead) for lead in leads)
        common = sum(first <= lead[0] <= last for lead in leads if lead)
        score = (known + common) / (2 * max(1, len(letters)))
        if score > best_score:
            best_text, best_score = text, score
    return best_text
