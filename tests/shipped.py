"""The ages that the shipped dogs come with, found as tests want them: whichever dogs these are."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

MODELS = Path(__file__).resolve().parents[1] / "models"


def known(dog: str = "alpha_go") -> dict[str, Any]:
    """What is known of a dog."""
    found: dict[str, Any] = json.loads((MODELS / f"{dog}.json").read_text(encoding="utf-8"))
    return found


def age_after(seconds: float, dog: str = "alpha_go") -> int:
    """How many games it had played at the age nearest to so many seconds of training, as a ratio."""
    ages = [age for age in known(dog)["ages"] if age["seconds"]]
    return int(min(ages, key=lambda age: abs(math.log(age["seconds"] / seconds)))["games"])


def rating_at(games: int, dog: str = "alpha_go") -> float:
    """Its rating at an age."""
    return float(next(age["rating"] for age in known(dog)["ages"] if age["games"] == games))
