"""From gradients to better weights: clipping, AdamW and Muon, and the running average that plays.

All parameters lie end to end in one flat ``float32`` buffer, and so do their gradients and the optimizer's moments.
A whole update is then one pass over memory in one compiled loop instead of a dozen operations for each of thirty
tensors, and every training step, whoever computes its gradients, shares this one implementation and its saved state.
"""

from __future__ import annotations

import math
from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import kernel
from clevergo.nn.description import NetConfig, Weights, check_weights, parameter_shapes
from clevergo.nn.training import OptimizerConfig
from clevergo.nn.training.muon import muon

Flat = NDArray[np.float32]
"""One ``float32`` number for every parameter of a net, and zeros between them; see :class:`FlatLayout`."""

_ALIGNMENT = 16
_FIRST_DECAY, _SECOND_DECAY = 0.9, 0.999
"""Of the moments."""
_EPSILON = 1e-8
"""The guard against division by zero."""
_SECTIONS = ("weights", "average", "first_moment", "second_moment")


class FlatLayout:
    """Where each parameter of a net lies in a flat buffer."""

    def __init__(self, config: NetConfig) -> None:
        self.shapes = parameter_shapes(config)
        self._spans: dict[str, tuple[int, int]] = {}
        end = 0
        for name, shape in self.shapes.items():
            self._spans[name] = (end, end + math.prod(shape))
            # Every parameter starts on a cache line; the padding stays zero through every update.
            end += -(-math.prod(shape) // _ALIGNMENT) * _ALIGNMENT
        self.length = end

    def span(self, name: str) -> slice:
        """Where a parameter lies."""
        return slice(*self._spans[name])

    def without(self, names: Collection[str]) -> list[slice]:
        """Everything but these parameters, in as few pieces as there are."""
        pieces, start = [], 0
        for name, (first, last) in self._spans.items():
            if name in names:
                pieces.append(slice(start, first))
                start = last
        return [piece for piece in (*pieces, slice(start, self.length)) if piece.start < piece.stop]

    def zeros(self) -> Flat:
        """A flat buffer of zeros that starts on a cache line."""
        raw = np.zeros(self.length + _ALIGNMENT, np.float32)
        start = -(raw.ctypes.data // 4) % _ALIGNMENT
        return raw[start : start + self.length]

    def views(self, buffer: Flat) -> Weights:
        """Every parameter as a view into ``buffer``."""
        return {name: buffer[first:last].reshape(self.shapes[name]) for name, (first, last) in self._spans.items()}


class FlatOptimizer:
    """A net's weights, their running average and the optimizer's memory: everything a training step changes."""

    def __init__(self, net: NetConfig, config: OptimizerConfig, weights: Weights) -> None:
        check_weights(net, weights)
        self.net = net
        self.config = config
        self.layout = FlatLayout(net)
        self.steps = 0
        self.weights = self.layout.zeros()
        self.average = self.layout.zeros()
        self.first_moment = self.layout.zeros()
        self.second_moment = self.layout.zeros()
        for name, view in self.layout.views(self.weights).items():
            view[...] = weights[name]
        self.average[...] = self.weights
        by_muon = self._matrices() if config.muon else {}
        self._by_muon = list(by_muon.values())
        self._by_adamw = self.layout.without(set(by_muon))

    def _matrices(self) -> dict[str, tuple[slice, tuple[int, int]]]:
        """Where the matrices from features to features lie, and their outputs and inputs."""
        found = {}
        for name, shape in self.layout.shapes.items():
            layer, _, what = name.rpartition(".")
            if what == "weight" and self.net.net_kind.is_hidden(layer):
                found[name] = self.layout.span(name), (shape[0], math.prod(shape[1:]))
        return found

    def update(self, gradient: Flat, learning_rate: float) -> float:
        """Move the weights one step down ``gradient``; returns the gradient's length before clipping.

        Raises:
            FloatingPointError: the gradient is not finite; nothing was changed.
        """
        # einsum and not dot: dot would wake OpenBLAS's threads, which then spin on cores that self-play needs.
        norm = math.sqrt(float(np.einsum("i,i->", gradient, gradient)))
        if not math.isfinite(norm):
            raise FloatingPointError("the gradient is not finite: lower the learning rate and go on from a checkpoint")
        config = self.config
        self.steps += 1
        clip = min(1.0, config.clip_norm / norm) if norm > 0 else 1.0
        decay = learning_rate * config.weight_decay
        blend = max(1 / config.average_steps, 1 / (config.average_share * self.steps + 1))
        # Both moments start at zero; dividing by these sums undoes that (Kingma & Ba 2015, section 3).
        rate = learning_rate / (1 - _FIRST_DECAY**self.steps)
        debias = 1 / (1 - _SECOND_DECAY**self.steps)
        decays = (_FIRST_DECAY, 1 - _FIRST_DECAY, _SECOND_DECAY, 1 - _SECOND_DECAY)
        scalars = _scalars(clip, *decays, _EPSILON, rate, debias, decay, blend)
        weights, average, first, second = self.weights, self.average, self.first_moment, self.second_moment
        for span in self._by_adamw:
            _adamw(weights[span], average[span], first[span], second[span], gradient[span], scalars)
        scalars = _scalars(clip, config.muon * learning_rate, decay, blend)
        for span, shape in self._by_muon:
            own, mean, momentum, slope = (part[span].reshape(shape) for part in (weights, average, first, gradient))
            muon(own, mean, momentum, slope, scalars)
            if config.norm_bound:
                _shorten(own, config.norm_bound * math.sqrt(2 * shape[0]))
        return norm

    def state(self) -> dict[str, NDArray[np.generic]]:
        """Copies of everything :meth:`load_state` needs, by names that do not depend on the flat layout."""
        state: dict[str, NDArray[np.generic]] = {"steps": np.array(self.steps, np.int64)}
        for section in _SECTIONS:
            views = self.layout.views(getattr(self, section))
            state |= {f"{section}/{name}": view.copy() for name, view in views.items()}
        return state

    def load_state(self, state: dict[str, NDArray[np.generic]]) -> None:
        """Go on where :meth:`state` was taken; raises ValueError, before any change, when it does not fit."""
        expected = {f"{section}/{name}": shape for section in _SECTIONS for name, shape in self.layout.shapes.items()}
        expected["steps"] = ()
        wrong = sorted(set(expected) ^ set(state))
        wrong += sorted(key for key in set(expected) & set(state) if np.shape(state[key]) != expected[key])
        if wrong:
            raise ValueError(f"this training state does not fit the net: {', '.join(wrong[:5])}")
        for section in _SECTIONS:
            for name, view in self.layout.views(getattr(self, section)).items():
                view[...] = state[f"{section}/{name}"]
        self.steps = int(state["steps"])

    def copy_weights(self) -> Weights:
        """A copy of the weights by name."""
        return {name: view.copy() for name, view in self.layout.views(self.weights).items()}

    def copy_average(self) -> Weights:
        """A copy of the averaged weights by name."""
        return {name: view.copy() for name, view in self.layout.views(self.average).items()}


def _shorten(matrix: NDArray[np.float32], most: float) -> None:
    """Make a matrix that is longer than ``most`` as long as that; its direction stays."""
    flat = matrix.reshape(-1)
    length = math.sqrt(float(np.einsum("i,i->", flat, flat)))
    if length > most:
        matrix *= np.float32(most / length)


def _scalars(*values: float) -> NDArray[np.float32]:
    """Numbers for a kernel as float32: one float64 among them would halve the width of every vector instruction."""
    return np.array(values, np.float32)


@kernel
def _adamw(weights: Flat, average: Flat, first: Flat, second: Flat, gradient: Flat, scalars: Flat) -> None:
    """Loshchilov & Hutter (2019), algorithm 2, and the running average, in one pass."""
    clip, keep_first, add_first, keep_second, add_second, epsilon, rate, debias, decay, blend = scalars[:10]
    for i in range(weights.size):
        slope = gradient[i] * clip
        first[i] = keep_first * first[i] + add_first * slope
        second[i] = keep_second * second[i] + add_second * slope * slope
        # One subtraction: the decay alone is smaller than float32's rounding of the weight.
        weights[i] -= rate * first[i] / (np.sqrt(debias * second[i]) + epsilon) + decay * weights[i]
        average[i] += blend * (weights[i] - average[i])
