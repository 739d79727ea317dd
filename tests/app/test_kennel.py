"""The kennel keeps what it is given, whole, and says in plain words when it cannot."""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clevergo.app.desk.paths import DataFolderError, Paths
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.database import KennelDamagedError, KennelError
from clevergo.app.kennel.dogs import (
    UNFINISHED,
    Dog,
    DogNameError,
    Nursery,
    OtherGameError,
    UnknownDogError,
)
from clevergo.app.kennel.growth import Checkpoint, Past, RatingMatch, ages_to_drop
from clevergo.app.kennel.messages import (
    DogAge,
    DogInfo,
    LossPoint,
    NewsKind,
    StrengthPoint,
    TrainingNews,
    best_marked,
)
from clevergo.app.kennel.travel.copying import copy_dog
from clevergo.games.go.rules import Ruleset
from clevergo.games.outcome import Outcome, Termination
from clevergo.games.record import GameRecord
from clevergo.nn.description import NetConfig, initial_weights
from clevergo.nn.files import WeightFile, save_weights
from clevergo.players.match_games import MatchScore
from clevergo.players.spec import PlayerSpec
from clevergo.training.config import TrainingConfig
from clevergo.training.learner.folder import age_file, owned
from clevergo.training.learner.lessons import Learner
from clevergo.training.learner.store import RunStore
from clevergo.training.ratings.elo import Rating
from tests.app.tables import kept


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "数据 data", tmp_path / "program")


@pytest.fixture
def kennel(paths: Paths) -> Kennel:
    return Kennel(paths)


def ship(paths: Paths, name: str, told: str = "") -> None:
    """Put a dog beside the program, and what is told of it."""
    paths.models.mkdir(parents=True, exist_ok=True)
    paths.shipped_weights(name).write_bytes(b"12345")
    if told:
        (paths.models / f"{name}.json").write_text(told)


def age_of(dog: Dog, seconds: float, games: int = 10) -> Checkpoint:
    return Checkpoint(seconds, games, games * 80, games * 160, dog.folder / f"{games}.pdparams")


def test_nothing_is_made_on_disk_before_it_is_needed(paths: Paths, kennel: Kennel) -> None:
    assert not paths.data.exists()
    kennel.close()
    assert not paths.data.exists()


def test_an_adopted_dog_is_there_the_next_day(paths: Paths, kennel: Kennel) -> None:
    config = NetConfig("classic")
    pup = kennel.adopt("pup", config)
    kennel.close()
    again = Kennel(paths)
    assert again.dog("pup") == pup
    assert again.dog("pup").config == config
    assert pup.folder.is_dir()
    assert "pup" not in str(pup.folder.relative_to(paths.data))
    (info,) = again.dogs()
    assert (info.name, info.net, info.games, info.weights, info.rating) == ("pup", "classic", 0, None, None)


@pytest.mark.parametrize(
    "name", ["小黑", "Ève", "🐶", "👨‍👩‍👧‍👦 family", "a:b/c\\d", "..", "CON", "x" * 40, "é" * 40, "  tidy  me "]
)
def test_any_name_a_person_can_read_will_do(kennel: Kennel, name: str) -> None:
    dog = kennel.adopt(name)
    assert dog.name == " ".join(name.split())
    assert kennel.dog(name) == dog
    assert kennel.dog(dog.name).folder.is_dir()


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * 200, "x" * 41, "汉" * 41, "a\u202eb", "\x00", "\u200d", "e" + "\u0301" * 300]
)
def test_a_name_that_will_not_do_is_explained(kennel: Kennel, name: str) -> None:
    with pytest.raises(DogNameError, match="name"):
        kennel.adopt(name)
    assert kennel.dogs() == []


def test_names_that_look_alike_are_taken(kennel: Kennel) -> None:
    kennel.adopt("Café")
    for same in ("café", "CAFÉ", "Cafe\u0301", " Café "):
        with pytest.raises(DogNameError, match="already"):
            kennel.adopt(same)
    with pytest.raises(DogNameError, match="ships"):
        kennel.adopt("Alpha_Go")


def test_ages_are_kept_in_order_and_the_latest_plays(kennel: Kennel) -> None:
    pup = kennel.adopt("pup")
    with pytest.raises(KennelError, match="train"):
        kennel.find_weights("pup")
    for games in (10, 20):
        kennel.growth.note(pup.id, Past(age_of(pup, games * 6.0, games)))
    ages = kennel.growth.checkpoints(pup.id)
    assert [age.games for age in ages] == [10, 20]
    assert ages[0].created > 0
    assert kennel.growth.latest_checkpoint(pup.id) == ages[-1]
    assert kennel.growth.latest_checkpoint(kennel.adopt("rex").id) is None
    kennel.delete("rex")
    assert kennel.find_weights("pup") == pup.folder / "20.pdparams"
    (info,) = kennel.dogs()
    assert (info.games, info.seconds, info.weights) == (20, 120.0, pup.folder / "20.pdparams")


