"""Games as SGF files: the whole tree with its comments, written in UTF-8, read in whatever encoding the file is in.

Win rates and scores stand in ``SBKV`` and ``SBKS``, which Sabaki draws as curves, and in words in the comments, which
every program shows. Properties that mean nothing to us are kept and written again. The moves of the game itself must
be playable; a variation is read as far as it is.
"""

from __future__ import annotations

import contextlib
import logging
import re
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from sgfmill import sgf as sgfmill_sgf
from sgfmill import sgf_grammar

from clevergo import __version__
from clevergo.games.color import Color, color_said
from clevergo.games.game import Rules
from clevergo.games.grid import Grid
from clevergo.games.illegal import IllegalMoveError
from clevergo.games.outcome import Outcome, Termination
from clevergo.games.record import GameNode, GameRecord, NodeRead, Source, TimeLeft, Unread
from clevergo.games.sgf.outline import APPLICATION, GAME, PLAYERS, after_first_tree, game_of, outline_of, players_of
from clevergo.games.sgf.outline import SgfError as SgfError
from clevergo.games.start import Start
from clevergo.problem import BadValueError, Problem, cause_of

__all__ = ["SgfError", "from_sgf", "to_sgf"]

logger = logging.getLogger(__name__)

_COLORS = {"b": Color.BLACK, "w": Color.WHITE}
_LETTERS = {Color.BLACK: "B", Color.WHITE: "W"}
_REASONS = {"r": Termination.RESIGNATION, "t": Termination.TIME, "f": Termination.FORFEIT}
_RESULT = re.compile(r"([BW])\+(?:(R|T|F)[a-z]*|(\d+(?:\.\d*)?|\.\d+))", re.IGNORECASE)
_JUDGMENT = re.compile(r"(?:^|\n)\[Black \d+(?:\.\d+)?%[^\]\n]*\]\Z")
"""What :func:`_judgment` writes."""
_SETUP = ("AB", "AW", "AE")
_SIZE = re.compile(rb"\s*(\d{1,4})\s*(?::\s*(\d{1,4})\s*)?")
_USUAL_SIZE = 19
"""Of a board whose file does not say it."""
_MOST_LETTERS = 20
"""Of what is no size, in a sentence."""
_STANDS_HERE = "CGAT"
"""Our own: marks the position the game stands at, where that is not the end of its main line."""
_ENDED_HERE = "CGRE"
"""Our own: marks the position that ``RE`` is the result of, where that is not the end of its main line."""
_MOST_SECONDS = 30 * 86_400.0
_MOST_PERIODS = 10_000
_MOST_POINTS = 1_000.0
_INFO = ("DT", "EV", "RO", "PC", "GN", "TM", "OT", "BR", "WR", "GC", "US", "SO", "ON", "AN", "CP")
_LONG_TEXTS = ("C", "GC")
"""Texts that have lines."""
_OURS = (
    *("B", "W", "AB", "AW", "AE", "PL", "HA", "KM", "RU", "SZ", "GM", "FF", "CA", "AP", GAME),
    *("PB", "PW", "RE", "C", "SBKV", "SBKS", _STANDS_HERE, _ENDED_HERE, *PLAYERS),
)
_KNOWN = frozenset((*_INFO, *_OURS))
"""What is read, and written anew."""


_Others: TypeAlias = dict[tuple[int, str], dict[bytes, None]]
"""By node and property: the values that mean nothing to us. Several nodes of a file may become one of ours."""


# --- writing -----------------------------------------------------------------------------------------------


