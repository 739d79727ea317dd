"""Two dogs, one difference: choosing, guessing, watching, what was found, and everything found before."""

from __future__ import annotations

import csv
import io
import itertools
from dataclasses import replace

import numpy as np
import pygame
import pytest

from clevergo.app.desk.settings import SceneName
from clevergo.app.experiment.messages import Curves, ExperimentSnapshot, ExperimentState, Guess, Noted, Written
from clevergo.app.experiment.wishes import Difference
from clevergo.app.kennel.messages import TrainingPhase, TrainingSnapshot
from clevergo.locale import Language
from clevergo.problem import Problem
from clevergo.training.experiment.growth import RatedPoint
from clevergo.ui.scenes.catalog import makers
from clevergo.ui.scenes.experiment.curves import Curve, series_of
from clevergo.ui.scenes.experiment.words import (
    TOLD,
    gain_said,
    share_of_all,
    short_said,
    thought_said,
    verdict_said,
    won_said,
)
from clevergo.ui.shell.leaving import under_way
from clevergo.ui.shell.scene import Visit
from clevergo.ui.shell.stage import Stage
from clevergo.ui.shell.ui_map import texts_of
from clevergo.ui.strings import ExperimentText, Strings, Text
from tests.ui import fake_experiment
from tests.ui.fake_experiment import (
    FakeExperiments,
    experiment,
    found,
    grown,
    playing,
    preparing,
    raising,
    several,
    written,
)
from tests.ui.fakes import FakeTraining, click_on, draw, make_services, make_stage, press_key

SIZE = (1280, 800)


def opened(
    fake: FakeExperiments | None = None, language: Language = Language.ENGLISH, training: FakeTraining | None = None
) -> tuple[Stage, FakeExperiments]:
    """The page of experiments."""
    fake = fake or FakeExperiments()
    services = replace(make_services(language), experiment=fake)  # type: ignore[arg-type]
    if training is not None:
        services = replace(services, training=training)  # type: ignore[arg-type]
    stage = make_stage(services, SIZE)
    stage.furnish(services, makers())
    stage.go_to(SceneName.LEARN, Visit(entry="try.class"))
    settle(stage)
    return stage, fake


def settle(stage: Stage) -> None:
    for _ in range(2):
        stage.update(0.1)


def shown(stage: Stage) -> str:
    """All that is written on the page."""
    settle(stage)
    return "\n".join(drawn.text for drawn in texts_of(stage))


def names(stage: Stage) -> set[str]:
    return {mark.id for mark in stage.clickable()}


def can_click(stage: Stage, name: str) -> bool:
    return any(mark.id == name and mark.is_enabled for mark in stage.clickable())


# --- choosing


def test_nothing_begins_before_somebody_has_said_what_they_think() -> None:
    stage, fake = opened()
    assert not can_click(stage, "experiment.start")
    click_on(stage, "experiment.difference.3")
    click_on(stage, "experiment.minutes.5")
    click_on(stage, "experiment.pairs.3")
    click_on(stage, "experiment.guess.other")
    assert "“Small net” plays better" in shown(stage)
    click_on(stage, "experiment.start")
    assert fake.calls[-1] == "start net 6 5 3 other"
    assert "Starting" in shown(stage)


def test_the_machines_that_help_with_training_help_here_too() -> None:
    fake = FakeExperiments()
    services = replace(make_services(), experiment=fake)  # type: ignore[arg-type]
    services.preferences.change(on_cluster=True, cluster="192.168.1.5:6379")
    stage = make_stage(services, SIZE)
    stage.furnish(services, makers())
    stage.go_to(SceneName.LEARN, Visit(entry="try.class"))
    settle(stage)
    click_on(stage, "experiment.difference.3")
    click_on(stage, "experiment.guess.other")
    click_on(stage, "experiment.start")
    assert fake.calls[-1].endswith(" on 192.168.1.5:6379")


def test_each_difference_says_what_it_is_and_asks_what_to_expect() -> None:
    stage, _ = opened()
    strings = Strings(Language.ENGLISH)
    for number, difference in enumerate(Difference):
        click_on(stage, f"experiment.difference.{number}")
        text, told = shown(stage), TOLD[difference]
        assert strings.get(told.said)[:30] in text
        assert all(
            strings.said(words) in text for words in (told.one, told.other, told.setting_one, told.setting_other)
        )


