"""Watching and competing: choosing who meets, following the games, the table, opening every game; every word fits."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest

from clevergo.app.desk.paths import Paths
from clevergo.app.desk.settings import SceneName, Settings, Theme
from clevergo.app.errors import AppError
from clevergo.app.kennel.book import Kennel
from clevergo.app.match.messages import BoardState, Preparing
from clevergo.app.tournament.book import TournamentBook, WrittenTournament
from clevergo.app.tournament.course import Course
from clevergo.app.tournament.pairing import GameResult, LiveGame, TournamentPlan, TournamentState, table_of
from clevergo.app.tournament.session import TournamentSession, TournamentSnapshot
from clevergo.games.go.rules import Ruleset
from clevergo.games.guests import game_named
from clevergo.locale import Language, languages
from clevergo.players.spec import PlayerSpec
from clevergo.problem import as_said
from clevergo.ui.kit.chart import LineChart
from clevergo.ui.scenes.compete.course import CoursePanel
from clevergo.ui.scenes.compete.scene import CompeteScene
from clevergo.ui.scenes.compete.standing import CrossTable
from clevergo.ui.scenes.compete.words import (
    entrant_remark,
    lead_said,
    pace_of,
    pace_said,
    points_said,
    rating_said,
)
from clevergo.ui.scenes.play.words import result_said
from clevergo.ui.scenes.shared.player_names import entrant_name
from clevergo.ui.shell.audio import Audio
from clevergo.ui.shell.scene import Preferences, Scene, Services, Visit
from clevergo.ui.shell.stage import Stage
from clevergo.ui.shell.ui_map import texts_of
from clevergo.ui.strings import Strings
from tests.patience import PATIENCE
from tests.ui.fakes import DOGS, FakeKennel, FakeMatch, FakeTraining, click, click_on, move_to, press_key
from tests.ui.fitting import texts_shown

SIZES = (((1280, 720), 1.5), ((1920, 1080), 1.0), ((960, 640), 1.0))
MANY = ("alphago:小黑:100", "alphago:小黑@1230:100", "policy:alpha_go", "mcts:400", "mcts:1600", "random")
MOST = tuple(f"alphago:小黑@{1000 * n}:6400" for n in range(1, 13))


class FakeTournament:
    """Stands wherever a test wishes."""

    def __init__(self, snapshot: TournamentSnapshot | None = None) -> None:
        self.snapshot = snapshot or TournamentSnapshot()
        self.refuses = ""
        self.calls: list[object] = []
        self.earlier: tuple[WrittenTournament, ...] = ()
        self.is_paused = False

    def look_for_earlier(self) -> None:
        pass

    def show_earlier(self, written: WrittenTournament) -> None:
        if self.refuses:
            raise AppError(as_said(self.refuses))
        state = TournamentState.FINISHED if written.is_finished else TournamentState.STOPPED
        found = standing(written.plan, state, len(written.results))
        self.snapshot = replace(found, version=self.snapshot.version + 1, id=written.id, live=None)

    def change(self, **values: object) -> None:
        """A new snapshot with these values."""
        self.snapshot = replace(self.snapshot, version=self.snapshot.version + 1, **values)  # type: ignore[arg-type]

    def look_back(self) -> None:
        self.calls.append("look back")

    def start(self, plan: TournamentPlan, cluster: str | None = None) -> None:
        if self.refuses:
            raise AppError(as_said(self.refuses))
        self.calls.append(plan)
        self.snapshot = standing(plan, TournamentState.STARTING, 0)

    def go_on(self, cluster: str | None = None) -> None:
        self.calls.append("go on")

    def stop(self) -> None:
        self.calls.append("stop")

    def pause(self, is_paused: bool) -> None:
        self.calls.append(("pause", is_paused))
        self.is_paused = is_paused

    def dog_renamed(self, old: str, new: str) -> None:
        plan = self.snapshot.plan
        if plan is not None:
            self.change(plan=plan.renamed(old, new))

    def set_pace(self, seconds: float) -> None:
        self.calls.append(("pace", round(seconds, 2)))

    def all_games(self) -> bytes:
        return b"(;GM[1])"

    def game_file(self, number: int) -> Path:
        if self.refuses:
            raise AppError(as_said(self.refuses))
        return Path(f"/data/{number}.sgf")


def plan(*players: str, rounds: int = 10, size: int = 9) -> TournamentPlan:
    return TournamentPlan(tuple(PlayerSpec.parse(text) for text in players), rounds, Ruleset(size))


def standing(
    whole: TournamentPlan, state: TournamentState = TournamentState.RUNNING, games: int = 7
) -> TournamentSnapshot:
    """So many games have been played; the later ones took longer."""
    outcomes = ("B+5.5", "B+R", "W+12", "B+0.5", "0", "W+R", "B+3.5")
    results = tuple(GameResult(whole.fixture(n), outcomes[n % 7], 40 + n) for n in range(games))
    stones = np.zeros((whole.rules.size,) * 2, np.int8)
    stones[2, 2], stones[4, 4] = 1, 2
    live = LiveGame(whole.fixture(min(games, whole.games - 1)), BoardState(stones, 40), 2) if games else None
    return TournamentSnapshot(1, state, whole, results, table_of(whole, results), live)


class Elsewhere(Scene):
    """Any other scene: remembers why it was entered."""

    def entered(self, visit: Visit | None) -> None:
        self.visit = visit


def make_stage(
    tournament: FakeTournament | TournamentSession,
    size: tuple[int, int] = (1280, 800),
    scale: float = 1.0,
    **settings: object,
) -> tuple[Stage, dict[SceneName, Scene]]:
    pygame.init()
    wishes = replace(Settings(language=Language.ENGLISH, theme=Theme.LIGHT, ui_scale=scale), **settings)  # type: ignore[arg-type]
    preferences, audio = Preferences(replace(wishes, last_scene=SceneName.COMPETE)), Audio(0.0)
    services = Services(
        preferences=preferences,
        audio=audio,
        kennel=FakeKennel(),  # type: ignore[arg-type]
        match=FakeMatch(),  # type: ignore[arg-type]
        training=FakeTraining(),  # type: ignore[arg-type]
        tournament=tournament,  # type: ignore[arg-type]
    )
    scenes: dict[SceneName, Scene] = {}

    def kept(name: SceneName, make: type[Scene]) -> object:
        def maker(services: Services) -> Scene:
            scenes[name] = make(services)
            scenes[name].name = name
            return scenes[name]

        return maker

    stage = Stage(preferences, audio, size, tuple(SceneName))
    makers = {name: kept(name, CompeteScene if name is SceneName.COMPETE else Elsewhere) for name in SceneName}
    stage.furnish(services, makers)  # type: ignore[arg-type]
    stage.update(0.02)
    return stage, scenes


def shown(stage: Stage) -> str:
    """Everything that can be read."""
    stage.update(0.02)
    return "\n".join(drawn.text for drawn in texts_of(stage))


def board_size(stage: Stage) -> int:
    assert stage.scene is not None
    mark = stage.scene.board_mark()
    assert mark is not None
    return mark.size


def ids(stage: Stage) -> set[str]:
    return {mark.id for mark in stage.clickable()}


def is_long(text: str) -> bool:
    """Whether it is made of players' names, for which nothing is always wide enough."""
    return any(part in text for part in ("小黑", "–", " 对 ", "阿尔法狗", "AlphaGo", "Monte", "蒙特"))


