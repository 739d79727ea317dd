"""``python -m clevergo``: see :mod:`clevergo.cli`."""

from __future__ import annotations

import sys

if __name__ == "__main__":  # worker processes import this module too, and need nothing of it
    from clevergo.cli import main

    sys.exit(main())
