"""What lies in the kennel's tables, for tests that look behind it."""

from __future__ import annotations

import json
from typing import Any

from clevergo.app.kennel.book import Kennel


def kept(kennel: Kennel, table: str) -> list[dict[str, Any]]:
    """The rows of ``games`` or ``results``, the latest first."""
    with kennel.database.reading() as db:
        rows = [dict(row) for row in db.execute(f"SELECT * FROM {table} ORDER BY id DESC")]
    return [row | {"agreed": json.loads(row["agreed"])} for row in rows]
