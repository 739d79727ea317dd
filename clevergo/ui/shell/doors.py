"""The doors between scenes and the app: what each may be asked, never the machinery behind it.

Tests put stand-ins behind them; the real ones are made in :mod:`clevergo.ui.shell.launch`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from clevergo.app.analysis.session import AnalysisSnapshot, Question, Verdict
from clevergo.app.desk.settings import Settings
from clevergo.app.kennel.dogs import NetConfig
from clevergo.app.kennel.messages import DogAge, DogCard, DogInfo, Effort, TrainingSnapshot
from clevergo.app.kennel.tasks import TaskSnapshot
from clevergo.app.match.clock import ClockSeen
from clevergo.app.match.messages import CopySaved, MatchSetup, MatchSnapshot, Refusal, SavedGame
from clevergo.app.tournament.book import WrittenTournament
from clevergo.app.tournament.pairing import TournamentPlan
from clevergo.app.tournament.session import TournamentSnapshot
from clevergo.app.training.settings import DogSettings
from clevergo.players.spec import PlayerSpec


class MatchDoor(Protocol):
    """What scenes may ask of :class:`clevergo.app.match.controller.MatchController`; every call returns at once."""

    @property
    def snapshot(self) -> MatchSnapshot:
        """The match as it is now."""
        ...

    def poll(self) -> object:
        """Take in what the engine has to say; called each frame."""
        ...

    def new_match(self, setup: MatchSetup) -> object:
        """Lay out an empty board for these players and rules; nobody moves yet."""
        ...

    def start(self) -> object:
        """Let the game begin, or go on after a pause."""
        ...

    def pause(self) -> object:
        """Let computers wait."""
        ...

    def play(self, action: int) -> Refusal | None:
        """A person's move; why not, where it cannot be played."""
        ...

    def play_on(self, black: PlayerSpec, white: PlayerSpec) -> object:
        """Begin a game of one's own from the position of a record that is looked at."""
        ...

    def pass_turn(self) -> Refusal | None:
        """A person's pass."""
        ...

    def undo(self) -> object:
        """Take moves back to where the person is to move."""
        ...

    def redo(self) -> object:
        """Play again what was taken back."""
        ...

    def resign(self) -> object:
        """The person gives up."""
        ...

    def toggle_dead(self, action: int) -> object:
        """After the game: take the chain at a point for dead, or for living again."""
        ...

    def restart(self) -> object:
        """The same players, an empty board, and the game begins."""
        ...

    def look_at(self, node: int) -> object:
        """Look at a position of the record; the game goes on where it is."""
        ...

    def look_by(self, steps: int) -> object:
        """Look so many moves further on, or back."""
        ...

    def go_to(self, ply: int) -> object:
        """Look at the position after so many moves of the line that is shown."""
        ...

    def look_beside(self, step: int) -> object:
        """Look at another variation."""
        ...

    def look_live(self) -> object:
        """Look at the game itself again."""
        ...

    def judge(self, node: int, black_win_rate: float, black_score: float | None = None) -> object:
        """Note what an analysis thinks of a position."""
        ...

    @property
    def clock(self) -> ClockSeen | None:
        """Both clocks at this moment; None where nobody is in a hurry."""
        ...

    def open_game(self, path: Path) -> object:
        """Put a game on the board."""
        ...

    def paste_game(self, text: str) -> object:
        """Put a game on the board that is told as SGF text."""
        ...

    def reopen_last(self) -> bool:
        """Put the game begun last back on the board; False where there is none."""
        ...

    def save_as(self, path: Path) -> object:
        """Have the game as it stands written to another file."""
        ...

    def copy_saved(self) -> CopySaved | None:
        """What became of a file asked for with ``save_as``; each is told once."""
        ...

    def game_text(self) -> str:
        """The game as SGF text; empty before there is one."""
        ...

    def look_for_games(self) -> object:
        """Look what games are saved."""
        ...

    @property
    def saved_games(self) -> Sequence[SavedGame] | None:
        """The saved games as found last, the newest first; None until somebody has looked."""
        ...


