"""Keeping dogs, feature by feature: each is done with the mouse or the keys, and seen to be done."""

from __future__ import annotations

import time

from tests.window.actions import bring_into_view, choose
from tests.window.features_train import PUP
from tests.window.kept import DOG, folder_of, own_dogs, rows, wait_for_dog
from tests.window.program import PATIENCE, Program

_REST = 0.3
"""Seconds: several times as long as the window takes to say where its widgets are now."""
RENAMED, COPY, GRANDCHILD = "Biscuit", "Momo", "Pip"


def card_of(program: Program, name: str) -> str:
    """What the ids of a dog's card begin with, once the card is in view: those that rest lie behind the shipped dog."""
    about, resting = own_dogs(program), own_dogs(program, is_retired=True)
    order = [*about, "", *resting]
    card = f"kennel.{order.index(name)}"
    bring_into_view(program, f"{card}.more")
    wait_for_rest(program, f"{card}.more")
    return card


def wait_for_rest(program: Program, widget: str) -> None:
    """Wait until a widget stays where it is: cards grow, and move those below them, once all of a dog is read."""
    deadline = time.monotonic() + PATIENCE
    place, since = None, time.monotonic()
    while time.monotonic() < deadline:
        now = program.look().widgets.get(widget, {}).get("rect")
        if now is None or now != place:
            place, since = now, time.monotonic()
        elif time.monotonic() - since > _REST:
            return
        time.sleep(0.02)
    raise AssertionError(f"{widget} never stays where it is")


def enter(program: Program) -> None:
    """Go where the cards are."""
    program.click("nav.kennel")
    program.wait_until(lambda seen: "kennel.0.more" in seen.widgets, "the cards")


def choose_deed(program: Program, name: str, deed: str) -> None:
    """Open a card's menu and take a row of it."""
    program.click(f"{card_of(program, name)}.more")
    program.click(f"kennel.menu.{deed}")


def answer(program: Program, field: str, text: str) -> None:
    """Type into the field of the dialog that has opened, and agree."""
    program.fill(field, text)
    program.click("dialog.ok")
    program.wait_until(lambda seen: field not in seen.widgets, "the dialog to close")


def rename(program: Program) -> None:
    """A dog is called something else."""
    enter(program)
    choose_deed(program, PUP, "rename")
    answer(program, "kennel.name", RENAMED)
    wait_for_dog(program, RENAMED)
    program.wait_until(lambda seen: seen.shows(RENAMED) and not seen.shows(PUP), "the new name on its card")


def copy(program: Program) -> None:
    """A dog is copied; the copy plays as the dog does, with its ages."""
    enter(program)
    choose_deed(program, DOG, "copy")
    answer(program, "kennel.name", COPY)
    wait_for_dog(program, COPY)
    program.wait_until(lambda seen: seen.shows(COPY), "its card")
    assert len(rows(program, "SELECT games FROM ages JOIN dogs ON dogs.id = dog WHERE name = ?", COPY)) == 2


def export_delete_and_import(program: Program) -> None:
    """A dog becomes a file; deleted (which asks), it comes back from the file."""
    enter(program)
    choose_deed(program, COPY, "export")
    program.click("dialog.ok")
    file = program.data / "exports" / f"{COPY}.clevergo"
    program.wait_until(lambda seen: file.is_file() and "kennel.cancel" not in seen.widgets, "the file")
    folder = folder_of(program, COPY)
    choose_deed(program, COPY, "delete")
    program.click("dialog.cancel")
    program.wait_until(lambda seen: "dialog.cancel" not in seen.widgets, "the dialog to close")
    assert COPY in own_dogs(program)
    choose_deed(program, COPY, "delete")
    program.click("dialog.ok")
    wait_for_dog(program, COPY, is_there=False)
    program.wait_until(lambda seen: not folder.exists() and COPY not in seen.texts, "nothing to be left of it")
    program.click("kennel.import")
    program.click("kennel.files.0")
    program.wait_until(lambda seen: seen.text_on("kennel.path") == str(file), "the file in the field")
    program.click("dialog.ok")
    wait_for_dog(program, COPY)
    program.wait_until(lambda seen: COPY in seen.texts, "its card")


def retire_and_bring_back(program: Program) -> None:
    """A dog is sent to rest and called back."""
    enter(program)
    choose_deed(program, RENAMED, "retire")
    program.wait_until(lambda _: own_dogs(program, is_retired=True) == [RENAMED], "the dog at rest")
    program.click(f"{card_of(program, RENAMED)}.bring_back")
    program.wait_until(lambda _: own_dogs(program, is_retired=True) == [], "the dog back")


def pup_of_a_dog(program: Program) -> None:
    """A new dog starts from another's weights."""
    enter(program)
    program.click("kennel.adopt")
    choose(program, "adopt.parent", DOG)
    answer(program, "adopt.name", GRANDCHILD)
    wait_for_dog(program, GRANDCHILD)
    family = rows(program, "SELECT family FROM dogs WHERE name = ?", GRANDCHILD)[0][0]
    assert DOG in family
    program.wait_until(lambda seen: seen.shows(GRANDCHILD), "its card")
    assert program.look().can_click(f"{card_of(program, GRANDCHILD)}.play"), "it can play from the start"


def ways_from_a_card(program: Program) -> None:
    """A card leads to an earlier age, to a game, to training and to a match with its dog."""
    for button, scene, shown in (
        ("play", "play", "play.white"),
        ("train", "train", "train.dog"),
        ("watch", "compete", ""),
    ):
        enter(program)
        program.click(f"{card_of(program, DOG)}.{button}")
        seen = program.wait_until(lambda seen, scene=scene: seen.scene == scene, scene)  # type: ignore[misc]
        assert not shown or DOG in seen.text_on(shown)
        assert seen.shows(DOG)
    enter(program)
    program.click(f"{card_of(program, DOG)}.ages")
    program.click("kennel.ages.0")
    program.wait_until(lambda seen: seen.scene == "play" and DOG in seen.text_on("play.white"), "that age")
