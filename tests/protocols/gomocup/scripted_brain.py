"""A brain for tests: answers as it is told on its command line, and writes down what it was asked.

``python scripted_brain.py LOG [COMMAND=WHAT]...``; WHAT is the answer's text, ``/`` standing for a line's end, or one
of ``DIE``, ``HANG``, ``NOISE`` and ``CHATTER``. Moves come from a list: ``moves=7,7;8,8``. A board is answered when it
is whole.
"""

from __future__ import annotations

import sys
import time


def main() -> None:
    log, *settings = sys.argv[1:]
    told = dict(setting.split("=", 1) for setting in settings)
    moves = told.pop("moves", "").split(";")
    for line in sys.stdin:
        with open(log, "a", encoding="utf-8") as file:
            file.write(line)
        name = line.split()[0]
        if name in ("START", "RESTART"):
            what = told.get(name, "OK")
        elif name in ("BEGIN", "TURN", "DONE", "PLAY"):
            what = moves.pop(0) if moves else "DIE"
        else:
            what = told.get(name, "")
        if what == "DIE":
            sys.stderr.write("out of ideas\n")
            sys.exit(3)
        while what == "HANG":
            time.sleep(1)
        while what == "CHATTER":
            sys.stdout.write("MESSAGE still thinking\n")
            sys.stdout.flush()
            time.sleep(0.002)
        answer = "hello there\n" if what == "NOISE" else what.replace("/", "\n") + "\n" if what else ""
        sys.stdout.write(answer)
        sys.stdout.flush()


main()
