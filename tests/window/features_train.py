"""Raising a dog, feature by feature: each is done with the mouse or the keys, and seen to be done."""

from __future__ import annotations

from clevergo.ui.strings import Text
from tests.window.actions import FIRST_GAMES, choose, games_shown
from tests.window.kept import DOG, DOG_AGES, rows, wait_for_dog, wait_for_setting, wishes_for
from tests.window.program import Program
from tests.window.seeing import (
    click_for_another_text,
    look_at_widget,
    number_in,
    said,
    text_of,
    wait_for_another_look,
)

PUP = "Pup"


def adopt_with_settings(program: Program) -> None:
    """A dog is adopted, with a name and a net of one's choice."""
    program.click("nav.train")
    program.click("train.adopt")
    program.click("adopt.settings")
    for choice in ("net.small", "simulations.8"):
        program.click(f"dog.{choice}")
    program.click("dialog.ok")
    program.fill("adopt.name", PUP)
    program.click("dialog.ok")
    wait_for_dog(program, PUP)
    program.wait_until(lambda seen: seen.can_click("train.toggle") and not seen.can_click("train.play"), "a pup")
    wishes = wishes_for(program, PUP)
    assert (wishes["net"], wishes["simulations"]) == ("small", 8)


def settings_of_a_dog(program: Program) -> None:
    """How a dog is trained can be changed later; its net cannot."""
    program.click("train.settings")
    program.wait_until(lambda seen: "dog.net.small" in seen.widgets, "the settings of the dog")
    assert not program.look().can_click("dog.net.large")
    for choice in ("simulations.16", "learning_rate.0.002", "window.100000"):
        program.click(f"dog.{choice}")
    komi = click_for_another_text(program, "dog.komi.less", "dog.komi")
    seed = click_for_another_text(program, "dog.seed.more", "dog.seed")
    program.click("dialog.ok")
    program.wait_until(lambda _: wishes_for(program, PUP)["simulations"] == 16, "the settings saved")
    wishes = wishes_for(program, PUP)
    assert (wishes["learning_rate"], wishes["window"]) == (0.002, 100_000)
    assert (wishes["komi"], wishes["seed"]) == (number_in(komi), number_in(seed))


def training_and_stopping(program: Program) -> None:
    """Train plays and learns, Stop saves and ends it."""
    before = text_of(program, "train.toggle")
    click_for_another_text(program, "train.toggle")
    program.wait_until(lambda seen: games_shown(seen) >= 1, "its first game", FIRST_GAMES)
    program.click("train.toggle")
    words = said(program.look(), Text.TRAIN_ON)
    assert words != before
    program.wait_until(lambda seen: seen.text_on("train.toggle") == words, "the end of the training")
    saved = "SELECT MAX(games) FROM checkpoints JOIN dogs ON dogs.id = dog WHERE name = ?"
    assert rows(program, saved, PUP)[0][0] >= 1
    assert program.look().can_click("train.play")


def another_dog(program: Program) -> None:
    """Another dog is chosen and shown."""
    choose(program, "train.dog", DOG)
    wait_for_setting(program, "last_dog", DOG)
    program.wait_until(lambda seen: seen.can_click("train.play"), "a dog that can play")


def wall_of_boards(program: Program) -> None:
    """The wall has one, four, nine or sixteen boards, or none; one of them is shown large."""
    for count in (16, 1, 9, 0, 4):
        before = look_at_widget(program, "train.wall")
        program.click(f"train.boards.{count}")
        wait_for_setting(program, "wall", count)
        wait_for_another_look(program, lambda: look_at_widget(program, "train.wall"), before, f"{count} boards")
    small = look_at_widget(program, "train.wall")
    program.click_at("train.wall", 0.25, 0.25)
    large = wait_for_another_look(program, lambda: look_at_widget(program, "train.wall"), small, "a large board")
    program.click_at("train.wall", 0.25, 0.25)
    wait_for_another_look(program, lambda: look_at_widget(program, "train.wall"), large, "the wall again")


def share_of_the_machine(program: Program) -> None:
    """How much of the machine training may use is chosen."""
    for effort in ("gentle", "half", "all"):
        program.click(f"train.effort.{effort}")
        wait_for_setting(program, "effort", effort)


def growth_curves(program: Program) -> None:
    """Growth has several curves, against games or hours."""
    before = look_at_widget(program, "train.growth")
    for curve in ("loss", "entropy", "length", "strength"):
        if "train.curve" in program.look().widgets:
            choose(program, "train.curve", curve)
        else:
            program.click(f"train.curve.{curve}")
        before = wait_for_another_look(program, lambda: look_at_widget(program, "train.growth"), before, curve)
    for in_hours in (True, False):
        program.click(f"train.axis.{in_hours}")
        wait_for_setting(program, "growth_in_hours", in_hours)
        before = wait_for_another_look(program, lambda: look_at_widget(program, "train.growth"), before, "another axis")


def play_an_age_from_the_curve(program: Program) -> None:
    """A click on the curve offers a game against the dog as it was then; the dog as it is now has its button."""
    program.click_at("train.growth", 0.3)
    program.click("dialog.cancel")
    program.click_at("train.growth", 0.3)
    program.click("dialog.ok")
    program.wait_until(
        lambda seen: seen.scene == "play" and str(DOG_AGES[0]) in seen.text_on("play.white.age"), "that age"
    )
    program.click("nav.train")
    program.click("train.play")
    program.wait_until(lambda seen: seen.scene == "play" and DOG in seen.text_on("play.white"), "the dog as it is")
    assert str(DOG_AGES[0]) not in text_of(program, "play.white.age")
