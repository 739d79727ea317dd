"""The base error of what the program does without a screen."""

from __future__ import annotations

from clevergo.problem import ProblemError


class AppError(ProblemError):
    """Something a person must know; the message says what happened, why, and what to do."""
