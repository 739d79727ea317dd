"""A tournament under way: a background thread starts the processes, hands out games and writes down every result.

The window looks at snapshots and says what it wishes; it never waits. One that was killed goes on where it was.
"""

from __future__ import annotations

import contextlib
import logging
import math
import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from clevergo.app.desk.paths import Paths
from clevergo.app.errors import AppError
from clevergo.app.kennel.book import Kennel
from clevergo.app.match.messages import Preparing
from clevergo.app.tournament.abroad import Abroad, may_travel
from clevergo.app.tournament.book import TournamentBook, WrittenTournament
from clevergo.app.tournament.pairing import (
    Fixture,
    GameResult,
    LiveGame,
    Table,
    TournamentPlan,
    TournamentState,
    table_of,
)
from clevergo.app.tournament.worker import (
    NICENESS,
    Entrant,
    Failed,
    Played,
    PlayRequest,
    SetPace,
    run_tournament_worker,
)
from clevergo.files import LockHeldError, take_lock, write_whole
from clevergo.problem import Problem, unexpected
from clevergo.workers.awake import kept_awake
from clevergo.workers.cluster.crew import Connect, RemoteWorker
from clevergo.workers.cluster.ray_cluster import connect as connect_by_ray
from clevergo.workers.inbox import Inbox
from clevergo.workers.process import Deaths, Worker, end_all, listen

logger = logging.getLogger(__name__)

_WAIT_SECONDS = 0.05
_CLOSE_SECONDS = 1.5
_MOST_DEATHS = 3
_MANY_CORES = 4
"""From so many cores on two games are played side by side."""

ACTIVE = frozenset({TournamentState.STARTING, TournamentState.RUNNING, TournamentState.PAUSED})


@dataclass(frozen=True)
class TournamentSnapshot:
    """Everything a screen needs to draw a tournament. A new one is made at each change; compare by ``version``."""

    version: int = 0
    state: TournamentState = TournamentState.NONE
    plan: TournamentPlan | None = None
    results: tuple[GameResult, ...] = ()
    """In the order the games ended."""
    table: Table | None = None
    live: LiveGame | None = None
    error: Problem | None = None
    """Why it stopped, where nobody wished it: one sentence for a person."""
    preparing: Preparing | None = None
    """How far a first start is that has to compile first; None where nothing is known of one."""
    id: int = 0
    """Its number in the kennel; 0 before it has one."""


@dataclass
class _Child:
    """A process and the game it plays."""

    worker: Worker | RemoteWorker
    fixture: Fixture | None = None

    @property
    def is_here(self) -> bool:
        """Whether it runs on this machine."""
        return isinstance(self.worker, Worker)