def to_sgf(record: GameRecord) -> bytes:
    """The game with its variations as an SGF file in UTF-8, and its result if it has ended.

    Of a record from elsewhere it is that file, changed where the record was.
    """
    if record.source is not None:
        return _changed_source(record, record.source)
    game = sgfmill_sgf.Sgf_game(record.rules.size, encoding="UTF-8")
    main = record.main_line()
    root = game.get_root()
    ended = record.ended_at
    _write_root(root, record, ended.outcome)
    written = {record.root.number: root}
    for node in record.root.walk():
        if node.parent is not None:
            written[node.number] = written[node.parent.number].new_child()
        _write_node(written[node.number], node, record.rules.grid)
    for unread in record.unread:
        _write_unread(written[unread.node], unread)
    if record.node is not main[-1]:
        written[record.node.number].set_raw(_STANDS_HERE, b"1")
    if ended is not main[-1]:
        written[ended.number].set_raw(_ENDED_HERE, b"1")
    return bytes(game.serialise())


def _changed_source(record: GameRecord, source: Source) -> bytes:
    """The file a record was read from, with comments, marks, judgments and moves that came since."""
    game = _parsed(source.text)
    found = _in_order(game.get_root())
    for one in found:
        if one.has_property(""):  # of small letters alone nothing is left
            one.unset("")
    written: dict[int, sgfmill_sgf.Tree_node] = {}
    for node in record.root.walk():
        if node is record.root and not source.nodes.get(node.number):
            written[node.number] = found[0]  # it tells of the first move already
        elif node.number < len(source.read):
            told_by = [found[index] for index in source.nodes.get(node.number, ())]
            if told_by:
                _write_changes(told_by, node, source.read[node.number])
            written[node.number] = told_by[-1] if told_by else written[_parent_of(node).number]
        else:
            written[node.number] = written[_parent_of(node).number].new_child()
            _write_node(written[node.number], node, record.rules.grid)
    return bytes(game.serialise()) + after_first_tree(source.text)


def _parent_of(node: GameNode) -> GameNode:
    assert node.parent is not None
    return node.parent


def _in_order(root: sgfmill_sgf.Tree_node) -> list[sgfmill_sgf.Tree_node]:
    """Every node of a file's tree, in the order they stand there."""
    found, waiting = [], [root]
    while waiting:
        found.append(waiting.pop())
        waiting += reversed(list(found[-1]))
    return found


def _write_changes(told_by: list[sgfmill_sgf.Tree_node], node: GameNode, read: NodeRead) -> None:
    """Write what is different by now; what several nodes of the file told stands in the first that told it."""
    changed: dict[str, list[bytes]] = {}
    if (node.black_win_rate, node.black_score) != (read.black_win_rate, read.black_score):
        for identifier, value in (
            ("SBKV", None if node.black_win_rate is None else 100 * node.black_win_rate),
            ("SBKS", node.black_score),
        ):
            changed[identifier] = [] if value is None else [f"{value:.2f}".encode("ascii")]
    if node.comment != read.comment or changed:
        comment = "\n".join(part for part in (node.comment, _judgment(node)) if part)
        changed["C"] = [_escaped(comment)] if comment else []
    if node.other is not read.other:
        for identifier in {*node.other, *read.other}:
            if node.other.get(identifier) != read.other.get(identifier):
                changed[identifier] = node.other.get(identifier, [])
    for identifier, values in changed.items():
        holders = [one for one in told_by if one.has_property(identifier)]
        for one in holders:
            one.unset(identifier)
        if values:
            (holders or told_by[-1:])[0].set_raw_list(identifier, values)


def _write_root(root: sgfmill_sgf.Node, record: GameRecord, outcome: Outcome | None) -> None:
    rules, start, game = record.rules, record.start, record.rules.game
    root.set("AP", (APPLICATION, __version__))
    texts = {"PB": record.black, "PW": record.white} | game.to_sgf(rules, start)
    if game.sgf_number is None:
        texts[GAME] = game.name
    else:
        root.set_raw("GM", str(game.sgf_number).encode("ascii"))
    texts |= {"RE": "" if outcome is None else outcome.points()} | record.info | record.told
    if record.settling is not None:
        texts["ON"] = str(record.settling)
    for identifier, text in texts.items():
        if text:
            root.set_raw(identifier, _escaped(text))
    for identifier, text in zip(PLAYERS, record.players or (), strict=False):
        root.set_raw(identifier, _escaped(text))
    if start.is_empty:
        return
    for identifier, actions in (("AB", start.black), ("AW", start.white)):
        if actions:
            points = [rules.grid.sgf(action).encode("ascii") for action in actions]
            root.set_raw_list(identifier, points)
    root.set_raw("PL", _LETTERS[start.to_play].encode("ascii"))


