"""Runs a chapter's code as a reader would, all of it, in an empty folder: ``python -m tests.course.run CHAPTER``.

A process for each chapter, because chapters open windows, load Paddle and set up random numbers, each for itself.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Any

from tests.course.texts import examples, same_output

# No screen, no sound, and no greeting before the first line that is compared.
for _name, _value in (("SDL_VIDEODRIVER", "dummy"), ("SDL_AUDIODRIVER", "dummy"), ("PYGAME_HIDE_SUPPORT_PROMPT", "1")):
    os.environ.setdefault(_name, _value)


def run(chapter: Path) -> list[str]:
    """Run all code of a chapter; what went otherwise than it says, in words."""
    complaints: list[str] = []
    names: dict[str, Any] = {"__name__": "__main__"}
    for example in examples(chapter.read_text(encoding="utf-8")):
        printed = io.StringIO()
        where = f"{chapter.parent.name}/{chapter.name}:{example.line}"
        try:
            # Padded, so that a traceback tells the chapter's own lines.
            code = compile("\n" * (example.line - 1) + example.code, str(chapter), "exec")
            with contextlib.redirect_stdout(printed):
                exec(code, names)
        except BaseException:  # a chapter that ends the program is wrong too  # noqa: BLE001
            complaints.append(f"{where} fails:\n{traceback.format_exc(limit=-2)}")
            break  # what follows needs it
        if example.output is not None and not same_output(example.output, printed.getvalue(), example.varies):
            complaints.append(f"{where} prints\n{printed.getvalue()}not\n{example.output}")
    return complaints


def main(chapters: list[str]) -> int:
    """Run chapters one after the other, each in an empty folder."""
    complaints: list[str] = []
    for chapter in map(Path, chapters):
        path = chapter.resolve()
        here = Path.cwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                complaints += run(path)
            finally:
                os.chdir(here)
    print("\n".join(complaints), file=sys.stderr)  # noqa: T201
    return bool(complaints)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