def test_another_difference_asks_anew_what_one_thinks() -> None:
    stage, _ = opened()
    click_on(stage, "experiment.guess.one")
    assert can_click(stage, "experiment.start")
    click_on(stage, "experiment.difference.2")
    assert not can_click(stage, "experiment.start")


def test_a_game_without_territory_does_not_offer_to_learn_it() -> None:
    stage, _ = opened()
    click_on(stage, "experiment.difference.5")
    assert "who owns what" in shown(stage)
    click_on(stage, "experiment.board")
    boards = sorted(name for name in names(stage) if name.startswith("experiment.board."))
    click_on(stage, next(name for name in boards if "five" in name))
    assert "who owns what" not in shown(stage)
    assert "Five in a row 8×8" in shown(stage)


@pytest.mark.parametrize(("pairs", "word"), [(1, "78 to 22"), (2, "roughly"), (3, "fewest")])
def test_how_much_so_many_pairs_can_tell_is_said_honestly(pairs: int, word: str) -> None:
    stage, _ = opened()
    click_on(stage, f"experiment.pairs.{pairs}")
    assert word in shown(stage)


def test_who_trains_a_dog_meanwhile_is_told_what_that_means() -> None:
    training = FakeTraining()
    stage, fake = opened(training=training)
    assert "in training" not in shown(stage)
    training.snapshot = TrainingSnapshot(1, "小黑", phase=TrainingPhase.RUNNING)
    assert "小黑 is in training as well" in shown(stage)
    fake.become(raising())
    assert "小黑 is in training as well" in shown(stage)


def test_the_keyboard_alone_can_begin_one() -> None:
    stage, fake = opened()
    for _ in range(60):
        press_key(stage, pygame.K_TAB)
        focus = stage.focus
        if focus is not None and focus.id == "experiment.guess":
            break
    press_key(stage, pygame.K_RIGHT)
    press_key(stage, pygame.K_TAB)
    press_key(stage, pygame.K_RETURN)
    assert [call for call in fake.calls if call.startswith("start")] == ["start speed 6 2 1 one"]


# --- while it goes on


def test_both_dogs_are_seen_with_the_time_left_and_the_guess() -> None:
    stage, fake = opened()
    fake.become(preparing())
    assert "Preparing, this first time only: 12 of 40" in shown(stage)
    fake.become(raising(pairs=2))
    text = shown(stage)
    for words in (
        "Large net against Small net",
        "Pair 2 of 2 is growing up",
        "about 50 s left",
        "Your guess",
        "move 12",
    ):
        assert words in text
    assert stage.scene is not None
    mark = stage.scene.board_mark()
    assert mark is not None
    assert sum(row.count("X") + row.count("O") for row in mark.stones) == 11
    fake.become(playing())
    text = shown(stage)
    assert "They play each other: 13 of 40 games" in text
    assert "“Large net” won 9 of 13 games" in text


def test_of_two_boards_only_what_changed_is_drawn_again_and_nothing_old_stays() -> None:
    stage, fake = opened()
    fake.become(raising())
    settle(stage)
    picture = draw(stage)
    stage.damage.take(stage.rect)
    for number, other in enumerate((playing(2), raising(2), playing(1), raising(1))):
        live = (other.live[0], fake.snapshot.live[1]) if number % 2 else other.live
        fake.become(replace(other, live=live))
        settle(stage)
        for part in stage.damage.take(stage.rect):
            picture.set_clip(part)
            stage.draw(picture, stage.look)
        picture.set_clip(None)
        seen, true = (pygame.surfarray.array3d(each).astype(np.int16) for each in (picture, draw(stage)))
        assert np.abs(seen - true).max() <= 12


@pytest.mark.parametrize("curve", list(Curve))
def test_each_curve_can_be_chosen_and_read(curve: Curve) -> None:
    stage, fake = opened()
    fake.become(raising())
    settle(stage)
    click_on(stage, f"experiment.curve.{curve.value}")
    chart = next(mark.rect for mark in stage.clickable() if mark.id == "experiment.chart")
    stage.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=chart.center, rel=(1, 1), buttons=(0, 0, 0)))
    assert "Large net" in next(line for line in shown(stage).splitlines() if line.startswith("after "))
    assert all(series_of(curve, dog, "jade").ys for dog in (fake.snapshot.one[0], fake.snapshot.other[0]))


