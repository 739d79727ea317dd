"""The machine the numbers belong to."""

from __future__ import annotations

import os
import platform
import sys
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numba
from llvmlite import binding as llvm

import clevergo
from clevergo.bench.watch import can_watch, others_use
from clevergo.compiled import processor
from clevergo.nn.onednn.library import Library, OneDnnError


@dataclass(frozen=True)
class StandIn:
    """A lesser processor, which this one can play."""

    name: str
    onednn: str
    """What oneDNN calls its instructions."""
    llvm: str
    lacking: tuple[str, ...]
    """What the names of the instructions begin with that it does not have."""

    def environment(self) -> dict[str, str]:
        """What processes must find in their environment to compute as that processor would."""
        features = llvm.get_host_cpu_features()
        for name in features:
            if name.startswith(self.lacking):
                features[name] = False
        # Without features Numba would tune for that processor and still use the instructions of this one.
        numba_names = {"NUMBA_CPU_NAME": self.llvm, "NUMBA_CPU_FEATURES": features.flatten()}
        return {"ONEDNN_MAX_CPU_ISA": self.onednn, **numba_names}

    def play(self) -> None:
        """Let this process and all that it starts from now on compute as that processor would.

        Call it before anything was compiled or computed here.
        """
        os.environ |= self.environment()
        numba.config.reload_config()


AVX2 = StandIn("avx2", "AVX2", "znver3", ("amx", "avx10", "avx512", "avxifma", "avxne", "avxvnni", "gfni"))
"""256 bits, no VNNI: AMD's Ryzen to the 5000s, Intel's to the tenth generation of laptops and desktops."""
_PACKAGES = ("paddlepaddle", "numba", "numpy", "pygame")
_LOOK_SECONDS = 1.0
_MUCH = 0.25
"""Cores used by other programs from which on figures suffer."""


@dataclass(frozen=True)
class Machine:
    """What a table of speeds must say about where it was made."""

    cpu: str
    cores: int
    system: str
    versions: dict[str, str]
    """Of Python, CleverGo and the packages that do the work."""
    others: float | None
    """Cores that other programs used just before the start; None where the system does not tell."""
    nets: str = ""
    """The instructions that nets are computed with."""
    rules: str = ""
    """The processor that kernels are compiled for, as LLVM calls it."""
    stand_in: str | None = None
    """The lesser processor it plays, if any."""

    @classmethod
    def here(cls, stand_in: StandIn | None = None) -> Machine:
        """This one; looks at it for a second. Whether it plays another is settled before, in the environment."""
        versions = {"python": platform.python_version(), "clevergo": clevergo.__version__}
        versions |= {package: _version(package) for package in _PACKAGES}
        others = others_use(_LOOK_SECONDS) if can_watch() else None
        system, stands_in = f"{platform.system()} {platform.machine()}", None if stand_in is None else stand_in.name
        cores = os.cpu_count() or 1
        return cls(_cpu(), cores, system, versions, others, _instructions(), processor()[0], stands_in)

    def lines(self) -> list[str]:
        """For the head of the table."""
        cores = "1 core" if self.cores == 1 else f"{self.cores} cores"
        said = [
            f"{self.cpu}, {cores}, {self.system}",
            ", ".join(f"{name} {number}" for name, number in self.versions.items()),
        ]
        if self.nets:
            said.append(f"Nets compute with {self.nets}, rules and search are compiled for {self.rules}.")
        if self.stand_in is not None:
            said.append(f"So it stands in for a lesser processor (--as {self.stand_in}), all of its processes told so.")
        if self.others is not None and self.others > _MUCH:
            said.append(
                f"Other programs are using {self.others:.1f} of {cores}: trust shares and ratios. "
                f"What goes by the clock (two processes, moves, the window) comes out too slow."
            )
        return said


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "missing"


def _instructions() -> str:
    try:
        return Library().instructions
    except OneDnnError:
        return "what Paddle uses"


def _cpu() -> str:
    """The processor's own name for itself, with what of bfloat16 it computes."""
    if sys.platform.startswith("linux"):
        info = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
        first_core = [line.partition(":") for line in info.partition("\n\n")[0].splitlines()]
        facts = {name.strip(): value.strip() for name, _, value in first_core}
        flags = facts.get("flags", "").split()
        able = [name for flag, name in (("amx_bf16", "AMX"), ("avx512_bf16", "AVX-512 bf16")) if flag in flags]
        return facts.get("model name", platform.machine()) + (f" ({', '.join(able)})" if able else "")
    return platform.processor() or platform.machine()
