"""Every player has one name, wherever it stands: on the ladder, in menus, beside the board, in lists, in contests."""

from __future__ import annotations

from pathlib import Path

import pytest

from clevergo.app.ladder.ladder import Ladder
from clevergo.app.ladder.rungs import RATED_AT
from clevergo.app.match.messages import SavedGame
from clevergo.games.guests import game_named
from clevergo.locale import Language
from clevergo.players.spec import PlayerSpec
from clevergo.ui.scenes.compete.setup import candidates
from clevergo.ui.scenes.play.ladder.words import rung_name
from clevergo.ui.scenes.play.sides import Roster
from clevergo.ui.scenes.play.words import names_of
from clevergo.ui.scenes.shared.player_names import (
    age_name,
    dog_name,
    entrant_name,
    fitted_entrant,
    fixed_opponent_name,
    spoken_player,
)
from clevergo.ui.strings import Strings
from tests.ui.fake_ladder import ages_of, grow_up
from tests.ui.fakes import FakeKennel, make_services, make_stage

ENGLISH, CHINESE = Strings(Language.ENGLISH), Strings(Language.CHINESE)
NAMES = {
    "alphago:alpha_go:100": ("AlphaGo", "阿尔法狗"),
    "alphago:alpha_go@0:100": ("AlphaGo (newborn)", "阿尔法狗（刚出生）"),
    "alphago:alpha_go@1:100": ("AlphaGo (1 game)", "阿尔法狗（1 局）"),
    "alphago:alpha_go@26130:100": ("AlphaGo (26,130 games)", "阿尔法狗（26,130 局）"),
    "alphago:小黑@1230:400": ("小黑 (1,230 games)", "小黑（1,230 局）"),
    "mcts:400": ("Monte Carlo 400", "蒙特卡洛 400"),
    "alphabeta:10000": ("Alpha-beta 10,000", "Alpha-beta 10,000"),
    "random": ("Random", "随机"),
    "gtp:gnugo --mode gtp --level 10": ("GNU Go 10", "GNU Go 10"),
}
"""In English and in Chinese."""


@pytest.mark.parametrize(("text", "names"), NAMES.items())
def test_beside_the_board_in_the_list_of_games_and_in_a_contest_a_player_has_one_name(
    text: str, names: tuple[str, str]
) -> None:
    spec = PlayerSpec.parse(text)
    saved = SavedGame(Path("a.sgf"), "human", text, "2026-02-01 10:00", 9, 31, "")
    for strings, name in zip((ENGLISH, CHINESE), names, strict=True):
        assert spoken_player(strings, spec) == name
        assert entrant_name(strings, spec, (spec, PlayerSpec.parse("random"))) == name
        assert names_of(strings, saved).endswith(f" — {name}")
        if spec.dog is not None:
            assert dog_name(strings, spec.dog) == name


@pytest.mark.parametrize(
    ("opponent", "text"),
    [
        ("mcts:400", "mcts:400"),
        ("alphabeta:10000", "alphabeta:10000"),
        ("random", "random"),
        ("gnugo:10", "gtp:gnugo --mode gtp --level 10"),
        ("pachi:5000", "gtp:pachi -t =5000"),
    ],
)
def test_whom_dogs_are_rated_against_is_called_as_who_sits_at_the_board(opponent: str, text: str) -> None:
    for strings in (ENGLISH, CHINESE):
        assert fixed_opponent_name(strings, opponent) == spoken_player(strings, PlayerSpec.parse(text))


def test_on_the_ladder_and_in_the_menu_of_contests_an_age_is_called_as_beside_the_board() -> None:
    kennel = FakeKennel()
    grow_up(kennel)
    ladder = Ladder(None, kennel)  # type: ignore[arg-type]
    specs = [one.rung.spec for one in ladder.standings(game_named("go"))]
    menu = [option.words for option in candidates(Roster.of(kennel))]  # type: ignore[arg-type]
    for strings in (ENGLISH, CHINESE):
        offered = [strings.said(words) for words in menu]
        for standing, spec in zip(ladder.standings(game_named("go")), specs, strict=True):
            assert rung_name(strings, standing.rung) == spoken_player(strings, spec)
            assert rung_name(strings, standing.rung) in offered


def test_the_menu_of_ages_shows_the_second_part_of_the_name() -> None:
    for age in ages_of("alpha_go"):
        for strings in (ENGLISH, CHINESE):
            assert age_name(strings, age.games).lower() in dog_name(strings, age.address)
    assert age_name(ENGLISH, None) == ""


def test_how_a_dog_plays_is_said_where_it_meets_itself_or_does_not_search() -> None:
    dog, again, glance = (PlayerSpec.parse(text) for text in ("alphago:小黑:100", "alphago:小黑:400", "policy:小黑"))
    other = PlayerSpec.parse(f"alphago:alpha_go:{RATED_AT}")
    assert [entrant_name(ENGLISH, one, (dog, other)) for one in (dog, other)] == ["小黑", "AlphaGo"]
    assert [entrant_name(ENGLISH, one, (dog, again)) for one in (dog, again)] == ["小黑 · 100", "小黑 · 400"]
    assert entrant_name(ENGLISH, glance, (glance, other)) == "小黑 · Glance"


def test_where_a_name_has_no_room_the_word_for_games_goes() -> None:
    look = make_stage(make_services()).look
    spec = PlayerSpec.parse("alphago:alpha_go@26130:100")
    assert fitted_entrant(look, spec, (), 1000, 15) == "AlphaGo (26,130 games)"
    assert fitted_entrant(look, spec, (), 120, 15) == "AlphaGo (26,130)"
