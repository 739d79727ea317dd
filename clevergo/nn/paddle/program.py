"""Inference by Paddle: a net is exported once as a program, kept on disk, and filled with weights in memory.

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
import struct
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import CACHE_FOLDER
from clevergo.files import sweep, temporary_folder, write_whole
from clevergo.nn.description import NetConfig, Weights
from clevergo.nn.inference.engine import Outputs, Precision, Steps, best_batch
from clevergo.nn.paddle import card, load_paddle

_WITHOUT_BFLOAT16 = ("SSE41", "AVX", "AVX2", "AVX2_VNNI")
"""oneDNN's names for sets of instructions."""

_INPUT = "planes"
_FLOAT32 = 5
"""Paddle's number for the data type."""


class ProgramExportError(RuntimeError):
    """The installed PaddlePaddle does not export nets the way this program knows."""


class PaddleEngine:
    """Paddle's predictor, in float32 or bfloat16. New weights take a tenth of a second or two.

    ``run`` holds Python's global lock for as long as it takes.
    """

    def __init__(self, config: NetConfig, size: int, bfloat16: bool, threads: int = 1, on_card: bool = False) -> None:
        """``bfloat16``: instead of float32; on a graphics card (``on_card``) it is float16."""
        rounded = Precision.FP16 if on_card else Precision.BF16
        self.precision = rounded if bfloat16 else Precision.FP32
        self._on_card = on_card
        self._threads = threads
        self._shape = config.shape(size)
        self._program = inference_program(config, size)
        self._chunk = best_batch(size)
        self._padded = np.zeros((self._chunk, self._shape.planes, self._shape.height, self._shape.width), np.float32)
        self._predictor: Any = None

    def load(self, weights: Weights, steps: Steps) -> None:
        """Go on with other weights, for which a new predictor is made; ``steps`` are not looked at."""
        self._predictor = None  # frees the old one's memory first
        self._predictor = _create_predictor(self._program, weights, self.precision, self._threads, self._on_card)

    def run(self, planes: NDArray[np.float32]) -> Outputs:
        """Judge ``float32[B, C, H, W]``, any B, in chunks of the size that runs fastest."""
        starts = range(0, max(1, len(planes)), self._chunk)
        parts = [self._run_chunk(planes[start : start + self._chunk]) for start in starts]
        if len(parts) == 1:
            return parts[0]
        logits, values, points = zip(*parts, strict=True)
        return np.concatenate(logits), np.concatenate(values), None if points[0] is None else np.concatenate(points)

    def _run_chunk(self, planes: NDArray[np.float32]) -> Outputs:
        predictor = self._predictor
        count = len(planes)
        padded = padded_batch(count)
        if padded > count:
            self._padded[:count] = planes
            planes = self._padded[:padded]
        predictor.get_input_handle(_INPUT).copy_from_cpu(np.ascontiguousarray(planes))
        predictor.run()  # a batch size it has not met yet costs some 10 ms
        names = predictor.get_output_names()
        logits, value, *rest = (predictor.get_output_handle(name).copy_to_cpu() for name in names)
        assert logits.shape == (padded, self._shape.actions) and value.shape == (padded, 1)  # noqa: PT018
        return logits[:count], value[:count, 0], rest[0][:count] if rest else None


