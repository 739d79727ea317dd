"""Layers, channels and what they say, in words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial, reduce

import numpy as np
from numpy.typing import NDArray

from clevergo.app.microscope.reading import Reading, read_channel
from clevergo.app.microscope.sight import PLANES, Answer, LayerKind, SeenLayer, Sight, Silence
from clevergo.games.game import Rules
from clevergo.ui.kit.look import Words, say
from clevergo.ui.scenes.play.words import color_words, point_name
from clevergo.ui.scenes.shared.numbers import percent
from clevergo.ui.strings import MicroText, Strings, Wording

_BLOCK = re.compile(r"blocks\.(\d+)\.(conv\d)")
_KINDS = {
    None: MicroText.KIND_PLANES,
    LayerKind.CONVOLUTION: MicroText.KIND_CONVOLUTION,
    LayerKind.LINEAR: MicroText.KIND_LINEAR,
    LayerKind.MEAN: MicroText.KIND_MEAN,
    LayerKind.LARGEST: MicroText.KIND_LARGEST,
    LayerKind.JOIN: MicroText.KIND_JOIN,
}
_ANSWERS = {
    Answer.POLICY: MicroText.KIND_POLICY,
    Answer.VALUE: MicroText.KIND_VALUE,
    Answer.POINTS: MicroText.KIND_POINTS,
}
_ALIKE = 0.6
"""Correlation from which on a channel is said to look like a plane."""
_MOST_MOVES = 3
_LEAST_CHANCE = 0.005
_MOST_LISTED = 16


def figure(strings: Strings, number: float) -> str:
    """A number as short as it can be told from others: two decimals, three digits where it is small."""
    spec = ".2f" if abs(number) >= 0.1 or abs(number) < 0.0005 else ".3f"
    said = strings.figure(number, spec)
    return said.replace("-", "−") if float(f"{number:{spec}}") else strings.figure(0.0, "g")


def layer_name(layer: SeenLayer) -> Words:
    """What a layer is called; one that nobody has a word for goes by its weights' name."""
    if layer.answer is not None:
        return Wording(f"layer.answer.{layer.answer.value}")
    block = _BLOCK.fullmatch(layer.name)
    if block:
        return Wording(f"layer.blocks.{block[2]}")(n=int(block[1]) + 1)
    row = Wording(f"layer.{layer.name}")
    return lambda strings: strings.get(row) if strings.has(row.key) else layer.name


def layer_said(layer: SeenLayer) -> Words:
    """What a layer does."""
    if layer.answer is not None:
        return _ANSWERS[layer.answer]
    if layer.kind is LayerKind.CONVOLUTION and not layer.looks_around:
        return MicroText.KIND_POINTWISE if layer.is_cut else MicroText.KIND_SCORES
    return MicroText.KIND_SHORTCUT if layer.shortcut is not None else _KINDS[layer.kind]


def channels_said(layer: SeenLayer) -> Words:
    """How many channels, planes or numbers it has."""
    if not layer.has_place:
        return MicroText.NUMBERS(n=layer.channels)
    return (MicroText.PLANES if layer.name == PLANES else MicroText.CHANNELS)(n=layer.channels)


def plane_name(sight: Sight, rules: Rules, plane: int) -> Words:
    """What lies on a plane; its number where nobody has said that."""
    number = MicroText.PLANE(n=plane + 1)
    if plane >= len(sight.plane_names):
        return number
    row = Wording(f"plane.{rules.game.name}.{sight.plane_names[plane]}")
    sides = {"mover": color_words(sight.to_play), "opponent": color_words(sight.to_play.opponent)}
    return lambda strings: row(**sides)(strings) if strings.has(row.key) else number(strings)


def channel_name(sight: Sight, rules: Rules, layer: SeenLayer, channel: int) -> Words:
    """What a channel is called within its layer."""
    if layer.name == PLANES:
        return plane_name(sight, rules, channel)
    return (MicroText.CHANNEL if layer.has_place else MicroText.NUMBER)(n=channel + 1)


def place_name(sight: Sight, rules: Rules, layer: SeenLayer, channel: int) -> Words:
    """Layer and channel; of an answer, and of a plane with a name, one word is enough."""
    if layer.channels == 1:
        return layer_name(layer)
    name = channel_name(sight, rules, layer, channel)
    return name if layer.name == PLANES else MicroText.AT_LAYER(layer=layer_name(layer), channel=name)


# --- what a channel says ---------------------------------------------------------------------------------------------


def channel_said(sight: Sight, rules: Rules, layer: SeenLayer, channel: int, silence: Silence | None) -> Words:
    """A few sentences."""
    if layer.answer is Answer.POLICY:
        return _policy_said(rules, layer)
    if layer.answer is Answer.VALUE:
        value = sight.value
        chance = f"{50 * (1 + value):.0f}"
        return MicroText.SAY_VALUE(
            number=lambda strings: figure(strings, value), mover=color_words(sight.to_play), chance=chance
        )
    if not layer.has_place:
        return MicroText.SAY_NUMBER(number=lambda strings: figure(strings, float(layer.numbers[channel])))
    reading = read_channel(layer.numbers[channel], sight.stones, sight.to_play)
    if not reading.strongest:
        is_dead = silence is not None and bool(silence.channels[layer.name][channel])
        return MicroText.SAY_DEAD(n=silence.positions) if silence is not None and is_dead else MicroText.SAY_SILENT
    sentences = [_strength_said(rules, reading)]
    if layer.answer is Answer.POINTS:
        sentences = [_points_said(sight, layer)]
    elif not reading.is_even and layer.name != PLANES:
        sentences += [_means_said(sight, reading), _likeness_said(sight, rules, layer, channel)]
    elif layer.name == PLANES and not reading.is_even:
        sentences = [_plane_said(layer.numbers[channel], sentences[0])]
    return lambda strings: _joined(strings, sentences)


