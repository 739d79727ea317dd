"""One dog in one file: ``NAME.clevergo``, to be given to a friend.

It is a zip archive of plain things: ``dog.json`` (who it is, how it grew) and its weights, present and earlier, as
safetensors. No pickles, so opening a stranger's dog never runs a stranger's code. The reader knows every name that may
be in the archive and how large each may be; whatever is odd, it refuses the file and leaves the kennel as it was.
"""

from __future__ import annotations

import json
import math
import os
import re
import shutil
import struct
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError, deserialize
from safetensors.numpy import save

from clevergo.app.desk.paths import DOG_SUFFIX
from clevergo.app.kennel.ages import age_file
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.database import KennelError
from clevergo.app.kennel.dogs import Dog
from clevergo.app.kennel.growth import Past
from clevergo.app.kennel.story import Story, StoryError, story_from_json, story_to_json
from clevergo.files import sweep, writing_whole
from clevergo.nn.description.config import NetConfig, Weights, check_weights, parameter_shapes
from clevergo.nn.files import WeightFile, WeightFileError, load_weights, save_weights
from clevergo.players.spec import SHIPPED_DOG, at_age
from clevergo.problem import ProblemError, cause_of, problem_of

MOST_AGES = 200
MOST_STORY_BYTES = 32 * 1024 * 1024
_MOST_LISTS = 2_000_000
"""In a story, counted before it is read: an empty list is two letters in the file, and fifty bytes in memory."""
_MOST_DIRECTORY = 64 * 1024
"""Bytes of an archive's table of contents; two hundred ages take a quarter of that."""
MOST_NET_BYTES = 256 * 1024 * 1024
MOST_BYTES = 2 * 1024 * 1024 * 1024
"""Of everything in an archive, unpacked."""
_STORY, _WEIGHTS = "dog.json", "weights.safetensors"
_AGE = re.compile(r"ages/age-(\d{8})\.safetensors")
_KNOWN_COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1
_END_MARK, _END_BYTES, _MOST_COMMENT = b"PK\x05\x06", 22, 0xFFFF
"""How the last part of an archive begins, its length, and how long a remark behind it may be."""
_LOCATOR_MARK, _LOCATOR_BYTES = b"PK\x06\x07", 20
"""What stands before it in an archive of more than 4 GB, and tells of another table."""

Progress = Callable[[float], None]
"""Told the share that is done; raises :class:`Cancelled` where nobody wants the rest."""


class Cancelled(Exception):  # noqa: N818 - a wish, not an error
    """Whoever asked for something long does not want it any more."""


class DogFileError(KennelError):
    """A dog's file cannot be written or is not what it should be."""


def ignore_progress(_share: float) -> None:
    """Nobody watches."""


# --- writing ---------------------------------------------------------------------------------------------


def export_dog(kennel: Kennel, name: str, path: Path, progress: Progress = ignore_progress) -> Path:
    """Write a dog, one's own or the shipped one, into one file; what was at ``path`` before is replaced at the end.

    KennelError where there is no such dog, it has no weights yet, or the file cannot be written.
    """
    story, weights = _story_of(kennel, name)
    path = path if path.suffix == DOG_SUFFIX else path.with_name(path.name + DOG_SUFFIX)
    files = [(_WEIGHTS, weights)] + [(_age_name(age.games), age.weights) for age in story.past.ages]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        sweep(path.parent)  # it may be any folder, where nobody else looks
        with writing_whole(path) as unfinished, zipfile.ZipFile(unfinished, "w") as archive:
            archive.writestr(_STORY, json.dumps(story_to_json(story), ensure_ascii=False), zipfile.ZIP_DEFLATED)
            for count, (inside, file) in enumerate(files):
                progress(count / len(files))
                archive.writestr(inside, _packed(file, story.net))
    except OSError as error:
        raise DogFileError("file_export", path=path, cause=cause_of(error)) from error
    progress(1.0)
    return path


def _story_of(kennel: Kennel, name: str) -> tuple[Story, Path]:
    """What is told of a dog, and its weights."""
    weights = kennel.find_weights(name)
    if name == SHIPPED_DOG:
        return Story(name, kennel.net_of_player(name), "", kennel.shipped.past(), SHIPPED_DOG), weights
    dog = kennel.dog(name)
    return Story(dog.name, dog.config, dog.family, kennel.past_of(dog), dog.face), weights


