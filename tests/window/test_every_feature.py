"""Every feature of the window by real clicks and keys, in both languages, small and large, at 100 and 150 %.

Each combination is one start of the program and a walk through half of the features, one small function each; the few
that need minutes on a busy machine are walked through in one of the combinations.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import platformdirs
import pytest

from tests.window import (
    features_board,
    features_coach,
    features_compete,
    features_kennel,
    features_learn,
    features_lessons,
    features_machine,
    features_manners,
    features_mind,
    features_parts,
    features_play,
    features_records,
    features_seats,
    features_share,
    features_train,
)
from tests.window.features_play import MOVES, begin, lay_out, put
from tests.window.kept import desktop_of, furnish, home_of, wait_for_game
from tests.window.program import Program, Start
from tests.window.screen import Screen

pytestmark = pytest.mark.needs("Xvfb", "xdotool")

Feature = Callable[[Program], None]
SCREEN = (2048, 1296)
"""A window takes a part of the screen only: this one has room for 1920x1080."""

FEATURES: tuple[Feature, ...] = (
    features_manners.first_steps,
    features_play.players_and_their_ages,
    features_play.board_size_and_rules,
    features_play.clock,
    features_seats.few_playouts,
    features_seats.glance_at_a_temperature,
    features_board.stone_under_the_pointer,
    features_board.mark_of_the_last_move,
    features_board.capture_ko_and_refusals,
    features_board.board_that_comes_back,
    features_board.counting,
    features_board.new_game_by_keys,
    features_play.game_between_two_people,
    features_play.stones_by_keys,
    features_play.pause,
    features_play.undo_and_redo,
    features_play.moves_back_and_forth,
    features_play.variations,
    features_play.passes_and_score,
    features_play.resign_and_restart,
    features_play.dog_at_an_age_plays,
    features_play.portraits,
    features_seats.players_changed_in_the_middle,
    features_machine.undo_redo_and_pause_while_it_thinks,
    features_machine.pass_ends_a_pause,
    features_play.record_saved_copied_pasted_opened,
    features_records.record_looked_at_and_played_on,
    features_records.tree_words_marks_and_finding,
    features_records.territory_counted,
    features_seats.position_set_up_by_hand,
    features_play.games_played_before,
    features_play.numbers_and_coordinates,
    features_share.game_shown,
    features_mind.analysis_and_overlays,
    features_mind.expected_line,
    features_mind.judges_and_limits,
    features_mind.slow_motion,
    features_mind.microscope,
    features_mind.film_of_growth,
    features_mind.hint,
    features_coach.moments_of_a_game,
    features_coach.next_mistake_by_key,
    features_coach.report_of_a_game,
    features_coach.asked_to_take_back,
    features_lessons.first_game_is_learned_and_played,
    features_learn.chapter_read_and_board_played_on,
    features_train.adopt_with_settings,
    features_train.settings_of_a_dog,
    features_train.another_dog,
    features_train.what_it_does_now,
    features_train.wall_of_boards,
    features_train.share_of_the_machine,
    features_train.computers_it_trains_on,
    features_train.growth_curves,
    features_train.milestones_on_the_curve,
    features_train.diary_of_a_dog,
    features_train.moment_from_the_diary,
    features_train.best_game_at_rest,
    features_train.this_lesson,
    features_train.play_an_age_from_the_curve,
    features_kennel.what_a_card_says,
    features_kennel.rename,
    features_kennel.copy,
    features_kennel.export_delete_and_import,
    features_share.dog_shown_and_sent,
    features_kennel.dogs_in_one_place_for_everybody,
    features_kennel.net_from_elsewhere,
    features_kennel.retire_and_bring_back,
    features_kennel.pup_of_a_dog,
    features_kennel.names_of_all_kinds,
    features_kennel.typing_goes_on_in_full_screen,
    features_kennel.pages_by_keys,
    features_kennel.ways_from_a_card,
    features_kennel.dog_at_its_best,
    features_compete.who_meets_whom,
    features_parts.part_taken_away,
    features_learn.two_dogs_one_difference,
    features_manners.language_at_once,
    features_manners.colors,
    features_manners.size_of_everything,
    features_manners.full_screen,
    features_manners.way_out_is_asked_about,
    features_manners.sounds_and_volumes,
    features_manners.music_by_name,
    features_manners.settings_of_the_board,
    features_manners.page_of_shortcuts,
    features_manners.page_of_thanks,
    features_manners.keyboard_focus,
)


_FIRST_WITH_DOGS = FEATURES.index(features_train.adopt_with_settings)
AT_THE_BOARD = FEATURES[:_FIRST_WITH_DOGS]
WITH_DOGS = (FEATURES[0], *FEATURES[_FIRST_WITH_DOGS:])
"""The two halves of everything, each a walk of its own."""
_SLOW_AFTER: dict[Feature, Feature] = {
    features_mind.game_gone_through: features_mind.hint,
    features_train.training_and_stopping: features_train.settings_of_a_dog,
    features_train.lesson_gone_through: features_train.this_lesson,
    features_compete.match_of_several_games: features_compete.who_meets_whom,
    features_compete.round_robin: features_compete.who_meets_whom,
}
"""The features that need minutes on a busy machine, and after which of the others each is tried."""


@dataclass(frozen=True)
class Combination:
    """A language, a window and a size of everything in it, and what is walked through there."""

    language: str
    size: tuple[int, int]
    percent: int
    walk: tuple[Feature, ...]
    slow: tuple[Feature, ...]

    def __str__(self) -> str:
        return f"{self.language}-{self.size[0]}x{self.size[1]}-{self.percent}"

    @property
    def features(self) -> tuple[Feature, ...]:
        """Everything that is done."""
        done = list(self.walk)
        for slow in self.slow:
            done.insert(done.index(_SLOW_AFTER[slow]) + 1, slow)
        return tuple(done)


SMALL, LARGE = (1280, 720), (1920, 1080)
COMBINATIONS = (
    Combination("en", SMALL, 100, AT_THE_BOARD, (features_mind.game_gone_through,)),
    Combination("zh", LARGE, 150, AT_THE_BOARD, ()),
    Combination("zh", SMALL, 150, WITH_DOGS, (features_train.training_and_stopping, features_compete.round_robin)),
    Combination(
        "en", LARGE, 100, WITH_DOGS, (features_train.lesson_gone_through, features_compete.match_of_several_games)
    ),
)
"""Each feature is walked through twice, and the two differ in all: language, window, and size of what is in it."""


@pytest.fixture(scope="module")
def screen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    """A larger screen than the other tests have, and one for each worker: the combinations run side by side."""
    with Screen(tmp_path_factory.mktemp("screen"), SCREEN) as screen:
        yield screen


def outside(program: Program) -> dict[str, list[int]]:
    """What can be clicked and does not lie in the window."""
    seen = program.look()
    rects = {name: widget["rect"] for name, widget in seen.widgets.items()}
    return {
        name: [x, y, width, height]
        for name, (x, y, width, height) in rects.items()
        if x < 0 or y < 0 or x + width > seen.size[0] or y + height > seen.size[1]
    }


def try_feature(program: Program, feature: Feature, combination: Combination) -> None:
    """Do it; a failure says which feature it was, and where."""
    try:
        feature(program)
        assert outside(program) == {}
    except Exception as error:
        raise AssertionError(f"{feature.__name__} in {combination}: {error}") from error


def try_leaving(program: Program, combination: Combination) -> None:
    """The last thing one does."""
    try:
        features_manners.leave_by_the_door(program)
    except Exception as error:
        raise AssertionError(f"leaving in {combination}: {error}") from error


def come_back(program: Program, start: Start, environment: dict[str, str]) -> None:
    """The program is killed in the middle of a game; scene and game are there again."""
    lay_out(program)
    begin(program)
    for point in MOVES:
        put(program, *point)
    wait_for_game(program, ";W[ce]")
    before = program.look().stones
    program.click("nav.kennel")
    program.wait_until(lambda seen: seen.scene == "kennel", "the kennel")
    program.kill()
    again = start(data=program.data, environment=environment)
    again.wait_until(lambda seen: seen.scene == "kennel", "the scene of before")
    again.click("nav.play")
    again.click("play.resume")
    again.wait_until(lambda seen: seen.stones == before, "the game of before")


@pytest.mark.parametrize(
    "combination",
    [pytest.param(each, id=str(each), marks=pytest.mark.xdist_group(str(each))) for each in COMBINATIONS],
)
def test_every_feature_is_reached_by_mouse_and_keys(start: Start, combination: Combination, tmp_path: Path) -> None:
    data = tmp_path / "data"
    furnish(
        data,
        language=combination.language,
        window_size=list(combination.size),
        ui_scale=combination.percent / 100,
        theme="light",
    )
    home_of(data).mkdir()
    # The person's files lie in here; only the compiled kernels are where they always are.
    kernels = os.environ.get("CLEVERGO_CACHE") or platformdirs.user_cache_dir("clevergo", appauthor=False)
    environment = {"HOME": str(home_of(data)), "CLEVERGO_CACHE": kernels} | desktop_of(data)
    program = start(data=data, environment=environment)
    seen = program.wait_until(lambda seen: bool(seen.widgets), "the first scene")
    assert (seen.language, seen.size) == (combination.language, combination.size)
    for feature in combination.features:
        try_feature(program, feature, combination)
    if combination is COMBINATIONS[-1]:
        come_back(program, start, environment)
    else:
        try_leaving(program, combination)