def test_a_rating_that_leaves_everything_open_is_not_drawn() -> None:
    newborn, grown = RatedPoint(2.0, -876.0, 630.0), RatedPoint(60.0, 340.0, 120.0)
    assert series_of(Curve.STRENGTH, Curves(ratings=(newborn, grown)), "jade").ys == (340.0,)
    assert series_of(Curve.STRENGTH, Curves(ratings=(newborn,)), "jade").ys == ()


def test_it_is_stopped_and_goes_on() -> None:
    stage, fake = opened()
    fake.become(raising())
    settle(stage)
    click_on(stage, "experiment.toggle")
    assert fake.calls[-1] == "stop"
    assert "being saved" in shown(stage)
    assert not can_click(stage, "experiment.toggle")
    fake.become(fake_experiment.stopped())
    assert "Stopped. Everything is kept" in shown(stage)
    click_on(stage, "experiment.toggle")
    assert fake.calls[-1] == "go on"


def test_why_it_stopped_is_said_in_a_sentence() -> None:
    stage, fake = opened()
    fake.become(fake_experiment.stopped(Problem("cannot_write", {"path": "games.json", "cause": Problem("no_space")})))
    assert "games.json cannot be written (No space left on device). What was found is kept." in shown(stage)
    fake.become(replace(raising(), restarts=1))
    assert "was started again; nothing is lost" in shown(stage)


def test_what_cannot_be_done_is_said() -> None:
    stage, fake = opened()
    fake.refuses = "experiment_runs"
    click_on(stage, "experiment.guess.one")
    click_on(stage, "experiment.start")
    assert "An experiment is under way" in shown(stage)
    fake.become(ExperimentSnapshot(error=Problem("cannot_write", {"path": "experiments", "cause": "it is read-only"})))
    assert "read-only" in shown(stage)


def test_who_leaves_the_program_hears_that_it_stops_and_is_kept() -> None:
    fake = FakeExperiments()
    services = replace(make_services(), experiment=fake)  # type: ignore[arg-type]
    assert Text.LEAVE_EXPERIMENT not in under_way(services)
    fake.become(raising())
    assert Text.LEAVE_EXPERIMENT in under_way(services)


def growing(pairs: int, minutes: float, of: Written) -> ExperimentSnapshot:
    """The last of so many pairs has been raised for so long; the clocks of those before it stopped a little early."""
    dogs = (*(grown(400, 1.95) for _ in range(pairs - 1)), grown(400, minutes))
    return ExperimentSnapshot(1, ExperimentState.RAISING, of, dogs, dogs, pair=pairs - 1)


def at_play(of: Written, games: int) -> ExperimentSnapshot:
    """So many games are over."""
    pairs = of.experiment.plan.seeds
    return replace(
        growing(pairs, 1.95, replace(of, played=games, raised=pairs)), state=ExperimentState.PLAYING, pair=pairs - 1
    )


@pytest.mark.parametrize("before", [0, 1])
def test_the_bar_only_grows_while_dogs_are_raised_and_play_after_one_more_pair_too(before: int) -> None:
    begun = Written(experiment(pairs=2), played=40 * before, raised=before)
    life = [growing(pairs, minutes, begun) for pairs in range(1 + before, 3) for minutes in (0.2, 1.0, 1.95)]
    life += [at_play(begun, games) for games in range(40 * before, begun.experiment.games + 1, 20)]
    shares = [share_of_all(each) or 0.0 for each in life]
    assert all(0.0 < earlier < later <= 1.0 for earlier, later in itertools.pairwise(shares))
    assert shares[-1] == 1.0
    rested = [replace(each, state=ExperimentState.STOPPED) for each in life]
    assert [share_of_all(each) for each in rested] == shares, "it stays where it was when it is stopped"


