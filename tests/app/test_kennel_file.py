"""A dog travels in one file and is the same dog there; a file that is odd in any way is refused, whole."""

from __future__ import annotations

import contextlib
import errno
import io
import json
import os
import pickle
import struct
import threading
import time
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clevergo import files
from clevergo.app.desk.paths import Paths
from clevergo.app.errors import AppError
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.database import KennelError
from clevergo.app.kennel.dogs import Dog
from clevergo.app.kennel.growth import Checkpoint, Past, RatingMatch
from clevergo.app.kennel.messages import LossPoint, NewsKind, StrengthPoint, TrainingNews
from clevergo.app.kennel.moments import ExamMarks, KeptMoment
from clevergo.app.kennel.tasks import KennelWork, Task, TaskSnapshot, TaskState
from clevergo.app.kennel.travel.archive import export_dog, import_dog
from clevergo.app.kennel.travel.copying import copy_dog
from clevergo.app.kennel.travel.errors import DogFileError, OddDogError
from clevergo.app.kennel.travel.progress import Cancelled
from clevergo.app.kennel.travel.weights import pack_weights, unpack_weights
from clevergo.app.training.settings import DogSettings, Newborn, load_dog_settings, save_dog_settings
from clevergo.nn.description import NetConfig, initial_weights
from clevergo.nn.earlier import brought_up
from clevergo.nn.files import WeightFile, load_weights, save_weights
from clevergo.nn.inference.engine import Precision
from clevergo.nn.inference.predictor import Predictor
from clevergo.training.learner.folder import age_file
from clevergo.training.learner.store import RunStore
from tests.patience import PATIENCE
from tests.test_leftovers import a_dead_process, left_by

NET = NetConfig(blocks=1, channels=8)
WIDE = replace(NET, channels=16)
"""What such a net may grow up to."""


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "数据 data", tmp_path / "program")


@pytest.fixture
def kennel(paths: Paths) -> Kennel:
    return Kennel(paths)


def weights(seed: int, net: NetConfig = NET) -> WeightFile:
    return WeightFile(net, initial_weights(net, np.random.default_rng(seed)))


def grown_dog(kennel: Kennel, name: str = "小黑 🐶") -> Dog:
    """A dog with a past: two ages, curves, news."""
    dog = kennel.adopt(name, NET)
    age_file(dog.folder, 500).parent.mkdir()
    for seed, games in enumerate((500, 800)):
        save_weights(age_file(dog.folder, games), weights(seed))
    save_weights(dog.weights, weights(9))
    kennel.growth.note(dog.id, Past(Checkpoint(99.5, 1000, 80_000, 300_000, dog.weights)))
    kennel.growth.note_ages(dog.id, 70.0)
    kennel.growth.note(
        dog.id,
        Past(
            losses=(LossPoint(1.0, 100, 4.0, 1.0, 2.0),),
            strengths=(StrengthPoint(50.0, 400, 200.0, 60.0),),
            news=(TrainingNews(NewsKind.MILESTONE, {"opponent": "mcts:30", "games": 400}, 60.0),),
        ),
    )
    kennel.growth.note(dog.id, Past(matches=(RatingMatch("mcts:100", 6, 1, 3, 400, 50.0, 100, 1_700_000_000.0),)))
    return dog


def files_of(kennel: Kennel, paths: Paths) -> set[str]:
    return {path.name for path in paths.dogs.iterdir()} if paths.dogs.exists() else set()


# --- a file goes to a friend and comes back ------------------------------------------------------------------


def test_a_dog_is_the_same_where_it_arrives(kennel: Kennel, tmp_path: Path) -> None:
    dog = grown_dog(kennel)
    path = export_dog(kennel, dog.name, tmp_path / "out" / "dog")
    assert path.name == "dog.clevergo"
    friend = Kennel(Paths(tmp_path / "friend", tmp_path / "program"))
    there = import_dog(friend, path)
    assert (there.name, there.config) == (dog.name, NET)
    assert friend.growth.past(there).strengths == kennel.growth.past(dog).strengths
    assert friend.growth.past(there).losses == kennel.growth.past(dog).losses
    assert friend.growth.past(there).news == kennel.growth.past(dog).news
    assert friend.growth.rating_matches(there.id) == kennel.growth.rating_matches(dog.id) != []
    assert [(a.address, a.games, a.seconds) for a in friend.ages_of(dog.name)] == [
        (f"{dog.name}@500", 500, 70.0),
        (f"{dog.name}@800", 800, 70.0),
    ]
    info = friend.dogs()[0]
    assert (info.games, info.seconds, info.rating) == (1000, 99.5, 200.0)
    for name in (dog.name, f"{dog.name}@500"):
        ours, theirs = load_weights(kennel.find_weights(name)), load_weights(friend.find_weights(name))
        assert all(np.array_equal(ours.arrays[key], theirs.arrays[key]) for key in ours.arrays)
    assert load_weights(there.birth).meta["life"] == {
        "games": 1000,
        "positions": 80_000,
        "samples": 300_000,
        "seconds": 99.5,
    }


