"""What may be wrong with a dog's file."""

from __future__ import annotations

from clevergo.app.kennel.database import KennelError
from clevergo.problem import ProblemError


class DogFileError(KennelError):
    """A dog's file cannot be written or is not what it should be."""


class OddDogError(ProblemError, ValueError):
    """Something in a dog's file is not what it should be; the message says what."""
