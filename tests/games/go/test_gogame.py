"""The GymGo-style interface: every case of GymGo's published tests, and agreement with Position."""

from __future__ import annotations

import textwrap

import numpy as np
import pytest

from clevergo.games.color import Color
from clevergo.games.game import NUM_SYMMETRIES
from clevergo.games.go.position import IllegalReason, Position
from clevergo.games.go.rules import KoRule, Ruleset
from clevergo.games.illegal import IllegalMoveError
from clevergo.gym import gogame, govars

Move = tuple[int, int] | None
"""(row, col), or None for a pass, as GymGo's environment takes it."""


def action_of(state: gogame.State, move: Move) -> int:
    size = state.shape[-1]
    return size * size if move is None else move[0] * size + move[1]


def after(moves: list[Move], size: int = 7, state: gogame.State | None = None) -> gogame.State:
    current = gogame.init_state(size) if state is None else state
    for move in moves:
        current = gogame.next_state(current, action_of(current, move))
    return current


def refusal(state: gogame.State, move: Move) -> str:
    with pytest.raises(IllegalMoveError) as caught:
        gogame.next_state(state, action_of(state, move))
    return caught.value.reason


def count(state: gogame.State, *channels: int) -> int:
    return int(np.count_nonzero(state[list(channels)]))


# --- states and turns --------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [2, 7, 13, 19])
def test_the_first_state_is_all_zeros(size: int) -> None:
    state = gogame.init_state(size)
    assert state.shape == (govars.NUM_CHNLS, size, size)
    assert state.dtype == np.float64
    assert np.count_nonzero(state) == 0
    assert gogame.action_size(state) == gogame.action_size(board_size=size) == size * size + 1


def test_a_move_sets_a_stone_an_invalid_point_and_the_turn() -> None:
    state = after([(0, 0)])
    assert state[govars.BLACK, 0, 0] == 1
    assert state[govars.WHITE, 0, 0] == 0
    assert count(state, govars.BLACK, govars.WHITE, govars.INVD_CHNL) == 2
    assert np.count_nonzero(state) == 2 + 49


def test_the_given_state_is_not_changed() -> None:
    state = after([(3, 3), (3, 4)])
    before = state.copy()
    gogame.next_state(state, 0, canonical=True)
    gogame.children(state)
    gogame.canonical_form(after([(3, 3)]))
    np.testing.assert_array_equal(state, before)


def test_turns_alternate() -> None:
    state = gogame.init_state(7)
    for row in range(7):
        state = after([(row, 0)], state=state)
        assert gogame.turn(state) == (govars.WHITE if row % 2 == 0 else govars.BLACK)


@pytest.mark.parametrize("line", [[(0, i) for i in range(7)], [(i, i) for i in range(7)], [(i, 0) for i in range(7)]])
def test_lines_of_stones_can_be_played(line: list[Move]) -> None:
    assert not gogame.game_ended(after(line))


# --- passes and the end ------------------------------------------------------------------------------------


def test_a_pass_fills_its_channel_until_the_next_move() -> None:
    state = after([None])
    assert count(state, govars.BLACK, govars.WHITE) == 0
    assert np.count_nonzero(state) == 98
    assert count(state, govars.PASS_CHNL) == 49
    assert gogame.prev_player_passed(state)
    assert gogame.turn(state) == govars.WHITE
    state = after([(0, 0)], state=state)
    assert np.count_nonzero(state) == 2
    assert count(state, govars.WHITE) == 1
    assert not gogame.prev_player_passed(state)


def test_a_pass_after_a_move_leaves_the_stones() -> None:
    state = after([(0, 0), None])
    assert count(state, govars.BLACK, govars.WHITE, govars.INVD_CHNL) == 2
    assert gogame.turn(state) == govars.BLACK


@pytest.mark.parametrize("opening", [[], [(0, 0)]])
def test_two_passes_in_a_row_end_the_game(opening: list[Move]) -> None:
    assert gogame.game_ended(after([*opening, None])) == 0
    ended = after([*opening, None, None])
    assert gogame.game_ended(ended) == 1
    assert count(ended, govars.DONE_CHNL) == 49


def test_passes_apart_do_not_end_the_game() -> None:
    assert not gogame.game_ended(after([None, (0, 0), None]))


