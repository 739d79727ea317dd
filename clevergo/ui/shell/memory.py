"""Memory of pictures that are gone goes back to the system."""

from __future__ import annotations

import ctypes
import sys

_THRESHOLD_OF_MAPS = -3
"""``M_MMAP_THRESHOLD`` of glibc's ``mallopt``."""
_LARGE = 256 * 1024
"""Bytes: a picture of 256 by 256 pixels."""


def return_large_pieces() -> None:
    """Have what is large mapped alone, so that it is given back as soon as it is freed; nothing happens without glibc.

    By itself glibc raises what it counts as large to 32 MB with the first large piece that is freed. A window draws
    and forgets pictures of some hundred kilobytes all day long; between what stays, their room would never be free as
    a whole, and after an hour of use the window would hold a third more than it needs.
    """
    if not sys.platform.startswith("linux"):
        return
    try:
        change = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError):  # another C library
        return
    change(_THRESHOLD_OF_MAPS, _LARGE)