# --- what is shown -------------------------------------------------------------------------------------------


def check_texts(stage: Stage) -> None:
    """Every text is whole and in the window, but for players' names."""
    for drawn in texts_of(stage):
        assert stage.rect.contains(drawn.ink), drawn
        assert not drawn.is_cut or is_long(drawn.text), drawn


@pytest.mark.parametrize(("size", "scale"), SIZES)
@pytest.mark.parametrize("players", [(), MOST], ids=len)
def test_every_word_has_its_place(size: tuple[int, int], scale: float, players: tuple[str, ...]) -> None:
    tournament = FakeTournament(standing(plan(*players)) if players else None)
    stage, _ = make_stage(tournament, size, scale)
    for language in languages():
        stage.change(language=language)
        stage.update(0.02)
        for drawn in texts_of(stage):
            assert stage.rect.contains(drawn.ink), drawn
            assert not drawn.is_cut or is_long(drawn.text), drawn
        marks = [mark for mark in stage.clickable() if mark.id.startswith("compete.")]
        for index, mark in enumerate(marks):
            assert stage.rect.contains(mark.rect), mark
            others = [other for other in marks[index + 1 :] if not other.id.startswith(mark.id)]
            assert not any(mark.rect.colliderect(other.rect) for other in others), mark


def test_players_are_called_as_everywhere_else() -> None:
    strings = Strings(Language.ENGLISH)
    said = [entrant_name(strings, PlayerSpec.parse(text)) for text in (*MANY, "gtp:gnugo --mode gtp --level 5")]
    assert said == [
        "小黑",
        "小黑 (1,230 games)",
        "AlphaGo · Glance",
        "Monte Carlo 400",
        "Monte Carlo 1600",
        "Random",
        "GNU Go 5",
    ]
    assert [points_said(points) for points in (0, 0.5, 1, 6.5)] == ["0", "½", "1", "6½"]
    assert pace_of(1.0) == 0.0
    assert pace_of(0.0) == 3.0
    assert rating_said(1400.2, 35.4) == "1400 ± 35"
    assert rating_said(1400.2, 1) == "1400"  # given, not measured
    assert rating_said(319.0, 495.0) == "–"
    assert rating_said(319.0, 250.0, is_half=True) == "–", "the other's is as doubtful, and both are asked about"


