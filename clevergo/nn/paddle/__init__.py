"""The nets in PaddlePaddle: the reference for everything faster."""

from __future__ import annotations

import logging
import os
import warnings
from types import ModuleType


def load_paddle() -> ModuleType:
    """The ``paddle`` module, loaded without a word; the first call in a process takes about a second.

    Its notes and warnings stay off the terminal (errors do not), and crashes are left to Python to report.
    """
    os.environ.setdefault("GLOG_minloglevel", "2")  # read when the library is loaded; 2 shows errors only
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import paddle
    # Importing it sets the whole program's logging up anew, down to notes.
    root.handlers[:], root.level = handlers, level
    paddle.disable_signal_handler()
    # Freeing buffers as soon as they are no longer needed costs the predictor a thread of its own, and a fifth to a
    # half more time in small batches. Our nets' buffers are small.
    paddle.set_flags({"FLAGS_eager_delete_tensor_gb": -1.0})
    return paddle
