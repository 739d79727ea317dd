"""Finding oneDNN inside Paddle's wheel, and calling it through ctypes.

This leans on a library Paddle did not put there for us. So only a version whose interface was tested is taken, and
every reason not to use it is an :class:`OneDnnError`, after which Paddle itself does the work.
"""

from __future__ import annotations

import ctypes
import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]

TESTED_VERSION = (3, 6)
"""Major and minor version; argument numbers of binary post-ops have differed between minor versions."""

_NAMES = {"linux": ("libdnnl.so.3",), "win32": ("dnnl.dll", "mkldnn.dll")}
_OPENMP_NAMES = ("libiomp5.so", "libiomp5md.dll")
_OF_WINDOWS = "vcomp140.dll"
"""The OpenMP of Microsoft's compiler, of the system and not of Paddle's folder; oneDNN is linked to it there."""
_CPU = 1
_IN_ORDER = 1
_ISA = {"AMX": 0xFEF, "AVX-512 bf16": 0xE7, "AVX-512 VNNI": 0x67, "AVX-512": 0x27, "AVX2 VNNI": 0x0F, "AVX2": 0x07}
"""oneDNN's numbers for sets of instructions, the best first; each holds the bits of those it contains."""

Handle = ctypes.c_void_p
_Out = ctypes.POINTER(Handle)
_Dims = ctypes.POINTER(ctypes.c_int64)
_int, _size, _float, _char, _dim = ctypes.c_int, ctypes.c_size_t, ctypes.c_float, ctypes.c_char, ctypes.c_int64
_convolution = [_Dims] * 4  # strides, dilations, padding before, padding after
_pooling = [_Dims] * 5  # strides, window, dilations, padding before, padding after

# Argument types of every function used, from oneDNN's public header dnnl.h; all return a status.
_SIGNATURES: dict[str, list[object]] = {
    "dnnl_engine_create": [_Out, _int, _size],
    "dnnl_stream_create": [_Out, Handle, _int],
    "dnnl_memory_desc_create_with_strides": [_Out, _int, _Dims, _int, _Dims],
    "dnnl_memory_desc_create_with_tag": [_Out, _int, _Dims, _int, _int],
    "dnnl_memory_desc_clone": [_Out, Handle],
    "dnnl_memory_desc_destroy": [Handle],
    "dnnl_memory_desc_equal": [Handle, Handle],
    "dnnl_memory_create": [_Out, Handle, Handle, Handle],
    "dnnl_memory_destroy": [Handle],
    "dnnl_post_ops_create": [_Out],
    "dnnl_post_ops_append_eltwise": [Handle, _int, _float, _float],
    "dnnl_post_ops_append_binary": [Handle, _int, Handle],
    "dnnl_post_ops_destroy": [Handle],
    "dnnl_primitive_attr_create": [_Out],
    "dnnl_primitive_attr_set_post_ops": [Handle, Handle],
    "dnnl_primitive_attr_set_scales_mask": [Handle, _int, _int],
    "dnnl_primitive_attr_destroy": [Handle],
    "dnnl_convolution_forward_primitive_desc_create":
        [_Out, Handle, _int, _int, Handle, Handle, Handle, Handle, *_convolution, Handle],
    "dnnl_convolution_backward_data_primitive_desc_create":
        [_Out, Handle, _int, Handle, Handle, Handle, *_convolution, Handle, Handle],
    "dnnl_convolution_backward_weights_primitive_desc_create":
        [_Out, Handle, _int, Handle, Handle, Handle, Handle, *_convolution, Handle, Handle],
    "dnnl_reorder_primitive_desc_create": [_Out, Handle, Handle, Handle, Handle, Handle],
    "dnnl_matmul_primitive_desc_create": [_Out, Handle, Handle, Handle, Handle, Handle, Handle],
    "dnnl_pooling_forward_primitive_desc_create": [_Out, Handle, _int, _int, Handle, Handle, *_pooling, Handle],
    "dnnl_binary_primitive_desc_create": [_Out, Handle, _int, Handle, Handle, Handle, Handle],
    "dnnl_primitive_desc_destroy": [Handle],
    "dnnl_primitive_create": [_Out, Handle],
    "dnnl_primitive_destroy": [Handle],
    "dnnl_primitive_execute": [Handle, Handle, _int, ctypes.c_void_p],
    "dnnl_sgemm": [_char, _char, *[_dim] * 3, _float, Handle, _dim, Handle, _dim, _float, Handle, _dim],
}  # fmt: skip


