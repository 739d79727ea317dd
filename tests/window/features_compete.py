"""Matches and tournaments, feature by feature: each is done with the mouse or the keys, and seen to be done."""

from __future__ import annotations

from functools import partial

from clevergo.ui.texts.compete import CompeteText
from tests.window.actions import choose
from tests.window.kept import DOG, rows
from tests.window.program import Program, Seen
from tests.window.seeing import (
    click_for_another_text,
    look_at_widget,
    number_in,
    text_of,
    wait_for_another_look,
    wait_for_another_text,
    wait_for_words,
)

# Players are started, and two games are played to the end.
PATIENCE = 400.0


def players(seen: Seen) -> int:
    """How many take part, as far as the list shows them."""
    return sum(name.startswith("compete.players.") for name in seen.widgets)


def add(program: Program, player: str, mode: str = "") -> None:
    """Let somebody take part."""
    choose(program, "compete.player", player)
    if mode:
        program.click(f"compete.mode.{mode}")
        program.wait_until(lambda seen: "compete.times" not in seen.widgets, "a player that does not search")
    before = players(program.look())
    program.click("compete.add")
    program.wait_until(lambda seen: players(seen) == before + 1, f"{player} among the players")


def invite(program: Program, *entrants: tuple[str, str]) -> None:
    """Let these players meet, and nobody else."""
    program.click("nav.compete")
    seen = program.wait_until(lambda seen: "compete.add" in seen.widgets or seen.can_click("compete.new"), "the form")
    if "compete.add" not in seen.widgets:
        program.click("compete.new")
    while (left := players(program.wait_until(lambda seen: "compete.add" in seen.widgets, "the form"))) > 0:
        program.click("compete.players.0")
        program.wait_until(lambda seen, left=left: players(seen) == left - 1, "a player less")  # type: ignore[misc]
    for entrant in entrants:
        add(program, *entrant)


def set_games(program: Program, games: int) -> None:
    """How many games each pair plays."""
    while number_in(text_of(program, "compete.rounds")) > games:
        click_for_another_text(program, "compete.rounds.less", "compete.rounds")
    while number_in(text_of(program, "compete.rounds")) < games:
        click_for_another_text(program, "compete.rounds.more", "compete.rounds")


def games_played(program: Program) -> int:
    """The games of the latest tournament that are written down."""
    query = "SELECT COUNT(*) FROM tournament_games WHERE tournament = (SELECT MAX(id) FROM tournaments)"
    return int(rows(program, query)[0][0])


def who_meets_whom(program: Program) -> None:
    """Players come and go, with how they think; games, size and komi are chosen."""
    invite(program, ("random", ""), ("mcts", ""), ("alpha_go", "policy"))
    program.click("compete.players.1")
    program.wait_until(lambda seen: players(seen) == 2, "one player less")
    choose(program, "compete.player", "mcts")
    click_for_another_text(program, "compete.times.more", "compete.times")
    set_games(program, 4)
    for size in (13, 9):
        before = look_at_widget(program, f"compete.size.{size}")
        program.click(f"compete.size.{size}")
        look = partial(look_at_widget, program, f"compete.size.{size}")
        wait_for_another_look(program, look, before, f"the choice of {size} lines")
    komi = click_for_another_text(program, "compete.komi.more", "compete.komi")
    program.click("compete.komi.less")
    wait_for_another_text(program, "compete.komi", komi)
    assert program.look().can_click("compete.start")


def match_of_several_games(program: Program) -> None:
    """Two players meet: slow or fast, paused and going on, stopped and going on; every game can be opened."""
    invite(program, ("random", ""), ("alpha_go", "policy"))
    set_games(program, 2)
    program.click("compete.start")
    program.wait_until(lambda seen: seen.num_stones >= 2, "the game to be played", PATIENCE)
    program.click("compete.pause")
    wait_for_words(program, CompeteText.PAUSED)
    program.press("space")
    before = text_of(program, "compete.toggle")
    program.click("compete.toggle")
    wait_for_words(program, CompeteText.STOPPED)
    program.click("compete.toggle")
    program.wait_until(lambda seen: seen.text_on("compete.toggle") == before, "the match to go on")
    program.click_at("compete.speed", 0.98)
    wait_for_words(program, CompeteText.FULL_SPEED)
    program.wait_until(lambda seen: "compete.toggle" not in seen.widgets, "the end of the match", PATIENCE)
    assert games_played(program) == 2
    program.click("compete.games.1")
    program.wait_until(lambda seen: seen.scene == "play" and seen.num_stones > 10, "the game on the first page")


def round_robin(program: Program) -> None:
    """Three players meet each other; a cross table says how, and every game can be opened."""
    invite(program, ("random", ""), ("alpha_go", "policy"), (DOG, "policy"))
    set_games(program, 1)
    program.click("compete.start")
    program.wait_until(lambda seen: "compete.add" not in seen.widgets, "the round robin to begin")
    program.click_at("compete.speed", 0.98)
    finished = program.wait_until(lambda seen: seen.can_click("compete.new"), "the end of it", PATIENCE)
    assert games_played(program) == 3
    assert sum(DOG in text for text in finished.texts) >= 3, "in the table and in two games"
    program.click("compete.games.2")
    program.wait_until(lambda seen: seen.scene == "play" and seen.num_stones > 5, "the game on the first page")
