"""Takes the README's pictures from the running program: ``python -m tests.window.take_pictures``.

They show what the program shows: a game against the shipped dog, and a dog that has trained for some minutes.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from pathlib import Path

from tests.window.actions import adopt, play_somewhere, start_game, train_until
from tests.window.program import ROOT, Program
from tests.window.screen import Screen

IMAGES = ROOT / "docs" / "images"


def take(program: Program, name: str) -> None:
    """Keep what the window shows, with the pointer out of the way."""
    program.screen.move_mouse(program.window, 2, 2)
    time.sleep(1.0)
    IMAGES.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(program.take_picture(name), IMAGES / f"{name}.png")


def picture_of_a_game(program: Program, stones: int) -> None:
    """A game against the shipped dog, some moves old."""
    start_game(program, "human", "alpha_go")
    for _ in range(stones):
        play_somewhere(program)
    take(program, "play")


def picture_of_a_training(program: Program, minutes: float, name: str) -> None:
    """A dog that has trained for so long."""
    adopt(program, name)
    train_until(program, 1)
    time.sleep(minutes * 60)
    take(program, "train")
    program.click("train.toggle")
    program.wait_until(lambda seen: seen.shows("Train on"), "training to stop")


def main() -> None:
    """Take both pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="how long the dog in the picture has trained")
    parser.add_argument("--stones", type=int, default=9, help="stones of Black in the picture of the game")
    parser.add_argument("--name", default="Pup", help="the name of the dog in the picture")
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Screen(Path(folder)) as screen:
        program = Program(screen, Path(folder) / "data", Path(folder) / "pictures")
        try:
            picture_of_a_game(program, wishes.stones)
            picture_of_a_training(program, wishes.minutes, wishes.name)
        finally:
            program.end()


if __name__ == "__main__":
    main()