def test_how_each_plays_and_how_games_ended_is_said_in_plain_words() -> None:
    strings = Strings(Language.ENGLISH)
    said = [entrant_remark(strings, PlayerSpec.parse(text)) for text in ("alphago:小黑:1", *MANY[2:4], "gtp:gnugo")]
    assert said == [
        "1 try a move",
        "plays at a glance",
        "untrained: 400 random games a move",
        "another Go program",
    ]
    assert [result_said(strings, text) for text in ("B+5.5", "W+R", "B+T", "W+F", "0")] == [
        "Black +5.5",
        "White wins",
        "Black, time",
        "White wins",
        "A draw",
    ]
    assert [pace_said(strings, n / 5) for n in range(6)][2:] == [
        "1 s a move",
        "2 moves/s",
        "5 moves/s",
        "Full speed",
    ]


def test_a_match_says_who_leads_and_how_sure_that_is() -> None:
    stage, _ = make_stage(FakeTournament(standing(plan(*MANY[:2]), games=6)))
    said = shown(stage)
    assert "6 of 10 games" in said
    assert "too few games" in said.replace("\n", " ")
    assert "小黑 – 小黑 (1,230 games)" in said
    tournament = FakeTournament(standing(plan(*MANY[:2])))
    assert "Level so far" in shown(make_stage(tournament)[0])
    assert "Move 2 · " in said


def test_of_a_match_that_is_over_nobody_says_how_it_stands_so_far() -> None:
    whole = plan(*MANY[:2], rounds=4)
    results = tuple(GameResult(whole.fixture(n), "B+R", 40) for n in range(4))
    strings = Strings(Language.ENGLISH)
    assert lead_said(strings, whole, table_of(whole, results[:2])) == "Level so far"
    assert lead_said(strings, whole, table_of(whole, results)) == "The match is drawn"


@pytest.mark.parametrize(("games", "said"), [(5, "too few games"), (10, "is stronger: 100%")])
def test_who_wins_every_game_is_stronger_once_equals_would_hardly_do_so(games: int, said: str) -> None:
    whole = plan(*MANY[:2])
    fixtures = [whole.fixture(n) for n in range(games)]
    results = tuple(GameResult(f, "B+R" if f.black == 0 else "W+R", 40) for f in fixtures)
    now = replace(standing(whole), results=results, table=table_of(whole, results))
    assert said in shown(make_stage(FakeTournament(now))[0]).replace("\n", " ")


def test_whoever_wins_more_games_leads_whatever_their_known_ratings_say() -> None:
    whole = plan("mcts:1600", "mcts:30")
    results = tuple(GameResult(f, "B+R" if f.black == 1 else "W+R", 40) for f in map(whole.fixture, range(10)))
    now = replace(standing(whole), results=results, table=table_of(whole, results))
    assert "Monte Carlo 30 is stronger: 100%" in shown(make_stage(FakeTournament(now))[0]).replace("\n", " ")