def padded_batch(count: int) -> int:
    """The batch that Paddle is given ``count`` positions in.

    Its oneDNN prepares itself for each batch size it meets and remembers about a thousand preparations, of which a
    net takes some twenty-five: with few sizes none is ever made twice.
    """
    step = 1 if count <= 2 else 4 if count <= 32 else 16
    return max(1, -(-count // step) * step)


def has_fast_bfloat16() -> bool:
    """Whether the processor computes in bfloat16 rather than imitating it.

    With AVX-512 but without bfloat16 (seen on a virtual Xeon) Paddle offers to imitate it and then fails; everywhere
    without it a net that should be computed in bfloat16 is computed in float32.
    """
    core = load_paddle().base.core
    return bool(core.supports_bfloat16_fast_performance()) and not _stands_in_for_less()


def _stands_in_for_less() -> bool:
    """Whether oneDNN is told to leave alone what it needs for bfloat16, as in ``bench --as avx2``.

    Paddle asks the processor alone, would offer bfloat16 all the same, and fail.
    """
    return os.environ.get("ONEDNN_MAX_CPU_ISA", "").upper() in _WITHOUT_BFLOAT16


def inference_program(config: NetConfig, size: int) -> bytes:
    """The program of a net at one board size, from the cache or exported now (a quarter of a second)."""
    paddle = load_paddle()
    cached = _cache_file(paddle, config, size)
    if cached is not None:
        with contextlib.suppress(OSError, ValueError):
            kept = cached.read_bytes()
            json.loads(kept)  # of one that a power cut has cut short Paddle would say less
            return kept
    program = _export(paddle, config, size)
    keep(cached, program)
    return program


# --- the cache -------------------------------------------------------------------------------------------


def _cache_file(paddle: ModuleType, config: NetConfig, size: int) -> Path | None:
    """Where the program is kept. All that it depends on is in the name, so a kept one is never stale."""
    if CACHE_FOLDER is None:
        return None
    sources = Path(__file__).with_name("network.py"), Path(__file__), *config.net_kind.sources
    digest = hashlib.sha256(b"".join(source.read_bytes() for source in sources))
    digest.update(json.dumps([paddle.__version__, config.to_dict(), size]).encode())
    return CACHE_FOLDER / f"net-{digest.hexdigest()[:16]}.json"


def keep(cached: Path | None, data: bytes) -> None:
    """Keep something for the next time, whole or not at all."""
    if cached is not None:
        sweep(cached.parent)
        with contextlib.suppress(OSError):
            write_whole(cached, data, durable=False)


# --- exporting -------------------------------------------------------------------------------------------


def _export(paddle: ModuleType, config: NetConfig, size: int) -> bytes:
    from clevergo.nn.paddle.network import Network

    network = Network(config)
    network.eval()
    for name, parameter in network.state_dict().items():
        parameter.name = name  # Paddle sorts the parameters by this name
    shape = config.shape(size)
    spec = paddle.static.InputSpec([None, shape.planes, shape.height, shape.width], "float32", _INPUT)
    static = paddle.jit.to_static(network, full_graph=True, input_spec=[spec])
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


def _create_predictor(program: bytes, weights: Weights, precision: Precision, threads: int, on_card: bool) -> Any:
    load_paddle()
    from paddle import inference

    with _temporary_folder() as folder:
        program_file, parameter_file = os.path.join(folder, "net.json"), os.path.join(folder, "net.pdiparams")
        Path(program_file).write_bytes(program)
        Path(parameter_file).write_bytes(parameter_bytes(weights))
        config = inference.Config(os.fsencode(program_file), os.fsencode(parameter_file))
        config.disable_glog_info()
        if on_card:
            kinds = inference.PrecisionType
            rounding = kinds.Half if precision is Precision.FP16 else kinds.Float32
            config.enable_use_gpu(card.POOL_MEGABYTES, 0, rounding)
            return inference.create_predictor(config)
        config.disable_gpu()
        config.set_cpu_math_library_num_threads(threads)
        if load_paddle().base.core.is_compiled_with_onednn():  # elsewhere it says so, each time
            config.enable_mkldnn()
        if precision is Precision.BF16 and has_fast_bfloat16():
            config.enable_mkldnn_bfloat16()
        return inference.create_predictor(config)


def _temporary_folder() -> tempfile.TemporaryDirectory[str]:
    """A folder that Paddle can open files in, gone after the ``with`` block.

    Paddle opens files by their bytes. On Windows that fails where the person's name, and so the usual folder's, is
    not spelled in ASCII; there the folder for all users' program data serves.
    """
    elsewhere = os.environ.get("PROGRAMDATA") if os.name == "nt" and not tempfile.gettempdir().isascii() else None
    return temporary_folder(Path(elsewhere) if elsewhere else None)
