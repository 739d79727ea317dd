"""What may be wrong with a dog's file."""

from __future__ import annotations

from pathlib import Path

from clevergo.app.kennel.database import KennelError
from clevergo.problem import ProblemError


class DogFileError(KennelError):
    """A dog's file cannot be written or is not what it should be."""


class FileThereError(DogFileError):
    """There is a file already where a dog was to be written, and nobody has said that it may be replaced."""

    def __init__(self, path: Path) -> None:
        super().__init__("file_there", path=path)
        self.path = path


class OddDogError(ProblemError, ValueError):
    """Something in a dog's file is not what it should be; the message says what."""
