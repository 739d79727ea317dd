"""Players as text, and back."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clevergo.games.guests import game_named
from clevergo.players.spec import (
    Faculty,
    PlayerKind,
    PlayerSpec,
    PlayerSpecError,
    asked_for_best,
    at_age,
    at_best,
    one_word,
    split_age,
    split_command,
)


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("human", PlayerSpec(PlayerKind.HUMAN)),
        ("random", PlayerSpec(PlayerKind.RANDOM)),
        ("mcts:1600", PlayerSpec(PlayerKind.MCTS, simulations=1600)),
        ("policy:pup", PlayerSpec(PlayerKind.POLICY, "pup")),
        ("glance:pup:0.5", PlayerSpec(PlayerKind.GLANCE, "pup", temperature=0.5)),
        ("glance:pup@1230:1", PlayerSpec(PlayerKind.GLANCE, "pup@1230", temperature=1.0)),
        ("glance:pup:0.3333333333333333", PlayerSpec(PlayerKind.GLANCE, "pup", temperature=1 / 3)),
        (r"glance:C:\dogs\x.pdparams:2", PlayerSpec(PlayerKind.GLANCE, r"C:\dogs\x.pdparams", temperature=2.0)),
        ("value:小黑 🐶", PlayerSpec(PlayerKind.VALUE, "小黑 🐶")),
        ("alphago:pup:100", PlayerSpec(PlayerKind.ALPHAGO, "pup", 100)),
        ("nopolicy:pup:50", PlayerSpec(PlayerKind.ALPHAGO, "pup", 50, without=Faculty.POLICY)),
        ("novalue:pup@1230:8", PlayerSpec(PlayerKind.ALPHAGO, "pup@1230", 8, without=Faculty.VALUE)),
        ("alphago:a:b:7:100", PlayerSpec(PlayerKind.ALPHAGO, "a:b:7", 100)),
        (r"alphago:C:\dogs\x.pdparams:50", PlayerSpec(PlayerKind.ALPHAGO, r"C:\dogs\x.pdparams", 50)),
    ],
)
def test_text_and_value_say_the_same(text: str, spec: PlayerSpec) -> None:
    assert PlayerSpec.parse(text) == spec
    assert str(spec) == text


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("mcts", "mcts:400"),
        ("alphago", "alphago:alpha_go:400"),
        ("alphago:pup", "alphago:pup:400"),
        ("alphago:pup:", "alphago:pup:400"),
        ("alphago:100", "alphago:alpha_go:100"),
        ("policy", "policy:alpha_go"),
        ("nopolicy", "nopolicy:alpha_go:400"),
        ("novalue:100", "novalue:alpha_go:100"),
        ("glance", "glance:alpha_go:1"),
        ("glance:pup", "glance:pup:1"),
        ("glance:pup:", "glance:pup:1"),
        ("glance:0.5", "glance:alpha_go:0.5"),
        ("glance:pup:0.50", "glance:pup:0.5"),
        (" Random ", "random"),
    ],
)
def test_what_is_left_out_is_filled_in(text: str, full: str) -> None:
    assert str(PlayerSpec.parse(text)) == full


@pytest.mark.parametrize(
    ("text", "game", "full"),
    [
        ("alphago", "five", "alphago:alpha_five:400"),
        ("alphago:100", "five", "alphago:alpha_five:100"),
        ("policy", "five", "policy:alpha_five"),
        ("alphago:alpha_go:5", "five", "alphago:alpha_go:5"),
        ("alphago:100", "go", "alphago:alpha_go:100"),
        ("mcts", "five", "mcts:400"),
    ],
)
def test_a_dog_that_is_left_out_is_the_one_that_ships_with_the_game(text: str, game: str, full: str) -> None:
    assert str(PlayerSpec.parse(text, game_named(game))) == full


@pytest.mark.parametrize(
    "text",
    [
        "",
        "gnugo",
        "outside:gnugo",
        "random:5",
        "human:me",
        "mcts:0",
        "mcts:lots",
        "mcts:-5",
        "mcts:1000000",
        f"mcts:{'9' * 5000}",
        "glance:pup:0",
        "glance:pup:11",
        "glance:pup:0.001",
    ],
)
def test_nonsense_is_answered_with_what_is_accepted(text: str) -> None:
    with pytest.raises(PlayerSpecError) as caught:
        PlayerSpec.parse(text)
    assert any(said in str(caught.value) for said in ("mcts:400", "simulations must be", "temperature must be"))


@pytest.mark.parametrize("text", ["gtp:gnugo\n--mode gtp", "gomocup:pbrain\n-wine"])
def test_whichever_way_a_program_is_spoken_to_its_command_is_one_line(text: str) -> None:
    with pytest.raises(PlayerSpecError, match=r"^another program needs a command on one line"):
        PlayerSpec.parse(text)


def test_parts_that_do_not_belong_together_are_refused() -> None:
    with pytest.raises(PlayerSpecError):
        PlayerSpec(PlayerKind.RANDOM, dog="pup")
    with pytest.raises(PlayerSpecError):
        PlayerSpec(PlayerKind.ALPHAGO, "pup")
    with pytest.raises(PlayerSpecError):
        PlayerSpec(PlayerKind.GLANCE, "pup")
    with pytest.raises(PlayerSpecError):
        PlayerSpec(PlayerKind.POLICY, "pup", temperature=0.5)
    with pytest.raises(PlayerSpecError):
        PlayerSpec(PlayerKind.GLANCE, "pup", temperature=float("nan"))


def test_a_temperature_stands_in_the_name_of_the_record() -> None:
    assert PlayerSpec.parse("glance:pup:0.5").name == "pup (glance 0.5)"
    assert PlayerSpec.parse("policy:pup").name == "pup (policy)"


def test_an_age_of_a_dog_is_named_by_its_games() -> None:
    assert at_age("小黑", 1230) == "小黑@1230"
    assert split_age("小黑@1230") == ("小黑", 1230)
    assert at_best("小黑") == "小黑@best"
    assert asked_for_best("小黑@best") == "小黑"
    assert [asked_for_best(name) for name in ("best", "@best", "pup@beast", "pup@1230")] == [None] * 4
    assert PlayerSpec.parse("alphago:pup@best:400") == PlayerSpec(PlayerKind.ALPHAGO, "pup@best", 400)
    assert PlayerSpec.parse("alphago:pup@1230:400") == PlayerSpec(PlayerKind.ALPHAGO, "pup@1230", 400)
    for name in ("pup", "@12", "pup@", "me@home", "pup@²"):
        assert split_age(name) == (name, None)


@pytest.fixture(scope="module")
def _windows() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as system:
        system.setattr("clevergo.players.spec.os", SimpleNamespace(name="nt"))
        yield


@pytest.mark.usefixtures("_windows")
@pytest.mark.parametrize(
    ("command", "words"),
    [
        (r"C:\go\gnugo.exe --mode gtp", [r"C:\go\gnugo.exe", "--mode", "gtp"]),
        (r'"C:\Program Files\katago.exe" gtp', [r"C:\Program Files\katago.exe", "gtp"]),
        (r'katago.exe gtp -config="C:\My Dir\x.cfg"', ["katago.exe", "gtp", r"-config=C:\My Dir\x.cfg"]),
        (r'C:\"My Dir"\x.exe  a\b', [r"C:\My Dir\x.exe", r"a\b"]),
        (r"C:\O'Brien\x.exe it's", [r"C:\O'Brien\x.exe", "it's"]),
        # The table in Microsoft's "Parsing C command-line arguments", behind a program.
        (r'x "a b c" d e', ["x", "a b c", "d", "e"]),
        (r'x "ab\"c" "\\" d', ["x", 'ab"c', "\\", "d"]),
        (r'x a\\\b d"e f"g h', ["x", r"a\\\b", "de fg", "h"]),
        (r"x a\\\"b c d", ["x", r"a\"b", "c", "d"]),
        (r'x a\\\\"b c" d e', ["x", r"a\\b c", "d", "e"]),
        ('x "" a', ["x", "", "a"]),
        ("x a\\ b\\", ["x", "a\\", "b\\"]),
        ("", []),
    ],
)
def test_on_windows_a_command_has_the_words_that_windows_gives_it(command: str, words: list[str]) -> None:
    assert split_command(command) == words


@pytest.mark.usefixtures("_windows")
@given(st.lists(st.text(r"ab\" \'-=", max_size=8)))
def test_on_windows_any_words_come_back_from_a_command(words: list[str]) -> None:
    assert split_command(subprocess.list2cmdline(["katago", *words])) == ["katago", *words]


@pytest.mark.usefixtures("_windows")
def test_on_windows_quotes_that_are_not_closed_are_told() -> None:
    with pytest.raises(PlayerSpecError, match="quotation"):
        PlayerSpec.parse(r'gtp:"C:\Program Files\katago.exe gtp')
    place = r"C:\Program Files\katago.exe"
    assert split_command(f"{one_word(place)} gtp") == [place, "gtp"]
