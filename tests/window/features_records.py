"""Somebody else's record: looked at as it is, moves tried in it, and a game of one's own played on from it."""

from __future__ import annotations

import numpy as np

from clevergo.ui.strings import RecordText, Text
from tests.window.actions import choose
from tests.window.features_board import look_at_point, open_file
from tests.window.features_play import put, wait_for_stones
from tests.window.kept import home_of, wait_for_game
from tests.window.program import Program
from tests.window.seeing import said

_FILE = "famous record"
_RECORD = """(;FF[4]GM[1]SZ[9]KM[3.75]PB[\u67ef\u6d01]BR[9p]PW[AlphaGo]RE[W+R]EV[\u4e4c\u9547]CA[GB18030];B[ee]
C[\u5929\u5143]TR[ee]LB[cc:A](;W[ce];B[gg])(;W[gc]))"""
_LETTER, _BARE = (2, 2), (2, 6)
_TRIED = ((0, 0), (0, 1))


def record_looked_at_and_played_on(program: Program) -> None:
    """Names, rank, result, comment and marks of a record are seen, moves are tried for both sides, and one plays on."""
    file = home_of(program.data) / f"{_FILE}.sgf"
    file.write_bytes(_RECORD.encode("gb18030"))
    before = file.read_bytes()
    games = set((program.data / "games").glob("*.sgf"))
    open_file(program, str(file))
    seen = program.wait_until(lambda seen: seen.can_click("play.on") and seen.num_stones == 3, "the record")
    assert {"\u67ef\u6d01", "9p", "AlphaGo", "\u4e4c\u9547"} <= set(seen.texts)
    assert not seen.shows(said(seen, Text.YOU_LOST), said(seen, Text.YOU_WON))
    assert not {"play.pass", "play.resign", "play.undo"} & set(seen.widgets)
    program.press("Left")
    program.press("Left")
    wait_for_stones(program, 1)
    assert program.look().shows("\u5929\u5143"), "the comment"
    assert not np.array_equal(look_at_point(program, *_LETTER), look_at_point(program, *_BARE)), "a letter"
    for point in _TRIED:
        put(program, *point)
    stones = program.look().stones
    assert (stones[0][0], stones[0][1]) == ("O", "X"), "for both sides"
    program.click("play.live")
    wait_for_stones(program, 1)
    program.click("play.on")
    for side in ("play.black", "play.white"):
        choose(program, side, "human")
    program.click("dialog.ok")
    program.wait_until(lambda seen: seen.can_click("play.pass"), "a game of one's own")
    put(program, *_TRIED[0])
    wait_for_game(program, ";W[aa]")
    (own,) = set((program.data / "games").glob("*.sgf")) - games
    text = own.read_text(encoding="utf-8")
    assert "PB[Human]" in text
    assert "AlphaGo" not in text
    assert file.read_bytes() == before
    file.unlink()
    program.wait_until(lambda seen: not seen.shows(said(seen, RecordText.PLAY_ON)), "nothing of the record")
