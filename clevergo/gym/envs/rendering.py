"""A board shown: as text, as pixels, and in a window. What draws is loaded when something is to be drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clevergo.app.match.messages import BoardState
    from clevergo.gym.envs.single import BoardEnv
    from clevergo.ui.board.alone import BoardPainter, BoardWindow, Seen

RENDER_MODES = ("ansi", "rgb_array", "human")
_MARKS = {0: ".", 1: "X", 2: "O"}


def board_text(position: Any) -> str:
    """The board in letters, ``X`` for Black and ``O`` for White, with whose turn it is or how the game ended."""
    grid = position.rules.grid
    width = len(str(grid.rows))
    lines = [" " * (width + 1) + " ".join(grid.letters[: grid.columns])]
    for row in range(grid.rows):
        marks = " ".join(_MARKS[int(stone)] for stone in position.stones[row])
        lines.append(f"{grid.rows - row:>{width}} {marks}")
    if position.is_over:
        lines.append(f"The game is over: {position.outcome().points()}")
    else:
        lines.append(f"{position.to_play.name.title()} to move")
    return "\n".join(lines) + "\n"


class Renderer:
    """Shows the boards of one environment; owns its window."""

    def __init__(self) -> None:
        self._window: BoardWindow | None = None
        self._painter: BoardPainter | None = None

    def render(self, mode: str, position: Any) -> Any:
        """What ``render()`` returns: text, ``uint8[H, W, 3]``, or None, and the window shows it."""
        if mode == "ansi":
            return board_text(position)
        if mode == "rgb_array":
            if self._painter is None:
                from clevergo.ui.board.alone import BoardPainter

                self._painter = BoardPainter()
            return self._painter.pixels(_state_of(position), position.rules.grid)
        self._open(position).show(_seen_of(position))
        return None

    def ask(self, position: Any) -> int | str:
        """The action of the point that a person clicks; or ``pass``, ``reset`` or ``exit``, if they wish for that."""
        from clevergo.ui.board.alone import Wish

        window = self._open(position, again=True)
        window.show(_seen_of(position, asks=True))
        answer = window.ask()
        return answer.value if isinstance(answer, Wish) else answer

    def play(self, env: BoardEnv, opponent: Callable[..., Any] | None) -> None:
        """Let a person play in a window; arguments as of :meth:`clevergo.gym.envs.single.BoardEnv.play`."""
        from clevergo.ui.board.alone import Wish

        window = self._open(env.position, again=True)
        seen = env.reset()
        person = env.position.to_play
        while True:
            position = env.position
            is_theirs = opponent is None or position.is_over or position.to_play is person
            window.show(_seen_of(position, asks=is_theirs))
            if opponent is not None and not is_theirs:
                seen = _after(env.step(opponent(*seen)))
                continue
            answer = window.ask()
            if answer is Wish.EXIT:
                self.close()
                return
            if answer is Wish.RESET:
                seen = env.reset()
                continue
            action = position.rules.pass_action if answer is Wish.PASS else answer
            if action is not None and position.legal_moves[action]:
                seen = _after(env.step(action))

    def _open(self, position: Any, again: bool = False) -> BoardWindow:
        """The window; one that a person has closed stays closed, unless it is wanted ``again``."""
        from clevergo.ui.board.alone import BoardWindow

        if self._window is None or (again and not self._window.is_open):
            self._window = BoardWindow(position.rules.grid)
        return self._window

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None


def _after(step: tuple[Any, ...]) -> tuple[Any, Any]:
    """Observation and info, of what a step returned."""
    return step[0], step[-1]


def _state_of(position: Any) -> BoardState:
    """What lies on the board, and whose each point is once a game that is counted has ended."""
    from clevergo.app.match.messages import BoardState

    counting = position.rules.game.counting
    owners = counting.owners(position) if counting is not None and position.is_over else None
    return BoardState.of(position, shows_barred=True, owners=owners)


def _seen_of(position: Any, asks: bool = False) -> Seen:
    from clevergo.ui.board.alone import Seen
    from clevergo.ui.scenes.play.words import color_name, result_title
    from clevergo.ui.strings import BoardText

    may_pass = position.rules.pass_action is not None
    if position.is_over:
        outcome = position.outcome()
        return Seen(_state_of(position), None, may_pass, lambda strings: result_title(strings, outcome), asks)
    mover = position.to_play
    words = BoardText.TO_MOVE(color=lambda strings: color_name(strings, mover))
    return Seen(_state_of(position), mover, may_pass, words, asks)
