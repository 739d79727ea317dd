"""Keeping dogs, feature by feature: each is done with the mouse or the keys, and seen to be done."""

from __future__ import annotations

import pickle
import time

from clevergo.games.go.game import GAME
from clevergo.problem import Problem
from clevergo.ui.scenes.shared.terms import game_words
from clevergo.ui.scenes.train.words import games_said, opponent_name
from clevergo.ui.strings import KennelText, PlayText, Text, TrainText
from tests.nn.foreign_files import originals_weights
from tests.patience import PATIENCE
from tests.window.actions import bring_into_view, choose
from tests.window.features_train import PUP, choose_curve, point_at_age
from tests.window.kept import (
    BEST_RATING,
    DOG,
    DOG_AGES,
    GROWTH,
    MILESTONES,
    folder_of,
    home_of,
    own_dogs,
    rows,
    wait_for_dog,
)
from tests.window.program import Program
from tests.window.seeing import said, strings_of, text_of, wait_for_problem, wait_for_said, wait_for_words

_REST = 0.3
"""Seconds: several times as long as the window takes to say where its widgets are now."""
RENAMED, COPY, GRANDCHILD = "Biscuit", "Momo", "Pip"
FOUNDLING = "雪球😀"
"""A name of Chinese letters and a picture."""
_TOO_LONG = "Wau" * 67 + "!"
"""202 letters."""
_MOST_LETTERS = 40
_PLAYERS = {"RAND0M": "Random", "随机": "随机", "MCTS": "MCTS"}
"""Names that are players' in one language or the other, and what these are called."""
_LIKE_RENAMED = "B1SCUIT"


def card_of(program: Program, name: str, shown: str = "more") -> str:
    """What the ids of a dog's card begin with, once what is to be ``shown`` of it is in view and rests there.

    One's own dogs that are about come first, the youngest before the others, then the dog that ships with the game,
    then those that rest; dogs of other games come after all of them.
    """
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        about, resting = own_dogs(program), own_dogs(program, is_retired=True)
        card = f"kennel.{[*about, '', *resting].index(name)}"
        bring_into_view(program, f"{card}.{shown}")
        if stays(program, f"{card}.{shown}"):
            return card
    raise AssertionError(f"the card of {name} never stays where it is")


def stays(program: Program, widget: str) -> bool:
    """Wait until a widget rests where it is; False once it is out of view.

    Cards grow, and move those below them, once all of a dog is read; and the wheel carries on for a moment.
    """
    deadline = time.monotonic() + PATIENCE
    place, since = None, time.monotonic()
    while time.monotonic() < deadline:
        now = program.look().widgets.get(widget, {}).get("rect")
        if now is None:
            return False
        if now != place:
            place, since = now, time.monotonic()
        elif time.monotonic() - since > _REST:
            return True
        time.sleep(0.02)
    return False


def enter(program: Program) -> None:
    """Go where the cards are."""
    program.click("nav.kennel")
    program.wait_until(lambda seen: seen.scene == "kennel", "the kennel")
    bring_into_view(program, "kennel.0.more")


def choose_deed(program: Program, name: str, deed: str) -> None:
    """Open a card's menu and take a row of it."""
    program.click(f"{card_of(program, name)}.more")
    program.click(f"kennel.menu.{deed}")


def answer(program: Program, field: str, text: str) -> None:
    """Type into the field of the dialog that has opened, and agree."""
    program.fill(field, text)
    program.click("dialog.ok")
    program.wait_until(lambda seen: field not in seen.widgets, "the dialog to close")


def what_a_card_says(program: Program) -> None:
    """A card tells how old and strong its dog is, what its net is like, whom it beats and where it comes from."""
    enter(program)
    card = card_of(program, DOG)
    strings, now = strings_of(program.look()), GROWTH[-1]
    wait_for_said(program, KennelText.AGE, games=games_said(strings, now.games), time=strings.duration(now.seconds))
    wait_for_said(program, KennelText.RATING_SAID, error=now.error)
    hardest = opponent_name(strings, str(MILESTONES[-1].values["opponent"]))
    origin = strings.get(KennelText.FROM_NOTHING)
    origin = f"{game_words(GAME.name)(strings)} · {origin}"
    # Where there is little room the net is left out.
    origins = {origin, f"{strings.get(KennelText.NET_SMALL)} · {origin}"}
    expected = {DOG, f"{now.rating:.0f}", strings.get(KennelText.BEATS, opponent=hardest)}
    program.wait_until(lambda seen: expected <= set(seen.texts) and bool(origins & set(seen.texts)), "all of the card")
    assert text_of(program, f"{card}.ages") == strings.get(KennelText.AGES, ages=len(DOG_AGES))


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
    """A dog becomes a file; deleted (which asks), it comes back from the file, be that chosen or typed."""
    enter(program)
    choose_deed(program, COPY, "export")
    program.click("dialog.ok")
    file = program.data / "exports" / f"{COPY}.clevergo"
    program.wait_until(lambda seen: file.is_file() and "kennel.cancel" not in seen.widgets, "the file")
    choose_deed(program, COPY, "delete")
    program.click("dialog.cancel")
    program.wait_until(lambda seen: "dialog.cancel" not in seen.widgets, "the dialog to close")
    assert COPY in own_dogs(program)
    delete(program, COPY)
    program.click("kennel.import")
    program.click("kennel.files.0")
    program.wait_until(lambda seen: seen.text_on("kennel.path") == str(file), "the file in the field")
    program.click("dialog.ok")
    wait_for_dog(program, COPY)
    program.click("visit.later")
    program.wait_until(lambda seen: COPY in seen.texts, "its card")
    delete(program, COPY)
    elsewhere = home_of(program.data) / "a.clevergo"
    file.rename(elsewhere)
    program.click("kennel.import")
    answer(program, "kennel.path", f"~/{elsewhere.name}")
    wait_for_dog(program, COPY)
    program.click("visit.later")
    program.wait_until(lambda seen: COPY in seen.texts, "its card")


