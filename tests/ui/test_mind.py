"""Looking into a dog's mind: what is asked of the analysis, what is said, and what is drawn on the board."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest

from clevergo.app.analysis import STUDY_VISITS, StudyProgress, Verdict
from clevergo.app.desk.settings import MindMode
from clevergo.app.kennel.messages import DogInfo
from clevergo.app.match.messages import LineEnd, LineMove, MatchSetup, Thinking
from clevergo.games.color import Color
from clevergo.games.go.rules import Ruleset
from clevergo.games.grid import square
from clevergo.games.outcome import Outcome, Termination
from clevergo.locale import Language, languages
from clevergo.players.protocol import Candidate, Insight
from clevergo.players.spec import PlayerSpec
from clevergo.problem import as_said
from clevergo.ui.board.marks import NO_MARKS, STEPS, Disc, Ghost, Marks, MarksLayer, readable_ink
from clevergo.ui.kit.chart import LineChart
from clevergo.ui.kit.theme import READABLE, contrast
from clevergo.ui.scenes.analysis.graph import GraphPanel, GraphShown, find_mistakes
from clevergo.ui.scenes.analysis.judges import MONTE_CARLO, STRONGEST, Judges
from clevergo.ui.scenes.analysis.marks import LOSSES, line_marks, loss_color, marks_of, worst_loss
from clevergo.ui.scenes.play.scene import PlayScene
from clevergo.ui.shell.scene import Services
from clevergo.ui.shell.stage import SMALLEST, Stage
from clevergo.ui.shell.ui_map import texts_of
from tests.ui.fake_analysis import FakeAnalysis, make_insight
from tests.ui.fakes import (
    FakeKennel,
    FakeMatch,
    click,
    click_on,
    draw,
    fake_analysis,
    fake_match,
    make_services,
    make_stage,
    move_to,
    press_key,
)
from tests.ui.fitting import misfits

EMPTY = np.zeros((9, 9), np.int8)


@pytest.fixture
def services() -> Services:
    return make_services()


@pytest.fixture
def match(services: Services) -> FakeMatch:
    match = fake_match(services)
    match.start()
    return match


@pytest.fixture
def analysis(services: Services) -> FakeAnalysis:
    return fake_analysis(services)


@pytest.fixture
def stage(services: Services, match: FakeMatch) -> Stage:
    return make_stage(services)


def shown(stage: Stage) -> list[str]:
    stage.update(0.0)
    return [drawn.text for drawn in texts_of(stage)]


def point(stage: Stage, action: int) -> tuple[int, int]:
    assert isinstance(stage.scene, PlayScene)
    mark = stage.scene.board_mark()
    assert mark is not None
    row, col = divmod(action, mark.size)
    return mark.first[0] + round(col * mark.step), mark.first[1] + round(row * mark.step)


def marks(stage: Stage) -> Marks:
    stage.update(0.0)
    assert isinstance(stage.scene, PlayScene)
    return stage.scene.board.shown.marks


# --- analysing -----------------------------------------------------------------------------------------


def test_switched_on_it_analyzes_the_position_looked_at_by_the_dog_that_plays(
    stage: Stage, match: FakeMatch, analysis: FakeAnalysis
) -> None:
    stage.update(0.0)
    assert analysis.looked_at is None
    click_on(stage, "mind.analyze")
    asked = analysis.looked_at
    assert asked is not None
    assert (asked.moves, asked.judge, asked.visits) == ((), "alpha_go", 400)
    match.play(40)
    stage.update(0.0)
    asked = analysis.looked_at
    assert asked is not None
    assert asked.moves == (40,)
    press_key(stage, pygame.K_a)
    assert analysis.looked_at is None


def test_any_dog_and_any_age_can_be_asked(stage: Stage, analysis: FakeAnalysis) -> None:
    click_on(stage, "mind.analyze")
    for choice, judge in (("小黑", "小黑"), ("小黑@1230", "小黑@1230"), (MONTE_CARLO, None)):
        click_on(stage, "mind.judge")
        click_on(stage, f"mind.judge.{choice}")
        assert analysis.looked_at is not None
        assert analysis.looked_at.judge == judge
    assert stage.preferences.now.mind_judge == MONTE_CARLO


def test_it_thinks_as_long_as_wanted_and_waits_when_told(stage: Stage, analysis: FakeAnalysis) -> None:
    click_on(stage, "mind.analyze")
    click_on(stage, "mind.visits")
    click_on(stage, "mind.visits.0")
    assert analysis.looked_at is not None
    assert analysis.looked_at.visits >= 100_000
    analysis.find(make_insight())
    stage.update(0.0)
    assert "400 tries" in shown(stage)
    click_on(stage, "mind.pause")
    assert analysis.is_paused
    click_on(stage, "mind.pause")
    assert not analysis.is_paused


def test_nobody_thinks_while_another_scene_is_shown_or_a_game_is_set_up(
    stage: Stage, match: FakeMatch, analysis: FakeAnalysis
) -> None:
    click_on(stage, "mind.analyze")
    press_key(stage, pygame.K_n, pygame.KMOD_CTRL)
    assert analysis.looked_at is None
    click_on(stage, "play.back")
    assert analysis.looked_at is not None
    assert isinstance(stage.scene, PlayScene)
    stage.scene.left()
    assert analysis.looked_at is None


def test_wishes_are_remembered(stage: Stage, analysis: FakeAnalysis) -> None:
    click_on(stage, "play.overlay.value")
    click_on(stage, "mind.territory")
    now = stage.preferences.now
    assert (now.mind_on, now.mind_mode, now.mind_territory) == (True, MindMode.VALUE, True)
    assert analysis.looked_at is not None


def test_trouble_is_said_where_the_moves_would_be(stage: Stage, analysis: FakeAnalysis) -> None:
    click_on(stage, "mind.analyze")
    analysis.change(error=as_said("pup can only play on 9x9: choose that board size"))
    assert any("9x9" in text for text in shown(stage))


# --- what is drawn -------------------------------------------------------------------------------------


def test_each_mode_draws_its_own_marks_and_explains_them(stage: Stage, analysis: FakeAnalysis) -> None:
    click_on(stage, "mind.analyze")
    analysis.find(make_insight())
    legends = set()
    pictures = []
    for mode in ("policy", "search", "value", "off"):
        if mode != "search":
            click_on(stage, f"play.overlay.{mode}")
        else:
            click_on(stage, "play.overlay.search")
        pictures.append(marks(stage))
        legends |= set(shown(stage))
    assert len(set(pictures)) == 4
    assert pictures[-1] == NO_MARKS
    assert "Darker: where it would look first" in legends
    assert any("lost" in text and text.endswith("; red: 31%") for text in legends), legends


def test_the_most_tried_move_stands_out_with_its_win_rate_and_tries() -> None:
    discs = marks_of(make_insight(), MindMode.SEARCH, False, EMPTY).discs
    best = discs[-1]
    assert (best.action, best.label, best.detail, best.is_best) == (30, "61%", "240", True)
    assert sum(disc.is_best for disc in discs) == 1
    assert all(disc.radius < best.radius and disc.color != best.color for disc in discs[:-1])


@pytest.mark.parametrize("mode", [MindMode.SEARCH, MindMode.VALUE])
def test_the_move_that_stands_out_is_the_first_of_the_list_and_not_the_most_tried(mode: MindMode) -> None:
    insight = make_insight()
    surest = replace(insight, candidates=(insight.candidates[1], insight.candidates[0], insight.candidates[2]))
    assert int(surest.counts.argmax()) == 30
    best = [disc.action for disc in marks_of(surest, mode, False, EMPTY).discs if disc.is_best]
    assert best == [surest.candidates[0].action] == [31]


def test_the_first_glance_is_heat_with_figures_on_the_likeliest() -> None:
    seen = marks_of(make_insight(), MindMode.POLICY, False, EMPTY)
    assert seen.heat[30] == STEPS
    assert STEPS > seen.heat[31] > seen.heat[0] > seen.heat[50] == 0
    assert {disc.action: disc.label for disc in seen.discs} == {30: "50%", 31: "30%", 0: "10%"}


def test_values_are_told_as_wins_lost_against_the_best() -> None:
    discs = {disc.action: disc for disc in marks_of(make_insight(), MindMode.VALUE, False, EMPTY).discs}
    assert (discs[30].label, discs[31].label, discs[0].label) == ("61%", "−6", "−41")
    assert discs[30].is_best
    assert discs[50].label == ""
    assert len(discs) == 81


def test_where_all_moves_are_nearly_alike_their_colors_still_tell_them_apart() -> None:
    """Late in a game everything differs by a few percent: on the scale of an opening all dots would be one blue."""
    insight = make_insight()
    insight.win_rates[:] = 0.97 - np.linspace(0.0, 0.05, 82, dtype=np.float32)
    insight.win_rates[30] = 0.97
    discs = marks_of(insight, MindMode.VALUE, False, EMPTY).discs
    assert len({disc.color for disc in discs}) > 10
    assert loss_color(0.05, worst_loss(insight, EMPTY)) == LOSSES[-1][1]
    insight.win_rates[:] = 0.5
    assert {disc.color for disc in marks_of(insight, MindMode.VALUE, False, EMPTY).discs} == {LOSSES[0][1]}


def test_one_lucky_try_is_not_the_best_move() -> None:
    insight = make_insight()
    insight.counts[5], insight.win_rates[5] = 1, 0.99
    discs = {disc.action: disc for disc in marks_of(insight, MindMode.VALUE, False, EMPTY).discs}
    assert [disc.action for disc in discs.values() if disc.is_best] == [30]
    assert discs[5].label == ""


def test_losses_go_from_blue_to_red_and_every_figure_can_be_read() -> None:
    assert loss_color(0.0) == LOSSES[0][1]
    assert loss_color(0.9) == LOSSES[-1][1]
    for percent in range(50):
        ground = loss_color(percent / 100)
        assert contrast(readable_ink(ground), ground) >= READABLE


def test_territory_goes_with_any_mode_and_a_net_without_it_says_so(stage: Stage, analysis: FakeAnalysis) -> None:
    click_on(stage, "mind.territory")
    analysis.find(make_insight())
    seen = marks(stage)
    assert seen.owner[0] == -STEPS
    assert seen.owner[80] == STEPS
    assert seen.owner[40] == 0
    assert seen.discs
    analysis.find(replace(make_insight(), owners=None))
    assert "AlphaGo has a net that cannot tell territory" in shown(stage)


@pytest.mark.parametrize("mode", [MindMode.POLICY, MindMode.SEARCH, MindMode.VALUE])
def test_territory_shades_the_ground_below_moves_and_squares_are_drawn_where_it_is_alone(mode: MindMode) -> None:
    insight = make_insight()
    assert marks_of(insight, mode, True, EMPTY).shades_owners
    assert not marks_of(insight, mode, False, EMPTY).shades_owners
    assert not marks_of(insight, MindMode.OFF, True, EMPTY).shades_owners


def test_of_a_point_with_a_move_one_sees_whose_it_will_be_too(stage: Stage, analysis: FakeAnalysis) -> None:
    """Beside the move's disc the ground is darker where Black will own it and lighter where White will."""
    click_on(stage, "mind.analyze")
    click_on(stage, "play.overlay.value")
    stage.update(0.0)
    analysis.find(make_insight())
    bare = draw(stage)
    click_on(stage, "mind.territory")
    shaded = draw(stage)
    for action, is_blacks in ((10, False), (70, True)):  # the fake's points are White's above and Black's below
        (x, y), (right, _) = point(stage, action), point(stage, action + 1)
        beside = x + round((right - x) * 0.4), y + round((right - x) * 0.4)
        lighter = sum(shaded.get_at(beside)[:3]) - sum(bare.get_at(beside)[:3])
        assert (lighter < -30) is is_blacks
        assert (lighter > 30) is not is_blacks


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
@pytest.mark.parametrize("mode", [MindMode.POLICY, MindMode.SEARCH, MindMode.VALUE])
def test_in_the_smallest_window_the_moves_thought_of_are_in_reach(mode: MindMode, language: Language) -> None:
    services = make_services(language)
    stage = make_stage(services, SMALLEST)
    click_on(stage, "play.start")
    click_on(stage, "mind.analyze")
    services.preferences.change(mind_mode=mode, mind_territory=True)
    stage.update(0.0)
    fake_analysis(services).find(make_insight())
    shown_now = shown(stage)
    assert {"D6", "E6"} <= set(shown_now), "the best moves stand in the list"
    assert misfits(stage) == []
    names = {mark.id for mark in stage.clickable()}
    assert {"mind.hint", "mind.slow", "mind.film", "mind.visits", "mind.pause", "mind.study"} <= names


