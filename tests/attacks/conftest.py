"""The attacks watch processes and readers by what Linux tells of them; elsewhere there is nothing to collect."""

from __future__ import annotations

import sys

collect_ignore_glob = [] if sys.platform == "linux" else ["test_*.py"]
