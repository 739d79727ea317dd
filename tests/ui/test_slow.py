"""Slow motion in the window: how one gets there and back, through a search, and what is said of every number."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
import pygame
import pytest

from clevergo.app.engine.messages import Question
from clevergo.app.slow.motion import ROOT, ChoiceRule, LeafKind, SlowMotion, SlowRule, SlowWish
from clevergo.locale import Language, languages
from clevergo.problem import as_said
from clevergo.ui.kit.base import Widget
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.play.scene import PlayScene
from clevergo.ui.scenes.shared.numbers import chance, percent
from clevergo.ui.scenes.shared.table import TableView, TellingGroup, Told
from clevergo.ui.scenes.slow.account import Account, Accounts
from clevergo.ui.scenes.slow.page import SlowPage
from clevergo.ui.scenes.slow.timeline import Moment, Phase, Player, moments_of
from clevergo.ui.scenes.slow.tree import Lit, TreeView, plan_tree, value_color
from clevergo.ui.shell.scene import Services
from clevergo.ui.shell.stage import Stage
from clevergo.ui.strings import Strings
from tests.ui.fake_slow import LEARNS, PLAYS, WAVES, motion_of, page_of, tell
from tests.ui.fakes import (
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

MOVES = (30, 31, 40)
STRINGS = Strings(Language.ENGLISH)
TIP_SECONDS = 2.0
TIP_WIDTH, TIP_LINES = 280, 4
"""What a tip has room for, at the usual size."""
FOUR_IN_A_ROW = (112, 0, 113, 2, 114, 4, 115)
"""White has one move that does not lose at once, unless both ends are open: then none that matters."""
THREE_AND_WALL = (112, 111, 113, 0, 114, 2, 115)
"""White must play at the open end of four stones."""
MOTIONS: dict[str, Callable[[], SlowMotion]] = {
    "plays": partial(motion_of, PLAYS),
    "waves": partial(motion_of, WAVES, 40),
    "learns": partial(motion_of, LEARNS),
    "five": partial(motion_of, PLAYS, 24, game="five"),
    "lost": partial(motion_of, PLAYS, 24, FOUR_IN_A_ROW, game="five"),
    "forced": partial(motion_of, PLAYS, 24, THREE_AND_WALL, game="five"),
    "forced-learns": partial(motion_of, LEARNS, 16, THREE_AND_WALL, game="five"),
    "playouts": partial(motion_of, judge=None),
}
"""Each is searched when a test first wants it, not while tests are collected: that waits for kernels to be compiled."""
each_motion = pytest.mark.parametrize("motion", MOTIONS, indirect=True)


@pytest.fixture
def motion(request: pytest.FixtureRequest) -> SlowMotion:
    return MOTIONS[request.param]()


@pytest.fixture
def services() -> Services:
    return make_services(Language.ENGLISH)


@pytest.fixture
def stage(services: Services) -> Stage:
    """A game is under way."""
    stage = make_stage(services)
    click_on(stage, "play.start")
    for action in MOVES:
        fake_match(services).play(action)
    stage.update(0.5)
    return stage


def opened(stage: Stage, services: Services, wish: SlowWish = PLAYS, simulations: int = 32) -> SlowPage:
    """The page with a search on it."""
    click_on(stage, "mind.slow")
    return tell(stage, fake_analysis(services), motion_of(wish, simulations, MOVES))


def asked(services: Services) -> tuple[Question, SlowWish]:
    slow = fake_analysis(services).slow
    assert slow is not None
    return slow


def shown(stage: Stage) -> Account:
    account = page_of(stage)._account
    assert account is not None
    return account


def now(stage: Stage) -> Moment:
    return page_of(stage)._player.now


# --- there and back ------------------------------------------------------------------------------------------------


def test_the_button_beside_the_board_asks_for_a_search_of_the_position(stage: Stage, services: Services) -> None:
    click_on(stage, "mind.slow")
    question, wish = asked(services)
    assert question.moves == MOVES
    assert question.visits == 100
    assert wish == SlowWish()
    assert isinstance(stage.scene, SlowPage)


@pytest.mark.parametrize("way", ["key", "button", "tab"])
def test_one_gets_there_by_a_key_and_back_to_the_game(stage: Stage, services: Services, way: str) -> None:
    press_key(stage, pygame.K_s)
    assert isinstance(stage.scene, SlowPage)
    assert stage.wants_escape
    if way == "key":
        press_key(stage, pygame.K_ESCAPE)
    else:
        click_on(stage, "slow.close" if way == "button" else "nav.play")
    assert isinstance(stage.scene, PlayScene)
    assert fake_match(services).snapshot.shown.moves == MOVES
    assert fake_analysis(services).slow is None, "nobody searches for who does not look"
    assert not stage.wants_escape


def test_who_looks_at_the_end_of_a_game_cannot_ask(stage: Stage, services: Services) -> None:
    fake_match(services).finish()
    stage.update(0.5)
    press_key(stage, pygame.K_s)
    assert isinstance(stage.scene, PlayScene)


def test_while_the_search_is_under_way_that_is_said_and_trouble_too(stage: Stage, services: Services) -> None:
    click_on(stage, "mind.slow")
    stage.update(0.1)
    assert any("searching" in text for text in texts(stage))
    fake_analysis(services).change(error=as_said("It broke."))
    stage.update(0.1)
    assert any("It broke." in text for text in texts(stage))
    fake_analysis(services).slow = None
    click_on(stage, "slow.again")
    assert asked(services)[0].moves == MOVES


def texts(stage: Stage) -> list[str]:
    stage.look.drawn = []
    draw(stage)
    found, stage.look.drawn = [one.text for one in stage.look.drawn], None
    return found


# --- what can be chosen --------------------------------------------------------------------------------------------


def test_rule_number_and_waves_can_be_chosen_and_are_asked_for(stage: Stage, services: Services) -> None:
    opened(stage, services)
    click_on(stage, "slow.waves")
    assert asked(services)[1] == SlowWish(in_waves=True)
    click_on(stage, "slow.rule.learns")
    question, wish = asked(services)
    assert wish == SlowWish(SlowRule.LEARNS), "self-play has no waves"
    assert question.visits == 16
    click_on(stage, "slow.simulations")
    click_on(stage, "slow.simulations.64")
    assert asked(services)[0].visits == 64
    click_on(stage, "slow.rule.plays")
    assert asked(services)[0].visits == 100, "each rule keeps its own number"


def test_somebody_else_can_be_watched_and_playouts_do_not_learn(stage: Stage, services: Services) -> None:
    opened(stage, services)
    click_on(stage, "slow.rule.learns")
    click_on(stage, "slow.judge")
    click_on(stage, "slow.judge.mcts")
    question, wish = asked(services)
    assert question.judge is None
    assert wish == SlowWish()
    enabled = {mark.id: mark.is_enabled for mark in stage.clickable()}
    assert not enabled["slow.rule.learns"]
    assert not enabled["slow.waves"]


# --- the story -----------------------------------------------------------------------------------------------------


@each_motion
def test_every_simulation_goes_down_is_judged_and_goes_back_up(motion: SlowMotion) -> None:
    moments = moments_of(motion)
    for index in range(len(motion)):
        mine = [one for one in moments if one.simulation == index and one.phase is not Phase.RESULT]
        depth = len(motion.way(index)) - 1
        kinds = [Phase.SELECT] * depth
        kinds += [Phase.EXPAND] if motion.simulation(index).kind is LeafKind.NEW else []
        kinds += [Phase.EVALUATE, *([Phase.BACK_UP] if depth else [])]
        assert [one.phase for one in mine] == kinds
        assert [one.depth for one in mine[:depth]] == list(range(depth))
        assert mine[-1].done == index + 1 or not depth
    assert moments[-1] == Moment(Phase.RESULT, len(motion) - 1, 0, len(motion))
    assert [one.done for one in moments] == sorted(one.done for one in moments)


def test_simulations_of_one_wave_all_go_down_before_one_is_judged() -> None:
    motion = motion_of(WAVES, 40)
    waves = motion.steps.wave
    assert len(set(waves.tolist())) < len(motion) - 1
    judged: set[int] = set()
    for one in moments_of(motion):
        wave = int(waves[one.simulation])
        if one.phase is Phase.SELECT:
            assert wave not in judged
        elif one.phase is Phase.EVALUATE:
            judged.add(wave)


def test_one_steps_leaps_and_scrubs_by_mouse_and_keys(stage: Stage, services: Services) -> None:
    page = opened(stage, services)
    player = page._player
    assert now(stage).simulation == 0
    click_on(stage, "slow.later")
    assert player.at == 1
    press_key(stage, pygame.K_RIGHT)
    assert player.at == 2
    press_key(stage, pygame.K_LEFT)
    click_on(stage, "slow.earlier")
    assert player.at == 0
    press_key(stage, pygame.K_PAGEDOWN)
    assert (now(stage).simulation, now(stage).phase) == (1, Phase.SELECT)
    click_on(stage, "slow.forward")
    assert now(stage).simulation == 2
    press_key(stage, pygame.K_RIGHT)
    click_on(stage, "slow.rewind")
    assert (now(stage).simulation, now(stage).depth) == (2, 0), "first to the beginning of the same one"
    press_key(stage, pygame.K_PAGEUP)
    assert now(stage).simulation == 1
    click_on(stage, "slow.end")
    assert now(stage).phase is Phase.RESULT
    press_key(stage, pygame.K_HOME)
    assert player.at == 0
    press_key(stage, pygame.K_END)
    assert player.at == player.last
    scrubber = next(mark.rect for mark in stage.clickable() if mark.id == "slow.scrub")
    click(stage, scrubber.center)
    assert abs(player.at - player.last / 2) < 0.05 * player.last
    before = player.at
    page.board.wheel(-1)
    assert player.at == before + 1


def test_it_plays_by_itself_as_fast_as_wished_and_stops_at_the_end(stage: Stage, services: Services) -> None:
    page = opened(stage, services, simulations=8)
    player = page._player
    press_key(stage, pygame.K_SPACE)
    assert player.is_playing
    stage.update(1.0)
    assert player.at == 0, "there is time to look"
    stage.update(1.0)
    assert player.at == 1
    press_key(stage, pygame.K_SPACE)
    stage.update(10.0)
    assert player.at == 1
    press_key(stage, pygame.K_UP)
    assert player.speed == 2.0
    press_key(stage, pygame.K_DOWN)
    click_on(stage, "slow.speed.20.0")
    assert player.speed == 20.0
    click_on(stage, "slow.play")
    for _ in range(200):
        stage.update(0.1)
    assert player.at == player.last
    assert not player.is_playing
    click_on(stage, "slow.play")
    assert player.at < player.last, "once more, from the beginning"


def test_stepping_by_hand_ends_the_playing(stage: Stage, services: Services) -> None:
    page = opened(stage, services)
    press_key(stage, pygame.K_SPACE)
    press_key(stage, pygame.K_RIGHT)
    assert not page._player.is_playing


def test_a_player_without_a_story_stays_where_it_is() -> None:
    player = Player()
    player.go(5)
    player.leap(1)
    player.play(True)
    assert not player.step(9.0)
    assert (player.at, player.is_playing) == (0, False)


# --- what the numbers say ------------------------------------------------------------------------------------------


@each_motion
def test_what_is_shown_of_a_choice_is_what_the_search_went_by(motion: SlowMotion) -> None:
    accounts = Accounts(motion)
    for one in moments_of(motion):
        if one.phase is not Phase.SELECT:
            continue
        choice = motion.simulation(one.simulation).choices[one.depth]
        table = accounts.of(one, 1000).table
        if choice.rule is ChoiceRule.ONLY:
            assert table.rows == ()
            continue
        (chosen,) = [row for row in table.rows if row.is_chosen]
        assert chosen is table.rows[0]
        assert chosen.action == choice.action
        by_action = {int(action): i for i, action in enumerate(choice.actions)}
        assert {row.action for row in table.rows} <= set(by_action)
        if choice.rule is ChoiceRule.PUCT:
            assert len(table.rows) == len(by_action)
            for row in table.rows:
                i = by_action[row.action]
                said = [STRINGS.said(cell.words) for cell in row.cells]
                q = (1 + float(choice.terms[0, i])) / 2
                bonus = float(choice.terms[1, i]) / 2
                assert said[0] == percent(q)
                assert said[1] == f"+{100 * bonus:.0f}"
                assert said[2] == percent(float(choice.priors[i]))
                assert said[3] == str(choice.visits[i])
                assert said[4] == f"{100 * (q + bonus):.0f}"
        if choice.rule is ChoiceRule.GUMBEL_INSIDE:
            lags = [STRINGS.said(row.cells[-1].words) for row in table.rows]
            assert [lag for lag in lags if not re.fullmatch(r"0%|[+−][1-9]\d*%", lag)] == []
        lengths = [sum(part.share for part in row.bar.parts) for row in table.rows if not row.is_pale]
        if choice.rule is not ChoiceRule.GUMBEL_INSIDE:
            assert lengths[0] == pytest.approx(max(lengths), abs=1e-6), "the longest bar is followed"


@each_motion
def test_what_goes_back_up_changes_the_tree_by_as_much_as_is_said(motion: SlowMotion) -> None:
    accounts = Accounts(motion)
    for one in moments_of(motion):
        if one.phase is not Phase.BACK_UP:
            continue
        stand, way = motion.stand(one.done), motion.way(one.simulation)
        rows = accounts.of(one, 1000).table.rows
        assert [row.action for row in rows] == [int(motion.places.action[place]) for place in reversed(way[1:])]
        for row, place in zip(rows, reversed(way[1:]), strict=True):
            assert row.stone == motion.mover(int(motion.places.parent[place]))
            assert STRINGS.said(row.cells[2].words) == percent(chance(float(stand.q[place])))
            assert STRINGS.said(row.cells[3].words) == str(stand.visits[place])


@each_motion
def test_the_end_shows_visits_values_and_targets_of_the_search(motion: SlowMotion) -> None:
    last = moments_of(motion)[-1]
    account = Accounts(motion).of(last, 1000)
    assert account.table.rows[0].action == motion.best
    assert account.table.rows[0].is_chosen
    steps = motion.steps
    for row in account.table.rows:
        said = [STRINGS.said(cell.words) for cell in row.cells]
        assert said[0] == percent(float(motion.root_priors()[row.action]))
        assert said[1] == percent(float(steps.target[-1, row.action]))
        assert said[3] == str(steps.root_visits[-1, row.action])


def test_black_and_white_share_what_is_judged() -> None:
    motion = motion_of(PLAYS)
    accounts = Accounts(motion)
    judged = [one for one in moments_of(motion) if one.phase is Phase.EVALUATE]
    for one in judged:
        black, white = accounts.of(one, 9).table.rows
        assert sum(part.share for row in (black, white) for part in row.bar.parts) == pytest.approx(1.0)
        mine = black if motion.mover(int(motion.steps.leaf[one.simulation])) == 1 else white
        assert mine.bar.parts[0].share == pytest.approx(chance(motion.simulation(one.simulation).value))


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
@each_motion
def test_every_number_explains_itself_in_a_sentence(motion: SlowMotion, language: Language) -> None:
    strings, accounts = Strings(language), Accounts(motion)
    look = make_stage(make_services()).look
    sentences = set()
    for one in moments_of(motion):
        account = accounts.of(one, 6)
        assert strings.said(account.sentence)
        for row in account.table.rows:
            sentences |= {strings.said(told) for told in (row.name.tip, row.bar.tip, *(cell.tip for cell in row.cells))}
    for sentence in sentences:
        assert len(sentence) > 6
        assert len(look.wrapped(sentence, TIP_WIDTH, Size.SMALL)) <= TIP_LINES, sentence
    stand = accounts.stand(len(motion))
    for place in range(len(stand.visits)):
        assert strings.said(accounts.place_told(place, len(motion)))


@each_motion
def test_the_board_shows_the_position_the_moment_is_about(motion: SlowMotion) -> None:
    accounts = Accounts(motion)
    for one in moments_of(motion):
        picture, way = accounts.of(one, 6).picture, motion.way(one.simulation)
        place = {Phase.SELECT: way[one.depth], Phase.BACK_UP: ROOT, Phase.RESULT: ROOT}.get(one.phase, way[-1])
        assert np.array_equal(picture.board.stones, motion.places.stones[place])
        stones = picture.board.stones.ravel()
        assert all(stones[disc.action] == 0 for disc in picture.marks.discs)
        if one.phase is Phase.SELECT:
            best = [disc.action for disc in picture.marks.discs if disc.is_best]
            action = motion.simulation(one.simulation).choices[one.depth].action
            assert best == ([action] if action < stones.size else [])


def test_pointing_at_a_number_tells_what_it_is(stage: Stage, services: Services) -> None:
    opened(stage, services)
    press_key(stage, pygame.K_PAGEDOWN)
    table = next(widget for widget in stage.walk() if isinstance(widget, TableView))
    places = [child for child in table.children if isinstance(child, Told) and child.is_visible]
    row = next(place for place in places if place.rect.top >= table.rect.top + 20)
    move_to(stage, row.rect.center)
    stage.update(TIP_SECONDS)
    assert stage._tip.is_visible
    assert stage.look.say(row.tip)


def test_pointing_at_a_move_on_the_board_tells_of_it(stage: Stage, services: Services) -> None:
    page = opened(stage, services)
    press_key(stage, pygame.K_PAGEDOWN)
    action = shown(stage).table.rows[0].action
    assert page.board._view is not None
    move_to(stage, page.board._view.center(action))
    assert stage.look.say(page.board.tip) == stage.look.say(shown(stage).told[action])


def test_the_first_glance_and_the_result_are_a_click_or_a_key_away(stage: Stage, services: Services) -> None:
    opened(stage, services, LEARNS)
    press_key(stage, pygame.K_PAGEDOWN)
    step = shown(stage).table
    click_on(stage, "slow.side.root")
    assert len(shown(stage).table.heads) != len(step.heads)
    press_key(stage, pygame.K_o)
    assert shown(stage).table.heads == step.heads


# --- the tree ------------------------------------------------------------------------------------------------------


@each_motion
def test_in_the_tree_a_place_never_moves_and_no_two_share_one(motion: SlowMotion) -> None:
    plan = plan_tree(motion, 12, 8)
    cells = {(plan.column[place], plan.row[place]) for place in plan.row}
    assert len(cells) == len(plan.row)
    assert max(plan.column.values()) < 8
    assert max(plan.row.values()) <= 10, "the last row is free for ways that leave what is drawn"
    for place in plan.row:
        if place != ROOT:
            parent = int(motion.places.parent[place])
            assert plan.column[place] == plan.column[parent] + 1


def test_the_most_visited_moves_are_those_that_are_drawn() -> None:
    motion = motion_of(PLAYS, 100)
    plan = plan_tree(motion, 6, 4)
    visits = motion.stand(len(motion)).visits
    below = [place for place in range(1, len(visits)) if motion.places.parent[place] == ROOT]
    drawn = [visits[place] for place in below if place in plan.row]
    hidden = [visits[place] for place in below if place not in plan.row]
    assert drawn
    assert min(drawn) >= max(hidden, default=0)


def test_a_tree_is_planned_anew_for_another_search_wherever_in_memory_that_lies(
    stage: Stage, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(stage, services)
    view = next(widget for widget in stage.walk() if isinstance(widget, TreeView))
    large, small = motion_of(PLAYS, 32, MOVES), motion_of(PLAYS, 4, MOVES)
    # The second lies where the first did.
    monkeypatch.setattr("clevergo.ui.scenes.slow.tree.id", lambda _: 1, raising=False)
    for motion in (large, small):
        view.clear()
        view.show(motion, Lit(motion.stand(len(motion)), len(motion), (ROOT,), ROOT))
        assert set(view._plan.row) <= set(range(len(motion.places.parent)))
    draw(stage)


def test_every_way_is_drawn_to_its_end_where_there_is_room(stage: Stage, services: Services) -> None:
    page = opened(stage, services, simulations=100)
    tree = next(widget for widget in stage.walk() if isinstance(widget, TreeView))
    columns = tree.rect.width // stage.look.px(62)
    for at in range(0, page._player.last, 7):
        page._player.go(at)
        page._moved()
        boxes = tree._boxes(stage.look)
        assert tree._lit is not None
        assert all(place in boxes for place in tree._lit.way[:columns])
        assert all(tree.rect.inflate(2, 2).contains(box) for box in boxes.values())
        rects = list(boxes.values())
        assert not any(one.colliderect(other) for i, one in enumerate(rects) for other in rects[:i])


def test_a_click_on_a_place_leads_to_the_moment_it_came_into_the_tree(stage: Stage, services: Services) -> None:
    page = opened(stage, services, simulations=100)
    press_key(stage, pygame.K_END)
    draw(stage)
    tree = next(widget for widget in stage.walk() if isinstance(widget, TreeView))
    boxes = tree._boxes(stage.look)
    place = max(boxes)
    click(stage, boxes[place].center)
    assert page._accounts is not None
    assert page._accounts.motion.way(now(stage).simulation)[-1] == place
    assert now(stage).phase is Phase.EXPAND


def test_a_judgment_goes_up_the_way_and_every_mean_on_it_changes_as_it_comes_by(
    stage: Stage, services: Services
) -> None:
    page = opened(stage, services, simulations=100)
    tree = next(widget for widget in stage.walk() if isinstance(widget, TreeView))
    moments = page._player.moments
    at = next(i for i, one in enumerate(moments) if one.phase is Phase.BACK_UP and one.simulation > 60)
    page._player.go(at)
    page._moved()
    assert page._accounts is not None
    assert tree._lit is not None
    way, values = tree._lit.way[1:], page._accounts.values_going_up(moments[at])
    assert set(values) == set(way)
    assert tree._words_on(way[0]) == values[way[0]][0], "it has not come so far yet"
    for _ in range(30):
        stage.update(0.1)
    assert [tree._words_on(place) for place in way] == [values[place][1] for place in way]
    press_key(stage, pygame.K_RIGHT)
    assert stage.look.say(tree._words_on(way[0])) == stage.look.say(page._accounts.place_name(way[0]))


def test_better_is_bluer_and_worse_is_redder(stage: Stage) -> None:
    palette = stage.look.palette
    worse, even, better = (value_color(palette, rate) for rate in (-0.3, 0.0, 0.3))
    assert better[2] > better[0]
    assert worse[0] > worse[2]
    assert max(even) - min(even) < 40
    assert value_color(palette, float("nan")) == even


# --- who is still in -----------------------------------------------------------------------------------------------


def test_half_as_many_are_left_after_every_round(stage: Stage, services: Services) -> None:
    page = opened(stage, services, LEARNS)
    assert page._accounts is not None
    motion = page._accounts.motion
    columns = [len(motion.tried_in(round)) for round in range(len(motion.rounds))]
    assert columns == [8, 4, 2]
    told = [widget for widget in stage.walk() if isinstance(widget, TellingGroup)]
    ladder = next(widget for widget in told if type(widget).__name__ == "LadderView")
    seen = []
    for key in (pygame.K_PAGEDOWN, pygame.K_END):
        press_key(stage, key)
        draw(stage)
        seen.append(sum(1 for place in visible(ladder)))
    assert seen[0] == 8 + 4, "the first round, and what every column means"
    assert seen[1] == 8 + 4 + 2 + 1 + 4


def visible(group: TellingGroup) -> list[Widget]:
    return [child for child in group.children if child.is_visible]


def test_a_search_that_ends_early_says_so() -> None:
    motion = replace(motion_of(PLAYS), is_proven=True)
    sentence = STRINGS.said(Accounts(motion).of(moments_of(motion)[-1], 5).sentence)
    assert "early" in sentence


def test_the_end_says_why_that_move() -> None:
    def said_of(motion: SlowMotion) -> str:
        return STRINGS.said(Accounts(motion).of(moments_of(motion)[-1], 5).sentence)

    played = motion_of(PLAYS)
    others = np.argsort(played.steps.root_visits[-1])
    most, least = int(others[-1]), int(others[0])
    assert "tried most" in said_of(replace(played, best=most))
    assert "not the one tried most" in said_of(replace(played, best=least))
    assert "last one left" in said_of(motion_of(LEARNS))
