"""What one does where one plays, feature by feature: each is done with the mouse or the keys, and seen to be done."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import numpy as np

from clevergo.ui.strings import PlayText, Text, Wording
from tests.patience import PATIENCE
from tests.window.actions import bring_into_view, choose, is_over, pass_on_an_open_board
from tests.window.kept import (
    DOG,
    DOG_AGES,
    OLD_GAME,
    home_of,
    newest_game,
    setting,
    shipped_age,
    wait_for_game,
    wait_for_setting,
)
from tests.window.program import Program, Seen
from tests.window.seeing import (
    Picture,
    board_rect,
    click_for_another_text,
    look_at,
    look_at_board,
    number_in,
    strings_of,
    text_of,
    wait_for_another_look,
    wait_for_another_text,
    wait_for_words,
)

MOVES = ((4, 4), (2, 4), (6, 4), (4, 2))
"""A game of four moves, as row and column."""
MOVES_SAVED = (";B[ee]", ";W[ec]", ";B[eg]", ";W[ce]")
NEW_FILE = "mine"
CLICK_PATIENCE = 5.0


# --- steps of several features ---


def lay_out(program: Program, black: str = "human", white: str = "human") -> None:
    """Choose players, and nothing else, for a new game."""
    program.click("nav.play")
    seen = program.wait_until(lambda seen: seen.can_click("play.new") or seen.can_click("play.start"), "the play scene")
    if seen.can_click("play.new"):
        program.click("play.new")
        program.wait_until(lambda seen: seen.can_click("play.start"), "the players")
    for side, player in (("play.black", black), ("play.white", white)):
        choose(program, side, player)


def begin(program: Program) -> None:
    """Start the game that is laid out."""
    program.click("play.start")
    program.wait_until(lambda seen: "play.start" not in seen.widgets and seen.num_stones == 0, "an empty board")


def put(program: Program, row: int, col: int) -> None:
    """Play a stone for whoever is to move."""
    program.click_point(row, col)
    # The very first one lies there once the rules are loaded.
    program.wait_until(lambda seen: seen.stones[row][col] != ".", f"a stone at {row}, {col}")


def wait_for_stones(program: Program, stones: int) -> Seen:
    """Wait until so many lie on the board."""
    return program.wait_until(lambda seen: seen.num_stones == stones, f"{stones} stones")


def result_saved(program: Program) -> str:
    """How the newest game ended, as it is saved."""
    found = re.search(r"RE\[([^]]*)\]", newest_game(program))
    return found[1] if found else ""


# --- before a game ---


def players_and_their_ages(program: Program) -> None:
    """Both players are chosen from all dogs and their ages, with how they think, and change sides."""
    age = DOG_AGES[0]
    lay_out(program, DOG, "alpha_go")
    choose(program, "play.black.age", str(age))
    program.wait_until(lambda seen: str(age) in seen.text_on("play.black.age"), "the dog at that age")
    tries = text_of(program, "play.white.times")
    program.click("play.white.times.less")
    wait_for_another_text(program, "play.white.times", tries)
    program.click("play.white.mode.policy")
    program.wait_until(lambda seen: "play.white.times" not in seen.widgets, "a player that does not search")
    choose(program, "play.white.age", str(shipped_age(program)))
    names = text_of(program, "play.black"), text_of(program, "play.white")
    ages = text_of(program, "play.black.age"), text_of(program, "play.white.age")
    program.click("play.swap")
    program.wait_until(
        lambda seen: (
            (seen.text_on("play.white"), seen.text_on("play.black")) == names
            and (seen.text_on("play.white.age"), seen.text_on("play.black.age")) == ages
        ),
        "the players on each other's side",
    )


def board_size_and_rules(program: Program) -> None:
    """Size, handicap, komi, counting and the rule of ko are chosen before a game."""
    lay_out(program)
    for size in (13, 19, 9):
        program.click(f"play.size.{size}")
        program.wait_until(lambda seen, size=size: len(seen.stones) == size, f"{size} lines")  # type: ignore[misc]
    usual = text_of(program, "play.komi")
    program.click("play.handicap.more")
    wait_for_stones(program, 2)
    handicapped = wait_for_another_text(program, "play.komi", usual)
    program.click("play.komi.more")
    wait_for_another_text(program, "play.komi", handicapped)
    program.click("play.handicap.less")
    wait_for_stones(program, 0)
    program.wait_until(lambda seen: seen.text_on("play.komi") == usual, "the usual komi")
    program.click("play.komi.less")
    wait_for_another_text(program, "play.komi", usual)
    program.click("play.counting.territory")
    program.click("play.counting.area")
    program.wait_until(lambda seen: seen.text_on("play.komi") == usual, "the usual komi again")
    program.click("play.komi.less")
    wait_for_another_text(program, "play.komi", usual)
    program.click("play.ko.simple")
    begin(program)
    match = setting(program, "last_match")
    assert (match["size"], match["komi"], match["ko"], match["handicap"]) == (9, number_in(usual) - 0.5, "simple", 0)


def clock(program: Program) -> None:
    """A game with main time and byo-yomi has clocks that run."""
    lay_out(program)
    choose(program, "play.time", "5.0")
    choose(program, "play.overtime", "(3, 30)")
    begin(program)
    put(program, *MOVES[0])

    def time_left(seen: Seen) -> list[str]:
        return [text for text in seen.texts if re.fullmatch(r"[0-4]:\d\d", text)]

    first = time_left(program.wait_until(lambda seen: bool(time_left(seen)), "a clock that has begun to run"))
    program.wait_until(lambda seen: time_left(seen) not in ([], first), "the clock to go on")
    assert setting(program, "last_match")["time"] == [300.0, 3, 30.0]
    lay_out(program)
    choose(program, "play.time", "0.0")
    choose(program, "play.overtime", "(3, 20)")
    begin(program)
    put(program, *MOVES[0])

    def is_counted_down(seen: Seen) -> bool:
        shown = [strings_of(seen).get(PlayText.CLOCK_PERIODS, seconds=left, n=3) for left in range(10, 20)]
        return any(text in seen.texts for text in shown)

    program.wait_until(is_counted_down, "byo-yomi to count down")
    whole = strings_of(program.look()).get(PlayText.CLOCK_PERIODS, seconds=20, n=3)
    assert whole in program.look().texts, "the side that has moved has its period whole"
    lay_out(program)
    choose(program, "play.time", "-1.0")
    program.wait_until(lambda seen: "play.overtime" not in seen.widgets, "no clock")


# --- a game ---


def game_between_two_people(program: Program) -> None:
    """Stones are played and saved as they are played; a click that is refused is told why."""
    lay_out(program)
    begin(program)
    assert setting(program, "last_match")["black"] == "human"
    for number, (row, col) in enumerate(MOVES, 1):
        put(program, row, col)
        wait_for_stones(program, number)
    wait_for_game(program, *MOVES_SAVED)
    program.click_point(*MOVES[0])
    wait_for_words(program, Wording("refused.occupied"))
    wait_for_stones(program, len(MOVES))


def stones_by_keys(program: Program) -> None:
    """A stone is placed without the mouse: a cursor walks over the board."""
    program.press("b")
    first = program.wait_until(lambda seen: seen.raw["board"]["cursor"] is not None, "a cursor").raw["board"]["cursor"]
    program.press("Left")
    program.wait_until(lambda seen: seen.raw["board"]["cursor"] == first - 1, "the cursor to move")
    program.press("Return")
    wait_for_stones(program, len(MOVES) + 1)
    program.press("Escape")
    program.wait_until(lambda seen: seen.raw["board"]["cursor"] is None, "no cursor")
    program.click("play.undo")
    wait_for_stones(program, len(MOVES))


def pause(program: Program) -> None:
    """A game is paused and goes on, by the button and by its key."""
    before = text_of(program, "play.pause")
    click_for_another_text(program, "play.pause")
    wait_for_words(program, Text.PAUSED)
    program.press("p")
    program.wait_until(lambda seen: seen.text_on("play.pause") == before, "the game to go on")


def undo_and_redo(program: Program) -> None:
    """Moves are taken back and played again, by buttons and by keys."""
    program.click("play.undo")
    wait_for_stones(program, 3)
    program.press("ctrl+z")
    wait_for_stones(program, 2)
    program.click("play.redo")
    wait_for_stones(program, 3)
    program.press("ctrl+y")
    wait_for_stones(program, 4)


def moves_back_and_forth(program: Program) -> None:
    """One walks through the game: the list of moves, the buttons below it, the curve, and the keys."""
    program.click("play.tab.moves")
    program.click("play.moves.1")
    wait_for_stones(program, 1)
    # A move that was taken back is there to be walked to, at the end.
    for button, stones in (("later", 2), ("earlier", 1), ("last", 5), ("first", 0)):
        program.click(f"play.{button}")
        wait_for_stones(program, stones)
    program.click("play.live")
    wait_for_stones(program, 4)
    program.click_at("play.curve", 0.02)
    wait_for_stones(program, 0)
    for key, stones in (("End", 5), ("Home", 0), ("Right", 1), ("Right", 2), ("Left", 1)):
        program.press(key)
        wait_for_stones(program, stones)


def variations(program: Program) -> None:
    """Another move in an earlier position begins a variation; what was played is kept, in the file too."""
    program.click("play.tab.moves")
    program.click("play.moves.2")
    wait_for_stones(program, 2)
    program.click_point(6, 6)
    program.wait_until(lambda seen: seen.num_stones == 3 and seen.stones[6][6] == "X", "a variation")
    wait_for_game(program, "(;B[eg]", "(;B[gg]")
    program.press("Down")
    program.wait_until(lambda seen: seen.stones[6][4] == "X", "the first line")
    program.click("play.live")
    program.wait_until(lambda seen: seen.stones[6][6] == "X", "the variation, where the game stands")


def passes_and_score(program: Program) -> None:
    """Two passes end the game; it is counted, and a click on a stone takes it for dead."""
    pass_on_an_open_board(program)
    wait_for_game(program, ";W[]")
    program.press("space")
    wait_for_words(program, PlayText.PASS_EARLY)
    program.press("space")  # the keyboard is on the way out
    program.wait_until(lambda seen: seen.can_click("play.pass") and not is_over(seen), "the game to go on")
    program.press("space")
    program.click("dialog.ok")
    program.wait_until(is_over, "the result")
    program.wait_until(lambda _: result_saved(program) != "", "the result in the file")
    before, counted = result_saved(program), look_at_board(program)
    click_until_result(program, lambda result: result not in ("", before))
    wait_for_another_look(program, lambda: look_at_board(program), counted, "the dead stone")
    click_until_result(program, lambda result: result == before)


def click_until_result(program: Program, is_wanted: Callable[[str], bool]) -> None:
    """Click the stone at (6, 6) until the result is another: until all is counted, a click does nothing."""
    deadline = time.monotonic() + PATIENCE
    while not is_wanted(result_saved(program)) and time.monotonic() < deadline:
        program.click_point(6, 6)
        next_click = time.monotonic() + CLICK_PATIENCE
        while not is_wanted(result_saved(program)) and time.monotonic() < next_click:
            time.sleep(0.05)
    assert is_wanted(result_saved(program)), f"still {result_saved(program)}"


def resign_and_restart(program: Program) -> None:
    """A game is begun anew, resigned, and begun anew in the middle: where something is lost, it asks."""
    program.click("play.restart")
    wait_for_stones(program, 0)
    put(program, *MOVES[0])
    program.click("play.resign")
    program.click("dialog.cancel")
    program.wait_until(lambda seen: seen.can_click("play.resign") and not is_over(seen), "the game to go on")
    program.click("play.resign")
    program.click("dialog.ok")
    program.wait_until(is_over, "the end")
    program.wait_until(lambda _: result_saved(program) == "B+R", "Black's win in the file")
    program.click("play.restart")
    wait_for_stones(program, 0)
    for point in MOVES[:3]:
        put(program, *point)
    program.click("play.restart")
    program.click("dialog.cancel")
    wait_for_stones(program, 3)
    program.click("play.restart")
    program.click("dialog.ok")
    wait_for_stones(program, 0)


def dog_at_an_age_plays(program: Program) -> None:
    """An earlier age of a dog answers."""
    lay_out(program, "human", "alpha_go")
    choose(program, "play.white.age", str(shipped_age(program)))
    program.click("play.white.mode.policy")
    begin(program)
    assert f"alpha_go@{shipped_age(program)}" in setting(program, "last_match")["white"]
    program.click_point(*MOVES[0])
    answered = program.wait_until(lambda seen: seen.num_stones == 2, "its answer")
    assert answered.stones[MOVES[0][0]][MOVES[0][1]] == "X"


# --- records ---


def record_saved_copied_pasted_opened(program: Program) -> None:
    """A game is saved to a file and opened from it, copied for other programs and pasted."""
    lay_out(program)
    begin(program)
    for point in MOVES[:2]:
        put(program, *point)
    program.press("ctrl+s")
    program.fill("files.name", NEW_FILE)
    program.click("dialog.ok")
    file = home_of(program.data) / f"{NEW_FILE}.sgf"
    program.wait_until(lambda _: file.is_file() and "W[ec]" in file.read_text(encoding="utf-8"), "the file")

    choose(program, "play.record", "copy")
    wait_for_words(program, PlayText.COPIED)
    copied = program.screen.clipboard()
    assert all(move in copied for move in MOVES_SAVED[:2])
    program.click("play.restart")
    program.click("dialog.ok")
    wait_for_stones(program, 0)
    program.press("ctrl+v")
    wait_for_stones(program, 2)

    program.click("play.first")
    wait_for_stones(program, 0)
    choose(program, "play.record", "open")
    program.click("files.list.0")
    program.click("dialog.ok")
    program.wait_until(lambda seen: "dialog.ok" not in seen.widgets and seen.num_stones == 2, "the opened game")
    wait_for_stones(program, 2)


def games_played_before(program: Program) -> None:
    """Every game played here is in a list, and comes back from it."""
    choose(program, "play.record", "games")
    names = sorted((path.name for path in (program.data / "games").glob("*.sgf")), reverse=True)
    row = f"games.list.{names.index(OLD_GAME)}"
    program.wait_until(lambda seen: seen.can_click("games.list.0"), "the games")
    bring_into_view(program, row)
    program.click(row)
    program.click("dialog.ok")
    program.wait_until(lambda seen: seen.num_stones == 3 and seen.shows("Ada"), "the game from long ago")


def numbers_and_coordinates(program: Program) -> None:
    """Move numbers and coordinates are switched in the menu of the record, and seen on the board at once."""
    x, y, _, height = board_rect(program.look())
    step = program.look().raw["board"]["step"]
    stone = (x + 4.1 * step, y + 4.1 * step, 0.8 * step, 0.8 * step)
    beside_lines = (x - step / 2, y, 0.9 * step, height)
    switch_and_switch_back(program, ("numbers", "move_numbers", False), stone)
    switch_and_switch_back(program, ("coordinates", "coordinates", True), beside_lines)


def switch_and_switch_back(
    program: Program, switch: tuple[str, str, bool], place: tuple[float, float, float, float]
) -> None:
    """A switch (its row in the menu of the record, its setting, how it stands) changes a place, and changes it back."""
    option, name, is_on = switch

    def look() -> Picture:
        return look_at(program, lambda: place)

    looks = [look()]
    for value in (not is_on, is_on):
        choose(program, "play.record", option)
        wait_for_setting(program, name, value)
        looks.append(wait_for_another_look(program, look, looks[-1], option))
    assert np.array_equal(looks[0], looks[2]), f"{option}: the board as it was"


def portraits(program: Program) -> None:
    """One's name is said, a portrait tapped, a game played against it, and everything else unfolded again."""
    lay_out(program)
    program.click("play.fold")
    program.wait_until(lambda seen: "play.ladder.0" in seen.widgets and "play.start" not in seen.widgets, "portraits")
    program.click("play.name")
    program.fill("person.name", "Ming")
    program.click("dialog.ok")
    program.wait_until(lambda seen: seen.text_on("play.name") == "Ming", "the name")
    program.click("play.ladder.0")
    program.wait_until(lambda seen: seen.can_click("play.resign") and seen.num_stones == 0, "an empty board")
    put(program, 4, 4)
    seen = program.wait_until(lambda seen: seen.num_stones == 2, "the newborn's answer")
    assert seen.shows("Ming")
    program.click("play.resign")
    program.click("dialog.ok")
    program.wait_until(is_over, "the end")
    program.click("play.new")
    program.click("play.even")
    program.wait_until(lambda seen: seen.can_click("play.resign"), "an even game")
    program.click("play.new")
    program.click("play.more")
    program.wait_until(lambda seen: "play.start" in seen.widgets and "play.ladder.0" not in seen.widgets, "the rest")
    wait_for_setting(program, "play_more", True)
