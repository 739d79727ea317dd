"""A graphics card, where one is there and a build of PaddlePaddle that can use it.

Without such a build (``paddlepaddle-gpu``) nothing here loads anything, and nothing is computed otherwise. With one,
nets that are large enough are measured on the card, in a process of its own (:mod:`clevergo.nn.paddle.reference`),
against what the processor needs. Written by Paddle's documentation (``paddle.device``, ``paddle.inference.Config``) and
tested with a stand-in: it has not run on a real card.
"""

from __future__ import annotations

import functools
import importlib.metadata
import math

from clevergo.nn.description import NetConfig, parameter_shapes
from clevergo.nn.paddle import load_paddle

DEVICE = "gpu:0"
"""Paddle's name for the first card; ``CUDA_VISIBLE_DEVICES`` says which that is, and hides all where it is empty."""
LEAST_MULTIPLICATIONS = 100_000_000
"""Of a position, at least. With fewer a batch is over on the processor before a card has been sent it and asked."""
POOL_MEGABYTES = 256
"""Megabytes of the card's memory that each process takes at its start."""
_BUILD = "paddlepaddle-gpu"


@functools.cache
def is_installed() -> bool:
    """Whether the PaddlePaddle that is installed is one that can use a card; loads nothing."""
    try:
        importlib.metadata.distribution(_BUILD)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def version() -> str:
    """The version of the build for cards; empty where none is installed."""
    return importlib.metadata.version(_BUILD) if is_installed() else ""


def is_worth_asking(config: NetConfig, size: int) -> bool:
    """Whether a card may be faster for such a net on boards of ``size``; loads nothing."""
    return is_installed() and multiplications(config, size) >= LEAST_MULTIPLICATIONS


def multiplications(config: NetConfig, size: int) -> int:
    """About how many a net takes to judge a position."""
    shape = config.shape(size)
    area = shape.height * shape.width
    weights = [dimensions for name, dimensions in parameter_shapes(config).items() if name.endswith(".weight")]
    return sum(math.prod(dimensions) * (area if len(dimensions) == 4 else 1) for dimensions in weights)


def count() -> int:
    """How many cards Paddle sees; loads it."""
    paddle = load_paddle()
    return int(paddle.device.cuda.device_count()) if paddle.device.is_compiled_with_cuda() else 0
