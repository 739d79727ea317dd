"""Reviews for tests of the window: losses that anybody can reckon, of a coach that nobody is."""

from __future__ import annotations

from clevergo.app.coach.review import Loss, Moment, Review, ReviewInquiry, Tale, worst
from clevergo.app.match.messages import BoardState
from clevergo.games.color import Color
from clevergo.ui.shell.scene import Services
from clevergo.ui.shell.stage import Stage
from tests.ui.fake_film import inquirer_of, settle

FREE = (60, 61, 62, 63, 64)
"""Points of the better moves."""


def review_of(
    inquiry: ReviewInquiry, sizes: dict[int, float], tales: tuple[Tale, ...] = (), done: bool = True
) -> Review:
    """A review in which the moves at these plies cost so much: points where the game has them, else percent.

    The chance of the second moment was missed twice, that of the third three times.
    """
    has_points = bool(inquiry.rules.game.num_owned(inquiry.rules.size))
    losses = []
    for ply, action in enumerate(inquiry.moves, 1):
        side = Color.BLACK if ply % 2 else Color.WHITE
        size = sizes.get(ply, 0.0)
        better = FREE[ply % len(FREE)] if size else action
        losses.append(Loss(ply, action, side, better, size if has_points else None, size / 100, visits=400))
    moments = []
    for number, loss in enumerate(worst(filter(inquiry.is_about, losses), inquiry.sides)):
        board = BoardState.empty(inquiry.rules.grid, inquiry.start)
        for ply, action in enumerate(inquiry.moves[: loss.ply - 1]):
            board.stones.flat[action] = 1 + ply % 2
        tale = tales[number] if number < len(tales) else Tale.PLAIN
        stones = tuple(inquiry.moves[:1]) if tale in (Tale.TAKES, Tale.MISSED) and loss.ply > 1 else ()
        line, near = (loss.better, 71, 72), (loss.better,)
        moments.append(Moment(loss, board, tale, stones, len(stones), line, near, missed=1 + number))
    count = len(inquiry.moves) + 1
    leads = tuple(float(ply % 7 - 3) if has_points else None for ply in range(count))
    rates = tuple(0.5 + 0.05 * (ply % 5 - 2) for ply in range(count))
    return Review(count if done else count // 2, count, rates, leads, tuple(losses), tuple(moments) if done else ())


def asked_review(services: Services) -> ReviewInquiry:
    """The review that is asked for now."""
    inquiry = inquirer_of(services).current
    assert isinstance(inquiry, ReviewInquiry)
    return inquiry


def tell_review(
    stage: Stage, services: Services, sizes: dict[int, float], tales: tuple[Tale, ...] = (), done: bool = True
) -> None:
    """The review that was asked for comes, whole, or half of it."""
    inquirer_of(services).tell(review_of(asked_review(services), sizes, tales, done), is_whole=done)
    settle(stage)
