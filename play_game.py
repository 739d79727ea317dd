"""The front door: ``python play_game.py`` opens CleverGo's window (``--help`` tells what else there is)."""

import sys

if sys.version_info < (3, 10):  # noqa: UP036 - somebody with an older one deserves a sentence
    sys.exit("CleverGo needs Python 3.10 or newer, and this is " + sys.version.split()[0])

if __name__ == "__main__":  # worker processes import this module too, and need nothing of it
    from clevergo.cli import main

    sys.exit(main())