def test_in_the_smallest_window_the_curve_is_back_where_something_else_is_looked_at() -> None:
    services = make_services(Language.ENGLISH)
    stage = make_stage(services, SMALLEST)
    click_on(stage, "play.start")
    assert "play.curve" in {mark.id for mark in stage.clickable()}
    click_on(stage, "mind.analyze")
    stage.update(0.0)
    assert "play.curve" not in {mark.id for mark in stage.clickable()}
    click_on(stage, "play.tab.moves")
    stage.update(0.0)
    assert "play.curve" in {mark.id for mark in stage.clickable()}


def test_monte_carlo_has_no_first_glance(stage: Stage, analysis: FakeAnalysis) -> None:
    click_on(stage, "mind.analyze")
    click_on(stage, "play.overlay.policy")
    analysis.find(make_insight(has_net=False))
    assert marks(stage).heat == (0,) * 81
    assert any("no first glance" in text for text in shown(stage))


def test_pointing_at_a_marked_point_lays_out_the_expected_line(stage: Stage, analysis: FakeAnalysis) -> None:
    click_on(stage, "mind.analyze")
    analysis.find(make_insight())
    stage.update(0.0)
    move_to(stage, point(stage, 30))
    assert marks(stage) == Marks(line=(Ghost(30, 1, 1), Ghost(39, 2, 2), Ghost(48, 1, 3)))
    move_to(stage, point(stage, 70))
    assert marks(stage).line == ()
    assert marks(stage).discs


