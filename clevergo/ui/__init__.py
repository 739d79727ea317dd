"""The window: everything a person sees and touches; the only room that imports pygame."""

import sys


def _load_pygame_alone() -> None:
    """Import pygame without setuptools' ``pkg_resources``, which it asks for and does without where there is none.

    That package takes as long to import as pygame and NumPy together, before the first picture.
    """
    if "pygame" in sys.modules or "pkg_resources" in sys.modules:
        return
    sys.modules["pkg_resources"] = None  # type: ignore[assignment]
    try:
        import pygame  # noqa: F401
    finally:
        del sys.modules["pkg_resources"]


_load_pygame_alone()