class OneDnnError(RuntimeError):
    """oneDNN cannot be used here, or refused a call; the message says which and why."""


class _Version(ctypes.Structure):
    _fields_ = (("major", _int), ("minor", _int), ("patch", _int))


class Library:
    """The loaded library with one CPU engine and one in-order stream."""

    def __init__(self) -> None:
        """Load the library; raises OneDnnError where it is missing, of an untested version, or the CPU too old."""
        folder = _paddle_libraries()
        path = next((folder / name for name in _NAMES.get(sys.platform, ()) if (folder / name).exists()), None)
        if path is None:
            raise OneDnnError(f"Paddle's folder {folder} holds no oneDNN")
        self.path = path
        try:
            self._dll = ctypes.CDLL(str(path))
            others = [ctypes.CDLL(str(folder / name)) for name in _OPENMP_NAMES if (folder / name).exists()]
            if sys.platform == "win32":
                others.append(ctypes.CDLL(_OF_WINDOWS))
            self._openmp = [dll for dll in (self._dll, *others) if hasattr(dll, "omp_set_num_threads")]
            self._declare()
        except (OSError, AttributeError) as error:
            raise OneDnnError(f"{path} cannot be used: {error}") from error
        if self.version[:2] != TESTED_VERSION:
            raise OneDnnError(f"{path} has the untested version {'.'.join(map(str, self.version))}")
        self.isa = int(self._dll.dnnl_get_effective_cpu_isa())
        """oneDNN's number for the instruction set it uses."""
        if not self._supports("AVX2"):
            raise OneDnnError("this CPU has no AVX2")
        self.engine = self.create("dnnl_engine_create", _CPU, 0)
        self.stream = self.create("dnnl_stream_create", self.engine, _IN_ORDER)

    def _declare(self) -> None:
        for name, arguments in _SIGNATURES.items():
            getattr(self._dll, name).argtypes = arguments
        self._execute = self._dll.dnnl_primitive_execute
        self._dll.dnnl_version.restype = ctypes.POINTER(_Version)
        self._dll.dnnl_memory_desc_get_size.argtypes = [Handle]
        self._dll.dnnl_memory_desc_get_size.restype = _size
        self._dll.dnnl_primitive_desc_query_md.argtypes = [Handle, _int, _int]
        self._dll.dnnl_primitive_desc_query_md.restype = Handle

    @property
    def version(self) -> tuple[int, int, int]:
        """Major, minor, patch."""
        version = self._dll.dnnl_version().contents
        return version.major, version.minor, version.patch

    @property
    def instructions(self) -> str:
        """The most that it uses of the CPU, as people call it."""
        return next(name for name in _ISA if self._supports(name))

    @property
    def has_bfloat16(self) -> bool:
        """Whether the CPU multiplies bfloat16 itself (AVX512_BF16 or AMX); elsewhere it would be slower, not faster."""
        return self._supports("AVX-512 bf16")

    @property
    def sums_bytes_at_once(self) -> bool:
        """Whether the CPU adds products of 8-bit integers to 32-bit sums in one instruction (VNNI).

        Elsewhere the products of two neighboring channels are added in 16 bits first, and cut off at what those hold.
        """
        return self._supports("AVX2 VNNI") or self._supports("AVX-512 VNNI")

    def _supports(self, name: str) -> bool:
        return self.isa & _ISA[name] == _ISA[name]

    def call(self, name: str, *arguments: object) -> None:
        """Call a function; raises OneDnnError unless it succeeds."""
        status = getattr(self._dll, name)(*arguments)
        if status != 0:
            raise OneDnnError(f"{name} failed with status {status}")

    def execute(self, primitive: Handle, count: int, arguments: ctypes.Array[Any]) -> None:
        """Run a compiled operation to its end; the shortest way there, for it is gone thousands of times a second."""
        status = self._execute(primitive, self.stream, count, arguments)
        if status != 0:
            raise OneDnnError(f"an operation failed with status {status}")

    def create(self, name: str, *arguments: object) -> Handle:
        """Call a function whose first argument receives a new object."""
        handle = Handle()
        self.call(name, ctypes.byref(handle), *arguments)
        return handle

    def size_of(self, descriptor: Handle) -> int:
        """Bytes a memory of this descriptor needs."""
        return int(self._dll.dnnl_memory_desc_get_size(descriptor))

    def same_layout(self, one: Handle, other: Handle) -> bool:
        """Whether two memory descriptors describe the same order of the same numbers."""
        return bool(self._dll.dnnl_memory_desc_equal(one, other))

    def query_descriptor(self, primitive_descriptor: Handle, what: int) -> Handle:
        """The memory layout a primitive has chosen; it lives as long as the primitive's descriptor."""
        return Handle(self._dll.dnnl_primitive_desc_query_md(primitive_descriptor, what, 0))

    def multiply(self, left: Matrix, right: Matrix, out: Matrix | None = None) -> Matrix:
        """``left @ right`` on the threads of :meth:`use_threads`; each may be a slice or the ``.T`` of a larger array.

        NumPy's own product would wake OpenBLAS's threads, which then spin on cores that self-play needs: beside it,
        that made a whole step twice to ten times as slow.
        """
        (rows, inner), columns = left.shape, right.shape[1]
        if out is None:
            out = np.empty((rows, columns), np.float32)
        if right.shape[0] != inner or out.shape != (rows, columns) or not out.flags.c_contiguous:
            raise ValueError(f"cannot multiply {left.shape} by {right.shape} into {out.shape}")
        (trans_left, *a), (trans_right, *b) = _storage(left), _storage(right)
        self.call(
            "dnnl_sgemm", trans_left, trans_right, rows, columns, inner, 1.0, *a, *b, 0.0, out.ctypes.data, columns
        )
        return out

    def use_threads(self, threads: int) -> None:
        """Let what the calling thread runs next use this many cores.

        oneDNN is linked to GNU's OpenMP, but where Paddle has loaded Intel's first, that one serves it: tell both. On
        Windows it is linked to Microsoft's.
        """
        for openmp in self._openmp:
            openmp.omp_set_num_threads(threads)


