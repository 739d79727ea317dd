"""What a game of Go holds that a dog sees for the first time: small games, and random ones counted slowly."""

from __future__ import annotations

import numpy as np
import pytest

from clevergo.games.game import position_after
from clevergo.games.go.board import new_boards
from clevergo.games.go.moments import MOMENTS, find_moments
from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset
from clevergo.games.grid import square

GAMES = [
    ("stones are taken", 7, "A2 A1 B1", {"capture": 3}),
    ("both pass", 7, "D4 pass pass", {"passes": 3, "short": 3}),
    ("one pass is no end", 7, "D4 pass D5", {}),
    ("a ko is taken three times", 7, "D5 E5 C4 F4 D3 E3 E4 D4 A1 A7 E4 G1 G7 D4", {"capture": 8, "ko": 14}),
    ("three in atari get away", 7, "C4 C5 D4 D5 E4 E5 A1 C3 A2 D3 A3 E3 A7 B4 F4", {"saved": 15}),
    ("six stones with two eyes", 7, "A2 A7 B2 B7 C2 C7 D2 D7 B1 E7 D1 F7", {"eyes": 12}),
    ("one eye is none", 7, "A2 A7 B2 B7 C2 C7 D2 D7 B1 E7 C1 F7", {}),
    (
        "a ladder to the corner",
        9,
        "D5 E5 E6 A1 D4 A2 F6 A3 E4 F5 G5 F4 F3 G4 H4 G3 G2 H3 J3 H2 H1 J2 J1",
        {"capture": 23, "ladder": 23},
    ),
    ("a ladder that is left alone", 9, "D5 E5 E6 A1 D4 A2 F6 A3 E4 F5 G5 F4 F3 G4 H4 G3 A9 J9", {}),
]


def found(size: int, actions: list[int]) -> dict[str, int]:
    """What happens in a game, and after which move."""
    plies = np.zeros(len(MOMENTS), np.int32)
    find_moments(new_boards(1, size)[0], np.array(actions, np.int16), plies)
    return {name: int(ply) for name, ply in zip(MOMENTS, plies, strict=True) if ply}


@pytest.mark.parametrize(("size", "moves", "wanted"), [row[1:] for row in GAMES], ids=[row[0] for row in GAMES])
def test_moments_are_told_by_the_move_after_which_they_are_there(size: int, moves: str, wanted: dict[str, int]) -> None:
    actions = [square(size).action(move) for move in moves.split()]
    position_after(Ruleset(size), actions)  # all of it may be played
    assert found(size, actions) == wanted


def random_game(rng: np.random.Generator, size: int) -> list[int]:
    position, actions = Position.initial(Ruleset(size)), list[int]()
    while not position.is_over and len(actions) < 4 * size * size:
        points = np.flatnonzero(position.legal_moves[:-1])
        actions.append(int(rng.choice(points)) if len(points) else size * size)
        position = position.play(actions[-1])
    return actions


def counted(size: int, actions: list[int]) -> dict[str, int]:
    """The same for what is told by how many stones each move takes."""
    position, taken = Position.initial(Ruleset(size)), list[int]()
    for action in actions:
        before = sum(position.captures)
        position = position.play(action)
        taken.append(sum(position.captures) - before)
    first = {
        "capture": (ply for ply, stones in enumerate(taken, 1) if stones),
        "many": (ply for ply, stones in enumerate(taken, 1) if stones >= 10),
        "snapback": (
            ply
            for ply in range(3, len(actions) + 1)
            if taken[ply - 1] > 1 and taken[ply - 2] == 1 and actions[ply - 1] == actions[ply - 3] != size * size
        ),
    }
    return {name: ply for name, plies in first.items() if (ply := next(iter(plies), 0))}


def test_captures_and_snapbacks_of_random_games_are_those_that_are_counted_slowly() -> None:
    rng, seen = np.random.default_rng(5), set[str]()
    for _ in range(60):
        actions = random_game(rng, 5)
        wanted = counted(5, actions)
        told = found(5, actions)
        assert {name: told[name] for name in ("capture", "many", "snapback") if name in told} == wanted
        seen |= set(wanted)
    assert seen == {"capture", "many", "snapback"}
