"""A stand-in for who finds things out: it remembers what it was asked, and knows what a test has it find."""

from __future__ import annotations

from typing import Any

from clevergo.app.inquiries import Finding, HashableInquiry
from clevergo.problem import Problem


class FakeInquirer:
    """Finds nothing by itself."""

    def __init__(self) -> None:
        self.asked: list[HashableInquiry] = []
        """Everything, in order, what is known already included."""
        self.current: HashableInquiry | None = None
        """What is to be found out now."""
        self._findings: dict[HashableInquiry, Finding] = {}

    @property
    def at_work(self) -> HashableInquiry | None:
        finding = None if self.current is None else self._findings[self.current]
        return None if finding is None or finding.is_whole or finding.error is not None else self.current

    def prepare(self) -> None: ...

    def poll(self) -> None: ...

    def ask(self, inquiry: HashableInquiry) -> Finding:
        self.asked.append(inquiry)
        known = self._findings.get(inquiry)
        if known is None or known.error is not None or not (known.is_whole or inquiry == self.current):
            self.drop()
            self.current = inquiry
            known = self._findings[inquiry] = Finding(inquiry)
        return known

    def drop(self) -> None:
        if self.current is not None and not self._findings[self.current].is_whole:
            self._findings.pop(self.current)
        self.current = None

    def finding(self, inquiry: HashableInquiry) -> Finding | None:
        return self._findings.get(inquiry)

    def forget(self, inquiry: HashableInquiry) -> None:
        """As if somebody else had asked something meanwhile."""
        self._findings.pop(inquiry, None)
        self.current = None

    # --- what a test has it find ---

    def tell(self, answer: Any, is_whole: bool = True) -> None:
        """The answer to what was asked last, or what is known of it so far."""
        assert self.current is not None
        self._findings[self.current] = Finding(self.current, answer, is_whole)

    def fail(self, error: Problem) -> None:
        """What was asked last cannot be found out."""
        assert self.current is not None
        self._findings[self.current] = Finding(self.current, error=error)
