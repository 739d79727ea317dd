"""The file a dog travels in: a zip archive, written whole or not at all, and read as any stranger's is."""

from __future__ import annotations

import json
import os
import re
import struct
import zipfile
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from clevergo.app.desk.paths import DOG_SUFFIX
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.dogs import Dog, checked_name
from clevergo.app.kennel.messages import DogAge
from clevergo.app.kennel.travel.arrival import settle
from clevergo.app.kennel.travel.errors import DogFileError, FileThereError, OddDogError
from clevergo.app.kennel.travel.progress import Progress, ignore_progress
from clevergo.app.kennel.travel.story import MOST_AGES, Story, story_from_json, story_to_json
from clevergo.app.kennel.travel.weights import pack_weights, unpack_weights, weight_bytes
from clevergo.app.training.settings import load_dog_settings
from clevergo.files import sweep_elsewhere, writing_whole
from clevergo.games.guests import USUAL_GAME
from clevergo.nn.description import NetConfig
from clevergo.nn.earlier import brought_up
from clevergo.nn.files import WeightFile, WeightFileError, load_weights, save_weights
from clevergo.nn.growth import grown_weights
from clevergo.problem import cause_of, problem_of

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


# --- writing ---------------------------------------------------------------------------------------------


def export_dog(
    kennel: Kennel, name: str, path: Path, progress: Progress = ignore_progress, replaces: bool = True
) -> Path:
    """Write a dog, one's own or a shipped one, into one file; what was at ``path`` before is replaced at the end.

    FileThereError where something was and is not to be replaced (``replaces``). KennelError where there is no such
    dog, it has no weights yet, or the file cannot be written.
    """
    story, now = _story_of(kennel, name)
    path = path if path.suffix == DOG_SUFFIX else path.with_name(path.name + DOG_SUFFIX)
    parts: list[tuple[str, WeightFile | Path]] = [(_WEIGHTS, now)]
    parts += [(_age_name(age.games), age.weights) for age in story.past.ages]
    with DogFileError.instead_of(OSError, "file_export", path=path):
        if not replaces and path.is_file():
            raise FileThereError(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        sweep_elsewhere(path.parent, DOG_SUFFIX)  # it may be any folder, where nobody else looks
        with writing_whole(path) as unfinished, zipfile.ZipFile(unfinished, "w") as archive:
            archive.writestr(_STORY, json.dumps(story_to_json(story), ensure_ascii=False), zipfile.ZIP_DEFLATED)
            for count, (inside, weights) in enumerate(parts):
                progress(count / len(parts))
                loaded = _loaded(weights) if isinstance(weights, Path) else weights
                archive.writestr(inside, _packed(loaded, story.net))
    progress(1.0)
    return path


def _story_of(kennel: Kennel, name: str) -> tuple[Story, WeightFile]:
    """What is told of a dog, and its weights, read once.

    One that trains may have other weights, and a larger net, a moment later.
    """
    weights = _loaded(kennel.find_weights(name))
    if name in kennel.shipped:
        net = kennel.net_of_player(name)
        return Story(name_away(net), net, "", kennel.shipped[name].past(), name), weights
    dog = kennel.dog(name)
    net = replace(weights.config, size=dog.config.size)
    of_game = load_dog_settings(dog.folder, dog.config).of_game
    return Story(dog.name, net, dog.family, kennel.growth.past(dog), dog.face, dog.config, of_game), weights


def name_away(net: NetConfig) -> str:
    """What a shipped dog is called where it travels: its own name is taken everywhere."""
    return "CleverGo" if net.game == USUAL_GAME else f"CleverGo {net.game}"


def _age_name(games: int) -> str:
    return f"ages/age-{games:08d}.safetensors"


def _packed(loaded: WeightFile, net: NetConfig) -> bytes:
    """Weights as a part of an archive whose net is ``net``: those of a smaller one of former days are grown to it.

    It says what it said before, and programs that know one net for each dog can read it.
    """
    try:
        own, arrays = replace(loaded.config, size=net.size), loaded.arrays
        return pack_weights(net, arrays if own == net else grown_weights(own, arrays, net, np.random.default_rng(0)))
    except ValueError as error:
        raise DogFileError(problem_of(error)) from error


def _loaded(file: Path) -> WeightFile:
    try:
        return load_weights(file)
    except WeightFileError as error:
        raise DogFileError(error.problem) from error


# --- reading ---------------------------------------------------------------------------------------------


def import_dog(kennel: Kennel, path: Path, progress: Progress = ignore_progress, name: str = "") -> Dog:
    """Take in the dog of a file; where its name is taken it gets a number. All of it or nothing.

    With a ``name`` it is called so; DogNameError where that will not do, or is taken.

    DogFileError where the file cannot be read, or is odd in any way.
    """
    try:
        _check_directory(path)
        with zipfile.ZipFile(path) as archive:
            parts = _parts(archive)
            story = _read_story(archive, parts[_STORY])
            return _unpack(kennel, archive, parts, story, progress, name)
    except FileNotFoundError as error:
        raise DogFileError("file_missing", path=path) from error
    except OddDogError as error:
        raise DogFileError("dog_refused", name=path.name, cause=error.problem) from error
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, UnicodeDecodeError) as error:
        raise DogFileError("dog_damaged", name=path.name, cause=cause_of(error)) from error
    except OSError as error:
        raise DogFileError("dog_unwritten", path=path, cause=cause_of(error)) from error


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
        raise OddDogError("dog_directory")
    entries, length = struct.unpack_from("<HL", end, at + 10)
    if entries > MOST_AGES + 2 or length > _MOST_DIRECTORY:
        raise OddDogError("dog_files", number=entries, most=MOST_AGES + 2)


