"""Dogs that travel: copied, or in one file, ``NAME.clevergo``, given to a friend.

Such a file is a zip archive of plain things: ``dog.json`` (who it is, how it grew) and its weights, present and
earlier, as safetensors. No pickles, so opening a stranger's dog never runs a stranger's code. The reader knows every
name that may be in the archive and how large each may be, and checks every value; whatever is odd, it refuses the file
and leaves the kennel as it was.
"""

from __future__ import annotations

import json
import math
import os
import re
import sqlite3
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from safetensors import SafetensorError, deserialize
from safetensors.numpy import save

from clevergo.app.desk.paths import DOG_SUFFIX
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.database import KennelError
from clevergo.app.kennel.dogs import (
    UNFINISHED,
    Dog,
    DogNameError,
    Nursery,
    checked_name,
    on_boards,
    readable_name,
    remove_folder,
)
from clevergo.app.kennel.growth import Checkpoint, Past, RatingMatch, age_file
from clevergo.app.kennel.messages import Ailment, DogAge, LossPoint, NewsKind, StrengthPoint, TrainingNews
from clevergo.app.kennel.moments import ExamMarks, KeptMoment
from clevergo.app.training.settings import DogSettings, NetSize, load_dog_settings, save_dog_settings
from clevergo.files import copy_whole, sweep_elsewhere, writing_whole
from clevergo.games.guests import USUAL_GAME, UnknownGameError
from clevergo.nn.description import NetConfig, Weights, check_weights, parameter_shapes
from clevergo.nn.files import WeightFile, WeightFileError, load_weights, save_weights
from clevergo.nn.growth import check_growth, grown_weights
from clevergo.players.spec import at_age
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


class OddDogError(ProblemError, ValueError):
    """Something in a dog's file is not what it should be; the message says what."""


def ignore_progress(_share: float) -> None:
    """Nobody watches."""


# --- copying ---------------------------------------------------------------------------------------------

_CHUNK = 1024 * 1024
_OF_ITS_OWN = ("lock", "selfplay.pdparams", UNFINISHED)
"""Files of a dog's folder that are not copied, the second of earlier versions; temporary ones begin with a dot."""


def copy_dog(kennel: Kennel, name: str, new_name: str, progress: Progress = ignore_progress) -> Dog:
    """A second dog that is as ``name`` is now and goes its own way from here; shipped ones can be copied too.

    KennelError where there is no such dog, it is in training, or the new name will not do.
    """
    tidy = checked_name(new_name)
    try:
        if name in kennel.shipped:
            past = kennel.shipped[name].past()
            assert past.life is not None
            born = load_weights(past.life.weights)
            copy = kennel.new_dog(tidy, born.config, name)
            return settle(kennel, copy, born, past, lambda age, file: copy_whole(age.weights, file), progress)
        dog = kennel.dog(name)
        copy = kennel.new_dog(tidy, dog.config, dog.family)
        try:
            with dog.resting():
                copy.begin_folder()
                _copy_folder(dog.folder, copy.folder, progress)
                with kennel.database.writing() as db:
                    kennel.enter(db, copy)
                    _copy_rows(db, dog.id, copy.id)
        except BaseException:
            remove_folder(copy.folder)
            raise
        copy.end_folder()
    except WeightFileError as error:
        raise KennelError(error.problem) from error
    except OSError as error:
        raise KennelError("dog_copy", cause=cause_of(error)) from error
    progress(1.0)
    return kennel.dog(tidy)


def _copy_folder(source: Path, target: Path, progress: Progress) -> None:
    own = (path for path in sorted(source.rglob("*")) if path.name not in _OF_ITS_OWN and not path.name.startswith("."))
    files = [path for path in own if path.is_file()]
    whole, done = max(sum(path.stat().st_size for path in files), 1), 0
    target.mkdir(parents=True, exist_ok=True)
    for path in files:
        to = target / path.relative_to(source)
        to.parent.mkdir(parents=True, exist_ok=True)
        with path.open("rb") as reading, writing_whole(to) as unfinished, unfinished.open("wb") as writing:
            while chunk := reading.read(_CHUNK):
                writing.write(chunk)
                done += len(chunk)
                progress(done / whole)


