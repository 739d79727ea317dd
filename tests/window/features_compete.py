"""Matches and tournaments, feature by feature: each is done with the mouse or the keys, and seen to be done."""

from __future__ import annotations

import re
import time
from functools import partial

from clevergo.players.spec import at_age
from clevergo.ui.scenes.shared.player_names import dog_name
from clevergo.ui.strings import CompeteText, Wording
from tests.window.actions import choose
from tests.window.features_share import standing_shown
from tests.window.kept import DOG, DOG_AGES, rows
from tests.window.program import Program, Seen
from tests.window.seeing import (
    click_for_another_text,
    look_at_widget,
    number_in,
    said,
    strings_of,
    text_of,
    wait_for_another_look,
    wait_for_another_text,
    wait_for_said,
    wait_for_words,
)

# Players are started, and two games are played to the end.
AGED = at_age(DOG, DOG_AGES[0])
"""The dog as it was once, among the players."""
_SLOWEST = 3
"""Seconds a move at the slow end of the slider."""
_FAST = 5
"""Moves a second one stop before full speed."""
_LOOKED_AT = 1.0
"""Seconds in which a game that is not paused would have gone on, at the speed above."""


def players(seen: Seen) -> int:
    """How many take part, as far as the list shows them."""
    return sum(name.startswith("compete.players.") for name in seen.widgets)


def times_named(seen: Seen, dog: str) -> int:
    """How many texts begin with a dog's name, in short or not."""
    names = tuple(dog_name(strings_of(seen), dog, is_short) for is_short in (False, True))
    return sum(text.startswith(names) for text in seen.texts)


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
    add(program, AGED, "policy")
    program.wait_until(lambda seen: times_named(seen, AGED) > 0, "the dog as it was")
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


def set_speed(program: Program, across: float, keys: tuple[str, ...], words: Wording, **values: int) -> None:
    """Click the slider, press keys on it, and wait until the speed is called so."""
    program.click_at("compete.speed", across)
    for key in keys:
        program.press(key)
    wait_for_said(program, words, **values)


def slow_moves(program: Program) -> None:
    """At the slow end of the slider a move takes as long as it says there."""
    set_speed(program, 0.02, (), CompeteText.PACE, seconds=_SLOWEST)
    moved_at = []
    for _ in range(4):  # the first of them may have been on its way already, and each may be seen late
        wait_for_move(program)
        moved_at.append(time.monotonic())
    assert moved_at[-1] - moved_at[1] > _SLOWEST / 2


def wait_for_move(program: Program) -> None:
    """Wait until another stone lies on the board, or one less."""
    before = program.look().stones
    program.wait_until(lambda seen: seen.stones != before, "a move")


def pauses(program: Program) -> None:
    """Space and the button stop the game between two moves; both let it go on."""
    set_speed(program, 0.98, ("Left",), CompeteText.PACE_FAST, moves=_FAST)
    for pause in (lambda: program.press("space"), lambda: program.click("compete.pause")):
        wait_for_move(program)
        pause()
        before = wait_for_words(program, CompeteText.PAUSED).stones
        deadline = time.monotonic() + _LOOKED_AT
        # A move that was being thought of when it was paused may still come: one, and no more.
        moves = 0
        while time.monotonic() < deadline:
            now = program.look().stones
            moves, before = moves + (now != before), now
        assert moves <= 1, "a paused game stands still"
        pause()
        wait_for_move(program)


def match_of_several_games(program: Program) -> None:
    """Two players meet: slow or fast, paused and going on, stopped and going on; every game can be opened."""
    invite(program, ("random", ""), ("alpha_go", "policy"))
    set_games(program, 2)
    program.click("compete.start")
    program.wait_until(lambda seen: seen.num_stones >= 2, "the game to be played")
    slow_moves(program)
    pauses(program)
    before = text_of(program, "compete.toggle")
    program.click("compete.toggle")
    wait_for_words(program, CompeteText.STOPPED)
    program.click("compete.toggle")
    program.wait_until(lambda seen: seen.text_on("compete.toggle") == before, "the match to go on")
    program.click_at("compete.speed", 0.98)
    wait_for_words(program, CompeteText.FULL_SPEED)
    program.wait_until(lambda seen: "compete.toggle" not in seen.widgets, "the end of the match")
    assert games_played(program) == 2
    standing_shown(program, 2, games_played=2)
    look_into_the_form(program)
    program.click("compete.games.1")
    program.wait_until(lambda seen: seen.scene == "play" and seen.num_stones > 10, "the game on the first page")


def look_into_the_form(program: Program) -> None:
    """A new match can be thought of, and left for how the last one stands."""
    program.click("compete.new")
    program.wait_until(lambda seen: "compete.add" in seen.widgets, "the form")
    program.click("compete.back")
    program.wait_until(lambda seen: "compete.games.0" in seen.widgets, "the games of before")
    wait_for_words(program, CompeteText.FINISHED)


def round_robin(program: Program) -> None:
    """Three players meet each other; a cross table says how, and every game can be opened."""
    invite(program, ("random", ""), ("mcts", ""), (AGED, "policy"))
    set_games(program, 1)
    program.click("compete.start")
    program.wait_until(lambda seen: "compete.add" not in seen.widgets, "the round robin to begin")
    program.click_at("compete.speed", 0.98)
    finished = program.wait_until(lambda seen: seen.can_click("compete.new"), "the end of it")
    assert games_played(program) == 3
    assert times_named(finished, AGED) >= 3, "in the table and in two games"
    read_cross_table(finished)
    standing_shown(program, 3, games_played=3)
    look_into_the_form(program)
    program.click("compete.games.2")
    program.wait_until(lambda seen: seen.scene == "play" and seen.num_stones > 5, "the game on the first page")


def read_cross_table(seen: Seen) -> None:
    """Each player has a score of its two games, a rating, and a cell for each other player."""
    texts = seen.texts
    assert said(seen, CompeteText.SCORE) in texts
    assert said(seen, CompeteText.RATING) in texts
    scores = [found[1] for text in texts if (found := re.fullmatch(r"([\d½]+) / 2", text))]
    points = {"0": 0.0, "½": 0.5, "1": 1.0, "1½": 1.5, "2": 2.0}
    assert len(scores) == 3, f"a score for each player, not {scores}"
    assert sum(points[score] for score in scores) == 3.0
    assert sum(text in points for text in texts) >= 2 * 3, "a cell for each other player"
    ratings = [text for text in texts if re.fullmatch(r"–|-?\d+( ± \d+)?", text)]
    assert len(ratings) >= 3, f"a rating for each player, not {ratings}"