@pytest.mark.parametrize(("size", "format_told"), [(9, 1), (13, 3)])
def test_a_dog_of_an_earlier_program_says_what_it_said_there(
    kennel: Kennel, tmp_path: Path, size: int, format_told: int
) -> None:
    """That program wrote komi in another unit on larger boards, and refuses the dogs whose nets read it in today's."""
    net = replace(NET, size=size)
    dog = kennel.adopt("pup", net)
    save_weights(dog.weights, weights(1, net))
    age_file(dog.folder, 500).parent.mkdir()
    save_weights(age_file(dog.folder, 500), weights(2, net))
    kennel.growth.note(dog.id, Past(Checkpoint(9.5, 1000, 80_000, 300_000, dog.weights)))
    kennel.growth.note_ages(dog.id, 7.0)
    path = export_dog(kennel, dog.name, tmp_path / "dog")
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    assert json.loads(parts["dog.json"])["format"] == format_told
    earlier = tmp_path / "earlier.clevergo"
    earlier.write_bytes(packed(told(parts, lambda story: story.update(format=1))))
    friend = Kennel(Paths(tmp_path / "friend", tmp_path / "program"))
    now, then = import_dog(friend, path), import_dog(friend, earlier)
    ours, aged = load_weights(dog.weights).arrays, load_weights(age_file(dog.folder, 500)).arrays
    for there, expected, expected_aged in ((now, ours, aged), (then, brought_up(net, ours), brought_up(net, aged))):
        files_there = (there.weights, expected), (there.birth, expected), (age_file(there.folder, 500), expected_aged)
        for file, arrays in files_there:
            read = load_weights(file).arrays
            assert all(np.array_equal(read[key], arrays[key]) for key in arrays)


def test_whoever_gives_a_dog_away_touches_nothing_else_in_that_folder(kennel: Kennel, tmp_path: Path) -> None:
    dog = grown_dog(kennel)
    others = left_by(a_dead_process(), tmp_path / "out" / "thesis.doc")
    os.utime(others, (1e9, 1e9))
    export_dog(kennel, dog.name, tmp_path / "out" / "dog")
    assert others.exists()


ADULT = NetConfig(blocks=2, channels=16)


def growing_dog(kennel: Kennel, is_grown: bool = False) -> Dog:
    """A dog born for a larger net than it had at 500 games, and has now unless it ``is_grown``."""
    dog = grown_dog(kennel)
    with kennel.database.writing() as db:
        db.execute("UPDATE dogs SET net = ?", (json.dumps(ADULT.to_dict()),))
    if is_grown:
        for file in (dog.weights, age_file(dog.folder, 800)):
            save_weights(file, weights(9, ADULT))
    return kennel.dog(dog.name)


def test_a_young_dog_arrives_with_its_small_net_and_may_still_grow(kennel: Kennel, tmp_path: Path) -> None:
    dog = growing_dog(kennel)
    path = export_dog(kennel, dog.name, tmp_path / "dog")
    friend = Kennel(Paths(tmp_path / "friend", tmp_path / "program"))
    there = import_dog(friend, path)
    assert there.config == dog.config == ADULT
    for name in (dog.name, f"{dog.name}@500"):
        ours, theirs = load_weights(kennel.find_weights(name)), load_weights(friend.find_weights(name))
        assert theirs.config == NET
        assert all(np.array_equal(ours.arrays[key], theirs.arrays[key]) for key in ours.arrays)
    born = RunStore(there.folder).load_birth(there.config)
    assert born is not None
    assert born.config == NET
    again = import_dog(kennel, export_dog(friend, there.name, tmp_path / "back"))
    assert (again.config, load_weights(again.weights).config) == (ADULT, NET)


def test_what_a_grown_dog_said_when_it_was_small_it_says_where_it_arrives(kennel: Kennel, tmp_path: Path) -> None:
    dog = growing_dog(kennel, is_grown=True)
    friend = Kennel(Paths(tmp_path / "friend", tmp_path / "program"))
    there = import_dog(friend, export_dog(kennel, dog.name, tmp_path / "dog"))
    assert there.config == ADULT
    planes = np.random.default_rng(0).integers(0, 2, (4, NET.planes, 9, 9)).astype(np.float32)
    for name in (dog.name, f"{dog.name}@500", f"{dog.name}@800"):
        ours, theirs = load_weights(kennel.find_weights(name)), load_weights(friend.find_weights(name))
        assert theirs.config == ADULT
        before, after = (Predictor(file, 9, Precision.FP32).run(planes) for file in (ours, theirs))
        np.testing.assert_allclose(after.prior, before.prior, atol=1e-6)
        np.testing.assert_allclose(after.value, before.value, atol=1e-6)


@pytest.mark.parametrize(
    ("net", "of_game"),
    [
        (replace(NET, game="five", size=9), {"rule": "renju", "row": 4}),
        (replace(NET, game="five", size=15), {"rule": "all", "row": 5}),
        (NET, {"komi": 5.5}),
        (NET, {"komi": 7.0}),
    ],
)
def test_where_it_arrives_it_plays_itself_by_the_rules_it_learned(
    kennel: Kennel, tmp_path: Path, net: NetConfig, of_game: dict[str, Any]
) -> None:
    dog = kennel.adopt("规矩", net)
    save_weights(dog.weights, weights(3, net))
    kennel.growth.note(dog.id, Past(Checkpoint(9.0, 10, 800, 3_000, dog.weights)))
    save_dog_settings(dog.folder, replace(load_dog_settings(dog.folder, net), of_game=of_game, seed=7))
    friend = Kennel(Paths(tmp_path / "friend", tmp_path / "program"))
    there = import_dog(friend, export_dog(kennel, dog.name, tmp_path / "dog"))
    assert load_dog_settings(there.folder, there.config).of_game == of_game
    work = KennelWork(friend, Paths(tmp_path / "friend", tmp_path / "program"))
    told = work.settings_of("规矩@10")
    assert told is not None
    assert (told.of_game, told.blocks, told.channels) == (of_game, net.blocks, net.channels)
    assert work.settings_of("nobody") is None


