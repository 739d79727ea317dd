"""What Paddle says, asked in a process of its own.

Our own engines and training steps are compared with Paddle's before they are trusted. That takes one batch, but a
process that has loaded Paddle for it keeps some 300 MB as long as it lives. So another process loads it, answers, and
ends. Where none can be started, Paddle is loaded here after all.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from clevergo.nn.description import NetConfig, Weights
from clevergo.nn.inference.engine import Outputs, Precision
from clevergo.nn.paddle import card
from clevergo.nn.paddle.exchange import (
    WEIGHT,
    Arrays,
    answering,
    batch_arrays,
    batch_of,
    marked,
    packed,
    unmarked,
    unpacked,
)
from clevergo.nn.paddle.program import PaddleEngine
from clevergo.nn.paddle.step import DygraphTrainStep
from clevergo.nn.training import OptimizerConfig
from clevergo.nn.training.step import Batch
from clevergo.workers.program import module_command, module_environment, run_program

logger = logging.getLogger(__name__)

CARD_PRECISIONS = (Precision.FP16, Precision.FP32)
"""What a graphics card is asked to compute in."""
_PATIENCE = 300.0
"""Seconds: Paddle may have to come from a slow disk, on a busy machine."""


def judged_by_paddle(
    config: NetConfig, size: int, threads: int, weights: Weights, planes: NDArray[np.float32]
) -> Outputs:
    """What Paddle's float32 says of ``float32[B, C, H, W]`` on boards of ``size``."""
    about = {"config": config.to_dict(), "size": size, "threads": threads}
    said = _ask("judge", about, {**marked(WEIGHT, weights), "planes": planes})
    return said["logits"], said["value"], said.get("points")


class OnCard(NamedTuple):
    """A precision on a graphics card."""

    outputs: Outputs
    seconds: float
    """How long the batch took, the fastest of several times."""


def judged_on_card(
    config: NetConfig, size: int, weights: Weights, planes: NDArray[np.float32], repeats: int
) -> dict[Precision, OnCard]:
    """What a graphics card says of ``float32[B, C, H, W]``, and how fast; nothing where Paddle sees no card.

    A card that cannot do it is as none.
    """
    about = {"config": config.to_dict(), "size": size, "repeats": repeats}
    try:
        said = _ask_outside("card", about, {**marked(WEIGHT, weights), "planes": planes})
    except (OSError, ValueError) as error:
        logger.warning("the graphics card is not used: %s", error)
        return {}
    return {
        precision: OnCard(
            (
                said[f"{precision.value} logits"],
                said[f"{precision.value} value"],
                said.get(f"{precision.value} points"),
            ),
            float(said[f"{precision.value} seconds"]),
        )
        for precision in CARD_PRECISIONS
        if f"{precision.value} logits" in said
    }


def gradients_by_paddle(
    config: NetConfig, optimizer: OptimizerConfig, threads: int, weights: Weights, batch: Batch
) -> Weights:
    """The gradients that dygraph finds for a batch, by parameter; of ``optimizer`` only the losses' weights count."""
    about = {"config": config.to_dict(), "threads": threads, "losses": optimizer.losses}
    return _ask("gradients", about, {**marked(WEIGHT, weights), **batch_arrays(batch)})


# --- the answers -----------------------------------------------------------------------------------------


def _judge(about: Mapping[str, Any], arrays: Arrays) -> Arrays:
    engine = PaddleEngine(NetConfig.from_dict(about["config"]), about["size"], False, about["threads"])
    engine.load(unmarked(WEIGHT, arrays), {})
    logits, value, points = engine.run(arrays["planes"])
    return {"logits": logits, "value": value} | ({} if points is None else {"points": points})


def _gradients(about: Mapping[str, Any], arrays: Arrays) -> Arrays:
    config, optimizer = NetConfig.from_dict(about["config"]), OptimizerConfig(**about["losses"])
    step = DygraphTrainStep(config, optimizer, unmarked(WEIGHT, arrays), about["threads"])
    return step.gradients(batch_of(arrays))[1]


def _on_card(about: Mapping[str, Any], arrays: Arrays) -> Arrays:
    if card.count() == 0:
        return {}
    said: Arrays = {}
    for precision in CARD_PRECISIONS:
        rounds = precision is not Precision.FP32
        engine = PaddleEngine(NetConfig.from_dict(about["config"]), about["size"], rounds, on_card=True)
        engine.load(unmarked(WEIGHT, arrays), {})
        outputs, best = engine.run(arrays["planes"]), float("inf")  # the first one gets it ready
        for _ in range(about["repeats"]):
            start = time.perf_counter()
            outputs = engine.run(arrays["planes"])
            best = min(best, time.perf_counter() - start)
        said |= {f"{precision.value} logits": outputs[0], f"{precision.value} value": outputs[1]}
        said[f"{precision.value} seconds"] = np.array(best)
        if outputs[2] is not None:
            said[f"{precision.value} points"] = outputs[2]
    return said


_ANSWERS: dict[str, Callable[[Mapping[str, Any], Arrays], Arrays]] = {
    "judge": _judge,
    "gradients": _gradients,
    "card": _on_card,
}


# --- between the processes -------------------------------------------------------------------------------


def _ask(question: str, about: Mapping[str, Any], arrays: Arrays) -> Arrays:
    try:
        return _ask_outside(question, about, arrays)
    except (OSError, ValueError) as error:
        logger.warning("Paddle could not be asked in a process of its own, it is loaded here: %s", error)
        return _ANSWERS[question](about, arrays)


def _ask_outside(question: str, about: Mapping[str, Any], arrays: Arrays) -> Arrays:
    command = module_command(__spec__.name, question, json.dumps(about))
    run = run_program(command, _PATIENCE, given=packed(arrays), environment=module_environment())
    if run.returncode != 0:
        raise ValueError(f"it ended with {run.returncode}: {run.stderr.decode('utf-8', 'replace')[-2000:].strip()}")
    return unpacked(run.stdout)


def main() -> None:
    """Answer the question of the command line about the arrays on standard input, on standard output."""
    with answering() as answer:
        question, about = sys.argv[1], json.loads(sys.argv[2])
        answer.write(packed(_ANSWERS[question](about, unpacked(sys.stdin.buffer.read()))))


if __name__ == "__main__":
    main()
