"""The readers that are attacked: for each, real files to begin with, and what reading one comes to."""

from __future__ import annotations

import contextlib
import functools
import json
import random
import shutil
import sqlite3
import struct
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from clevergo.app.desk.library import GameReader, GameStore, summary
from clevergo.app.desk.paths import Paths
from clevergo.app.desk.settings import SettingsFile
from clevergo.app.errors import AppError
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.growth import Checkpoint as DogCheckpoint
from clevergo.app.kennel.growth import Past
from clevergo.app.kennel.travel.archive import export_dog, import_dog
from clevergo.app.kennel.travel.errors import OddDogError
from clevergo.app.kennel.travel.story import story_from_json, story_to_json
from clevergo.app.kennel.travel.weights import pack_weights, unpack_weights
from clevergo.app.tournament.book import TournamentBook
from clevergo.app.tournament.pairing import TournamentPlan
from clevergo.app.training.settings import DogSettings, load_dog_settings, save_dog_settings
from clevergo.games.formats import read_game as read_any_game
from clevergo.games.formats import write_game
from clevergo.games.go.game import GAME
from clevergo.games.go.rules import Ruleset
from clevergo.games.guests import game_named
from clevergo.games.outcome import Outcome, Termination
from clevergo.games.record import GameRecord
from clevergo.games.sgf.codec import read_game, to_sgf
from clevergo.nn.description import NetConfig, Weights, parameter_shapes
from clevergo.nn.files import WeightFile, WeightFileError, load_weights, save_weights
from clevergo.players.spec import PlayerSpec, PlayerSpecError
from clevergo.training.config import TrainingConfig
from clevergo.training.learner.store import Checkpoint, RunFolderError, RunStore
from clevergo.training.run.events import Counters
from clevergo.training.selfplay.finished import FinishedGame
from tests.attacks import evil
from tests.attacks.mutation import Mutate, mutate_bytes, mutate_json, mutate_zip, with_words

NET = NetConfig(blocks=1, channels=8, size=5)


class WrongError(Exception):
    """A reader took something in that is not what it says, or changed what it may not touch."""


class Target(ABC):
    """One kind of input."""

    name: str
    weight: float = 1.0
    """How often it is tried, beside the others."""
    mutate: Mutate = staticmethod(mutate_bytes)

    def __init__(self, folder: Path) -> None:
        """``folder`` is its own, and empty."""
        self.folder = folder
        folder.mkdir(parents=True)

    @abstractmethod
    def seeds(self, marker: Path) -> list[bytes]:
        """Real files, made by the program itself, and malicious ones, which would make ``marker``."""

    @abstractmethod
    def read(self, data: bytes) -> str:
        """Read an input as the program would; what it came to, in a word. Whatever is raised is a finding."""

    def _put(self, data: bytes, name: str) -> Path:
        path = self.folder / name
        path.write_bytes(data)
        return path


