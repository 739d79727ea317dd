"""A net becomes a larger one of its kind that says exactly what it said: the young need speed, the old capacity.

The idea is Chen, Goodfellow and Shlens's (2016, "Net2Net"). New channels compute something of their own from the start,
but nobody listens to them yet: whatever was there reads them with weights of 0. A new block's branch ends in zeros, so
it passes on what comes in. Both begin to matter with the first step, as the zeros have gradients.

Width is what pays: with Muon the units of a new block fell silent within some hundred steps (``docs/findings.md``,
"New blocks fall silent"), so the usual young net is as deep as the grown one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.nn.description import NetConfig, Weights, parameter_shapes
from clevergo.problem import BadValueError

State = dict[str, NDArray[Any]]
"""What an optimizer knows, by names (:meth:`clevergo.nn.training.optimizer.FlatOptimizer.state`)."""


def check_growth(small: NetConfig, large: NetConfig) -> None:
    """Raise BadValueError unless a net can grow from ``small`` to ``large``."""
    alike = (small.kind, small.game, small.size) == (large.kind, large.game, large.size)
    larger = small.blocks <= large.blocks and small.channels <= large.channels
    if not (alike and larger and small.net_kind.may_grow):
        raise BadValueError("net_growth", small=small.net_kind.short(small), large=large.net_kind.short(large))


def grown_weights(small: NetConfig, weights: Weights, large: NetConfig, rng: np.random.Generator) -> Weights:
    """The weights of ``large`` with which it says what ``small`` says with ``weights``, for every position."""
    check_growth(small, large)
    grown = {}
    for name, shape in parameter_shapes(large).items():
        array = large.net_kind.initial(name, shape, rng)
        old = weights.get(name)
        if old is not None:
            array[_same_outputs(old)] = 0
            array[_region(old)] = old
        elif large.net_kind.ends_branch(name.rpartition(".")[0]):
            array[...] = 0
        grown[name] = array
    return grown


def grown_state(small: NetConfig, state: State, large: NetConfig, seed: int) -> State:
    """What an optimizer knows of ``small``, for ``large``: weights, their average, and the moments.

    The new weights have not moved yet. How large their gradients will be is taken from those beside them: with nothing
    known AdamW would make its first steps with them several times too long.
    """
    grown: State = {"steps": state["steps"]}
    for section in ("weights", "average"):
        rng = np.random.default_rng(seed)  # the same new weights in both
        arrays = grown_weights(small, _of_section(state, section), large, rng)
        grown |= {f"{section}/{name}": array for name, array in arrays.items()}
    for section in ("first_moment", "second_moment"):
        old = _of_section(state, section)
        for name, shape in parameter_shapes(large).items():
            alike = [array for other, array in old.items() if _role(other) == _role(name)]
            usual = 0.0 if section == "first_moment" else float(np.mean([array.mean() for array in alike]))
            array = np.full(shape, usual, np.float32)
            if name in old:
                array[_region(old[name])] = old[name]
            grown[f"{section}/{name}"] = array
    return grown


def _of_section(state: State, section: str) -> Weights:
    start = f"{section}/"
    return {name.removeprefix(start): array for name, array in state.items() if name.startswith(start)}


def _role(name: str) -> str:
    """A parameter's name without the number of its block."""
    return ".".join(part for part in name.split(".") if not part.isdecimal())


def _region(old: NDArray[Any]) -> tuple[slice, ...]:
    return tuple(slice(length) for length in old.shape)


def _same_outputs(old: NDArray[Any]) -> tuple[slice, ...]:
    """All that leads to the outputs there were: ``[out, in, h, w]``, ``[in, out]`` or ``[out]``."""
    return (slice(None), slice(old.shape[1])) if old.ndim == 2 else (slice(old.shape[0]),)
