"""Machines that Ray holds together: who they are, and an actor on each. The only module that knows Ray.

Ray is imported when a cluster is asked for, in the courier's process; on other machines Ray starts the actor's.
"""

from __future__ import annotations

import contextlib
import importlib.util
import logging
import os
import sys
from typing import Any

from clevergo.problem import Problem, ProblemError, cause_of
from clevergo.workers.cluster.courier import LostError, Node, UnheardError
from clevergo.workers.cluster.machine import Machine

logger = logging.getLogger(__name__)

NEEDED = "python -m pip install -r requirements-distributed.txt"
"""The command that brings Ray."""
_THREADS = ("OMP_NUM_THREADS",)
"""What Ray sets for whatever runs in its processes."""
_ID_LETTERS = 12
"""Of a node's id, 56 in all, to tell machines apart."""


class ClusterError(ProblemError):
    """There is no cluster to be had; the message says why and what to do."""


def require_ray() -> None:
    """Nothing is loaded by it. ClusterError where Ray is not installed."""
    if importlib.util.find_spec("ray") is None:
        raise ClusterError("no_ray", command=NEEDED)


def connect(address: str) -> RayCluster:
    """Join the cluster at ``address`` (``HOST:PORT``, or ``auto``: the one this computer is part of), to use it.

    Raises:
        ClusterError: Ray is not installed, or there is no such cluster.
    """
    require_ray()
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    import ray

    try:
        # Ray replaces nothing of ours: what it logs goes to its own files, and none of the machines' to our terminal.
        ray.init(address=address, log_to_driver=False, configure_logging=False, include_dashboard=None)
    except ConnectionError as error:
        raise ClusterError("no_cluster", address=address) from error
    except Exception as error:  # whatever else Ray finds wrong, such as another version of itself
        raise ClusterError("cluster_refuses", address=address, cause=cause_of(error)) from error
    return RayCluster(ray)


class RayCluster:
    """A :class:`~clevergo.workers.cluster.courier.Cluster`. The machine it is seen from has no part in it."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        self._here = ray.get_runtime_context().get_node_id()
        self._actor = ray.remote(max_restarts=0, max_task_retries=0)(Actor)
        self._full_ids: dict[str, str] = {}

    def nodes(self) -> list[Node]:
        """Every machine that is there now, this one left out, and those that give no processor."""
        found = []
        for node in self._ray.nodes():
            cores = int(node["Resources"].get("CPU", 0))
            if node["Alive"] and node["NodeID"] != self._here and cores:
                id = node["NodeID"][:_ID_LETTERS]
                self._full_ids[id] = node["NodeID"]
                found.append(Node(id, node["NodeManagerHostname"] or node["NodeManagerAddress"], cores))
        return found

    def link(self, node: Node) -> RayLink:
        """Put an actor there: it takes all processors that the machine gives, so nobody else computes on them."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        there = NodeAffinitySchedulingStrategy(self._full_ids[node.id], soft=False)
        return RayLink(self._ray, self._actor.options(num_cpus=node.cores, scheduling_strategy=there).remote())

    def share(self, data: bytes) -> Any:
        """Put it into Ray's object store: it goes to each machine once."""
        return self._ray.put(data)

    def leave(self) -> None:
        """Ray's own processes stay: they were there before."""
        with contextlib.suppress(Exception):
            self._ray.shutdown()


class Actor(Machine):
    """The machine's end of it: lives in a process that Ray has started there."""

    def __init__(self) -> None:
        # What is spawned runs its parent's main module once more; here that is Ray's, and would load Ray in each.
        vars(sys.modules["__main__"]).pop("__file__", None)
        for name in _THREADS:  # our workers count their threads themselves
            os.environ.pop(name, None)
        super().__init__()


class RayLink:
    """A :class:`~clevergo.workers.cluster.courier.Link`."""

    def __init__(self, ray: Any, actor: Any) -> None:
        self._ray = ray
        self._actor = actor
        self._call: Any = None

    def ask(self, method: str, *arguments: Any) -> None:
        """Call a method of the actor."""
        self._call = getattr(self._actor, method).remote(*arguments)

    def answer(self) -> Any:
        """The answer; None where there is none yet."""
        from ray.exceptions import ActorUnavailableError, RayActorError, RayError, RayTaskError

        if not self._ray.wait([self._call], timeout=0)[0]:
            return None
        try:
            return self._ray.get(self._call)
        except RayTaskError as error:
            raise ClusterError(Problem("machine_fails", {"cause": _last_line(error)})) from error
        except ActorUnavailableError as error:
            raise UnheardError(_last_line(error)) from error
        except RayActorError as error:
            if "ModuleNotFoundError" in str(error) or "ImportError" in str(error):
                raise ClusterError("machine_lacks_program") from error
            raise LostError(_last_line(error)) from error
        except RayError as error:
            raise LostError(_last_line(error)) from error

    def cut(self) -> None:
        """Kill the actor."""
        with contextlib.suppress(Exception):
            self._ray.kill(self._actor)


def _last_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[-1][:300] if lines else type(error).__name__