def _copy_rows(db: sqlite3.Connection, dog_id: str, copy_id: str) -> None:
    """Copy everything that goes when a dog goes: whatever tables there are."""
    tables = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    for table in tables:
        keys = db.execute(f"PRAGMA foreign_key_list({table})").fetchall()
        owner = next((key["from"] for key in keys if key["table"] == "dogs" and key["on_delete"] == "CASCADE"), None)
        if owner is None:
            continue
        columns = db.execute(f"PRAGMA table_info({table})").fetchall()
        numbered = [c["name"] for c in columns if c["pk"] and c["type"] == "INTEGER" and c["name"] == "id"]
        kept = [c["name"] for c in columns if c["name"] != owner and c["name"] not in numbered]
        names = ", ".join(kept)
        db.execute(
            f"INSERT INTO {table} ({owner}, {names}) SELECT ?, {names} FROM {table} WHERE {owner} = ? ORDER BY rowid",
            (copy_id, dog_id),
        )


def settle(
    kennel: Kennel,
    dog: Dog,
    born: WeightFile,
    past: Past,
    put: Callable[[DogAge, Path], object],
    progress: Progress,
    wish: DogSettings | None = None,
) -> Dog:
    """Write a dog down that brings another's past; ``put`` places the weights of an age. All of it or nothing.

    ``wish``: how it is to be trained, where not as usual.
    """
    life = past.life
    assert life is not None
    try:
        dog.begin_folder()
        age_file(dog.folder, 0).parent.mkdir()
        if wish is not None:
            save_dog_settings(dog.folder, wish)
        save_weights(dog.weights, born)
        save_weights(dog.birth, replace(born, meta=born.meta | {"life": life.counters()}))
        ages = []
        for count, age in enumerate(past.ages):
            progress(count / len(past.ages))
            file = age_file(dog.folder, age.games)
            put(age, file)
            ages.append(replace(age, address=at_age(dog.name, age.games), weights=file))
        kennel.take_in(dog, replace(past, life=replace(life, weights=dog.weights, state=None), ages=tuple(ages)))
    except BaseException:
        remove_folder(dog.folder)
        raise
    progress(1.0)
    return dog


# --- writing ---------------------------------------------------------------------------------------------


def export_dog(kennel: Kennel, name: str, path: Path, progress: Progress = ignore_progress) -> Path:
    """Write a dog, one's own or a shipped one, into one file; what was at ``path`` before is replaced at the end.

    KennelError where there is no such dog, it has no weights yet, or the file cannot be written.
    """
    story, now = _story_of(kennel, name)
    path = path if path.suffix == DOG_SUFFIX else path.with_name(path.name + DOG_SUFFIX)
    parts: list[tuple[str, WeightFile | Path]] = [(_WEIGHTS, now)]
    parts += [(_age_name(age.games), age.weights) for age in story.past.ages]
    with DogFileError.instead_of(OSError, "file_export", path=path):
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
        return WeightFile(net, unpack_weights(net, _read(archive, parts[name], limit)), meta)

    def put(age: DogAge, file: Path) -> None:
        save_weights(file, weights(_age_name(age.games), {"games": age.games}))

    called = checked_name(name) if name else kennel.free_name(story.name)
    dog = kennel.new_dog(called, story.adult, story.family, story.face)
    born = weights(_WEIGHTS, {"games": life.games, "positions": life.positions, "seconds": life.seconds})
    return settle(kennel, dog, born, story.past, put, progress, story.wish)


# --- what is told of a dog: who it is and how it grew, as JSON, every value checked when read ------------------------

