"""Stand-ins for the app, so that scenes can be tested alone: a match without rules, a kennel, a session."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pygame
from numpy.typing import NDArray

from clevergo.app.desk.settings import FIRST_MATCH, SceneName, Settings, Theme
from clevergo.app.errors import AppError
from clevergo.app.kennel.messages import DogAge, DogCard, DogInfo, Effort, TrainingNews, TrainingSnapshot
from clevergo.app.kennel.moments import ExamMarks, KeptMoment
from clevergo.app.kennel.shared.looking import SharedDogs
from clevergo.app.kennel.shared.store import SharedDog
from clevergo.app.kennel.tasks import Task, TaskSnapshot
from clevergo.app.match.clock import ClockSeen
from clevergo.app.match.messages import (
    BoardState,
    CopySaved,
    LineMove,
    MatchPhase,
    MatchSetup,
    MatchSnapshot,
    RecordFacts,
    Refusal,
    SavedGame,
    Shown,
    Thinking,
)
from clevergo.app.training.settings import DogSettings, NetSize, Newborn
from clevergo.games.game import Rules
from clevergo.games.outcome import Outcome, Termination
from clevergo.games.start import Start
from clevergo.locale import Language
from clevergo.players.protocol import Candidate
from clevergo.players.spec import PlayerSpec
from clevergo.problem import Problem, as_said
from clevergo.ui.board.view import BoardPicture
from clevergo.ui.scenes.catalog import TABS
from clevergo.ui.scenes.play.scene import PlayScene
from clevergo.ui.shell.audio import Audio
from clevergo.ui.shell.scene import Preferences, Services
from clevergo.ui.shell.stage import SceneMaker, Stage
from tests.ui.fake_analysis import FakeAnalysis
from tests.ui.fake_experiment import FakeExperiments
from tests.ui.fake_inquiries import FakeInquirer

DOGS = (
    DogInfo("alpha_go", True, "5x64", 41_000, 86_400.0, 1480.0, 35.0, Path("alpha_go.pdparams")),
    DogInfo("小黑", False, "5x64", 3_204, 4_320.0, 1120.0, 48.0, Path("pup.pdparams")),
    DogInfo("新来的", False, "5x64", 0, 0.0, None, None, None),
)

ONLY_PLAY: Mapping[SceneName, SceneMaker] = {SceneName.PLAY: PlayScene}


def picture(stones: NDArray[np.int8], **seen: Any) -> BoardPicture:
    """What is seen of a position with these stones; ``seen`` names what belongs to it and what is drawn over it."""
    of_board = {name: seen.pop(name) for name in list(seen) if name in BoardState.__dataclass_fields__}
    return BoardPicture(BoardState(stones, **of_board), **seen)


_PARTS = ("shown", "live", "line", "thoughts", "waiting")
_SHORT = {
    "live_ply": ("live", "ply"),
    "live_to_play": ("live", "to_play"),
    "line": ("line", "moves"),
    "thinking": ("thoughts", "now"),
    "is_thinking": ("thoughts", "is_running"),
    "last_thinking": ("thoughts", "last"),
    "last_thinking_ply": ("thoughts", "last_ply"),
    "engine_loading": ("waiting", "is_loading"),
    "waiting_move": ("waiting", "first_move"),
}
"""What tests say for parts of the snapshot, and which fields these are."""


class FakeLibrary:
    """Whatever games there are, are known."""

    games: tuple[SavedGame, ...] | None = None

    def refresh(self) -> None: ...


class FakeMatch:
    """A board on which every empty point may be played and nothing is ever captured."""

    def __init__(self, setup: MatchSetup = FIRST_MATCH) -> None:
        self.calls: list[str] = []
        self.refusal: Refusal | None = None
        self.bars: Problem | None = None
        """Why no stones can be laid by hand."""
        self.clock: ClockSeen | None = None
        self.library = FakeLibrary()
        self.copied: CopySaved | None = None
        self.polls = 0
        self._undone: list[int] = []
        self.snapshot = self._empty(setup, 1)

    def _empty(self, setup: MatchSetup, match_id: int) -> MatchSnapshot:
        return MatchSnapshot(
            version=getattr(getattr(self, "snapshot", None), "version", 0) + 1,
            match_id=match_id,
            setup=setup,
            phase=MatchPhase.SETUP,
            shown=Shown(self.first_board(setup), captures=(0, 0), may_pass=True),
        )

    def change(self, **values: object) -> None:
        """A new snapshot with these values, those of its parts, and those of its board."""
        of_board = {name: values.pop(name) for name in list(values) if name in BoardState.__dataclass_fields__}
        board = replace(self.snapshot.shown.board, **of_board)  # type: ignore[arg-type]
        changed: dict[str, dict[str, object]] = {"shown": {"board": board}}
        for name in list(values):
            owners = (part for part in _PARTS if name in type(getattr(self.snapshot, part)).__dataclass_fields__)
            part, field = _SHORT.get(name) or (next(owners, None), name)
            if part is not None:
                changed.setdefault(part, {})[field] = values.pop(name)
        for part, values_of_part in changed.items():
            values[part] = replace(getattr(self.snapshot, part), **values_of_part)
        self.snapshot = replace(self.snapshot, version=self.snapshot.version + 1, **values)  # type: ignore[arg-type]

    rules_are_loaded = True

    def prewarm(self) -> None:
        """The rules are there."""

    def poll(self) -> None:
        """Nothing ever comes from an engine."""
        self.polls += 1

    def new_match(self, setup: MatchSetup) -> None:
        self.calls.append("new_match")
        self.snapshot = self._empty(setup, self.snapshot.match_id + 1)

    def start(self) -> None:
        self.calls.append("start")
        self.change(phase=MatchPhase.RUNNING, error=None)

    def pause(self) -> None:
        self.calls.append("pause")
        self.change(phase=MatchPhase.PAUSED)

    def play(self, action: int) -> Refusal | None:
        self.calls.append(f"play {action}")
        if self.refusal is not None:
            return self.refusal
        match = self.snapshot
        if action < match.shown.board.stones.size and match.shown.board.stones.flat[action]:
            return Refusal.OCCUPIED
        stones = match.shown.board.stones.copy()
        if action < stones.size:
            stones.flat[action] = int(match.shown.to_play)
        self.change(
            stones=stones,
            to_play=match.shown.to_play.opponent,
            ply=match.shown.ply + 1,
            last_move=action,
            moves=(*match.shown.moves, action),
            live_ply=match.shown.ply + 1,
            live_to_play=match.shown.to_play.opponent,
            node=match.shown.ply + 1,
            line=(*match.line.moves, LineMove(match.shown.ply + 1, action)),
            can_undo=True,
            thinking=None,
            black_win_rates=(*match.line.black_win_rates, None),
        )
        return None

    def pass_turn(self) -> Refusal | None:
        passing = self.snapshot.setup.rules.pass_action
        assert passing is not None
        return self.play(passing)

    @property
    def comment(self) -> str:
        return self.snapshot.shown.comment

    def write_comment(self, node: int, text: str) -> None:
        self.calls.append(f"write {node} {text}")

    def draw(self, change: object) -> None:
        self.calls.append("draw")

    def find(self, asked: str | None) -> None:
        self.calls.append(f"find {asked}")

    def choose(self, choice: str) -> None:
        self.calls.append(f"choose {choice}")

    def first_board(self, setup: MatchSetup) -> BoardState:
        return BoardState.empty(setup.rules.grid, setup.start)

    def undo(self) -> None:
        self.calls.append("undo")
        self.change(can_undo=False, can_redo=True)

    def redo(self) -> None:
        self.calls.append("redo")
        self.change(can_redo=False, can_undo=True)

    def resign(self) -> None:
        self.calls.append("resign")
        self.finish(Outcome(self.snapshot.shown.to_play.opponent, None, Termination.RESIGNATION))

    def restart(self) -> None:
        self.calls.append("restart")
        self.snapshot = self._empty(self.snapshot.setup, self.snapshot.match_id + 1)
        self.change(phase=MatchPhase.RUNNING)

    def toggle_dead(self, action: int) -> None:
        self.calls.append(f"toggle_dead {action}")

    def look_at(self, node: int) -> None:
        self.calls.append(f"look_at {node}")

    def look_by(self, steps: int) -> None:
        self.calls.append(f"look_by {steps}")

    def go_to(self, ply: int) -> None:
        self.calls.append(f"go_to {ply}")

    def look_beside(self, step: int) -> None:
        self.calls.append(f"look_beside {step}")

    def look_live(self) -> None:
        self.calls.append("look_live")

    def meet(self, away: object) -> None:
        self.calls.append("meet")

    def leave(self) -> None:
        self.calls.append("leave")
        self.change(away=None, phase=MatchPhase.SETUP)

    def answer(self, yes: bool) -> None:
        self.calls.append(f"answer {yes}")

    def agree_on_dead(self) -> None:
        self.calls.append("agree_on_dead")

    def take_their_count(self) -> None:
        self.calls.append("take_their_count")

    def ask_to_play_on(self) -> None:
        self.calls.append("ask_to_play_on")

    def judge(self, node: int, black_win_rate: float, black_score: float | None = None) -> None:
        self.calls.append(f"judge {node}")

    def play_on(self, black: PlayerSpec, white: PlayerSpec) -> None:
        self.calls.append(f"play_on {black} {white}")

    def change_players(self, black: PlayerSpec, white: PlayerSpec) -> None:
        self.calls.append(f"change_players {black} {white}")
        self.change(phase=MatchPhase.PAUSED, setup=replace(self.snapshot.setup, black=black, white=white))

    def dog_renamed(self, old: str, new: str) -> None:
        self.calls.append(f"dog_renamed {old} {new}")
        self.change(setup=self.snapshot.setup.renamed(old, new))

    def why_no_start(self, rules: Rules, start: Start) -> Problem | None:
        return self.bars

    def set_up(self, rules: Rules, start: Start) -> Problem | None:
        self.calls.append(f"set_up {start.black} {start.white} {start.to_play.name}")
        if self.bars is None:
            black = white = PlayerSpec.parse("human")
            self.snapshot = self._empty(MatchSetup(black, white, rules, start), self.snapshot.match_id + 1)
            self.change(phase=MatchPhase.LOOKING, record=RecordFacts(), to_play=start.to_play)
        return self.bars

    def open_game(self, source: Path | str) -> None:
        self.calls.append(f"open_game {source.name}" if isinstance(source, Path) else f"paste_game {source}")

    def reopen_last(self) -> bool:
        self.calls.append("reopen_last")
        return bool(self.library.games)

    def save_as(self, path: Path) -> None:
        self.calls.append(f"save_as {path.name}")

    def copy_saved(self) -> CopySaved | None:
        copied, self.copied = self.copied, None
        return copied

    def game_text(self) -> str:
        return "(;SZ[9])"

    def think(self, done: int = 236, total: int = 400) -> None:
        """As if an engine were searching."""
        points = [p for p in (20, 30, 40, 50, 60) if not self.snapshot.shown.board.stones.flat[p]]
        candidates = tuple(
            Candidate(p, max(done // (2**i + 1), 1), 0.61 - 0.05 * i, 0.4 / (i + 1), (p, p + 1, p + 2, p + 9))
            for i, p in enumerate(points)
        )
        self.change(thinking=Thinking(done, total, 0.42, candidates), is_thinking=done < total)

    def finish(self, outcome: Outcome | None = None) -> None:
        """As if two passes had ended the game."""
        size = len(self.snapshot.shown.board.stones)
        owner = np.ones((size, size), np.int8)
        owner[:, size // 2 + 1 :] = 2
        outcome = outcome or Outcome.counted(5.5, Termination.TWO_PASSES)
        counted = outcome.margin is not None
        self.change(phase=MatchPhase.FINISHED, outcome=outcome, owners=owner if counted else None, is_thinking=False)

    def fail(self, reason: str | Problem) -> None:
        """As if the engine had died."""
        self.change(phase=MatchPhase.PAUSED, error=as_said(reason) if isinstance(reason, str) else reason)


class FakeKennel:
    """Three dogs: the shipped one, a grown one, one that has learned nothing yet. What takes long is done on paper."""

    def __init__(self, dogs: tuple[DogInfo, ...] = DOGS) -> None:
        self._dogs = dogs
        self.cards: tuple[DogCard, ...] | None = None
        self.files: tuple[Path, ...] = (Path("/pc/Downloads/旺财.clevergo"), Path("/pc/Desktop/rex.clevergo"))
        self.trouble = ""
        self.task: TaskSnapshot | None = None
        self.ends: list[TaskSnapshot] = []
        self.refuses = ""
        self.calls: list[str] = []
        self.diaries: dict[str, tuple[TrainingNews, ...]] = {}
        self.moments: dict[str, KeptMoment] = {}
        """By their kinds, of every dog."""
        self.exams_told: tuple[ExamMarks, ...] = ()
        self.shared = SharedDogs()

    def dogs(self) -> tuple[DogInfo, ...]:
        return self._dogs

    def ages_of(self, name: str) -> tuple[DogAge, ...]:
        games = (400, 1230, 3204) if name == "小黑" else ()
        return tuple(DogAge(f"{name}@{n}", n, float(n), None, None, Path(f"{n}.pdparams")) for n in games)

    def adopt(self, name: str, wish: Newborn) -> str:
        self._dogs = (*self._dogs, DogInfo(name, False, "5x64", 0, 0.0, None, None, None))
        return name

    def settings_of(self, name: str) -> DogSettings | None:
        large = NetSize.LARGE
        told = DogSettings(large, blocks=large.config.blocks, channels=large.config.channels, of_game={"komi": 5.5})
        return told if name.startswith("小黑") else None

    def diary(self, name: str) -> list[TrainingNews]:
        return list(self.diaries.get(name, ()))

    def moment(self, name: str, kind: str) -> KeptMoment | None:
        return self.moments.get(kind)

    def exams(self, name: str) -> tuple[ExamMarks, ...]:
        return self.exams_told

    def look(self) -> None:
        self.calls.append("look")

    def find_files(self) -> None:
        self.calls.append("find files")

    def finished(self, task: Task | None = None) -> TaskSnapshot | None:
        place = next((i for i, end in enumerate(self.ends) if task in (None, end.task)), None)
        return None if place is None else self.ends.pop(place)

    def _note(self, call: str) -> None:
        if self.refuses:
            raise AppError(as_said(self.refuses))
        self.calls.append(call)

    def move(self, name: str, size: int, beside: Sequence[int]) -> None:
        self._note(f"move {name} to {size} beside {list(beside)}")

    def adopt_pup(self, name: str, wish: Newborn) -> None:
        self._note(f"adopt {name} of {wish.parent}")

    def rename(self, name: str, new_name: str) -> str:
        self._note(f"rename {name} to {new_name}")
        return new_name

    def retire(self, name: str, retired: bool) -> None:
        self._note(f"retire {name} {retired}")

    def copy(self, name: str, new_name: str) -> None:
        self._note(f"copy {name} to {new_name}")

    def delete(self, name: str) -> None:
        self._note(f"delete {name}")

    def export(self, name: str, path: Path, replaces: bool = False) -> None:
        self._note(f"export {name} to {path}{' instead' if replaces else ''}")

    def import_file(self, path: Path) -> None:
        self._note(f"import {path}")

    def fetch(self, address: str, dog: SharedDog) -> None:
        self._note(f"fetch {dog.file} from {address}")

    def put(self, address: str, name: str) -> None:
        self._note(f"put {name} into {address}")

    def file_for(self, name: str) -> Path:
        return Path("/data/exports") / f"{name}.clevergo"

    def cancel(self) -> None:
        self.calls.append("cancel")


class FakeTraining:
    """A session that does nothing."""

    snapshot = TrainingSnapshot()

    def view(self, dog: str) -> None: ...

    def look_at(self, name: str) -> None: ...

    def start(self, dog: str, cluster: str | None = None) -> None: ...

    def stop(self) -> None: ...

    def set_effort(self, effort: Effort) -> None: ...

    def wishes(self, name: str) -> DogSettings:
        return DogSettings()

    def has_begun(self, name: str) -> bool:
        return False

    def wish(self, name: str, settings: DogSettings) -> None: ...


def make_services(language: Language = Language.ENGLISH, theme: Theme = Theme.LIGHT, scale: float = 1.0) -> Services:
    """A scene's services with a fake app behind them."""
    settings = Settings(language=language, theme=theme, ui_scale=scale, play_more=True)
    return Services(
        preferences=Preferences(settings),
        audio=Audio(),
        kennel=FakeKennel(),  # type: ignore[arg-type]
        match=FakeMatch(),  # type: ignore[arg-type]
        training=FakeTraining(),  # type: ignore[arg-type]
        analysis=FakeAnalysis(),  # type: ignore[arg-type]
        inquiries=FakeInquirer(),  # type: ignore[arg-type]
        experiment=FakeExperiments(),  # type: ignore[arg-type]
    )