def test_a_lead_under_way_must_be_clearer_than_one_at_the_end() -> None:
    """Eight of ten: equals do so in 11 of 100 matches, nine of ten in 2. Whoever looks each time sees that sooner."""
    for won, rounds, said in ((9, 10, "is stronger"), (9, 20, "too few games"), (10, 20, "is stronger")):
        whole = plan(*MANY[:2], rounds=rounds)
        fixtures = [whole.fixture(n) for n in range(10)]
        results = tuple(
            GameResult(f, "B+R" if (f.black == 0) == (n < won) else "W+R", 40) for n, f in enumerate(fixtures)
        )
        now = replace(standing(whole), results=results, table=table_of(whole, results))
        assert said in shown(make_stage(FakeTournament(now))[0]).replace("\n", " ")


def test_of_two_whose_ratings_are_known_the_match_tells_no_difference() -> None:
    whole = plan("mcts:1600", "mcts:400", rounds=20)
    results = tuple(GameResult(f, "B+R" if f.black == 0 else "W+R", 40) for f in map(whole.fixture, range(20)))
    now = replace(standing(whole), results=results, table=table_of(whole, results))
    said = shown(make_stage(FakeTournament(now))[0]).replace("\n", " ")
    assert "Monte Carlo 1600 is stronger: 100%" in said
    assert "higher" not in said


def test_one_game_has_a_winner_and_no_rating() -> None:
    stage, _ = make_stage(FakeTournament(standing(plan(*MANY[:2], rounds=1), TournamentState.RUNNING, 1)))
    said = shown(stage)
    assert "has won" in said
    assert "1 of 1 game" in said


# --- its course ----------------------------------------------------------------------------------------------


def courses(stage: Stage) -> list[CoursePanel]:
    """The picture of the course, where it is shown."""
    stage.update(0.02)
    return [widget for widget in stage.walk() if isinstance(widget, CoursePanel)]


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_course_of_a_match_stands_between_table_and_games(size: tuple[int, int]) -> None:
    stage, _ = make_stage(FakeTournament(standing(plan(*MANY[:2], rounds=50))), size)
    said = shown(stage)
    assert len(courses(stage)) == 1
    for words in ("Wins minus losses", "may be luck", "50 games", "Black +3.5"):
        assert words in said
    assert "compete.games.0" in ids(stage)
    assert "compete.tab.True" not in ids(stage)


def test_where_both_have_no_room_the_course_is_a_click_away() -> None:
    stage, _ = make_stage(FakeTournament(standing(plan(*MANY))), (1280, 720))
    assert not courses(stage)
    click_on(stage, "compete.tab.True")
    assert len(courses(stage)) == 1
    assert "compete.games.0" not in ids(stage)
    click_on(stage, "compete.tab.False")
    assert not courses(stage)
    assert "compete.games.0" in ids(stage)


def test_the_course_says_how_it_stood_at_the_place_under_the_pointer() -> None:
    whole = plan(*MANY[:2])
    stage, _ = make_stage(FakeTournament(standing(whole, games=6)))
    chart = next(widget for widget in courses(stage)[0].walk() if isinstance(widget, LineChart))
    chart.hover((chart.rect.left + round(chart.rect.width * 0.43), chart.rect.centery))
    table = table_of(whole, standing(whole, games=4).results)
    score = " : ".join(points_said(table.score(player)) for player in (0, 1))
    assert f"After 4 games: {score}" in shown(stage)
    assert isinstance(stage.scene, CompeteScene)
    tournament = stage.scene.services.tournament
    assert isinstance(tournament, FakeTournament)
    tournament.snapshot = replace(standing(whole, games=7), version=2, plan=tournament.snapshot.plan)
    assert f"After 4 games: {score}" in shown(stage), "another game has ended, and the pointer rests"
    chart.hover((chart.rect.right - 10, chart.rect.centery))  # nobody has played so far yet
    assert "After" not in shown(stage)