@pytest.mark.parametrize("move", [None, (0, 0)])
def test_nothing_may_be_played_once_the_game_is_over(move: Move) -> None:
    ended = after([None, None])
    assert refusal(ended, move) == IllegalReason.GAME_OVER.value
    assert gogame.valid_moves(ended).sum() == 0
    assert gogame.invalid_moves(ended).sum() == 50
    assert gogame.batch_valid_moves(ended[np.newaxis]).sum() == 0
    assert gogame.children(ended, padded=False).shape == (0, 6, 7, 7)
    assert not gogame.children(ended).any()
    with pytest.raises(ValueError, match="sum"):
        gogame.random_action(ended)


# --- what may not be played --------------------------------------------------------------------------------


@pytest.mark.parametrize("action", [-1, 50, 707])
def test_an_action_off_the_board_is_refused(action: int) -> None:
    with pytest.raises(ValueError, match="0 to 49"):
        gogame.next_state(gogame.init_state(7), action)


@pytest.mark.parametrize(("row", "col"), [(0, 0), (0, 6), (3, 2), (6, 6), (5, 0)])
def test_a_stone_makes_its_point_invalid(row: int, col: int) -> None:
    state = after([(row, col)])
    assert count(state, govars.INVD_CHNL) == 1
    assert state[govars.INVD_CHNL, row, col] == 1
    assert refusal(state, (row, col)) == IllegalReason.OCCUPIED.value


KO_IN_THE_OPEN: list[Move] = [(0, 1), (0, 2), (1, 0), (1, 3), (2, 1), (2, 2), (1, 2), (1, 1)]
"""
.  B  W  .  .
B  8  7  W  .    White 8 takes Black 7.
.  B  W  .  .
"""
KO_ON_THE_EDGE: list[Move] = [(1, 0), (0, 0), None, (1, 1), None, (0, 2), (0, 1)]
"""
2  7  W  .  .    Black 7 takes White 2.
B  W  .  .  .
"""


@pytest.mark.parametrize(
    ("moves", "ko", "invalid"), [(KO_IN_THE_OPEN, (1, 2), 8), (KO_ON_THE_EDGE, (0, 0), 5)], ids=["open", "edge"]
)
def test_a_ko_may_be_taken_back_only_after_another_move(moves: list[Move], ko: tuple[int, int], invalid: int) -> None:
    state = after(moves)
    assert count(state, govars.INVD_CHNL) == invalid
    assert state[(govars.INVD_CHNL, *ko)] == 1
    assert state[(govars.BLACK, *ko)] == state[(govars.WHITE, *ko)] == 0
    assert refusal(state, ko) == IllegalReason.KO.value
    state = after([(6, 6), None], state=state)
    assert count(state, govars.INVD_CHNL) == invalid
    assert state[(govars.INVD_CHNL, *ko)] == 0
    after([ko], state=state)


def test_points_without_liberty_are_invalid() -> None:
    """White may play neither point marked *.

    *  B  W  .  .  .
    B  *  B  .  W  .
    .  B  W  .  .  .
    """
    state = after([(0, 1), (0, 2), (1, 0), (1, 4), (2, 1), (2, 2), (1, 2)])
    assert count(state, govars.INVD_CHNL) == 9
    for point in ((1, 1), (0, 0)):
        assert state[(govars.INVD_CHNL, *point)] == 1
        assert state[(govars.BLACK, *point)] == state[(govars.WHITE, *point)] == 0
        assert refusal(state, point) == IllegalReason.SUICIDE.value


def test_a_whole_group_may_not_kill_itself() -> None:
    """White at * would leave four stones without liberty.

    B  B  .  .
    W  W  B  .
    W  *  B  .
    """
    state = after([(4, 0), (6, 0), (4, 1), (5, 0), (5, 2), (5, 1), (6, 2)])
    assert count(state, govars.INVD_CHNL) == 8
    assert state[govars.INVD_CHNL, 6, 1] == 1
    assert refusal(state, (6, 1)) == IllegalReason.SUICIDE.value


@pytest.mark.parametrize(
    ("actions", "last"),
    [([6, 7, 8, 5, 4, 8, 0, 1], 3), ([0, 8, 6, 4, 1, 2, 3, 7], 5)],
    ids=["suicide after a ko", "suicide after a capture"],
)
def test_3x3_boards_that_leave_no_such_move(actions: list[int], last: int) -> None:
    state = gogame.init_state(3)
    for action in actions:
        state = gogame.next_state(state, action)
    assert refusal(state, divmod(last, 3)) == IllegalReason.SUICIDE.value


