"""Products of matrices through oneDNN, where this machine has it."""

from __future__ import annotations

import numpy as np
import pytest

from clevergo.nn.onednn.library import Library, OneDnnError

RNG = np.random.default_rng(0)
BIG = RNG.normal(0, 1, (12, 12)).astype(np.float32)


def library() -> Library | None:
    try:
        return Library()
    except OneDnnError:
        return None


LIBRARY = [found] if (found := library()) else []
"""Empty where there is no oneDNN: then there is nothing to test."""


@pytest.mark.parametrize(("rows", "inner", "columns"), [(1, 5, 3), (4, 1, 3), (4, 5, 1), (1, 1, 1), (7, 12, 9)])
@pytest.mark.parametrize("flip_left", [False, True])
@pytest.mark.parametrize("flip_right", [False, True])
def test_products_of_slices_and_transposes_are_numpys(
    rows: int, inner: int, columns: int, flip_left: bool, flip_right: bool
) -> None:
    left = BIG[:inner, -rows:].T if flip_left else BIG[:rows, -inner:]
    right = BIG[:columns, -inner:].T if flip_right else BIG[:inner, -columns:]
    for library in LIBRARY:
        np.testing.assert_allclose(library.multiply(left, right), left @ right, rtol=1e-5, atol=1e-5)
        out = np.full((rows, columns), np.nan, np.float32)
        library.multiply(np.array(left), np.array(right), out)
        np.testing.assert_allclose(out, left @ right, rtol=1e-5, atol=1e-5)


def test_factors_that_do_not_fit_are_refused() -> None:
    for library in LIBRARY:
        with pytest.raises(ValueError, match="cannot multiply"):
            library.multiply(BIG[:, :3], BIG[:4])
        with pytest.raises(ValueError, match="in one piece"):
            library.multiply(BIG[:, ::2], BIG[:6])
        with pytest.raises(ValueError, match="float32"):
            library.multiply(BIG.astype(np.float64), BIG)  # type: ignore[arg-type]


def test_a_refused_call_names_the_function() -> None:
    for library in LIBRARY:
        with pytest.raises(OneDnnError, match="dnnl_engine_create"):
            library.create("dnnl_engine_create", 1, 1000)