def _escaped(text: str) -> bytes:
    return sgf_grammar.escape_text(text.encode("utf-8", "replace"))


def _write_node(written: sgfmill_sgf.Node, node: GameNode, grid: Grid) -> None:
    for identifier, values in node.other.items():
        written.set_raw_list(identifier, values)
    letter = _LETTERS[node.mover]
    if node.action is not None:
        written.set_raw(letter, grid.sgf(node.action).encode("ascii"))
    if node.time_left is not None:
        written.set_raw(f"{letter}L", f"{node.time_left.seconds:.1f}".encode("ascii"))
        if node.time_left.periods is not None:
            written.set_raw(f"O{letter}", str(node.time_left.periods).encode("ascii"))
    if node.black_win_rate is not None:
        written.set_raw("SBKV", f"{100 * node.black_win_rate:.2f}".encode("ascii"))
    if node.black_score is not None:
        written.set_raw("SBKS", f"{node.black_score:.2f}".encode("ascii"))
    comment = "\n".join(part for part in (node.comment, _judgment(node)) if part)
    if comment:
        written.set("C", comment)


def _write_unread(parent: sgfmill_sgf.Tree_node, unread: Unread) -> None:
    """Hang what could not be played where it was; where nothing else follows, an empty node keeps it a variation."""
    if not unread.is_main and not len(parent):
        parent.new_child()
    made: list[sgfmill_sgf.Tree_node] = []
    for before, properties in unread.nodes:
        made.append((parent if before < 0 else made[before]).new_child())
        for identifier, values in properties.items():
            if identifier not in ("", "SZ"):  # of small letters alone nothing is left; sizes are for the first node
                made[-1].set_raw_list(identifier, values)


def _judgment(node: GameNode) -> str:
    """What the search thought of the position, for programs that draw no curves."""
    if node.black_win_rate is None:
        return ""
    score = "" if node.black_score is None else f", {'BW'[node.black_score < 0]}+{abs(node.black_score):.1f}"
    return f"[Black {node.black_win_rate:.1%}{score}]"


# --- reading -----------------------------------------------------------------------------------------------


def from_sgf(data: bytes) -> GameRecord:
    """The game of an SGF file, standing where it was left; SgfError says what is wrong with a file."""
    text = outline_of(data).text
    game = _parsed(text)
    return _read_source(game, text, _Places(game))


def parse(data: bytes) -> sgfmill_sgf.Sgf_game:
    """The tree of an SGF file as it is written there, in UTF-8; SgfError where it is none, or larger than any game."""
    return _parsed(outline_of(data).text)


def _parsed(text: bytes) -> sgfmill_sgf.Sgf_game:
    with _errors_of_trees():
        tree = sgf_grammar.parse_sgf_game(text)
        root = tree.sequence[0]
        told = root.get("SZ")
        if told is not None:
            root["SZ"] = [str(_size(told[0])).encode("ascii")]
        game = sgfmill_sgf.Sgf_game.from_coarse_game_tree(tree, override_encoding="UTF-8")
        if told is not None:
            root["SZ"] = told  # as it is written again
        return game