def dogs_in_one_place_for_everybody(program: Program) -> None:
    """A dog is put into a folder that several people share, seen there, and brought home from it as another dog."""
    enter(program)
    place = home_of(program.data) / "class"
    place.mkdir()
    before = own_dogs(program)
    program.click("kennel.shared")
    program.fill("shared.place", str(place))
    program.click("shared.look")
    wait_for_said(program, KennelText.SHARED_NOBODY)
    program.click("shared.put")
    program.wait_until(
        lambda seen: (
            "shared.put" not in seen.widgets and any(place.glob("*.clevergo")) and "kennel.cancel" not in seen.widgets
        ),
        "the dog's file",
    )
    program.click("kennel.shared")
    program.wait_until(lambda seen: "shared.dogs.0" in seen.widgets, "the dog in its place")
    program.click("shared.dogs.0")
    program.wait_until(lambda seen: "visit.later" in seen.widgets, "its visit")
    program.click("visit.later")
    come = set(own_dogs(program)) - set(before)
    assert len(come) == 1, come
    delete(program, come.pop())


def net_from_elsewhere(program: Program) -> None:
    """Weights of the original program become a dog that says where it comes from; a file of something else does not."""
    enter(program)
    odd, weights = (home_of(program.data) / name for name in ("odd.pdparams", "my_alpha_go.pdparams"))
    odd.write_text("hello", encoding="utf-8")
    program.click("kennel.import")
    answer(program, "kennel.path", f"~/{odd.name}")
    refused = strings_of(program.look()).get(KennelText.FAILED, reason=str(odd.name)).split(odd.name)[0]
    program.wait_until(lambda seen: any(refused in text and odd.name in text for text in seen.texts), "why it was not")
    weights.write_bytes(pickle.dumps(originals_weights(), protocol=4))
    program.click("kennel.import")
    answer(program, "kennel.path", f"~/{weights.name}")
    wait_for_dog(program, weights.stem)
    strings = strings_of(program.look())
    origin = strings.get(KennelText.OUT_OF_FILE, file=weights.name)
    card_of(program, weights.stem)
    program.wait_until(lambda seen: any(text.endswith(origin) for text in seen.texts), "where it comes from")
    delete(program, weights.stem)


def delete(program: Program, name: str) -> None:
    """Let a dog go for good."""
    folder = folder_of(program, name)
    choose_deed(program, name, "delete")
    program.click("dialog.ok")
    wait_for_dog(program, name, is_there=False)
    program.wait_until(lambda seen: not folder.exists() and name not in seen.texts, "nothing to be left of it")


def retire_and_bring_back(program: Program) -> None:
    """A dog is sent to rest and called back; its card says so, and offers only what it can do."""
    enter(program)
    choose_deed(program, RENAMED, "retire")
    program.wait_until(lambda _: own_dogs(program, is_retired=True) == [RENAMED], "the dog at rest")
    card = card_of(program, RENAMED, "bring_back")
    strings = strings_of(program.look())
    resting = f"{game_words(GAME.name)(strings)} · {strings.get(KennelText.RESTS)}"
    program.wait_until(lambda seen: resting in seen.texts and f"{card}.train" not in seen.widgets, "a card at rest")
    program.click(f"{card}.bring_back")
    program.wait_until(lambda _: own_dogs(program, is_retired=True) == [], "the dog back")
    card = card_of(program, RENAMED, "train")
    program.wait_until(
        lambda seen: resting not in seen.texts and f"{card}.bring_back" not in seen.widgets, "a card as it was"
    )
    assert program.look().can_click(f"{card}.train")