FORMAT = 2
_FORMAT_OF_ONE_GAME = 1
"""Of dogs that play what programs of that format play, which take them in as ever."""
_MOST_ROWS = 500_000
_MOST_TEXT = 2_000
_MOST_FACE = 100
_MOST_MOMENTS, _MOST_SIDE, _MOST_SGF = 200, 25, 256 * 1024
_KIND = re.compile(r"[a-z0-9_:]+")
_MOST_FACTS = 30
_MOST_COUNT = 2**53
_SECONDS_OF_A_CENTURY = 100 * 366 * 86_400.0
_LATEST = 4_102_444_800.0
"""Unix time of the year 2100: no clock that is right says more, and every system can name the day."""
_MOST_ELO = 100_000.0

_NEW_NEWS = (NewsKind.GAME, NewsKind.PUBLISHED, NewsKind.GREW, NewsKind.NEW_AGE)
"""What programs before these did not know, and would refuse: it travels apart, where they do not look."""
_NEWER_NEWS = (NewsKind.MOMENT, NewsKind.LEARNED)
"""What programs that knew those did not know yet: it travels apart again."""
_NEWEST_NEWS = (NewsKind.MOVED,)
"""And again."""
_KNOWN_APART = (*_NEW_NEWS, *_NEWER_NEWS, *_NEWEST_NEWS)
_MOST_MOVES, _MOST_BESIDE = 1_000, 32
_CREATED = "created"
_TEXT_FACTS = frozenset({"name", "reason", "opponent", "ailment", "net", "moment", "piece", "beside"})
"""Of all that news carry; the rest are numbers."""
_NEEDED_FACTS: dict[NewsKind, tuple[str, ...]] = {
    NewsKind.RESUMED: ("games",),
    NewsKind.FILLING: ("have", "need"),
    NewsKind.CHECKPOINT: ("games",),
    NewsKind.RATED: ("opponent", "wins", "losses"),
    NewsKind.MILESTONE: ("opponent", "games"),
    NewsKind.STOPPED: ("games",),
    NewsKind.DOCTOR: ("ailment",),
    NewsKind.CURED: ("ailment",),
    NewsKind.RATE_CUT: ("ailment",),
    NewsKind.ROLLED_BACK: ("ailment", "games"),
    NewsKind.GAME: ("games", "winner", "moves"),
    NewsKind.PUBLISHED: ("stage", "games"),
    NewsKind.GREW: ("net", "games"),
    NewsKind.NEW_AGE: ("games",),
    NewsKind.MOMENT: ("moment", "games"),
    NewsKind.MOVED: ("size", "before", "games", "beside"),
    NewsKind.LEARNED: ("piece", "right", "asked", "before", "first", "games"),
}
"""What the window cannot tell these without."""

T = TypeVar("T")


@dataclass(frozen=True)
class Story:
    """A dog that travels. The weight files its ages name are the sender's; the receiver knows only the games."""

    name: str
    net: NetConfig
    """What it is now; a young dog's is a small one."""
    family: str
    past: Past
    face: str = ""
    """What its face is drawn from; empty where nobody noted it, as older programs did not."""
    becomes: NetConfig | None = None
    """What its net grows to; None: it stays as it is."""
    of_game: Mapping[str, Any] = field(default_factory=dict)
    """What its game leaves open, as it plays itself. Older programs told nothing of it."""

    @property
    def adult(self) -> NetConfig:
        """The net the dog is born for."""
        return self.becomes or self.net

    @property
    def wish(self) -> DogSettings | None:
        """How it is trained where it arrives, if not as usual; ValueError where its game cannot be played so."""
        net = self.adult
        usual = DogSettings(NetSize.of(net), game=net.game, blocks=net.blocks, channels=net.channels)
        known = {name: self.of_game[name] for name in usual.of_game if name in self.of_game}
        wish = replace(usual, of_game={**usual.of_game, **known})
        return None if wish == usual else wish