def _size(told: bytes) -> int:
    """Points along a side, which may be told twice: ``19:19``. SgfError where the sides differ, or it is no size."""
    if not told.strip():
        return _USUAL_SIZE
    found = _SIZE.fullmatch(told)
    if found is None:
        said = told.decode("utf-8", "replace").strip()[:_MOST_LETTERS]
        raise SgfError("sgf_bad", cause=Problem("sgf_no_size", {"found": said}))
    columns, rows = int(found[1]), int(found[2] or found[1])
    if columns != rows:
        raise SgfError("psq_square", columns=columns, rows=rows)
    return columns


@contextlib.contextmanager
def _errors_of_trees() -> Iterator[None]:
    """Whatever is wrong with a tree that is read is an SgfError, with words where there are any."""
    try:
        yield
    except SgfError:
        raise
    except ValueError as error:  # what sgfmill raises for everything it cannot read
        raise _no_game(error) from error


def _no_game(error: ValueError) -> SgfError:
    """What is to be said of a tree that cannot be read; points beside the board are refused without a word."""
    has_words = str(error) and "unpack" not in str(error)
    return SgfError("sgf_bad", cause=cause_of(error)) if has_words else SgfError("sgf_point")


class _Places:
    """Where in a file each node of its tree stands, whatever becomes of the tree."""

    def __init__(self, game: sgfmill_sgf.Sgf_game) -> None:
        self._nodes = _in_order(game.get_root())  # kept, so that no other object has their ids
        self._places = {id(node): place for place, node in enumerate(self._nodes)}

    def of(self, nodes: list[sgfmill_sgf.Tree_node]) -> tuple[int, ...]:
        """The places of these nodes, in the order of the file."""
        return tuple(sorted(self._places[id(node)] for node in nodes))


class _Read(NamedTuple):
    """A tree that has been read."""

    record: GameRecord
    told_by: dict[int, list[sgfmill_sgf.Tree_node]]
    """By number of the record's node: the nodes of the file that tell of it."""
    stopped: Problem | str | None = None
    """Why the game itself could not be read to its end; None where it was."""


def _read(game: sgfmill_sgf.Sgf_game, as_far_as_it_goes: bool) -> _Read:
    with _errors_of_trees():
        rules = _rules(game.get_root(), game.get_size())
        try:
            return _replay(game, rules, False)
        except IllegalMoveError as error:
            relaxed = rules.relaxed(error.reason)
            if relaxed is None:
                raise
            return _replay(game, relaxed, as_far_as_it_goes)
        except SgfError:
            if not as_far_as_it_goes:
                raise
            return _replay(game, rules, as_far_as_it_goes)


def _read_source(game: sgfmill_sgf.Sgf_game, text: bytes, places: _Places) -> GameRecord:
    """The game of a tree that is read from ``text``, which it keeps; SgfError where it cannot be played."""
    return _with_source(_read(game, as_far_as_it_goes=False), text, places)


def _with_source(read: _Read, text: bytes, places: _Places) -> GameRecord:
    """Have the record know its file."""
    record = read.record
    nodes = (record.node_of(number) for number in range(record.size))
    as_read = tuple(NodeRead(node.comment, node.black_win_rate, node.black_score, node.other) for node in nodes)
    record.source = Source(text, {number: places.of(told_by) for number, told_by in read.told_by.items()}, as_read)
    return record


def _text(node: sgfmill_sgf.Node, identifier: str) -> str:
    """A property as text, whatever its type is meant to be; the first of several values."""
    if not node.has_property(identifier):
        return ""
    plain = sgf_grammar.text_value if identifier in _LONG_TEXTS else sgf_grammar.simpletext_value
    return bytes(plain(node.get_raw(identifier))).decode("utf-8", "replace").strip()


def _raw_text(node: sgfmill_sgf.Node, identifier: str) -> str:
    """A value that others may have written in ways of their own."""
    return node.get_raw(identifier).decode("ascii", "replace").strip() if node.has_property(identifier) else ""


def _number(node: sgfmill_sgf.Node, identifier: str, least: float, most: float) -> float | None:
    """A number within bounds, as everybody who draws it or counts with it expects; None for anything else."""
    try:
        number = float(_raw_text(node, identifier))
    except ValueError:
        return None
    return number if least <= number <= most else None


