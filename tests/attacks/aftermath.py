"""What a killed program has left behind: everything that was there before, whole."""

from __future__ import annotations

import contextlib
import functools
import json
import re
import sqlite3
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from clevergo.app.desk.paths import Paths
from clevergo.app.desk.settings import SettingsFile
from clevergo.app.kennel.book import Kennel
from clevergo.games.sgf.codec import from_sgf
from clevergo.nn.files import load_weights
from clevergo.training.learner.store import RunStore
from clevergo.training.run.parcels import unpack_games
from tests.window.program import is_running

_TEMPORARY = re.compile(r"\.(\d+)\.tmp$")


@dataclass
class Possessions:
    """What a data folder has been seen to hold; it may only grow."""

    dogs: set[str] = field(default_factory=set)
    games_trained: dict[str, int] = field(default_factory=dict)
    moves: dict[Path, int] = field(default_factory=dict)
    results: int = 0
    """Of tournaments."""
    leftovers: set[Path] = field(default_factory=set)
    """Temporary files whose writers are dead."""


def look_at(data: Path, before: Possessions, match: Path | None = None) -> tuple[Possessions, list[str]]:
    """What ``data`` and the folder of a ``match`` hold now, and every complaint about it."""
    now = Possessions(leftovers=set(leftovers(data)))
    complaints: list[str] = []
    paths = Paths(data)
    if not data.exists():
        return now, ["the data folder is gone"] if before.dogs else []
    games = [paths.games] + ([match] if match else [])
    for part in (_database, _dogs, functools.partial(_games, games), _settings, _exports):
        try:
            complaints += part(paths, before, now)
        except Exception as error:  # noqa: BLE001 - whatever fails is the finding
            complaints.append(f"{type(error).__name__}: {error}")
    return now, complaints


def leftovers(data: Path) -> Iterator[Path]:
    """Temporary files nobody will finish."""
    for path in data.rglob(".*.tmp"):
        found = _TEMPORARY.search(path.name)
        if found and not is_running(int(found[1])):
            yield path


def _database(paths: Paths, before: Possessions, now: Possessions) -> Iterator[str]:
    if not paths.database.exists():
        if before.dogs:
            yield "the database is gone"
        return
    with contextlib.closing(sqlite3.connect(paths.database, timeout=10.0)) as connection:
        said = [row[0] for row in connection.execute("PRAGMA integrity_check")]
        foreign = connection.execute("PRAGMA foreign_key_check").fetchall()
        tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if "tournament_games" in tables:
            now.results = connection.execute("SELECT count(*) FROM tournament_games").fetchone()[0]
    if said != ["ok"] or foreign:
        yield f"the database is damaged: {said[:3]} {foreign[:3]}"
    if now.results < before.results:
        yield f"of {before.results} tournament games {now.results} are left"


def _dogs(paths: Paths, before: Possessions, now: Possessions) -> Iterator[str]:
    kennel = Kennel(paths)
    try:
        own = sorted(dog.name for dog in kennel.dogs(with_retired=True) if not dog.is_shipped)
        now.dogs = set(own)
        if missing := before.dogs - now.dogs:
            yield f"dogs are gone: {missing}"
        for name in own:
            dog = kennel.dog(name)
            store = RunStore(dog.folder)
            found = store.load()
            now.games_trained[name] = 0 if found is None else found.counters.games
            if now.games_trained[name] < before.games_trained.get(name, 0):
                yield f"{name} had trained {before.games_trained[name]} games, now {now.games_trained[name]}"
            for weights in dog.folder.rglob("*.pdparams"):
                load_weights(weights)
            for games in dog.folder.glob("window/*.npz"):
                unpack_games(games.read_bytes())
            if unreadable := [path.name for path in dog.folder.rglob("*.unreadable")]:
                yield f"{name} has unreadable games: {unreadable}"
    finally:
        kennel.close()


def _games(folders: list[Path], _paths: Paths, before: Possessions, now: Possessions) -> Iterator[str]:
    for path in (path for folder in folders for path in folder.glob("*.sgf")):
        now.moves[path] = len(from_sgf(path.read_bytes()).main_line()) - 1
    for path, moves in before.moves.items():
        if now.moves.get(path, -1) < moves:
            yield f"{path.name} had {moves} moves, now {now.moves.get(path, 'it is gone')}"


def _settings(paths: Paths, _before: Possessions, _now: Possessions) -> Iterator[str]:
    file = SettingsFile(paths.settings)
    file.load()
    if file.set_aside.exists():
        yield "the settings cannot be understood"
    for path in paths.dogs.glob("*/training.json"):
        json.loads(path.read_text(encoding="utf-8"))


def _exports(paths: Paths, _before: Possessions, _now: Possessions) -> Iterator[str]:
    for path in paths.exports.glob("*.clevergo"):
        with zipfile.ZipFile(path) as archive:
            if archive.testzip() is not None:
                yield f"{path.name} is damaged"