def story_to_json(story: Story) -> dict[str, Any]:
    """A JSON-ready form."""
    past, life = story.past, story.past.life
    assert life is not None
    is_usual = story.net.game == USUAL_GAME
    return {
        "format": _FORMAT_OF_ONE_GAME if is_usual else FORMAT,
        "game": story.net.game,
        "name": story.name,
        "net": story.net.to_dict(),
        "becomes": story.adult.to_dict(),
        "of_game": dict(story.of_game),
        "family": story.family,
        "face": story.face,
        "life": life.counters(),
        "losses": [astuple(point) for point in past.losses],
        "strengths": [astuple(point) for point in past.strengths],
        "news": [[n.seconds, n.kind.value, _told(n)] for n in past.news if n.kind not in _KNOWN_APART],
        "diary": [[n.seconds, n.kind.value, _told(n)] for n in past.news if n.kind in _NEW_NEWS],
        "discoveries": [[n.seconds, n.kind.value, _told(n)] for n in past.news if n.kind in _NEWER_NEWS],
        "moves": [[n.seconds, n.kind.value, _told(n)] for n in past.news if n.kind in _NEWEST_NEWS],
        "boards": [[b.games, b.seconds, b.size, list(b.beside)] for b in past.boards],
        "moments": [_moment_told(moment) for moment in past.moments],
        "exams": [[e.games, e.seconds, e.kind, e.correct, e.asked, list(e.guesses), e.created] for e in past.exams],
        "ages": [[a.games, a.seconds, a.rating, a.rating_error] for a in past.ages],
        "matches": [astuple(match) for match in past.matches],
    }


def _told(news: TrainingNews) -> dict[str, Any]:
    """What a line of the diary carries, and when it was written: among the numbers, where older programs let it be."""
    facts = news.values | ({_CREATED: news.created} if news.created else {})
    return {name: fact for name, fact in facts.items() if fact is None or isinstance(fact, (str, int, float))}


def story_from_json(data: Any) -> Story:
    """The inverse of :func:`story_to_json`; OddDogError where anything in it is not what it should be."""
    if not isinstance(data, dict):
        raise OddDogError("dog_nameless")
    version = data.get("format")
    if not isinstance(version, int) or isinstance(version, bool):
        raise OddDogError("dog_nameless")
    if version > FORMAT:
        raise OddDogError("newer_dog")
    game = _text(data.get("game", USUAL_GAME), _MOST_FACE)
    try:
        net = NetConfig.from_dict({"game": game} | data["net"])
        if net.game != game:
            raise OddDogError("dog_nonsense", cause=f"{game}, {net.game}"[:200])
        becomes = NetConfig.from_dict({"game": game} | data["becomes" if "becomes" in data else "net"])
        if becomes != net:
            check_growth(net, becomes)
        life = data["life"]
        games, positions, samples = (_count(life[name]) for name in ("games", "positions", "samples"))
        past = Past(
            Checkpoint(_time(life["seconds"]), games, positions, samples, Path()),
            _rows(data["losses"], 5, lambda r: LossPoint(_time(r[0]), _count(r[1]), *(_number(x) for x in r[2:]))),
            _rows(data["strengths"], 4, lambda r: StrengthPoint(_time(r[0]), _count(r[1]), _elo(r[2]), _elo(r[3]))),
            _diary(*(_rows(data.get(part, []), 3, _news) for part in ("news", "diary", "discoveries", "moves"))),
            _ages(data["ages"]),
            _rows(data["matches"], 8, _match),
            _each_once(_rows(data.get("moments", []), 11, _moment, _MOST_MOMENTS), lambda moment: moment.kind),
            _each_once(_rows(data.get("exams", []), 7, _exam), lambda exam: (exam.games, exam.kind)),
            _rows(data.get("boards", []), 4, lambda r: _nursery(net, r), _MOST_MOVES),
        )
        face = _text(data.get("face", ""), _MOST_FACE)
        of_game = _facts(data.get("of_game", {}))
        story = Story(readable_name(_text(data["name"])), net, _text(data["family"]), past, face, becomes, of_game)
        _ = story.wish  # or it says what is wrong
        return story
    except OddDogError:
        raise
    except UnknownGameError as error:
        raise OddDogError(error.problem) from error
    except KeyError as error:
        raise OddDogError("dog_lacks", name=str(error)) from error
    except (DogNameError, AttributeError, TypeError, ValueError, OverflowError) as error:
        cause = cause_of(error)
        raise OddDogError("dog_nonsense", cause=cause[:200] if isinstance(cause, str) else cause) from error