def test_a_group_with_two_holes_is_not_captured_by_filling_one() -> None:
    around: list[Move] = [(0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 6), (2, 6), (3, 6), (4, 5), (4, 4), (4, 3)]
    around += [(4, 2), (4, 1), (3, 0), (2, 0), (1, 0)]
    ring: list[Move] = [(1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (2, 5), (3, 5), (3, 4), (3, 3), (2, 3), (3, 2)]
    ring += [(3, 1), (2, 1), None, None, None]
    state = after([move for pair in zip(ring, around, strict=True) for move in pair])
    state = after([None], state=state)
    assert refusal(state, (2, 2)) == IllegalReason.SUICIDE.value
    assert refusal(state, (2, 4)) == IllegalReason.SUICIDE.value


# --- captures ----------------------------------------------------------------------------------------------

LARGE_GROUP: list[Move] = [
    *((2, 2), (1, 2), (2, 3), (1, 3), (2, 4), (1, 4), (3, 4), (2, 5), (3, 3), (3, 5), (3, 2), (4, 4)),
    *(None, (4, 3), None, (4, 2), None, (3, 1), None, (2, 1)),
]
SNAPBACK: list[Move] = [
    *((0, 5), (0, 4), (1, 5), (1, 4), (2, 5), (2, 4), (2, 6), (3, 5), None, (3, 6), None, (1, 6)),
    *((0, 6), (1, 6)),
]


@pytest.mark.parametrize(
    ("moves", "black", "white"),
    [
        pytest.param([(0, 1), (1, 1), (1, 0), None, (1, 2), None, (2, 1)], 4, 0, id="one stone"),
        pytest.param(KO_IN_THE_OPEN, 3, 4, id="a stone that takes where it has no liberty"),
        pytest.param([(0, 0), (0, 2), (0, 3), (1, 1), (1, 2), (1, 0), (0, 1)], 4, 2, id="in the corner"),
        pytest.param(LARGE_GROUP, 0, 10, id="six stones"),
        pytest.param([(0, 0), (0, 2), (0, 1), (1, 2), (1, 1), (2, 1), (1, 0), (2, 0)], 0, 4, id="on the edge"),
        pytest.param(SNAPBACK, 0, 6, id="taking back a group at once is no ko"),
    ],
)
def test_captured_stones_leave_the_board(moves: list[Move], black: int, white: int) -> None:
    state = after(moves)
    assert count(state, govars.BLACK) == black
    assert count(state, govars.WHITE) == white


def test_a_point_without_liberty_is_valid_if_it_captures() -> None:
    state = after([(0, 0), (0, 2), (0, 3), (1, 1), (1, 2), (1, 0)])
    assert count(state, govars.INVD_CHNL) == 6
    assert state[govars.INVD_CHNL, 0, 1] == 0


# --- history, for those who want superko -------------------------------------------------------------------


def test_with_a_history_a_board_that_has_been_may_not_come_back() -> None:
    empty = gogame.init_state(2)
    history = [gogame.next_state(empty, 0)]
    white_to_move = empty.copy()
    white_to_move[govars.TURN_CHNL] = 1
    state = gogame.next_state(white_to_move, 4, history=history)
    assert state[govars.INVD_CHNL].tolist() == [[1, 0], [0, 0]]
    assert refusal(state, (0, 0)) == IllegalReason.KO.value
    states = gogame.batch_next_states(np.stack([white_to_move] * 2), [4, 4], batch_histories=[history, []])
    assert states[:, govars.INVD_CHNL].tolist() == [[[1, 0], [0, 0]], [[0, 0], [0, 0]]]


@pytest.mark.parametrize("with_history", [True, False])
def test_games_on_2x2_repeat_boards_unless_a_history_forbids_it(with_history: bool) -> None:
    rng = np.random.default_rng(3)
    repeats = 0
    for _ in range(20):
        state = gogame.init_state(2)
        history: list[gogame.State] = []
        boards: set[bytes] = set()
        while not gogame.game_ended(state) and len(history) < 30:
            valid = gogame.valid_moves(state)
            valid[-1] = valid.sum() == 1  # pass only where nothing else is left
            earlier = state
            state = gogame.next_state(
                state, gogame.random_weighted_action(valid, rng), history=history if with_history else None
            )
            history.append(earlier)
            if not gogame.prev_player_passed(state):
                repeats += state[:2].tobytes() in boards
                boards.add(state[:2].tobytes())
    assert (repeats == 0) is with_history


# --- counting ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "counts"),
    [
        ([(0, 0), (0, 1)], [(2, 0), (1, 2)]),
        (
            [(2, 1), None, (1, 2), None, (2, 3), None, (3, 2), None],
            [(4, 0), (4, 0), (6, 0), (6, 0), (8, 0), (8, 0), (9, 0), (9, 0)],
        ),
    ],
)
def test_liberties_are_counted_by_color(moves: list[Move], counts: list[tuple[int, int]]) -> None:
    state = gogame.init_state(7)
    for move, expected in zip(moves, counts, strict=True):
        state = after([move], state=state)
        assert gogame.num_liberties(state) == expected


