"""A net as a program of Paddle's inference library: exported once, kept on disk, filled with weights in memory.

An exported net is two files. The program, a text, depends on the architecture and the board size only, so it is
kept in the cache folder and opening a net again saves the export. The parameters are written here byte for byte as
Paddle does, which lets weights be changed without building the net. Paddle reads both from files, not from
memory (it crashes on programs of its present format), so they lie in a temporary folder for the blink that takes.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import struct
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import CACHE_FOLDER
from clevergo.files.leftovers import is_running, sweep
from clevergo.files.whole import write_whole
from clevergo.nn.description.config import NetConfig
from clevergo.nn.description.weights import Weights
from clevergo.nn.paddle.quiet import load_paddle

_INPUT = "planes"
_FOLDER = "clevergo-"
_FLOAT32 = 5
"""Paddle's number for the data type."""


class ProgramExportError(RuntimeError):
    """The installed PaddlePaddle does not export nets the way this program knows."""


class CompiledNet:
    """A net with its weights, ready to run at one board size; not to be shared between threads."""

    def __init__(self, program: bytes, weights: Weights, bfloat16: bool, threads: int) -> None:
        self.bfloat16 = bfloat16
        self._predictor = _create_predictor(program, weights, bfloat16, threads)
        self._input = self._predictor.get_input_handle(_INPUT)
        self._outputs = [self._predictor.get_output_handle(name) for name in self._predictor.get_output_names()]

    def run(self, planes: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        """What the net's ``forward`` returns for ``planes``. A batch size it has not met yet costs some 10 ms."""
        self._input.copy_from_cpu(planes)
        self._predictor.run()
        return [output.copy_to_cpu() for output in self._outputs]


def has_fast_bfloat16() -> bool:
    """Whether the processor computes in bfloat16 rather than imitating it."""
    core = load_paddle().base.core
    return bool(core.supports_bfloat16_fast_performance())


def inference_program(config: NetConfig, size: int) -> bytes:
    """The program of a net at one board size, from the cache or exported now (a quarter of a second)."""
    paddle = load_paddle()
    cached = _cache_file(paddle, config, size)
    if cached is not None:
        with contextlib.suppress(OSError):
            return cached.read_bytes()
    program = _export(paddle, config, size)
    if cached is not None:
        _keep(cached, program)
    return program


# --- the cache -------------------------------------------------------------------------------------------


def _cache_file(paddle: ModuleType, config: NetConfig, size: int) -> Path | None:
    """Where the program is kept. All that it depends on is in the name, so a kept one is never stale."""
    if CACHE_FOLDER is None:
        return None
    sources = Path(__file__).with_name("network.py"), Path(__file__), config.net_kind.source
    digest = hashlib.sha256(b"".join(source.read_bytes() for source in sources))
    digest.update(json.dumps([paddle.__version__, config.to_dict(), size]).encode())
    return CACHE_FOLDER / f"net-{digest.hexdigest()[:16]}.json"


def _keep(cached: Path, program: bytes) -> None:
    """Keep a program for the next time, whole or not at all."""
    sweep(cached.parent)
    with contextlib.suppress(OSError):
        write_whole(cached, program, durable=False)


# --- exporting -------------------------------------------------------------------------------------------


def _export(paddle: ModuleType, config: NetConfig, size: int) -> bytes:
    from clevergo.nn.paddle.network import build_network

    network = build_network(config)
    network.eval()
    for name, parameter in network.state_dict().items():
        parameter.name = name  # Paddle sorts the parameters by this name
    shape = [None, config.planes, size, size]
    static = paddle.jit.to_static(
        network, full_graph=True, input_spec=[paddle.static.InputSpec(shape, "float32", _INPUT)]
    )
    with _temporary_folder() as folder:
        paddle.jit.save(static, os.path.join(folder, "net"))
        program = Path(folder, "net.json").read_bytes()
        written = Path(folder, "net.pdiparams").read_bytes()
    if written != parameter_bytes({name: tensor.numpy() for name, tensor in network.state_dict().items()}):
        raise ProgramExportError(
            f"PaddlePaddle {paddle.__version__} writes parameters in a way this program does not know: "
            f"install the version that requirements.txt asks for"
        )
    return program


def parameter_bytes(weights: Weights) -> bytes:
    """The content of Paddle's ``.pdiparams`` file: one tensor after the other, in the order of their names.

    A tensor is a version (0), the number of its levels of detail (0), again a version (0), the size of its
    description, the description as a protocol buffer (field 1 the data type, field 2 each dimension), its numbers.
    """
    parts = []
    for name in sorted(weights):
        array = np.ascontiguousarray(weights[name], np.float32)
        description = bytes([1 << 3, _FLOAT32]) + b"".join(bytes([2 << 3]) + _varint(n) for n in array.shape)
        parts += [struct.pack("<IQIi", 0, 0, 0, len(description)), description, array.tobytes()]
    return b"".join(parts)


def _varint(number: int) -> bytes:
    """A protocol buffer's integer: seven bits to a byte, lowest first, the top bit says that more follow."""
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


# --- creating --------------------------------------------------------------------------------------------


def _create_predictor(program: bytes, weights: Weights, bfloat16: bool, threads: int) -> Any:
    load_paddle()
    from paddle import inference

    with _temporary_folder() as folder:
        program_file, parameter_file = os.path.join(folder, "net.json"), os.path.join(folder, "net.pdiparams")
        Path(program_file).write_bytes(program)
        Path(parameter_file).write_bytes(parameter_bytes(weights))
        config = inference.Config(os.fsencode(program_file), os.fsencode(parameter_file))
        config.disable_gpu()
        config.disable_glog_info()
        config.set_cpu_math_library_num_threads(threads)
        config.enable_mkldnn()
        if bfloat16:
            config.enable_mkldnn_bfloat16()
        return inference.create_predictor(config)


def _temporary_folder() -> tempfile.TemporaryDirectory[str]:
    """A folder that Paddle can open files in, gone after the ``with`` block.

    Paddle opens files by their bytes. On Windows that fails where the person's name, and so the usual folder's, is
    not spelled in ASCII; there the folder for all users' program data serves.
    """
    parent = None
    if os.name == "nt" and not tempfile.gettempdir().isascii():
        parent = os.environ.get("PROGRAMDATA")
    folder = parent or tempfile.gettempdir()
    _drop_abandoned(Path(folder))
    return tempfile.TemporaryDirectory(prefix=f"{_FOLDER}{os.getpid()}-", dir=folder, ignore_cleanup_errors=True)


def _drop_abandoned(parent: Path) -> None:
    """Remove what processes left behind that were killed while Paddle had their folders open."""
    for folder in parent.glob(f"{_FOLDER}*-*"):
        writer = folder.name.removeprefix(_FOLDER).partition("-")[0]
        if writer.isdecimal() and not is_running(int(writer)):
            shutil.rmtree(folder, ignore_errors=True)