def test_a_line_leaves_out_what_lies_on_stones_and_passes_in_turn() -> None:
    stones = EMPTY.copy()
    stones[0, 0] = 1
    assert line_marks((0, 81, 5, 5), Color.WHITE, stones) == (Ghost(5, 2, 3),)


def test_the_machines_own_thoughts_are_drawn_while_nothing_is_analyzed(stage: Stage, match: FakeMatch) -> None:
    match.think()
    discs = marks(stage).discs
    assert discs[-1].label == "61%"
    click_on(stage, "play.overlay.off")
    assert marks(stage) == NO_MARKS


@pytest.mark.parametrize("size", [9, 19])
def test_drawn_marks_are_kept_until_something_changes(stage: Stage, size: int) -> None:
    from clevergo.ui.board.art import BoardArt, layout

    assert isinstance(stage.art, BoardArt)
    plan = layout(700, square(size), False)
    board = stage.art.ground(plan)
    stones = np.zeros((size, size), np.int8)
    layer = MarksLayer()
    some = Marks(owner=(STEPS,) * size**2, discs=(Disc(3, (0, 0, 0), "61%", "240"),), hint=Ghost(7, 1, 0))
    first = layer.over(board, False, plan, stage.art, stones, some)
    before = pygame.image.tobytes(first, "RGBA")
    assert before != pygame.image.tobytes(board, "RGBA")
    first.fill((1, 2, 3))
    again = layer.over(board, False, plan, stage.art, stones, replace(some))
    assert pygame.image.tobytes(again, "RGBA") != before  # the very picture, not drawn anew
    changed = layer.over(board, True, plan, stage.art, stones, some)
    assert pygame.image.tobytes(changed, "RGBA") == before
    assert layer.over(board, False, plan, stage.art, stones, NO_MARKS) is board


