"""The kennel: a card for every dog, and every deed reached by mouse or keyboard; every word fits."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from clevergo.app.desk.settings import SceneName, Settings, Theme
from clevergo.app.kennel.messages import (
    DogAge,
    DogCard,
    DogInfo,
    NewsKind,
    StrengthPoint,
    TrainingNews,
    TrainingPhase,
    TrainingSnapshot,
)
from clevergo.app.kennel.tasks import Task, TaskSnapshot, TaskState
from clevergo.app.ladder.ladder import Ladder
from clevergo.app.ladder.record import Bout, Person
from clevergo.app.training.settings import Newborn
from clevergo.locale import Language, languages
from clevergo.players.spec import PlayerKind, PlayerSpec
from clevergo.problem import as_said
from clevergo.ui.kit.textfield import TextField
from clevergo.ui.scenes.kennel.card import body_said
from clevergo.ui.scenes.kennel.portrait import draw_face, face_of
from clevergo.ui.scenes.kennel.scene import KennelScene
from clevergo.ui.scenes.shared.dog_names import net_explained, net_said
from clevergo.ui.shell.audio import Audio
from clevergo.ui.shell.scene import Preferences, Scene, Services, Visit
from clevergo.ui.shell.stage import Stage
from clevergo.ui.shell.ui_map import texts_of
from clevergo.ui.strings import KennelText, Strings
from tests.ui.fakes import FakeKennel, FakeMatch, FakeTraining, click_on, press_key, type_text
from tests.ui.fitting import misfits

SIZES = (((1280, 720), 1.5), ((1920, 1080), 1.0), ((960, 640), 1.0))


def info(name: str, games: int = 3_204, **values: object) -> DogInfo:
    known = DogInfo(name, False, "5x64", games, games * 1.35, 1120.0, 48.0, Path("pup.pdparams"), float(len(name)))
    return replace(known, **values)  # type: ignore[arg-type]


def card(dog: DogInfo, ages: int = 12) -> DogCard:
    """A dog with a past."""
    curve = tuple(
        StrengthPoint(g * 1.35, g, 1500 * (1 - 2.0 ** (-g / 900)), 60 - g / 100) for g in range(100, 3300, 80)
    )
    beaten = tuple(
        TrainingNews(NewsKind.MILESTONE, {"opponent": opponent, "games": games}, games * 1.35)
        for opponent, games in (("random", 300), ("mcts:100", 900), ("mcts:1600", 2900))
    )
    old = tuple(
        DogAge(f"{dog.name}@{500 * n}", 500 * n, 700.0 * n, 300.0 * n, 40.0, Path("age.pdparams"))
        for n in range(1, ages + 1)
    )
    return DogCard(dog, curve, beaten, old, 40_000_000)


SHIPPED = card(info("alpha_go", 41_000, is_shipped=True), 3)
PUP = card(info("小黑"))
BABY = DogCard(info("豆包", 0, rating=None, rating_error=None, weights=None))
CHILD = card(info("x" * 40, 123_456, family="小黑@1000"))
RESTING = card(info("🐶 Ève", is_retired=True))
EVERYBODY = (PUP, BABY, CHILD, RESTING, SHIPPED)


class FakeKeeping(FakeKennel):
    """Does what it is asked, on paper."""

    def __init__(self, cards: tuple[DogCard, ...] | None = EVERYBODY) -> None:
        super().__init__()
        self.cards = cards

    def adopt(self, name: str, wish: Newborn) -> str:
        self._note(f"adopt {name}")
        return name


class Elsewhere(Scene):
    """Any other scene: remembers why it was entered."""

    def entered(self, visit: Visit | None) -> None:
        self.visit = visit


def make_stage(
    keeping: FakeKeeping,
    size: tuple[int, int] = (1280, 800),
    scale: float = 1.0,
    ladder: Ladder | None = None,
    **settings: object,
) -> tuple[Stage, dict[SceneName, Scene]]:
    pygame.init()
    wishes = replace(Settings(language=Language.ENGLISH, theme=Theme.LIGHT, ui_scale=scale), **settings)  # type: ignore[arg-type]
    preferences, audio = Preferences(replace(wishes, last_scene=SceneName.KENNEL)), Audio(0.0)
    services = Services(
        preferences=preferences,
        audio=audio,
        kennel=keeping,  # type: ignore[arg-type]
        match=FakeMatch(),  # type: ignore[arg-type]
        training=FakeTraining(),  # type: ignore[arg-type]
        ladder=ladder,
    )
    scenes: dict[SceneName, Scene] = {}

    def kept(name: SceneName, make: type[Scene]) -> object:
        def maker(services: Services) -> Scene:
            scenes[name] = make(services)
            scenes[name].name = name
            return scenes[name]

        return maker

    stage = Stage(preferences, audio, size, tuple(SceneName))
    makers = {name: kept(name, KennelScene if name is SceneName.KENNEL else Elsewhere) for name in SceneName}
    stage.furnish(services, makers)  # type: ignore[arg-type]
    stage.update(0.02)
    return stage, scenes


def ids(stage: Stage) -> set[str]:
    return {mark.id for mark in stage.clickable()}


def shown(stage: Stage) -> str:
    """Everything that can be read."""
    stage.update(0.02)
    return "\n".join(drawn.text for drawn in texts_of(stage))


def open_menu(stage: Stage, number: int) -> None:
    click_on(stage, f"kennel.{number}.more")


# --- what is shown -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_every_word_has_its_place(size: tuple[int, int], scale: float) -> None:
    keeping = FakeKeeping()
    keeping.task = TaskSnapshot(Task.COPY, "小黑", share=0.4)
    stage, _ = make_stage(keeping, size, scale)
    for language in languages():
        stage.change(language=language)
        check_texts(stage)
        while press_key(stage, pygame.K_PAGEDOWN):
            check_texts(stage)
        for _ in EVERYBODY:
            press_key(stage, pygame.K_PAGEUP)


def check_texts(stage: Stage) -> None:
    """Every text is whole, but for names that nothing is wide enough for."""
    names = {entry.info.name for entry in EVERYBODY}
    stage.update(0.02)
    for drawn in texts_of(stage):
        assert stage.rect.contains(drawn.ink), drawn
        assert not drawn.is_cut or drawn.text.startswith(("xxx", "Copying", "pup of")) or drawn.text in names, drawn


def test_a_kennel_without_a_dog_of_ones_own_offers_the_first() -> None:
    keeping = FakeKeeping((SHIPPED,))
    stage, _ = make_stage(keeping)
    assert "Adopt your first dog" in shown(stage)
    click_on(stage, "kennel.adopt_first")
    assert "adopt.name" in ids(stage)
    none, _ = make_stage(FakeKeeping(None))
    assert "Adopt your first dog" not in shown(none)


def test_cards_tell_who_each_dog_is() -> None:
    stage, _ = make_stage(FakeKeeping(), (1920, 1080))
    said = shown(stage)
    for words in ("小黑", "3,204 games", "1120", "± 48", "just born", "Its growth will show", "pup of 小黑", "resting"):
        assert words in said
    assert "beats Monte Carlo 1600" in said
    assert "5 dogs, 1 resting" in said


def test_the_wheel_and_the_page_keys_show_the_other_rows() -> None:
    stage, scenes = make_stage(FakeKeeping(), (960, 640))
    assert "kennel.4.more" not in ids(stage)
    while press_key(stage, pygame.K_PAGEDOWN):
        stage.update(0.02)
    assert "kennel.4.more" in ids(stage)
    assert "kennel.0.more" not in ids(stage)
    press_key(stage, pygame.K_PAGEUP)
    keeping = scenes[SceneName.KENNEL].services.kennel
    assert isinstance(keeping, FakeKeeping)
    keeping.cards = (PUP,)
    stage.update(0.02)
    assert "kennel.0.more" in ids(stage)


def test_the_keyboard_reaches_every_card() -> None:
    stage, _ = make_stage(FakeKeeping(), (1920, 1080))
    reached = set()
    for _ in range(60):
        press_key(stage, pygame.K_TAB)
        assert stage.focus is not None
        reached.add(stage.focus.id)
    assert {"kennel.0.play", "kennel.0.more", "kennel.4.bring_back", "kennel.3.watch", "kennel.adopt"} <= reached
    while stage.focus is None or stage.focus.id != "kennel.0.more":
        press_key(stage, pygame.K_TAB)
    press_key(stage, pygame.K_RETURN)
    assert "kennel.menu.rename" in ids(stage)


# --- deeds ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deed", "scene", "visit"),
    [
        ("play", SceneName.PLAY, Visit(opponent="小黑")),
        ("train", SceneName.TRAIN, Visit(dog="小黑")),
        ("watch", SceneName.COMPETE, Visit(dog="小黑")),
    ],
)
def test_a_card_leads_to_playing_training_and_watching(deed: str, scene: SceneName, visit: Visit) -> None:
    stage, scenes = make_stage(FakeKeeping())
    click_on(stage, f"kennel.0.{deed}")
    other = scenes[scene]
    assert isinstance(other, Elsewhere)
    assert other.visit == visit


def test_an_earlier_age_is_an_opponent() -> None:
    stage, scenes = make_stage(FakeKeeping())
    click_on(stage, "kennel.0.ages")
    assert "6,000 games" in shown(stage)
    click_on(stage, "kennel.ages.1")
    other = scenes[SceneName.PLAY]
    assert isinstance(other, Elsewhere)
    assert other.visit == Visit(opponent="小黑@5500")


def test_a_dog_at_its_best_is_marked_and_an_opponent() -> None:
    ages = tuple(replace(age, is_best=age.games == 5_500) for age in PUP.ages)
    for card, opponent in ((replace(PUP, ages=ages), "小黑@5500"), (PUP, "小黑")):
        stage, scenes = make_stage(FakeKeeping((card,)))
        click_on(stage, "kennel.0.ages")
        assert ("strongest" in shown(stage)) is (card is not PUP)
        press_key(stage, pygame.K_ESCAPE)
        click_on(stage, "kennel.0.more")
        click_on(stage, "kennel.menu.play_best")
        other = scenes[SceneName.PLAY]
        assert isinstance(other, Elsewhere)
        assert other.visit == Visit(opponent=opponent)


def test_adopting_asks_for_a_name_and_a_beginning() -> None:
    keeping = FakeKeeping()
    stage, _ = make_stage(keeping)
    click_on(stage, "kennel.adopt")
    type_text(stage, "小黑")
    click_on(stage, "dialog.ok")
    assert "There is a 小黑 already" in shown(stage)
    type_text(stage, "旺财")
    click_on(stage, "adopt.parent")
    click_on(stage, "adopt.parent.小黑@6000")
    click_on(stage, "dialog.ok")
    assert "adopt 旺财 of 小黑@6000" in keeping.calls
    keeping.ends.append(TaskSnapshot(Task.ADOPT, "旺财", TaskState.DONE, 1.0, "旺财"))
    assert "旺财 is here!" in shown(stage)
    click_on(stage, "kennel.adopt")
    click_on(stage, "dialog.ok")
    assert "adopt Pup" in keeping.calls
    assert "Pup is here!" in shown(stage)


def test_a_pup_is_raised_as_its_parent_is_with_its_parents_net(monkeypatch: pytest.MonkeyPatch) -> None:
    keeping = FakeKeeping()
    asked: list[Newborn] = []
    monkeypatch.setattr(keeping, "adopt_pup", lambda _name, wish: asked.append(wish))
    stage, _ = make_stage(keeping)
    click_on(stage, "kennel.adopt")
    click_on(stage, "adopt.parent")
    click_on(stage, "adopt.parent.小黑@6000")
    click_on(stage, "adopt.settings")
    enabled = {mark.id: mark.is_enabled for mark in stage.clickable()}
    assert not any(is_enabled for id, is_enabled in enabled.items() if id.startswith("dog.net"))
    assert "Fixed at birth: all it knows is in this net" in shown(stage)
    click_on(stage, "dialog.ok")
    type_text(stage, "旺财")
    click_on(stage, "dialog.ok")
    assert [(wish.parent, dict(wish.settings.of_game)) for wish in asked] == [("小黑@6000", {"komi": 5.5})]


def test_what_the_kennel_refuses_is_said_in_the_dialog() -> None:
    keeping = FakeKeeping()
    keeping.refuses = "the disk is full"
    stage, _ = make_stage(keeping)
    click_on(stage, "kennel.adopt")
    click_on(stage, "dialog.ok")
    assert "The disk is full" in shown(stage)
    assert "dialog.ok" in ids(stage)


def test_a_dog_is_renamed_and_the_settings_follow() -> None:
    keeping = FakeKeeping()
    stage, _ = make_stage(keeping)
    match = stage.preferences.now.last_match
    rivals = replace(
        match, black=PlayerSpec(PlayerKind.ALPHAGO, "小黑", 100), white=PlayerSpec(PlayerKind.VALUE, "小黑@500")
    )
    stage.preferences.change(last_match=rivals, last_dog="小黑", mind_judge="小黑@500")
    open_menu(stage, 0)
    click_on(stage, "kennel.menu.rename")
    type_text(stage, "Biscuit")
    press_key(stage, pygame.K_RETURN)
    assert "rename 小黑 to Biscuit" in keeping.calls
    now = stage.preferences.now
    assert (str(now.last_match.black), str(now.last_match.white)) == ("alphago:Biscuit:100", "value:Biscuit@500")
    assert (now.last_dog, now.mind_judge) == ("Biscuit", "Biscuit@500")


def test_a_dog_is_renamed_and_keeps_its_games_on_the_ladder() -> None:
    keeping = FakeKeeping()
    ladder = Ladder(None, keeping)  # type: ignore[arg-type]
    ladder.person = Person("", (Bout("go", "alphago:小黑:100", 1.0, 1120.0, 48.0),))
    stage, scenes = make_stage(keeping, ladder=ladder)
    open_menu(stage, 0)
    click_on(stage, "kennel.menu.rename")
    type_text(stage, "Biscuit")
    press_key(stage, pygame.K_RETURN)
    assert SceneName.PLAY not in scenes
    assert [bout.opponent for bout in ladder.person.bouts] == ["alphago:Biscuit:100"]


@pytest.mark.parametrize("name", ["alpha_go.pdparams", "best_policy_8_8_5.model", "best_policy_8_8_5.MODEL2"])
def test_a_net_from_elsewhere_is_taken_in_where_it_is_dropped(name: str) -> None:
    keeping = FakeKeeping()
    stage, _ = make_stage(keeping)
    stage.handle(pygame.event.Event(pygame.DROPFILE, file=f"/tmp/{name}"))
    assert f"import /tmp/{name}" in keeping.calls


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (Language.ENGLISH, ("Go · from the file alpha_go.pdparams", "Five in a row · from the file best_policy.model")),
        (Language.CHINESE, ("围棋 · 来自文件 alpha_go.pdparams", "五子棋 · 来自文件 best_policy.model")),
    ],
)
def test_a_card_tells_of_a_net_from_elsewhere(language: Language, words: tuple[str, str]) -> None:
    dogs = (
        info("旺财", 0, net="original", family="alpha_go.pdparams"),
        info("五福", 0, net="gomoku", family="best_policy.model", game="five", sizes=(8,), plays_elsewhere=False),
    )
    stage, _ = make_stage(FakeKeeping(tuple(DogCard(dog) for dog in dogs)), (1920, 1080), language=language)
    assert all(text in shown(stage) for text in words)
    strings = Strings(language)
    assert strings.get(KennelText.NEWCOMER) in shown(stage)
    assert strings.get(KennelText.NEWBORN) not in shown(stage)
    for kind in ("original", "gomoku"):
        assert net_said(strings, kind) != kind
        assert net_explained(strings, kind)


def test_long_deeds_are_asked_for_and_their_end_is_told() -> None:
    keeping = FakeKeeping()
    stage, _ = make_stage(keeping)
    open_menu(stage, 0)
    click_on(stage, "kennel.menu.copy")
    press_key(stage, pygame.K_RETURN)
    open_menu(stage, 0)
    click_on(stage, "kennel.menu.export")
    click_on(stage, "dialog.ok")
    click_on(stage, "kennel.import")
    click_on(stage, "kennel.files.1")
    click_on(stage, "dialog.ok")
    open_menu(stage, 0)
    click_on(stage, "kennel.menu.delete")
    assert "3,204 games" in shown(stage)
    click_on(stage, "dialog.ok")
    stage.handle(pygame.event.Event(pygame.DROPFILE, file="/tmp/dropped.CLEVERGO"))
    assert [call for call in keeping.calls if call != "look"] == [
        "copy 小黑 to 小黑 2",
        "export 小黑 to /data/exports/小黑.clevergo",
        "find files",
        "import /pc/Desktop/rex.clevergo",
        "delete 小黑",
        "import /tmp/dropped.CLEVERGO",
    ]
    keeping.task = TaskSnapshot(Task.EXPORT, "小黑", share=0.5)
    assert "Saving 小黑 to a file…" in shown(stage)
    click_on(stage, "kennel.cancel")
    assert keeping.calls[-1] == "cancel"
    keeping.task = None
    keeping.ends += [
        TaskSnapshot(Task.EXPORT, "小黑", TaskState.DONE, 1.0, "/data/小黑.clevergo"),
        TaskSnapshot(Task.IMPORT, "x", TaskState.FAILED, error=as_said("odd")),
        TaskSnapshot(Task.COPY, "x", TaskState.CANCELLED),
    ]
    for said in ("Saved: /data/小黑.clevergo", "That did not work: odd", "Stopped; nothing has changed"):
        assert said in shown(stage)
    assert "kennel.cancel" not in ids(stage)


def test_another_dogs_file_is_replaced_only_by_who_wishes_it() -> None:
    keeping = FakeKeeping()
    stage, _ = make_stage(keeping)
    told = len(keeping.calls)
    there = Path("/data/exports/小黑.clevergo")
    end = TaskSnapshot(Task.EXPORT, "小黑", TaskState.FAILED, error=as_said("there is one"), stands=there)
    for button in ("dialog.cancel", "dialog.ok"):
        keeping.ends.append(end)
        assert "There is a 小黑.clevergo already: replace it?" in shown(stage)
        assert keeping.calls[told:] == []
        click_on(stage, button)
    assert keeping.calls[told:] == [f"export 小黑 to {there} instead"]


def field_of(stage: Stage) -> TextField:
    assert isinstance(stage.focus, TextField)
    return stage.focus


def test_nobodys_folders_are_looked_through_before_a_dog_is_to_be_brought_in() -> None:
    keeping = FakeKeeping()
    stage, _ = make_stage(keeping)
    stage.go_to(SceneName.PLAY)
    stage.go_to(SceneName.KENNEL)
    assert set(keeping.calls) == {"look"}
    click_on(stage, "kennel.import")
    assert keeping.calls[-1] == "find files"


def test_files_are_shown_as_they_are_found() -> None:
    keeping = FakeKeeping()
    keeping.files = ()
    stage, _ = make_stage(keeping)
    click_on(stage, "kennel.import")
    assert Strings(Language.ENGLISH).get(KennelText.IMPORT_NONE) in shown(stage)
    keeping.files = (Path("/pc/Downloads/rex.clevergo"),)
    assert "rex\nDownloads" in shown(stage)
    assert misfits(stage) == []
    assert field_of(stage).value == str(keeping.files[0])
    type_text(stage, "pup.clevergo")
    keeping.files = (Path("/pc/Desktop/小黑.clevergo"), *keeping.files)
    assert "小黑\nDesktop" in shown(stage)
    assert field_of(stage).value == "pup.clevergo", "what somebody has typed stays"
    press_key(stage, pygame.K_RETURN)
    assert keeping.calls[-1] == f"import {Path('/pc/Desktop/pup.clevergo')}"


def test_a_file_that_was_chosen_is_meant_whatever_else_is_found() -> None:
    keeping = FakeKeeping()
    stage, _ = make_stage(keeping)
    click_on(stage, "kennel.import")
    chosen = keeping.files[0]
    click_on(stage, "kennel.files.0")
    keeping.files = (Path("/pc/Desktop/newer.clevergo"), *keeping.files)
    stage.update(0.02)
    click_on(stage, "dialog.ok")
    assert keeping.calls[-1] == f"import {chosen}"


def test_enter_deletes_no_dog() -> None:
    keeping = FakeKeeping()
    stage, _ = make_stage(keeping)
    for wander in ((), (pygame.K_TAB, pygame.K_TAB)):
        open_menu(stage, 0)
        click_on(stage, "kennel.menu.delete")
        assert stage.focus is not None
        assert stage.focus.id == "dialog.cancel"
        assert stage.shows_focus
        for key in (*wander, pygame.K_RETURN):
            press_key(stage, key)
        assert "dialog.ok" not in ids(stage)
        assert not stage.shows_focus  # the mouse was used before, and is again
    open_menu(stage, 0)
    click_on(stage, "kennel.menu.delete")
    stage.set_focus(None)  # somebody has clicked beside the buttons
    press_key(stage, pygame.K_RETURN)
    assert not any(call.startswith("delete") for call in keeping.calls)
    open_menu(stage, 0)
    click_on(stage, "kennel.menu.delete")
    press_key(stage, pygame.K_TAB)
    press_key(stage, pygame.K_RETURN)
    assert "delete 小黑" in keeping.calls


def test_training_a_dog_while_another_trains_is_answered_in_words() -> None:
    stage, scenes = make_stage(FakeKeeping(), (1920, 1080))
    training = scenes[SceneName.KENNEL].services.training
    assert isinstance(training, FakeTraining)
    training.snapshot = TrainingSnapshot(1, "豆包", phase=TrainingPhase.RUNNING, seconds=9.0)
    stage.update(0.02)
    click_on(stage, "kennel.0.train")
    assert "豆包 is in training" in shown(stage)
    assert "then train 小黑" in shown(stage)
    assert stage.scene is scenes[SceneName.KENNEL]
    click_on(stage, "dialog.ok")
    other = scenes[SceneName.TRAIN]
    assert isinstance(other, Elsewhere)
    assert other.visit == Visit(dog="豆包")


def test_resting_and_coming_back() -> None:
    keeping = FakeKeeping()
    stage, _ = make_stage(keeping)
    open_menu(stage, 0)
    click_on(stage, "kennel.menu.retire")
    click_on(stage, "kennel.4.bring_back")
    assert keeping.calls[1:] == ["retire 小黑 True", "retire 🐶 Ève False"]


def test_the_shipped_dog_cannot_be_changed_but_copied() -> None:
    stage, _ = make_stage(FakeKeeping((SHIPPED,)))
    open_menu(stage, 0)
    enabled = {mark.id: mark.is_enabled for mark in stage.clickable()}
    assert not any(enabled[f"kennel.menu.{deed}"] for deed in ("rename", "retire", "delete"))
    assert all(enabled[f"kennel.menu.{deed}"] for deed in ("copy", "export", "ages"))


def test_a_net_is_told_in_plain_words_and_explained_with_what_it_takes() -> None:
    strings = Strings(Language.ENGLISH)
    assert [net_said(strings, net) for net in ("classic", "4x32", "5x64", "6x96", "odd")] == [
        "classic net",
        "small net",
        "medium net",
        "large net",
        "odd",
    ]
    assert "(5×64)" in body_said(strings, PUP)
    assert "40 MB" in body_said(strings, PUP)
    assert "MB" not in body_said(strings, SHIPPED)
    stage, _ = make_stage(FakeKeeping())
    assert "medium net" in shown(stage)
    assert "5x64" not in shown(stage)


def test_a_face_goes_with_a_name() -> None:
    assert face_of("小黑") == face_of("小黑")
    assert len({face_of(str(n)) for n in range(50)}) > 45
    for name in ("", "🐶", "\ud800", "x" * 200):
        assert draw_face(face_of(name), 40).get_size() == (40, 40)
