"""The train scene's questions: an earlier age to play, the doctor's advice, a dog's settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from clevergo.app.desk.paths import AppError
from clevergo.app.desk.settings import SceneName
from clevergo.app.kennel.messages import Diagnosis, DogAge
from clevergo.app.training.settings import DogSettings
from clevergo.ui.kit.dialog import Dialog
from clevergo.ui.kit.notes import Tone
from clevergo.ui.scenes.train.settings import DogSettingsDialog
from clevergo.ui.scenes.train.words import advice_said
from clevergo.ui.shell.scene import Visit
from clevergo.ui.shell.stage import Stage
from clevergo.ui.strings import Strings, TrainText

if TYPE_CHECKING:
    from clevergo.app.training.session import TrainingSession


def ask_for_age(stage: Stage, name: str, age: DogAge) -> None:
    """Offer a game against a dog as it was then."""

    def said(strings: Strings) -> str:
        time = strings.duration(age.seconds)
        if age.rating is None:
            return strings.get(TrainText.AGE_SAID_UNRATED, time=time)
        return strings.get(TrainText.AGE_SAID, time=time, rating=age.rating, error=age.rating_error or 0.0)

    dialog = Dialog(
        TrainText.AGE_ASK(name=name, games=age.games),
        said,
        TrainText.AGE_PLAY,
        lambda: stage.go_to(SceneName.PLAY, Visit(opponent=age.address)),
    )
    stage.open_popup(dialog, stage.rect)


def show_advice(stage: Stage, health: Sequence[Diagnosis]) -> None:
    """What the doctor found, and what to do about it."""
    dialog = Dialog(TrainText.DOCTOR_TITLE, lambda s: advice_said(s, health), cancel=None)
    stage.open_popup(dialog, stage.rect)


def change_settings(stage: Stage, training: TrainingSession, name: str, has_begun: bool) -> None:
    """Show how a dog is trained, to be changed as far as that is possible."""

    def keep(settings: DogSettings) -> None:
        try:
            training.wish(name, settings)
        except AppError as error:
            stage.toast(error.problem, Tone.ERROR)

    try:
        settings = training.wishes(name)
    except AppError as error:
        stage.toast(error.problem, Tone.ERROR)
        return
    title = TrainText.DOG_SETTINGS_OF
    dialog = DogSettingsDialog(title(name=name), settings, True, has_begun, keep)
    stage.open_popup(dialog, stage.rect)