# --- a hint --------------------------------------------------------------------------------------------


def test_a_hint_is_shown_with_a_sentence_and_not_played(stage: Stage, match: FakeMatch, analysis: FakeAnalysis) -> None:
    press_key(stage, pygame.K_h)
    assert analysis.hinted is not None
    assert "AlphaGo looks for a good move…" in shown(stage)
    analysis.find_hint(30)
    assert marks(stage).hint == Ghost(30, 1, 0)
    assert "AlphaGo would play D6: Black's chance 55%" in shown(stage)
    assert match.snapshot.shown.moves == ()
    match.play(30)
    assert marks(stage).hint is None
    assert analysis.hinted is None


def test_while_a_hint_is_looked_for_the_thoughts_before_the_last_move_are_not_shown(
    stage: Stage, match: FakeMatch, analysis: FakeAnalysis
) -> None:
    match.play(40)
    match.think()
    thought = match.snapshot.thoughts.now
    match.change(thinking=None, last_thinking=thought, last_thinking_ply=0)
    assert {"C7", "What it thought last, with its earlier tries"} <= set(shown(stage))
    press_key(stage, pygame.K_h)
    texts = shown(stage)
    assert "C7" not in texts
    assert texts.count("AlphaGo looks for a good move…") == 1
    assert stage.is_animating, "a bar moves meanwhile"
    analysis.find_hint(50)
    assert {"F4", "AlphaGo would play F4: White's chance 55%"} <= set(shown(stage))
    assert marks(stage).discs == ()
    assert marks(stage).hint == Ghost(50, 2, 0)


def test_what_a_machine_thought_last_is_of_its_own_chances_after_the_persons_move_too(
    stage: Stage, match: FakeMatch, analysis: FakeAnalysis
) -> None:
    match.play(40)
    thought = Thinking(100, 100, 0.9, (Candidate(20, 60, 0.1, 0.5, (20,)),))  # White's own chance
    for action in (20, 60):
        match.play(action)
        match.change(thinking=None, last_thinking=thought, last_thinking_ply=1)
        stage.update(0.0)
        assert isinstance(stage.scene, PlayScene)
        seen = stage.scene._desk._thoughts(analysis.snapshot)
        assert seen is not None
        assert (seen.insight.to_play, seen.is_current) == (Color.WHITE, False)