def dimensions(values: Sequence[int]) -> ctypes.Array[ctypes.c_int64]:
    """Numbers as the C array oneDNN wants."""
    return (ctypes.c_int64 * len(values))(*values)


def _storage(matrix: Matrix) -> tuple[bytes, int, int]:
    """Whether a float32 matrix is stored transposed (as BLAS writes it), its address, and its stored rows' distance."""
    item = matrix.itemsize
    if matrix.dtype != np.float32 or matrix.ndim != 2 or item not in matrix.strides:
        raise ValueError(
            f"a float32 matrix with rows or columns in one piece is needed, not {matrix.dtype} {matrix.shape}"
        )
    transposed = matrix.strides[1] != item
    distance, length = (matrix.strides[1], matrix.shape[0]) if transposed else (matrix.strides[0], matrix.shape[1])
    # A single row's distance to the next may be anything in NumPy, but not in BLAS.
    return b"T" if transposed else b"N", matrix.ctypes.data, max(distance // item, length)


def _paddle_libraries() -> Path:
    """The folder of Paddle's shared libraries, found without importing Paddle."""
    spec = importlib.util.find_spec("paddle")
    if spec is None or not spec.submodule_search_locations:
        raise OneDnnError("Paddle is not installed")
    return Path(next(iter(spec.submodule_search_locations))) / "libs"
