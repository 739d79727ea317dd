"""Which search teaches best? ``python -m clevergo.bench.targets DOG SETTING ...`` measures it (docs/findings.md).

A search in self-play turns the net's policy, the prior, into a better one, the target. On positions from a dog's own
games that are still open, each setting computes its targets, and two things are asked:

- **gain**: how much better a move drawn from the target is than one drawn from the prior, where each move's value is
  that of a deeper search of the position after it;
- **price**: the Kullback-Leibler divergence of the target from the prior, in nats: what the net would have to learn;
- **noise**: the part of it that is another one each time, which the net can only average out: the divergence of a
  target from the mean of all searches of that position by that setting.

Nets err otherwise on each of a board's symmetric sides, and self-play shows them one. So the searches of a position see
it from different sides, and the judge's see each leaf from another: a search is not praised for errors it shares.

A setting is ``SIMULATIONS,CANDIDATES,C_SCALE``, such as ``16,8,0.3``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.app.desk.paths import Paths
from clevergo.app.errors import AppError
from clevergo.app.kennel.book import Kennel
from clevergo.games.game import Position, Rules
from clevergo.games.kernels import write_planes
from clevergo.nn.inference.predictor import Predictor
from clevergo.players.brain import DogBrain
from clevergo.players.protocol import PlayerError
from clevergo.search.descent import RootRule, SearchConfig
from clevergo.search.gumbel import improved_policy
from clevergo.search.mcts import Evaluator, Search, SearchResult
from clevergo.terminal import ProgressLine

_OPEN = 0.8
"""A position whose value is farther from 0 is decided."""
_LEAST_SHARE = 0.01
"""A move that no policy gives so much to is not judged; shares are taken of what is judged."""
_PLAY = SearchConfig(root_rule=RootRule.GUMBEL, considered=8, c_scale=0.4)
_PLAY_SIMULATIONS = 16


@dataclass(frozen=True)
class Setting:
    """A search of self-play."""

    simulations: int
    considered: int
    c_scale: float

    @classmethod
    def parse(cls, text: str) -> Setting:
        """From ``16,8,0.3``; raises ValueError."""
        simulations, considered, c_scale = text.split(",")
        return cls(int(simulations), int(considered), float(c_scale))

    @property
    def config(self) -> SearchConfig:
        """The settings of the search; raises ValueError where they make no sense."""
        return SearchConfig(root_rule=RootRule.GUMBEL, considered=self.considered, c_scale=self.c_scale)


@dataclass(frozen=True)
class Finding:
    """What a setting is worth; means over the positions."""

    gain: float
    """Value of a move of the target less that of a move of the prior, in [-2, 2]."""
    gain_error: float
    """Its standard error, as far as the positions go; two settings on the same positions differ less by chance."""
    price: float
    """Divergence of the target from the prior, nats."""
    noise: float
    """Divergence of the target from the mean of the position's targets, nats; n searches show n - 1 n-ths of it."""
    entropy: float
    """Of the target, nats."""


def target_of(result: SearchResult, raw_value: float, config: SearchConfig) -> NDArray[np.float64]:
    """``float64[A]``: the policy self-play would record after this search, given the net's own value for the mover."""
    actions = np.flatnonzero(result.prior > 0)
    out = np.empty(len(actions), np.float32)
    prior, visits = result.prior[actions], result.visits[actions]
    values = (result.q[actions] * visits).astype(np.float32)
    improved_policy(prior, visits, values, 0, len(actions), raw_value, config.c_visit, config.c_scale, out)
    target = np.zeros(len(result.prior))
    target[actions] = out
    return target


def divergence(target: NDArray[np.float64], prior: NDArray[np.float64]) -> float:
    """Kullback-Leibler divergence, nats: sum of target log(target / prior)."""
    some = target > 0
    return float(np.sum(target[some] * np.log(target[some] / np.maximum(prior[some], 1e-12))))


def raw_value_of(evaluator: Evaluator, position: Position) -> float:
    """The evaluator's value of a position, for the side to move."""
    prior = np.empty((1, position.rules.num_actions), np.float32)
    value = np.empty(1, np.float32)
    evaluator.evaluate(position.board, prior, value)
    return float(value[0])