class TournamentSession:
    """Runs one tournament at a time. For the window's thread; every method but ``close`` returns at once."""

    def __init__(
        self,
        kennel: Kennel,
        paths: Paths,
        entry: Callable[[Inbox, float | None], None] = run_tournament_worker,
        processes: int | None = None,
        connect: Connect = connect_by_ray,
    ) -> None:
        """Nothing is started or read yet; ``processes``: games side by side, by default two where there are many cores.

        ``entry``, what a process runs, and ``connect``, how a cluster is found, are others only in tests.
        """
        self._kennel = kennel
        self._book = TournamentBook(paths)
        self._folder = paths.tournaments
        self._entry = entry
        self._connect = connect
        self._cluster: str | None = None
        usual = 2 if (os.cpu_count() or 1) >= _MANY_CORES else 1
        self._processes = usual if processes is None else processes
        self._lock = threading.Lock()
        self.snapshot = TournamentSnapshot()
        """How it stands; the same object until something has changed."""
        self.earlier: tuple[WrittenTournament, ...] = ()
        """Every tournament there was as found at the latest look, the latest first; another object after each look."""
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._wanted_pace = 0.0
        self._paused = False
        self._pace_changed = threading.Event()

    # --- what one may ask and do ------------------------------------------------------------------------

    @property
    def is_active(self) -> bool:
        """Whether games are being played, or about to be."""
        return self._thread is not None and self._thread.is_alive()

    @property
    def is_paused(self) -> bool:
        """Whether the players are to wait; the snapshot tells of it a moment later."""
        return self._paused

    def look_back(self) -> None:
        """Show the latest tournament there was, so that it can go on; soon, and only where none is shown by then."""
        threading.Thread(target=self._find_latest, name="tournaments", daemon=True).start()

    def look_for_earlier(self) -> None:
        """Look anew what tournaments there were, soon."""
        threading.Thread(target=self._find_earlier, name="tournaments", daemon=True).start()

    def show_earlier(self, written: WrittenTournament) -> None:
        """Show a tournament as it was left: its table, its games, and a way to go on where games are missing.

        AppError where one is under way.
        """
        self._refuse_second()
        self._show(_as_it_was_left(written))

    def start(self, plan: TournamentPlan, cluster: str | None = None) -> None:
        """Begin a new tournament; on idle machines of the ``cluster`` at that address, too.

        AppError where one is under way.
        """
        self._refuse_second()
        self._cluster = cluster
        # The table, too: a screen must not be left with that of other players.
        self._show(TournamentSnapshot(state=TournamentState.STARTING, plan=plan, table=table_of(plan, ())))
        self._begin(lambda: self._run_new(plan))

    def go_on(self, cluster: str | None = None) -> None:
        """Play the games that are missing; see :meth:`start`."""
        self._refuse_second()
        self._cluster = cluster
        if self.snapshot.state is TournamentState.STOPPED:
            # Without the game it was stopped in: as long as none is seen, its players are getting ready.
            self._show(state=TournamentState.STARTING, live=None, error=None, preparing=None)
            self._begin(self._run_further)

    def stop(self) -> None:
        """Stop; the games that are finished are kept, and it can go on later."""
        self._stop.set()

    def pause(self, is_paused: bool) -> None:
        """Let the players wait, or go on."""
        self._paused = is_paused
        self._pace_changed.set()

    def set_pace(self, seconds: float) -> None:
        """At least so many seconds from move to move; 0: as fast as they think."""
        self._wanted_pace = seconds
        self._pace_changed.set()

    def dog_renamed(self, old: str, new: str) -> None:
        """A dog is called otherwise now; what is not finished goes on under its new name."""
        shown = self.snapshot
        if shown.plan is not None and shown.state is not TournamentState.FINISHED:
            plan = shown.plan.renamed(old, new)
            if plan is not shown.plan:
                self._show(plan=plan)
        try:
            self._book.rename(old, new)
        except AppError as error:
            logger.warning("%s", error)
        self.look_for_earlier()

    def game_file(self, number: int) -> Path:
        """A finished game as a file of its own, to be opened; AppError where it is not there, or cannot be written."""
        tournament = self.snapshot.id
        sgf = self._book.sgf(tournament, number)
        if sgf is None:
            raise AppError("tournament_game", number=number + 1)
        path = self._folder / f"{tournament:04}-{number + 1:03}.sgf"
        with AppError.instead_of(OSError, "cannot_write", path=path):
            self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(path, sgf, durable=False)
        return path

    def all_games(self) -> bytes:
        """All finished games, one after the other, as SGF's collections are; AppError where they cannot be read.

        Waits for the disk: not for the window's thread.
        """
        shown = self.snapshot
        try:
            found = [self._book.sgf(shown.id, result.fixture.number) for result in shown.results]
        finally:
            self._book.close()
        return b"\n".join(sgf for sgf in found if sgf is not None)

    def close(self) -> None:
        """Stop and wait a moment for every process to end."""
        self.stop()
        if self._thread is not None:
            self._thread.join(_CLOSE_SECONDS)
        self._book.close()

    def wait(self, seconds: float) -> bool:
        """Wait for the games to end; whether they have."""
        if self._thread is not None:
            self._thread.join(seconds)
        return not self.is_active

    def _refuse_second(self) -> None:
        if self._thread is not None and self.snapshot.state in (TournamentState.STOPPED, TournamentState.FINISHED):
            self._thread.join(_CLOSE_SECONDS)  # it has told its last; a person may be quicker than its end
        if self.is_active:
            raise AppError("tournament_runs")

    @property
    def _state_at_play(self) -> TournamentState:
        return TournamentState.PAUSED if self._paused else TournamentState.RUNNING

    @property
    def _pace(self) -> float | None:
        """What the players are told."""
        return None if self._paused else self._wanted_pace

    def _begin(self, work: Callable[[], None]) -> None:
        self._stop.clear()
        self._thread = threading.Thread(target=self._guarded, args=(work,), name="tournament", daemon=True)
        self._thread.start()

    def _show(self, instead: TournamentSnapshot | None = None, *, only_if_none: bool = False, **values: Any) -> None:
        """What has changed, or another tournament instead; perhaps only where none is shown."""
        with self._lock:
            if only_if_none and self.snapshot.state is not TournamentState.NONE:
                return
            self.snapshot = replace(instead or self.snapshot, version=self.snapshot.version + 1, **values)

    # --- the background thread --------------------------------------------------------------------------

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except AppError as error:
            self._show_stopped(error.problem)
        except Exception as error:
            logger.exception("the tournament failed")
            self._show_stopped(unexpected("tournament_ended", error))
        finally:
            self._kennel.close()
            self._book.close()

    def _show_stopped(self, error: Problem | None) -> None:
        plan = self.snapshot.plan
        done = plan is not None and len(self.snapshot.results) >= plan.games
        state = TournamentState.FINISHED if done else TournamentState.STOPPED
        self._show(state=state if plan is not None else TournamentState.NONE, error=error, preparing=None)

    def _find_latest(self) -> None:
        # Not the tournament's own thread: a person may begin one before the disk has answered.
        try:
            for written in self._book.all(1):
                self._show(_as_it_was_left(written), only_if_none=True)
        except AppError as error:
            self._show(error=error.problem, only_if_none=True)
        finally:
            self._book.close()

    def _find_earlier(self) -> None:
        try:
            self.earlier = self._book.all()
        except AppError as error:
            logger.warning("%s", error)
        finally:
            self._book.close()

    def _run_new(self, plan: TournamentPlan) -> None:
        self._show(id=self._book.begin(plan))
        self._run()

    def _run_further(self) -> None:
        """Play what is missing of the one that is shown; it may not have been written down when it was begun."""
        plan = self.snapshot.plan
        assert plan is not None
        if self.snapshot.id:
            self._run()
        else:
            self._run_new(plan)

    def _run(self) -> None:
        """Play everything that is missing; AppError where another window does."""
        lock = self._folder / f"{self.snapshot.id:04}.lock"
        with _alone(lock), kept_awake():
            self._look_again()
            self._play()
        if self.snapshot.state is TournamentState.FINISHED:
            with contextlib.suppress(OSError):
                lock.unlink()

    def _look_again(self) -> None:
        """Take in what another window has played since this one looked."""
        written = self._book.one(self.snapshot.id)
        if written is not None and len(written.results) > len(self.snapshot.results):
            self._show(results=written.results, table=table_of(written.plan, written.results), plan=written.plan)

    def _play(self) -> None:
        plan = self.snapshot.plan
        assert plan is not None
        game, find = plan.rules.game.name, self._kennel.find_weights
        entrants = [Entrant(spec, None if spec.dog is None else find(spec.dog, game)) for spec in plan.players]
        played = {result.fixture.number for result in self.snapshot.results}
        waiting = [plan.fixture(number) for number in range(plan.games) if number not in played]
        children: list[_Child] = []
        deaths = Deaths(_MOST_DEATHS, math.inf)
        abroad = None if self._cluster is None else Abroad(self._cluster, self._connect, self._entry)
        try:
            while not self._stop.is_set() and (waiting or any(child.fixture for child in children)):
                self._start_processes(children, waiting, abroad)
                self._hand_out(plan, entrants, children, waiting, abroad)
                self._tell_pace(children)
                for child in self._listen(children, abroad):
                    children.remove(child)
                    if child.fixture is not None:
                        waiting.insert(0, child.fixture)
                    child.worker.end()
                    # One whose machine has gone is nobody's fault.
                    if (child.is_here or child.worker.exit_code is not None) and deaths.count_one():
                        raise AppError("tournament_fails")
        finally:
            end_all([child.worker for child in children if isinstance(child.worker, Worker)])
            if abroad is not None:
                abroad.close()
        self._show_stopped(None)

    def _start_processes(self, children: list[_Child], waiting: list[Fixture], abroad: Abroad | None) -> None:
        """As many here as there may be, and on other machines where there is room, but no more than there are games."""
        idle = sum(child.fixture is None for child in children)
        here = sum(child.is_here for child in children)
        for _ in range(min(self._processes - here, len(waiting) - idle)):
            worker = Worker("tournament", self._entry, self._pace, niceness=NICENESS)
            children.append(_Child(worker))
            idle += 1
        if abroad is not None:
            children += [_Child(worker) for worker in abroad.hire(self._pace, len(waiting) - idle)]

    def _hand_out(
        self,
        plan: TournamentPlan,
        entrants: list[Entrant],
        children: list[_Child],
        waiting: list[Fixture],
        abroad: Abroad | None,
    ) -> None:
        for child in children:
            if child.fixture is not None:
                continue
            fixture = next((each for each in waiting if child.is_here or _may_travel(entrants, each)), None)
            if fixture is None:
                continue
            waiting.remove(fixture)
            black, white = entrants[fixture.black], entrants[fixture.white]
            if abroad is not None and isinstance(child.worker, RemoteWorker):
                black, white = abroad.lend(child.worker, black), abroad.lend(child.worker, white)
            seed = int(np.random.SeedSequence([plan.seed, fixture.number]).generate_state(1)[0])
            child.fixture = fixture
            child.worker.send(PlayRequest(fixture, black, white, plan.rules, seed))

    def _tell_pace(self, children: list[_Child]) -> None:
        if not self._pace_changed.is_set():
            return
        self._pace_changed.clear()
        for child in children:
            child.worker.send(SetPace(self._pace))
        # It may be paused before its first move, and go on with getting ready.
        is_ready = self._paused or self.snapshot.live is not None
        self._show(state=self._state_at_play if is_ready else TournamentState.STARTING)

    def _listen(self, children: list[_Child], abroad: Abroad | None) -> list[_Child]:
        """Take in what has come, waiting a moment for it; returns those that have died, or as good as."""
        here = [child.worker for child in children if isinstance(child.worker, Worker)]
        couriers = abroad.couriers if abroad is not None else []
        talking: list[Worker | RemoteWorker] = [*listen([*here, *couriers], _WAIT_SECONDS)]
        if abroad is not None:
            talking += abroad.take()
        for child in children:
            for message in child.worker.poll() if child.worker in talking else []:
                if abroad is not None and isinstance(child.worker, RemoteWorker):
                    abroad.heard(child.worker, message)
                self._take(child, message)
        lost = [child for child in children if child.worker.is_gone]
        if abroad is not None:
            lost += [
                child
                for child in children
                if isinstance(child.worker, RemoteWorker)
                and child not in lost
                and abroad.has_fallen_silent(child.worker)
            ]
        return lost

    def _take(self, child: _Child, message: object) -> None:
        shown = self.snapshot
        match message:
            case LiveGame(fixture):
                live = shown.live
                done = {result.fixture.number for result in shown.results}
                if live is None or live.fixture.number in (fixture.number, *done):
                    self._show(state=self._state_at_play, live=message, preparing=None)
            case Preparing(done):
                # Every process compiles the same: the one that is ahead speaks for all.
                is_ahead = shown.preparing is None or shown.preparing.done < done
                if shown.live is None and is_ahead:
                    self._show(preparing=message)
            case Played(result, sgf):
                assert shown.plan is not None
                self._book.add_game(shown.id, shown.plan, result, sgf)
                child.fixture = None
                results = (*shown.results, result)
                self._show(state=self._state_at_play, results=results, table=table_of(shown.plan, results))
            case Failed(reason):
                child.fixture = None
                raise AppError(reason)


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Have a tournament for oneself by the lock of a file; AppError where another window has it."""
    with AppError.instead_of(OSError, "cannot_write", path=path):
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = path.open("a+b")
    with lock:
        try:
            take_lock(lock)
        except LockHeldError as error:
            raise AppError("tournament_elsewhere") from error
        except OSError as error:  # there are no locks here
            logger.info("nobody knows who else plays a tournament: %s", error)
        yield


def _may_travel(entrants: list[Entrant], fixture: Fixture) -> bool:
    return may_travel(entrants[fixture.black]) and may_travel(entrants[fixture.white])


def _as_it_was_left(written: WrittenTournament) -> TournamentSnapshot:
    state = TournamentState.FINISHED if written.is_finished else TournamentState.STOPPED
    table = table_of(written.plan, written.results)
    return TournamentSnapshot(0, state, written.plan, written.results, table, id=written.id)