def _age_name(games: int) -> str:
    return f"ages/age-{games:08d}.safetensors"


def _packed(file: Path, net: NetConfig) -> bytes:
    try:
        loaded = load_weights(file)
        return pack_weights(net, loaded.arrays)
    except (WeightFileError, ValueError) as error:
        raise DogFileError(problem_of(error)) from error


# --- reading ---------------------------------------------------------------------------------------------


def import_dog(kennel: Kennel, path: Path, progress: Progress = ignore_progress) -> Dog:
    """Take in the dog of a file; where its name is taken it gets a number. All of it or nothing.

    DogFileError where the file cannot be read, or is odd in any way.
    """
    try:
        _check_directory(path)
        with zipfile.ZipFile(path) as archive:
            parts = _parts(archive)
            story = _read_story(archive, parts[_STORY])
            return _settle(kennel, archive, parts, story, progress)
    except FileNotFoundError as error:
        raise DogFileError("file_missing", path=path) from error
    except (StoryError, TensorsError, _OddError) as error:
        raise DogFileError("dog_refused", name=path.name, cause=error.problem) from error
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, UnicodeDecodeError) as error:
        raise DogFileError("dog_damaged", name=path.name, cause=cause_of(error)) from error
    except OSError as error:
        raise DogFileError("dog_unwritten", path=path, cause=cause_of(error)) from error


class _OddError(ProblemError):
    """Something in an archive is not as it should be."""