def test_of_a_tournament_the_three_best_are_named_with_their_leads() -> None:
    stage, _ = make_stage(FakeTournament(standing(plan(*MANY), games=12)), (1920, 1080))
    parts = set(courses(stage)[0].walk())
    said = [one.drawn.text for one in texts_shown(stage) if one.widget in parts]
    course = Course(len(MANY))
    course.take(standing(plan(*MANY), games=12).results)
    for lead in sorted(course.after(12), reverse=True)[:3]:
        assert (f"+{lead}" if lead else "0") in said
    best = max(range(len(MANY)), key=lambda player: course.after(12)[player])
    assert entrant_name(stage.look.strings, plan(*MANY).players[best], plan(*MANY).players) in said


def test_before_the_first_game_a_line_is_promised_and_of_two_games_there_is_none() -> None:
    stage, _ = make_stage(FakeTournament(standing(plan(*MANY[:2]), games=0)))
    assert "A line grows here, game by game" in shown(stage)
    assert "may be luck" not in shown(stage)
    stage, _ = make_stage(FakeTournament(standing(plan(*MANY[:2], rounds=2), games=1)))
    assert not courses(stage)


def test_the_course_goes_on_with_each_game_and_begins_anew_with_another_match() -> None:
    tournament = FakeTournament(standing(plan(*MANY[:2]), games=3))
    stage, _ = make_stage(tournament)
    panel = courses(stage)[0]
    for games in (4, 5):
        tournament.snapshot = replace(standing(plan(*MANY[:2]), games=games), version=games)
        stage.update(0.02)
        assert panel._course.games == games
    tournament.snapshot = replace(standing(plan("random", "mcts:30"), games=1), version=9)
    stage.update(0.02)
    assert panel._course.games == 1


def test_a_row_of_the_table_tells_how_its_player_plays() -> None:
    stage, _ = make_stage(FakeTournament(standing(plan(*MANY))))
    stage.update(0.02)
    table = next(widget for widget in stage.walk() if isinstance(widget, CrossTable))
    told = set()
    for y in range(table.rect.top, table.rect.bottom, 4):
        table.hover((table.rect.left + 40, y))
        told.add(stage.look.say(table.tip))
    assert "Monte Carlo 400: untrained: 400 random games a move" in told
    assert "小黑 (1,230 games): 100 tries a move" in told
    table.hover((table.rect.right - 20, table.rect.bottom - 10))
    assert "Score" in stage.look.say(table.tip)


# --- choosing ------------------------------------------------------------------------------------------------


def test_players_are_added_and_left_out_and_the_tournament_begins() -> None:
    tournament = FakeTournament()
    stage, _ = make_stage(tournament)
    assert "10 games in all" in shown(stage)
    click_on(stage, "compete.player")
    click_on(stage, "compete.player.小黑@1230")
    click_on(stage, "compete.mode.policy")
    click_on(stage, "compete.add")
    assert "小黑 (1,230 games) · Glance" in shown(stage)
    click_on(stage, "compete.add")
    assert "It takes part already" in shown(stage)
    click_on(stage, "compete.player")
    click_on(stage, "compete.player.random")
    click_on(stage, "compete.add")
    click_on(stage, "compete.players.1")
    click_on(stage, "compete.size.13")
    assert board_size(stage) == 13
    assert "30 games in all" in shown(stage)
    click_on(stage, "compete.start")
    begun = tournament.calls[-1]
    assert isinstance(begun, TournamentPlan)
    assert [str(player) for player in begun.players] == ["alphago:alpha_go:100", "policy:小黑@1230", "random"]
    assert (begun.rounds, begun.rules.size) == (10, 13)
    assert "Taking their seats" in shown(stage)
    assert ("pace", 0.0) in tournament.calls


def test_the_dog_that_ships_with_the_chosen_game_is_proposed() -> None:
    tournament = FakeTournament()
    stage, _ = make_stage(tournament)
    alpha_five = replace(DOGS[0], name="alpha_five", game="five", sizes=(15,))
    assert isinstance(stage.scene, CompeteScene)
    stage.scene.services.kennel._dogs = (*DOGS, alpha_five)  # type: ignore[attr-defined]
    stage.go_to(SceneName.KENNEL)
    stage.go_to(SceneName.COMPETE)
    click_on(stage, "compete.game")
    click_on(stage, "compete.game.five")
    assert "AlphaFive" in shown(stage)
    click_on(stage, "compete.start")
    begun = tournament.calls[-1]
    assert isinstance(begun, TournamentPlan)
    assert [str(player) for player in begun.players] == ["alphago:alpha_five:100", "mcts:400"]
    assert begun.rules.game.name == "five"