@pytest.mark.parametrize("way", ["analyze", "key", "search", "value", "territory"])
def test_after_a_hint_one_sees_at_once_whatever_one_asks_for(
    stage: Stage, match: FakeMatch, analysis: FakeAnalysis, way: str
) -> None:
    match.play(40)
    stage.update(0.0)
    press_key(stage, pygame.K_h)
    analysis.find_hint(30)
    assert marks(stage).discs == ()
    found = analysis.snapshot.hint
    assert found is not None
    known = found.insight
    if way == "key":
        press_key(stage, pygame.K_a)
    else:
        names = {"analyze": "mind.analyze", "territory": "mind.territory"}
        click_on(stage, names.get(way, f"play.overlay.{way}"))
    assert analysis.looked_at is not None
    analysis.change(insight=known)  # what the hint was taken from
    seen = marks(stage)
    assert any(disc.is_best for disc in seen.discs)
    assert seen.hint is None
    assert bool(seen.owner) == (way == "territory")


def test_a_hint_asked_for_while_analysing_leaves_what_is_shown(stage: Stage, analysis: FakeAnalysis) -> None:
    click_on(stage, "mind.analyze")
    press_key(stage, pygame.K_h)
    analysis.find_hint(30)
    assert analysis.snapshot.hint is not None
    analysis.find(analysis.snapshot.hint.insight)  # type: ignore[arg-type]
    assert marks(stage).hint == Ghost(30, 1, 0)
    assert {disc.action for disc in marks(stage).discs} == {31, 0}


def test_the_list_says_whose_chances_it_tells(stage: Stage, match: FakeMatch, analysis: FakeAnalysis) -> None:
    click_on(stage, "mind.analyze")
    analysis.find(make_insight())
    assert "Black's chance · tries · what may follow" in shown(stage)
    match.play(40)
    stage.update(0.0)
    analysis.find(make_insight(to_play=Color.WHITE, ply=1))
    assert "White's chance · tries · what may follow" in shown(stage)
    click_on(stage, "play.overlay.policy")
    assert "first glance · tries · what may follow" in shown(stage)


def test_a_hint_asked_for_while_the_moves_are_shown_is_said_all_the_same(stage: Stage, analysis: FakeAnalysis) -> None:
    click_on(stage, "play.tab.moves")
    press_key(stage, pygame.K_h)
    assert "AlphaGo looks for a good move…" in shown(stage)


def test_the_hint_button_asks_the_chosen_dog(stage: Stage, analysis: FakeAnalysis) -> None:
    click_on(stage, "mind.judge")
    click_on(stage, "mind.judge.小黑")
    click_on(stage, "mind.hint")
    assert analysis.hinted is not None
    assert analysis.hinted.judge == "小黑"


# --- the curve -----------------------------------------------------------------------------------------


def played(match: FakeMatch, *moves: int) -> None:
    """A game whose line can be walked along."""
    for move in moves:
        match.play(move)
    line = tuple(LineMove(i + 1, action) for i, action in enumerate(moves))
    match.change(line=line, black_scores=(None,) * len(moves))


def test_the_curve_fills_with_what_is_found_and_a_click_goes_there(
    stage: Stage, match: FakeMatch, analysis: FakeAnalysis
) -> None:
    played(match, 20, 24, 56, 60)
    analysis.known = {ply: Verdict(400, rate, 2.0) for ply, rate in enumerate((0.5, 0.55, 0.6, 0.3, 0.32))}
    analysis.change()
    said = shown(stage)
    assert {"32%", "Black leads by 2.0"} <= set(said)
    curve = next(widget for widget in stage.walk() if widget.id == "play.curve")
    move_to(stage, (curve.rect.left + 38 + 60, curve.rect.centery))
    assert any(text.startswith("Move 3 C3") and "lost 30%" in text for text in shown(stage))
    click(stage, (curve.rect.left + 40, curve.rect.centery))
    assert "go_to 0" in match.calls


def finished(match: FakeMatch, *moves: int, margin: float = 7.5, dead: tuple[int, ...] | None = (24,)) -> None:
    """A game that two passes ended, and how it was counted."""
    played(match, *moves, 81, 81)
    match.finish(Outcome.counted(margin, Termination.TWO_PASSES))
    match.change(end=LineEnd(Outcome.counted(margin, Termination.TWO_PASSES), True, dead))


def test_once_counted_the_curve_ends_in_the_result_whatever_a_judge_makes_of_the_board(
    stage: Stage, match: FakeMatch, analysis: FakeAnalysis
) -> None:
    finished(match, 20, 24, 56, 60)
    analysis.known = {ply: Verdict(400, rate, -4.5) for ply, rate in enumerate((0.5, 0.5, 0.5, 0.5, 0.5, 0.05, 0.0))}
    analysis.change()
    said = shown(stage)
    assert {"100%", "Result: Black +7.5"} <= set(said)
    assert not any("White leads" in text for text in said)
    match.change(end=LineEnd(Outcome.counted(-3.5, Termination.TWO_PASSES), True, ()))
    assert {"0%", "Result: White +3.5"} <= set(shown(stage)), "another stone was taken for living"


