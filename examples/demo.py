"""Play Go against a player that moves at random, in a terminal: ``python examples/demo.py --boardsize 7 --komi 0``.

The shortest program with :class:`clevergo.gym.gymgo.GoEnv`: you are Black, and type moves.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

if __package__ in (None, ""):  # run as a file, from a folder where nothing is installed
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from clevergo.gym import gymgo

_WORDS = {"p": "pass", "pass": "pass", "r": "again", "reset": "again", "e": "end", "exit": "end", "end": "end"}
_HELP = 'Type a move as "row column", p for a pass, r to begin again, e to end.'


def ask_for_move() -> tuple[int, int] | str:
    """What a person types: a row and a column, or ``pass``, ``again`` or ``end``."""
    while True:
        try:
            words = input("Your move: ").replace(",", " ").lower().split()
        except EOFError:
            return "end"
        if len(words) == 2 and all(word.isdecimal() for word in words):
            return int(words[0]), int(words[1])
        if len(words) == 1 and words[0] in _WORDS:
            return _WORDS[words[0]]
        print(_HELP)


def main() -> None:
    """Play until both have passed."""
    parser = argparse.ArgumentParser(description="Play Go against a player that moves at random.")
    parser.add_argument("--boardsize", type=int, default=7, help="points along one side, 2 to 19")
    parser.add_argument("--komi", type=float, default=0, help="points for White, who moves second")
    settings = parser.parse_args()
    try:
        env = gymgo.make("gym_go:go-v0", size=settings.boardsize, komi=settings.komi)
    except ValueError as error:
        parser.error(str(error))

    print(_HELP)
    env.render()
    while not env.game_ended():
        move = ask_for_move()
        if move == "end":
            return
        if move == "again":
            env.reset()
            env.render()
            continue
        try:
            env.step(None if isinstance(move, str) else move)
        except AssertionError as error:  # what GymGo raised, too
            print(error)
            continue
        if not env.game_ended():
            env.step(env.uniform_random_action())
        env.render()
    print({1: "Black has won.", -1: "White has won.", 0: "A draw."}[env.winner()])


if __name__ == "__main__":
    main()
