"""A Go program for tests: answers GTP as it is told on its command line, and writes down what it was asked.

``python scripted_engine.py LOG [COMMAND=WHAT]...``; WHAT is the answer's text, or one of ``DIE``, ``HANG``, ``NOISE``
and ``REFUSE``. Moves it makes up come from a list: ``genmove=D4,E5,pass``.
"""

from __future__ import annotations

import sys
import time


def main() -> None:
    log, *settings = sys.argv[1:]
    told = dict(setting.split("=", 1) for setting in settings)
    moves = told.pop("genmove", "pass").split(",")
    for line in sys.stdin:
        with open(log, "a", encoding="utf-8") as file:
            file.write(line)
        name = line.split()[0]
        what = told.get(name, "") if name != "genmove" else moves.pop(0) if moves else "pass"
        if what == "DIE":
            sys.stderr.write("out of ideas\n")
            sys.exit(3)
        while what == "HANG":
            time.sleep(1)
        answer = {"NOISE": "hello there\n", "REFUSE": "? no\n\n"}.get(what, f"= {what}\n\n")
        sys.stdout.write(answer)
        sys.stdout.flush()


main()