def names_of_all_kinds(program: Program) -> None:
    """A name that is too long, a player's or another dog's to the eye is refused in words; a picture is no matter."""
    enter(program)
    program.click("kennel.adopt")
    program.fill("adopt.name", _TOO_LONG)
    program.click("dialog.ok")
    wait_for_problem(program, Problem("name_long", {"length": len(_TOO_LONG), "most": _MOST_LETTERS}))
    assert text_of(program, "adopt.parent") == said(program.look(), KennelText.BORN_FROM_NOTHING)
    for name, player in _PLAYERS.items():
        program.fill("adopt.name", name)
        program.click("dialog.ok")
        wait_for_problem(program, Problem("name_player", {"name": player}))
    program.fill("adopt.name", _LIKE_RENAMED)
    program.click("dialog.ok")
    wait_for_said(program, Text.NAME_ALIKE, name=RENAMED)
    answer(program, "adopt.name", FOUNDLING)
    wait_for_dog(program, FOUNDLING)
    # The font has no pictures: a dot stands for one.
    program.wait_until(lambda seen: any(text.startswith(FOUNDLING[:2]) for text in seen.texts), "its card")
    card_of(program, FOUNDLING)
    wait_for_words(program, KennelText.FROM_NOTHING)
    wait_for_words(program, KennelText.NEWBORN)
    assert not rows(program, "SELECT family FROM dogs WHERE name = ?", FOUNDLING)[0][0]
    delete(program, FOUNDLING)


def typing_goes_on_in_full_screen(program: Program) -> None:
    """Whoever types a name and fills the screen types on, and so does who leaves it again."""
    enter(program)
    size = program.look().size
    choose_deed(program, RENAMED, "rename")
    program.fill("kennel.name", "Ab")
    program.press("F11")
    program.wait_until(lambda seen: seen.size[0] > size[0], "the full screen")
    program.type_on("kennel.name", "cd")
    program.press("F11")
    program.wait_until(lambda seen: seen.size == size, "the window as it was")
    program.type_on("kennel.name", "ef")
    assert program.look().text_on("kennel.name") == "Abcdef"
    program.press("Escape")
    program.wait_until(lambda seen: "kennel.name" not in seen.widgets, "the dialog to close")
    assert RENAMED in own_dogs(program)


def pages_by_keys(program: Program) -> None:
    """The page keys go through the cards that the window has no room for."""
    enter(program)
    last = len(own_dogs(program))
    assert stays(program, "kennel.0.more")
    has_room = f"kennel.{last}.more" in program.look().widgets
    for _ in range(0 if has_room else last):
        before = program.look().widgets
        program.press("Next")
        seen = program.wait_until(lambda seen, before=before: seen.widgets != before, "other cards")  # type: ignore[misc]
        if f"kennel.{last}.more" in seen.widgets:
            break
    assert f"kennel.{last}.more" in program.look().widgets
    while "kennel.0.more" not in program.look().widgets:
        before = program.look().widgets
        program.press("Prior")
        program.wait_until(lambda seen, before=before: seen.widgets != before, "other cards")  # type: ignore[misc]


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
    wait_for_said(program, KennelText.PUP_OF, parent=DOG)


def dog_at_its_best(program: Program) -> None:
    """The age at which a dog was strongest is marked among its ages, and is an opponent as such."""
    enter(program)
    program.click(f"{card_of(program, DOG)}.ages")
    wait_for_words(program, KennelText.BEST_SAID)
    program.click("dialog.ok")
    choose_deed(program, DOG, "play_best")
    program.wait_until(
        lambda seen: seen.scene == "play" and str(DOG_AGES[1]) in seen.text_on("play.white.age"), "its best age"
    )
    program.click("play.white.age")
    best = f"{said(program.look(), PlayText.BEST)} · {BEST_RATING[0]:.0f}"
    program.wait_until(lambda seen: seen.shows(best), "the mark in the menu of ages")
    program.press("Escape")
    program.wait_until(lambda seen: seen.can_click("nav.train"), "the menu to close")
    program.click("nav.train")
    program.click("train.axis.False")
    choose_curve(program, "strength")
    point_at_age(program, DOG_AGES[1])
    words = strings_of(program.look()).get(TrainText.BEST_HERE, said="").strip()
    program.wait_until(lambda seen: seen.shows(words), "the mark on the curve")


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
    program.wait_until(lambda seen: "kennel.ages.1" in seen.widgets, "its earlier ages")
    # By keys: to the list, where the first row is pointed at, to the second, and in.
    for key in ("Tab", "Down", "Return"):
        program.press(key)
    seen = program.wait_until(lambda seen: seen.scene == "play" and DOG in seen.text_on("play.white"), "that age")
    assert str(DOG_AGES[0]) in seen.text_on("play.white.age")