def test_something_moves_while_they_take_their_seats_and_a_first_start_says_how_far_it_is() -> None:
    tournament = FakeTournament(standing(plan(*MANY), TournamentState.STARTING, 0))
    stage, _ = make_stage(tournament)
    assert "Taking their seats" in shown(stage)
    assert stage.is_animating
    tournament.change(preparing=Preparing(3, 12))
    assert "3 of 12" in shown(stage)
    tournament.snapshot = replace(standing(plan(*MANY)), version=9)
    assert "7 of 150 games" in shown(stage)
    stage.update(0.02)
    assert not stage.is_animating


def test_two_at_least_must_meet() -> None:
    stage, _ = make_stage(FakeTournament())
    click_on(stage, "compete.players.0")
    assert not {mark.id: mark.is_enabled for mark in stage.clickable()}["compete.start"]


def test_a_dog_from_the_kennel_is_watched_in_one_game() -> None:
    tournament = FakeTournament(standing(plan(*MANY[:2]), TournamentState.FINISHED, 10))
    stage, _ = make_stage(tournament)
    stage.go_to(SceneName.COMPETE, Visit(dog="小黑"))
    assert "One game" in shown(stage)
    click_on(stage, "compete.start")
    begun = tournament.calls[-1]
    assert isinstance(begun, TournamentPlan)
    assert [str(player) for player in begun.players] == ["alphago:小黑:100", "alphago:alpha_go:100"]
    assert [call for call in tournament.calls if isinstance(call, tuple)][-1] == ("pause", False)
    assert ("pace", 1.0) in tournament.calls
    assert "1 s a move" in shown(stage)


def test_a_dog_is_watched_on_a_board_that_it_grows_up_on() -> None:
    tournament = FakeTournament()
    stage, _ = make_stage(tournament)
    assert stage.scene is not None
    pup = replace(DOGS[1], sizes=(13, 19))
    stage.scene.services.kennel._dogs = (DOGS[0], pup)  # type: ignore[attr-defined]
    stage.go_to(SceneName.COMPETE, Visit(dog="小黑"))
    assert board_size(stage) == 13
    click_on(stage, "compete.size.19")
    stage.go_to(SceneName.COMPETE, Visit(dog="小黑"))
    click_on(stage, "compete.start")
    begun = tournament.calls[-1]
    assert isinstance(begun, TournamentPlan)
    assert begun.rules.size == 19


def test_fewer_players_than_before_take_their_seats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths, disk = Paths(tmp_path / "data", tmp_path / "program"), threading.Event()

    def begin_slowly(_book: TournamentBook, _plan: TournamentPlan) -> int:
        assert disk.wait(PATIENCE)
        raise AppError(as_said("the disk is full"))

    monkeypatch.setattr(TournamentBook, "begin", begin_slowly)
    session = TournamentSession(Kennel(paths), paths, processes=1)
    session.show_earlier(left(1, plan(*MANY), 12, 1.7e9))
    stage, _ = make_stage(session)
    assert "12 of 150 games" in shown(stage)
    click_on(stage, "compete.new")
    click_on(stage, "compete.start")
    try:
        assert "Taking their seats" in shown(stage)
        assert "Random" not in shown(stage)  # who took part in the one before
    finally:
        disk.set()
        session.close()


def test_what_is_refused_is_said() -> None:
    tournament = FakeTournament()
    tournament.refuses = "odd"
    stage, _ = make_stage(tournament)
    click_on(stage, "compete.start")
    assert "Odd" in shown(stage)
    tournament.change(state=TournamentState.STOPPED, plan=plan(*MANY), error=as_said("its net plays on 9x9 only"))
    assert "its net plays on 9x9 only" in shown(stage)


# --- while it goes on ----------------------------------------------------------------------------------------


