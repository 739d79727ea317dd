"""Finding out what takes a while: one inquiry at a time, in a process of its own, and what was found is remembered."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Protocol

from clevergo.app.engine.client import Engine
from clevergo.app.engine.messages import (
    CancelRequest,
    EngineDied,
    EngineFault,
    Inquiry,
    InquiryReport,
    InquiryRequest,
    Reply,
    Tag,
)
from clevergo.app.engine.worker import MIND_NICENESS, run_mind
from clevergo.problem import Problem

logger = logging.getLogger(__name__)

_KEPT = 128
_KEPT_BYTES = 64 * 1024 * 1024
"""Of answers that know how large they are (``nbytes``), together; the latest is kept however large it is."""


class HashableInquiry(Inquiry, Hashable, Protocol):
    """An inquiry whose answer can be remembered."""


@dataclass(frozen=True, eq=False)
class Finding:
    """How it stands with an inquiry. A new one is made at each change; compare by identity."""

    inquiry: HashableInquiry
    answer: Any = None
    """What its module told last; None before that."""
    is_whole: bool = False
    """Whether that is all."""
    error: Problem | None = None
    """Why there will be no more."""


class Inquirer:
    """Asks its own process one inquiry at a time: the latest calls off the one before.

    Every method returns at once (``close`` within a second or so) and is for the window's thread alone. The process
    is started when something is first asked, or is about to be (:meth:`prepare`).
    """

    def __init__(self, engine: Engine | None = None) -> None:
        """``engine``: another only in tests."""
        self._engine = engine or Engine(run_mind, MIND_NICENESS)
        self._asked: HashableInquiry | None = None
        """What the process works at, under :attr:`_tag`."""
        self._tag = Tag(0, 0)
        self._findings: OrderedDict[HashableInquiry, Finding] = OrderedDict()

    @property
    def at_work(self) -> HashableInquiry | None:
        """What is being found out now; None while nothing is. Who asks each frame lets that of others end first."""
        return self._asked

    def prepare(self) -> None:
        """Bring the process up: something will be asked soon."""
        self._engine.start()

    def ask(self, inquiry: HashableInquiry) -> Finding:
        """Find it out, unless that is known or under way; what failed is tried again."""
        known = self._findings.get(inquiry)
        if known is not None and known.error is None and (known.is_whole or inquiry == self._asked):
            self._findings.move_to_end(inquiry)
            return known
        self.drop()
        self._asked, self._tag = inquiry, Tag(0, 0, self._tag.number + 1)
        self._engine.send(InquiryRequest(self._tag, inquiry))
        return self._keep(Finding(inquiry))

    def drop(self) -> None:
        """Nobody wants to know any longer; what is whole stays known."""
        if self._asked is not None:
            self._engine.send(CancelRequest(self._tag))
            self._findings.pop(self._asked, None)
            self._asked = None

    def finding(self, inquiry: HashableInquiry) -> Finding | None:
        """What is known of it by now; None if it was not asked, or so long ago that it is forgotten."""
        return self._findings.get(inquiry)

    def poll(self) -> None:
        """Take in what has been found; called each frame by whoever shows it."""
        for reply in self._engine.poll():
            self._hear(reply)

    def close(self) -> None:
        """End the process."""
        self._asked = None
        self._engine.close()

    def _hear(self, reply: Reply) -> None:
        asked = self._asked
        if asked is None:
            return
        if isinstance(reply, EngineDied):
            self._end(Finding(asked, error=reply.reason))
        elif not isinstance(reply, (InquiryReport, EngineFault)):
            return
        elif reply.tag != self._tag:
            logger.debug("a late report is dropped: %s", reply.tag)
        elif isinstance(reply, EngineFault):
            self._end(Finding(asked, error=reply.reason))
        elif reply.is_last:
            self._end(Finding(asked, reply.answer, is_whole=True))
        else:
            self._keep(Finding(asked, reply.answer))

    def _end(self, finding: Finding) -> None:
        self._keep(finding)
        self._asked = None

    def _keep(self, finding: Finding) -> Finding:
        self._findings[finding.inquiry] = finding
        self._findings.move_to_end(finding.inquiry)
        while len(self._findings) > 1 and (len(self._findings) > _KEPT or self._bytes() > _KEPT_BYTES):
            self._findings.popitem(last=False)
        return finding

    def _bytes(self) -> int:
        return sum(getattr(finding.answer, "nbytes", 0) for finding in self._findings.values())