def test_the_data_folder_can_be_moved(paths: Paths, kennel: Kennel, tmp_path: Path) -> None:
    pup = kennel.adopt("pup")
    kennel.growth.note(pup.id, Past(age_of(pup, 60.0)))
    kennel.close()
    moved = paths.data.rename(tmp_path / "moved")
    assert Kennel(Paths(moved, paths.program)).find_weights("pup").is_relative_to(moved)


@pytest.mark.parametrize("name", ["~nobody-of-that-name", "围" * 300, "a\0b", ""])
def test_what_can_be_no_file_is_no_dog_either(kennel: Kennel, name: str) -> None:
    with pytest.raises(UnknownDogError):
        kennel.find_weights(name)


def test_an_unknown_dog_is_told_from_those_there_are(kennel: Kennel) -> None:
    kennel.adopt("小黑")
    with pytest.raises(UnknownDogError) as caught:
        kennel.find_weights("小白")
    assert "小白" in str(caught.value)
    assert "小黑" in str(caught.value)


def test_a_weight_file_may_be_given_instead_of_a_name(kennel: Kennel, tmp_path: Path) -> None:
    for name in ("stranger.pdparams", "no_suffix"):
        file = tmp_path / name
        file.write_bytes(b"")
        assert kennel.find_weights(str(file)) == file
    with pytest.raises(UnknownDogError):
        kennel.find_weights(str(tmp_path / "absent.pdparams"))


SHIPPED = [("alpha_go", "go", 9), ("alpha_five", "five", 15)]


@pytest.mark.parametrize(("name", "game", "size"), SHIPPED)
def test_a_shipped_dog_is_listed_when_it_is_there(
    paths: Paths, kennel: Kennel, name: str, game: str, size: int
) -> None:
    with pytest.raises(KennelError, match=name):
        kennel.find_weights(name)
    with pytest.raises(KennelError, match=name):
        kennel.find_weights(f"{name}@12")
    ship(paths, name, '{"net": "5x64", "games": 9, "seconds": 3.5, "rating": 1200, "rating_error": 20}')
    assert kennel.find_weights(name, game) == paths.shipped_weights(name)
    (info,) = kennel.dogs()
    assert info.is_shipped
    assert (info.name, info.net, info.games, info.rating) == (name, "5x64", 9, 1200)
    assert (info.game, info.sizes, info.weights) == (game, (size,), paths.shipped_weights(name))


def test_each_game_has_a_shipped_dog_of_its_own(paths: Paths, kennel: Kennel) -> None:
    kennel.adopt("pup")
    for name, _, _ in SHIPPED:
        ship(paths, name, '{"sizes": [9, 15]}')
    assert [dog.name for dog in kennel.dogs()] == ["pup", "alpha_go", "alpha_five"]
    assert [card.info.name for card in kennel.cards()] == ["pup", "alpha_go", "alpha_five"]
    for name, game, _ in SHIPPED:
        assert kennel.sizes_of(name, game) == (9, 15)
        others = [other for _, other, _ in SHIPPED if other != game]
        assert [kennel.sizes_of(name, other) for other in others] == [()]
        with pytest.raises(OtherGameError, match=name):
            kennel.find_weights(name, others[0])


@pytest.mark.parametrize("name", ["alpha_go", "alpha_five", "Alpha_Five"])
def test_the_names_of_shipped_dogs_are_taken_even_where_they_are_not_there(kennel: Kennel, name: str) -> None:
    with pytest.raises(DogNameError, match="ships"):
        kennel.adopt(name)
    assert kennel.free_name(name) == f"{name} 2"


def test_growth_comes_back_as_it_was_measured(kennel: Kennel) -> None:
    pup, other = kennel.adopt("pup"), kennel.adopt("other")
    losses = [LossPoint(t, t * 100, 4.0 / t, 1.0 / t, 2.0) for t in (1, 2, 3)]
    strengths = [StrengthPoint(60.0, 100, 350.0, 40.0), StrengthPoint(120.0, 200, 700.0, 30.0)]
    news = [
        TrainingNews(NewsKind.STARTED, {"name": "小黑"}),
        TrainingNews(NewsKind.MILESTONE, {"opponent": "mcts:400"}, 60.0),
    ]
    kennel.growth.note(pup.id, Past(losses=tuple(losses), strengths=tuple(strengths[:1]), news=tuple(news)))
    kennel.growth.note(pup.id, Past(strengths=tuple(strengths[1:])))
    assert kennel.growth.losses(pup.id) == losses
    assert kennel.growth.strengths(pup.id) == strengths
    assert kennel.growth.news(pup.id) == news
    assert kennel.growth.news(pup.id, [NewsKind.MILESTONE]) == news[1:]
    assert kennel.growth.news(pup.id, limit=1) == news[1:]
    assert kennel.growth.losses(other.id) == []
    assert kennel.growth.strengths(other.id) == []
    info = next(info for info in kennel.dogs() if info.name == "pup")
    assert (info.rating, info.rating_error) == (700.0, 30.0)


