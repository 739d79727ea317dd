"""What an owner, the courier and the machines tell each other: frozen, picklable values."""

from __future__ import annotations

import enum
import struct
from dataclasses import dataclass

from clevergo.problem import Problem

_NUMBERS = struct.Struct("<cQH")
_SEAL = b"@"
"""Begins every delivery; what workers of this machine put on a line begins with something else."""


class MachineState(enum.Enum):
    """How a machine of a cluster is."""

    JOINING = "joining"
    """It is there; nobody works on it yet."""
    READY = "ready"
    """It answers: workers can be started on it."""
    SILENT = "silent"
    """It has not answered for a while: it is busy, asleep, hangs or cannot be reached."""
    REFUSED = "refused"
    """It cannot be used; the reason says why and what to do."""
    GONE = "gone"
    """It has left, or died."""


@dataclass(frozen=True)
class MachineFacts:
    """What a machine tells of itself."""

    name: str
    """As it is called in its network."""
    processor: str
    cores: int
    program: str
    """A digest of the program it has."""


@dataclass(frozen=True)
class MachineSeen:
    """A machine as the courier sees it."""

    id: str
    """Ray's, of as many letters as tell machines apart. One that comes back after it was gone has another."""
    name: str
    state: MachineState
    processor: str = ""
    """Empty until it has answered."""
    cores: int = 0
    """That it gives: what Ray was told there."""
    silent: float = 0.0
    """Seconds since it answered last."""
    reason: Problem | None = None
    """Why it is refused."""


# --- to the courier, and on to a machine ------------------------------------------------------------------


@dataclass(frozen=True)
class Hire:
    """Start a worker on a machine."""

    worker: str
    """A name that no other worker of this owner has ever had."""
    machine: str
    name: str
    """As a process is called."""
    work: bytes
    """See :func:`clevergo.workers.process.packed_work`."""
    niceness: int = 0
    has_line: bool = False
    """Whether it is on the courier's line: hears what is said there last, and what it says there is delivered."""
    has_children: bool = False
    """Whether it starts workers of its own."""


@dataclass(frozen=True)
class Tell:
    """Tell a worker something."""

    worker: str
    message: bytes
    """Pickled."""


@dataclass(frozen=True)
class Dismiss:
    """End a worker."""

    worker: str


@dataclass(frozen=True)
class Forget:
    """Deliveries up to these numbers, a stream each, are kept elsewhere now: they need not be delivered again."""

    kept: tuple[tuple[str, int], ...]


# --- from a machine ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Heard:
    """What a machine has to say."""

    spoken: tuple[tuple[str, bytes], ...] = ()
    """Workers, and what they said, pickled; in order."""
    on_lines: tuple[tuple[str, int, bytes], ...] = ()
    """Workers, and what they said on their lines, numbered from 1 on for each; in order."""
    ended: tuple[tuple[str, int | None], ...] = ()
    """Workers that have ended, and what with."""


# --- from the courier -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Connected:
    """The courier has found the cluster."""


@dataclass(frozen=True)
class NotConnected:
    """There is no cluster; the courier ends."""

    reason: Problem


@dataclass(frozen=True)
class MachinesSeen:
    """Every machine there is or was, the courier's own left out."""

    machines: tuple[MachineSeen, ...]


@dataclass(frozen=True)
class Spoken:
    """A worker has said something."""

    worker: str
    message: bytes
    """Pickled."""


@dataclass(frozen=True)
class Ended:
    """A worker is no more."""

    worker: str
    exit_code: int | None
    """None where its machine is gone, too."""


# --- on the courier's line --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Delivery:
    """What a worker of another machine has said on its line.

    It may come twice, where who was to take it died in between; stream and number tell.
    """

    stream: str
    """``MACHINE/WORKER``."""
    number: int
    """1, 2, 3, ... in each stream."""
    data: bytes

    @property
    def machine(self) -> str:
        """The id of the machine it comes from."""
        return self.stream.partition("/")[0]

    def to_bytes(self) -> bytes:
        """As it travels."""
        stream = self.stream.encode()
        return _NUMBERS.pack(_SEAL, self.number, len(stream)) + stream + self.data

    @classmethod
    def from_bytes(cls, data: bytes) -> Delivery | None:
        """The inverse of :meth:`to_bytes`; None for what a worker of this machine has said."""
        if data[:1] != _SEAL:
            return None
        _, number, length = _NUMBERS.unpack_from(data)
        begin = _NUMBERS.size
        return cls(data[begin : begin + length].decode(), number, data[begin + length :])
