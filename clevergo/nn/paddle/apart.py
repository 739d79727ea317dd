"""The reference training step in a process of its own, for processes that last and are not to load Paddle.

The weights, their average and the optimizer's memory stay with who asks; the other process is told the weights with
each batch and tells the gradient. It ends with :meth:`ApartTrainStep.close`, or with who started it.
"""

from __future__ import annotations

import io
import json
import sys
from typing import Any

import numpy as np

from clevergo.nn.description import NetConfig, Weights
from clevergo.nn.paddle.exchange import Arrays, answering, batch_arrays, batch_of, receive, send
from clevergo.nn.paddle.step import DygraphTrainStep
from clevergo.nn.training import OptimizerConfig
from clevergo.nn.training.optimizer import FlatLayout
from clevergo.nn.training.step import Batch, Judgment, Losses, TrainStep
from clevergo.workers.program import PIPE, Program, module_command, module_environment

_LOSSES = "losses"


class ApartTrainStep(TrainStep):
    """Dygraph, asked elsewhere.

    Raises:
        OSError: the process cannot be started; of any step, it has ended.
    """

    name = DygraphTrainStep.name

    def __init__(self, config: NetConfig, optimizer: OptimizerConfig, weights: Weights, threads: int = 1) -> None:
        super().__init__(config, optimizer, weights)
        about = {"config": config.to_dict(), "threads": threads, "losses": optimizer.losses}
        command = module_command(__spec__.name, json.dumps(about))
        self._program = Program(command, stdin=PIPE, stdout=PIPE, environment=module_environment())
        self._to, self._from = (
            io.BufferedWriter(_raw(self._program.stdin)),
            io.BufferedReader(_raw(self._program.stdout)),
        )

    def close(self) -> None:
        """End the process."""
        self._program.kill()

    def _compute_gradient(self, batch: Batch) -> Losses:
        said = self._ask("gradient", batch)
        self._gradient[...] = said["gradient"]
        return _losses_of(said)

    def _judge(self, batch: Batch) -> tuple[Losses, Judgment]:
        said = self._ask("judge", batch)
        return _losses_of(said), Judgment(said["log_policy"], said["value"], said.get("points"))

    def _ask(self, question: str, batch: Batch) -> Arrays:
        arrays = {"question": np.array(question), "weights": self.optimizer.weights, **batch_arrays(batch)}
        try:
            send(self._to, arrays)
            said = receive(self._from)
        except BrokenPipeError:
            said = None
        if said is None:
            raise ChildProcessError(f"the process that computes with Paddle has ended with {self._program.wait(1.0)}")
        return said


def _raw(stream: Any) -> io.RawIOBase:
    assert isinstance(stream, io.RawIOBase), "a program's streams are not buffered"
    return stream


def _losses_of(said: Arrays) -> Losses:
    return Losses(*said[_LOSSES].tolist())


# --- in the other process --------------------------------------------------------------------------------


class _Teacher:
    def __init__(self, about: dict[str, Any]) -> None:
        config, optimizer = NetConfig.from_dict(about["config"]), OptimizerConfig(**about["losses"])
        layout = FlatLayout(config)
        self._step = DygraphTrainStep(config, optimizer, layout.views(layout.zeros()), about["threads"])

    def answer(self, asked: Arrays) -> Arrays:
        step, batch = self._step, batch_of(asked)
        step.optimizer.weights[...] = asked["weights"]
        if str(asked["question"]) == "judge":
            losses, said = step.judge(batch)
            arrays = {"log_policy": said.log_policy, "value": said.value}
            if said.points is not None:
                arrays["points"] = said.points
        else:
            losses, gradient = step.flat_gradient(batch)
            arrays = {"gradient": gradient}
        return arrays | {
            _LOSSES: np.array([losses.policy, losses.value, losses.points, losses.total, losses.target_entropy])
        }


def main() -> None:
    """Answer one question after the other until nobody asks any more."""
    with answering() as answers:
        teacher = _Teacher(json.loads(sys.argv[1]))
        while (asked := receive(sys.stdin.buffer)) is not None:
            send(answers, teacher.answer(asked))


if __name__ == "__main__":
    main()