def _moment_told(moment: KeptMoment) -> list[Any]:
    strength, swing = moment.score or (None, None)
    when = [moment.games, moment.seconds, moment.created, moment.since]
    return [moment.kind, *when, moment.ply, moment.last, list(moment.rows), strength, swing, moment.sgf.decode("utf-8")]


def _moment(row: list[Any]) -> KeptMoment:
    """A moment; its game is read, with all care, when somebody opens it."""
    rows, score = tuple(_text(cells, _MOST_SIDE) for cells in row[7]), None
    if not 0 < len(rows) <= _MOST_SIDE or len({*map(len, rows)}) != 1 or not set("".join(rows)) <= set(".XO"):
        raise OddDogError("dog_row")
    if row[8] is not None:
        score = _elo(row[8]), _number(row[9], 0.0, 1.0)
    last = None if row[6] is None else _count(row[6])
    kind, sgf = _kind(row[0]), _text(row[10], _MOST_SGF).encode("utf-8")
    created = _number(row[3], 0.0, _LATEST)
    return KeptMoment(
        kind, _count(row[1]), _time(row[2]), created, _count(row[4]), _count(row[5]), last, rows, sgf, score
    )


def _exam(row: list[Any]) -> ExamMarks:
    correct, asked, guesses = _count(row[3]), _count(row[4]), row[5]
    if not isinstance(guesses, list) or not correct <= asked or len(guesses) != asked:
        raise OddDogError("dog_row")
    guessed, created = tuple(map(_count, guesses)), _number(row[6], 0.0, _LATEST)
    return ExamMarks(_count(row[0]), _time(row[1]), _kind(row[2]), correct, asked, guessed, created)


def _nursery(net: NetConfig, row: list[Any]) -> Nursery:
    if not isinstance(row[3], list) or len(row[3]) > _MOST_BESIDE:
        raise OddDogError("dog_row")
    size, beside = _count(row[2]), tuple(map(_count, row[3]))
    try:
        on_boards(net, size, beside)
    except KennelError as error:
        raise OddDogError(error.problem) from error
    return Nursery(_count(row[0]), _time(row[1]), size, beside)


def _kind(value: Any) -> str:
    """A word of a game's own, which this program need not know."""
    kind = _text(value, _MOST_FACE)
    if not _KIND.fullmatch(kind):
        raise OddDogError("dog_text")
    return kind


def _each_once(rows: tuple[T, ...], key: Callable[[T], object]) -> tuple[T, ...]:
    if len({key(row) for row in rows}) != len(rows):
        raise OddDogError("dog_row")
    return rows


def _match(row: list[Any]) -> RatingMatch:
    wins, draws, losses, games = (_count(value) for value in row[1:5])
    return RatingMatch(_text(row[0]), wins, draws, losses, games, _time(row[5]), _count(row[6]), _time(row[7]))


def _ages(data: Any) -> tuple[DogAge, ...]:
    def age(row: list[Any]) -> DogAge:
        rating, error = (None if value is None else _elo(value) for value in row[2:])
        return DogAge("", _count(row[0]), _time(row[1]), rating, error, Path())

    found = _rows(data, 4, age, MOST_AGES)
    games = [entry.games for entry in found]
    if games != sorted(set(games)):
        raise OddDogError("dog_age_order")
    return found


def _rows(data: Any, width: int, read: Callable[[list[Any]], T], most: int = _MOST_ROWS) -> tuple[T, ...]:
    if not isinstance(data, list) or len(data) > most:
        raise OddDogError("dog_long_life")
    if not all(isinstance(row, list) and len(row) == width for row in data):
        raise OddDogError("dog_row")
    return tuple(read(row) for row in data)