def _check_directory(path: Path) -> None:
    """Refuse an archive whose table of contents is longer than a dog's, before it is read into memory."""
    with open(path, "rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - _END_BYTES - _MOST_COMMENT))
        end = file.read()
    at = end.rfind(_END_MARK)
    if at < 0:
        raise zipfile.BadZipFile("it has no table of contents")
    if len(end) - at < _END_BYTES or end[max(0, at - _LOCATOR_BYTES) : at].startswith(_LOCATOR_MARK):
        raise _OddError("dog_directory")
    entries, length = struct.unpack_from("<HL", end, at + 10)
    if entries > MOST_AGES + 2 or length > _MOST_DIRECTORY:
        raise _OddError("dog_files", number=entries, most=MOST_AGES + 2)


def _parts(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """Everything in the archive, by name: only what belongs into one, each once, none too large."""
    infos = archive.infolist()
    if len(infos) > MOST_AGES + 2:
        raise _OddError("dog_files", number=len(infos), most=MOST_AGES + 2)
    if sum(info.file_size for info in infos) > MOST_BYTES:
        raise _OddError("dog_unpacked")
    parts: dict[str, zipfile.ZipInfo] = {}
    for info in infos:
        name = info.filename
        if name not in (_STORY, _WEIGHTS) and not _AGE.fullmatch(name):
            raise _OddError("dog_strange", name=repr(name[:80]))
        if name in parts:
            raise _OddError("dog_twice", name=name)
        if info.flag_bits & _ENCRYPTED or info.compress_type not in _KNOWN_COMPRESSIONS:
            raise _OddError("dog_packed", name=name)
        if info.file_size > (MOST_STORY_BYTES if name == _STORY else MOST_NET_BYTES):
            raise _OddError("dog_part_large", name=name)
        parts[name] = info
    if missing := {_STORY, _WEIGHTS} - set(parts):
        raise _OddError("dog_part_missing", name=", ".join(sorted(missing)))
    return parts


def _read(archive: zipfile.ZipFile, part: zipfile.ZipInfo, limit: int) -> bytes:
    """A part's bytes; what its header says of its size is not believed."""
    with archive.open(part) as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise _OddError("dog_part_larger", name=part.filename)
    return data


def _read_story(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> Story:
    data = _read(archive, part, MOST_STORY_BYTES)
    if data.count(b"[") + data.count(b"{") > _MOST_LISTS:
        raise StoryError("dog_long_life")
    try:
        known: Any = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise StoryError("dog_unclear", name=_STORY, cause=cause_of(error)) from error
    return story_from_json(known)


def _settle(
    kennel: Kennel, archive: zipfile.ZipFile, parts: dict[str, zipfile.ZipInfo], story: Story, progress: Progress
) -> Dog:
    """Unpack the weights into a folder of its own, then write the dog down."""
    limit = weight_bytes(story.net)
    if limit > MOST_NET_BYTES:
        raise _OddError("dog_net_large")
    told = {age.games: age for age in story.past.ages}
    if {_age_name(games) for games in told} != set(parts) - {_STORY, _WEIGHTS}:
        raise _OddError("dog_ages")
    life = story.past.life
    assert life is not None
    counters = life.counters()
    meta = {name: counters[name] for name in ("games", "positions", "seconds")}
    dog = kennel.new_dog(kennel.free_name(story.name), story.net, story.family, story.face)
    try:
        age_file(dog.folder, 0).parent.mkdir(parents=True)
        arrays = unpack_weights(story.net, _read(archive, parts[_WEIGHTS], limit))
        save_weights(dog.weights, WeightFile(story.net, arrays, meta))
        save_weights(dog.birth, WeightFile(story.net, arrays, meta | {"life": counters}))
        for count, age in enumerate(told.values()):
            progress((count + 1) / (len(told) + 1))
            arrays = unpack_weights(story.net, _read(archive, parts[_age_name(age.games)], limit))
            save_weights(age_file(dog.folder, age.games), WeightFile(story.net, arrays, {"games": age.games}))
        kennel.take_in(dog, moved_past(story.past, dog))
    except BaseException:
        shutil.rmtree(dog.folder, ignore_errors=True)
        raise
    progress(1.0)
    return dog


def moved_past(past: Past, dog: Dog) -> Past:
    """Another dog's past as that of ``dog``, whose weights, present and earlier, are in its folder."""
    life = past.life and replace(past.life, weights=dog.weights, state=None)
    ages = (
        replace(age, address=at_age(dog.name, age.games), weights=age_file(dog.folder, age.games)) for age in past.ages
    )
    return replace(past, life=life, ages=tuple(ages))


# --- weights as a safetensors file: a table of names, shapes and places in JSON, then plain numbers -----------------
# It is read only after a look at its size, and only if it holds exactly the arrays of the net it is told of.

_LENGTH_BYTES = 8
_MOST_TABLE_BYTES = 1024 * 1024
_ITEM_BYTES = 4


class TensorsError(ProblemError, ValueError):
    """The bytes are no weights of that net; the message says what is odd."""


def weight_bytes(config: NetConfig) -> int:
    """The most bytes the weights of this net may take, table included."""
    numbers = sum(math.prod(shape) for shape in parameter_shapes(config).values())
    return _ITEM_BYTES * numbers + _MOST_TABLE_BYTES


def pack_weights(config: NetConfig, weights: Weights) -> bytes:
    """Weights as the content of a file."""
    check_weights(config, weights)
    arrays = {name: np.ascontiguousarray(weights[name], np.float32) for name in parameter_shapes(config)}
    return save(arrays, {"format": "clevergo"})


def unpack_weights(config: NetConfig, data: bytes) -> Weights:
    """The inverse of :func:`pack_weights`.

    TensorsError where these are not exactly the weights of such a net, or not finite numbers.
    """
    if int.from_bytes(data[:_LENGTH_BYTES], "little") > _MOST_TABLE_BYTES or len(data) > weight_bytes(config):
        raise TensorsError("dog_table")
    try:
        found = dict(deserialize(data))
    except SafetensorError as error:
        raise TensorsError("dog_table_unclear", cause=str(error)) from error
    shapes = parameter_shapes(config)
    if set(found) != set(shapes):
        raise TensorsError("dog_weights")
    weights = {}
    for name, shape in shapes.items():
        tensor = found[name]
        if tensor["dtype"] != "F32" or tuple(tensor["shape"]) != shape:
            raise TensorsError("dog_weights_damaged", name=name)
        weights[name] = np.frombuffer(tensor["data"], "<f4").reshape(shape).astype(np.float32)
        if not np.isfinite(weights[name]).all():
            raise TensorsError("dog_infinite")
    return weights
