"""Everybody meets everybody; results, table and ratings are right, and a tournament that was killed goes on."""

from __future__ import annotations

import itertools
import os
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest

from clevergo.app.desk.paths import Paths
from clevergo.app.errors import AppError
from clevergo.app.kennel.book import Kennel
from clevergo.app.match.messages import BoardState, Preparing
from clevergo.app.tournament.book import TournamentBook, WrittenTournament
from clevergo.app.tournament.pairing import (
    Fixture,
    GameResult,
    LiveGame,
    TournamentPlan,
    TournamentState,
    match_error,
    rate,
    table_of,
)
from clevergo.app.tournament.session import TournamentSession
from clevergo.app.tournament.worker import Entrant, Failed, Lend, Played, PlayRequest, SetPace, _Worker
from clevergo.files import sweep_temporary_folders
from clevergo.games.color import Color
from clevergo.games.go.game import GAME
from clevergo.games.go.rules import KoRule, Ruleset
from clevergo.games.sgf.codec import from_sgf
from clevergo.players.spec import PlayerSpec, split_age
from clevergo.problem import Problem, as_said
from clevergo.workers.cluster import idle
from clevergo.workers.inbox import Inbox
from tests.patience import PATIENCE
from tests.workers.made_up import HANGS, connect

RANDOM, WEAK, STRONG = (PlayerSpec.parse(text) for text in ("random", "mcts:30", "mcts:400"))
OTHER = PlayerSpec.parse("mcts:50")


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "data", tmp_path / "program")


def plan(*players: PlayerSpec, rounds: int = 2) -> TournamentPlan:
    return TournamentPlan(players or (RANDOM, OTHER), rounds, Ruleset(5, 0.5), seed=7)


# --- who meets whom ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "rounds"), [(2, 1), (2, 7), (3, 2), (5, 4)])
def test_every_pair_meets_as_often_and_colors_alternate(count: int, rounds: int) -> None:
    players = tuple(PlayerSpec.parse(f"mcts:{n + 1}") for n in range(count))
    whole = plan(*players, rounds=rounds)
    fixtures = [whole.fixture(number) for number in range(whole.games)]
    assert len(fixtures) == rounds * count * (count - 1) // 2
    for first, second in whole.pairs:
        black = [f.black for f in fixtures if {f.black, f.white} == {first, second}]
        assert len(black) == rounds
        assert all(a != b for a, b in itertools.pairwise(black))
    assert TournamentPlan.from_json(whole.to_json()) == whole