def test_what_a_move_cost_is_not_read_off_two_best_moves_that_promise_too_much(
    stage: Stage, match: FakeMatch, analysis: FakeAnalysis
) -> None:
    played(match, 20, 24, 56, 60)
    sanguine = ((0.55, 0.5), (0.45, 0.5), (0.55, 0.5), (0.2, 0.25), (0.3, 0.25))
    analysis.known = {ply: Verdict(100, rate, None, steady) for ply, (rate, steady) in enumerate(sanguine)}
    analysis.change()
    stage.update(0.0)
    assert isinstance(stage.scene, PlayScene)
    found = stage.scene._desk.graph._chart.game.mistakes
    assert [(mistake.ply, mistake.loss) for mistake in found] == [(3, 0.25)]


def test_a_pass_both_agreed_on_is_no_mistake(stage: Stage, match: FakeMatch, analysis: FakeAnalysis) -> None:
    finished(match, 20, 24, 56, 60)
    analysis.known = {ply: Verdict(400, rate, None) for ply, rate in enumerate((0.5, 0.5, 0.5, 0.9, 0.9, 0.1))}
    analysis.change()
    stage.update(0.0)
    assert isinstance(stage.scene, PlayScene)
    assert [mistake.ply for mistake in stage.scene._desk.graph._chart.game.mistakes] == []


def test_of_a_counted_end_nobody_is_asked_and_before_it_they_are_told_what_was_agreed(
    stage: Stage, match: FakeMatch, analysis: FakeAnalysis
) -> None:
    finished(match, 20, 24)
    stage.update(0.0)
    press_key(stage, pygame.K_a)
    press_key(stage, pygame.K_h)
    assert analysis.looked_at is None
    assert analysis.hinted is None
    match.change(last_thinking=Thinking(100, 100, 0.1, make_insight().candidates), last_thinking_ply=2)
    said = shown(stage)
    assert "The game is over: nothing to think about." in said
    assert "61%" not in said, "what somebody thought on the way there"
    click_on(stage, "mind.study")
    assert analysis.studied is not None
    assert (analysis.studied.moves, analysis.studied.dead) == ((20, 24, 81), (24,))
    match.change(ply=3, moves=(20, 24, 81), is_live=False)
    stage.update(0.0)
    assert analysis.looked_at is not None
    assert analysis.looked_at.dead == (24,)
    match.change(ply=2, moves=(20, 24))
    stage.update(0.0)
    assert analysis.looked_at.dead is None


def test_that_people_agreed_on_no_dead_stone_is_told_of_the_end_alone_and_programs_have_none_at_all(
    stage: Stage, match: FakeMatch, analysis: FakeAnalysis
) -> None:
    finished(match, 20, 24, dead=())
    match.change(ply=2, moves=(20, 24), is_live=False)
    stage.update(0.0)
    press_key(stage, pygame.K_a)
    assert analysis.looked_at is not None
    assert (analysis.looked_at.dead, analysis.looked_at.all_live) == (None, False)
    machine = PlayerSpec.parse("mcts:100")
    match.change(setup=replace(match.snapshot.setup, black=machine, white=machine))
    stage.update(0.0)
    assert (analysis.looked_at.dead, analysis.looked_at.all_live) == ((), True)


@pytest.mark.parametrize(
    ("termination", "said"),
    [
        (Termination.RESIGNATION, "as White resigned"),
        (Termination.TIME, "as White's time ran out"),
        (Termination.FORFEIT, "as White forfeited"),
    ],
)
def test_where_somebody_gave_up_the_curve_tells_of_the_board_and_says_so(
    stage: Stage, match: FakeMatch, analysis: FakeAnalysis, termination: Termination, said: str
) -> None:
    played(match, 20, 24, 56, 60)
    outcome = Outcome(Color.BLACK, None, termination)
    match.finish(outcome)
    match.change(end=LineEnd(outcome))
    assert not any(text.startswith(said) for text in shown(stage)), "there is nothing yet of which to say it"
    analysis.known = {4: Verdict(400, 0.35, -2.0)}
    analysis.change()
    texts = shown(stage)
    assert "35%" in texts
    assert any(text.startswith(said) for text in texts), texts
    press_key(stage, pygame.K_a)
    analysis.find(make_insight())
    assert marks(stage).discs, "there is a move to think of"


def test_what_is_settled_goes_into_the_record(stage: Stage, match: FakeMatch, analysis: FakeAnalysis) -> None:
    played(match, 20, 24)
    analysis.known = {1: Verdict(STUDY_VISITS, 0.55, 1.5), 2: Verdict(3, 0.1, None)}
    analysis.change()
    stage.update(0.0)
    judged = [call for call in match.calls if call.startswith("judge")]
    assert judged == ["judge 1"]


