"""Muon: a step of equal length in every direction of a weight matrix (Jordan et al. 2024).

A gradient, averaged over steps, is a matrix in which a few directions are long and most are short. AdamW evens out the
lengths of single numbers; Muon those of directions, by taking the nearest matrix whose rows are orthonormal. So what
few positions ask for is learned as fast as what all of them do. It is made for layers from features to features; the
first and the last layers, and what is added (biases), stay with AdamW.

The nearest orthonormal matrix is the limit of a polynomial (Newton-Schulz), of which only products are needed. All of
its steps depend on X through X X^T alone, so they are made on that small square matrix, and X is multiplied once at the
end; that leaves two fifths of the work for 64x576.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import kernel

Matrix = NDArray[np.float32]

_TURNS = 5
_A, _B, _C = np.float32(3.4445), np.float32(-4.7750), np.float32(2.0315)
"""Jordan's polynomial a x + b x^3 + c x^5: five times over it takes all of 0.002 to 1 into 0.7 to 1.2."""
_KEEP, _ADD = np.float32(0.95), np.float32(0.05)
"""Of the momentum."""
_LEAST = np.float32(1e-12)


@kernel
def _multiply(a: Matrix, b: Matrix, out: Matrix) -> None:
    """``out = a @ b``, in one thread: numbers of a row side by side, four rows of ``b`` at a time."""
    rows, inner, columns = a.shape[0], a.shape[1], b.shape[1]
    whole = inner - inner % 4
    for i in range(rows):
        row = out[i]
        row[:] = np.float32(0)
        for k in range(0, whole, 4):
            a0, a1, a2, a3 = a[i, k], a[i, k + 1], a[i, k + 2], a[i, k + 3]
            for j in range(columns):
                row[j] += a0 * b[k, j] + a1 * b[k + 1, j] + a2 * b[k + 2, j] + a3 * b[k + 3, j]
        for k in range(whole, inner):
            for j in range(columns):
                row[j] += a[i, k] * b[k, j]


@kernel
def orthogonal(x: Matrix) -> Matrix:
    """The nearest matrix to ``float32[M, N]``, M at most N, with orthonormal rows, roughly: lengths 0.7 to 1.2."""
    rows, columns = x.shape
    turned = np.empty((columns, rows), np.float32)
    total = _LEAST
    for i in range(rows):
        for j in range(columns):
            turned[j, i] = x[i, j]
            total += x[i, j] * x[i, j]
    gram = np.empty((rows, rows), np.float32)
    _multiply(x, turned, gram)
    gram /= total
    power, turn, product = np.empty_like(gram), np.empty_like(gram), np.zeros_like(gram)
    spare = np.empty_like(gram)
    for i in range(rows):
        product[i, i] = np.float32(1) / np.sqrt(total)
    for _ in range(_TURNS):
        _multiply(gram, gram, power)
        for i in range(rows):
            for j in range(rows):
                turn[i, j] = _B * gram[i, j] + _C * power[i, j]
            turn[i, i] += _A
        _multiply(turn, product, spare)
        product, spare = spare, product
        _multiply(turn, gram, spare)
        _multiply(spare, turn, gram)
    out = np.empty_like(x)
    _multiply(product, x, out)
    return out


@kernel
def muon(weights: Matrix, average: Matrix, momentum: Matrix, gradient: Matrix, scalars: NDArray[np.float32]) -> None:
    """One step for a matrix ``float32[outputs, inputs]``, and the running average.

    The step is scaled by 0.2 sqrt(max(outputs, inputs)), so that its numbers are as large as AdamW's are (Liu et al.
    2025, "Muon is Scalable", section 2.2) and one learning rate serves both.
    """
    clip, rate, decay, blend = scalars[:4]
    rows, columns = weights.shape
    is_wide = rows <= columns
    ahead = np.empty((min(rows, columns), max(rows, columns)), np.float32)
    for i in range(rows):
        for j in range(columns):
            slope = gradient[i, j] * clip
            momentum[i, j] = _KEEP * momentum[i, j] + _ADD * slope
            value = _KEEP * momentum[i, j] + _ADD * slope
            if is_wide:
                ahead[i, j] = value
            else:
                ahead[j, i] = value
    direction = orthogonal(ahead)
    length = rate * np.float32(0.2) * np.sqrt(np.float32(max(rows, columns)))
    for i in range(rows):
        for j in range(columns):
            step = direction[i, j] if is_wide else direction[j, i]
            weights[i, j] -= length * step + decay * weights[i, j]
            average[i, j] += blend * (weights[i, j] - average[i, j])