def test_it_can_be_paused_slowed_stopped_and_gone_on_with() -> None:
    tournament = FakeTournament(standing(plan(*MANY)))
    stage, _ = make_stage(tournament)
    click_on(stage, "compete.pause")
    assert tournament.calls[-1] == ("pause", True)
    tournament.change(state=TournamentState.PAUSED)
    assert "Paused" in shown(stage)
    press_key(stage, pygame.K_SPACE)
    assert tournament.calls[-1] == ("pause", False)
    click_on(stage, "compete.speed")
    assert tournament.calls[-1][0] == "pace"  # type: ignore[index]
    click_on(stage, "compete.toggle")
    assert tournament.calls[-1] == "stop"
    tournament.change(state=TournamentState.STOPPED)
    assert "it can go on" in shown(stage)
    click_on(stage, "compete.toggle")
    assert tournament.calls[-1] == "go on"


def test_what_is_paused_before_the_first_move_goes_on() -> None:
    tournament = FakeTournament(standing(plan(*MANY), TournamentState.STARTING, 0))
    stage, _ = make_stage(tournament)
    click_on(stage, "compete.pause")
    click_on(stage, "compete.pause")
    assert tournament.calls[-2:] == [("pause", True), ("pause", False)]
    press_key(stage, pygame.K_SPACE)
    tournament.change(state=TournamentState.PAUSED)
    said = shown(stage)
    assert "Paused" in said
    assert "Taking their seats" not in said


def test_a_dog_that_was_renamed_takes_part_under_its_new_name() -> None:
    tournament = FakeTournament(standing(plan(*MANY), TournamentState.STOPPED))
    stage, _ = make_stage(tournament)
    assert "小黑" in shown(stage)
    stage.tell_renamed("小黑", "Rex")
    said = shown(stage)
    assert "小黑" not in said
    assert "Rex (1,230 games)" in said


def test_a_dog_that_takes_the_name_of_one_that_is_gone_takes_part_once() -> None:
    tournament = FakeTournament()
    stage, _ = make_stage(tournament)
    assert isinstance(stage.scene, CompeteScene)
    form = stage.scene._form
    form.wish = replace(form.wish, players=plan("alphago:旺财:100", "alphago:小黑:100", "random").players)
    stage.tell_renamed("小黑", "旺财")
    click_on(stage, "compete.start")
    begun = tournament.calls[-1]
    assert isinstance(begun, TournamentPlan)
    assert [str(player) for player in begun.players] == ["alphago:旺财:100", "random"]


def test_players_of_a_new_match_take_their_seats_at_an_empty_board() -> None:
    tournament = FakeTournament(standing(plan(*MANY[:2])))
    stage, _ = make_stage(tournament)
    assert isinstance(stage.scene, CompeteScene)
    board = stage.scene._board
    assert board.shown.board.stones.any()
    tournament.change(state=TournamentState.FINISHED)
    stage.update(0.02)
    click_on(stage, "compete.new")
    tournament.refuses = "odd"
    click_on(stage, "compete.start")
    assert board.shown.board.stones.any(), "nothing has begun"
    tournament.refuses = ""
    click_on(stage, "compete.new")
    click_on(stage, "compete.start")
    assert "Taking their seats" in shown(stage)
    assert not board.shown.board.stones.any()


def test_while_players_are_chosen_no_old_game_is_told_of() -> None:
    tournament = FakeTournament(standing(plan(*MANY[:2])))
    stage, _ = make_stage(tournament)
    assert isinstance(stage.scene, CompeteScene)
    board = stage.scene._board
    tournament.change(state=TournamentState.FINISHED)
    assert "Move 2" in shown(stage)
    click_on(stage, "compete.new")
    for size in (9, 13):
        click_on(stage, f"compete.size.{size}")
        assert "Move 2" not in shown(stage)
        assert board.grid == (size, size)
        assert not board.shown.board.stones.any()
    click_on(stage, "compete.back")
    assert "Move 2" in shown(stage)
    assert board.shown.board.stones.any(), "the old game is there again"


def test_columns_are_called_as_in_the_game_that_is_chosen() -> None:
    stage, _ = make_stage(FakeTournament())
    assert isinstance(stage.scene, CompeteScene)
    form, board = stage.scene._form, stage.scene._board
    five, _ = game_named("five").agree({"size": 15})
    for rules in (Ruleset(15), five, Ruleset(15)):
        form.wish = replace(form.wish, rules=rules)
        stage.scene._wish_for(form.wish)
        assert board.shown.board.letters == rules.grid.letters


