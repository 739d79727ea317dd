"""What the soak makes of what it has seen. ``python -m tests.attacks.soak`` watches a real program for hours."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from tests.attacks.processes import Attacked
from tests.attacks.soak import draw, look, slopes, too_steep

TIMES = [float(second) for second in range(0, 3600, 60)]


def test_growth_is_measured_once_all_has_settled() -> None:
    # It loads for half an hour, by 10 MB a minute, and then grows by one MB an hour.
    samples = [{"main MB": 10.0 * min(moment, 1800.0) / 60.0 + moment / 3600.0} for moment in TIMES]
    assert slopes(TIMES, samples)["main MB"] == pytest.approx(1.0, abs=0.01)


def test_what_was_seen_too_seldom_has_no_slope() -> None:
    samples = [{"main MB": 100.0} | ({"arena MB": 50.0} if moment < 120 else {}) for moment in TIMES]
    assert set(slopes(TIMES, samples)) == {"main MB"}


def test_a_process_that_grows_too_fast_is_named_and_a_data_folder_may_grow() -> None:
    assert too_steep({"main MB": 500.0, "learner files": 1.0, "data MB": 900.0, "log MB": 1.0}) == [
        "main MB grows by 500.0 an hour, at most 30 is allowed"
    ]


def test_every_curve_is_drawn_with_its_slope() -> None:
    samples = [{"main MB": 100.0 + moment / 60.0, "main files": 12.0} for moment in TIMES]
    picture = draw(TIMES, samples, slopes(TIMES, samples))
    assert picture.startswith("<svg ")
    assert picture.count("<polyline") == 2
    assert "main MB: +60.00 an hour" in picture
    assert "main files: +0.00 an hour" in picture


def test_a_look_tells_memory_files_and_threads_of_a_process(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / ".settings.json.1.tmp").write_bytes(b"x" * 1000)
    program = Attacked([sys.executable, "-c", "import time; time.sleep(60)"], tmp_path / "log")
    try:
        seen = look(program, data)
        while seen.get("main MB", 0.0) <= 1:  # not born yet, or just
            time.sleep(0.02)
            seen = look(program, data)
    finally:
        program.end()
    assert seen["main files"] >= 3
    assert seen["main threads"] == 1
    assert (seen["data files"], seen["data temporary"]) == (1, 1)
