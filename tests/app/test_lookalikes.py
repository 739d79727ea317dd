"""No dog is called as a player of the program's own, nor so that a person would take it for another dog."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clevergo.app.desk.paths import Paths
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.dogs import DogNameError
from clevergo.app.kennel.growth import Checkpoint, Past
from clevergo.app.kennel.lookalikes import look_key, name_key, player_of, shipped_of
from clevergo.app.kennel.travel.archive import export_dog, import_dog
from clevergo.app.kennel.travel.copying import copy_dog
from clevergo.games.guests import games, shipped_dogs
from clevergo.locale import Language, languages
from clevergo.nn.description import NetConfig, initial_weights
from clevergo.nn.files import WeightFile, save_weights
from clevergo.players.spec import PlayerKind, PlayerSpec, at_age
from clevergo.ui.kit.look import say
from clevergo.ui.scenes.play.sides import MODES, Roster, player_options
from clevergo.ui.scenes.shared.player_names import dog_name
from clevergo.ui.strings import Strings, kindly

NET = NetConfig(blocks=1, channels=8)
ALIKE = (
    ("Rex", "rex"),
    ("Rex", "ＲＥＸ"),
    ("Rex", "R\u0435\u0445"),  # Cyrillic
    ("Rex", " Rex  "),
    ("Rex", "R ex"),
    ("Rex", "Re\u200dx"),
    ("Rex", "Rex\ufe0f"),
    ("Momo", "M0mo"),
    ("Momo", "ΜΟΜΟ"),  # Greek
    ("Momo", "M〇m〇"),
    ("Bill", "Bi1l"),
    ("Bill", "BiII"),
    ("Bill", "Bi||"),
    ("Tom", "ТОМ"),  # Cyrillic
    ("Arno", "Amo"),
    ("Rex-2", "Rex–2"),
    ("D'Artagnan", "D’Artagnan"),
    ("小日", "小曰"),
    ("大力", "大カ"),  # kana
    ("２号", "2号"),
)
APART = (
    ("Rex", "Max"),
    ("Rex", "Rex 2"),
    ("Rex 1", "Rex 2"),
    ("Rex 2", "Rex 20"),
    ("小黑", "小白"),
    ("Café", "Cafe"),
    ("Momo", "Mama"),
    ("Том", "Тим"),
    ("阿福", "阿福2"),
)
PLAYERS = (
    *("random", "Random", "RANDOM", "Rand0m", "ｒａｎｄｏｍ", "随机", " 随 机 ", "rаndоm"),
    *("MCTS", "mcts", "ＭＣＴＳ", "mcts:400", "MCTS (400)", "Monte Carlo", "monte-carlo 400", "MonteCar1o", "蒙特卡洛"),
    *("alphabeta", "Alpha-Beta", "Alpha beta 10,000", "Alpha-beta 引擎", "Glance", "glance", "直觉", "Search", "搜索"),
    *("Value", "价值", "policy", "Human", "人类玩家", "Me", "我", "GNU Go", "gnugo", "GNU Go 10", "gtp", "Gomocup"),
)
FREE = ("Randy", "小随机", "MCTS #2", "随风", "Glancer", "Researcher", "Melba", "我的狗", "Mctavish", "Value Pack", "2")


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "data", tmp_path / "program")


@pytest.fixture
def kennel(paths: Paths) -> Kennel:
    return Kennel(paths)


def called_before(kennel: Kennel, name: str) -> None:
    """Take in a dog whose name was allowed once, with weights."""
    dog = kennel.new_dog(name, NET)
    file = WeightFile(NET, initial_weights(NET, np.random.default_rng(1)), {"games": 0})
    dog.folder.mkdir(parents=True)
    for path in (dog.weights, dog.birth):
        save_weights(path, file)
    with kennel.database.writing() as db:
        key, net = name_key(name), json.dumps(NET.to_dict())
        values = (dog.id, name, key, dog.created, dog.game, net)
        db.execute("INSERT INTO dogs (id, name, name_key, created, game, net) VALUES (?, ?, ?, ?, ?, ?)", values)
    kennel.growth.note(dog.id, Past(Checkpoint(0.0, 0, 0, 0, dog.weights)))


@pytest.mark.parametrize(("first", "second"), ALIKE)
def test_two_dogs_that_look_alike_cannot_be_told_apart(kennel: Kennel, first: str, second: str) -> None:
    kennel.adopt(first)
    with pytest.raises(DogNameError, match="already"):
        kennel.adopt(second)
    kennel.adopt("another")
    with pytest.raises(DogNameError, match="already"):
        kennel.rename("another", second)
    assert kennel.free_name(second).endswith(" 2")


@pytest.mark.parametrize(("first", "second"), APART)
def test_two_names_that_differ_to_the_eye_may_both_be_there(kennel: Kennel, first: str, second: str) -> None:
    kennel.adopt(first)
    assert kennel.adopt(second).name == second


@pytest.mark.parametrize("name", PLAYERS)
def test_a_players_name_is_no_dogs(kennel: Kennel, name: str) -> None:
    with pytest.raises(DogNameError, match="another name"):
        kennel.adopt(name)
    kennel.adopt("pup")
    with pytest.raises(DogNameError, match="another name"):
        kennel.rename("pup", name)
    with pytest.raises(DogNameError, match="another name"):
        copy_dog(kennel, "pup", name)


@pytest.mark.parametrize("name", FREE)
def test_names_that_only_remind_of_players_will_do(kennel: Kennel, name: str) -> None:
    assert kennel.adopt(name).name == name


@pytest.mark.parametrize("language", languages(), ids=str)
@pytest.mark.parametrize("game", sorted(games()))
def test_whatever_the_menus_of_players_show_is_refused_in_every_language(language: Language, game: str) -> None:
    strings = Strings(language)
    shown = [say(strings, option.words) for option in player_options(Roster(game=game), PlayerSpec(PlayerKind.HUMAN))]
    shown += [say(strings, mode.words) for mode in MODES]
    assert len(shown) > 5
    refused = [name for name in shown if player_of(name) is not None]
    # The last rows of the menu ask for another program.
    assert [name for name in shown if name not in refused and not name.endswith("…")] == []


@pytest.mark.parametrize("language", languages(), ids=str)
@pytest.mark.parametrize("dog", shipped_dogs())
@pytest.mark.parametrize("games", [0, 1, 622, 26130])
def test_no_dog_is_called_as_the_window_calls_an_age_of_a_shipped_one(language: Language, dog: str, games: int) -> None:
    strings = Strings(language)
    for is_short in (False, True):
        assert shipped_of(dog_name(strings, at_age(dog, games), is_short)) is not None


@pytest.mark.parametrize("name", ["AlphaGo's friend", "Rex (622 games)", "AlphaGo II", "AlphaGo (of mine)"])
def test_a_name_that_only_reminds_of_a_shipped_dogs_age_will_do(kennel: Kennel, name: str) -> None:
    assert kennel.adopt(name).name == name


@pytest.mark.parametrize("spec", ["human", "random", "mcts:400", "alphabeta:3000"])
def test_what_records_call_players_is_refused(spec: str) -> None:
    player = PlayerSpec.parse(spec)
    assert player_of(player.name) is not None
    assert player_of(str(player)) is not None


def test_the_sentence_says_in_both_languages_whom_one_would_think_of(kennel: Kennel) -> None:
    kennel.adopt("Momo")
    for name, part in (("Rand0m", "Random"), ("M0M0", "Momo"), ("ＡｌｐｈａＧｏ", "lpha_go")):
        with pytest.raises(DogNameError) as caught:
            kennel.adopt(name)
        for language, advice in ((Language.ENGLISH, "choose"), (Language.CHINESE, "换个")):
            said = kindly(caught.value.problem)(Strings(language))
            assert part in said
            assert advice in said


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "Re\u3164x", "\u115f\u1160"])
def test_blanks_that_count_as_letters_are_no_name(kennel: Kennel, name: str) -> None:
    with pytest.raises(DogNameError, match="name"):
        kennel.adopt(name)


def test_dogs_that_were_called_so_before_are_there_and_play(kennel: Kennel) -> None:
    for name in ("random", "Momo", "M0mo", "随机"):
        called_before(kennel, name)
    assert [dog.name for dog in kennel.dogs()] == ["随机", "M0mo", "Momo", "random"]
    for name in ("random", "Momo", "M0mo", "随机"):
        assert kennel.find_weights(name).parent == kennel.dog(name).folder
    assert kennel.rename("M0mo", "Mimi").name == "Mimi"


@pytest.mark.parametrize(
    ("name", "comes_as"),
    [("random", "random #2"), ("MCTS", "MCTS #2"), ("M0mo", "M0mo 2"), ("Rex", "Rex"), ("AlphaGo", "AlphaGo 2")],
)
def test_a_dog_that_comes_from_a_file_is_given_a_name_of_its_own(
    kennel: Kennel, tmp_path: Path, name: str, comes_as: str
) -> None:
    called_before(kennel, name)
    file = export_dog(kennel, name, tmp_path / "friend.clevergo")
    kennel.delete(name)
    kennel.adopt("Momo")
    assert import_dog(kennel, file).name == comes_as
    assert json.loads(zipfile.ZipFile(file).read("dog.json"))["name"] == name


@given(st.text(alphabet="RexMOo0l1I 日曰–-", max_size=8))
def test_the_same_but_for_large_letters_is_alike(name: str) -> None:
    assert look_key(name.upper()) == look_key(name.lower()) == look_key(name)