def make_stage(
    services: Services, size: tuple[int, int] = (1280, 800), makers: Mapping[SceneName, SceneMaker] = ONLY_PLAY
) -> Stage:
    """A stage showing the scene that was shown last, at first the play scene, without a window."""
    pygame.display.init()
    pygame.font.init()
    if pygame.display.get_surface() is None:
        pygame.display.set_mode((64, 64))
    stage = Stage(services.preferences, services.audio, size, TABS)
    stage.furnish(services, makers)
    return stage


def fake_match(services: Services) -> FakeMatch:
    """The match behind the services."""
    assert isinstance(services.match, FakeMatch)
    return services.match


def fake_analysis(services: Services) -> FakeAnalysis:
    """The analysis behind the services."""
    assert isinstance(services.analysis, FakeAnalysis)
    return services.analysis


def draw(stage: Stage) -> pygame.Surface:
    """The whole stage as a picture."""
    surface = pygame.Surface(stage.rect.size)
    stage.update(0.0)
    stage.draw(surface, stage.look)
    return surface


def move_to(stage: Stage, pos: tuple[int, int]) -> None:
    """The pointer goes there."""
    stage.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))


def click(stage: Stage, pos: tuple[int, int]) -> None:
    """A click of the main button."""
    move_to(stage, pos)
    stage.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))
    stage.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1))


def click_on(stage: Stage, name: str) -> None:
    """A click in the middle of what has that id."""
    mark = next((mark for mark in stage.clickable() if mark.id == name), None)
    assert mark is not None, f"{name} is not there: {[mark.id for mark in stage.clickable()]}"
    assert mark.is_enabled, f"{name} cannot be clicked now"
    click(stage, mark.rect.center)


def press_key(stage: Stage, key: int, mod: int = 0, text: str = "") -> bool:
    """A key goes down."""
    return stage.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=text))


def type_text(stage: Stage, text: str) -> None:
    """Text arrives, from the keyboard or from an input method."""
    stage.handle(pygame.event.Event(pygame.TEXTINPUT, text=text))