def test_a_file_that_older_programs_wrote_stays_with_the_net_it_tells_of(
    kennel: Kennel, parts: dict[str, bytes], tmp_path: Path
) -> None:
    path = tmp_path / "old.clevergo"
    path.write_bytes(packed(told(parts, lambda story: (story.pop("becomes"), story.pop("of_game")))))
    there = import_dog(kennel, path)
    assert there.config == NET
    assert load_dog_settings(there.folder, NET).of_game == DogSettings().of_game


LIFE = (
    TrainingNews(NewsKind.STARTED, {"name": "小黑"}, 0.0),
    TrainingNews(NewsKind.MILESTONE, {"opponent": "mcts:100", "games": 410}, 61.0, 1_763_700_000.0),
    TrainingNews(NewsKind.GAME, {"games": 411, "winner": 2, "margin": 6.5, "moves": 87}, 62.0, 1_763_700_001.5),
    TrainingNews(NewsKind.PUBLISHED, {"stage": 3, "games": 411, "explained": None}, 63.0, 1_763_700_002.0),
    TrainingNews(NewsKind.GREW, {"net": "5x64", "games": 412}, 64.0, 1_763_700_003.0),
    TrainingNews(NewsKind.CHECKPOINT, {"games": 412, "samples": 9}, 65.0, 1_763_700_004.0),
    TrainingNews(NewsKind.NEW_AGE, {"games": 412}, 66.0, 1_763_700_005.0),
    TrainingNews(NewsKind.MOMENT, {"moment": "ko", "games": 413, "since": 0}, 67.0, 1_763_700_006.0),
)
MOMENTS = (
    KeptMoment("ko", 413, 67.0, 1_763_700_006.0, 0, 2, 3, ("X..", ".O.", "..."), b"(;SZ[3];B[aa];W[bb])"),
    KeptMoment("best", 413, 67.0, 1_763_700_007.0, 0, 1, 0, ("X..", "...", "..."), b"(;SZ[3];B[aa])", (535.0, 0.8)),
)
EXAMS = (ExamMarks(0, 0.0, "save", 1, 2, (4, 80), 1_763_700_000.0), ExamMarks(413, 67.0, "save", 2, 2, (5, 7)))


def test_the_diary_travels_along_with_its_times_and_older_programs_take_the_dog_in_all_the_same(
    kennel: Kennel, tmp_path: Path
) -> None:
    dog = grown_dog(kennel)
    kennel.growth.note(dog.id, Past(news=LIFE))
    file = export_dog(kennel, dog.name, tmp_path / "friend")
    friend = Kennel(Paths(tmp_path / "elsewhere", tmp_path / "program"))
    there = import_dog(friend, file)
    first = kennel.growth.past(dog).news[0]  # nobody noted when
    assert friend.growth.past(there).news == (first, *LIFE)
    with zipfile.ZipFile(file) as archive:
        story = json.loads(archive.read("dog.json"))
    known = {"started", "milestone", "checkpoint"}
    assert {kind for _, kind, _ in story["news"]} == known
    assert not (known | {"moment"}) & {kind for _, kind, _ in story["diary"]}


def test_every_kind_of_news_is_told_where_programs_that_know_it_have_always_looked(
    kennel: Kennel, tmp_path: Path
) -> None:
    """Whoever moves one elsewhere can read no file of earlier programs."""
    learned = {"piece": "save", "right": 9, "asked": 10, "before": 3, "first": 0, "games": 414}
    moved = {"size": 13, "before": 9, "games": 415, "beside": "9"}
    later = (
        TrainingNews(NewsKind.LEARNED, learned, 68.0, 1_763_700_007.0),
        TrainingNews(NewsKind.MOVED, moved, 69.0, 1_763_700_008.0),
    )
    dog = grown_dog(kennel)
    kennel.growth.note(dog.id, Past(news=(*LIFE, *later)))
    with zipfile.ZipFile(export_dog(kennel, dog.name, tmp_path / "dog.clevergo")) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    story = json.loads(parts["dog.json"])
    assert {part: {kind for _, kind, _ in story[part]} for part in ("diary", "discoveries", "moves")} == {
        "diary": {"game", "published", "grew", "new_age"},
        "discoveries": {"moment", "learned"},
        "moves": {"moved"},
    }
    old = tmp_path / "old.clevergo"  # of a program that knew of no moves yet
    old.write_bytes(packed(told(parts, lambda story: story.pop("moves"))))
    friend = Kennel(Paths(tmp_path / "elsewhere", tmp_path / "program"))
    assert friend.growth.past(import_dog(friend, old)).news[1:] == (*LIFE, *later[:1])


