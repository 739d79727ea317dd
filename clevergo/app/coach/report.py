"""A report of a game as one HTML file that needs nothing else: a curve, and boards drawn as SVG.

All words come worded; what they say is escaped here. Pure functions from values to text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from clevergo.app.match.messages import BoardState
from clevergo.games.grid import Grid

_CELL, _EDGE, _LABEL = 24, 18, 14
"""SVG units: from line to line, from the edge of the wood to the first line, and for coordinates beside it."""
_CURVE = (720, 190)
_MARGIN = 34


@dataclass(frozen=True, eq=False)
class MomentTold:
    """A moment, worded."""

    title: str
    said: str
    board: BoardState
    side: int
    """1 black, 2 white: whose move it was."""
    played: int
    better: int
    loss: str
    """A figure on the move: ``-8``."""
    lines: tuple[str, ...] = ()
    """What else is said, a line each."""


@dataclass(frozen=True, eq=False, kw_only=True)
class ReportTold:
    """A report, worded."""

    language: str
    """A code as HTML has it: ``en``."""
    title: str
    facts: tuple[str, ...]
    """Lines below the title."""
    curve_title: str
    curve: tuple[float | None, ...]
    """Black's lead or chances at each ply; None where nobody knows."""
    curve_range: tuple[float, float]
    curve_labels: tuple[str, str, str]
    """What stands at the top, in the middle and at the bottom of the curve."""
    marks: tuple[int, ...]
    """Plies of the moments, on the curve."""
    moments_title: str
    moments: tuple[MomentTold, ...]
    final_title: str
    final: BoardState | None
    """The board at the end."""
    table_title: str
    table_head: tuple[str, ...]
    table: tuple[tuple[str, ...], ...]
    """All mistakes, a row each."""
    legend: tuple[str, str]
    """What the red mark and the green one mean."""
    foot: str


def html_report(told: ReportTold) -> str:
    """The whole file."""
    moments = "\n".join(_moment(moment, told.legend) for moment in told.moments)
    final = ""
    if told.final is not None:
        final = (
            f"<section><h2>{escape(told.final_title)}</h2><div class='final'>{board_svg(told.final)}</div></section>"
        )
    rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in told.table)
    head = "".join(f"<th>{escape(cell)}</th>" for cell in told.table_head)
    table = ""
    if rows:
        table = f"<section><h2>{escape(told.table_title)}</h2><table><tr>{head}</tr>{rows}</table></section>"
    curve = curve_svg(told.curve, told.curve_range, told.curve_labels, told.marks)
    facts = "".join(f"<p class='fact'>{escape(fact)}</p>" for fact in told.facts if fact)
    return f"""<!doctype html>
<html lang="{escape(told.language, quote=True)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(told.title)}</title>
<style>{_STYLE}</style>
</head>
<body>
<main>
<header><h1>{escape(told.title)}</h1>{facts}</header>
<section><h2>{escape(told.curve_title)}</h2>{curve}</section>
<section><h2>{escape(told.moments_title)}</h2><div class="moments">
{moments}
</div></section>
{table}
{final}
<footer>{escape(told.foot)}</footer>
</main>
</body>
</html>
"""


def _moment(moment: MomentTold, legend: tuple[str, str]) -> str:
    lines = "".join(f"<p class='line'>{escape(line)}</p>" for line in moment.lines)
    marks = {moment.played: (moment.loss, "bad"), moment.better: ("", "good")}
    key = f"<p class='key'><i class='bad'></i>{escape(legend[0])} <i class='good'></i>{escape(legend[1])}</p>"
    board = board_svg(moment.board, marks, moment.side)
    return f"<article><h3>{escape(moment.title)}</h3>{board}{key}<p>{escape(moment.said)}</p>{lines}</article>"


# --- pictures -------------------------------------------------------------------------------------------------------


def board_svg(board: BoardState, marks: dict[int, tuple[str, str]] | None = None, side: int = 0) -> str:
    """A board as SVG, its coordinates around it.

    Args:
        marks: moves beside those that lie: a short text on each, and ``good`` or ``bad``. A pass is drawn nowhere.
        side: 1 or 2: whose stones those are.
    """
    rows, columns = board.stones.shape
    grid, first = Grid(rows, columns), _LABEL + _EDGE
    width, height = (2 * first + (count - 1) * _CELL for count in (columns, rows))
    parts = [f"<svg class='board' viewBox='0 0 {width} {height}' role='img'>"]
    wood = width - 2 * _LABEL, height - 2 * _LABEL
    parts.append(f"<rect class='wood' x='{_LABEL}' y='{_LABEL}' width='{wood[0]}' height='{wood[1]}' rx='4'/>")
    path = [f"M{first} {first + row * _CELL}H{first + (columns - 1) * _CELL}" for row in range(rows)]
    path += [f"M{first + column * _CELL} {first}V{first + (rows - 1) * _CELL}" for column in range(columns)]
    parts.append(f"<path class='lines' d='{''.join(path)}'/>")
    for column in range(columns):
        letter = escape(board.letters[column]) if column < len(board.letters) else ""
        parts.append(f"<text class='at' x='{first + column * _CELL}' y='{height - 3}'>{letter}</text>")
    for row in range(rows):
        parts.append(f"<text class='at' x='{_LABEL // 2}' y='{first + row * _CELL + 4}'>{rows - row}</text>")
    for (row, column), stone in np.ndenumerate(board.stones):
        x, y = first + column * _CELL, first + row * _CELL
        if stone:
            parts.append(f"<circle class='{_STONES[int(stone)]}' cx='{x}' cy='{y}' r='11'/>")
            if board.last_move == grid.at(row, column):
                parts.append(f"<circle class='last' cx='{x}' cy='{y}' r='5'/>")
    for action, (text, kind) in (marks or {}).items():
        if action < rows * columns:
            row, column = divmod(action, columns)
            x, y = first + column * _CELL, first + row * _CELL
            parts.append(f"<circle class='{_STONES.get(side, 'black')} mark {kind}' cx='{x}' cy='{y}' r='10.5'/>")
            if text:
                parts.append(
                    f"<text class='on {_STONES.get(side, 'black')}' x='{x}' y='{y + 3.5}'>{escape(text)}</text>"
                )
    parts.append("</svg>")
    return "".join(parts)


