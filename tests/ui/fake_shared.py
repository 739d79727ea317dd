"""Who lies in a shared place, on paper."""

from __future__ import annotations

from clevergo.app.kennel.shared.store import Listing, SharedDog
from clevergo.problem import Problem

LISTED = Listing(
    "/pc/class",
    (
        SharedDog("a-1.clevergo", 31_000_000, "旺财", "a" * 64, "go", 9, "5x64", 41_200, 13_316.0, 1880.0, 52.0, "a"),
        SharedDog("b-2.clevergo", 900_000, "x" * 40, "b" * 64, "five", 15, "4x48", 320, 95.0, None, None, "b"),
        SharedDog("by hand.clevergo", 12, "by hand"),
        *(SharedDog(f"{n}.clevergo", 5, f"🐶 {n}", f"{n}" * 64, "go", 13, "10x96", n, n * 999.0) for n in range(5)),
    ),
)
DAMAGED = Problem(
    "store_checksum", {"name": "a rather long name of a file-12345678.clevergo", "place": "/pc/" + "x" * 60}
)
"""The longest that can be said there."""
