"""Standing in for a lesser processor: libraries told to use only what that one has.

What is written in NumPy, Paddle's own kernels and the system stay as they are, and so do clock, caches and memory; so
what such a table tells is how far a lesser processor's instructions get.
"""

from __future__ import annotations

import enum
import os

import numba
from llvmlite import binding as llvm


class StandIn(enum.Enum):
    """Kinds of processors that a newer one can play."""

    AVX2 = "avx2"
    """256 bits, no VNNI: AMD's Ryzen to the 5000s, Intel's to the tenth generation of laptops and desktops."""


_ONEDNN = {StandIn.AVX2: "AVX2"}
_LLVM_NAME = {StandIn.AVX2: "znver3"}
_LACKING = {StandIn.AVX2: ("amx", "avx10", "avx512", "avxifma", "avxne", "avxvnni", "gfni")}
"""What the names of the instructions begin with that it does not have."""


def environment(stand_in: StandIn) -> dict[str, str]:
    """What processes must find in their environment to compute as that processor would."""
    features = llvm.get_host_cpu_features()
    for name in features:
        if name.startswith(_LACKING[stand_in]):
            features[name] = False
    return {
        "ONEDNN_MAX_CPU_ISA": _ONEDNN[stand_in],
        "NUMBA_CPU_NAME": _LLVM_NAME[stand_in],
        # Without these Numba would tune for that processor and still use the instructions of this one.
        "NUMBA_CPU_FEATURES": features.flatten(),
    }


def play(stand_in: StandIn) -> None:
    """Let this process and all that it starts from now on compute as that processor would.

    Call it before anything was compiled or computed here.
    """
    os.environ |= environment(stand_in)
    numba.config.reload_config()