def test_games_and_results_are_kept(kennel: Kennel) -> None:
    record = GameRecord.from_moves(Ruleset(5), [12, 25, 25], "human", "random")
    row = kennel.record_game(record)
    (game,) = kept(kennel, "games")
    assert b"SZ[5]" in game["sgf"]
    record.finish(Outcome.counted(-3.5, Termination.TWO_PASSES))
    assert kennel.record_game(record, row=row) == row
    (game,) = kept(kennel, "games")
    assert b"RE[W+3.5]" in game["sgf"]
    kennel.record_result("random", "mcts:400", Ruleset(9, 6.5), MatchScore(1, 18, 1))
    (result,) = kept(kennel, "results")
    assert (result["first"], result["second_wins"], result["draws"], result["game"]) == ("random", 18, 1, "go")
    assert (result["agreed"]["size"], result["agreed"]["komi"]) == (9, 6.5)


def test_a_write_that_fails_leaves_nothing_behind(kennel: Kennel) -> None:
    pup = kennel.adopt("pup")
    bad = [LossPoint(1.0, 1, 1.0, 1.0), LossPoint(2.0, 2, None, 1.0)]  # type: ignore[arg-type]
    with pytest.raises(sqlite3.IntegrityError):
        kennel.growth.note(pup.id, Past(losses=tuple(bad)))
    assert kennel.growth.losses(pup.id) == []
    kennel.growth.note(pup.id, Past(losses=tuple(bad[:1])))
    assert len(kennel.growth.losses(pup.id)) == 1


def test_threads_write_side_by_side(kennel: Kennel) -> None:
    pup = kennel.adopt("pup")

    def write() -> None:
        for step in range(20):
            kennel.growth.note(pup.id, Past(losses=(LossPoint(float(step), step, 1.0, 1.0),)))
        kennel.close()  # in this thread only: the others go on

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(kennel.growth.losses(pup.id)) == 80
    kennel.close()


def test_what_was_written_outlives_a_killed_process(paths: Paths) -> None:
    script = (
        "import os, signal, sys; from pathlib import Path\n"
        "from clevergo.app.kennel.book import Checkpoint, Kennel, Past; from clevergo.app.desk.paths import Paths\n"
        "kennel = Kennel(Paths(Path(sys.argv[1]))); dog = kennel.adopt('pup')\n"
        "kennel.growth.note(dog.id, Past(Checkpoint(1.0, 2, 3, 4, dog.folder / 'w.pdparams')))\n"
        "os.kill(os.getpid(), getattr(signal, 'SIGKILL', signal.SIGTERM))"
    )
    subprocess.run([sys.executable, "-c", script, str(paths.data)], check=False)
    assert Kennel(paths).find_weights("pup").name == "w.pdparams"


@pytest.mark.parametrize(
    "content", [b"not a database at all, just words" * 100, b"SQLite format 3\x00" + b"\xff" * 5000]
)
def test_a_damaged_file_is_named_and_not_touched(paths: Paths, kennel: Kennel, content: bytes) -> None:
    paths.data.mkdir(parents=True)
    paths.database.write_bytes(content)
    with pytest.raises(KennelDamagedError) as caught:
        kennel.dogs()
    assert str(paths.database) in str(caught.value)
    assert "move that file away" in str(caught.value)
    assert paths.database.read_bytes() == content


