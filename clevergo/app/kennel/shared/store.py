"""Dogs in a shared place: listed, fetched, and put there, each beside a small note with its checksum.

A dog lies there as ``NAME-1a2b3c4d.clevergo``, where the digits begin its SHA-256, so nobody's dog ever takes the place
of another's. Beside it lies ``NAME-1a2b3c4d.json``, the note: it is written last, so that what has one is whole. A
listing reads notes alone. What a note says is shown, and its checksum is held against the bytes that come; who the dog
is, its own file says, which is read as any stranger's is (:mod:`clevergo.app.kennel.travel`).
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from clevergo.app.desk.paths import DOG_SUFFIX
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.dogs import Dog, DogNameError, readable_name
from clevergo.app.kennel.messages import DogInfo
from clevergo.app.kennel.shared.place import NOTE_SUFFIX, Place, StoredFile, StoreError
from clevergo.app.kennel.travel.archive import MOST_BYTES, export_dog, import_dog, name_away
from clevergo.app.kennel.travel.progress import Progress, ignore_progress
from clevergo.app.share.saving import stem_of
from clevergo.files import temporary_folder
from clevergo.games.guests import USUAL_GAME, games

_MOST_NOTE = 16 * 1024
MOST_LISTED = 300
"""Dogs of which notes are read."""
_MOST_TEXT = 100
_MOST_COUNT = 2**53
_MOST_ELO = 100_000.0
_DIGEST = re.compile(r"[0-9a-f]{64}")
_DIGITS = 8
_CHUNK = 1024 * 1024
_EXPORTING, _FETCHING = 0.5, 0.8
"""Shares of the work of putting a dog somewhere, and of bringing one home."""


@dataclass(frozen=True, kw_only=True)
class SharedDog:
    """A dog in a shared place, as its note tells of it; nothing of it is certain until its file is read."""

    file: str
    size: int
    """Bytes."""
    name: str
    sha256: str = ""
    """Of the file; empty where there is no note, or none that makes sense."""
    game: str = USUAL_GAME
    board: int = 0
    """Points along a side of the board it learned on; 0 where nobody knows."""
    net: str = ""
    games: int = 0
    seconds: float = 0.0
    rating: float | None = None
    rating_error: float | None = None
    face: str = ""

    @property
    def is_noted(self) -> bool:
        """Whether somebody has said what it is and what its bytes add up to."""
        return bool(self.sha256)


@dataclass(frozen=True)
class Listing:
    """What lies in a shared place."""

    place: str
    """Its address, as it may be shown."""
    dogs: tuple[SharedDog, ...]
    """By their names; of one name the one with more games first."""
    left_out: int = 0
    """How many more there are than are looked at."""


def list_dogs(place: Place) -> Listing:
    """Who is there. A note that makes no sense is as none; StoreError where the place cannot be looked into."""
    files = place.files()
    notes = {file.name for file in files if file.name.endswith(NOTE_SUFFIX)}
    dogs = [file for file in files if file.name.lower().endswith(DOG_SUFFIX) and file.name != DOG_SUFFIX]
    found = [_told(place, file, notes) for file in dogs[:MOST_LISTED]]
    found.sort(key=lambda dog: (dog.name.casefold(), -dog.games, dog.file))
    return Listing(place.said, tuple(found), max(0, len(dogs) - MOST_LISTED))


def find_dog(place: Place, name: str) -> SharedDog:
    """The dog of that file, or the only one of that name; StoreError where there is none, or are several."""
    listing = list_dogs(place)
    named = [dog for dog in listing.dogs if name in (dog.file, dog.file[: -len(DOG_SUFFIX)])]
    named = named or [dog for dog in listing.dogs if dog.name == name]
    if not named:
        raise StoreError("store_nobody", name=name, place=place.said)
    if len(named) > 1:
        raise StoreError("store_several", name=name, files=", ".join(dog.file for dog in named[:5]))
    return named[0]


def fetch_dog(kennel: Kennel, place: Place, dog: SharedDog, progress: Progress = ignore_progress) -> Dog:
    """Bring a dog home; where its name is taken it gets a number. All of it or nothing.

    StoreError where it is gone, too large, or not what its checksum says; DogFileError where its file is odd.
    """
    if dog.size > MOST_BYTES:
        raise StoreError("store_large", name=dog.file, place=place.said)
    with temporary_folder() as folder:
        # What it is called there is nothing that this computer has to bear.
        path = Path(folder, f"{stem_of(dog.file[: -len(DOG_SUFFIX)])}{DOG_SUFFIX}")
        digest, whole = hashlib.sha256(), max(dog.size, 1)

        def take(chunk: bytes) -> None:
            digest.update(chunk)
            with StoreError.instead_of(OSError, "store_unwritten", name=dog.file):
                file.write(chunk)

        with path.open("wb") as file:
            place.fetch(dog.file, take, MOST_BYTES, lambda done: progress(_FETCHING * min(done / whole, 1.0)))
        if dog.is_noted and digest.hexdigest() != dog.sha256:
            raise StoreError("store_checksum", name=dog.file, place=place.said)
        return import_dog(kennel, path, lambda share: progress(_FETCHING + (1 - _FETCHING) * share))


def put_dog(kennel: Kennel, place: Place, name: str, progress: Progress = ignore_progress) -> str:
    """Put a dog there, one's own or one that came with the program; returns the name of its file.

    Where the same dog at the same age is there already, nothing is done. KennelError where there is no such dog or it
    has not learned yet; StoreError where the place cannot be written to.
    """
    info = next((dog for dog in kennel.dogs(with_retired=True) if dog.name == name), None)
    if info is None:
        kennel.find_weights(name)  # which says what is wrong
        raise StoreError("store_age", name=name)
    called = name_away(kennel.net_of_player(name)) if info.is_shipped else info.name
    with temporary_folder() as folder:
        path = export_dog(kennel, name, Path(folder, f"dog{DOG_SUFFIX}"), lambda share: progress(_EXPORTING * share))
        for dog in list_dogs(place).dogs if _is_there(place) else ():
            if _is_same(dog, replace(info, name=called, face=info.face or name)):
                return dog.file
        digest, size = _sum_of(path), path.stat().st_size
        stem = f"{stem_of(called)}-{digest[:_DIGITS]}"
        place.put(
            f"{stem}{DOG_SUFFIX}",
            path,
            lambda done: progress(_EXPORTING + (1 - _EXPORTING) * done / max(size, 1)),
        )
    noted = SharedDog(
        file=f"{stem}{DOG_SUFFIX}",
        size=size,
        name=called,
        sha256=digest,
        game=info.game,
        board=info.sizes[0] if info.sizes else 0,
        net=info.net,
        games=info.games,
        seconds=info.seconds,
        rating=info.rating,
        rating_error=info.rating_error,
        face=info.face or name,
    )
    place.write(f"{stem}{NOTE_SUFFIX}", note_of(noted))
    return noted.file


def _is_there(place: Place) -> bool:
    """Whether one can look into a place; where it is not there yet, it will be made."""
    try:
        place.files()
    except StoreError:
        return False
    return True


def _is_same(dog: SharedDog, info: DogInfo) -> bool:
    same = (dog.name, dog.face, dog.games, dog.game) == (info.name, info.face, info.games, info.game)
    return dog.is_noted and same and dog.rating == info.rating


# --- notes ------------------------------------------------------------------------------------------------


def note_of(dog: SharedDog) -> bytes:
    """What lies beside a dog."""
    facts = asdict(dog)
    del facts["file"]
    return json.dumps({"format": 1, **facts}, ensure_ascii=False, indent=1).encode()


def _told(place: Place, file: StoredFile, notes: set[str]) -> SharedDog:
    """What its note says of a dog; without one that makes sense, no more than its name."""
    stem = file.name[: -len(DOG_SUFFIX)]
    plain = SharedDog(file=file.name, size=file.size, name=_shown(stem))
    note = f"{stem}{NOTE_SUFFIX}"
    if note not in notes:
        return plain
    try:
        return _read_note(file, json.loads(place.read(note, _MOST_NOTE)))
    except (StoreError, ValueError, TypeError, KeyError, RecursionError):
        return plain


def _read_note(file: StoredFile, facts: dict[str, Any]) -> SharedDog:
    """ValueError, TypeError or KeyError where it makes no sense."""
    digest, size = _text(facts["sha256"]), _count(facts["size"])
    if not _DIGEST.fullmatch(digest):
        raise ValueError("that is no SHA-256")
    game = _text(facts["game"])
    if game not in games():
        raise ValueError("a game nobody here knows")
    return SharedDog(
        file=file.name,
        size=size,
        name=_shown(_text(facts["name"])),
        sha256=digest,
        game=game,
        board=_count(facts["board"]),
        net=_text(facts["net"]),
        games=_count(facts["games"]),
        seconds=_number(facts["seconds"], 0.0, 1e10),
        rating=_rating(facts["rating"]),
        rating_error=_rating(facts["rating_error"]),
        face=_text(facts["face"]),
    )


def _shown(name: str) -> str:
    """A name that can be read; a dog that hides its own is called by a dash."""
    try:
        return readable_name(name[:_MOST_TEXT])
    except DogNameError:
        return "—"


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > _MOST_TEXT:
        raise ValueError("that is no short text")
    value.encode()  # half a character could not be shown
    return value


def _number(value: Any, least: float, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise ValueError("that is no such number")
    return float(value)


def _count(value: Any) -> int:
    return int(_number(value, 0, _MOST_COUNT))


def _rating(value: Any) -> float | None:
    return None if value is None else _number(value, -_MOST_ELO, _MOST_ELO)


def _sum_of(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()