def test_what_was_raised_before_a_restart_fills_the_bar() -> None:
    dogs = (grown(400, 1.95), grown(400, 1.0))
    again = ExperimentSnapshot(1, ExperimentState.STOPPED, Written(experiment(pairs=3), raised=1), dogs, dogs)
    share = share_of_all(again)
    assert share is not None
    assert 0.3 < share < 0.5
    lost = share_of_all(replace(again, one=(), other=()))
    assert lost is not None
    assert lost > 0.25, "where no curves are left its grown dogs still count"


# --- what was found


def test_when_it_ends_what_was_found_is_shown_with_what_somebody_thought() -> None:
    stage, fake = opened()
    fake.become(playing())
    settle(stage)
    fake.become(found(written(31, 9)))
    text = " ".join(shown(stage).split())
    for words in ("“Large net” won 31 of 40 games", "too many to be luck", "+214 ± 66 Elo", "You were right!"):
        assert words in text
    assert "840" in text, "the games each has played with itself"
    click_on(stage, "experiment.more")
    assert fake.calls[-1] == "add pair to 1"


OF_THREE = experiment(pairs=3)


@pytest.mark.parametrize(
    ("what", "said", "answer"),
    [
        (written(31, 9), "too many to be luck: of these two", "right"),
        (written(9, 31), "“Small net” is the stronger", "otherwise"),
        (written(16, 4, OF_THREE), "did nothing", "right"),
        (written(4, 16, OF_THREE), "did nothing", "otherwise"),
        (written(25, 15), "a hint and no proof", "lean to your side"),
        (written(15, 25), "a hint and no proof", "do not settle"),
        (written(22, 18), "may well be chance", "lean to your side"),
        (written(20, 20, experiment(guess=Guess.SAME)), "may well be chance", "Nothing contradicts it"),
        (written(31, 9, experiment(guess=Guess.SAME)), "too many", "otherwise"),
        (written(31, 9, experiment(Difference.NOTHING, guess=Guess.SAME)), "Nothing differed", "right"),
        (written(20, 20, experiment(None, guess=None)), "may well be chance", ""),
    ],
)
def test_what_may_be_said_is_said_in_words_a_class_understands(what: Written, said: str, answer: str) -> None:
    strings = Strings(Language.ENGLISH)
    assert said in verdict_said(strings, what)
    assert answer in thought_said(strings, what)
    assert won_said(strings, what)
    assert "±" in gain_said(strings, what)
    chinese = Strings(Language.CHINESE)
    assert all(words(chinese, what) for words in (verdict_said, won_said, gain_said, short_said))


def test_before_they_have_played_nothing_is_said() -> None:
    strings, nothing = Strings(Language.ENGLISH), Written(experiment())
    assert won_said(strings, nothing) == strings.get(ExperimentText.NOT_YET)
    assert (verdict_said(strings, nothing), gain_said(strings, nothing)) == ("", "")
    assert short_said(strings, nothing) == "stopped"


def test_a_result_is_taken_along_as_a_picture_and_as_a_table() -> None:
    stage, fake = opened()
    fake.become(found(written(31, 9)))
    settle(stage)
    for button, file in (("experiment.picture", "experiment-0001.png"), ("experiment.table", "experiment-0001.csv")):
        click_on(stage, button)
        assert f"exports/{file}" in shown(stage)
        press_key(stage, pygame.K_RETURN)
        assert f"Saved: /data/exports/{file}" in shown(stage)
    picture = pygame.image.load(io.BytesIO(fake.files["experiment-0001.png"]))
    assert picture.get_width() > 700
    rows = list(csv.reader(io.StringIO(fake.files["experiment-0001.csv"].decode("utf-8-sig"))))
    assert rows[0][:4] == ["dog", "pair", "seconds", "games"]
    assert {row[0] for row in rows[1:]} == {"Large net", "Small net"}
    assert sum(bool(row[7]) for row in rows[1:]) == 10, "every rating stands in one row"
    fake.noted = Noted(error=Problem("no_space"))
    assert "No space" in shown(stage)


# --- everything found before


