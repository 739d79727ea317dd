"""A cluster of Ray's own making on this computer: every machine is a few processes, an address and a folder."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

_STORE_BYTES = 80 * 2**20
_ADDRESSES = itertools.count(2)
"""The loopback network has as many addresses as one likes. Ray takes 127.0.0.1 for the computer's outer one."""


class Nodes:
    """The head, where a run is started, and machines that come and go."""

    def __init__(self, folder: Path) -> None:
        from ray.cluster_utils import Cluster

        head = {"temp_dir": str(folder), "include_dashboard": False, **_small(0)}
        self._cluster = Cluster(initialize_head=True, head_node_args=head)
        self.address: str = self._cluster.address

    def add(self, cores: int = 1) -> Any:
        """A machine comes."""
        return self._cluster.add_node(wait=True, **_small(cores))

    def close(self) -> None:
        self._cluster.shutdown()


def _small(cores: int) -> dict[str, Any]:
    return {
        "num_cpus": cores,
        "no_monitor": True,
        "include_log_monitor": False,
        "object_store_memory": _STORE_BYTES,
        "node_ip_address": f"127.0.0.{next(_ADDRESSES)}",
    }


@contextlib.contextmanager
def ray_nodes() -> Iterator[Nodes]:
    """A cluster that leaves nothing behind. Its folder's name is short: sockets lie in it."""
    folder = Path(tempfile.mkdtemp(prefix="r"))
    (folder / "ray").mkdir()
    nodes = None
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_TMPDIR", str(folder))
        patch.setenv("RAY_worker_niceness", "0")  # Ray's 15 would have a test wait on a busy computer
        try:
            nodes = Nodes(folder)
            yield nodes
        finally:
            if nodes is not None:
                nodes.close()
            shutil.rmtree(folder, ignore_errors=True)


def processes_of(node: Any) -> list[int]:
    """Every process of a machine: Ray's own, the actor, and what that has started."""
    first = [info.process.pid for infos in node.all_processes.values() for info in infos]
    return [*first, *(pid for parent in first for pid in below(parent))]


def below(parent: int) -> list[int]:
    """The processes that one has started, and those they have."""
    found = []
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError):
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            if int(fields[1]) == parent:
                found += [int(entry.name), *below(int(entry.name))]
    return found


def signal_all(pids: list[int], number: signal.Signals) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def is_ours(pid: int) -> bool:
    """Whether that is a worker of the program."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/comm").read_text().startswith("cg-")
    return False
