"""Who lies in a shared place, on paper."""

from __future__ import annotations

from clevergo.app.kennel.shared.store import Listing, SharedDog
from clevergo.problem import Problem

LISTED = Listing(
    "/pc/class",
    (
        SharedDog(
            file="a-1.clevergo",
            size=31_000_000,
            name="旺财",
            sha256="a" * 64,
            game="go",
            board=9,
            net="5x64",
            games=41_200,
            seconds=13_316.0,
            rating=1880.0,
            rating_error=52.0,
            face="a",
        ),
        SharedDog(
            file="b-2.clevergo",
            size=900_000,
            name="x" * 40,
            sha256="b" * 64,
            game="five",
            board=15,
            net="4x48",
            games=320,
            seconds=95.0,
            face="b",
        ),
        SharedDog(file="by hand.clevergo", size=12, name="by hand"),
        *(
            SharedDog(
                file=f"{n}.clevergo",
                size=5,
                name=f"🐶 {n}",
                sha256=f"{n}" * 64,
                game="go",
                board=13,
                net="10x96",
                games=n,
                seconds=n * 999.0,
            )
            for n in range(5)
        ),
    ),
)
DAMAGED = Problem(
    "store_checksum", {"name": "a rather long name of a file-12345678.clevergo", "place": "/pc/" + "x" * 60}
)
"""The longest that can be said there."""