def test_what_is_proven_goes_into_the_record_however_soon_that_was(
    stage: Stage, match: FakeMatch, analysis: FakeAnalysis
) -> None:
    played(match, 20, 24, 56)
    analysis.known = {1: Verdict(7, 1.0, None, is_proven=True), 2: Verdict(7, 0.6, None)}
    analysis.change()
    stage.update(0.0)
    assert [call for call in match.calls if call.startswith("judge")] == ["judge 1"]


def test_a_whole_game_is_studied_with_progress_and_can_be_stopped(
    stage: Stage, match: FakeMatch, analysis: FakeAnalysis
) -> None:
    played(match, 20, 24, 56)
    stage.update(0.0)
    click_on(stage, "mind.study")
    assert analysis.studied is not None
    assert analysis.studied.moves == (20, 24, 56)
    analysis.change(study=StudyProgress(1, 4))
    assert "1 / 4" in shown(stage)
    click_on(stage, "mind.study")
    assert analysis.studied is None


def test_another_game_is_not_gone_through_in_place_of_the_one_that_was_asked_for(
    stage: Stage, match: FakeMatch, analysis: FakeAnalysis
) -> None:
    played(match, 40, 41)
    stage.update(0.0)
    click_on(stage, "mind.study")
    assert analysis.studied is not None
    match.new_match(match.snapshot.setup)
    stage.update(0.0)
    assert analysis.studied is None


def test_while_it_waits_a_position_that_nobody_looked_at_says_so(
    stage: Stage, match: FakeMatch, analysis: FakeAnalysis
) -> None:
    click_on(stage, "mind.analyze")
    assert not any("paused" in text for text in shown(stage))
    analysis.is_paused = True
    played(match, 40, 41)
    assert any("paused" in text for text in shown(stage))


def test_the_biggest_mistakes_are_those_that_cost_their_player_most() -> None:
    rates = (0.5, 0.45, 0.70, 0.2, None, 0.9, 0.88)
    found = find_mistakes(rates, Color.BLACK)
    assert [(mistake.ply, round(mistake.loss, 2)) for mistake in found] == [(3, 0.5), (2, 0.25)]
    assert [mistake.ply for mistake in find_mistakes((0.5, 0.3), Color.WHITE)] == []


# --- whose opinion -------------------------------------------------------------------------------------


def dog(name: str, rating: float | None, sizes: tuple[int, ...] = (9,), error: float = 50.0) -> DogInfo:
    return DogInfo(name, name == "alpha_go", "5x64", 100, 100.0, rating, error, Path("x.pdparams"), sizes=sizes)


SHIPPED, PUP, HERO, GIANT = dog("alpha_go", 3880.0), dog("pup", 900.0), dog("hero", 4100.0), dog("giant", 700.0, (19,))


@pytest.mark.parametrize(
    ("dogs", "size", "expected"),
    [
        ((PUP, SHIPPED), 9, "alpha_go"),
        ((PUP, SHIPPED, HERO, GIANT), 9, "hero"),
        ((dog("lucky", 4000.0, error=400.0), SHIPPED), 9, "alpha_go"),
        ((PUP, SHIPPED, GIANT), 19, "giant"),
        ((PUP, SHIPPED), 19, "alpha_go"),
        ((dog("newcomer", None), SHIPPED), 13, "alpha_go"),
        ((PUP,), 13, "pup"),
        ((), 9, None),
    ],
)
def test_by_default_the_strongest_that_learned_on_the_board_is_asked_whoever_plays(
    dogs: tuple[DogInfo, ...], size: int, expected: str | None
) -> None:
    judges = Judges()
    judges.look_around(FakeKennel(dogs))  # type: ignore[arg-type]
    for black in ("human", "alphago:pup:100", "mcts:400"):
        setup = MatchSetup(PlayerSpec.parse(black), PlayerSpec.parse("human"), Ruleset(size))
        assert judges.resolve(STRONGEST, setup) == expected
        assert judges.resolve("gone away", setup) == expected


def test_whoever_plays_can_be_asked_even_a_weight_file() -> None:
    judges = Judges()
    judges.look_around(FakeKennel((PUP, SHIPPED)))  # type: ignore[arg-type]
    setup = MatchSetup(PlayerSpec.parse("human"), PlayerSpec.parse("alphago:some/where.pdparams:100"), Ruleset(9))
    assert "some/where.pdparams" in [option.value for option in judges.options(setup)]
    assert judges.resolve("some/where.pdparams", setup) == "some/where.pdparams"
    assert judges.knows("some/where.pdparams", 9) is None, "a stranger's file does not say"
    assert judges.knows("pup@40", 9) is True
    assert judges.knows("pup", 19) is False
    assert judges.knows(None, 19) is True