class KennelDoor(Protocol):
    """What scenes may ask of :class:`clevergo.app.kennel.tasks.KennelWork`; every call returns at once.

    What it starts may raise an AppError: the name will not do, there is no such dog, or it is busy.
    """

    def dogs(self) -> Sequence[DogInfo]:
        """All dogs, the shipped one among them."""
        ...

    def ages_of(self, name: str) -> Sequence[DogAge]:
        """A dog as it was earlier, the latest last; an AppError where there is no such dog."""
        ...

    @property
    def cards(self) -> tuple[DogCard, ...] | None:
        """Every dog as it was at the latest look; None before the first has ended."""
        ...

    @property
    def files(self) -> tuple[Path, ...]:
        """Dogs' files found on this computer."""
        ...

    @property
    def trouble(self) -> str:
        """Why the latest look failed; empty where it did not."""
        ...

    @property
    def task(self) -> TaskSnapshot | None:
        """What is being done; None while nothing is."""
        ...

    def look(self) -> object:
        """Look at every dog anew, soon."""
        ...

    def finished(self) -> TaskSnapshot | None:
        """A task that has ended since the last question, each told once."""
        ...

    def adopt(self, name: str, config: NetConfig | None = None) -> str:
        """Take in a new dog that begins from nothing; its tidied name."""
        ...

    def adopt_pup(self, name: str, parent: str) -> object:
        """Begin to take in a new dog with the weights of another."""
        ...

    def rename(self, name: str, new_name: str) -> str:
        """Call a dog something else; its tidied name."""
        ...

    def retire(self, name: str, retired: bool) -> object:
        """Send a dog to rest, or bring it back."""
        ...

    def copy(self, name: str, new_name: str) -> object:
        """Begin to copy a dog."""
        ...

    def delete(self, name: str) -> object:
        """Begin to delete a dog."""
        ...

    def export(self, name: str, path: Path) -> object:
        """Begin to write a dog into one file."""
        ...

    def import_file(self, path: Path) -> object:
        """Begin to take in the dog of a file."""
        ...

    def file_for(self, name: str) -> Path:
        """Where a dog's file goes if nobody says otherwise."""
        ...

    def cancel(self) -> object:
        """Give up what is being done."""
        ...


class TrainingDoor(Protocol):
    """What scenes may ask of the training session; every call returns at once."""

    @property
    def snapshot(self) -> TrainingSnapshot | None:
        """How training stands; None before the first run."""
        ...

    def poll(self) -> object:
        """Take in what the run has to say; called each frame."""
        ...

    def look_at(self, name: str) -> object:
        """Tell this dog's past in the snapshot, while nothing runs."""
        ...

    def start(self, dog: str) -> object:
        """Train this dog, from where it was."""
        ...

    def stop(self) -> object:
        """Stop after saving."""
        ...

    def set_effort(self, effort: Effort) -> object:
        """How much of the machine training may use from now on."""
        ...

    def wishes(self, name: str) -> DogSettings:
        """How this dog is to be trained."""
        ...

    def wish(self, name: str, settings: DogSettings) -> object:
        """Train this dog in another way from its next start on."""
        ...


class TournamentDoor(Protocol):
    """What scenes may ask of :class:`clevergo.app.tournament.session.TournamentSession`; every call returns at once."""

    @property
    def snapshot(self) -> TournamentSnapshot:
        """How it stands; another object when something has changed."""
        ...

    def look_back(self) -> object:
        """Show the latest tournament there was, soon."""
        ...

    @property
    def earlier(self) -> tuple[WrittenTournament, ...]:
        """Every tournament there was as found at the latest look, the latest first."""
        ...

    def look_for_earlier(self) -> object:
        """Look anew what tournaments there were, soon."""
        ...

    def show_earlier(self, written: WrittenTournament) -> object:
        """Show one of them as it was left; an AppError where one is under way."""
        ...

    def start(self, plan: TournamentPlan) -> object:
        """Begin a new one; an AppError where one is under way."""
        ...

    def go_on(self) -> object:
        """Play the games that are missing."""
        ...

    def stop(self) -> object:
        """Stop; it can go on later."""
        ...

    def pause(self, is_paused: bool) -> object:
        """Let the players wait, or go on."""
        ...

    def set_pace(self, seconds: float) -> object:
        """At least so many seconds from move to move."""
        ...

    def game_file(self, number: int) -> Path:
        """A finished game as a file; an AppError where that cannot be."""
        ...


class AnalysisDoor(Protocol):
    """What scenes may ask of :class:`clevergo.app.analysis.session.AnalysisController`; every call returns at once."""

    @property
    def snapshot(self) -> AnalysisSnapshot:
        """What is known of the position looked at."""
        ...

    def poll(self) -> object:
        """Take in what has been found; called each frame."""
        ...

    def look_at(self, question: Question | None) -> object:
        """Think about this position; None: about nothing."""
        ...

    @property
    def is_paused(self) -> bool:
        """Whether thinking about it waits."""
        ...

    def pause(self, is_paused: bool) -> object:
        """Wait, or go on."""
        ...

    def seek_hint(self, question: Question) -> object:
        """Find one move for this position."""
        ...

    def drop_hint(self) -> object:
        """The hint has been seen."""
        ...

    def study(self, question: Question) -> object:
        """Go through every position of a game."""
        ...

    def stop_study(self) -> object:
        """Enough of that."""
        ...

    def verdicts(self, question: Question) -> tuple[Verdict | None, ...]:
        """What is known of the first position of a game and the one after each move."""
        ...


class SettingsStore(Protocol):
    """Where the settings are kept (:class:`clevergo.app.desk.settings.SettingsFile`)."""

    def save(self, settings: Settings) -> None:
        """Write them; raises AppError where that cannot be done."""
        ...