def test_where_it_grew_up_travels_along_and_is_copied(kennel: Kennel, tmp_path: Path) -> None:
    dog = grown_dog(kennel)
    kennel.move(dog.name, 13, (9, 7))
    dog = kennel.dog(dog.name)
    friend = Kennel(Paths(tmp_path / "elsewhere", tmp_path / "program"))
    there = friend.dog(import_dog(friend, export_dog(kennel, dog.name, tmp_path / "friend")).name)
    copy = kennel.dog(copy_dog(kennel, dog.name, "second").name)
    for other in (there, copy):
        assert (other.config, other.boards) == (dog.config, dog.boards)
        assert other.sizes == (13, 9, 7, *dog.sizes[3:])
    assert friend.growth.past(there).news[-1] == kennel.growth.past(dog).news[-1]


def test_moments_and_what_it_knew_travel_along_and_are_copied(kennel: Kennel, tmp_path: Path) -> None:
    dog = grown_dog(kennel)
    kennel.growth.note(dog.id, Past(moments=MOMENTS, exams=EXAMS))
    friend = Kennel(Paths(tmp_path / "elsewhere", tmp_path / "program"))
    there = import_dog(friend, export_dog(kennel, dog.name, tmp_path / "friend"))
    copy = copy_dog(kennel, dog.name, "second")
    for past in (friend.growth.past(there), kennel.growth.past(copy)):
        assert past.moments == MOMENTS
        assert past.exams == EXAMS


def test_a_dog_keeps_its_face_wherever_it_goes(kennel: Kennel, tmp_path: Path) -> None:
    dog = grown_dog(kennel)
    face = kennel.dogs()[0].face
    friend = Kennel(Paths(tmp_path / "friend", tmp_path / "program"))
    there = import_dog(friend, export_dog(kennel, dog.name, tmp_path / "there.clevergo"))
    assert friend.dogs()[0].face == face
    friend.rename(there.name, "旺财")
    import_dog(kennel, export_dog(friend, "旺财", tmp_path / "back.clevergo"))
    assert [info.face for info in kennel.dogs()] == [face, face]
    assert kennel.dog("旺财").created > dog.created
    kennel.adopt("another")
    assert kennel.dogs()[0].face != face


def test_a_file_of_an_older_program_gives_its_dog_a_face_of_its_own(
    kennel: Kennel, parts: dict[str, bytes], tmp_path: Path
) -> None:
    path = tmp_path / "old.clevergo"
    path.write_bytes(packed(told(parts, lambda story: story.pop("face"))))
    dogs = [import_dog(kennel, path), import_dog(kennel, path)]
    assert [dog.face for dog in dogs] == [repr(dog.created) for dog in dogs]


def test_a_name_that_is_taken_gets_a_number(kennel: Kennel, tmp_path: Path) -> None:
    dog = grown_dog(kennel, "x" * 40)
    path = export_dog(kennel, dog.name, tmp_path / "dog.clevergo")
    assert import_dog(kennel, path).name == "x" * 38 + " 2"
    assert import_dog(kennel, path).name == "x" * 38 + " 3"


def ship(paths: Paths, name: str, net: NetConfig) -> Path:
    """Have a dog lie where those lie that ship with the program; where its one age does, before its net grew."""
    ages = paths.models / name
    ages.mkdir(parents=True)
    save_weights(paths.shipped_weights(name), weights(1, net))
    save_weights(ages / "age-00012000.pdparams", weights(2, replace(net, channels=8)))
    (paths.models / f"{name}.json").write_text(
        """{"net": "1x8", "games": 20000, "positions": 1600000, "seconds": 7200,
        "strengths": [{"seconds": 60, "games": 100, "rating": 350, "error": 40}]}"""
    )
    return ages


@pytest.mark.parametrize(
    ("name", "net", "away"),
    [("alpha_go", WIDE, "CleverGo"), ("alpha_five", replace(WIDE, game="five", size=15), "CleverGo five")],
)
def test_a_shipped_dog_can_be_given_away_and_copied_to_train_on(
    kennel: Kennel, paths: Paths, tmp_path: Path, name: str, net: NetConfig, away: str
) -> None:
    ages = ship(paths, name, net)
    dog = copy_dog(kennel, name, "my own")
    assert (dog.family, dog.config) == (name, net)
    assert load_weights(dog.birth).meta["life"]["games"] == 20_000
    assert [age.games for age in kennel.ages_of("my own")] == [12_000]
    assert kennel.dogs()[0].rating == 350
    arrived = import_dog(kennel, export_dog(kennel, name, tmp_path / "dog.clevergo"))
    assert (arrived.name, arrived.config, kennel.find_dog(arrived.name)) == (away, net, arrived)
    pup = kennel.adopt("pup", parent=f"{name}@12000")
    assert (pup.config, pup.weights.read_bytes()) == (net, (ages / "age-00012000.pdparams").read_bytes())


def test_a_dog_without_weights_cannot_be_given_away(kennel: Kennel, tmp_path: Path) -> None:
    kennel.adopt("newborn")
    with pytest.raises(KennelError, match="learned"):
        export_dog(kennel, "newborn", tmp_path / "dog.clevergo")
    assert list(tmp_path.glob("*.clevergo")) == []