def test_a_lead_known_at_the_start_and_the_end_alone_is_no_curve() -> None:
    panel = GraphPanel(lambda ply: None, lambda: None)
    chart = next(child for child in panel.children if isinstance(child, LineChart))
    rates = tuple(0.5 for _ in range(41))
    ends = (0.0, *([None] * 39), -88.5)
    panel.show(GraphShown(rates, ends, tuple(range(40)), 40))
    assert [series.color for series in chart._series] == ["jade"], "a straight line would tell of all between"
    late = (0.0, *([None] * 35), 3.0, None, 5.0, None, -88.5)
    panel.show(GraphShown(rates, late, tuple(range(40)), 40))
    assert [(series.color, series.xs) for series in chart._series[1:]] == [("gold", (36.0, 38.0, 40.0))]


# --- boards a dog never saw ----------------------------------------------------------------------------


@pytest.fixture
def large(services: Services) -> FakeMatch:
    """A game on a board nobody learned on."""
    match = fake_match(services)
    match.new_match(replace(match.snapshot.setup, rules=Ruleset(19)))
    match.start()
    return match


def test_a_dog_that_never_saw_a_board_says_so_and_tells_no_chances_there(
    services: Services, large: FakeMatch, analysis: FakeAnalysis
) -> None:
    stage = make_stage(services)
    assert "No win chances: AlphaGo never saw this board" in shown(stage), "no legend that tells of chances"
    click_on(stage, "mind.territory")
    analysis.find(make_insight(19))
    analysis.known = {0: Verdict(400, 0.38, 15.8)}
    analysis.change()
    said = shown(stage)
    assert "No win chances: AlphaGo never saw this board" in said
    assert any(text.startswith("AlphaGo never saw a 19×19 board") for text in said)
    assert "tries · what may follow" in said
    assert not any("%" in text or "leads" in text for text in said), said
    seen = marks(stage)
    assert seen.owner == ()
    assert [disc.label for disc in seen.discs if disc.is_best] == ["240"], "what it tries is still to be seen"
    assert not any("%" in disc.label for disc in seen.discs)
    click_on(stage, "play.overlay.value")
    assert marks(stage).discs == ()


def test_an_opponent_that_never_saw_the_board_plays_on_it_and_tells_no_chances(
    services: Services, large: FakeMatch, analysis: FakeAnalysis
) -> None:
    stage = make_stage(services)
    large.play(40)
    large.think()
    said = shown(stage)
    assert "No win chances: AlphaGo never saw this board" in said
    assert not any("%" in text for text in said), said
    press_key(stage, pygame.K_h)
    analysis.find_hint(30)
    assert "AlphaGo would play M18, but never saw this board" in shown(stage)


def test_random_playouts_may_tell_of_any_board(services: Services, large: FakeMatch, analysis: FakeAnalysis) -> None:
    stage = make_stage(services)
    stage.preferences.change(mind_on=True, mind_judge=MONTE_CARLO)
    large.play(40)
    stage.update(0.0)
    analysis.find(make_insight(19, to_play=Color.WHITE, has_net=False))
    assert "61%" in shown(stage)


@pytest.mark.parametrize("height", [680, 720, 768, 800, 860, 1000])
def test_the_list_of_moves_leaves_no_room_for_another_row_empty(
    services: Services, match: FakeMatch, analysis: FakeAnalysis, height: int
) -> None:
    stage = make_stage(services, (1280, height))
    stage.preferences.change(mind_on=True)
    stage.update(0.0)
    insight = make_insight()
    analysis.find(replace(insight, candidates=insight.candidates * 3))
    stage.update(0.0)
    assert isinstance(stage.scene, PlayScene)
    panel = stage.scene._desk.panel
    rows = panel._list
    below = [other.rect.top for other in (panel._visits, panel._progress) if other.rect.top >= rows.rect.bottom]
    left = min([panel.rect.bottom, *below]) - rows.rect.bottom
    assert left < rows._height * 0.6, (panel.rect, rows.rect)


@pytest.mark.parametrize("mode", list(MindMode), ids=lambda mode: mode.value)
def test_thoughts_are_drawn_in_a_game_without_passes(mode: MindMode) -> None:
    points = EMPTY.size
    prior, rates = np.full(points, 1 / points, np.float32), np.full(points, 0.5, np.float32)
    counts = np.zeros(points, np.int32)
    counts[[40, points - 1]] = 3, 1
    best = Candidate(40, 3, 0.5, 1 / points, (40, 41))
    marks = marks_of(Insight(0, Color.BLACK, 4, 0.5, prior, counts, rates, (best,)), mode, False, EMPTY)
    assert all(disc.action < points for disc in marks.discs)
    assert mode is not MindMode.SEARCH or [disc.action for disc in marks.discs] == [points - 1, 40]
