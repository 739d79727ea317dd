"""Somebody else's record: looked at as it is, moves tried in it, and a game of one's own played on from it."""

from __future__ import annotations

import numpy as np

from clevergo.ui.scenes.play.words import result_told
from clevergo.ui.strings import RecordText, Text, Wording
from tests.window.actions import choose, is_over
from tests.window.features_board import look_at_point, open_file
from tests.window.features_play import put, wait_for_stones
from tests.window.kept import home_of, wait_for_game
from tests.window.program import Program
from tests.window.seeing import said, strings_of, wait_for_said

_FILE = "famous record"
_RECORD = """(;FF[4]GM[1]SZ[9]KM[3.75]PB[\u67ef\u6d01]BR[9p]PW[AlphaGo]RE[W+R]EV[\u4e4c\u9547]CA[GB18030];B[ee]
C[\u5929\u5143]TR[ee]LB[cc:A](;W[ce];B[gg])(;W[gc]))"""
_NOTED = "noted record"
_TREE = "(;SZ[9]PB[Ann]PW[Bob];B[ee]C[the middle](;W[ce];B[gg]C[a good answer])(;W[gc]))"
_MARKED = (0, 0)
_JAPANESE = (
    f"(;FF[4]GM[1]SZ[9]KM[6.5]RU[Japanese]"
    f"AB{''.join(f'[{column}{row}]' for column in 'bd' for row in 'abcdefghi')}"
    f"AW{''.join(f'[{column}{row}]' for column in 'eg' for row in 'abcdefghi')}[ae]PL[B])"
)
"""Two walls on each side, and a white stone where it cannot live: Black has 19 points with it, White 27 and komi."""
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


def tree_words_marks_and_finding(program: Program) -> None:
    """In the tree one goes anywhere; words are written, marks drawn, and found again; a copy keeps them."""
    file = home_of(program.data) / f"{_NOTED}.sgf"
    file.write_text(_TREE, encoding="ascii")
    games = set((program.data / "games").glob("*.sgf"))
    open_file(program, str(file))
    program.wait_until(lambda seen: seen.can_click("play.on") and seen.num_stones == 3, "the record")
    program.press("t")
    program.click("play.tree.4")
    wait_for_stones(program, 2)
    program.click("play.tree.1")
    wait_for_stones(program, 1)
    before = look_at_point(program, *_MARKED)
    program.click("notes.triangle")
    program.click_point(*_MARKED)
    program.wait_until(lambda _: not np.array_equal(look_at_point(program, *_MARKED), before), "a triangle")
    program.press("Escape")
    program.press("w")
    program.wait_until(lambda seen: seen.raw.get("focus") == "play.comment", "the keyboard in the comment")
    program.type(" 1")
    program.wait_until(lambda seen: seen.text_on("play.comment") == "the middle 1", "what is typed")
    program.press("Escape")

    def kept(text: str) -> bool:
        new = set((program.data / "games").glob("*.sgf")) - games
        return len(new) == 1 and text in next(iter(new)).read_text(encoding="utf-8")

    program.wait_until(lambda _: kept("C[the middle 1]") and kept("TR[aa]"), "the copy with words and mark")
    assert file.read_text(encoding="ascii") == _TREE
    program.press("ctrl+f")
    program.fill("find.field", "answer")
    program.click("find.list.0")
    wait_for_stones(program, 3)
    program.press("Return")
    program.wait_until(lambda seen: "find.field" not in seen.widgets, "the dialog to close")
    file.unlink()


def territory_counted(program: Program) -> None:
    """A game by Japanese rules is counted by territory and prisoners, and what area makes of it is told too."""
    file = home_of(program.data) / f"{_NOTED}.sgf"
    file.write_text(_JAPANESE, encoding="ascii")
    open_file(program, str(file))
    program.wait_until(lambda seen: seen.num_stones == 37, "the game to count")
    file.unlink()
    program.click("play.on")
    for side in ("play.black", "play.white"):
        choose(program, side, "human")
    program.click("dialog.ok")
    program.wait_until(lambda seen: seen.can_click("play.pass"), "a game of one's own from there")
    program.click("play.pass")
    program.press("ctrl+p")
    program.wait_until(is_over, "the end")
    program.click("play.tab.result")
    wait_for_said(program, Text.WHITE_AND_GIVEN, white=27, given="6.5")
    by_area = result_told(strings_of(program.look()), "W+15.5")
    seen = wait_for_said(program, Wording("counting.go.area"), result=by_area)
    assert seen.shows("W+14.5")
    assert any(text.endswith(" 19") for text in seen.texts), "18 points and a prisoner"