def test_a_wish_to_stop_leaves_nothing_behind(kennel: Kennel, paths: Paths, tmp_path: Path) -> None:
    dog = grown_dog(kennel)
    path = export_dog(kennel, dog.name, tmp_path / "dog.clevergo")
    before = files_of(kennel, paths)

    def stop(_share: float) -> None:
        raise Cancelled

    for work in (
        lambda: export_dog(kennel, dog.name, tmp_path / "second.clevergo", stop),
        lambda: import_dog(kennel, path, stop),
        lambda: copy_dog(kennel, dog.name, "copy", stop),
    ):
        with pytest.raises(Cancelled):
            work()
    assert [entry.name for entry in tmp_path.iterdir() if entry.is_file()] == ["dog.clevergo"]
    assert files_of(kennel, paths) == before
    assert len(kennel.dogs()) == 1


# --- files that are odd --------------------------------------------------------------------------------------


def packed(parts: dict[str, bytes], compression: int = zipfile.ZIP_STORED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return buffer.getvalue()


@pytest.fixture
def parts(kennel: Kennel, tmp_path: Path) -> dict[str, bytes]:
    """What is in a dog's file."""
    dog = grown_dog(kennel)
    with zipfile.ZipFile(export_dog(kennel, dog.name, tmp_path / "good.clevergo")) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def told(parts: dict[str, bytes], change: Callable[[dict[str, Any]], object]) -> dict[str, bytes]:
    """The same file telling another story."""
    story = json.loads(parts["dog.json"])
    change(story)
    return parts | {"dog.json": json.dumps(story).encode()}


def assert_refused(kennel: Kennel, paths: Paths, data: bytes, why: str = "odd") -> None:
    before, folders = [dog.name for dog in kennel.dogs()], files_of(kennel, paths)
    path = paths.data / "odd.clevergo"
    path.write_bytes(data)
    with pytest.raises(DogFileError, match=why) as caught:
        import_dog(kennel, path)
    assert "odd.clevergo" in str(caught.value)
    assert [dog.name for dog in kennel.dogs()] == before
    assert files_of(kennel, paths) == folders


class Bomb:
    """Would leave a trace if it were ever unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, ("exploded",)


@pytest.mark.parametrize(
    "name",
    ["../evil.txt", "/etc/evil", "ages/../../evil", "C:\\evil", "ages/age-1.safetensors", "weights.pdparams", "ages/"],
)
def test_nothing_that_does_not_belong_there_is_unpacked(
    kennel: Kennel, paths: Paths, parts: dict[str, bytes], name: str, tmp_path: Path
) -> None:
    everything = sorted(tmp_path.rglob("*"))
    assert_refused(kennel, paths, packed(parts | {name: b"boo"}), "does not belong")
    assert {path.name for path in set(tmp_path.rglob("*")) - set(everything)} <= {"odd.clevergo"}


def test_pickles_are_never_opened(
    kennel: Kennel, paths: Paths, parts: dict[str, bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    evil = pickle.dumps(Bomb())
    assert_refused(kennel, paths, evil, "damaged")
    assert_refused(kennel, paths, packed(parts | {"weights.safetensors": evil}), "not opened")
    assert_refused(kennel, paths, packed(parts | {"dog.json": evil}), "not opened")
    assert not (tmp_path / "exploded").exists()


def test_a_file_that_unpacks_to_more_than_a_dog_is_refused(
    kennel: Kennel, paths: Paths, parts: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    zeros = bytes(40 * 1024 * 1024)
    bomb = packed(parts | {"dog.json": zeros}, zipfile.ZIP_DEFLATED)
    assert len(bomb) < 200_000
    assert_refused(kennel, paths, bomb, "too large")
    # A header that says less than there is: what is read is bounded all the same.
    lying = bytearray(bomb)
    at = lying.find(b"PK\x01\x02")
    while at >= 0:
        if struct.unpack_from("<I", lying, at + 24)[0] == len(zeros):
            struct.pack_into("<I", lying, at + 24, 1000)
        at = lying.find(b"PK\x01\x02", at + 4)
    assert_refused(kennel, paths, bytes(lying))
    monkeypatch.setattr("clevergo.app.kennel.travel.archive.MOST_BYTES", 1000)
    assert_refused(kennel, paths, packed(parts), "more than a dog")
    assert_refused(kennel, paths, packed({f"{n}": b"" for n in range(300)}), "at most")


def test_a_long_table_of_contents_is_refused_before_it_is_read(
    kennel: Kennel, paths: Paths, parts: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    many = packed({f"{n}": b"" for n in range(2_000)})
    few = bytearray(packed(parts))
    end = few.rfind(b"PK\x05\x06")
    large = few[:end] + b"PK\x06\x07" + bytes(16) + few[end:]  # tells of another table, for large archives
    few[end + 12 : end + 16] = (1 << 30).to_bytes(4, "little")

    def opened(*_arguments: object) -> None:
        raise AssertionError("it was read")

    monkeypatch.setattr("zipfile.ZipFile", opened)
    assert_refused(kennel, paths, many, "at most")
    assert_refused(kennel, paths, bytes(few), "at most")
    assert_refused(kennel, paths, bytes(large), "table of contents")


def test_a_story_of_millions_of_empty_lists_is_refused(kennel: Kennel, paths: Paths, parts: dict[str, bytes]) -> None:
    lists = packed(parts | {"dog.json": b"[" + b"[]," * 2_000_001 + b"[]]"}, zipfile.ZIP_DEFLATED)
    assert_refused(kennel, paths, lists, "live through")


@pytest.mark.parametrize(
    "change",
    [
        lambda story: story.pop("net"),
        lambda story: story.update(net={"kind": "residual", "blocks": 1, "channels": 8, "evil": 1}),
        lambda story: story.update(net={"kind": "residual", "blocks": 40, "channels": 512}),
        lambda story: story.update(net=[1, 2]),
        lambda story: story.update(becomes={"kind": "residual", "blocks": 1, "channels": 4}),
        lambda story: story.update(becomes={"kind": "residual", "blocks": 40, "channels": 512}),
        lambda story: story.update(becomes={"kind": "residual", "blocks": 1, "channels": 8, "size": 13}),
        lambda story: story.update(becomes="larger"),
        lambda story: story.update(of_game={"komi": 9.25}),
        lambda story: story.update(of_game={"komi": [7.0]}),
        lambda story: story.update(of_game="renju"),
        lambda story: story.update(name="x" * 200),
        lambda story: story.update(name="a\u202eb"),
        lambda story: story.update(name=7),
        lambda story: story.update(family="x" * 5000),
        lambda story: story["life"].update(games=-1),
        lambda story: story["life"].update(games=10**30),
        lambda story: story["life"].update(seconds=float("nan")),
        lambda story: story["life"].update(games="1"),
        lambda story: story.update(losses=[[1, 2]]),
        lambda story: story.update(losses={}),
        lambda story: story.update(strengths=[[1.0, 2, "900", 3.0]]),
        lambda story: story.update(news=[[1.0, "unheard of", {}]]),
        lambda story: story.update(news=[[1.0, "rated", {"x": [1]}]]),
        lambda story: story.update(news=[[1.0, "rated", {"opponent": "random", "wins": 1}]]),
        lambda story: story.update(news=[[1.0, "filling", {"have": "1", "need": 2}]]),
        lambda story: story.update(news=[[1.0, "milestone", {"opponent": 7, "games": 1}]]),
        lambda story: story.update(news=[[1.0, "doctor", {"ailment": "flu"}]]),
        lambda story: story.update(diary=[[1.0, "game", {"games": 1, "winner": 3, "moves": 9}]]),
        lambda story: story.update(diary=[[1.0, "game", {"games": 1, "winner": 1}]]),
        lambda story: story.update(diary=[[1.0, "grew", {"net": 5, "games": 1}]]),
        lambda story: story.update(diary=[[1.0, "new_age", {"games": 1, "created": 1e15}]]),
        lambda story: story.update(losses=[[1.0, 2, 10**400, 1.0, 1.0]]),
        lambda story: story["ages"].append([9000, 1.0, None, None]),
        lambda story: story["ages"].reverse(),
        lambda story: story.update(discoveries=[[1.0, "moment", {"moment": 3, "games": 1}]]),
        lambda story: story.update(discoveries=[[1.0, "learned", {"piece": "save", "right": 1}]]),
        lambda story: story.update(moments=[["../ko", 1, 1.0, 1.0, 0, 1, None, ["X."], None, None, "(;)"]]),
        lambda story: story.update(moments=[["ko", 1, 1.0, 1.0, 0, 1, None, ["X.", "?"], None, None, "(;)"]]),
        lambda story: story.update(moments=[["ko", 1, 1.0, 1.0, 0, 1, None, 7, None, None, "(;)"]]),
        lambda story: story.update(moments=[["ko", 1, 1.0, 1.0, 0, 1, None, ["X."], None, None, "x" * 300_000]]),
        lambda story: story.update(moments=2 * [["ko", 1, 1.0, 1.0, 0, 1, None, ["X."], None, None, "(;)"]]),
        lambda story: story.update(exams=[[1, 1.0, "save", 3, 2, [1, 2], 1.0]]),
        lambda story: story.update(exams=[[1, 1.0, "save", 1, 2, "ab", 1.0]]),
        lambda story: story.update(matches=[["mcts:30", -1, 0, 0, 1, 1.0, 1, 1.0]]),
        lambda story: story.update(matches=[[7, 1, 0, 0, 1, 1.0, 1, 1.0]]),
        lambda story: story.update(format=99),
        lambda story: story.update(format="1"),
        lambda story: story.update(face=7),
        lambda story: story.update(face="x" * 101),
    ],
)
def test_a_story_that_makes_no_sense_is_refused(
    kennel: Kennel, paths: Paths, parts: dict[str, bytes], change: Callable[[dict[str, Any]], object]
) -> None:
    assert_refused(kennel, paths, packed(told(parts, change)), "not opened")


def test_damaged_and_foreign_files_are_refused(kennel: Kennel, paths: Paths, parts: dict[str, bytes]) -> None:
    whole = packed(parts)
    assert_refused(kennel, paths, b"", "damaged")
    assert_refused(kennel, paths, b"not a zip" * 100, "damaged")
    assert_refused(kennel, paths, whole[: len(whole) // 2], "damaged")
    assert_refused(kennel, paths, packed(parts | {"dog.json": b"[" * 100_000}), "not opened")
    assert_refused(kennel, paths, packed({"dog.json": parts["dog.json"]}), "missing")
    assert_refused(kennel, paths, packed(parts, zipfile.ZIP_LZMA), "packed in a way")
    for at in range(0, len(whole), len(whole) // 40):
        broken = bytearray(whole)
        broken[at] ^= 0xFF
        (paths.data / "broken.clevergo").write_bytes(broken)
        with contextlib.suppress(DogFileError):
            kennel.delete(import_dog(kennel, paths.data / "broken.clevergo").name)
    with pytest.raises(DogFileError, match="no file"):
        import_dog(kennel, paths.data / "absent.clevergo")


def test_weights_are_exactly_those_of_the_net() -> None:
    arrays = weights(3).arrays
    data = pack_weights(NET, arrays)
    assert all(np.array_equal(array, arrays[name]) for name, array in unpack_weights(NET, data).items())
    length = int.from_bytes(data[:8], "little")
    infinite = bytearray(data)
    infinite[-4:] = struct.pack("<f", float("inf"))
    for odd in (
        b"",
        data[:-1],
        data + b"x",
        bytes(infinite),
        (2**60).to_bytes(8, "little") + data[8:],
        data[:8] + b"[" * length + data[8 + length :],
        data.replace(b'"F32"', b'"F64"', 1),
        pack_weights(
            NetConfig(blocks=1, channels=16),
            initial_weights(NetConfig(blocks=1, channels=16), np.random.default_rng(0)),
        ),
    ):
        with pytest.raises(OddDogError):
            unpack_weights(NET, odd)


# --- copying and deleting ------------------------------------------------------------------------------------


def test_a_copy_has_everything_and_goes_its_own_way(kennel: Kennel) -> None:
    dog = grown_dog(kennel)
    (dog.folder / "window").mkdir()
    (dog.folder / "window" / "games-00000001.npz").write_bytes(b"games")
    copy = copy_dog(kennel, dog.name, "copy")
    assert kennel.growth.past(copy).losses == kennel.growth.past(dog).losses
    assert [age.address for age in kennel.ages_of("copy")] == ["copy@500", "copy@800"]
    assert (copy.folder / "window" / "games-00000001.npz").read_bytes() == b"games"
    assert not (copy.folder / "lock").exists()
    kennel.growth.note(copy.id, Past(losses=(LossPoint(2.0, 200, 3.0, 1.0),)))
    assert len(kennel.growth.losses(dog.id)) == 1
    kennel.delete(dog.name)
    assert not dog.folder.exists()
    assert [info.name for info in kennel.dogs()] == ["copy"]
    assert len(kennel.growth.losses(copy.id)) == 2


def test_a_dog_in_training_is_left_alone(kennel: Kennel) -> None:
    dog = grown_dog(kennel)
    with dog.resting():
        for work in (lambda: copy_dog(kennel, dog.name, "copy"), lambda: kennel.delete(dog.name)):
            with pytest.raises(KennelError, match="in training"):
                work()
    assert [info.name for info in kennel.dogs()] == [dog.name]
    with pytest.raises(KennelError, match="already"):
        copy_dog(kennel, dog.name, dog.name)


def test_where_there_are_no_locks_a_dog_is_not_said_to_be_in_training(
    kennel: Kennel, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_file: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    grown_dog(kennel, "rex")
    monkeypatch.setattr(files, "_take_lock", refuse)
    with pytest.raises(KennelError, match="No locks available"):
        kennel.delete("rex")


def test_a_dog_is_on_the_disk_before_the_kennel_tells_of_it(
    kennel: Kennel, paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ship(paths, "alpha_go", NET)
    dog = grown_dog(kennel)
    file = export_dog(kennel, dog.name, tmp_path / "dog")
    synced, sync, enter = set[int](), os.fsync, kennel.enter
    at_home: list[set[Path]] = []

    def note(descriptor: int) -> None:
        synced.add(os.fstat(descriptor).st_ino)
        sync(descriptor)

    def enter_now(db: Any, arrived: Dog) -> None:
        inside = {path for path in arrived.folder.rglob("*") if path.is_file() and path != arrived.unfinished}
        at_home.append({path for path in inside if path.stat().st_ino not in synced})
        assert inside
        enter(db, arrived)

    monkeypatch.setattr(os, "fsync", note)
    monkeypatch.setattr(kennel, "enter", enter_now)
    copy_dog(kennel, dog.name, "copy")
    copy_dog(kennel, "alpha_go", "my own")
    import_dog(kennel, file)
    assert at_home == [set(), set(), set()]


# --- in the background ---------------------------------------------------------------------------------------


def wait_for(work: KennelWork) -> TaskSnapshot:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        end = work.finished()
        if end is not None:
            return end
        time.sleep(0.01)
    raise AssertionError("the task does not end")


@pytest.mark.parametrize("parent", ["", "小黑 🐶"], ids=["newborn", "pup"])
def test_a_dog_whose_wishes_cannot_be_written_down_is_not_taken_in(
    parent: str, kennel: Kennel, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it would learn for days in another way than it was to."""
    dog, work = grown_dog(kennel), KennelWork(kennel, paths)
    wish = Newborn(DogSettings(seed=5), 9, parent)

    def fill(path: Path, data: bytes, durable: bool = True) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr("clevergo.app.training.settings.write_whole", fill)
    if parent:
        work.adopt_pup("pup", wish)
        assert wait_for(work).state is TaskState.FAILED
    else:
        with pytest.raises(AppError, match=r"training\.json"):
            work.adopt("pup", wish)
    assert [info.name for info in kennel.dogs()] == [dog.name]
    assert files_of(kennel, paths) == {dog.id}


def test_a_newborns_folder_is_whole_before_the_kennel_has_it(
    kennel: Kennel, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []

    def enter(db: object, dog: Dog) -> None:
        assert dog.unfinished.exists()
        seen.append(load_dog_settings(dog.folder, dog.config).seed)
        enter_it(db, dog)  # type: ignore[arg-type]

    enter_it = kennel.enter
    monkeypatch.setattr(kennel, "enter", enter)
    dog = kennel.adopt("pup", NET, wish=DogSettings(seed=5))
    assert seen == [5]
    assert not dog.unfinished.exists()


def test_long_tasks_run_beside_the_window_one_at_a_time(
    kennel: Kennel, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    dog, work = grown_dog(kennel), KennelWork(kennel, paths)
    go_on = threading.Event()

    def slow_copy(kennel: Kennel, name: str, new_name: str, progress: Callable[[float], None]) -> Dog:
        progress(0.25)
        go_on.wait(PATIENCE)
        return copy_dog(kennel, name, new_name, progress)

    monkeypatch.setattr("clevergo.app.kennel.tasks.copy_dog", slow_copy)
    work.copy(dog.name, "copy")
    while work.task is not None and work.task.share < 0.25:
        time.sleep(0.005)
    assert work.task == TaskSnapshot(Task.COPY, dog.name, TaskState.RUNNING, 0.25)
    with pytest.raises(KennelError.__mro__[1], match="busy"):
        work.delete(dog.name)
    work.cancel()
    go_on.set()
    assert wait_for(work).state is TaskState.CANCELLED
    work.copy(dog.name, "copy")
    end = wait_for(work)
    assert (end.state, end.result) == (TaskState.DONE, "copy")
    work.export("copy", work.file_for("copy"))
    path = Path(wait_for(work).result)
    assert path == paths.exports / "copy.clevergo"
    work.import_file(path)
    assert wait_for(work).result == "copy 2"
    work.adopt_pup("  pup ", Newborn(DogSettings(seed=5), 9, "copy@500"))
    assert wait_for(work).result == "pup"
    pup = kennel.dog("pup")
    assert load_dog_settings(pup.folder, pup.config).seed == 5
    assert work.adopt("newborn", Newborn(DogSettings(), 9)) == "newborn"
    for name in ("pup", "newborn"):
        work.delete(name)
        assert wait_for(work).state is TaskState.DONE
    work.import_file(paths.data / "absent.clevergo")
    end = wait_for(work)
    assert end.state is TaskState.FAILED
    assert "absent.clevergo" in str(end.error)
    work.delete("copy 2")
    assert wait_for(work).state is TaskState.DONE
    deadline = time.monotonic() + PATIENCE
    while (work.cards is None or len(work.cards) != 2) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert work.cards is not None
    assert {card.info.name for card in work.cards} == {dog.name, "copy"}
    assert work.files == (), "nobody has asked for any"
    work.find_files()
    while path not in work.files and time.monotonic() < deadline:
        time.sleep(0.01)
    assert path in work.files
    work.close()


def test_a_dogs_file_takes_the_place_of_anothers_only_where_that_is_wished(kennel: Kennel, paths: Paths) -> None:
    dog, work = grown_dog(kennel), KennelWork(kennel, paths)
    first = work.file_for(dog.name)
    work.export(dog.name, first)
    assert wait_for(work).result == str(first)
    first.write_bytes(b"another dog")
    second = work.file_for(dog.name)
    assert second == first.with_name(f"{first.stem} 2.clevergo")
    for typed in (first, first.with_suffix("")):
        work.export(dog.name, typed)
        end = wait_for(work)
        assert (end.state, end.about, end.stands) == (TaskState.FAILED, dog.name, first)
    assert first.read_bytes() == b"another dog"
    work.export(dog.name, first, replaces=True)
    assert wait_for(work).result == str(first)
    assert zipfile.is_zipfile(first)
    work.export(dog.name, second)
    assert wait_for(work).result == str(second)
    assert work.file_for(dog.name) == first.with_name(f"{first.stem} 3.clevergo")
    work.close()


def test_folders_that_do_not_answer_keep_nobodys_card_waiting(
    kennel: Kennel, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on = threading.Event()
    monkeypatch.setattr(KennelWork, "_find_files", lambda _work: goes_on.wait())
    work = KennelWork(kennel, paths)
    work.find_files()
    try:
        for number, name in enumerate(("pup", "rex"), 1):
            work.adopt(name, Newborn(DogSettings(), 9))
            deadline = time.monotonic() + PATIENCE
            while len(work.cards or ()) != number and time.monotonic() < deadline:
                time.sleep(0.005)
            assert len(work.cards or ()) == number
    finally:
        goes_on.set()
        work.close()


@pytest.mark.parametrize("name", ["小黑", "🐶", "a/b\\c", "..", "CON.", "x" * 200, "\x00", " "])
def test_any_name_makes_a_name_of_a_file(kennel: Kennel, paths: Paths, name: str) -> None:
    path = KennelWork(kennel, paths).file_for(name)
    assert path.parent == paths.exports
    assert len(path.name) < 80
    assert path.stem.strip(". ")