@pytest.mark.parametrize(
    ("players", "rounds", "why"),
    [
        ((RANDOM,), 1, "2 to"),
        ((RANDOM, RANDOM), 1, "once"),
        ((RANDOM, PlayerSpec.parse("human")), 1, "computer"),
        ((RANDOM, WEAK), 0, "games"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(players: tuple[PlayerSpec, ...], rounds: int, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        TournamentPlan(players, rounds, Ruleset())


# --- the table -----------------------------------------------------------------------------------------------


def results_of(whole: TournamentPlan, *won: str) -> tuple[GameResult, ...]:
    return tuple(GameResult(whole.fixture(number), result, 30) for number, result in enumerate(won))


def test_the_table_counts_wins_and_draws() -> None:
    whole = plan(rounds=4)
    first_black = whole.fixture(0).black
    table = table_of(whole, results_of(whole, "B+3.5", "B+R", "0", "W+1"))
    # Colors alternate: Black of the even games is White of the odd ones.
    assert table.score(first_black) == 2.5
    assert table.score(1 - first_black) == 1.5
    assert (table.games(0), table.games(0, 1), table.score(first_black, 1 - first_black)) == (4, 4, 2.5)
    assert table.order == [first_black, 1 - first_black]


def test_ratings_agree_with_the_elo_model_where_it_is_exact() -> None:
    wins = np.array([[0, 30], [10, 0]])
    first, second = rate(wins, np.zeros((2, 2), np.int64), {})
    assert first.points - second.points == pytest.approx(400 * np.log10(3), abs=1.5)
    assert first.points + second.points == pytest.approx(0, abs=1e-6)
    # The error of the difference by the delta method is twice that of the distance to the mean.
    error = 400 / np.log(10) / np.sqrt(40 * 0.75 * 0.25)
    assert 2 * first.error == pytest.approx(error, rel=0.01)


def test_a_known_player_gives_the_scale() -> None:
    whole = TournamentPlan((RANDOM, WEAK, OTHER), 2, Ruleset())
    results = results_of(whole, *["0"] * whole.games)
    ratings = table_of(whole, results).ratings
    assert ratings[0].points == pytest.approx(dict(GAME.anchors)["random"], abs=2)
    assert ratings[1].points == pytest.approx(dict(GAME.anchors)["mcts:30"], abs=2)
    assert 0 < ratings[2].points < dict(GAME.anchors)["mcts:30"]
    assert ratings[2].error > 50 > ratings[0].error


def test_ratings_stay_finite_whatever_happens() -> None:
    for wins in ([[0, 0], [0, 0]], [[0, 50], [0, 0]]):
        ratings = rate(np.array(wins), np.zeros((2, 2), np.int64), {})
        assert all(np.isfinite([r.points, r.error]).all() for r in ratings)
    unrelated = np.zeros((4, 4), np.int64)
    unrelated[0, 1] = unrelated[2, 3] = 3
    assert all(np.isfinite([r.points, r.error]).all() for r in rate(unrelated, unrelated * 0, {}))
    assert 0 < match_error(3, 3) < 0.3
    assert match_error(50, 100) == pytest.approx(0.05, rel=0.02)


# --- running -------------------------------------------------------------------------------------------------


def messages(inbox: Inbox) -> Iterator[Any]:
    """What the session says, one after the other, until it hangs up."""
    while not inbox.stopped:
        yield from inbox.take(None)


def fake_worker(inbox: Inbox, pace: float | None) -> None:
    """Black wins every game, after one move; without any rules."""
    for request in messages(inbox):
        if isinstance(request, PlayRequest):
            inbox.send(LiveGame(request.fixture, BoardState(np.ones((5, 5), np.int8), 12), 1, Color.WHITE))
            inbox.send(Played(GameResult(request.fixture, "B+1.5", 1), f"game {request.fixture.number}".encode()))


def slow_worker(inbox: Inbox, pace: float | None) -> None:
    """Plays two games, then thinks for ever."""
    heard = messages(inbox)
    for _ in range(2):
        inbox.send(Played(GameResult(next(heard).fixture, "W+R", 9), b"game"))
    inbox.send(LiveGame(next(heard).fixture, BoardState(np.zeros((5, 5), np.int8), 12), 1, Color.WHITE))
    for _ in heard:
        pass


def first_worker(inbox: Inbox, pace: float | None) -> None:
    """Has to compile before it can play; begins when the pace is set."""
    for done in (1, 2):
        inbox.send(Preparing(done, 2))
    heard = messages(inbox)
    while not isinstance(next(heard), SetPace):
        pass
    inbox.send(LiveGame(Fixture(0, 0, 1), BoardState(np.zeros((5, 5), np.int8), 12), 1, Color.WHITE))
    next(heard)


def seated_worker(inbox: Inbox, pace: float | None) -> None:
    """Gets ready for ever."""
    for _ in messages(inbox):
        pass


def swapping_worker(inbox: Inbox, pace: float | None) -> None:
    """Plays two games, the players of which change colors, then thinks for ever."""
    heard = (message for message in messages(inbox) if isinstance(message, PlayRequest))
    for _ in range(2):
        fixture = next(heard).fixture.swapped
        inbox.send(LiveGame(fixture, BoardState(np.ones((5, 5), np.int8), 12), 1, Color.WHITE))
        inbox.send(Played(GameResult(fixture, "B+R", 9), b"game"))
    for _ in heard:
        pass


def dying_worker(inbox: Inbox, pace: float | None) -> None:
    os._exit(3)


def failing_worker(inbox: Inbox, pace: float | None) -> None:
    heard = messages(inbox)
    next(heard)
    inbox.send(Failed(as_said("its net plays on 9x9 only")))
    next(heard)


def wait_until(session: TournamentSession, state: TournamentState, games: int = 0) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        shown = session.snapshot
        if shown.state is state and len(shown.results) >= games:
            return
        time.sleep(0.02)
    raise AssertionError(f"still {session.snapshot}")


def test_all_games_are_played_written_down_and_can_be_opened(paths: Paths) -> None:
    session = TournamentSession(Kennel(paths), paths, fake_worker, processes=2)
    whole = plan(RANDOM, OTHER, STRONG)
    session.start(whole)
    with pytest.raises(AppError, match="under way"):
        session.start(whole)
    wait_until(session, TournamentState.FINISHED)
    shown = session.snapshot
    assert sorted(result.fixture.number for result in shown.results) == list(range(6))
    assert shown.table is not None
    assert [shown.table.score(place) for place in range(3)] == [2.0, 2.0, 2.0]
    assert shown.live is not None
    assert session.game_file(4).read_bytes() == b"game 4"
    assert sorted(session.all_games().split(b"\n")) == [b"game %d" % number for number in range(6)]
    with pytest.raises(AppError):
        session.game_file(77)
    again = TournamentSession(Kennel(paths), paths, fake_worker)
    again.look_back()
    wait_until(again, TournamentState.FINISHED)
    assert again.snapshot.plan == whole
    assert len(again.snapshot.results) == 6
    for each in (session, again):
        each.close()


def test_every_tournament_there_was_is_listed_and_opened_again(paths: Paths) -> None:
    session = TournamentSession(Kennel(paths), paths, fake_worker, processes=1)
    plans = [plan(rounds=2), plan(RANDOM, OTHER, STRONG, rounds=1), plan(rounds=3)]
    for each in plans:
        session.start(each)
        wait_until(session, TournamentState.FINISHED, each.games)
        session.wait(10)
    session.look_for_earlier()
    deadline = time.monotonic() + 60
    while not session.earlier and time.monotonic() < deadline:
        time.sleep(0.02)
    earlier = session.earlier
    assert [written.plan for written in earlier] == plans[::-1]
    assert [len(written.results) for written in earlier] == [3, 3, 2]
    assert all(written.created > 1e9 for written in earlier)
    session.show_earlier(earlier[1])
    shown = session.snapshot
    assert (shown.state, shown.plan, shown.id) == (TournamentState.FINISHED, plans[1], earlier[1].id)
    assert shown.table is not None
    assert shown.table.games(0) == 2
    assert session.game_file(2).name.startswith(f"{earlier[1].id:04}-")
    session.close()
    stopped = TournamentSession(Kennel(paths), paths, slow_worker, processes=1)
    stopped.start(plan(rounds=9))
    with pytest.raises(AppError, match="under way"):
        stopped.show_earlier(earlier[0])
    stopped.close()


def test_what_was_stopped_or_killed_goes_on_where_it_was(paths: Paths) -> None:
    session = TournamentSession(Kennel(paths), paths, slow_worker, processes=1)
    session.start(plan(rounds=5))
    wait_until(session, TournamentState.RUNNING, games=2)
    session.pause(True)
    wait_until(session, TournamentState.PAUSED)
    session.stop()
    wait_until(session, TournamentState.STOPPED)
    session.close()
    later = TournamentSession(Kennel(paths), paths, fake_worker)
    later.look_back()
    wait_until(later, TournamentState.STOPPED)
    assert [result.result for result in later.snapshot.results] == ["W+R", "W+R"]
    later.go_on()
    wait_until(later, TournamentState.FINISHED)
    assert [result.result for result in later.snapshot.results] == ["W+R", "W+R", "B+1.5", "B+1.5", "B+1.5"]
    later.close()


def test_what_another_window_plays_is_left_to_it_and_taken_over_where_it_stopped(paths: Paths) -> None:
    one, other = (TournamentSession(Kennel(paths), paths, worker, processes=1) for worker in (slow_worker, fake_worker))
    one.start(plan(rounds=5))
    wait_until(one, TournamentState.RUNNING, games=1)
    other.look_back()
    wait_until(other, TournamentState.STOPPED)
    wait_until(one, TournamentState.RUNNING, games=2)
    seen = other.snapshot.results
    other.go_on()
    assert other.wait(PATIENCE)
    assert (other.snapshot.state, other.snapshot.results) == (TournamentState.STOPPED, seen)
    assert other.snapshot.error == Problem("tournament_elsewhere")
    one.close()
    assert one.wait(PATIENCE)
    other.go_on()
    wait_until(other, TournamentState.FINISHED)
    results = {result.fixture.number: result.result for result in other.snapshot.results}
    assert results == {0: "W+R", 1: "W+R", 2: "B+1.5", 3: "B+1.5", 4: "B+1.5"}
    assert other.wait(PATIENCE)
    one.go_on()
    wait_until(one, TournamentState.FINISHED, games=5)
    assert one.wait(PATIENCE)
    assert not list(paths.tournaments.glob("*.lock"))
    for each in (one, other):
        each.close()


def test_a_tournament_begun_while_an_earlier_one_is_looked_for_is_played(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = TournamentSession(Kennel(paths), paths, fake_worker, processes=1)
    session.start(plan(rounds=2))
    wait_until(session, TournamentState.FINISHED, 2)
    session.close()
    read, disk, read_at_last = TournamentBook.all, threading.Event(), threading.Event()

    def slowly(book: TournamentBook, most: int = 9) -> tuple[WrittenTournament, ...]:
        assert disk.wait(PATIENCE)
        try:
            return read(book, most)
        finally:
            read_at_last.set()

    monkeypatch.setattr(TournamentBook, "all", slowly)
    later = TournamentSession(Kennel(paths), paths, fake_worker, processes=1)
    later.look_back()
    later.start(plan(rounds=3))
    disk.set()
    wait_until(later, TournamentState.FINISHED, 3)
    assert read_at_last.wait(PATIENCE)
    assert later.snapshot.plan == plan(rounds=3)
    later.close()


def test_a_first_start_tells_how_far_it_is_until_the_first_move(paths: Paths) -> None:
    session = TournamentSession(Kennel(paths), paths, first_worker, processes=1)
    session.start(plan())
    deadline = time.monotonic() + PATIENCE
    while session.snapshot.preparing != Preparing(2, 2) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert session.snapshot.state is TournamentState.STARTING
    session.set_pace(0.0)
    wait_until(session, TournamentState.RUNNING)
    assert session.snapshot.preparing is None
    session.close()


def test_it_is_paused_and_goes_on_before_the_first_move(paths: Paths) -> None:
    session = TournamentSession(Kennel(paths), paths, seated_worker, processes=1)
    session.start(plan())
    session.pause(True)
    assert session.is_paused
    wait_until(session, TournamentState.PAUSED)
    session.pause(False)
    assert not session.is_paused
    wait_until(session, TournamentState.STARTING)
    session.close()


def test_it_stays_paused_though_a_game_ends(paths: Paths) -> None:
    session = TournamentSession(Kennel(paths), paths, swapping_worker, processes=1)
    session.pause(True)
    session.start(plan(rounds=9))
    deadline = time.monotonic() + PATIENCE
    while len(session.snapshot.results) < 2 and time.monotonic() < deadline:
        time.sleep(0.02)
    assert (len(session.snapshot.results), session.snapshot.state) == (2, TournamentState.PAUSED)
    session.close()


def test_a_stopped_tournament_goes_on_after_a_dog_was_renamed(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    kennel, book = Kennel(paths), TournamentBook(paths)
    kennel.adopt("pup")
    monkeypatch.setattr(kennel, "find_weights", lambda dog, _game: kennel.dog(split_age(dog)[0]).folder)
    over = plan(PlayerSpec.parse("alphago:pup:4"), RANDOM, rounds=1)
    book.add_game(book.begin(over), over, GameResult(over.fixture(0), "B+R", 9), b"game")
    session = TournamentSession(kennel, paths, swapping_worker, processes=1)
    session.start(plan(PlayerSpec.parse("alphago:pup:4"), PlayerSpec.parse("glance:pup@12:1.5"), RANDOM, rounds=1))
    wait_until(session, TournamentState.RUNNING, games=2)
    session.stop()
    wait_until(session, TournamentState.STOPPED)
    kennel.rename("pup", "Biscuit")
    session.dog_renamed("pup", "Biscuit")
    written, finished = book.all()
    assert finished.plan == over
    assert [str(player) for player in written.plan.players] == [
        "alphago:Biscuit:4",
        "glance:Biscuit@12:1.5",
        "random",
    ]
    assert written.results == session.snapshot.results  # whoever had Black is still known
    session.go_on()
    wait_until(session, TournamentState.FINISHED, games=3)
    assert session.snapshot.plan == written.plan
    for each in (session, book):
        each.close()


@pytest.mark.parametrize(
    ("worker", "why"), [(dying_worker, "keeps ending"), (failing_worker, "its net plays on 9x9 only")]
)
def test_trouble_is_told_and_what_was_played_is_kept(paths: Paths, worker: object, why: str) -> None:
    session = TournamentSession(Kennel(paths), paths, worker, processes=1)  # type: ignore[arg-type]
    session.start(plan())
    wait_until(session, TournamentState.STOPPED)
    assert why in str(session.snapshot.error)
    missing = TournamentSession(Kennel(paths), paths, fake_worker)
    missing.start(plan(RANDOM, PlayerSpec.parse("alphago:nobody:10")))
    wait_until(missing, TournamentState.STOPPED)
    assert "nobody" in str(missing.snapshot.error)
    for each in (session, missing):
        each.close()


def test_what_could_not_be_written_down_at_first_is_when_it_goes_on(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_book: TournamentBook, _plan: TournamentPlan) -> int:
        raise AppError(as_said("the disk is full"))

    session = TournamentSession(Kennel(paths), paths, fake_worker, processes=1)
    with monkeypatch.context() as patch:
        patch.setattr(TournamentBook, "begin", refuse)
        session.start(plan())
        wait_until(session, TournamentState.STOPPED)
    assert (str(session.snapshot.error), session.snapshot.id) == ("the disk is full", 0)
    session.go_on()
    wait_until(session, TournamentState.FINISHED, plan().games)
    assert session.snapshot.error is None
    (written,) = session._book.all()
    assert (written.id, written.plan, written.results) == (session.snapshot.id, plan(), session.snapshot.results)
    session.close()


def test_of_a_dog_that_is_deleted_during_its_match_the_missing_file_is_named(tmp_path: Path) -> None:
    inbox, gone = Mock(), tmp_path / "pup.pdparams"
    pup, other = Entrant(PlayerSpec.parse("alphago:pup:4"), gone), Entrant(RANDOM, None)
    _Worker(inbox, 0.0)._play(PlayRequest(Fixture(0, 0, 1), pup, other, plan().rules, 7))
    inbox.send.assert_called_once_with(Failed(Problem("weights_missing", {"path": gone})))


def test_a_plan_nobody_understands_is_no_tournament(paths: Paths) -> None:
    book = TournamentBook(paths)
    assert book.all(1) == ()
    book.begin(plan())
    with book._database.writing() as db:
        db.execute("""UPDATE tournaments SET plan = '{"players": ["five"]}'""")
    assert book.all(1) == ()
    assert book.sgf(1, 0) is None


def test_a_plan_of_an_older_program_is_one_of_go() -> None:
    old = {"players": ["random", "mcts:30"], "rounds": 4, "size": 13, "komi": 6.5, "ko": "simple", "seed": 5}
    read = TournamentPlan.from_json(old)
    assert read == TournamentPlan((RANDOM, WEAK), 4, Ruleset(13, 6.5, KoRule.SIMPLE), 5)
    assert read.to_json() == old | {"game": "go", "handicap": 0, "counting": "area"}


def test_real_players_play_real_games(paths: Paths) -> None:
    session = TournamentSession(Kennel(paths), paths, processes=1)
    session.start(plan(RANDOM, OTHER, rounds=2))
    deadline = time.monotonic() + PATIENCE
    while session.snapshot.state is not TournamentState.FINISHED and time.monotonic() < deadline:
        time.sleep(0.05)
    shown = session.snapshot
    assert (shown.state, shown.error) == (TournamentState.FINISHED, None)
    assert shown.live is not None
    assert shown.live.board.stones.shape == (5, 5)
    record = from_sgf(session.game_file(1).read_bytes())
    result = next(result for result in shown.results if result.fixture.number == 1)
    assert result.fixture == Fixture(1, *[shown.plan.fixture(1).black, shown.plan.fixture(1).white])  # type: ignore[union-attr]
    assert record.outcome is not None
    assert record.outcome.points() == result.result
    black = plan().players[result.fixture.black]
    assert (record.black, len(record.moves)) == (black.name, result.plies)
    assert (record.players or ("", ""))[0] == str(black)
    session.close()


def lent_worker(inbox: Inbox, pace: float | None) -> None:
    """Tells in its results whether it has been lent the weights that it is asked to play with."""
    lent: dict[str, bytes] = {}
    while not inbox.stopped:
        for message in inbox.take(None):
            if isinstance(message, Lend):
                assert message.name not in lent, "once is enough"
                lent[message.name] = message.data
            elif isinstance(message, PlayRequest):
                players = (message.black, message.white)
                told = b" ".join(b"here" if each.lent is None else lent[each.lent] for each in players)
                inbox.send(Played(GameResult(message.fixture, "B+1.5", 1), told))


def test_what_was_lent_to_a_process_that_is_killed_is_swept_by_a_later_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    living, killed = (_Worker(Mock(), 0.0) for _ in range(2))
    living._keep(Lend("dog", b"weights"))
    with monkeypatch.context() as patch:
        patch.setattr(os, "getpid", lambda: 2**22 + 1)  # nobody has that number
        killed._keep(Lend("dog", b"weights"))
    assert len(list(tmp_path.iterdir())) == 2
    sweep_temporary_folders()
    (left,) = tmp_path.iterdir()
    assert (left / "0.pdparams").read_bytes() == b"weights"
    living.close()
    assert not list(tmp_path.iterdir())


def test_idle_machines_of_a_cluster_play_too_and_may_die_meanwhile(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "cluster"
    folder.mkdir()
    (folder / "a").write_text("1")
    weights = tmp_path / "dog.pdparams"
    weights.write_bytes(b"weights")
    kennel = Kennel(paths)
    monkeypatch.setattr(kennel, "find_weights", lambda *_: weights)
    session = TournamentSession(kennel, paths, lent_worker, processes=0, connect=connect)
    whole = plan(PlayerSpec.parse("alphago:pup:4"), RANDOM, rounds=40)
    session.start(whole, str(folder))
    wait_until(session, TournamentState.RUNNING, 2)
    (folder / "b").write_text("2")
    (folder / "a").unlink()
    wait_until(session, TournamentState.FINISHED, whole.games)
    results = session.snapshot.results
    assert sorted(result.fixture.number for result in results) == list(range(whole.games))
    games = [session._book.sgf(session.snapshot.id, number) for number in range(whole.games)]
    assert set(games) == {b"weights here", b"here weights"}
    session.close()


def test_games_on_a_machine_that_hangs_are_played_elsewhere(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idle, "_SILENT_SECONDS", 4.0)
    folder = tmp_path / "cluster"
    folder.mkdir()
    (folder / "a").write_text("1")
    session = TournamentSession(Kennel(paths), paths, slow_worker, processes=0, connect=connect)
    whole = plan(rounds=4)
    session.start(whole, str(folder))
    wait_until(session, TournamentState.RUNNING, 2)
    (folder / "a").write_text(HANGS)
    (folder / "b").write_text("1")
    wait_until(session, TournamentState.FINISHED, whole.games)
    assert len(session.snapshot.results) == whole.games
    session.close()


def test_without_a_cluster_it_is_played_at_home(paths: Paths, tmp_path: Path) -> None:
    session = TournamentSession(Kennel(paths), paths, fake_worker, processes=1, connect=connect)
    session.start(plan(), str(tmp_path / "nowhere"))
    wait_until(session, TournamentState.FINISHED, plan().games)
    assert len(session.snapshot.results) == plan().games
    session.close()
