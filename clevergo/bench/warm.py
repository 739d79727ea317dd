"""Compiling what no start has compiled yet, so that every row is measured with a full cache."""

from __future__ import annotations

from collections.abc import Sequence

from clevergo.app.engine import readiness
from clevergo.bench.results import Results
from clevergo.bench.runner import Group
from clevergo.compiled import is_prepared
from clevergo.training.run.processes import SELF_PLAY


def measure(_rows: Sequence[str]) -> Results:
    """Fill the cache for this version and this processor; measures nothing."""
    if not (is_prepared(readiness.GAMES) and is_prepared(SELF_PLAY)):
        readiness.prepare_everything()
    return {}


WARMING = Group((), __name__, "measure", 2, "compiling what is not compiled yet")
"""Goes before all others; usually there is nothing to do."""
