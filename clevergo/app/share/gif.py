"""Moving pictures as GIF files. The only module that knows Pillow."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image

_COLORS = 128
"""Enough for wood and two kinds of stones; one place in a table of 256 must stay free for what does not change."""


def gif_of(
    frames: Iterable[NDArray[np.uint8]],
    shown_for: Sequence[float],
    samples: Sequence[NDArray[np.uint8]],
    tell: Callable[[int], None] = lambda _done: None,
) -> bytes:
    """A GIF file that plays again and again.

    Between two frames only the part that has changed is written, and in that only the points that have.

    Args:
        frames: ``uint8[H, W, 3]``, all of one size; asked for one by one.
        shown_for: how long each is seen, in seconds.
        samples: pictures that between them have every color there is, as the frames have one table of colors.
        tell: hears how many frames have been taken in.

    Returns:
        The file's bytes.
    """
    table = _table_for(samples)
    taken: list[Image.Image] = []
    for frame in frames:
        taken.append(Image.fromarray(frame).quantize(palette=table, dither=Image.Dither.NONE))
        tell(len(taken))
    durations = [round(1000 * seconds) for seconds in shown_for]
    file = io.BytesIO()
    taken[0].save(
        file, "GIF", save_all=True, append_images=taken[1:], duration=durations, loop=0, optimize=False, disposal=1
    )
    return file.getvalue()


def _table_for(samples: Sequence[NDArray[np.uint8]]) -> Image.Image:
    """An image with the colors that stand best for all of these."""
    points = np.concatenate([sample.reshape(-1, 3) for sample in samples])
    height = -(-len(points) // 512)
    whole = np.resize(points, (height * 512, 3)).reshape(height, 512, 3)
    return Image.fromarray(np.ascontiguousarray(whole)).quantize(_COLORS, Image.Quantize.MEDIANCUT)
