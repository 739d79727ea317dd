"""Asks every age of the shipped dogs the set pieces and writes what they said beside them: ``models/NAME.json``.

``python -m tests.app.examine_shipped``, whenever a dog or the pieces have changed.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from clevergo.app.desk.paths import SHIPPED
from clevergo.games.guests import shipped_dogs
from clevergo.nn.files import load_weights
from clevergo.nn.inference.engine import Precision
from clevergo.nn.inference.predictor import Predictor
from clevergo.training.learner.folder import files_of_ages
from clevergo.training.moments.exam import Exam


def examined(weights: Path, games: int) -> list[dict[str, Any]]:
    """What one age says."""
    net = load_weights(weights)
    rules = net.config.played.agree({"size": net.config.size, **net.config.played.rated})[0]
    marks = Exam(rules).ask(Predictor(net, rules.size, Precision.FP32))
    return [{"games": games, "kind": mark.kind, "correct": mark.right, "guesses": list(mark.guesses)} for mark in marks]


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()  # whoever asks for help wants nothing written
    for name in shipped_dogs():
        weights = SHIPPED / "models" / f"{name}.pdparams"
        path = weights.with_suffix(".json")
        known = json.loads(path.read_text(encoding="utf-8"))
        ages = [*files_of_ages(weights.with_suffix("")), (int(known["games"]), weights)]
        known["exams"] = [row for games, file in ages for row in examined(file, games)]
        path.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