def _refused(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


# --- games -----------------------------------------------------------------------------------------------

_SGF_WORDS = (
    *("(;", ";B[", ";W[", "[]", "[aa]", "[tt]", "SZ[9]", "SZ[19]", "SZ[19:9]", "KM[", "HA[", "AB[aa:cc]", "AW[", "AE["),
    *(
        "PL[W]",
        "RE[",
        "RU[",
        "C[",
        "CA[GB18030]",
        "CA[UTF-16]",
        "GM[1]",
        "GM[3]",
        "GM[4]",
        "RU[renju]",
        "ON[swap2 ",
        "FF[4]",
        "LB[aa:1]",
        "TR[",
        "BL[",
        "OB[",
    ),
    *(
        "TM[",
        "OT[",
        "SBKV[",
        "MN[",
        "DD[",
        "VW[",
        "\\]",
        "\\\\",
        "(",
        ")",
        "))",
        "((",
        "KO[",
        "N[",
        "PB[",
        "PW[",
        "nan",
        "1e9",
    ),
)


def random_game(seed: int, size: int, moves: int) -> GameRecord:
    """A game of random moves with variations, comments and judgments."""
    rnd = random.Random(seed)
    record = GameRecord(Ruleset(size, rnd.choice((0.5, 3.5, -3.0))), black="Rex [1]", white="旺财\\")
    for _ in range(moves):
        legal = np.flatnonzero(record.position.legal_moves)
        if not len(legal):
            break
        record.play(int(rnd.choice(legal.tolist())))
        if rnd.random() < 0.1:
            record.undo(1)
    if record.outcome is None and rnd.random() < 0.5:
        record.finish(Outcome.counted(3.5, Termination.TWO_PASSES))
    return record


class Games(Target):
    """SGF files, opened and listed."""

    name = "sgf"
    weight = 4.0
    mutate = staticmethod(with_words(*_SGF_WORDS))

    def seeds(self, marker: Path) -> list[bytes]:
        made = [to_sgf(random_game(seed, size, 40)) for seed, size in enumerate((2, 5, 9, 13, 19))]
        made.append(to_sgf(GameRecord(Ruleset(9))))
        made.append(
            f"(;GM[1]SZ[9]PB[gtp:touch {marker}]PW[gtp:touch {marker}]AB[aa:cc]PL[W];W[dd](;B[ee])(;B[ef]))".encode()
        )
        made.append("(;CA[GB18030]SZ[9]PB[小黑]C[你好];B[aa]AE[aa];W[];B[tt])".encode("gb18030"))
        made.insert(
            1, b"(;GM[4]SZ[15]RU[renju]ON[swap2 two white];B[hh];W[hi];B[ii];W[gg];B[jj];W[ff](;B[kk])(;B[aa]))"
        )
        return made

    def read(self, data: bytes) -> str:
        path = self._put(data, "game.sgf")
        with contextlib.suppress(ValueError):
            summary(path)
        try:
            record, note = read_game(data)
        except ValueError as error:
            return _refused(error)
        again, _ = read_game(to_sgf(record))
        if [node.moves() for node in again.root.walk()] != [node.moves() for node in record.root.walk()]:
            raise WrongError("a game that is written and read again has other moves")
        moves, nodes = len(record.main_line()).bit_length(), sum(1 for _ in record.root.walk()).bit_length()
        return f"ok size {record.size} moves 2^{moves} nodes 2^{nodes} {record.outcome is None} {str(note or '')[:20]}"


class ForeignGames(Target):
    """Games of five in a row as its own programs write them, opened and listed."""

    name = "psq"
    weight = 2.0
    mutate = staticmethod(
        with_words(
            "Piskvorky ",
            "15x15",
            "x",
            ", 11:11, 0",
            "\r\n",
            ",",
            "1,1,0",
            "21,20,5",
            "-1",
            "rule renju 5",
            "rule ",
            "15",
        )
    )

    def seeds(self, marker: Path) -> list[bytes]:
        rnd, made = random.Random(5), []
        for size, rule in ((6, "freestyle"), (9, "standard"), (15, "renju"), (20, "freestyle")):
            record = GameRecord(game_named("five").agree({"size": size, "rule": rule})[0], "pbrain-a", "旺财")
            while record.outcome is None and record.node.ply < 60:
                record.play(int(rnd.choice(np.flatnonzero(record.position.legal_moves).tolist())))
            made.append(write_game(record, ".psq"))
        made.append(f"Piskvorky 15x15, 11:11, 1\r\n8,8,10\r\ngtp:touch {marker}\r\nb\r\n15\r\n".encode())
        return made

    def read(self, data: bytes) -> str:
        path = self._put(data, "game.psq")
        with contextlib.suppress(ValueError):
            summary(path)
        try:
            record, _ = read_any_game(data, ".psq")
        except ValueError as error:
            return _refused(error)
        with contextlib.suppress(ValueError):  # it may be another game's, with words that have no room there
            again, _ = read_any_game(write_game(record, ".psq"), ".psq")
            if (again.moves, again.rules) != (record.moves, record.rules):
                raise WrongError("a game that is written and read again is another")
        return f"ok {record.rules.size} moves 2^{len(record.moves).bit_length()} {record.outcome is None}"


class PastedGames(Target):
    """Text from the clipboard, taken for a game."""

    name = "clipboard"
    weight = 3.0
    mutate = staticmethod(with_words(*_SGF_WORDS, "http://", "\u2028", "\U0001f415"))

    def seeds(self, marker: Path) -> list[bytes]:
        return [b"look: " + to_sgf(random_game(3, 9, 12)), b"hello", "(;SZ[9];B[ee]C[围棋])".encode()]

    def read(self, data: bytes) -> str:
        reader = GameReader(GameStore(self.folder))
        reader.read(data.decode("utf-8", "surrogateescape"))
        reader.wait()
        opened = reader.poll()
        if opened is None:
            raise WrongError("nothing came of it")
        return f"ok {str(opened.note or '')[:20]}" if opened.record is not None else str(opened.error)


class Players(Target):
    """Players' short form, as settings, files and the command line hold it."""

    name = "player"
    weight = 2.0
    mutate = staticmethod(
        with_words(
            "alphago:",
            "policy:",
            "alphabeta:",
            "mcts:",
            "gtp:",
            "gomocup:timeout_turn=5 ",
            "human",
            "@",
            ":",
            "400",
            "99999999999",
            "²",
        )
    )

    def seeds(self, marker: Path) -> list[bytes]:
        return [
            b"human",
            b"mcts:400",
            b"alphago:alpha_go@1200:100",
            f"gtp:touch '{marker}'".encode(),
            "value:旺财".encode(),
        ]

    def read(self, data: bytes) -> str:
        text = data.decode("utf-8", "surrogateescape")
        try:
            spec = PlayerSpec.parse(text)
        except PlayerSpecError as error:
            return _refused(error)
        if PlayerSpec.parse(str(spec)) != spec:
            raise WrongError(f"{spec!r} reads as another player")
        return f"ok {spec.kind.value}"


# --- settings --------------------------------------------------------------------------------------------


class SettingsFiles(Target):
    """settings.json. Nothing in it may keep the program from starting."""

    name = "settings"
    weight = 0.5
    mutate = staticmethod(mutate_json)

    def seeds(self, marker: Path) -> list[bytes]:
        file = SettingsFile(self.folder / "settings.json")
        file.save(file.load())
        plain = json.loads((self.folder / "settings.json").read_bytes())
        harmful = plain | {"last_match": plain["last_match"] | {"black": f"gtp:touch {marker}", "time": [600, 5, 30.0]}}
        return [json.dumps(content).encode() for content in (plain, harmful)]

    def read(self, data: bytes) -> str:
        file = SettingsFile(self._put(data, "settings.json"))
        settings = file.load()
        odd = file.set_aside.exists()
        file.set_aside.unlink(missing_ok=True)
        file.save(settings)
        if file.load() != settings:
            raise WrongError("settings that are saved and read again are others")
        return f"ok, {'something' if odd else 'nothing'} put aside"


class DogWishes(Target):
    """training.json: how a dog is to be trained."""

    name = "training"
    weight = 0.5
    mutate = staticmethod(mutate_json)

    def seeds(self, marker: Path) -> list[bytes]:
        save_dog_settings(self.folder, DogSettings())
        return [(self.folder / "training.json").read_bytes()]

    def read(self, data: bytes) -> str:
        self._put(data, "training.json")
        settings = load_dog_settings(self.folder, NET)
        settings.training_config(NET)
        return f"ok {settings == DogSettings(net=settings.net)}"


# --- nets ------------------------------------------------------------------------------------------------


def small_weights(seed: int = 0) -> Weights:
    """Weights of a very small net."""
    rng = np.random.default_rng(seed)
    return {name: rng.normal(size=shape).astype(np.float32) for name, shape in parameter_shapes(NET).items()}


class WeightFiles(Target):
    """.pdparams: pickles, which could run code."""

    name = "pdparams"
    weight = 3.0
    mutate = staticmethod(
        with_words("clevergo", "numpy", "dtype", "_reconstruct", "cos\nsystem\n", "R", "b", "\x93", "\x8c")
    )

    def seeds(self, marker: Path) -> list[bytes]:
        path = self.folder / "net.pdparams"
        save_weights(path, WeightFile(NET, small_weights(), {"games": 3}))
        return [path.read_bytes(), *evil.pickles(marker)]

    def read(self, data: bytes) -> str:
        try:
            found = load_weights(self._put(data, "net.pdparams"))
        except WeightFileError as error:
            return f"{error.kind.name} {error.cause}"
        return f"ok {found.config.kind}"


class Tensors(Target):
    """The weights inside a dog's file."""

    name = "safetensors"
    weight = 4.0

    def seeds(self, marker: Path) -> list[bytes]:
        return [pack_weights(NET, small_weights())]

    mutate = staticmethod(
        with_words('{"', '"shape":[', '"data_offsets":[0,', '"dtype":"F64"', "__metadata__", "F32", "[8,", "1e9")
    )

    def read(self, data: bytes) -> str:
        try:
            found = unpack_weights(NET, data)
        except OddDogError as error:
            return _refused(error)
        if {name: array.shape for name, array in found.items()} != parameter_shapes(NET):
            raise WrongError("these are not the net's arrays")
        return "ok"


# --- dogs ------------------------------------------------------------------------------------------------


def _own_dog(paths: Paths, name: str = "rex") -> Kennel:
    """A kennel with one small dog that has learned something."""
    kennel = Kennel(paths)
    dog = kennel.adopt(name, NET)
    save_weights(dog.weights, WeightFile(NET, small_weights(), {"games": 5}))
    kennel.growth.note(dog.id, Past(DogCheckpoint(9.0, 5, 50, 200, dog.weights)))
    return kennel


class Stories(Target):
    """dog.json: what a dog's file tells of it."""

    name = "story"
    weight = 4.0
    mutate = staticmethod(mutate_json)

    def seeds(self, marker: Path) -> list[bytes]:
        return [_story_in(_exported(self.folder))]

    def read(self, data: bytes) -> str:
        try:
            content = json.loads(data)
        except (ValueError, RecursionError):
            return "no JSON"  # whoever calls sees to that
        try:
            story = story_from_json(content)
        except OddDogError as error:
            return _refused(error)
        story_from_json(json.loads(json.dumps(story_to_json(story))))
        return f"ok {len(story.past.news)} {len(story.past.ages)}"


@functools.cache
def _exported(folder: Path) -> bytes:
    kennel = _own_dog(Paths(folder / "home"))
    path = export_dog(kennel, "rex", folder / "rex.clevergo")
    kennel.close()
    return path.read_bytes()


def _story_in(archive: bytes) -> bytes:
    import io
    import zipfile

    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return opened.read("dog.json")


class DogFiles(Target):
    """.clevergo: a stranger's dog is taken in whole, or the kennel is as it was."""

    name = "clevergo"
    weight = 0.1
    mutate = staticmethod(functools.partial(mutate_zip, mutate_json))

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._paths = Paths(folder / "kennel")
        self._kennel = Kennel(self._paths)
        self._kennel.dogs()

    def seeds(self, marker: Path) -> list[bytes]:
        return [_exported(self.folder), *evil.archives(marker)]

    def read(self, data: bytes) -> str:
        path = self._put(data, "stranger.clevergo")
        try:
            dog = import_dog(self._kennel, path)
        except AppError as error:
            if any(self._paths.dogs.iterdir()):
                raise WrongError("a dog that was refused has a folder") from error
            return _refused(error)
        load_weights(dog.weights)
        self._kennel.cards()
        self._kennel.delete(dog.name)
        return f"ok {dog.config}"


# --- a run's files -----------------------------------------------------------------------------------------


def _finished_game() -> FinishedGame:
    recorded = 3
    return FinishedGame(
        game=GAME,
        size=5,
        start=np.array([7.0], np.float32),
        moves=np.arange(recorded, dtype=np.int16),
        plies=np.arange(recorded, dtype=np.int16),
        targets=np.zeros((recorded, 26), np.uint16),
        values=np.zeros(recorded, np.float32),
        surprises=np.zeros(recorded, np.float32),
        margin=1.0,
        owners=np.zeros(25, np.int8),
    )


def _mutate_npz(rnd: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    return mutate_zip(_mutate_npy, rnd, data, others)


def _mutate_npy(rnd: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """An array with another header, or a changed text in it where it holds JSON."""
    at = data.find(b"{", 128) if rnd.random() < 0.5 else -1
    if at > 0:
        text = mutate_json(rnd, data[at:], others)
        start = data.find(b"'shape': (")
        if start > 0:
            shape = f"'shape': ({len(text)},), }}".encode()
            head = data[:start] + shape
            return head.ljust(127) + b"\n" + text if len(head) < 128 else data[:at] + text
    return mutate_bytes(
        rnd, data, others, (b"'shape': (", b"'descr': '|O'", b"<f8", b"'fortran_order': True", b"(-1,)", b"99999999")
    )


class Checkpoints(Target):
    """A run's last checkpoint: goes on from it, or says that it cannot."""

    name = "checkpoint"
    weight = 0.5
    mutate = staticmethod(_mutate_npz)

    def seeds(self, marker: Path) -> list[bytes]:
        rng = np.random.default_rng(1)
        saved = Checkpoint(
            TrainingConfig(net=NET, size=5),
            Counters(1, 10, 40, 1.5),
            {"weights": rng.normal(size=100).astype(np.float32), "steps": np.array(1)},
            NET,
            dict(rng.bit_generator.state),
        )
        path = RunStore(self.folder / "seed").save(saved)
        return [path.read_bytes(), *evil.numpy_files(marker)]

    def read(self, data: bytes) -> str:
        folder = self.folder / "dog"
        (folder / "checkpoints").mkdir(parents=True, exist_ok=True)
        (folder / "checkpoints" / "checkpoint-00000001.npz").write_bytes(data)
        store = RunStore(folder)
        store.load_config()
        try:
            found = store.load()
        except RunFolderError as error:
            return _refused(error)
        assert found is not None
        return f"ok {len(found.step)}"


class Windows(Target):
    """A file of the replay window, and the games kept from learning."""

    name = "window"
    weight = 0.5
    mutate = staticmethod(_mutate_npz)

    def seeds(self, marker: Path) -> list[bytes]:
        store = RunStore(self.folder / "seed")
        store.append_games([_finished_game(), _finished_game()])
        return [next((self.folder / "seed" / "window").iterdir()).read_bytes(), *evil.numpy_files(marker)]

    def read(self, data: bytes) -> str:
        folder = self.folder / "dog"
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "window").mkdir(parents=True)
        for name in ("games-00000001.npz", "heldout.npz"):
            (folder / "window" / name).write_bytes(data)
        store = RunStore(folder)
        return f"ok {len(store.load_games({5: 1_000_000}))} {len(store.load_heldout())}"


class Databases(Target):
    """kennel.sqlite3, damaged or changed: everything is told or refused in words."""

    name = "kennel"
    weight = 0.1

    def seeds(self, marker: Path) -> list[bytes]:
        paths = Paths(self.folder / "home")
        kennel = _own_dog(paths)
        book = TournamentBook(paths)
        book.begin(TournamentPlan((PlayerSpec.parse("random"), PlayerSpec.parse("mcts:8")), 2, Ruleset()))
        book.close()
        kennel.close()
        with contextlib.closing(sqlite3.connect(paths.database)) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            db.execute("PRAGMA journal_mode = DELETE")
        return [paths.database.read_bytes()]

    @staticmethod
    def mutate(rnd: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
        """Mostly odd values in rows; sometimes bytes of the file."""
        if rnd.random() < 0.5:
            return mutate_bytes(rnd, data, others, (b"NULL", b"dogs", b"{", b"}", b'"', struct.pack(">d", 1e300)))
        try:
            return _with_odd_rows(rnd, data)
        except (sqlite3.Error, ValueError):
            return mutate_bytes(rnd, data, others)

    def read(self, data: bytes) -> str:
        paths = Paths(self.folder / "read")
        shutil.rmtree(paths.data, ignore_errors=True)
        paths.data.mkdir()
        paths.database.write_bytes(data)
        kennel = Kennel(paths)
        said = []
        try:
            for ask in self._questions(kennel, paths):
                try:
                    ask()
                    said.append("ok")
                except AppError as error:
                    said.append(_refused(error)[:60])
        finally:
            with contextlib.suppress(AppError):
                kennel.close()
        return " ".join(said)

    @staticmethod
    def _questions(kennel: Kennel, paths: Paths) -> Iterator[Callable[[], object]]:
        yield lambda: kennel.dogs(with_retired=True)
        yield kennel.cards
        yield lambda: kennel.find_weights("rex")
        yield lambda: kennel.growth.past(kennel.dog("rex"))
        yield lambda: kennel.growth.vitals(kennel.dog("rex").id)
        yield lambda: kennel.adopt("newcomer", NET)
        book = TournamentBook(paths)
        yield book.all
        yield book.close


_ODD = (None, "", "x", -1, 2**62, 0.5, 1e308, b"\xff\xfe", "{}", "[]", '{"kind": 5}', "\0", "小黑", "x" * 3000, "nan")


def _with_odd_rows(rnd: random.Random, data: bytes) -> bytes:
    with contextlib.closing(sqlite3.connect(":memory:")) as db:
        if not hasattr(db, "deserialize"):  # before Python 3.11
            raise ValueError
        db.deserialize(data)
        tables = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for _ in range(rnd.randrange(1, 4)):
            table = rnd.choice(tables)
            columns = [row[1] for row in db.execute(f'PRAGMA table_info("{table}")')]
            with contextlib.suppress(sqlite3.Error, OverflowError):
                db.execute(f'UPDATE "{table}" SET "{rnd.choice(columns)}" = ?', (rnd.choice(_ODD),))
        if rnd.random() < 0.1:
            db.execute(f"PRAGMA user_version = {rnd.choice((0, 1, 3, 99, -1))}")
        db.commit()
        return bytes(db.serialize())


FILES: tuple[type[Target], ...] = (
    *(Games, PastedGames, Players, SettingsFiles, DogWishes, WeightFiles, Tensors, Stories, DogFiles),
    *(Checkpoints, Windows, Databases, ForeignGames),
)
