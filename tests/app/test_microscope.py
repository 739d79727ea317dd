"""What a net computes of a position: what is read off it, and what is said where it cannot be seen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from clevergo.app.microscope.looking import _likeness, answer, find_silence, planes_of
from clevergo.app.microscope.reading import Order, in_order, read_channel
from clevergo.app.microscope.sight import (
    PLANES,
    Answer,
    Brain,
    LayerKind,
    Part,
    SeenLayer,
    Sight,
    SightInquiry,
    Silence,
    SilenceInquiry,
)
from clevergo.games.color import Color
from clevergo.games.game import position_after
from clevergo.games.go.rules import Ruleset
from clevergo.games.guests import game_named, games
from clevergo.games.start import Start
from clevergo.nn.description import NetConfig
from clevergo.nn.files import save_weights
from clevergo.players.protocol import PlayerError, never_stop
from tests.nn.judging import opinionated

SMALL = NetConfig(blocks=1, channels=8)
MOVES = (30, 31, 40, 22)


def dog(folder: Path, config: NetConfig = SMALL) -> Brain:
    file = folder / "pup.pdparams"
    save_weights(file, opinionated(config))
    return Brain("pup", file, 0)


def seen(inquiry: SightInquiry) -> Sight:
    (sight,) = answer(inquiry, never_stop)
    assert isinstance(sight, Sight)
    return sight


def test_a_sight_shows_what_the_net_reads_and_what_it_answers(tmp_path: Path) -> None:
    brain, rules = dog(tmp_path), Ruleset(9)
    sight = seen(SightInquiry(brain, rules, MOVES))
    position = position_after(rules, MOVES)
    np.testing.assert_array_equal(sight.layers[0].numbers, planes_of(position.board, SMALL, 9)[0])
    assert (sight.to_play, sight.net) == (Color.BLACK, "1x8")
    np.testing.assert_array_equal(sight.stones, position.stones)
    assert sight.prior.sum() == pytest.approx(1.0, abs=1e-5)
    answers = {layer.answer: layer for layer in sight.layers if layer.answer is not None}
    policy = answers[Answer.POLICY]
    assert policy.beside is not None
    np.testing.assert_array_equal(np.append(policy.numbers, policy.beside), sight.prior)
    assert answers[Answer.VALUE].numbers.tolist() == [sight.value]
    assert sight.points is not None
    np.testing.assert_array_equal(answers[Answer.POINTS].numbers.ravel(), sight.points)


def test_stones_that_were_set_up_are_seen(tmp_path: Path) -> None:
    sight = seen(SightInquiry(dog(tmp_path), Ruleset(9), (), Start((40,), (41,))))
    assert (sight.stones[4, 4], sight.stones[4, 5]) == (1, 2)


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_every_plane_has_a_name(game: object) -> None:
    known = game_named(game.name)  # type: ignore[attr-defined]
    assert {name: len(names) for name, names in known.plane_names.items()} == dict(known.num_planes)
    assert all(len(set(names)) == len(names) for names in known.plane_names.values())


def test_of_a_net_it_cannot_see_into_it_says_why(tmp_path: Path) -> None:
    brain = dog(tmp_path)
    five = game_named("five").agree({"size": 9})[0]
    with pytest.raises(PlayerError, match="plays Go"):
        seen(SightInquiry(brain, five, ()))
    with pytest.raises(PlayerError, match=r"gone\.pdparams"):
        seen(SightInquiry(replace(brain, weights=tmp_path / "gone.pdparams"), Ruleset(9), ()))
    with pytest.raises(PlayerError, match="9x9"):
        seen(SightInquiry(dog(tmp_path, NetConfig("classic")), Ruleset(13), ()))


# --- which channels are silent for good ----------------------------------------------------------------------------


def test_a_channel_that_nothing_wakes_is_found(tmp_path: Path) -> None:
    weights = opinionated(SMALL)
    weights.arrays["input_conv.weight"][3] = 0
    weights.arrays["input_conv.bias"][3] = -1
    found = find_silence(weights, 9, never_stop)
    assert found is not None
    assert found.positions == 32
    assert np.flatnonzero(found.channels["input_conv"]).tolist() == [3]


def test_who_looks_away_is_not_kept_waiting(tmp_path: Path) -> None:
    assert list(answer(SilenceInquiry(dog(tmp_path), 9), lambda: True)) == []
    (found,) = answer(SilenceInquiry(dog(tmp_path), 9), never_stop)
    assert isinstance(found, Silence)


def test_silence_fits_a_sight_of_the_same_net_only(tmp_path: Path) -> None:
    sight = seen(SightInquiry(dog(tmp_path), Ruleset(9), MOVES))
    same, wider, deeper = (
        find_silence(opinionated(NetConfig(blocks=blocks, channels=channels)), 9, never_stop)
        for blocks, channels in ((1, 8), (1, 16), (2, 8))
    )
    assert same is not None
    assert wider is not None
    assert deeper is not None
    assert [silence.fits(sight) for silence in (same, wider, deeper)] == [True, False, False]


# --- what can be said of a channel -----------------------------------------------------------------------------------

STONES = np.array([[1, 0, 2], [0, 0, 0], [1, 0, 2]], np.int8)


def test_a_channel_is_read_over_stones_and_between_them() -> None:
    board = np.array([[4, 0, 1], [0, 0, 0], [2, 0, 3]], np.float32)
    reading = read_channel(board, STONES, Color.BLACK)
    assert reading.strongest == ((0, 4.0), (8, 3.0))
    assert (reading.silent, reading.points, reading.is_even) == (5, 9, False)
    assert (reading.own, reading.other, reading.empty) == (3.0, 2.0, 0.0)
    assert read_channel(board, STONES, Color.WHITE).own == 2.0


def test_what_is_furthest_from_zero_may_be_below_it() -> None:
    board = np.full((3, 3), -1, np.float32)
    board[1, 1] = -7
    assert read_channel(board, STONES, Color.BLACK).strongest == ((4, -7.0),)


@pytest.mark.parametrize(("number", "named"), [(0.0, 0), (0.5, 3)])
def test_a_channel_may_be_the_same_everywhere(number: float, named: int) -> None:
    reading = read_channel(np.full((3, 3), number, np.float32), STONES, Color.BLACK)
    assert reading.is_even
    assert len(reading.strongest) == named


def test_an_empty_board_has_no_stones_to_speak_of() -> None:
    reading = read_channel(np.ones((3, 3), np.float32), np.zeros((3, 3), np.int8), Color.BLACK)
    assert (reading.own, reading.other, reading.empty) == (None, None, 1.0)


def layer(*channels: list[float]) -> SeenLayer:
    numbers = np.array(channels, np.float32).reshape(len(channels), 1, -1)
    return SeenLayer("conv", LayerKind.CONVOLUTION, Part.TRUNK, (PLANES,), None, numbers)


def test_channels_that_say_something_come_first_and_silent_ones_last() -> None:
    some = layer([0, 0, 0], [1, 1, 1], [0, 0, 5], [0, 2, 0])
    assert in_order(some, Order.TELLING) == [2, 3, 1, 0]
    assert in_order(some, Order.NUMBER) == [0, 1, 2, 3]
    assert some.is_silent.tolist() == [True, False, False, False]


def test_a_channel_is_most_alike_the_plane_it_is_correlated_with() -> None:
    planes = np.array([[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 1]], np.float32).reshape(3, 2, 2)
    channels = np.array([[3, 3, 1, 1], [0, 2, 2, 2], [5, 5, 5, 5]], np.float32).reshape(3, 2, 2)
    alike, likeness = _likeness(channels, planes)
    assert alike[:2].tolist() == [1, 0]
    np.testing.assert_allclose(likeness, [1.0, -1.0, 0.0], atol=1e-6)
