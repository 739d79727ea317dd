"""From the question to what there is to look at. It runs where dogs think; see ``door`` of the inquiries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from clevergo.app.microscope.sight import (
    PLANES,
    SILENT,
    Answer,
    Brain,
    Part,
    SeenLayer,
    Sight,
    SightInquiry,
    Silence,
    SilenceInquiry,
)
from clevergo.games.game import position_after
from clevergo.games.grid import Grid
from clevergo.games.kernels import write_planes
from clevergo.nn.description import Array, NetConfig, Shapes, describe_net, parameter_shapes
from clevergo.nn.files import WeightFile, WeightFileError, load_weights
from clevergo.nn.inside.forward import ClosedNetError, Inside, look_inside
from clevergo.nn.inside.plan import Function, NetPlan
from clevergo.players.protocol import PlayerError, UnsupportedBoardError, UnsupportedGameError


def answer(inquiry: SightInquiry | SilenceInquiry, stop: Callable[[], bool]) -> Iterator[Sight | Silence]:
    """What a net makes of a position, or what it never says; PlayerError where that cannot be seen."""
    weights = _load(inquiry.brain)
    try:
        if isinstance(inquiry, SightInquiry):
            yield see(weights, inquiry)
        else:
            found = find_silence(weights, inquiry.size, stop)
            if found is not None:
                yield found
    except ClosedNetError as error:
        raise PlayerError(error.problem) from error


def _load(brain: Brain) -> WeightFile:
    try:
        return load_weights(brain.weights)
    except WeightFileError as error:
        raise PlayerError(error.problem) from error


def see(weights: WeightFile, inquiry: SightInquiry) -> Sight:
    """Look at a position through a net.

    Raises:
        ClosedNetError: nobody has said how nets of its kind are computed layer by layer.
        PlayerError: the net plays another game, or on other boards only.
    """
    config, rules, name = weights.config, inquiry.rules, inquiry.brain.name
    if config.game != rules.game.name:
        raise UnsupportedGameError(name, config.game, rules.game.name)
    if not config.supports(rules.size):
        raise UnsupportedBoardError(name, Grid(*rules.game.shape(config.size)), rules.grid)
    position = position_after(rules, inquiry.moves, inquiry.start)
    planes = planes_of(position.board, config, rules.size)[0]
    inside = look_inside(config, weights.arrays, planes)
    plane_set = config.net_kind.planes.value
    return Sight(
        describe_net(config),
        tuple(rules.game.plane_names.get(plane_set, ())),
        position.to_play,
        np.array(position.stones),
        _seen(inside, planes, parameter_shapes(config)),
        inside.prior,
        inside.value,
        inside.points,
    )


def planes_of(boards: NDArray[np.void], config: NetConfig, size: int) -> Array:
    """``float32[B, C, H, W]``: what the net reads of each board."""
    shape = config.shape(size)
    planes = np.empty((len(boards), shape.planes, shape.height, shape.width), np.float32)
    write_planes(boards, planes)
    return planes


def find_silence(weights: WeightFile, size: int, stop: Callable[[], bool]) -> Silence | None:
    """Show a net the game's sample positions; None where ``stop`` came before the end."""
    config = weights.config
    boards = planes_of(config.played.samples(size), config, size)
    largest: dict[str, Array] = {}
    for planes in boards:
        if stop():
            return None
        for name, numbers in look_inside(config, weights.arrays, planes).activations.items():
            here = np.abs(numbers).reshape(len(numbers), -1).max(axis=1)
            largest[name] = np.maximum(largest.get(name, here), here)
    return Silence(len(boards), {name: most <= SILENT for name, most in largest.items()})


def _seen(inside: Inside, planes: Array, shapes: Shapes) -> tuple[SeenLayer, ...]:
    plan, layers = inside.plan, [SeenLayer(PLANES, None, Part.TRUNK, (), None, planes)]
    answers = _answers(plan)
    for layer in plan.layers:
        numbers, beside = inside.activations[layer.name], None
        answer = answers.get(layer.name)
        if answer is Answer.POLICY:
            points = planes[0].size
            numbers, beside = inside.prior[:points].reshape(1, *planes.shape[1:]), inside.prior[points:]
        alike = _likeness(numbers, planes) if numbers.ndim == 3 else (None, None)
        layers.append(
            SeenLayer(
                layer.name,
                layer.kind,
                layer.part,
                layer.sources,
                layer.shortcut,
                numbers,
                answer,
                layer.function is Function.RELU,
                shapes.get(f"{layer.name}.weight", ())[2:] != (1, 1),
                beside,
                *alike,
            )
        )
    return tuple(layers)


def _answers(plan: NetPlan) -> Mapping[str, Answer]:
    return {plan.policy: Answer.POLICY, plan.value: Answer.VALUE, plan.points: Answer.POINTS}


def _likeness(numbers: Array, planes: Array) -> tuple[NDArray[np.int16], Array]:
    """For each channel the plane it is correlated with most over the points of the board, and how much, in [-1, 1]."""
    seen, read = _even(numbers), _even(planes)
    correlation = seen @ read.T
    alike = np.abs(correlation).argmax(axis=1)
    return alike.astype(np.int16), np.take_along_axis(correlation, alike[:, None], axis=1)[:, 0].astype(np.float32)


def _even(numbers: Array) -> Array:
    """``float32[C, P]``: each channel with mean 0 and length 1; zeros where it is the same everywhere."""
    flat = numbers.reshape(len(numbers), -1)
    flat = flat - flat.mean(axis=1, keepdims=True)
    length = np.linalg.norm(flat, axis=1, keepdims=True)
    return np.where(length > SILENT, flat / np.maximum(length, SILENT), 0).astype(np.float32)
