"""PaddlePaddle, loaded without a word: its start writes notes that nobody who came to play wants to read."""

from __future__ import annotations

import os
import warnings
from types import ModuleType


def load_paddle() -> ModuleType:
    """The ``paddle`` module; the first call in a process takes about a second.

    Its notes and warnings stay off the terminal (errors do not), and crashes are left to Python to report.
    """
    os.environ.setdefault("GLOG_minloglevel", "2")  # read when the library is loaded; 2 shows errors only
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import paddle
    paddle.disable_signal_handler()
    return paddle
