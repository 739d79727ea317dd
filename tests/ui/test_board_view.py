"""The board: where its points are, what is seen on it, and that drawing a part gives what drawing all gives."""

from __future__ import annotations

import weakref

import numpy as np
import pygame
import pytest

from clevergo.games.grid import Grid, square
from clevergo.ui.board.art import BoardArt, layout, star_points
from clevergo.ui.board.marks import Disc, Marks
from clevergo.ui.board.view import BoardPicture, BoardView
from clevergo.ui.kit.assets import Fonts
from tests.ui.fakes import picture

SIZES = (9, 13, 19)


@pytest.fixture(scope="module")
def art() -> BoardArt:
    pygame.font.init()
    return BoardArt(Fonts())


def empty(size: int = 9) -> np.ndarray:
    return np.zeros((size, size), np.int8)


def view_of(art: BoardArt, size: int = 9, side: int = 500) -> BoardView:
    view = BoardView(art)
    view.set_rect(pygame.Rect(10, 20, side, side), square(size))
    return view


def drawn(view: BoardView, seen: BoardPicture) -> np.ndarray:
    """The pixels of a window of 640 by 560 with the board in it, ``uint8[W, H, 3]``."""
    surface = pygame.Surface((640, 560))
    view.draw(surface, seen)
    return pygame.surfarray.array3d(surface)


def brightness(pixels: np.ndarray, center: tuple[int, int], reach: int = 3) -> float:
    x, y = center
    return float(pixels[x - reach : x + reach + 1, y - reach : y + reach + 1].mean())


# --- where things are ---


@pytest.mark.parametrize("size", [2, 5, *SIZES])
@pytest.mark.parametrize("side", [100, 161, 640, 900])
def test_every_point_is_found_under_its_own_center(art: BoardArt, size: int, side: int) -> None:
    view = view_of(art, size, side)
    for action in range(size * size):
        assert view.point_at(view.center(action)) == action


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("side", [120, 333, 720, 1001])
@pytest.mark.parametrize("has_labels", [False, True])
def test_stones_of_the_edge_lie_wholly_on_the_wood(size: int, side: int, has_labels: bool) -> None:
    plan = layout(side, square(size), has_labels)
    radius = plan.diameter // 2 + 1
    for action in (0, size * size - 1):
        for middle in plan.center(action):
            assert radius <= middle <= side - radius


def test_nothing_is_found_beside_the_board(art: BoardArt) -> None:
    view = view_of(art)
    assert view.point_at((view.rect.left + 2, view.rect.top + 2)) is None
    assert view.point_at((0, 0)) is None
    assert view.point_at((5000, -5000)) is None


@pytest.mark.parametrize("grid", [Grid(6, 9), Grid(7, 5)], ids=str)
def test_a_board_that_is_not_square_has_wood_of_its_own_shape(art: BoardArt, grid: Grid) -> None:
    view = BoardView(art)
    view.set_rect(pygame.Rect(10, 20, 500, 400), grid)
    stones = np.zeros(grid, np.int8)
    stones[-1, -1] = 1
    drawn(view, picture(stones))
    assert (view.rect.width > view.rect.height) == (grid.columns > grid.rows)
    assert view.rect.center == pygame.Rect(10, 20, 500, 400).center
    assert max(view.rect.size) == 400
    points = range(grid.points)
    assert [view.point_at(view.center(action)) for action in points] == list(points)
    assert all(view.rect.contains(view.region(action).inflate(-view.step, -view.step)) for action in points)
    assert star_points(grid) == []


def test_the_board_is_the_largest_square_in_the_middle(art: BoardArt) -> None:
    view = BoardView(art)
    view.set_rect(pygame.Rect(100, 50, 800, 600), square(9))
    assert view.rect == pygame.Rect(200, 50, 600, 600)


