"""Weight files: what is written comes back, half a file never appears, and no file runs code."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clevergo.nn.description import NetConfig, initial_weights, parameter_shapes
from clevergo.nn.files import (
    FORMAT,
    WeightFile,
    WeightFileError,
    WeightFileProblem,
    load_weights,
    save_weights,
)
from tests.patience import PATIENCE

SMALL = NetConfig(blocks=1, channels=8)
CLASSIC = NetConfig("classic", size=5)


def newborn(config: NetConfig = SMALL, seed: int = 0) -> WeightFile:
    return WeightFile(config, initial_weights(config, np.random.default_rng(seed)), {"dog": "阿旺", "games": 12})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A weight file to be, in a folder whose name has a space and Chinese characters."""
    folder = tmp_path / "我的 dogs"
    folder.mkdir()
    return folder / "旺财.pdparams"


@pytest.mark.parametrize("config", [SMALL, CLASSIC])
def test_what_was_saved_comes_back(path: Path, config: NetConfig) -> None:
    saved = newborn(config)
    save_weights(path, saved)
    loaded = load_weights(path)
    assert loaded.config == saved.config
    assert loaded.meta == saved.meta
    assert list(loaded.arrays) == list(parameter_shapes(config))
    for name, array in saved.arrays.items():
        assert loaded.arrays[name].dtype == np.float32
        np.testing.assert_array_equal(loaded.arrays[name], array)


def test_loaded_arrays_may_be_changed(path: Path) -> None:
    saved = newborn()
    save_weights(path, saved)
    for array in load_weights(path).arrays.values():
        array += 1.0
    for name, array in load_weights(path).arrays.items():
        np.testing.assert_array_equal(array, saved.arrays[name], err_msg="the file stays as it was")


def test_paddle_loads_the_file_into_the_net_it_belongs_to(path: Path) -> None:
    import paddle

    from clevergo.nn.paddle.network import Network

    saved = newborn()
    save_weights(path, saved)
    state = paddle.load(str(path))
    network = Network(SMALL)
    missing, _ = network.set_state_dict({name: state[name] for name in saved.arrays})
    assert missing == []
    np.testing.assert_array_equal(network.state_dict()["value_out.weight"].numpy(), saved.arrays["value_out.weight"])


def test_reading_and_writing_need_no_paddle() -> None:
    code = "import sys; sys.modules['paddle'] = None; import clevergo.nn.files"
    subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[2], check=True, timeout=PATIENCE)


def test_arrays_in_other_memory_orders_are_saved_as_they_read(path: Path) -> None:
    weights = newborn()
    weights.arrays["value_hidden.weight"] = np.asfortranarray(weights.arrays["value_hidden.weight"])
    save_weights(path, weights)
    np.testing.assert_array_equal(
        load_weights(path).arrays["value_hidden.weight"], weights.arrays["value_hidden.weight"]
    )


# --- whole or absent -------------------------------------------------------------------------------------


def test_saving_leaves_nothing_but_the_file(path: Path) -> None:
    save_weights(path, newborn(seed=0))
    save_weights(path, newborn(seed=1))
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("failing", ["fsync", "replace"])
def test_a_save_that_fails_leaves_the_old_file(path: Path, failing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    old = newborn(seed=0)
    save_weights(path, old)

    def fail(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, failing, fail)
        with pytest.raises(WeightFileError, match="No space left") as caught:
            save_weights(path, newborn(seed=1))
    assert caught.value.kind is WeightFileProblem.UNWRITABLE
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]
    np.testing.assert_array_equal(load_weights(path).arrays["value_out.weight"], old.arrays["value_out.weight"])


def test_saving_into_a_missing_folder_says_which_file(tmp_path: Path) -> None:
    target = tmp_path / "gone" / "dog.pdparams"
    with pytest.raises(WeightFileError, match=r"gone.dog\.pdparams"):
        save_weights(target, newborn())


@pytest.mark.parametrize("broken", [np.nan, np.inf])
def test_weights_that_are_not_finite_are_not_saved(path: Path, broken: float) -> None:
    weights = newborn()
    weights.arrays["value_out.bias"][0] = broken
    with pytest.raises(ValueError, match=r"value_out\.bias"):
        save_weights(path, weights)
    assert not path.exists()


def test_weights_of_another_net_are_not_saved(path: Path) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        save_weights(path, WeightFile(CLASSIC, newborn(SMALL).arrays))


# --- files that are not what they should be --------------------------------------------------------------


def problem_of(path: Path) -> WeightFileProblem:
    """What is wrong with a file; its name must be in the message."""
    with pytest.raises(WeightFileError) as caught:
        load_weights(path)
    assert str(path) in str(caught.value)
    assert ": " in str(caught.value)  # cause, then what to do
    return caught.value.kind


def test_a_missing_file_is_said_to_be_missing(path: Path) -> None:
    assert problem_of(path) is WeightFileProblem.MISSING


def test_a_folder_is_not_a_weight_file(path: Path) -> None:
    path.mkdir()
    assert problem_of(path) is WeightFileProblem.UNREADABLE


@pytest.mark.parametrize("kept", [0, 1, 2, 100, 1_000, 0.5, 0.999])
def test_a_file_cut_short_is_damaged(path: Path, kept: float) -> None:
    save_weights(path, newborn())
    data = path.read_bytes()
    path.write_bytes(data[: int(kept * len(data)) if isinstance(kept, float) else kept])
    assert problem_of(path) is WeightFileProblem.DAMAGED


