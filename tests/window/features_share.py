"""Showing things to friends, feature by feature: each is done with the mouse or the keys, and seen to be done."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from clevergo.ui.strings import ShareText
from tests.window.features_kennel import card_of, delete, enter
from tests.window.features_play import MOVES, begin, lay_out, put
from tests.window.kept import DOG, home_of, own_dogs, wait_for_dog
from tests.window.program import Program
from tests.window.seeing import wait_for_said, wait_for_words

_POSTER, _LINK, _SQUARE = (1200, 1500), (1200, 630), (1200, 1200)
"""Pixels of a picture of a dog or of a game, of a match of two, and of a tournament of few."""


def share_into(program: Program, folder: str, *more: str) -> Path:
    """Save what is offered, and ``more`` of it, in a folder of one's home; which."""
    for toggle in more:
        program.click(f"share.{toggle}")
    program.fill("share.folder", f"~/{folder}")
    program.click("dialog.ok")
    program.wait_until(lambda seen: "share.show" in seen.widgets, "the files")
    program.press("Escape")
    program.wait_until(lambda seen: "share.folder" not in seen.widgets, "the dialog to close")
    return home_of(program.data) / folder


def dog_shown_and_sent(program: Program) -> None:
    """A dog's picture, the GIF of its growth and the dog itself lie beside each other; sent back, it comes to visit."""
    enter(program)
    program.click(f"{card_of(program, DOG, 'share')}.share")
    wait_for_words(program, ShareText.TITLE)
    folder = share_into(program, "shown", "gif", "file")
    assert Image.open(folder / f"{DOG}.png").size == _POSTER
    assert Image.open(folder / f"{DOG}.gif").n_frames == 3  # type: ignore[attr-defined]  # two ages, and the present
    file = folder / f"{DOG}.clevergo"
    program.wait_until(lambda seen: file.is_file() and "kennel.cancel" not in seen.widgets, "the dog's file")
    guest = f"{DOG} 2"
    program.click("kennel.import")
    program.fill("kennel.path", f"~/shown/{DOG}.clevergo")
    program.click("dialog.ok")
    wait_for_dog(program, guest)
    wait_for_said(program, ShareText.VISIT_TITLE, name=guest)
    program.click("visit.rival")
    program.click(f"visit.rival.{DOG}")
    wait_for_said(program, ShareText.VISIT_SAID, other=DOG)
    program.click("visit.meet")
    program.wait_until(lambda seen: seen.scene == "compete" and seen.shows(guest), "the duel")
    program.wait_until(lambda seen: seen.num_stones >= 2, "the first game")
    program.click("compete.toggle")
    program.wait_until(lambda seen: seen.can_click("compete.new"), "the duel to stop")
    enter(program)
    delete(program, guest)
    assert DOG in own_dogs(program)


def standing_shown(program: Program, players: int, games_played: int) -> None:
    """A match of two, or a cross table, becomes a picture, beside all of its games."""
    program.click("compete.share")
    folder = share_into(program, f"match-{players}", "file")
    (picture,), (games,) = folder.glob("*.png"), folder.glob("*.sgf")
    assert Image.open(picture).size == (_LINK if players == 2 else _SQUARE)
    assert games.read_bytes().count(b"SZ[") == games_played


def game_shown(program: Program) -> None:
    """A result becomes a picture, a GIF with a frame for each move, and a record."""
    lay_out(program)
    begin(program)
    for point in MOVES:
        put(program, *point)
    program.click("play.resign")
    program.click("dialog.ok")
    program.click("play.share")
    folder = share_into(program, "game", "gif", "file")
    (picture,), (moving,) = folder.glob("*.png"), folder.glob("*.gif")
    assert Image.open(picture).size == _POSTER
    assert Image.open(moving).n_frames == len(MOVES) + 1  # type: ignore[attr-defined]
    program.wait_until(lambda _: any(folder.glob("*.sgf")), "the record")
    program.wait_until(lambda seen: seen.can_click("play.share"), "the way to show it once more")