def open_positions(evaluator: Evaluator, count: int, rules: Rules, rng: np.random.Generator) -> list[Position]:
    """Positions from games of the dog against itself that are not decided, at most three of a game."""
    found: list[Position] = []
    while len(found) < count:
        search = Search(evaluator, _PLAY, rng)
        position = rules.first_position()
        wanted = set(rng.integers(4, max(6, rules.grid.points * 2 // 3), 3).tolist())
        while wanted and not position.is_over and position.ply <= max(wanted):
            if position.ply in wanted and abs(raw_value_of(evaluator, position)) < _OPEN:
                found.append(position)
            position = position.play(search.run(position, _PLAY_SIMULATIONS).best_action)
    return found[:count]


class FromSide:
    """A net that sees each board turned and mirrored in one way, or in one drawn for each board."""

    def __init__(self, predictor: Predictor, rules: Rules, side: int | None, rng: np.random.Generator) -> None:
        """``side``: which of the game's symmetries, taken modulo how many there are; None: another each time."""
        self._predictor = predictor
        self._views = rules.game.symmetries(rules.size)
        self._points = rules.grid.points
        self._side = side
        self._rng = rng

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        """See :class:`clevergo.search.mcts.Evaluator`."""
        rows, shape = len(boards), self._predictor.config.shape(self._predictor.size)
        planes = np.empty((rows, shape.planes, shape.height, shape.width), np.float32)
        write_planes(boards, planes)
        sides = self._rng.integers(0, len(self._views), rows) if self._side is None else np.full(rows, self._side)
        views = self._views[sides % len(self._views)]
        flat = planes.reshape(rows, planes.shape[1], self._points)
        seen = np.take_along_axis(flat, views[:, np.newaxis, : self._points], axis=2)
        said = self._predictor.run(np.ascontiguousarray(seen.reshape(planes.shape)))
        np.put_along_axis(prior, views, said.prior, axis=1)
        value[:] = said.value


See = Callable[[int | None], Evaluator]
"""The evaluator that sees boards from one side, by its number, or from any (None)."""


class Lab:
    """Compares settings on the same positions."""

    def __init__(self, see: See, seeds: int, judge_simulations: int, rng: np.random.Generator) -> None:
        """``seeds`` searches of each position by each setting, whose targets are averaged for the gain.

        They see it from as many sides, one after the other.
        """
        self._views = [see(side) for side in range(seeds)]
        self._judge = see(None)
        self._judge_simulations = judge_simulations
        self._rng = rng

    def compare(self, position: Position, settings: Sequence[Setting]) -> list[tuple[float, float, float, float]]:
        """``(gain, price, noise, entropy)`` of each setting at one position."""
        raw = [raw_value_of(view, position) for view in self._views]
        priors = np.zeros((len(raw), position.rules.num_actions))
        means, sums = [], []
        for setting in settings:
            targets = np.zeros_like(priors)
            for i, view in enumerate(self._views):
                result = Search(view, setting.config, self._rng, leaves=1).run(position, setting.simulations)
                targets[i], priors[i] = target_of(result, raw[i], setting.config), result.prior
            mean = targets.mean(axis=0)
            price = np.mean([divergence(*pair) for pair in zip(targets, priors, strict=True)])
            noise = np.mean([divergence(target, mean) for target in targets])
            means.append(mean)
            sums.append((float(price), float(noise), float(np.mean([_entropy(target) for target in targets]))))
        prior = priors.mean(axis=0)
        judged = np.flatnonzero(np.max([prior, *means], axis=0) >= _LEAST_SHARE)
        values = np.array([self._value_after(position, int(action)) for action in judged])
        before = _mean_value(prior, judged, values)
        return [(_mean_value(mean, judged, values) - before, *rest) for mean, rest in zip(means, sums, strict=True)]

    def _value_after(self, position: Position, action: int) -> float:
        """What a move is worth to who plays it, by a deeper search."""
        after = position.play(action)
        if after.is_over:
            winner = after.outcome().winner
            return 0.0 if winner is None else 1.0 if winner is position.to_play else -1.0
        return -Search(self._judge, rng=self._rng).run(after, self._judge_simulations).value


def _mean_value(policy: NDArray[np.float64], judged: NDArray[np.int64], values: NDArray[np.float64]) -> float:
    return float(np.average(values, weights=policy[judged] + 1e-12))


def _entropy(policy: NDArray[np.float64]) -> float:
    some = policy[policy > 0]
    return float(-np.sum(some * np.log(some)))


def findings(rows: Sequence[Sequence[tuple[float, float, float, float]]]) -> list[Finding]:
    """One for each setting, from what :meth:`Lab.compare` said of each position."""
    table = np.array(rows, np.float64)
    errors = table[:, :, 0].std(axis=0, ddof=1) / np.sqrt(len(table)) if len(table) > 1 else np.full(table.shape[1], 0)
    means = table.mean(axis=0)
    return [Finding(gain, float(error), *rest) for (gain, *rest), error in zip(means, errors, strict=True)]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m clevergo.bench.targets", description="which search teaches best")
    parser.add_argument("dog", metavar="DOG", help="a dog's name, or a weight file")
    parser.add_argument("settings", metavar="SIMULATIONS,CANDIDATES,C_SCALE", nargs="+", type=Setting.parse)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seeds", type=int, default=8, help="searches of a position by each setting, a side each")
    parser.add_argument("--judge", type=int, default=160, help="simulations by which a move is judged")
    asked = parser.parse_args(arguments)
    try:
        path = Kennel(Paths.find()).find_weights(asked.dog)
        brain = DogBrain.load(asked.dog, path)
        game = brain.rules.game
        rules, _ = game.agree({**game.rated, "size": brain.rules.size})
        evaluator = brain.evaluator(rules)
    except (AppError, PlayerError) as error:
        print(f"targets: {error}", file=sys.stderr)
        return 1
    rng = np.random.default_rng(0)
    line = ProgressLine(sys.stderr, quiet_seconds=5.0)
    lab, rows = Lab(lambda side: FromSide(evaluator.predictor, rules, side, rng), asked.seeds, asked.judge, rng), []
    try:
        for position in open_positions(evaluator, asked.positions, rules, rng):
            rows.append(lab.compare(position, asked.settings))
            line.show(len(rows) / asked.positions, f"{len(rows)} of {asked.positions} positions")
    finally:
        line.end()
    print("simulations candidates c_scale    gain           price  noise  entropy")
    for setting, found in zip(asked.settings, findings(rows), strict=True):
        print(
            f"{setting.simulations:11} {setting.considered:10} {setting.c_scale:7.2f}"
            f"  {found.gain:+.4f} ± {found.gain_error:.4f}"
            f"  {found.price:5.2f}  {found.noise:5.2f}  {found.entropy:7.2f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