def test_liberties_are_empty_points_next_to_stones() -> None:
    black, white = gogame.liberties(after([(0, 0), (0, 1)]))
    assert np.argwhere(black).tolist() == [[1, 0]]
    assert np.argwhere(white).tolist() == [[0, 2], [1, 1]]


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ([], (0, 0)),
        ([(0, 0)], (49, 0)),
        ([(0, 0), (0, 1)], (1, 1)),
        ([(0, 0), (0, 1), None, (1, 0)], (0, 49)),
    ],
)
def test_areas_are_stones_and_what_only_one_side_reaches(moves: list[Move], expected: tuple[int, int]) -> None:
    assert gogame.areas(after(moves)) == expected


@pytest.mark.parametrize(
    ("moves", "komi", "expected"),
    [
        ([None, None], 2.5, -1),
        ([(0, 0), (0, 2), (0, 1), None, None], 2.5, -1),
        ([(0, 0), None, (0, 1), None, (0, 2), None, None], 2.5, 1),
        ([(0, 0), None, None], 0, 1),
        ([None, (0, 0), None, None], 0, -1),
        ([None, None], 0, 0),
        ([(0, 0)], 49, 0),
    ],
)
def test_winning_compares_areas_with_komi(moves: list[Move], komi: float, expected: int) -> None:
    state = after(moves)
    assert gogame.winning(state, komi) == expected
    assert gogame.batch_winning(np.stack([state, state]), komi).tolist() == [expected] * 2


# --- children, canonical form, batches ---------------------------------------------------------------------


def random_states(number: int, size: int, seed: int, plies: int = 40) -> gogame.State:
    rng = np.random.default_rng(seed)
    states = []
    for _ in range(number):
        state = gogame.init_state(size)
        for _ in range(int(rng.integers(plies))):
            if gogame.game_ended(state):
                break
            state = gogame.next_state(state, gogame.random_action(state, rng))
        states.append(state)
    return np.stack(states)


@pytest.mark.parametrize("canonical", [False, True])
def test_children_are_the_next_states_of_valid_moves(canonical: bool) -> None:
    for state in random_states(6, 7, seed=1):
        padded = gogame.children(state, canonical, padded=True)
        assert padded.shape == (50, 6, 7, 7)
        valid = gogame.valid_moves(state)
        for action in range(50):
            expected = gogame.next_state(state, action, canonical) if valid[action] else np.zeros_like(state)
            np.testing.assert_array_equal(padded[action], expected)
        np.testing.assert_array_equal(gogame.children(state, canonical, padded=False), padded[valid == 1])


def test_the_canonical_form_has_black_to_move_and_stays() -> None:
    states = gogame.batch_init_state(2, 7)
    states[0] = gogame.next_state(states[0], 0)
    forms = gogame.batch_canonical_form(states)
    assert forms[0, govars.BLACK].sum() == 0
    assert forms[0, govars.WHITE].sum() == 1
    assert forms[1, :2].sum() == 0
    assert gogame.batch_turn(forms).tolist() == [govars.BLACK, govars.BLACK]
    np.testing.assert_array_equal(gogame.batch_canonical_form(forms), forms)
    np.testing.assert_array_equal(gogame.canonical_form(states[0]), forms[0])
    np.testing.assert_array_equal(gogame.next_state(gogame.init_state(7), 0, canonical=True), forms[0])