def test_the_game_that_is_aimed_at_is_opened_though_another_ends() -> None:
    whole = plan(*MANY)
    tournament = FakeTournament(standing(whole, games=60))
    stage, scenes = make_stage(tournament)
    aim = next(mark.rect.center for mark in stage.clickable() if mark.id == "compete.games.1")
    move_to(stage, aim)
    tournament.snapshot = replace(standing(whole, games=62), version=9, plan=tournament.snapshot.plan)
    stage.update(0.02)
    click(stage, aim)
    other = scenes[SceneName.PLAY]
    assert isinstance(other, Elsewhere)
    assert other.visit == Visit(game=Path("/data/58.sgf"))


def test_what_was_under_way_when_the_program_ended_is_shown_again() -> None:
    tournament = FakeTournament()
    stage, _ = make_stage(tournament)
    assert "compete.start" in ids(stage)
    tournament.snapshot = replace(standing(plan(*MANY), TournamentState.STOPPED), version=5)
    assert "it can go on" in shown(stage)
    click_on(stage, "compete.new")
    assert "compete.start" in ids(stage)
    click_on(stage, "compete.back")
    assert "compete.toggle" in ids(stage)


def left(id: int, whole: TournamentPlan, games: int, created: float) -> WrittenTournament:
    """A tournament of which so many games were played."""
    return WrittenTournament(id, whole, standing(whole, games=games).results, created)


EARLIER = (
    left(9, plan(*MANY), 12, 1.79e9),
    left(7, plan("random", "mcts:400", rounds=4), 4, 1.71e9),
    left(3, plan("random", "mcts:30", size=13), 3, 1.7e9),
)


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (960, 640)])
def test_every_earlier_tournament_can_be_opened_again(size: tuple[int, int]) -> None:
    tournament = FakeTournament()
    stage, scenes = make_stage(tournament, size)
    assert not {"compete.earlier", "compete.form.earlier"} & ids(stage)
    tournament.earlier = EARLIER
    stage.update(0.02)
    click_on(stage, "compete.form.earlier")
    said = shown(stage)
    for words in (
        "Round robin of 6 players",
        "12 of 150 games",
        "Random – Monte Carlo 400",
        "1 to 3",
        "3 of 10 games",
    ):
        assert words in said
    check_texts(stage)
    click_on(stage, "compete.earlier.list.2")
    assert "it can go on" in shown(stage)
    assert "3 of 10 games" in shown(stage)
    assert board_size(stage) == 13
    check_texts(stage)
    click_on(stage, "compete.games.0")
    other = scenes[SceneName.PLAY]
    assert isinstance(other, Elsewhere)
    assert other.visit == Visit(game=Path("/data/2.sgf"))
    stage.go_to(SceneName.COMPETE)
    click_on(stage, "compete.earlier")
    click_on(stage, "compete.earlier.list.1")
    assert "Monte Carlo 400" in shown(stage)
    assert "compete.toggle" not in ids(stage)  # all of its games have been played
    tournament.change(state=TournamentState.RUNNING)
    stage.update(0.02)
    assert not next(mark for mark in stage.clickable() if mark.id == "compete.earlier").is_enabled


def test_every_game_can_be_opened() -> None:
    tournament = FakeTournament(standing(plan(*MANY), TournamentState.FINISHED, 12))
    stage, scenes = make_stage(tournament)
    assert "compete.start" in ids(stage)  # what is over does not stand in the way
    click_on(stage, "compete.back")
    click_on(stage, "compete.games.0")
    other = scenes[SceneName.PLAY]
    assert isinstance(other, Elsewhere)
    assert other.visit == Visit(game=Path("/data/11.sgf"))
    stage.go_to(SceneName.COMPETE)
    tournament.refuses = "it is not written down"
    click_on(stage, "compete.games.0")
    assert "It is not written down" in shown(stage)


def test_the_keyboard_reaches_everything() -> None:
    stage, _ = make_stage(FakeTournament())
    reached = set()
    for _ in range(40):
        press_key(stage, pygame.K_TAB)
        assert stage.focus is not None
        reached.add(stage.focus.id)
    wanted = {"players", "player", "mode", "times", "add", "rounds", "size", "komi", "start", "speed"}
    assert {f"compete.{name}" for name in wanted} <= reached