def _parts(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """Everything in the archive, by name: only what belongs into one, each once, none too large."""
    infos = archive.infolist()
    if len(infos) > MOST_AGES + 2:
        raise OddDogError("dog_files", number=len(infos), most=MOST_AGES + 2)
    if sum(info.file_size for info in infos) > MOST_BYTES:
        raise OddDogError("dog_unpacked")
    parts: dict[str, zipfile.ZipInfo] = {}
    for info in infos:
        name = info.filename
        if name not in (_STORY, _WEIGHTS) and not _AGE.fullmatch(name):
            raise OddDogError("dog_strange", name=repr(name[:80]))
        if name in parts:
            raise OddDogError("dog_twice", name=name)
        if info.flag_bits & _ENCRYPTED or info.compress_type not in _KNOWN_COMPRESSIONS:
            raise OddDogError("dog_packed", name=name)
        if info.file_size > (MOST_STORY_BYTES if name == _STORY else MOST_NET_BYTES):
            raise OddDogError("dog_part_large", name=name)
        parts[name] = info
    if missing := {_STORY, _WEIGHTS} - set(parts):
        raise OddDogError("dog_part_missing", name=", ".join(sorted(missing)))
    return parts


def _read(archive: zipfile.ZipFile, part: zipfile.ZipInfo, limit: int) -> bytes:
    """A part's bytes; what its header says of its size is not believed."""
    with archive.open(part) as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise OddDogError("dog_part_larger", name=part.filename)
    return data


def _read_story(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> Story:
    data = _read(archive, part, MOST_STORY_BYTES)
    if data.count(b"[") + data.count(b"{") > _MOST_LISTS:
        raise OddDogError("dog_long_life")
    try:
        known: Any = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise OddDogError("dog_unclear", name=_STORY, cause=cause_of(error)) from error
    return story_from_json(known)


def _unpack(
    kennel: Kennel,
    archive: zipfile.ZipFile,
    parts: dict[str, zipfile.ZipInfo],
    story: Story,
    progress: Progress,
    name: str,
) -> Dog:
    """Unpack the weights, then write the dog down."""
    net, life = story.net, story.past.life
    assert life is not None
    limit = weight_bytes(net)
    if max(limit, weight_bytes(story.adult)) > MOST_NET_BYTES:
        raise OddDogError("dog_net_large")
    if {_age_name(age.games) for age in story.past.ages} != set(parts) - {_STORY, _WEIGHTS}:
        raise OddDogError("dog_ages")

    def weights(name: str, meta: dict[str, Any]) -> WeightFile:
        arrays = unpack_weights(net, _read(archive, parts[name], limit))
        return WeightFile(net, brought_up(net, arrays) if story.is_earlier else arrays, meta)

    def put(age: DogAge, file: Path) -> None:
        save_weights(file, weights(_age_name(age.games), {"games": age.games}))

    called = checked_name(name) if name else kennel.free_name(story.name)
    dog = kennel.new_dog(called, story.adult, story.family, story.face)
    born = weights(_WEIGHTS, {"games": life.games, "positions": life.positions, "seconds": life.seconds})
    return settle(kennel, dog, born, story.past, put, progress, story.wish)