_STONES = {1: "black", 2: "white"}


def curve_svg(
    values: Sequence[float | None],
    limits: tuple[float, float],
    labels: tuple[str, str, str],
    marks: Sequence[int] = (),
) -> str:
    """A curve over the plies, between two limits; nothing is drawn where a value is None."""
    width, height = _CURVE
    low, high = limits
    inner = width - 2 * _MARGIN, height - 24

    def spot(ply: int, value: float) -> tuple[float, float]:
        part = (min(max(value, low), high) - low) / ((high - low) or 1.0)
        return _MARGIN + inner[0] * ply / max(len(values) - 1, 1), 12 + inner[1] * (1.0 - part)

    pieces: list[str] = []
    is_open = False
    for ply, value in enumerate(values):
        if value is None:
            is_open = False
            continue
        x, y = spot(ply, value)
        pieces.append(f"{'L' if is_open else 'M'}{x:.1f} {y:.1f}")
        is_open = True
    middle = spot(0, (low + high) / 2)[1]
    parts = [f"<svg class='curve' viewBox='0 0 {width} {height}' role='img'>"]
    parts.append(f"<path class='zero' d='M{_MARGIN} {middle:.1f}H{width - _MARGIN}'/>")
    parts.append(f"<path class='value' d='{''.join(pieces)}'/>")
    for ply in marks:
        known = values[ply] if ply < len(values) else None
        if known is not None:
            x, y = spot(ply, known)
            parts.append(f"<circle class='moment' cx='{x:.1f}' cy='{y:.1f}' r='4.5'/>")
    for words, y in zip(labels, (16.0, middle + 4, height - 10.0), strict=True):
        parts.append(f"<text class='at' x='{_MARGIN - 4}' y='{y:.1f}' text-anchor='end'>{escape(words)}</text>")
    parts.append("</svg>")
    return "".join(parts)


_STYLE = """
:root{color-scheme:light dark;--paper:#f6f1e7;--card:#fffdf8;--ink:#2b2622;--muted:#75695c;--line:#ddd2c0;
--jade:#1c7a5e;--accent:#b23a1e;--wood:#dcb478}
@media (prefers-color-scheme:dark){:root{--paper:#1d1b1a;--card:#272423;--ink:#ece5da;--muted:#a79b8c;--line:#433d38;
--jade:#5cc39d;--accent:#f0764f;--wood:#b98f58}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI","Noto Sans",
"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
main{max-width:1080px;margin:0 auto;padding:32px 20px}
h1{font-size:30px;margin:0 0 6px;line-height:1.25}
h2{font-size:20px;margin:34px 0 12px}
h3{font-size:16px;margin:0 0 10px}
.fact,.line,.key,footer{color:var(--muted);margin:2px 0}
.key,.line{font-size:14px}
.moments{display:grid;grid-template-columns:repeat(auto-fit,minmax(270px,1fr));gap:18px}
article{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:16px;break-inside:avoid}
article p{margin:8px 0 0}
.final{max-width:420px}
svg{display:block;width:100%;height:auto}
.curve{background:var(--card);border:1px solid var(--line);border-radius:12px}
.wood{fill:var(--wood)}
.lines{stroke:#4a3415;stroke-width:1;fill:none}
.at{font-size:10px;fill:var(--muted);text-anchor:middle}
.curve .at{text-anchor:end}
circle.black{fill:#1f1d1c}
circle.white{fill:#fbf8f1;stroke:#8d8273;stroke-width:.8}
.last{fill:none;stroke:#c8553a;stroke-width:2}
.mark{stroke-width:3!important;fill-opacity:.62}
.mark.bad{stroke:#c02f14!important}
.mark.good{stroke:#0f9d6d!important}
text.on{font-size:10px;font-weight:700;text-anchor:middle}
text.on.black{fill:#fff}
text.on.white{fill:#9b2710}
.key i{display:inline-block;width:12px;height:12px;border-radius:50%;margin:0 5px -1px 0;border:3px solid}
.key i.good{margin-left:12px;border-color:#0f9d6d}
.key i.bad{border-color:#c02f14}
.zero{stroke:var(--line);stroke-width:1}
.value{stroke:var(--jade);stroke-width:2.2;fill:none;stroke-linejoin:round}
.moment{fill:var(--accent);stroke:var(--card);stroke-width:1.5}
table{border-collapse:collapse;width:100%;background:var(--card);border:1px solid var(--line);border-radius:12px}
th,td{text-align:left;padding:7px 12px;border-bottom:1px solid var(--line)}
th{color:var(--muted);font-weight:500}
footer{margin-top:40px;font-size:14px}
@media print{body{background:#fff}}
"""