@pytest.mark.parametrize(
    ("size", "points"),
    [(9, [20, 24, 56, 60, 40]), (13, [42, 48, 120, 126, 84]), (5, []), (2, [])],
)
def test_star_points_are_where_players_expect_them(size: int, points: list[int]) -> None:
    assert sorted(star_points(square(size))) == sorted(points)


@pytest.mark.parametrize(("size", "side", "least"), [(19, 300, 6), (19, 500, 12), (19, 950, 25), (13, 692, 20)])
def test_star_points_stand_out_from_the_crossings_around_them(
    art: BoardArt, size: int, side: int, least: float
) -> None:
    """The ink that a dot adds to its crossing, in pixels."""
    plan = layout(side, square(size), True)
    ground, star = art.ground(plan), plan.center(star_points(square(size))[0])
    beside = (star[0] + plan.step, star[1])
    added = _ink_around(art, ground, star, plan.step) - _ink_around(art, ground, beside, plan.step)
    assert added >= least


def _ink_around(art: BoardArt, ground: pygame.Surface, center: tuple[int, int], step: int) -> float:
    """Pixels of ink nearer to a crossing than to the next, half-dark ones for a half."""
    x, y = center
    ink, wood = np.array(art.line_color), np.array(ground.get_at((x + step // 2, y + step // 2))[:3])
    reach = step // 2 - 1
    part = ground.subsurface((x - reach, y - reach, 2 * reach + 1, 2 * reach + 1))
    distance = np.abs(pygame.surfarray.array3d(part).astype(int) - ink).sum(axis=2) / np.abs(wood - ink).sum()
    return float(np.clip(1.0 - distance, 0.0, 1.0).sum())


def test_a_large_board_has_nine_star_points() -> None:
    lines = (3, 9, 15)
    assert sorted(star_points(square(19))) == [row * 19 + column for row in lines for column in lines]


# --- what is seen ---


def test_black_is_dark_white_is_light_wood_is_between(art: BoardArt) -> None:
    stones = empty()
    stones[2, 3], stones[5, 6] = 1, 2
    view = view_of(art)
    pixels = drawn(view, picture(stones))
    wood = brightness(drawn(view, picture(empty())), (view.center(0)[0] + view.step // 2, view.center(0)[1] + 9))
    assert brightness(pixels, view.center(2 * 9 + 3)) < 90
    assert brightness(pixels, view.center(5 * 9 + 6)) > 210
    assert 110 < wood < 200


@pytest.mark.parametrize(
    "change",
    [
        {"last_move": 30},
        {"hover": (40, 1)},
        {"hover": (40, 2)},
        {"marks": Marks(discs=(Disc(40, (22, 108, 84), "61%", "1.9k", is_best=True),))},
        {"marks": Marks(heat=(0,) * 40 + (9,) + (0,) * 40)},
        {"barred": (40,)},
        {"refusal": (40, "这里有子了")},
        {"numbers": {30: 128}},
        {"owners": np.full((9, 9), 2, np.int8)},
        {"dead": np.eye(9, dtype=np.bool_)},
        {"coordinates": False},
    ],
    ids=lambda change: next(iter(change)),
)
def test_each_mark_can_be_seen_and_goes_away_again(art: BoardArt, change: dict[str, object]) -> None:
    stones = empty()
    stones[3, 3] = 1
    view = view_of(art)
    plain = drawn(view, picture(stones))
    marked = drawn(view, picture(stones, **change))
    assert (plain != marked).any()
    assert np.array_equal(drawn(view, picture(stones)), plain)


def test_a_pass_is_not_marked(art: BoardArt) -> None:
    view = view_of(art)
    assert np.array_equal(drawn(view, picture(empty(), last_move=81)), drawn(view, picture(empty())))


def test_territory_is_marked_on_empty_points_and_dead_stones_only(art: BoardArt) -> None:
    stones = empty()
    stones[0, 0] = stones[0, 1] = 2
    dead = stones > 0
    dead[0, 1] = False
    view = view_of(art)
    bare = drawn(view, picture(stones, dead=dead))
    marked = drawn(view, picture(stones, dead=dead, owners=np.ones((9, 9), np.int8)))
    changed = [(bare[x, y] != marked[x, y]).any() for x, y in map(view.center, (0, 1, 2))]
    assert changed == [True, False, True]


def test_a_refusals_words_stay_on_the_board(art: BoardArt) -> None:
    view = view_of(art)
    plain = drawn(view, picture(empty()))
    for action in (0, 8, 72, 80):
        marked = drawn(view, picture(empty(), refusal=(action, "这手棋会让全局回到从前的样子")))
        columns, rows = np.nonzero((plain != marked).any(axis=2))
        assert view.rect.contains(pygame.Rect(columns.min(), rows.min(), 1, 1))
        assert view.rect.contains(pygame.Rect(columns.max(), rows.max(), 1, 1))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("is_dark", [False, True])
def test_drawing_what_changed_gives_what_drawing_everything_gives(
    size: int, is_dark: bool, rng: np.random.Generator
) -> None:
    art = BoardArt(Fonts(), is_dark)
    view = view_of(art, size)
    stones = empty(size)
    for _ in range(30):
        row, column = rng.integers(size, size=2)
        stones[row, column] = rng.integers(3)
        dead = (stones > 0) & (rng.random(stones.shape) < 0.02)
        mended = drawn(view, picture(stones, dead=dead))
        assert np.array_equal(mended, drawn(view_of(art, size), picture(stones, dead=dead)))


def test_a_picture_is_not_kept_by_reference(art: BoardArt) -> None:
    view = view_of(art)
    stones = empty()
    before = drawn(view, picture(stones))
    stones[4, 4] = 1
    assert (drawn(view, picture(stones)) != before).any()


def test_size_theme_and_scale_may_change_at_any_time() -> None:
    fonts = Fonts()
    art = BoardArt(fonts)
    view = view_of(art)
    drawn(view, picture(empty()))
    day = drawn(view, picture(empty()))
    art.is_dark = True
    night = drawn(view, picture(empty()))
    assert night.mean() < day.mean()
    fonts.set_scale(1.5)
    view.set_rect(pygame.Rect(10, 20, 420, 420), square(19))
    drawn(view, picture(empty(19)))
    assert view.point_at(view.center(360)) == 360


def test_a_window_too_small_for_a_board_is_no_error(art: BoardArt) -> None:
    for side in (0, 1, 5, 14, 30):
        view = view_of(art, 19, side)
        drawn(view, picture(empty(19)))


def test_white_stones_differ_from_one_another(art: BoardArt) -> None:
    stones = empty()
    stones[:] = 2
    view = view_of(art)
    pixels = drawn(view, picture(stones, coordinates=False)).astype(int)
    reach = view.step // 3
    patches = [
        pixels[x - reach : x + reach, y - reach : y + reach].tobytes() for x, y in map(view.center, range(20, 25))
    ]
    assert len(set(patches)) > 1


@pytest.mark.usefixtures("everything_is_their_own")
def test_a_window_that_is_dragged_larger_leaves_few_boards_of_other_sizes_behind() -> None:
    art = BoardArt(Fonts())
    made = [weakref.ref(art.ground(layout(side, square(9), has_labels=True))) for side in range(600, 1100, 10)]

    kept = [ground for ground in (each() for each in made) if ground is not None]
    assert kept[-1].get_width() > 1000
    assert sum(ground.get_width() * ground.get_height() * 4 for ground in kept) < 32 * 2**20


@pytest.mark.usefixtures("everything_is_their_own")
def test_all_boards_that_are_seen_at_once_are_kept() -> None:
    art = BoardArt(Fonts())
    plans = [layout(1000, square(9), has_labels=True), layout(480, square(9), has_labels=False)]

    def draw() -> list[pygame.Surface]:
        return [art.ground(plans[0]), *(art.ground(plans[1], variant) for variant in range(16))]

    assert all(again is once for once, again in zip(draw(), draw(), strict=True))