def _joined(strings: Strings, sentences: Iterable[Words]) -> str:
    """One after the other, as the language has it."""
    said = [text for text in (say(strings, words) for words in sentences) if text]
    return reduce(lambda first, second: strings.get(MicroText.THEN, first=first, second=second), said)


def _strength_said(rules: Rules, reading: Reading) -> Words:
    if reading.is_even:
        number = reading.strongest[0][1]
        return MicroText.SAY_EVEN(number=lambda strings: figure(strings, number))

    def points(strings: Strings) -> str:
        named = [
            strings.get(MicroText.POINT, point=rules.grid.name(point), number=figure(strings, number))
            for point, number in reading.strongest
        ]
        return strings.get(MicroText.AND).join(named)

    return MicroText.SAY_STRONGEST(points=points)


def _plane_said(plane: NDArray[np.float32], otherwise: Words) -> Words:
    """Most planes answer yes or no."""
    yes = int((plane == 1).sum())
    if yes + int((plane == 0).sum()) < plane.size:
        return otherwise
    return MicroText.SAY_YES(n=yes, points=plane.size)


def _quiet_said(reading: Reading) -> Words:
    if not reading.silent:
        return ""
    return MicroText.SAY_QUIET(n=reading.silent, points=reading.points)


def _means_said(sight: Sight, reading: Reading) -> Words:
    """What it is on stones and between them, where there are stones of both."""
    own, other, empty = reading.own, reading.other, reading.empty
    if own is None or other is None or empty is None:
        return _quiet_said(reading)
    return MicroText.SAY_MEANS(
        own=partial(figure, number=own),
        other=partial(figure, number=other),
        empty=partial(figure, number=empty),
        mover=color_words(sight.to_play),
        opponent=color_words(sight.to_play.opponent),
    )


def _likeness_said(sight: Sight, rules: Rules, layer: SeenLayer, channel: int) -> Words:
    if layer.alike is None or layer.likeness is None or abs(layer.likeness[channel]) < _ALIKE:
        return ""
    likeness = float(layer.likeness[channel])
    words = MicroText.SAY_ALIKE if likeness > 0 else MicroText.SAY_AGAINST
    return words(plane=plane_name(sight, rules, int(layer.alike[channel])), r=partial(figure, number=likeness))


def _policy_said(rules: Rules, layer: SeenLayer) -> Words:
    chances = layer.numbers.ravel()
    order = [int(point) for point in np.argsort(-chances)[:_MOST_MOVES] if chances[point] >= _LEAST_CHANCE]
    order = order or [int(chances.argmax())]

    def points(strings: Strings) -> str:
        named = [
            strings.get(MicroText.POINT, point=rules.grid.name(point), number=percent(float(chances[point])))
            for point in order
        ]
        return strings.get(MicroText.AND).join(named)

    sentences: list[Words] = [MicroText.SAY_POLICY(points=points)]
    if layer.beside is not None and len(layer.beside):
        sentences.append(MicroText.SAY_BESIDE(chance=percent(float(layer.beside.sum()))))
    return lambda strings: _joined(strings, sentences)


def _points_said(sight: Sight, layer: SeenLayer) -> Words:
    own = float((1 + layer.numbers).sum()) / 2
    return MicroText.SAY_POINTS(
        mover=color_words(sight.to_play),
        opponent=color_words(sight.to_play.opponent),
        own=f"{own:.0f}",
        other=f"{layer.numbers.size - own:.0f}",
    )


def answer_said(sight: Sight, rules: Rules, layer: SeenLayer) -> Words:
    """An answer, as short as can be."""
    if layer.answer is Answer.POLICY:
        best = int(sight.prior.argmax())
        said = partial(point_name, grid=rules.grid, action=best)
        return MicroText.BEST(move=said, chance=percent(float(sight.prior[best])))
    if layer.answer is Answer.VALUE:
        return MicroText.FOR(color=color_words(sight.to_play), said=percent((1 + sight.value) / 2))
    return MicroText.FOR(color=color_words(sight.to_play), said=f"{float((1 + layer.numbers).sum()) / 2:.0f}")


def best_moves(sight: Sight, rules: Rules) -> tuple[tuple[Words, float], ...]:
    """The moves a net likes best, as they are called, and their chances."""
    best = [int(action) for action in np.argsort(-sight.prior)[:_MOST_LISTED] if sight.prior[action] >= _LEAST_CHANCE]
    return tuple((partial(point_name, grid=rules.grid, action=one), float(sight.prior[one])) for one in best)


def point_said(rules: Rules, layer: SeenLayer, channel: int, action: int) -> Words:
    """The number of one point."""
    if not layer.has_place or action >= rules.grid.points:
        return ""
    number = float(layer.numbers[channel].flat[action])
    if layer.answer is Answer.POLICY:
        return MicroText.TIP_POINT(point=rules.grid.name(action), number=percent(number))
    return MicroText.TIP_POINT(point=rules.grid.name(action), number=partial(figure, number=number))
