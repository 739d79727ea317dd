"""Takes the README's pictures from the running program: ``python -m tests.window.take_pictures``.

They show what the program shows: a game against the shipped dog, and a dog that has trained for some minutes. In the
game a second copy of the shipped dog tells Black where to click.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from functools import partial
from pathlib import Path

from clevergo.app.kennel import Kennel
from clevergo.app.paths import Paths
from clevergo.go.position import Position
from clevergo.go.rules import Ruleset
from clevergo.players.build import build_player
from clevergo.players.protocol import Player
from clevergo.players.spec import SHIPPED_DOG, PlayerKind, PlayerSpec
from tests.window.actions import adopt, is_my_turn, start_game, train_until
from tests.window.program import ROOT, Program, Seen
from tests.window.screen import HEIGHT, WIDTH, Screen

IMAGES = ROOT / "docs" / "images"


def take(program: Program, name: str) -> None:
    """Keep what the window shows, with the pointer out of the way."""
    program.screen.xdotool("mousemove", WIDTH - 1, HEIGHT - 1)
    time.sleep(1.0)
    IMAGES.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(program.take_picture(name), IMAGES / f"{name}.png")


def rows_of(position: Position) -> list[str]:
    """The stones as the window tells them."""
    return ["".join(".XO"[colour] for colour in row) for row in position.stones]


def position_shown(seen: Seen, before: Position) -> Position:
    """The position that one move of White has made of ``before``; a pass where nothing was added."""
    for action in before.legal_moves.nonzero()[0]:
        after = before.play(int(action))
        if rows_of(after) == seen.stones:
            return after
    raise AssertionError(f"no move of White leads to {seen.stones}")


def is_answered(known: list[list[str]], seen: Seen) -> bool:
    """Whether it is the person's turn, on a board that is neither the one before their move nor the one after it."""
    return is_my_turn(seen) and seen.stones not in known


def picture_of_a_game(program: Program, stones: int, adviser: Player) -> None:
    """A game against the shipped dog, some moves old."""
    start_game(program, "human", "alpha_go")
    position = Position.initial(Ruleset())
    for _ in range(stones):
        action = adviser.choose(position).action
        assert action < 81, "Black would rather pass: ask for fewer stones"
        before, position = position, position.play(action)
        program.click_point(*divmod(action, 9))
        known = [rows_of(before), rows_of(position)]
        seen = program.wait_until(partial(is_answered, known), "the answer")
        position = position_shown(seen, position)
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
        data = Path(folder) / "data"
        program = Program(screen, data, Path(folder) / "pictures")
        try:
            spec = PlayerSpec(PlayerKind.ALPHAGO, SHIPPED_DOG, 100)
            adviser = build_player(spec, Kennel(Paths(data)).find_weights, seed=0)
            adviser.new_game(Ruleset())
            picture_of_a_game(program, wishes.stones, adviser)
            picture_of_a_training(program, wishes.minutes, wishes.name)
        finally:
            program.end()


if __name__ == "__main__":
    main()