def test_a_data_folder_one_may_not_write_is_explained(tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file in the way")
    with pytest.raises(DataFolderError, match="--data-dir"):
        Kennel(Paths(blocked / "data")).adopt("pup")


def test_a_newer_programs_kennel_is_left_alone(paths: Paths, kennel: Kennel) -> None:
    paths.prepare()
    with sqlite3.connect(paths.database) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(KennelError, match="newer"):
        kennel.dogs()


def test_waiting_for_another_writer_ends(paths: Paths, kennel: Kennel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clevergo.app.kennel.database.BUSY_SECONDS", 0.05)
    kennel.adopt("pup")
    kennel.close()
    other = sqlite3.connect(paths.database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        with pytest.raises(match="in use"):
            kennel.adopt("second")
    finally:
        other.close()
    kennel.adopt("second")


# --- a dog's name, rest and family ---------------------------------------------------------------------------


def test_a_dog_can_be_called_something_else(kennel: Kennel) -> None:
    pup = kennel.adopt("pup")
    kennel.adopt("other")
    renamed = kennel.rename("pup", "  小黑 ")
    assert (renamed.id, renamed.name) == (pup.id, "小黑")
    assert kennel.rename("小黑", "小黑").name == "小黑"
    for name in ("Other", "", "x" * 200, "alpha_go", "pup@12"):
        with pytest.raises(DogNameError):
            kennel.rename("小黑", name)
    with pytest.raises(UnknownDogError):
        kennel.rename("pup", "anything")


def test_a_retired_dog_is_kept_but_not_offered(kennel: Kennel) -> None:
    kennel.adopt("pup")
    kennel.retire("pup")
    assert kennel.dogs() == []
    (resting,) = kennel.dogs(with_retired=True)
    assert resting.is_retired
    with pytest.raises(DogNameError, match="already"):
        kennel.adopt("pup")
    kennel.retire("pup", retired=False)
    assert [dog.name for dog in kennel.dogs()] == ["pup"]


def test_a_pup_has_its_parents_weights_and_says_so(kennel: Kennel) -> None:
    config = NetConfig(blocks=2, channels=8)
    parent = kennel.adopt("parent", config)
    with pytest.raises(KennelError, match="train"):
        kennel.adopt("too early", parent="parent")
    parent.weights.write_bytes(b"what it has learned")
    kennel.growth.note(parent.id, Past(Checkpoint(60.0, 100, 8_000, 30_000, parent.weights)))
    pup = kennel.adopt("pup", parent="parent")
    with pytest.raises(DogNameError, match="already"):
        kennel.adopt("pup", parent="parent")
    assert {folder.name for folder in pup.folder.parent.iterdir()} <= {parent.id, pup.id}, "nothing is left lying about"
    assert (pup.config, pup.family) == (config, "parent")
    assert kennel.dog("pup") == pup
    assert pup.birth.read_bytes() == kennel.find_weights("pup").read_bytes() == b"what it has learned"
    info = kennel.dogs()[0]
    assert (info.name, info.games, info.family) == ("pup", 0, "parent")
    assert [dog.name for dog in kennel.dogs()] == ["pup", "parent"]


def test_a_pup_for_which_there_is_no_room_leaves_nothing_behind(
    kennel: Kennel, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    parent = kennel.adopt("parent")
    parent.weights.write_bytes(b"what it has learned")
    kennel.growth.note(parent.id, Past(Checkpoint(60.0, 100, 8_000, 30_000, parent.weights)))

    def write(path: Path, data: bytes) -> None:
        with contextlib.closing(sqlite3.connect(paths.database, timeout=0.0)) as other:
            other.execute("BEGIN IMMEDIATE")  # a run beside it can write meanwhile
        path.write_bytes(data[:5])
        if path.name == "weights.pdparams":
            raise OSError(errno.ENOSPC, "no space")

    monkeypatch.setattr("clevergo.app.kennel.book.write_whole", write)
    with pytest.raises(DataFolderError, match="space"):
        kennel.adopt("pup", parent="parent")
    assert [folder.name for folder in paths.dogs.iterdir()] == [parent.id]
    assert [dog.name for dog in kennel.dogs()] == ["parent"]


# --- what the killed left ------------------------------------------------------------------------------------


def left_folder(paths: Paths, name: str, at: float, is_marked: bool = True) -> Path:
    """A dog's folder, written to last at that time."""
    folder = paths.dogs / name
    for file in (folder / "weights.pdparams", folder / "ages" / "age-00000010.pdparams", folder / UNFINISHED):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"weights")
        os.utime(file, (at, at))
    if not is_marked:
        (folder / UNFINISHED).unlink()
    return folder


def test_the_next_start_removes_what_was_left_unfinished_and_nothing_else(kennel: Kennel, paths: Paths) -> None:
    now = time.time()
    abandoned = now - 4_000.0
    pup = kennel.adopt("pup")
    left_folder(paths, pup.id, abandoned)  # killed when all was done but taking the mark away
    left = left_folder(paths, "0123456789ab", abandoned)
    kept = [
        pup.folder,
        left_folder(paths, "00000000000a", now - 60.0),  # somebody may be copying it
        left_folder(paths, "00000000000b", abandoned, is_marked=False),  # of a kennel that is lost, say
        left_folder(paths, "00000000000c", abandoned),
    ]
    with owned(kept[-1]):
        os.utime(kept[-1] / "lock", (abandoned, abandoned))
        kennel.sweep()
    assert not left.exists()
    assert sorted(paths.dogs.iterdir()) == sorted(kept)
    assert not pup.unfinished.exists()
    kennel.sweep()
    assert sorted(paths.dogs.iterdir()) == sorted(kept[:-1])


def test_where_the_kennels_file_is_damaged_nothing_is_removed(kennel: Kennel, paths: Paths) -> None:
    folder = left_folder(paths, "0123456789ab", time.time() - 4_000.0)
    paths.database.write_bytes(b"rubbish" * 1000)
    kennel.sweep()
    assert folder.exists()


@pytest.mark.parametrize("deleted", [0, 1, 5, 20, 21, 30, 41])
def test_what_is_left_of_a_deletion_that_is_killed_bears_the_mark_of_which_the_next_start_knows(
    kennel: Kennel, paths: Paths, deleted: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many files it had deleted by then."""
    dog, unlink, left = kennel.adopt("pup"), os.unlink, [deleted]
    for number in range(20):
        (dog.folder / f"{number}.pdparams").write_bytes(b"weights")
        write_age(dog, number)

    def unlink_until_killed(*arguments: Any, **more: Any) -> None:
        if not left[0]:
            raise KeyboardInterrupt
        left[0] -= 1
        unlink(*arguments, **more)

    with monkeypatch.context() as patch:
        patch.setattr(os, "unlink", unlink_until_killed)
        with contextlib.suppress(KeyboardInterrupt):
            kennel.delete("pup")
    assert any(path.is_file() for path in dog.folder.rglob("*"))
    assert dog.unfinished.exists()
    later = time.time() + 4_000.0
    monkeypatch.setattr(time, "time", lambda: later)
    kennel.sweep()
    assert list(paths.dogs.iterdir()) == []


def test_what_cannot_be_deleted_now_is_swept_away_later(
    kennel: Kennel, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    dog, unlink = kennel.adopt("pup"), os.unlink
    dog.weights.write_bytes(b"weights")

    def refuse(path: Any, *arguments: Any, **more: Any) -> None:
        if Path(path).name == dog.weights.name:
            raise PermissionError(13, "somebody reads it")
        unlink(path, *arguments, **more)

    with monkeypatch.context() as patch:
        patch.setattr(os, "unlink", refuse)
        kennel.delete("pup")
    assert dog.weights.exists()
    later = time.time() + 4_000.0
    monkeypatch.setattr(time, "time", lambda: later)
    kennel.sweep()
    assert list(paths.dogs.iterdir()) == []


def test_what_is_brought_to_its_end_bears_no_mark(kennel: Kennel, paths: Paths, tmp_path: Path) -> None:
    """And what is not bears one all along."""
    marked: list[bool] = []

    def progress(_share: float) -> None:
        marked.extend(folder.joinpath(UNFINISHED).exists() for folder in paths.dogs.iterdir())

    net = NetConfig(blocks=1, channels=8)
    parent = kennel.adopt("parent", net)
    save_weights(parent.weights, WeightFile(net, initial_weights(net, np.random.default_rng(0))))
    kennel.growth.note(parent.id, Past(Checkpoint(60.0, 100, 8_000, 30_000, parent.weights)))
    write_age(parent, 50)
    kennel.adopt("pup", parent="parent")
    copy_dog(kennel, "parent", "copy", progress)
    assert any(marked)
    assert list(paths.dogs.glob(f"*/{UNFINISHED}")) == []
    kennel.delete("copy")
    assert len(list(paths.dogs.iterdir())) == 2


# --- ages ----------------------------------------------------------------------------------------------------


def write_age(dog: Dog, games: int, size: int = 10) -> Path:
    path = age_file(dog.folder, games)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"x" * size)
    return path


def test_every_age_is_an_opponent_with_games_hours_and_rating(kennel: Kennel) -> None:
    pup = kennel.adopt("pup")
    kennel.growth.note(
        pup.id, Past(strengths=(StrengthPoint(100.0, 400, 200.0, 60.0), StrengthPoint(300.0, 1200, 600.0, 40.0)))
    )
    first = write_age(pup, 500)
    kennel.growth.note_ages(pup.id, 130.0)
    second = write_age(pup, 800)
    young, old = kennel.ages_of("pup")
    assert (young.address, young.games, young.seconds, young.weights) == ("pup@500", 500, 130.0, first)
    assert (old.rating, old.rating_error, old.seconds) == (400.0, 50.0, 200.0)
    assert kennel.find_weights("pup@800") == second
    with pytest.raises(KennelError, match="pup@500, pup@800"):
        kennel.find_weights("pup@801")
    with pytest.raises(UnknownDogError):
        kennel.find_weights("nobody@500")
    first.unlink()
    assert [age.games for age in kennel.ages_of("pup")] == [800]
    assert kennel.adopt("grandchild", parent="pup@800").family == "pup@800"


def rated_age(games: int, rating: float | None, error: float | None = 40.0) -> DogAge:
    return DogAge(f"pup@{games}", games, 0.0, rating, error, Path("age"))


@pytest.mark.parametrize(
    ("ages", "now", "best"),
    [
        ([(500, 300.0, 40.0), (900, 700.0, 40.0), (1500, 600.0, 40.0)], Rating(650.0, 40.0), 900),
        ([(500, 300.0, 40.0), (900, 700.0, 40.0)], Rating(750.0, 40.0), None),  # never stronger than now
        # A rating is as good as its error lets it be.
        ([(500, 800.0, 300.0), (900, 700.0, 40.0)], Rating(650.0, 40.0), 900),
        ([(500, 700.0, 40.0), (900, 700.0, 40.0)], Rating(650.0, 40.0), 900),  # of equals the elder
        ([(500, 700.0, 40.0), (900, None, None)], None, 500),
        ([(500, None, None)], None, None),
        ([], Rating(500.0, 40.0), None),
    ],
)
def test_the_best_age_is_marked_by_the_ratings_measured(
    ages: list[tuple[int, float | None, float | None]], now: Rating | None, best: int | None
) -> None:
    marked = best_marked([rated_age(*age) for age in ages], now)
    assert [age.games for age in marked] == [games for games, _, _ in ages]
    assert [age.games for age in marked if age.is_best] == ([] if best is None else [best])


def test_a_dog_at_its_best_is_a_player(kennel: Kennel) -> None:
    pup = kennel.adopt("pup")
    past = Past(
        Checkpoint(300.0, 1200, 9, 9, pup.weights),
        strengths=(StrengthPoint(100.0, 500, 600.0, 40.0), StrengthPoint(300.0, 1200, 400.0, 40.0)),
    )
    kennel.growth.note(pup.id, past)
    first, _ = write_age(pup, 500), write_age(pup, 800)
    kennel.growth.note_ages(pup.id, 200.0)
    assert kennel.find_weights("pup@best") == kennel.find_weights("pup@best", "go") == first
    assert kennel.sizes_of("pup@best", "go") == kennel.sizes_of("pup", "go")
    assert kennel.net_of_player("pup@best") == pup.config
    assert str(kennel.exact(PlayerSpec.parse("alphago:pup@best:100"))) == "alphago:pup@500:100"
    kennel.growth.note(pup.id, Past(strengths=(StrengthPoint(400.0, 1300, 900.0, 40.0),)))
    assert str(kennel.exact(PlayerSpec.parse("policy:pup@best"))) == "policy:pup"
    assert kennel.find_weights("pup@best") == pup.weights
    with pytest.raises(UnknownDogError):
        kennel.find_weights("nobody@best")
    assert kennel.exact(PlayerSpec.parse("mcts:400")) == PlayerSpec.parse("mcts:400")
    named = kennel.adopt("nobody@best")
    assert kennel.find_dog("nobody@best") == named
    assert str(kennel.exact(PlayerSpec.parse("policy:nobody@best"))) == "policy:nobody@best"


def test_ages_keep_within_their_room_and_stay_spread_over_the_growth(kennel: Kennel) -> None:
    pup = kennel.adopt("pup")
    for games in (500, 550, 1000, 2000, 2100, 4000):
        write_age(pup, games)
    kennel.growth.note_ages(pup.id, 99.0, limit=40)
    assert [age.games for age in kennel.ages_of("pup")] == [500, 1000, 2000, 4000]
    assert ages_to_drop([(500, 10), (600, 10)], 0) == []


@pytest.mark.parametrize("name", [name for name, _, _ in SHIPPED])
def test_a_shipped_dogs_earlier_ages_are_opponents_too(paths: Paths, kennel: Kennel, name: str) -> None:
    ship(paths, name)
    of_age = paths.models / name / "age-00012000.pdparams"
    of_age.parent.mkdir()
    of_age.write_bytes(b"0123456789")
    (age,) = kennel.ages_of(name)
    assert (age.address, age.rating, age.seconds) == (f"{name}@12000", None, 0.0)
    ship(
        paths,
        name,
        """{"net": "5x64", "strengths": [{"seconds": 10, "games": 24000, "rating": 900, "error": 30}],
        "milestones": [{"opponent": "random", "games": 100, "seconds": 3}],
        "ages": [{"games": 12000, "seconds": 4, "rating": 700, "error": 50}]}""",
    )
    (age,) = kennel.ages_of(name)
    assert (age.rating, age.rating_error, age.seconds) == (700, 50, 4)
    assert kennel.find_weights(f"{name}@12000") == age.weights == of_age
    (card,) = kennel.cards()
    assert (len(card.strengths), len(card.milestones), card.ages, card.disk_bytes) == (1, 1, (age,), 15)


def test_cards_tell_how_each_dog_grew(kennel: Kennel) -> None:
    pup = kennel.adopt("pup")
    kennel.growth.note(
        pup.id,
        Past(
            strengths=(StrengthPoint(60.0, 100, 350.0, 40.0),),
            news=(TrainingNews(NewsKind.MILESTONE, {"opponent": "random"}, 60.0), TrainingNews(NewsKind.STARTED, {})),
        ),
    )
    write_age(pup, 500)
    kennel.retire("pup")
    (card,) = kennel.cards()
    assert (card.info.is_retired, card.disk_bytes) == (True, 10)
    assert [news.values["opponent"] for news in card.milestones] == ["random"]
    assert [age.games for age in card.ages] == [500]


def test_a_dog_that_goes_while_cards_are_looked_at_has_none(kennel: Kennel, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pup", "rex", "momo"):
        kennel.adopt(name)
    listed = kennel.dogs

    def dogs(with_retired: bool = False) -> list[DogInfo]:
        found = listed(with_retired)
        kennel.delete("rex")
        kennel.rename("momo", "mimi")
        return found

    monkeypatch.setattr(kennel, "dogs", dogs)
    assert [card.info.name for card in kennel.cards()] == ["pup"]


@pytest.mark.parametrize("odd", ["[1]", '{"games": "many"}', '{"strengths": [{}]}', '{"ages": 3}', "{"])
def test_a_description_of_the_shipped_dog_that_is_odd_is_named(paths: Paths, kennel: Kennel, odd: str) -> None:
    ship(paths, "alpha_go", odd)
    with pytest.raises(KennelError, match=r"alpha_go\.json"):
        kennel.cards()


def test_it_is_known_on_which_boards_a_dog_learned_and_of_a_strangers_file_it_is_not(
    kennel: Kennel, tmp_path: Path
) -> None:
    kennel.adopt("giant", NetConfig(size=19))
    kennel.adopt("pup")
    assert {dog.name: dog.sizes for dog in kennel.dogs()} == {"giant": (19,), "pup": (9,)}
    assert kennel.sizes_of("giant", "go") == (19,)
    assert kennel.sizes_of("pup@40", "go") == (9,)
    assert kennel.sizes_of("alpha_go", "go") == (9,)
    assert kennel.sizes_of("pup", "another") == ()
    assert kennel.sizes_of(str(tmp_path / "stranger.pdparams"), "go") is None


def test_a_dog_that_moves_to_another_board_keeps_its_life_and_its_diary_tells_of_it(kennel: Kennel) -> None:
    pup = kennel.adopt("pup", NetConfig(blocks=1, channels=8))
    assert kennel.move("pup", 7).sizes == (7,), "it had played nowhere yet"
    assert kennel.move("pup", 9).boards == ()
    kennel.growth.note(pup.id, Past(age_of(pup, 60.0)))
    moved = kennel.move("pup", 13, (9,))
    assert (moved.config.size, moved.beside, moved.sizes, moved.moved_after) == (13, (9,), (13, 9), 10)
    assert kennel.move("pup", 13, (9,)) == moved, "nothing to do"
    (news,) = kennel.growth.news(pup.id, (NewsKind.MOVED,))
    assert news.values == {"size": 13, "before": 9, "games": 10, "beside": "9"}
    kennel.growth.note(pup.id, Past(age_of(pup, 90.0, 30)))
    assert kennel.move("pup", 19).sizes == (19, 13, 9)
    assert kennel.dogs()[0].sizes == (19, 13, 9)
    assert kennel.sizes_of("pup", "go") == (19, 13, 9)
    assert kennel.dog("pup").moved_after == 30


@pytest.mark.parametrize(
    ("net", "size", "beside", "said"),
    [
        (NetConfig(), 20, (), "20"),
        (NetConfig(), 4, (), "there are 5, 6"),
        (NetConfig(), 13, (13,), "once"),
        (NetConfig("classic"), 13, (), "knows no others"),
        (NetConfig(), 9, (3,), "boards of 3"),
    ],
)
def test_where_a_dog_cannot_grow_up_is_said(
    kennel: Kennel, net: NetConfig, size: int, beside: tuple[int, ...], said: str
) -> None:
    kennel.adopt("pup", net)
    with pytest.raises(KennelError, match=said):
        kennel.move("pup", size, beside)
    assert kennel.dog("pup").sizes == (9,)


def test_a_dog_moves_only_while_nobody_trains_it(kennel: Kennel) -> None:
    dog = kennel.adopt("pup")
    with dog.resting(), pytest.raises(KennelError, match="train"):
        kennel.move("pup", 13)


def test_a_dog_is_born_for_any_board_and_a_pup_for_another_than_its_parent(kennel: Kennel) -> None:
    assert kennel.adopt("small", NetConfig(size=5), beside=(6, 7)).sizes == (5, 6, 7)
    assert kennel.adopt("wide", NetConfig(size=20, game="five")).sizes == (20,)
    assert kennel.dog("small").beside == (6, 7)


def test_an_age_from_another_board_is_not_the_best(kennel: Kennel) -> None:
    pup = kennel.adopt("pup", NetConfig(blocks=1, channels=8))
    for games in (500, 900):
        path = age_file(pup.folder, games)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"w")
    kennel.growth.note(pup.id, Past(age_of(pup, 60.0, 800), strengths=(StrengthPoint(50.0, 500, 2000.0, 50.0),)))
    kennel.move("pup", 13)
    later = (StrengthPoint(90.0, 900, 900.0, 50.0), StrengthPoint(99.0, 1000, 500.0, 50.0))
    kennel.growth.note(pup.id, Past(strengths=later))
    assert [(age.games, age.is_best) for age in kennel.ages_of("pup")] == [(500, False), (900, True)]


def test_an_age_between_two_boards_is_not_rated_by_the_first_and_one_from_there_not_at_all(kennel: Kennel) -> None:
    pup = kennel.adopt("pup", NetConfig(blocks=1, channels=8))
    for games in (500, 850, 900):
        path = age_file(pup.folder, games)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"w")
    kennel.growth.note(pup.id, Past(age_of(pup, 60.0, 800), strengths=(StrengthPoint(50.0, 500, 2000.0, 50.0),)))
    kennel.move("pup", 13)
    assert [dog.rating for dog in kennel.dogs()] == [None], "nobody has measured it there"
    later = (StrengthPoint(90.0, 900, 900.0, 50.0), StrengthPoint(99.0, 1000, 500.0, 50.0))
    kennel.growth.note(pup.id, Past(strengths=later))
    assert [age.rating for age in kennel.ages_of("pup")] == [None, 900.0, 900.0]
    assert [dog.rating for dog in kennel.dogs()] == [500.0]
    (card,) = kennel.cards()
    assert card.strengths == later
    kennel.growth.note(pup.id, Past(age_of(pup, 99.0, 1100)))
    kennel.move("pup", 9)
    assert [dog.rating for dog in kennel.dogs()] == [None], "what was measured long ago there is of another dog"


def test_a_card_tells_whom_a_dog_has_beaten_on_its_own_board(kennel: Kennel) -> None:
    pup = kennel.adopt("pup", NetConfig(blocks=1, channels=8))
    beaten = TrainingNews(NewsKind.MILESTONE, {"opponent": "mcts:100", "games": 700}, 50.0, 1.0)
    kennel.growth.note(pup.id, Past(age_of(pup, 60.0, 800), news=(beaten,)))
    assert [len(card.milestones) for card in kennel.cards()] == [1]
    kennel.move("pup", 13)
    assert [len(card.milestones) for card in kennel.cards()] == [0]
    match = RatingMatch("mcts:100", 10, 0, 0, 900, 90.0)
    kennel.growth.note(pup.id, Past(matches=(match,)))
    (card,) = kennel.cards()
    assert [news.values for news in card.milestones] == [{"opponent": "mcts:100", "games": 900}]


def test_a_dog_that_was_saved_before_its_first_game_moves_as_well(kennel: Kennel) -> None:
    """What it has saved names the board it was to begin on; the kennel's word holds."""
    pup = kennel.adopt("pup", NetConfig(blocks=1, channels=8))
    Learner(RunStore(pup.folder), TrainingConfig(pup.config, 9)).checkpoint()
    moved = kennel.move("pup", 13)
    assert (moved.sizes, moved.boards) == ((13,), (Nursery(0, 0.0, 13),))


def test_a_mark_that_cannot_be_removed_harms_no_dog(kennel: Kennel, monkeypatch: pytest.MonkeyPatch) -> None:
    parent = kennel.adopt("old", NetConfig(blocks=1, channels=8))
    grown = age_of(parent, 1.0)
    grown.weights.write_bytes(b"w")
    kennel.growth.note(parent.id, Past(grown))

    def held(path: Path, *, missing_ok: bool = False) -> None:
        raise PermissionError(13, "somebody looks into it", str(path))

    monkeypatch.setattr(Path, "unlink", held)
    pup = kennel.adopt("pup", parent="old")
    assert kennel.dog("pup") == pup
    assert pup.weights.exists()
    assert pup.unfinished.exists()
