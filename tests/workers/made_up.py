"""A cluster without Ray: a folder in which every file is a machine, whose actor is a thread of the courier's process.

The file's content says how it is: a number of cores, or ``hangs``. A file that is deleted is a machine that dies.
"""

from __future__ import annotations

import multiprocessing
import queue
import threading
from pathlib import Path
from typing import Any

from clevergo.workers.cluster.courier import LostError, Node
from clevergo.workers.cluster.machine import Machine
from clevergo.workers.cluster.ray_cluster import ClusterError

HANGS = "hangs"


def connect(address: str) -> FolderCluster:
    """Must pickle: it is called in the courier's process. ClusterError where there is no such folder."""
    if not Path(address).is_dir():
        raise ClusterError("no_cluster", address=address)
    # The courier may have no processes of its own; here the machines live in it, and they do.
    vars(multiprocessing.current_process())["_config"]["daemon"] = False
    return FolderCluster(Path(address))


class FolderCluster:
    """The machines whose files are in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def nodes(self) -> list[Node]:
        found = []
        for path in sorted(self._folder.iterdir()):
            told = path.read_text()
            found.append(Node(path.name, path.name, 1 if told == HANGS else int(told)))
        return found

    def link(self, node: Node) -> ThreadLink:
        return ThreadLink(self._folder / node.id)

    def share(self, data: bytes) -> bytes:
        return data

    def leave(self) -> None: ...


class ThreadLink:
    """A machine that lives in a thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._machine = Machine()
        self._calls: queue.Queue[tuple[str, tuple[Any, ...]] | None] = queue.Queue()
        self._answers: queue.Queue[Any] = queue.Queue()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while (call := self._calls.get()) is not None:
            method, arguments = call
            self._answers.put(getattr(self._machine, method)(*arguments))
        self._machine.close()

    def ask(self, method: str, *arguments: Any) -> None:
        self._calls.put((method, arguments))

    def answer(self) -> Any:
        if not self._path.exists():
            raise LostError("its file is gone")
        if self._path.read_text() == HANGS or self._answers.empty():
            return None
        return self._answers.get()

    def cut(self) -> None:
        self._calls.put(None)
