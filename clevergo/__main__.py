"""``python -m clevergo``: see :mod:`clevergo.cli`."""

from __future__ import annotations

import sys

from clevergo.cli import main

if __name__ == "__main__":  # worker processes import this module too
    sys.exit(main())