def test_a_game_played_on_in_canonical_form_is_the_same_game() -> None:
    rng = np.random.default_rng(5)
    plain = canonical = gogame.init_state(5)
    for _ in range(40):
        if gogame.game_ended(plain):
            break
        action = gogame.random_action(plain, rng)
        plain = gogame.next_state(plain, action)
        canonical = gogame.next_state(canonical, action, canonical=True)
        np.testing.assert_array_equal(canonical, gogame.canonical_form(plain))


def test_batches_say_what_single_states_say() -> None:
    states = random_states(30, 5, seed=2, plies=60)
    ended = gogame.batch_game_ended(states)
    assert ended.any()
    assert not ended.all()
    for name in ("turn", "game_ended", "prev_player_passed", "winning", "invalid_moves", "valid_moves"):
        single, batch = getattr(gogame, name), getattr(gogame, f"batch_{name}")
        np.testing.assert_array_equal(batch(states), np.array([single(state) for state in states]))
    np.testing.assert_array_equal(np.stack(gogame.batch_areas(states), 1), [gogame.areas(state) for state in states])
    running = states[ended == 0]
    actions = np.array([gogame.random_action(state, np.random.default_rng(7)) for state in running])
    for canonical in (False, True):
        together = gogame.batch_next_states(running, actions, canonical)
        for state, action, result in zip(running, actions, together, strict=True):
            np.testing.assert_array_equal(gogame.next_state(state, int(action), canonical), result)


def test_a_batch_with_one_bad_move_names_it() -> None:
    states = np.stack([gogame.init_state(5), after([(1, 1)], size=5)])
    with pytest.raises(IllegalMoveError) as caught:
        gogame.batch_next_states(states, [6, 6])
    assert caught.value.action == 6


@pytest.mark.parametrize(
    ("moves", "action"), [([(0, 0)], 0), ([None, None], 3), ([], 50)], ids=["taken", "over", "off"]
)
def test_what_may_not_be_played_is_an_assertion_error_too(moves: list[Move], action: int) -> None:
    """Programs that were written for GymGo catch that."""
    with pytest.raises(AssertionError):
        gogame.next_state(after(moves), action)


def test_random_games_agree_with_position_by_simple_ko() -> None:
    rng = np.random.default_rng(11)
    for size in (2, 3, 5, 9):
        for _ in range(5):
            position = Position.initial(Ruleset(size, komi=0, ko=KoRule.SIMPLE))
            state = gogame.init_state(size)
            while not position.is_over:
                np.testing.assert_array_equal(gogame.valid_moves(state), position.legal_moves)
                action = gogame.random_action(state, rng)
                state, position = gogame.next_state(state, action), position.play(action)
                np.testing.assert_array_equal(state[govars.BLACK], position.stones == 1)
                np.testing.assert_array_equal(state[govars.WHITE], position.stones == 2)
                assert gogame.turn(state) + 1 == position.to_play


@pytest.mark.parametrize("dtype", [np.float32, np.uint8, np.bool_])
def test_states_keep_their_dtype(dtype: type) -> None:
    state = gogame.next_state(gogame.init_state(5).astype(dtype), 0)
    assert state.dtype == dtype
    assert gogame.children(state).dtype == dtype
    np.testing.assert_array_equal(state, gogame.next_state(gogame.init_state(5), 0))


def test_shapes_are_checked() -> None:
    with pytest.raises(ValueError, match="states must be"):
        gogame.next_state(np.zeros((5, 7, 7)), 0)
    with pytest.raises(ValueError, match="states must be"):
        gogame.batch_areas(np.zeros((1, 6, 7, 8)))
    with pytest.raises(ValueError, match="actions"):
        gogame.batch_next_states(gogame.batch_init_state(2, 7), [0])
    with pytest.raises(ValueError, match="board size"):
        gogame.init_state(20)
    with pytest.raises(ValueError, match="action_size"):
        gogame.action_size()


# --- symmetries, random moves, pictures --------------------------------------------------------------------