def _number(value: Any, least: float = -1e12, most: float = 1e12) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise OddDogError("dog_no_number", found=repr(str(value)[:40]))
    if not math.isfinite(value) or not least <= value <= most:
        raise OddDogError("dog_beyond", found=str(value)[:40])
    return float(value)


def _count(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise OddDogError("dog_no_whole_number", found=repr(str(value)[:40]))
    return int(_number(value, 0, _MOST_COUNT))


def _time(value: Any) -> float:
    return _number(value, 0.0, _SECONDS_OF_A_CENTURY)


def _elo(value: Any) -> float:
    return _number(value, -_MOST_ELO, _MOST_ELO)


def _text(value: Any, most: int = _MOST_TEXT) -> str:
    if not isinstance(value, str) or len(value) > most:
        raise OddDogError("dog_text")
    return value


def _news(row: list[Any]) -> TrainingNews:
    """A line of the diary, with all that telling it takes."""
    kind, facts = NewsKind(row[1]), _facts(row[2])
    if missing := [name for name in _NEEDED_FACTS.get(kind, ()) if facts.get(name) is None]:
        raise OddDogError("dog_news_lack", kind=kind.value, name=", ".join(missing))
    if any(isinstance(fact, str) is not (name in _TEXT_FACTS) for name, fact in facts.items() if fact is not None):
        raise OddDogError("dog_news_kind", kind=kind.value)
    if "ailment" in facts:
        Ailment(facts["ailment"])
    if kind is NewsKind.GAME and facts["winner"] not in (0, 1, 2):
        raise OddDogError("dog_news_kind", kind=kind.value)
    created = _number(facts.pop(_CREATED, None) or 0.0, 0.0, _LATEST)
    return TrainingNews(kind, facts, _time(row[0]), created)


def _diary(*parts: Sequence[TrainingNews]) -> tuple[TrainingNews, ...]:
    """All lines as they were written; those of programs that did not note when come first, in their order."""
    return tuple(sorted((news for part in parts for news in part), key=lambda news: news.created))


def _facts(value: Any) -> dict[str, Any]:
    """What news carry: a few short texts and numbers by name."""
    if not isinstance(value, dict) or len(value) > _MOST_FACTS:
        raise OddDogError("dog_news_much")
    return {_text(key): _text(fact) if isinstance(fact, str) else _fact(fact) for key, fact in value.items()}


def _fact(value: Any) -> Any:
    if value is None or isinstance(value, bool):
        return value
    _number(value)
    return value


# --- weights as a safetensors file: a table of names, shapes and places in JSON, then plain numbers -----------------
# It is read only after a look at its size, and only if it holds exactly the arrays of the net it is told of.

_LENGTH_BYTES = 8
_MOST_TABLE_BYTES = 1024 * 1024
_ITEM_BYTES = 4


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

    OddDogError where these are not exactly the weights of such a net, or not finite numbers.
    """
    if int.from_bytes(data[:_LENGTH_BYTES], "little") > _MOST_TABLE_BYTES or len(data) > weight_bytes(config):
        raise OddDogError("dog_table")
    try:
        found = dict(deserialize(data))
    except SafetensorError as error:
        raise OddDogError("dog_table_unclear", cause=str(error)) from error
    shapes = parameter_shapes(config)
    if set(found) != set(shapes):
        raise OddDogError("dog_weights")
    weights = {}
    for name, shape in shapes.items():
        tensor = found[name]
        if tensor["dtype"] != "F32" or tuple(tensor["shape"]) != shape:
            raise OddDogError("dog_weights_damaged", name=name)
        weights[name] = np.frombuffer(tensor["data"], "<f4").reshape(shape).astype(np.float32)
        if not np.isfinite(weights[name]).all():
            raise OddDogError("dog_infinite")
    return weights