def _rules(root: sgfmill_sgf.Node, size: int) -> Rules:
    game = game_of({identifier: _text(root, identifier) for identifier in ("GM", GAME)})
    if game is None:
        raise SgfError("sgf_other")
    said = {identifier: _raw_text(root, identifier) for identifier in ("HA", "ON")}
    said |= {identifier: _text(root, identifier) for identifier in ("KM", "RU")}
    try:
        return game.from_sgf(size, said)
    except BadValueError as error:
        raise SgfError(error.problem) from error


def _start(root: sgfmill_sgf.Node, grid: Grid) -> Start:
    """The stones of the first node; White moves first after handicap stones, unless the file says who does."""
    black, white, _ = root.get_setup_stones()
    points = [tuple(sorted(grid.at(grid.rows - 1 - row, col) for row, col in stones)) for stones in (black, white)]
    first = root.get_raw_move()[0] or _first_mover(root)
    declared = _raw_text(root, "PL").lower()[:1]
    if not points[0] and not points[1]:
        return Start(to_play=_COLORS["w" if first == "w" or (declared == "w" and first is None) else "b"])
    guessed = "w" if points[0] and not points[1] else "b"
    return Start(points[0], points[1], _COLORS[first or (declared if declared in _COLORS else guessed)])


def _first_mover(root: sgfmill_sgf.Node) -> str | None:
    node = root
    while len(node):
        node = node[0]
        letter = node.get_raw_move()[0]
        if letter is not None:
            return str(letter)
    return None


def _replay(game: sgfmill_sgf.Sgf_game, rules: Rules, as_far_as_it_goes: bool) -> _Read:
    """The tree; IllegalMoveError where laxer rules would do, SgfError for all else that cannot be played there.

    ``as_far_as_it_goes``: what cannot be played of the game itself is kept as a variation's would be.
    """
    root = game.get_root()
    try:
        record = GameRecord(rules, _text(root, "PB"), _text(root, "PW"), _start(root, rules.grid))
    except ValueError as error:
        raise SgfError("sgf_stones", cause=cause_of(error) or _no_game(error).problem) from error
    record.info = {identifier: _text(root, identifier) for identifier in _INFO if root.has_property(identifier)}
    if record.settling is not None:
        record.settling = rules.game.settling(rules, record.info.pop("ON", ""))
    texts = {identifier: _text(root, identifier) for identifier in (*PLAYERS, "PB", "PW")}
    record.players = players_of(texts | {"AP": _raw_text(root, "AP")})
    waiting = [(root, record.root, True)]
    end = stand = record.root
    ended: GameNode | None = None
    unread: list[Unread] = []
    comments: dict[int, list[str]] = {}
    others: _Others = {}
    told_by: dict[int, list[sgfmill_sgf.Tree_node]] = {}
    stopped: Problem | str | None = None
    while waiting:
        source, parent, is_main = waiting.pop()
        try:
            node = _read_node(record, source, parent, others, is_first=source is root)
        except (SgfError, IllegalMoveError) as error:
            if is_main and (not as_far_as_it_goes or source is root):
                raise
            logger.info("a variation is read only in part: %s", error)
            stopped = cause_of(error) if is_main else stopped
            unread.append(_unread_of(parent, source)._replace(is_main=is_main))
            continue
        told_by.setdefault(node.number, []).append(source)
        comments.setdefault(node.number, []).append(_text(source, "C"))
        end = node if is_main else end
        stand = node if source.has_property(_STANDS_HERE) else stand
        ended = node if source.has_property(_ENDED_HERE) else ended
        waiting += [(source[index], node, is_main and index == 0) for index in reversed(range(len(source)))]
    for number, parts in comments.items():
        record.node_of(number).comment = "\n".join(part for part in (_JUDGMENT.sub("", c) for c in parts) if part)
    record.unread = tuple(unread)
    for (number, identifier), values in others.items():
        record.node_of(number).other[identifier] = list(values)
    stands = stand is not record.root or root.has_property(_STANDS_HERE)
    if ended is not None or (stands and not _text(root, "RE")):
        end.outcome = None  # it was taken back
    record.go_to(ended or end)
    _set_result(record, _text(root, "RE"))
    record.told = {identifier: _text(root, identifier) for identifier in ("RE", "RU") if root.has_property(identifier)}
    record.go_to(stand if stands else end)
    return _Read(record, told_by, stopped)