def test_all_symmetries_are_the_eight_and_a_random_one_is_among_them() -> None:
    image = np.arange(3 * 5 * 5).reshape(3, 5, 5)
    all_eight = gogame.all_symmetries(image)
    assert len({one.tobytes() for one in all_eight}) == NUM_SYMMETRIES
    found = {gogame.random_symmetry(image, np.random.default_rng(seed)).tobytes() for seed in range(60)}
    assert found == {one.tobytes() for one in all_eight}
    assert gogame.random_symmetry(image).shape == image.shape


def test_random_actions_follow_weights_and_validity() -> None:
    rng = np.random.default_rng(1)
    drawn = [gogame.random_weighted_action([0, 3, 0, 1], rng) for _ in range(400)]
    assert set(drawn) == {1, 3}
    assert 250 < drawn.count(1) < 350
    state = after([(0, 0), (0, 1)], size=2)
    assert {gogame.random_action(state, rng) for _ in range(60)} == {2, 3, 4}
    assert gogame.random_action(state) in {2, 3, 4}
    with pytest.raises(ValueError, match="weights"):
        gogame.random_weighted_action([0, -1, 2])


def test_numpys_seed_governs_what_is_drawn_without_a_generator() -> None:
    state, image = after([(0, 0), (0, 1)], size=5), np.arange(25).reshape(1, 5, 5)

    def drawn() -> list[object]:
        np.random.seed(7)  # noqa: NPY002
        actions = [gogame.random_action(state) for _ in range(9)]
        weighted = [gogame.random_weighted_action(np.arange(26)) for _ in range(9)]
        return [actions, weighted, [gogame.random_symmetry(image).tolist() for _ in range(9)]]

    first = drawn()
    assert drawn() == first
    assert all(len({repr(one) for one in kind}) > 3 for kind in first if isinstance(kind, list))


PICTURES = [
    (
        [(0, 0), (1, 2), None],
        "PASSED",
        """
        →0 1 2 .
        0→○═╤═╗
        1→╟─┼─●
        2→╚═╧═╝
        →Turn: WHITE, Game State (ONGOING|PASSED|END): PASSED
        →Black Area: 1, White Area: 1
        """,
    ),
    (
        [(1, 1), None, (2, 2), None, None],
        "END",
        """
        →0 1 2 .
        0→╔═╤═╗
        1→╟─○─╢
        2→╚═╧═○
        →Turn: WHITE, Game State (ONGOING|PASSED|END): END
        →Black Area: 9, White Area: 0
        """,
    ),
    (
        [],
        "ONGOING",
        """
        →0 1 2 .
        0→╔═╤═╗
        1→╟─┼─╢
        2→╚═╧═╝
        →Turn: BLACK, Game State (ONGOING|PASSED|END): ONGOING
        →Black Area: 0, White Area: 0
        """,
    ),
]
"""Moves and what is drawn of them: an arrow stands for a tab, a dot after what would end in a space."""


@pytest.mark.parametrize(
    ("moves", "picture"), [(moves, picture) for moves, _, picture in PICTURES], ids=[p[1] for p in PICTURES]
)
def test_the_picture_shows_stones_turn_stage_and_areas(moves: list[Move], picture: str) -> None:
    expected = textwrap.dedent(picture).lstrip().replace("→", "\t").replace(" .\n", " \n")
    assert gogame.str(after(moves, size=3)) == expected


def test_the_largest_board_is_drawn_whole() -> None:
    lines = gogame.str(after([(18, 18), (0, 18)], size=19)).splitlines()
    assert len(lines) == 1 + 19 + 2
    assert lines[1] == "0\t╔" + "═╤" * 17 + "═●"
    assert lines[19] == "18\t╚" + "═╧" * 17 + "═○"


@pytest.mark.parametrize("size", [2, 5, 9])
def test_eyes_are_those_of_the_side_to_move(size: int) -> None:
    """As :class:`Position` names them for that side; a batch says what single states say."""
    states = random_states(40, size, seed=4, plies=3 * size * size)
    for state, eyes in zip(states, gogame.batch_eyes(states), strict=True):
        np.testing.assert_array_equal(gogame.eyes(state), eyes)
        stones = (state[govars.BLACK] + 2 * state[govars.WHITE]).astype(np.int8)
        position = Position.from_stones(Ruleset(size, 0), stones)
        own = Color(gogame.turn(state) + 1)
        expected = [position.is_true_eye(action, own) for action in range(size**2)]
        assert eyes.ravel().tolist() == expected
