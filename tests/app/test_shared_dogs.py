"""Dogs in a place that several people share: listed, fetched, put there; nothing that lies there is believed."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import fsspec
import pytest

from clevergo.app.desk.paths import Paths
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.shared import store
from clevergo.app.kennel.shared.looking import SharedDogs, look_into
from clevergo.app.kennel.shared.place import Folder, Place, StoreError, open_place
from clevergo.app.kennel.shared.store import fetch_dog, find_dog, list_dogs, put_dog
from clevergo.app.kennel.tasks import KennelWork, TaskState
from clevergo.app.kennel.travel.errors import DogFileError
from clevergo.app.kennel.travel.progress import Cancelled
from clevergo.locale import catalog, languages
from tests.app.test_kennel_file import grown_dog, wait_for
from tests.test_leftovers import a_dead_process, left_by

NAME = "小黑 🐶"


@pytest.fixture
def kennel(tmp_path: Path) -> Kennel:
    kennel = Kennel(Paths(tmp_path / "mine", tmp_path / "program"))
    grown_dog(kennel, NAME)
    return kennel


@pytest.fixture
def friend(tmp_path: Path) -> Kennel:
    return Kennel(Paths(tmp_path / "friend", tmp_path / "program"))


@pytest.fixture(params=["folder", "fsspec"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """A plain folder, and a place that fsspec opens."""
    address = str(tmp_path / "shared 大家") if request.param == "folder" else f"memory://{tmp_path.name}/dogs"
    yield open_place(address)
    if request.param == "fsspec":
        with contextlib.suppress(FileNotFoundError):
            fsspec.filesystem("memory").rm(f"/{tmp_path.name}", recursive=True)


def lay(place: Place, name: str, data: bytes, tmp_path: Path) -> None:
    """Put a file there as anybody may."""
    source = tmp_path / "source"
    source.write_bytes(data)
    place.put(name, source, lambda _: None)


def test_a_dog_that_is_put_there_is_listed_and_comes_home_elsewhere(
    place: Place, kennel: Kennel, friend: Kennel
) -> None:
    file = put_dog(kennel, place, NAME)
    (dog,) = list_dogs(place).dogs
    mine = kennel.dogs()[0]
    assert (dog.file, dog.name, dog.games, dog.seconds) == (file, NAME, 1000, 99.5)
    assert (dog.rating, dog.rating_error, dog.face, dog.board, dog.net) == (200.0, 60.0, mine.face, 9, mine.net)
    shares: list[float] = []
    home = fetch_dog(friend, place, find_dog(place, NAME), shares.append)
    assert home.name == NAME
    assert friend.dogs()[0].rating == 200.0
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_what_another_computer_puts_there_meanwhile_stays(kennel: Kennel, tmp_path: Path) -> None:
    going_up = left_by(a_dead_process(), tmp_path / "shared" / "rex-1a2b3c4d.clevergo")
    put_dog(kennel, open_place(str(tmp_path / "shared")), NAME)
    assert going_up.exists()


def test_the_same_dog_is_put_there_once_and_another_of_its_name_beside_it(
    place: Place, kennel: Kennel, friend: Kennel
) -> None:
    file = put_dog(kennel, place, NAME)
    assert put_dog(kennel, place, NAME) == file
    grown_dog(friend, NAME)
    other = put_dog(friend, place, NAME)
    assert other != file
    assert {dog.file for dog in list_dogs(place).dogs} == {file, other}
    with pytest.raises(StoreError, match=r"several dogs.*say which file"):
        find_dog(place, NAME)
    assert find_dog(place, other).file == other


def test_a_plain_folder_needs_no_fsspec(
    kennel: Kennel, friend: Kennel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "fsspec", None)
    place = open_place(str(tmp_path / "shared"))
    put_dog(kennel, place, NAME)
    assert fetch_dog(friend, place, list_dogs(place).dogs[0]).name == NAME
    with pytest.raises(StoreError, match="install fsspec"):
        open_place("s3://class/dogs")


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("  ", "no place"),
        ("s3nothing://class/dogs", "s3nothing"),
        ("/nowhere/at/all", "cannot be used"),
        ("ftp://ada:secret@127.0.0.1:1/dogs", "ftp://127.0.0.1:1/dogs"),
    ],
)
def test_a_place_that_cannot_be_looked_into_is_said_in_every_language_and_without_its_password(
    address: str, words: str
) -> None:
    found = look_into(address)
    assert found.listing is None
    assert found.trouble is not None
    assert words in str(found.trouble)
    for language in languages():
        said = found.trouble.said_in(catalog(language))
        assert "secret" not in said
        assert "{" not in said


def change(**values: object) -> Any:
    return lambda facts: facts | values


@pytest.mark.parametrize(
    "spoil",
    [
        change(name="x" * 101),
        change(name=7),
        change(name="\ud800"),
        change(sha256="0" * 63),
        change(sha256=["0" * 64]),
        change(game="chess"),
        change(games=-1),
        change(games=True),
        change(games=float("inf")),
        change(rating="strong"),
        change(rating=1e9),
        change(seconds=float("nan")),
        lambda facts: [facts],
        lambda facts: {},
        lambda facts: {**facts, "more": "x" * 20_000},
        lambda facts: None,
    ],
)
def test_a_note_that_makes_no_sense_is_as_none(place: Place, kennel: Kennel, spoil: Any) -> None:
    file = put_dog(kennel, place, NAME)
    note = file.replace(".clevergo", ".json")
    place.write(note, json.dumps(spoil(json.loads(place.read(note, 10_000)))).encode())
    (dog,) = list_dogs(place).dogs
    assert not dog.is_noted
    assert (dog.name, dog.games, dog.rating) == (file.removesuffix(".clevergo"), 0, None)


def test_a_note_nested_beyond_measure_is_as_none(place: Place, kennel: Kennel) -> None:
    file = put_dog(kennel, place, NAME)
    place.write(file.replace(".clevergo", ".json"), b"[" * 16_000)
    assert not list_dogs(place).dogs[0].is_noted


def test_what_hides_its_name_is_shown_as_a_dash(place: Place, kennel: Kennel) -> None:
    file = put_dog(kennel, place, NAME)
    note = file.replace(".clevergo", ".json")
    place.write(note, json.dumps(json.loads(place.read(note, 10_000)) | {"name": "a\u202eb"}).encode())
    assert [dog.name for dog in list_dogs(place).dogs] == ["—"]


def test_bytes_that_are_not_what_the_checksum_says_stay_where_they_are(
    place: Place, kennel: Kennel, friend: Kennel, tmp_path: Path
) -> None:
    file = put_dog(kennel, place, NAME)
    lay(place, file, b"half of a d", tmp_path)
    with pytest.raises(StoreError, match=r"not what its checksum says.*try again"):
        fetch_dog(friend, place, list_dogs(place).dogs[0])
    assert friend.dogs() == []


def test_a_file_without_a_note_is_read_as_any_strangers_is(
    place: Place, kennel: Kennel, friend: Kennel, tmp_path: Path
) -> None:
    lay(place, "evil.clevergo", b"PK\x05\x06" + bytes(18), tmp_path)
    dog = find_dog(place, "evil")
    assert not dog.is_noted
    with pytest.raises(DogFileError, match=r"evil\.clevergo"):
        fetch_dog(friend, place, dog)
    assert friend.dogs() == []


def test_a_dog_that_vanishes_after_one_has_looked_is_said_to_be_gone(
    kennel: Kennel, friend: Kennel, tmp_path: Path
) -> None:
    place = open_place(str(tmp_path / "shared"))
    file = put_dog(kennel, place, NAME)
    dog = list_dogs(place).dogs[0]
    (tmp_path / "shared" / file).unlink()
    with pytest.raises(StoreError, match=r"not in .* any more"):
        fetch_dog(friend, place, dog)


def test_a_file_that_goes_on_after_its_limit_is_left(
    place: Place, kennel: Kennel, friend: Kennel, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_dog(kennel, place, NAME)
    monkeypatch.setattr(store, "MOST_BYTES", 10_000)
    dog = list_dogs(place).dogs[0]
    for said in (dog.size, 10):  # the place tells the truth, or not
        with pytest.raises(StoreError, match="larger than any dog"):
            fetch_dog(friend, place, replace(dog, size=said))


@pytest.mark.parametrize("name", ["../up.clevergo", "/etc/passwd", "a/b.clevergo", ".hidden", "", "a\0b", "a\\b"])
def test_no_name_leads_out_of_the_place(place: Place, name: str, tmp_path: Path) -> None:
    for ask in (lambda: place.read(name, 10), lambda: place.write(name, b""), lambda: lay(place, name, b"", tmp_path)):
        with pytest.raises(StoreError, match="no name"):
            ask()


def test_of_very_many_dogs_the_first_are_listed_and_the_others_counted(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "MOST_LISTED", 3)
    for number in range(5):
        lay(place, f"dog-{number}.clevergo", b"", tmp_path)
    listing = list_dogs(place)
    assert [dog.name for dog in listing.dogs] == ["dog-0", "dog-1", "dog-2"]
    assert listing.left_out == 2


def test_what_is_given_up_leaves_nothing_there(place: Place, kennel: Kennel) -> None:
    def give_up(share: float) -> None:
        if share > 0.9:
            raise Cancelled

    with pytest.raises(Cancelled):
        put_dog(kennel, place, NAME, give_up)
    assert not isinstance(place, Folder) or list(Path(place.address).iterdir()) == []
    assert look_into(place.address).listing == store.Listing(place.said, ())


def test_who_is_no_dog_or_has_not_learned_yet_is_not_put_there(place: Place, kennel: Kennel) -> None:
    with pytest.raises(Exception, match="nobody"):
        put_dog(kennel, place, "nobody")
    with pytest.raises(StoreError, match="whole dogs are shared"):
        put_dog(kennel, place, f"{NAME}@500")


def test_the_window_looks_fetches_and_puts_without_waiting(kennel: Kennel, friend: Kennel, tmp_path: Path) -> None:
    address = str(tmp_path / "shared")
    mine, theirs = (KennelWork(one, Paths(tmp_path, tmp_path)) for one in (kennel, friend))
    mine.put(address, NAME)
    assert wait_for(mine).state is TaskState.DONE
    shared = SharedDogs()
    shared.look(address)
    assert shared.is_looking
    shared._answers.wait()
    assert shared.update()
    assert shared.found is not None
    assert shared.found.listing is not None
    theirs.fetch(address, shared.found.listing.dogs[0])
    assert wait_for(theirs).result == NAME
    mine.close()
    theirs.close()