def test_a_changed_number_is_noticed(path: Path) -> None:
    weights = newborn()
    save_weights(path, weights)
    data = path.read_bytes()
    number = weights.arrays["value_hidden.weight"].tobytes()[40:60]
    assert data.count(number) == 1
    path.write_bytes(data.replace(number, bytes(reversed(number))))
    assert problem_of(path) is WeightFileProblem.DAMAGED


def test_no_broken_file_escapes_as_another_error(path: Path, rng: np.random.Generator) -> None:
    save_weights(path, newborn())
    data = np.frombuffer(path.read_bytes(), np.uint8)
    for _ in range(200):
        broken = data.copy()
        broken[rng.integers(0, 2_000, 3)] = rng.integers(0, 256, 3)
        path.write_bytes(broken.tobytes())
        try:
            load_weights(path)
        except WeightFileError:
            continue


@pytest.mark.parametrize("data", [b"PK\x03\x04zip", b"hello", b"\x89PNG\r\n"])
def test_another_kind_of_file_is_foreign(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    assert problem_of(path) is WeightFileProblem.FOREIGN


@pytest.mark.parametrize("content", [{}, {"weight": np.zeros(3, np.float32)}, "text", 7])
def test_a_pickle_of_something_else_is_foreign(path: Path, content: Any) -> None:
    path.write_bytes(pickle.dumps(content, protocol=4))
    assert problem_of(path) is WeightFileProblem.FOREIGN


def change_header(path: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Rewrite a weight file with another header."""
    content = pickle.loads(path.read_bytes())
    header = json.loads(content["clevergo"])
    change(header)
    content["clevergo"] = json.dumps(header)
    path.write_bytes(pickle.dumps(content, protocol=4))


def test_a_file_of_a_newer_program_says_so(path: Path) -> None:
    save_weights(path, newborn())
    change_header(path, lambda header: header.update(format=FORMAT + 1))
    assert problem_of(path) is WeightFileProblem.TOO_NEW


@pytest.mark.parametrize(
    "change",
    [
        {"config": SMALL.to_dict() | {"color": "brown"}},
        {"config": SMALL.to_dict() | {"blocks": 2}},
        {"config": SMALL.to_dict() | {"blocks": "1"}},
        {"config": []},
        {"crc32": 0},
        {"meta": 3},
        {"format": None},
        {"format": float("inf")},
    ],
)
def test_a_header_that_does_not_fit_is_damage(path: Path, change: dict[str, Any]) -> None:
    save_weights(path, newborn())
    change_header(path, lambda header: header.update(change))
    assert problem_of(path) is WeightFileProblem.DAMAGED


# --- pickles that mean harm ------------------------------------------------------------------------------


class Harm:
    """Pickles as a call of ``function(*arguments)``."""

    def __init__(self, function: Callable[..., Any], *arguments: Any) -> None:
        self._call = (function, arguments)

    def __reduce__(self) -> Any:
        return self._call


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize(
    "harm",
    [
        Harm(os.mkdir, "harmed"),
        Harm(exec, "open('harmed', 'w')"),
        Harm(getattr, np.ndarray, "tofile"),
        Harm(np.load, "harmed", None, True),
        Harm(np.dtype, "O"),
        np.array([Harm(os.mkdir, "harmed")], object),
    ],
)
def test_a_pickle_that_would_run_code_is_refused(
    path: Path, tmp_path: Path, harm: object, protocol: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    save_weights(path, newborn())
    content = pickle.loads(path.read_bytes()) | {"value_out.bias": harm}
    path.write_bytes(pickle.dumps(content, protocol=protocol))
    assert problem_of(path) in (WeightFileProblem.UNSAFE, WeightFileProblem.FOREIGN)
    assert not (tmp_path / "harmed").exists()


@pytest.mark.parametrize(
    "harm",
    [
        b"\x80\x05\x96" + (1 << 50).to_bytes(8, "little") + b".",  # a byte array of a petabyte
        b"\x80\x04\x8e" + (1 << 50).to_bytes(8, "little") + b".",  # bytes of a petabyte
        b"\x80\x04Nr\xff\xff\xff\xff.",  # a memo with four billion places
    ],
)
def test_a_few_bytes_cannot_ask_for_all_the_memory(path: Path, harm: bytes) -> None:
    path.write_bytes(harm)
    assert problem_of(path) in (WeightFileProblem.UNSAFE, WeightFileProblem.DAMAGED, WeightFileProblem.FOREIGN)


def cause_of(path: Path) -> str:
    with pytest.raises(WeightFileError) as caught:
        load_weights(path)
    return caught.value.cause


def test_a_file_of_a_million_tables_is_not_built(path: Path) -> None:
    path.write_bytes(b"\x80\x04" + b"}" * 1_000_000 + b".")
    assert cause_of(path) == "it is longer than any net"


def test_one_array_cannot_stand_for_all_those_of_a_huge_net(path: Path) -> None:
    """The numbers of a small file would be copied for every layer of the net it names."""
    huge = NetConfig(blocks=40, channels=512)
    shapes = parameter_shapes(huge)
    largest = np.zeros(max(int(np.prod(shape)) for shape in shapes.values()), np.float32)
    header = json.dumps({"format": FORMAT, "config": huge.to_dict(), "crc32": 0, "meta": {}})
    path.write_bytes(pickle.dumps({"clevergo": header} | dict.fromkeys(shapes, largest), protocol=4))
    assert cause_of(path) == "the net it names has more numbers than it holds"


def test_a_file_larger_than_any_net_is_not_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_weights(path, newborn())
    monkeypatch.setattr("clevergo.nn.files.MOST_BYTES", 1024)
    assert problem_of(path) is WeightFileProblem.FOREIGN
    assert cause_of(path) == "it is larger than 1 KB, the most that is read"