def test_all_that_were_done_stand_side_by_side_and_open_again() -> None:
    stage, fake = opened()
    assert "experiment.earlier" not in names(stage)
    fake.notebook = several()
    settle(stage)
    click_on(stage, "experiment.earlier")
    text = shown(stage)
    for words in ("Usual steps against Tiny steps", "117 : 63", "not just luck", "these two only", "stopped"):
        assert words in text
    click_on(stage, "experiment.list.1")
    assert fake.calls[-1] == "show 8"
    assert "won 31 of 40" in shown(stage)
    click_on(stage, "experiment.new")
    click_on(stage, "experiment.back")
    assert "won 31 of 40" in shown(stage)


def test_while_one_goes_on_another_can_be_looked_at() -> None:
    stage, fake = opened()
    fake.notebook = several()
    fake.become(raising())
    settle(stage)
    click_on(stage, "experiment.earlier")
    click_on(stage, "experiment.list.1")
    assert "won 31 of 40" in shown(stage)
    assert not {"experiment.more", "experiment.new"} & names(stage), "one at a time"
    click_on(stage, "experiment.back")
    settle(stage)
    assert "117 : 63" in shown(stage)
    click_on(stage, "experiment.back")
    assert "Both are growing up" in shown(stage)


def test_a_pair_more_is_for_the_one_that_is_looked_at_where_another_has_ended_meanwhile() -> None:
    stage, fake = opened()
    fake.notebook = several()
    fake.become(raising())
    settle(stage)
    click_on(stage, "experiment.earlier")
    click_on(stage, "experiment.list.1")
    settle(stage)
    fake.become(found(written(20, 20)))
    assert "won 31 of 40" in shown(stage), "what is looked at stays"
    click_on(stage, "experiment.more")
    assert fake.calls[-1] == "add pair to 8"
    settle(stage)
    assert can_click(stage, "experiment.toggle"), "it is seen how that goes"
    assert fake.looked is None


def test_the_notebook_is_taken_along_too() -> None:
    stage, fake = opened()
    fake.notebook = several()
    settle(stage)
    click_on(stage, "experiment.earlier")
    for button in ("experiment.pictures", "experiment.tables"):
        click_on(stage, button)
        press_key(stage, pygame.K_RETURN)
        settle(stage)
    assert pygame.image.load(io.BytesIO(fake.files["experiments.png"])).get_height() > 300
    rows = list(csv.reader(io.StringIO(fake.files["experiments.csv"].decode("utf-8-sig"))))
    assert len(rows) == 1 + len(several())
    assert all(len(row) == len(rows[0]) for row in rows)
    assert rows[2][8:11] == ["31", "9", "0"]


def test_one_is_deleted_after_a_question() -> None:
    stage, fake = opened()
    fake.become(found(written(31, 9)))
    settle(stage)
    click_on(stage, "experiment.delete")
    assert "Delete this experiment?" in shown(stage)
    press_key(stage, pygame.K_RETURN)
    assert "delete 1" not in fake.calls, "Enter does no harm"
    click_on(stage, "experiment.delete")
    click_on(stage, "dialog.ok")
    assert fake.calls[-1] == "delete 1"
    assert "No experiment has been done yet" in shown(stage)


def test_what_was_left_half_way_is_there_again() -> None:
    fake = FakeExperiments()
    stage, _ = opened(fake)
    assert fake.calls == ["look back"]
    fake.become(fake_experiment.stopped())
    assert "Stopped" in shown(stage)
    assert fake.snapshot.state is ExperimentState.STOPPED
    click_on(stage, "experiment.anew")
    assert "What is to differ?" in shown(stage)


def test_it_is_said_in_chinese_too() -> None:
    stage, fake = opened(language=Language.CHINESE)
    assert "先猜一猜" in shown(stage)
    fake.become(found(written(31, 9)))
    text = shown(stage)
    assert "40 盘里，“大网络”赢了 31 盘" in text
    assert "猜对了" in text


def test_one_click_opens_what_was_done_whatever_was_looked_at_before() -> None:
    stage, fake = opened()
    fake.notebook = several()
    settle(stage)
    for row in (1, 0, 1):
        click_on(stage, "experiment.earlier")
        click_on(stage, f"experiment.list.{row}")
        settle(stage)
        assert fake.calls[-1].startswith("show ")
        assert f"experiment.list.{row}" not in names(stage)
        assert ("won 31 of 40" in shown(stage)) == (row == 1)