def _unread_of(node: GameNode, source: sgfmill_sgf.Tree_node) -> Unread:
    """A part of the file as it is there, which follows ``node`` and cannot be played."""
    nodes: list[tuple[int, dict[str, list[bytes]]]] = []
    waiting = [(-1, source)]
    while waiting:
        before, found = waiting.pop()
        waiting += [(len(nodes), child) for child in reversed(list(found))]
        nodes.append((before, found.get_raw_property_map()))
    return Unread(node.number, tuple(nodes))


def _read_node(
    record: GameRecord, source: sgfmill_sgf.Node, parent: GameNode, others: _Others, is_first: bool
) -> GameNode:
    """The node of our tree that ``source`` tells of: ``parent`` itself where it holds no move."""
    if source.has_setup_stones() and not is_first:
        raise SgfError("sgf_setup")
    if source.has_property("B") and source.has_property("W"):
        raise SgfError("sgf_two_moves")
    letter, raw = source.get_raw_move()
    node = parent if letter is None else _read_move(record, parent, _COLORS[letter], raw)
    rate, score = _number(source, "SBKV", 0.0, 100.0), _number(source, "SBKS", -_MOST_POINTS, _MOST_POINTS)
    node.black_win_rate = node.black_win_rate if rate is None else rate / 100
    node.black_score = node.black_score if score is None else score
    read = _KNOWN
    if letter is not None:
        clock = (f"{letter.upper()}L", f"O{letter.upper()}")
        seconds = _number(source, clock[0], 0.0, _MOST_SECONDS)
        periods = _number(source, clock[1], 0, _MOST_PERIODS)
        if seconds is not None:
            node.time_left = TimeLeft(seconds, None if periods is None else int(periods))
            read = _KNOWN.union(clock)
    for identifier in source.properties():
        if identifier and identifier not in read:  # of small letters alone, nothing is left
            others.setdefault((node.number, identifier), {}).update(dict.fromkeys(source.get_raw_list(identifier)))
    return node


def _read_move(record: GameRecord, parent: GameNode, color: Color, raw: bytes | None) -> GameNode:
    rules, number = record.rules, parent.ply + 1
    try:
        action = rules.grid.from_sgf((raw or b"").decode("ascii", "replace").strip())
    except ValueError as error:
        raise SgfError("sgf_move_point", number=number, cause=cause_of(error)) from error
    if action == rules.pass_action and parent.outcome is not None:
        return parent  # some programs write a third pass
    where = Problem("sgf_where", {"number": number, "color": color_said(color), "name": rules.grid.name(action)})
    if action >= rules.num_actions:  # a pass, in a game that knows none
        raise SgfError("sgf_move", where=where, cause=Problem("env_no_pass"))
    if color is not parent.to_play:
        parent = _passed(record, parent)
    if color is not parent.to_play:
        raise SgfError("sgf_turn", where=where, name=color_said(color.opponent))
    try:
        return record.add(parent, action)
    except IllegalMoveError as error:
        if rules.relaxed(error.reason) is not None:
            raise
        raise SgfError("sgf_move", where=where, cause=error.problem) from error


def _passed(record: GameRecord, parent: GameNode) -> GameNode:
    """The position after a pass that no file tells of, between two moves of one side; the same where none can be."""
    passing = record.rules.pass_action
    if passing is None or parent.action == passing or parent.outcome is not None:
        return parent
    return record.add(parent, passing)


