"""Memory of pictures that are gone goes back to the system."""

from __future__ import annotations

import subprocess
import sys

import pytest

_DRAW_AND_FORGET = """
import ctypes, pygame
from clevergo.ui.shell.memory import return_large_pieces
def held():
    return int(open("/proc/self/statm").read().split()[1]) * 4 // 1024
return_large_pieces()
pygame.Surface((3000, 2500))
before = held()
pictures, small = [], []
for number in range(200):
    pictures.append(pygame.Surface((400, 400)))
    pictures[-1].fill((1, 2, 3))
    small.append(ctypes.create_string_buffer(2000))
del pictures
print(held() - before)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="measured in /proc")
def test_pictures_that_are_gone_leave_no_room_behind() -> None:
    run = subprocess.run(
        [sys.executable, "-c", _DRAW_AND_FORGET], capture_output=True, text=True, check=True, timeout=100
    )
    assert int(run.stdout.split()[-1]) <= 10, "megabytes, of 128"
