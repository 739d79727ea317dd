"""Exported nets: kept in the cache, their files anywhere and only for a moment, their weights as Paddle writes them."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pytest

from clevergo.nn.description import NetConfig, initial_weights
from clevergo.nn.paddle import program

RESIDUAL = NetConfig(blocks=2, channels=32)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder, put in the place of the person's."""
    folder = tmp_path / "缓存 cache"
    folder.mkdir()
    monkeypatch.setattr(program, "CACHE_FOLDER", folder)
    return folder


def forbid_export(monkeypatch: pytest.MonkeyPatch) -> None:
    def export(*_: object) -> bytes:
        raise AssertionError("exported")

    monkeypatch.setattr(program, "_export", export)


def test_a_program_is_exported_once_and_then_read_from_the_cache(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    exported = program.inference_program(RESIDUAL, 9)
    assert len(list(cache.iterdir())) == 1
    forbid_export(monkeypatch)
    assert program.inference_program(RESIDUAL, 9) == exported


@pytest.mark.parametrize("left", [0.0, 0.5], ids=["nothing", "half"])
def test_of_a_program_that_a_power_cut_has_cut_short_nothing_is_believed(cache: Path, left: float) -> None:
    exported = program.inference_program(RESIDUAL, 9)
    (kept,) = cache.iterdir()
    kept.write_bytes(exported[: int(left * len(exported))])
    again = program.inference_program(RESIDUAL, 9)
    assert len(again) > 0.9 * len(exported)
    assert kept.read_bytes() == again


@pytest.mark.parametrize(
    ("config", "size"), [(RESIDUAL, 13), (NetConfig(blocks=3, channels=32), 9), (NetConfig("classic"), 9)]
)
def test_another_net_or_size_is_another_program(
    cache: Path, config: NetConfig, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    program.inference_program(RESIDUAL, 9)
    forbid_export(monkeypatch)
    with pytest.raises(AssertionError, match="exported"):
        program.inference_program(config, size)


def test_a_cache_that_cannot_be_written_is_done_without(cache: Path, rng: np.random.Generator) -> None:
    cache.rmdir()
    engine = program.PaddleEngine(RESIDUAL, 9, bfloat16=False)
    engine.load(initial_weights(RESIDUAL, rng), {})
    policy, value, ownership = engine.run(np.zeros((3, 16, 9, 9), np.float32))
    assert ownership is not None
    assert (policy.shape, value.shape, ownership.shape) == ((3, 82), (3,), (3, 81))


def test_temporary_files_lie_anywhere_and_are_gone_at_once(
    tmp_path: Path, rng: np.random.Generator, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "临时 folder é"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setattr(program, "CACHE_FOLDER", None)
    engine = program.PaddleEngine(RESIDUAL, 9, bfloat16=False)
    engine.load(initial_weights(RESIDUAL, rng), {})
    assert list(folder.iterdir()) == []
    assert len(engine.run(np.zeros((1, 16, 9, 9), np.float32))) == 3


def test_a_paddle_that_writes_parameters_in_another_way_is_noticed(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "parameter_bytes", lambda weights: b"something else")
    with pytest.raises(program.ProgramExportError, match=r"requirements\.txt"):
        program.inference_program(RESIDUAL, 9)
    assert list(cache.iterdir()) == []