def _set_result(record: GameRecord, text: str) -> None:
    """Note the result of the file, which may count dead stones; anything but a standard result is left out."""
    match = _RESULT.fullmatch(text)
    if match is not None and match[2]:
        record.finish(Outcome(_COLORS[match[1].lower()], None, _REASONS[match[2].lower()]))
        return
    if match is not None:
        winner, figure = _COLORS[match[1].lower()], float(match[3])
        points = record.rules.game.margin_of(record.rules, figure)
        if points is None:
            # The figure is none that a count comes to, but who won it is told. Where nothing is counted, as in five in
            # a row, the figure stands for any way to win, and only the board can say which it was.
            if record.rules.game.counting is not None and figure <= record.rules.grid.points:
                record.finish(Outcome(winner, None, Termination.FINISHED))
            return
        margin = points if winner is Color.BLACK else -points
    elif text.lower() in ("0", "draw", "jigo"):
        margin = 0.0
    else:
        return
    counted = record.outcome
    record.finish(Outcome.counted(margin, counted.termination if counted else Termination.TWO_PASSES))


# --- games from elsewhere ----------------------------------------------------------------------------------
#
# Some can be played only so far: stones set up by hand after the first move follow no rule. What lies on the board
# before the first move is its start, however many nodes of the file it is spread over; what is set up later ends the
# game as we can show it. The file itself is never changed.


def read_game(data: bytes) -> tuple[GameRecord, Problem | None]:
    """The game of an SGF file as far as it can be played, and what is to be said of the rest; SgfError as it has it."""
    text = outline_of(data).text
    game = _parsed(text)
    places = _Places(game)
    try:
        return _read_source(game, text, places), None
    except SgfError as error:
        why = error
    with _errors_of_trees():
        cut = _make_playable(game)
    read = _read(game, as_far_as_it_goes=True)
    if cut is None and read.stopped is None:
        raise why
    record = _with_source(read, text, places)
    end = record.main_line()[-1]
    if read.stopped is not None:
        return record, Problem("sgf_stopped", {"number": end.ply, "cause": read.stopped})
    assert cut is not None
    record.unread += tuple(_unread_of(end, node)._replace(is_main=i == 0) for i, node in enumerate(cut.rest))
    return record, cut.said


class _Cut(NamedTuple):
    """What had to be taken out of a game, so that it can be played."""

    said: Problem | None
    """What is to be said of that; None where nothing is missing."""
    rest: tuple[sgfmill_sgf.Tree_node, ...] = ()
    """What followed there."""


def _make_playable(game: sgfmill_sgf.Sgf_game) -> _Cut | None:
    """Take out of its main line what is set up by hand; None where there was nothing."""
    root = game.get_root()
    node, moves, cut = root, int(root.get_raw_move()[0] is not None), None
    while len(node):
        parent, node = node, node[0]
        if node.has_setup_stones():
            if moves or len(parent) > 1:
                rest = tuple(parent)
                for child in rest:
                    child.delete()
                return _Cut(Problem("sgf_cut", {"number": moves}), rest)
            _move_to_root(root, node)
            cut = _Cut(None)
        moves += node.get_raw_move()[0] is not None
    return cut


def _move_to_root(root: sgfmill_sgf.Node, node: sgfmill_sgf.Node) -> None:
    """Lay the stones of ``node`` on the board of ``root``."""
    black, white, _ = root.get_setup_stones()
    more_black, more_white, empty = node.get_setup_stones()
    touched = more_black | more_white | empty
    root.set_setup_stones((black - touched) | more_black, (white - touched) | more_white)
    for identifier in _SETUP:
        if node.has_property(identifier):
            node.unset(identifier)
    if node.has_property("PL"):
        root.set_raw("PL", node.get_raw("PL"))
