"""Nets from elsewhere say here what they say there, and files that hold none are refused with a sentence."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clevergo.games.five.rules import FiveRules
from clevergo.games.go.planes import COLOR_PLANES
from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset
from clevergo.games.kernels import write_planes
from clevergo.nn.foreign import ForeignNetError, read_foreign
from clevergo.nn.inference.engine import Precision
from clevergo.nn.inference.predictor import Predictor
from tests.games.go.test_planes import game_of, planes_of, random_game, read_colors
from tests.nn import foreign_files, foreign_tables
from tests.nn.foreign_files import gomokus_weights, gomokus_word, originals_weights, originals_word, pickled_by_python_2


def saved(path: Path, content: Any, protocol: int = 4) -> Path:
    path.write_bytes(pickle.dumps(content, protocol=protocol))
    return path


# --- what they say -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("protocol", [2, 4])
def test_the_originals_weights_say_here_what_they_say_there(
    tmp_path: Path, protocol: int, rng: np.random.Generator
) -> None:
    weights = originals_weights()
    net = read_foreign(saved(tmp_path / "alpha_go.pdparams", weights, protocol))
    predictor = Predictor(net.weights, 9)
    assert predictor.precision is Precision.FP32, "nothing is rounded"
    game = random_game(rng, 9, 60, komi=7.5)
    for ply in (0, 1, 2, 7, 30, 55):
        said = predictor.run(planes_of(game[ply], COLOR_PLANES)[np.newaxis])
        prior, value = originals_word(weights, read_colors(game[: ply + 1])[:10])
        np.testing.assert_allclose(said.prior[0], prior, atol=1e-4)
        assert said.value[0] == pytest.approx(value, abs=1e-4)


def test_komi_says_nothing_to_them_until_they_have_learned_it(tmp_path: Path) -> None:
    net = read_foreign(saved(tmp_path / "alpha_go.pdparams", originals_weights()))
    predictor = Predictor(net.weights, 9)
    one, other = (planes_of(Position.from_moves(Ruleset(9, komi), (40, 30)), COLOR_PLANES) for komi in (0.5, 7.5))
    assert not np.array_equal(one, other)
    np.testing.assert_array_equal(predictor.run(one[np.newaxis]).prior, predictor.run(other[np.newaxis]).prior)


def by_python_2(path: Path, arrays: list[Any]) -> Path:
    path.write_bytes(pickled_by_python_2(arrays))
    return path


def by_python_3(path: Path, arrays: list[Any]) -> Path:
    return saved(path, arrays, 2)


def in_double_precision(path: Path, arrays: list[Any]) -> Path:
    return saved(path, [array.astype(np.float64) for array in arrays])


@pytest.mark.parametrize("size", [6, 8])
@pytest.mark.parametrize("write", [by_python_2, by_python_3, in_double_precision])
def test_the_gomoku_nets_say_here_what_they_say_there(
    tmp_path: Path, size: int, write: Callable[..., Path], rng: np.random.Generator
) -> None:
    arrays = gomokus_weights(size)
    net = read_foreign(write(tmp_path / "best_policy.model", arrays))
    assert (net.weights.config.game, net.weights.config.size) == ("five", size)
    predictor = Predictor(net.weights, size)
    for stones in (0, 1, 2, 9):
        moves = rng.permutation(size * size)[:stones].tolist()
        position: Any = FiveRules(size=size, row=6).first_position()
        for move in moves:
            position = position.play((size - 1 - move // size) * size + move % size)
        planes = np.empty((1, 4, size, size), np.float32)
        write_planes(position.board, planes)
        said = predictor.run(planes)
        prior, value = gomokus_word(arrays, moves, size)
        np.testing.assert_allclose(said.prior[0].reshape(size, size)[::-1].ravel(), prior, atol=1e-4)
        assert said.value[0] == pytest.approx(value, abs=1e-4)


def test_what_the_tests_write_as_python_2_did_python_reads_too() -> None:
    arrays = gomokus_weights(6)
    read = pickle.loads(pickled_by_python_2(arrays), encoding="latin1")
    assert all(np.array_equal(one, other) for one, other in zip(read, arrays, strict=True))


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("best_policy_6_6_4.model", 4),
        ("best_policy_6_6_5.model", 5),
        ("current_policy.model", 5),
        ("best_policy_8_8_4.model", 5),  # that is another board's
        ("best_policy_6_6_9.model", 5),
    ],
)
def test_how_many_in_a_row_win_is_told_by_the_files_name(tmp_path: Path, name: str, row: int) -> None:
    assert read_foreign(saved(tmp_path / name, gomokus_weights(6))).of_game == {"row": row}


# --- the table of what they said -----------------------------------------------------------------------------


def test_the_originals_moves_and_favorites_are_legal_here_and_its_planes_are_ours() -> None:
    words = foreign_tables.originals_words()
    assert len(words) == 200
    for word in words:
        game = game_of(list(word.moves), foreign_tables.ORIGINALS_RULES)
        assert game[-1].legal_moves[word.best]
        np.testing.assert_allclose(planes_of(game[-1], COLOR_PLANES), read_colors(game), atol=1e-6)


def test_the_gomoku_nets_moves_and_favorites_are_legal_here() -> None:
    words = foreign_tables.gomokus_words()
    assert len(words) == 100
    assert all(word.position(foreign_tables.GOMOKUS_RULES).legal_moves[word.best] for word in words)


def test_the_table_is_held_against_weights_by_a_command(tmp_path: Path) -> None:
    """Random weights agree with it nowhere; the true ones are no part of this program."""
    path = saved(tmp_path / "alpha_go.pdparams", originals_weights())
    said = foreign_tables.agreement(path, foreign_tables.originals_words()[:20], foreign_tables.ORIGINALS_RULES)
    assert said.startswith("alpha_go.pdparams: the same move on ")
    assert "of 20 positions" in said


# --- files of something else -----------------------------------------------------------------------------------


class Harm:
    """Pickles as a call."""

    def __reduce__(self) -> Any:
        return os.mkdir, ("harmed",)


class Empty:
    """Pickles as an array whose content never comes."""

    def __reduce__(self) -> Any:
        return np.array(0.0).__reduce__()[:2]


def without(name: str) -> Any:
    return {key: array for key, array in originals_weights().items() if key != name}


def with_one_changed(change: Callable[[Any], Any]) -> Any:
    weights = originals_weights()
    return weights | {"policy_layer.3.weight": change(weights["policy_layer.3.weight"])}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ({}, "holds no net that this program knows"),
        ([], "holds no net that this program knows"),
        ("a text", "holds no net that this program knows"),
        (without("value_layer.7.bias"), "holds no net that this program knows"),
        (gomokus_weights(8)[:-1], "holds no net that this program knows"),
        ([1.5] * 16, "holds no net that this program knows|asks for more than numbers"),
        (gomokus_weights(5), "square boards from 6x6 to 19x19"),
        (gomokus_weights(20), "square boards from 6x6 to 19x19"),
        (with_one_changed(lambda array: array[:, :100]), "policy_hidden"),
        (with_one_changed(lambda array: array * np.nan), "copy or download it again"),
        (with_one_changed(lambda array: array.astype(np.int32)), "asks for more than numbers"),
        ([*gomokus_weights(8), Harm()], "asks for more than numbers"),
        (originals_weights() | {"more": Harm()}, "asks for more than numbers"),
        (originals_weights() | {"conv1.weight": Empty()}, "odd.model"),
        ([Empty(), *gomokus_weights(8)[1:]], "odd.model"),
    ],
)
def test_what_is_no_such_net_is_refused_with_a_sentence_that_says_what_to_do(
    tmp_path: Path, content: Any, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ForeignNetError, match=said) as caught:
        read_foreign(saved(tmp_path / "odd.model", content))
    assert "odd.model" in str(caught.value)
    assert not (tmp_path / "harmed").exists()


@pytest.mark.parametrize("data", [b"", b"PK\3\4", b"(;GM[1])", b"\x80\x02]", b"\x80\x04\x95" + b"\xff" * 20])
def test_files_that_are_no_pickles_are_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "odd.model").write_bytes(data)
    with pytest.raises(ForeignNetError, match="holds no net that this program knows"):
        read_foreign(tmp_path / "odd.model")


def test_half_a_file_is_refused(tmp_path: Path) -> None:
    path = by_python_2(tmp_path / "half.model", foreign_files.gomokus_weights(8))
    path.write_bytes(path.read_bytes()[:-3000])
    with pytest.raises(ForeignNetError, match="holds no net"):
        read_foreign(path)


def test_texts_repeated_in_a_pickle_do_not_fill_the_memory(tmp_path: Path) -> None:
    """Bytes spelled as text are made anew at each mention, and a mention takes two letters."""
    text = pickle.BINUNICODE + (1 << 20).to_bytes(4, "little") + b"a" * (1 << 20) + pickle.BINPUT + b"\1"
    encode = pickle.GLOBAL + b"_codecs\nencode\n"
    again = encode + pickle.BINGET + b"\1" + pickle.SHORT_BINSTRING + b"\6latin1" + pickle.TUPLE2 + pickle.REDUCE
    path = tmp_path / "bomb.model"
    path.write_bytes(b"\x80\x02" + text + pickle.EMPTY_LIST + pickle.MARK + again * 5000 + b"e.")
    with pytest.raises(ForeignNetError):
        read_foreign(path)
