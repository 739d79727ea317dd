"""Where files lie: the only place that knows."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from clevergo.app.errors import AppError
from clevergo.files import sweep, sweep_temporary_folders, temporary_for
from clevergo.problem import cause_of

__all__ = ["Paths"]

DATA_FOLDER_VARIABLE = "CLEVERGO_HOME"
DOG_SUFFIX = ".clevergo"
"""What ends the name of a file with a dog in it."""
DOG_SUFFIXES = (DOG_SUFFIX, ".pdparams", ".model", ".model2")
"""The same, and how files end with nets that become dogs: this program's, the original's, AlphaZero_Gomoku's."""
_PACKAGE = Path(__file__).resolve().parents[2]
_INSTALLED = _PACKAGE / "shipped"
SHIPPED = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent
"""Where ``assets`` and ``models`` lie: in the package where the program is installed (``pyproject.toml`` puts them
there), beside it where it is run from its folder."""


class DataFolderError(AppError):
    """The folder for the person's own things cannot be used."""

    def __init__(self, folder: Path, cause: OSError) -> None:
        super().__init__("data_folder", folder=folder, cause=cause_of(cause))


class _Place:
    """A place in one of the folders; asked of no folders in particular, its path within."""

    def __init__(self, *parts: str, root: str = "data") -> None:
        self._within, self._root = Path(*parts), root

    def __get__(self, paths: Paths | None, _owner: type[Paths]) -> Path:
        return self._within if paths is None else Path(getattr(paths, self._root), self._within)


def _usual_folder() -> Path:
    """The platform's place for a program's data.

    A Python of Microsoft's shop shows programs another folder in that place, which is deleted with it. So dogs live in
    the person's own folder there, but where they lived before. (That the folder is there says nothing: what is
    compiled lies in it too, as Windows makes no difference between its name and "clevergo".)
    """
    usual = platformdirs.user_data_path("CleverGo", appauthor=False)
    if sys.platform != "win32" or "WindowsApps" not in sys.base_prefix:
        return usual
    own = Path.home() / "CleverGo"
    lived_there = (usual / Paths.database).is_file() and not (own / Paths.database).is_file()
    return usual if lived_there else own


def typed_path(text: str, folder: Path | None = None) -> Path | None:
    """The path a person wrote; None where nothing is written.

    A path without a beginning starts in ``folder``, or in the person's own: where the program was started tells the
    person nothing, and may be the program's folder or Windows' own.
    """
    tidy = text.strip().strip("\"'")
    if not tidy or "\0" in tidy:
        return None
    path = Path(tidy)
    with contextlib.suppress(RuntimeError):  # ~ and a user nobody knows: a name like any other
        path = path.expanduser()
    return (folder or Path.home()) / path


@dataclass(frozen=True)
class Paths:
    """The program's folder and the person's data folder, and what lies where in them."""

    data: Path
    """Everything that belongs to the person."""
    program: Path = SHIPPED
    """Where what ships with the program lies; only read."""

    database = _Place("kennel.sqlite3")
    """The kennel's SQLite file."""
    dogs = _Place("dogs")
    """One folder per dog."""
    games = _Place("games")
    """The person's games, one SGF file each."""
    tournaments = _Place("tournaments")
    """Games of tournaments that were opened; made when the first is."""
    meetings = _Place("meetings")
    """Games over a network that could be gone on with; made when the first begins."""
    experiments = _Place("experiments")
    """One folder per experiment with its dogs; made when the first begins."""
    exports = _Place("exports")
    """Where dogs to be given away are put, and pictures and tables of experiments; made when the first is."""
    music = _Place("music")
    """Where the person puts music of their own; made when they ask for it."""
    practice = _Place("practice.json")
    """The mistakes a person practises."""
    settings = _Place("settings.json")
    """The settings file."""
    person = _Place("person.json")
    """Who plays here, and how their games ended."""
    models = _Place("models", root="program")
    """The dogs that ship with the program."""

    @classmethod
    def find(cls, data_dir: Path | None = None, environment: Mapping[str, str] | None = None) -> Paths:
        """Choose the data folder: the one asked for, else ``CLEVERGO_HOME``, else the platform's place for it."""
        variables = os.environ if environment is None else environment
        named = data_dir or variables.get(DATA_FOLDER_VARIABLE)
        folder = Path(named) if named else _usual_folder()
        return cls(folder.expanduser().absolute())

    def prepare(self) -> None:
        """Make the data folder and see that it can be written; DataFolderError where it cannot."""
        try:
            for folder in (self.data, self.dogs, self.games):
                folder.mkdir(parents=True, exist_ok=True)
            # A thread each: Windows lets nobody remove what another has open.
            probe = temporary_for(self.data / f"writable-{threading.get_ident()}")
            probe.write_bytes(b"")
            probe.unlink(missing_ok=True)
        except OSError as error:
            raise DataFolderError(self.data, error) from error

    def sweep(self) -> None:
        """Remove what those who were killed had begun to write; the first thing at a start."""
        sweep(self.data, self.games, self.exports, self.tournaments)
        sweep(self.dogs, self.experiments, below=True)
        sweep_temporary_folders()

    def shipped_weights(self, name: str) -> Path:
        """The weight file of a dog that ships with the program; may be missing in a development tree."""
        return self.models / f"{name}.pdparams"

    def database_copy(self, version: int) -> Path:
        """The kennel's file as it was before a newer program changed its tables."""
        return self.data / f"kennel.format-{version}.sqlite3"

    @property
    def places_for_files(self) -> tuple[Path, ...]:
        """Where people put files they got: looked through for dogs."""
        downloads, documents = platformdirs.user_downloads_path(), platformdirs.user_documents_path()
        return (self.exports, downloads, documents, platformdirs.user_desktop_path())
