"""The examples of docs/environments.md run as they stand."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_there_are_examples_of_every_kind() -> None:
    for name in ("CleverGo/Go-v0", "CleverGo/FiveInARow-v0", "make_vec", "go_v0.env", "rgb_array"):
        assert any(name in example for example in EXAMPLES)


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_it_runs(example: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error::UserWarning", "-c", example],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
