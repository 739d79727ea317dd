"""What is shown of an environment: letters, pixels, and the window in which a person plays."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pygame
import pytest

from clevergo.app.errors import AppError
from clevergo.gym.envs.rendering import board_text
from clevergo.ui.board import alone
from clevergo.ui.board.alone import BoardWindow, Wish
from clevergo.ui.strings import Strings

GO, FIVE = "CleverGo/Go-v0", "CleverGo/FiveInARow-v0"


@pytest.fixture(autouse=True)
def _no_window_left() -> Any:
    pygame.display.quit()
    yield
    pygame.display.quit()


def make(name: str, **options: Any) -> Any:
    return gymnasium.make(name, **options).unwrapped


def test_the_board_in_letters() -> None:
    env = make(GO, size=5, render_mode="ansi")
    env.reset(options={"moves": [(0, 0), (4, 4), (1, 2)]})
    assert env.render() == (
        "  A B C D E\n5 X . . . .\n4 . . X . .\n3 . . . . .\n2 . . . . .\n1 . . . . O\nWhite to move\n"
    )
    env.step(None)
    env.step(None)
    assert env.render().splitlines()[-1] == "The game is over: B+1"


def test_rows_of_two_figures_stand_below_each_other() -> None:
    env = make(FIVE, size=10)
    env.reset()
    lines = board_text(env.position).splitlines()
    assert (lines[0][:5], lines[1][:5], lines[2][:5]) == ("   A ", "10 . ", " 9 . ")


@pytest.mark.parametrize(("name", "size"), [(GO, 2), (GO, 9), (GO, 19), (FIVE, 6), (FIVE, 20)])
def test_pixels_are_those_of_the_programs_board_and_open_no_display(name: str, size: int) -> None:
    env = make(name, size=size, render_mode="rgb_array")
    env.reset()
    empty = env.render()
    assert (empty.shape, empty.dtype) == ((600, 600, 3), np.uint8)
    assert empty.reshape(-1, 3).std(axis=0).min() > 5, "wood and lines"
    env.step(0)
    rows, columns = np.nonzero((env.render() != empty).any(axis=2))
    assert rows.max() < 600 * 0.9
    assert columns.max() < 600 * 0.9
    assert not pygame.display.get_init()


def test_a_black_stone_is_dark_where_it_lies_and_a_white_one_light() -> None:
    env = make(GO, size=9, render_mode="rgb_array")
    env.reset(options={"moves": [(1, 1), (7, 7), None, None][:2]})
    pixels = env.render().astype(int).sum(axis=2)
    assert pixels[60:180, 60:180].min() < 150
    assert pixels[420:540, 420:540].max() > 700


def test_many_boards_are_a_tuple_of_pictures() -> None:
    envs: Any = gymnasium.make_vec(FIVE, num_envs=3, size=6, render_mode="rgb_array")
    envs.reset(seed=1, options={"random_moves": 3})
    pictures = envs.render()
    assert len(pictures) == 3
    assert (pictures[0] != pictures[1]).any()


def test_a_window_shows_every_step_and_closes() -> None:
    env = make(GO, size=5, render_mode="human")
    env.reset()
    before = pygame.surfarray.array3d(pygame.display.get_surface())
    env.step(12)
    assert (pygame.surfarray.array3d(pygame.display.get_surface()) != before).any()
    env.close()
    assert not pygame.display.get_init()
    env.close()


def test_a_window_that_a_person_has_closed_stays_closed_and_the_game_goes_on() -> None:
    env = make(GO, size=5, render_mode="human")
    env.reset()
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    env.step(12)
    env.step(13)
    assert not pygame.display.get_init()
    assert env.position.ply == 2


def test_a_window_that_only_shows_promises_no_keys_and_e_takes_it_away(monkeypatch: pytest.MonkeyPatch) -> None:
    env = make(GO, size=5, render_mode="human")
    env.reset()
    window = env._renderer._window
    strip = pygame.display.get_surface().subsurface((340, 664, 310, 44))
    shown_only = pygame.surfarray.array3d(strip)
    assert (shown_only == shown_only[-1, -1]).all(), "empty"
    answering(monkeypatch, Wish.EXIT)
    env._renderer.ask(env.position)
    assert (pygame.surfarray.array3d(strip) != shown_only).any(), "where a move is asked for, the keys are named"
    monkeypatch.undo()
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_p))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=window._view.center(3), button=1))
    env.step(12)
    assert (env.position.ply, window.is_open) == (1, True), "a move is who steps, not who clicks"
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_e))
    env.step(13)
    assert not window.is_open
    assert env.position.ply == 2


def test_somebody_elses_window_is_left_alone() -> None:
    theirs = pygame.display.set_mode((300, 200))
    env = make(GO, size=5, render_mode="human")
    with pytest.raises(AppError, match="close it first"):
        env.reset()
    assert pygame.display.get_surface() is theirs


def shown(window: BoardWindow) -> str:
    """What is said below the board."""
    assert window._seen is not None
    return str(Strings().said(window._seen.words))


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> BoardWindow:
    """A window of a 9x9 board before the first move, as an environment opens it."""
    env = make(GO, size=9, render_mode="human")
    env.reset()
    found: BoardWindow = env._renderer._window
    return found


@pytest.mark.parametrize(
    ("event", "answer"),
    [
        (pygame.event.Event(pygame.KEYDOWN, key=pygame.K_p), Wish.PASS),
        (pygame.event.Event(pygame.KEYDOWN, key=pygame.K_r), Wish.RESET),
        (pygame.event.Event(pygame.KEYDOWN, key=pygame.K_e), Wish.EXIT),
        (pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE), Wish.EXIT),
        (pygame.event.Event(pygame.QUIT), Wish.EXIT),
    ],
)
def test_keys_pass_begin_anew_and_leave(window: BoardWindow, event: Any, answer: Wish) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_x))
    pygame.event.post(event)
    assert window.ask() is answer


def test_a_click_is_the_point_below_it_and_beside_the_board_nothing(window: BoardWindow) -> None:
    for pos in ((1, 1), window._view.center(40)):
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))
    assert window.ask() == 40
    assert window._hover == (40, 1), "a pale stone where the click would put one"


def answering(monkeypatch: pytest.MonkeyPatch, *answers: int | Wish) -> list[str]:
    """Let a person answer so, one after the other; what was said below the board each time."""
    left, said = list(answers), list[str]()

    def ask(self: BoardWindow) -> int | Wish:
        said.append(shown(self))
        return left.pop(0)

    monkeypatch.setattr(alone.BoardWindow, "ask", ask)
    return said


def test_a_person_plays_both_sides_and_sees_who_has_won(monkeypatch: pytest.MonkeyPatch) -> None:
    said = answering(monkeypatch, 12, 12, Wish.PASS, Wish.PASS, 3, Wish.RESET, Wish.EXIT)
    env = make(GO, size=5, komi=0.5)
    env.play()
    assert said == ["轮到黑棋", "轮到白棋", "轮到白棋", "轮到黑棋", said[4], said[4], "轮到黑棋"]
    assert "黑" in said[4]
    assert "胜" in said[4]
    assert env.position.ply == 0
    assert not pygame.display.get_init()


def test_a_person_begins_whatever_was_played_before(monkeypatch: pytest.MonkeyPatch) -> None:
    said = answering(monkeypatch, Wish.EXIT)
    env = make(GO, size=5)
    env.reset()
    env.step(12)
    env.play(lambda _observation, _info: 0)
    assert said == ["轮到黑棋"]
    assert env.position.ply == 0


def test_a_person_plays_against_a_function_that_sees_what_step_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = list[int]()

    def first_legal(observation: Any, info: dict[str, Any]) -> int:
        seen.append(int(observation[:2].sum()))
        return int(info["action_mask"].argmax())

    answering(monkeypatch, 30, 31, Wish.PASS, 32, Wish.EXIT)
    env = make(FIVE, size=6, row=5)
    env.play(first_legal)
    assert seen == [1, 3, 5], "nobody passes in this game: P did nothing"
    assert env.position.stones.ravel()[[30, 31, 32, 0, 1, 2]].tolist() == [1, 1, 1, 2, 2, 2]
