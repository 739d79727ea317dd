"""When a computer player passes to a person: not while points are open, and in the end all the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from clevergo.app.engine.messages import Seat, Tag
from clevergo.app.engine.worker import EngineWorker
from clevergo.games.color import Color
from clevergo.games.go.game import GAME
from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset
from clevergo.games.go.scoring import open_share
from clevergo.games.outcome import Termination
from clevergo.games.record import GameRecord
from clevergo.players.build import build_player
from clevergo.players.net_players import PolicyPlayer
from clevergo.players.options import PlayerOptions
from clevergo.players.protocol import Player
from clevergo.players.searching import SearchPlayer
from clevergo.players.spec import PlayerSpec
from clevergo.workers.inbox import Inbox
from tests.players.test_builtin_players import PassLover
from tests.players.test_net_players import KnownBrain, prior_for
from tests.shipped import MODELS, age_after

PUP = age_after(8)
"""Games of the shipped dog when it had just begun to learn."""
PATIENT = PlayerOptions(is_patient=True)
PASS = 81


def find(name: str) -> Path:
    """The shipped dog, or the same at an age of so many games."""
    dog, _, games = name.partition("@")
    return MODELS / f"{dog}.pdparams" if not games else MODELS / dog / f"age-{int(games):08d}.pdparams"


def player(text: str, options: PlayerOptions = PATIENT) -> Player:
    return build_player(PlayerSpec.parse(text), find, seed=1, options=options)


def board(diagram: str, to_play: Color = Color.BLACK, komi: float = 7.5) -> Position:
    stones = np.array([[".XO".index(point) for point in row.split()] for row in diagram.strip().splitlines()], np.int8)
    return Position.from_stones(Ruleset(len(stones), komi), stones, to_play)


WALLED = """
    . . . X O . . . .
    . . . X O . . . .
    . X . X O . O . .
    . . . X O . . . .
    . X . X O . O . .
    . . . X O . . . .
    . X . X O . O . .
    . . . X O . . . .
    . . . X O . . . .
"""
"""Both have walled off a side; nothing is left to take."""
ONE_LEFT = WALLED.replace("X O .", "X . O", 1)
"""The same with one neutral point."""


@pytest.mark.parametrize(
    "text",
    [
        *("policy:alpha_go", "value:alpha_go", "alphago:alpha_go:16"),
        *(f"policy:alpha_go@{PUP}", f"alphago:alpha_go@{PUP}:16"),
        *("mcts:30", "random"),
    ],
)
def test_nobody_answers_a_persons_early_pass_by_ending_the_game(text: str) -> None:
    """White is ahead by komi on every one of these boards: all of them used to pass."""
    someone = player(text)
    for moves in ((PASS,), (40, 20, PASS), (40, 20, 24, 56, PASS)):
        position = Position.from_moves(Ruleset(9, 7.5 if len(moves) % 2 else -7.5), moves)
        someone.new_game(position.rules)
        action = someone.choose(position).action
        assert action != PASS
        assert position.legal_moves[action]


def test_a_young_dog_that_likes_to_pass_goes_on_against_a_person() -> None:
    position = Position.from_moves(Ruleset(9), (40, 20, 24))
    brain = KnownBrain(lambda _board: (prior_for({PASS: 0.9, 60: 0.05}, 82), 0.5))
    rng = np.random.default_rng(1)
    assert PolicyPlayer("pup", brain, rng).choose(position).action == PASS
    patient = PolicyPlayer("pup", brain, rng, PATIENT).choose(position)
    assert patient.action == 60
    assert patient.analysis is not None
    assert all(candidate.action != PASS for candidate in patient.analysis.candidates)


def test_against_other_machines_everything_is_as_it_was() -> None:
    early = Position.from_moves(Ruleset(9), (40, PASS))
    assert GAME.manners.owed(early).any()
    for text in ("policy:alpha_go", "random", "alphago:alpha_go:16"):
        someone = player(text, PlayerOptions())
        won = Position.from_moves(Ruleset(9, -7.5), (40, PASS))
        someone.new_game(won.rules)
        assert someone.choose(won).action == PASS


def test_a_pass_is_due_where_everything_is_walled_off() -> None:
    assert not GAME.manners.owed(board(WALLED)).any()
    assert list(np.flatnonzero(GAME.manners.owed(board(ONE_LEFT)))) == [4]


def test_the_last_neutral_point_is_taken_before_a_pass(rng: np.random.Generator) -> None:
    """However much one would rather pass."""
    position = board(ONE_LEFT)
    brain = KnownBrain(lambda _board: (prior_for({PASS: 0.9, 9: 0.05}, 82), 0.5))
    assert PolicyPlayer("pup", brain, rng, PATIENT).choose(position).action == 4
    lover = SearchPlayer("dog", lambda _size: PassLover(-0.99), 100, rng, PATIENT)  # type: ignore[arg-type, return-value]
    assert lover.choose(position).action == 4


@pytest.mark.parametrize("text", ["random", f"alphago:alpha_go@{PUP}:16", "policy:alpha_go@0"])
def test_a_person_who_keeps_passing_where_all_is_settled_ends_the_game(text: str) -> None:
    """White is behind here, and random play would go on until it has no point left."""
    someone = player(text)
    settled = board(WALLED, komi=-0.5)
    someone.new_game(settled.rules)
    position = settled.play(PASS).play(72 + 8)  # Black passes, White fills a little
    assert not position.is_over
    assert someone.choose(position.play(PASS)).action == PASS


def test_liberties_shared_in_a_seki_are_left_alone() -> None:
    position = board("""
        . O X X . O O X .
        . O X X . O O X .
        . O X X O O O X .
        . O O O X X X X .
        . . . O X . . . .
        . O . O X . X . .
        . . . O X . . . .
        . O . O X . X . .
        . . . O X . . . .
    """)
    assert not GAME.manners.owed(position).any()


@pytest.mark.parametrize("text", ["policy:alpha_go", "policy:alpha_go@0", f"value:alpha_go@{PUP}", "random"])
@pytest.mark.parametrize("machine", list(Color))
def test_whole_games_against_a_person_come_to_their_end(text: str, machine: Color) -> None:
    """The person is a scripted one who plays on at random, and passes once hardly anything is left."""
    rng = np.random.default_rng(3)
    someone = player(text)
    record = GameRecord(Ruleset(9))
    someone.new_game(record.rules)
    while record.outcome is None:
        position = record.position
        if position.to_play is machine:
            record.play(someone.choose(position).action)
        else:
            points = np.flatnonzero(GAME.manners.owed(position))
            record.play(int(rng.choice(points)) if len(points) else PASS)
    assert record.outcome.termination is Termination.TWO_PASSES
    assert open_share(record.position.stones) < 0.25


def test_the_engine_seats_a_player_by_whom_it_faces() -> None:
    class Pipe:
        def poll(self, _seconds: float) -> bool:
            return False

    worker = EngineWorker(Inbox(Pipe()))  # type: ignore[arg-type]
    position = Position.from_moves(Ruleset(9, -7.5), (40, PASS))
    passes = []
    for faces_person in (False, True):
        seat = Seat(Color.BLACK, PlayerSpec.parse("random"), None, 1, faces_person=faces_person)
        passes.append(worker._player(Tag(1, 2, 3), position.rules, seat).choose(position).action == PASS)
    assert passes == [True, False]
