"""How much others may ask of us: so often, so fast, and no more."""

from __future__ import annotations

from collections.abc import Callable, Hashable


class Bucket:
    """Holds so many tokens; each act takes one, and they come back at a rate."""

    def __init__(self, size: float, per_second: float, now: Callable[[], float]) -> None:
        self._size, self._rate, self._now = size, per_second, now
        self._left, self._at = size, now()

    def take(self) -> bool:
        """Take one; False where none is left."""
        now = self._now()
        self._left = min(self._size, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def give_back(self) -> None:
        """Put one back: the act was a good one."""
        self._left = min(self._size, self._left + 1)

    @property
    def is_full(self) -> bool:
        """Whether nothing was taken for so long that it may as well be forgotten."""
        return self._left + (self._now() - self._at) * self._rate >= self._size


class Buckets:
    """One for each of those who ask; never more than so many, however many ask."""

    def __init__(self, most: int, size: float, per_second: float, now: Callable[[], float]) -> None:
        self._most = most
        self._new = lambda: Bucket(size, per_second, now)
        self._of: dict[Hashable, Bucket] = {}

    def take(self, who: Hashable) -> bool:
        """Take one of theirs; False where none is left, or where too many ask."""
        bucket = self._of.get(who)
        if bucket is None:
            if len(self._of) >= self._most:
                self._of = {one: kept for one, kept in self._of.items() if not kept.is_full}
            if len(self._of) >= self._most:
                return False
            bucket = self._of[who] = self._new()
        return bucket.take()

    def give_back(self, who: Hashable) -> None:
        """Put one of theirs back."""
        if who in self._of:
            self._of[who].give_back()

    def __len__(self) -> int:
        return len(self._of)
