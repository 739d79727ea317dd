"""Sharing: posters fit whatever they are given, GIFs show every move, the dialog saves and copies; and visitors."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest
from PIL import Image

from clevergo.app.desk.settings import SceneName
from clevergo.app.errors import AppError
from clevergo.app.film import showing
from clevergo.app.film.ages import Age
from clevergo.app.film.film import Film, Frame
from clevergo.app.kennel.messages import DogCard
from clevergo.app.kennel.netfile import NetFile
from clevergo.app.kennel.tasks import Task, TaskSnapshot, TaskState
from clevergo.app.match.messages import (
    BoardState,
    LineEnd,
    LineMove,
    MatchPhase,
    MatchSetup,
    MatchSnapshot,
    RecordFacts,
    Shown,
)
from clevergo.app.share.saving import save_beside
from clevergo.app.tournament.pairing import TournamentState
from clevergo.games.color import Color
from clevergo.games.go.rules import Ruleset
from clevergo.games.outcome import Outcome, Termination
from clevergo.locale import Language, languages
from clevergo.players.protocol import PlayerError
from clevergo.players.spec import PlayerSpec
from clevergo.problem import as_said
from clevergo.ui.kit.look import Look
from clevergo.ui.kit.theme import LIGHT
from clevergo.ui.scenes.catalog import makers
from clevergo.ui.scenes.compete.duel import DuelStrip
from clevergo.ui.scenes.compete.scene import DUEL_GAMES
from clevergo.ui.scenes.kennel.visit import rivals_of
from clevergo.ui.scenes.play.faces import NO_FACE, Face
from clevergo.ui.scenes.share import dialog, drawing, movie
from clevergo.ui.scenes.share.easel import Easel
from clevergo.ui.scenes.share.game import outcome_said
from clevergo.ui.scenes.share.wishes import (
    DogShared,
    GameShared,
    Gif,
    GifWish,
    Memory,
    Picture,
    PictureWish,
    Shared,
    TableShared,
)
from clevergo.ui.shell.scene import Services
from clevergo.ui.shell.stage import Stage
from clevergo.ui.strings import Strings
from tests.patience import PATIENCE
from tests.ui.fake_inquiries import FakeInquirer
from tests.ui.fakes import click_on, fake_match, make_services
from tests.ui.fakes import make_stage as make_play_stage
from tests.ui.test_compete_scene import FakeTournament, plan, standing
from tests.ui.test_kennel_scene import BABY, PUP, SHIPPED, FakeKeeping, info

RULES = Ruleset(9)
MOVES = (40, 20, 24, 60, 56, 41)
LONG = ("Wolfgang Amadeus the Third von Hundehaus", "x" * 40, "小黑" * 20)


def stones(moves: tuple[int, ...] = MOVES) -> BoardState:
    board = BoardState.empty(RULES.grid)
    for ply, action in enumerate(moves):
        board.stones.flat[action] = 1 + ply % 2
    return replace(board, last_move=moves[-1])


def game(black: str = "", white: str = "") -> GameShared:
    """A game that has been counted."""
    setup = MatchSetup(PlayerSpec.parse("human"), PlayerSpec.parse("alphago:pup:100"), RULES)
    board = replace(stones(), owners=np.ones((9, 9), np.int8))
    line = tuple(LineMove(ply, action) for ply, action in enumerate(MOVES, 1))
    match = MatchSnapshot(1, 1, setup, MatchPhase.FINISHED, Shown(board, ply=len(MOVES)))
    ended = Outcome.counted(5.5, Termination.TWO_PASSES)
    played = replace(match.line, moves=line, end=LineEnd(ended, is_over=True))
    return GameShared(replace(match, line=played, outcome=ended, names=(black, white)), (NO_FACE, Face("x")))


def dog(card: DogCard = PUP, name: str = "") -> DogShared:
    called = replace(card, info=replace(card.info, name=name)) if name else card
    return DogShared(called, RULES, (), Memory(stones(), "best"))


def table(*players: str, games: int = 3) -> TableShared:
    stands = standing(plan(*players, rounds=5), games=games)
    assert stands.plan is not None
    assert stands.table is not None
    return TableShared(stands.plan, stands.results, stands.table, tuple(Face(p.dog or "") for p in stands.plan.players))


MANY = tuple(f"alphago:dog{n}:100" for n in range(12))
PICTURES: dict[str, tuple[Callable[[], Shared], tuple[int, int]]] = {
    "a dog": (dog, (1200, 1500)),
    "a newborn": (lambda: DogShared(BABY, RULES), (1200, 1500)),
    "a game": (game, (1200, 1500)),
    "a match": (lambda: table("alphago:Momo:100", "mcts:400"), (1200, 630)),
    "a tournament": (lambda: table(*MANY[:4], games=6), (1200, 1200)),
    "a large tournament": (lambda: table(*MANY, games=66), (1200, 1500)),
}


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Look]:
    """The looks of all easels, which note what they write."""
    looks: list[Look] = []
    make = Easel.of.__func__  # type: ignore[attr-defined]

    def noting(cls: type[Easel], *args: object) -> Easel:
        easel: Easel = make(cls, *args)
        easel.look.drawn = []
        looks.append(easel.look)
        return easel

    monkeypatch.setattr(Easel, "of", classmethod(noting))
    return looks


def cut(looks: list[Look]) -> list[str]:
    return [text.text for look in looks for text in look.drawn or () if text.is_cut]


@pytest.mark.parametrize("language", languages(), ids=str)
@pytest.mark.parametrize("what", PICTURES)
def test_a_poster_has_its_size_and_every_word_on_it(what: str, language: Language, drawn: list[Look]) -> None:
    make, size = PICTURES[what]
    poster = drawing.poster_of(PictureWish(make(), language.code, language is Language.CHINESE))
    assert poster.get_size() == size
    assert cut(drawn) == []
    colors = pygame.surfarray.pixels2d(poster)
    assert len(np.unique(colors[::7, ::7])) > 50


def test_a_dogs_poster_shows_its_curve() -> None:
    """Where texts are noted no curve is drawn, so here none is."""

    def golden(what: DogShared) -> int:
        poster = drawing.poster_of(PictureWish(what, Language.ENGLISH.code, False))
        return int((pygame.surfarray.array3d(poster) == LIGHT.gold).all(axis=2).sum())

    assert golden(dog()) > golden(dog(replace(PUP, strengths=()))) + 100


@pytest.mark.parametrize("name", LONG)
def test_names_of_forty_letters_fit(name: str, drawn: list[Look]) -> None:
    for shared in (dog(name=name), game(name, name[::-1]), table(f"alphago:{name}:100", f"alphago:{name[:-1]}:100")):
        drawing.poster_of(PictureWish(shared, "en", False))
    assert cut(drawn) == []


def test_a_picture_comes_as_a_file_and_smaller_to_be_seen() -> None:
    (picture,) = drawing.answer(PictureWish(table("alphago:a:1", "alphago:b:1"), "en", False), lambda: False)
    assert isinstance(picture, Picture)
    assert Image.open(io.BytesIO(picture.png)).size == (1200, 630)
    assert len(picture.pixels) == 3 * picture.size[0] * picture.size[1]
    assert picture.nbytes == len(picture.png) + len(picture.pixels)


# --- moving pictures -------------------------------------------------------------------------------------------------


def test_a_game_is_shown_move_by_move_and_its_end_is_held() -> None:
    *_, last = drawing.gif_steps(GifWish(game(), "en", False))
    assert last.share == 1.0
    image = Image.open(io.BytesIO(last.data))
    assert image.n_frames == len(MOVES) + 1  # type: ignore[attr-defined]
    assert len(last.data) < 600_000
    times = []
    for frame in range(len(MOVES) + 1):
        image.seek(frame)
        times.append(image.info["duration"])
    assert times[-1] >= 3 * max(times[:-1])


def test_a_growth_has_a_frame_for_each_age_that_can_be_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    ages = tuple(Age(games, 60.0 * games, None, None, NetFile(Path(f"{games}"), 1)) for games in (0, 400, 900))
    policy = np.full(82, 1 / 82, np.float32)
    frames = (Frame(policy, 40, 0.5, None), as_said("gone"), Frame(policy, 41, 0.6, None))
    shared = replace(dog(), ages=ages)
    board = movie.spot_for(shared).board
    films = [Film(board, Color.BLACK, False, frames[:n]) for n in range(4)]
    monkeypatch.setattr(showing, "answer", lambda inquiry, stop: iter(films))
    *steps, last = drawing.gif_steps(GifWish(shared, "zh", True))
    assert [round(step.share, 2) for step in steps] == [0.0, 0.2, 0.4, 0.6]
    assert Image.open(io.BytesIO(last.data)).n_frames == 2  # type: ignore[attr-defined]
    films[-1] = Film(board, Color.BLACK, False, (as_said("gone"),) * 3)
    with pytest.raises(PlayerError):
        list(drawing.gif_steps(GifWish(shared, "zh", True)))


def test_nobody_waits_for_a_gif_that_is_not_wanted_any_more() -> None:
    assert all(not step.data for step in drawing.gif_steps(GifWish(game(), "en", False), lambda: True))


# --- the dialog ------------------------------------------------------------------------------------------------------

PICTURE = Picture(b"a png", bytes(3 * 4 * 5), (4, 5))


@pytest.fixture(autouse=True)
def _files_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Into folders of these tests."""
    monkeypatch.setattr(dialog, "save_beside", save_beside)


def kennel_stage(folder: Path, *dogs: DogCard) -> tuple[Stage, Services, FakeKeeping]:
    """The kennel, whose files go into ``folder``."""
    keeping = FakeKeeping(dogs or (PUP, BABY, SHIPPED))
    keeping.file_for = lambda name: folder / f"{name}.clevergo"  # type: ignore[method-assign]
    services = replace(make_services(), kennel=keeping, tournament=FakeTournament())  # type: ignore[arg-type]
    stage = make_play_stage(services)
    stage.furnish(services, makers())
    stage.go_to(SceneName.KENNEL)
    stage.update(0.1)
    return stage, services, keeping


def inquirer_of(services: Services) -> FakeInquirer:
    assert isinstance(services.inquiries, FakeInquirer)
    return services.inquiries


def status(stage: Stage) -> str:
    form = stage.popups[-1].form  # type: ignore[attr-defined]
    return stage.look.say(form._status.words)


def wait_for(stage: Stage, what: Callable[[], bool]) -> None:
    """Until it is so; threads write."""
    deadline = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < deadline
        stage.update(0.02)
        time.sleep(0.002)


def test_picture_gif_and_file_lie_beside_each_other(tmp_path: Path) -> None:
    stage, services, keeping = kennel_stage(tmp_path / "exports")
    click_on(stage, "kennel.0.share")
    inquirer = inquirer_of(services)
    assert isinstance(inquirer.current, PictureWish)
    for toggle in ("share.gif", "share.file"):
        click_on(stage, toggle)
    click_on(stage, "dialog.ok")
    stage.update(0.02)
    inquirer.tell(PICTURE)
    stage.update(0.02)
    assert isinstance(inquirer.current, GifWish)
    inquirer.tell(Gif(0.5), is_whole=False)
    stage.update(0.02)
    assert "50%" in status(stage)
    inquirer.tell(Gif(1.0, b"a gif"))
    wait_for(stage, lambda: "Saved" in status(stage))
    assert status(stage) == "Saved: 小黑.png, 小黑.gif, 小黑.clevergo"
    assert (tmp_path / "exports" / "小黑.png").read_bytes() == b"a png"
    assert (tmp_path / "exports" / "小黑.gif").read_bytes() == b"a gif"
    assert f"export 小黑 to {tmp_path / 'exports' / '小黑.clevergo'}" in keeping.calls
    assert "share.show" in {mark.id for mark in stage.clickable()}


def test_what_cannot_be_saved_is_told_and_can_be_tried_again(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    stage, services, keeping = kennel_stage(tmp_path / "file")
    click_on(stage, "kennel.0.share")
    inquirer_of(services).tell(PICTURE)
    click_on(stage, "share.png")
    click_on(stage, "dialog.ok")
    assert status(stage) == "Choose what to save."
    click_on(stage, "share.png")
    click_on(stage, "dialog.ok")
    wait_for(stage, lambda: str(tmp_path / "file") in status(stage))
    keeping.refuses = "something else is being done"
    form = stage.popups[-1].form  # type: ignore[attr-defined]
    form._folder.value = str(tmp_path)
    click_on(stage, "share.file")
    click_on(stage, "dialog.ok")
    wait_for(stage, lambda: "omething else" in status(stage))
    assert (tmp_path / "小黑.png").is_file()


def test_the_picture_is_copied_where_the_desktop_can(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[bytes] = []
    monkeypatch.setattr(dialog, "copy_picture", copied.append)
    stage, services, _ = kennel_stage(tmp_path)
    click_on(stage, "kennel.0.share")
    click_on(stage, "share.copy")
    inquirer_of(services).tell(PICTURE)
    wait_for(stage, lambda: "Copied" in status(stage))
    assert copied == [b"a png"]

    def refuse(_png: bytes) -> None:
        raise AppError("copy_picture", cause="no")

    monkeypatch.setattr(dialog, "copy_picture", refuse)
    click_on(stage, "share.copy")
    wait_for(stage, lambda: "could not be copied" in status(stage))


def test_where_the_desktop_cannot_copy_nothing_offers_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialog, "can_copy_pictures", lambda: False)
    stage, _, _ = kennel_stage(tmp_path)
    click_on(stage, "kennel.0.share")
    assert "share.copy" not in {mark.id for mark in stage.clickable()}


def test_what_is_being_made_is_dropped_when_the_dialog_closes(tmp_path: Path) -> None:
    stage, services, _ = kennel_stage(tmp_path)
    click_on(stage, "kennel.0.share")
    click_on(stage, "dialog.cancel")
    assert inquirer_of(services).current is None


def test_a_picture_that_cannot_be_drawn_says_why(tmp_path: Path) -> None:
    stage, services, _ = kennel_stage(tmp_path)
    click_on(stage, "kennel.0.share")
    inquirer_of(services).fail(as_said("the net is gone"))
    stage.update(0.02)
    assert "net is gone" in status(stage)


def test_what_could_not_be_made_is_tried_again_when_it_is_wished_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dialog, "copy_picture", lambda _png: None)
    stage, services, _ = kennel_stage(tmp_path)
    click_on(stage, "kennel.0.share")
    inquirer = inquirer_of(services)
    click_on(stage, "share.gif")
    for button in ("share.copy", "dialog.ok"):
        inquirer.fail(as_said("the net is gone"))
        stage.update(0.02)
        click_on(stage, button)
        stage.update(0.02)
        assert isinstance(inquirer.at_work, PictureWish)
    inquirer.tell(PICTURE)
    stage.update(0.02)
    inquirer.fail(as_said("no room"))
    stage.update(0.02)
    assert "No room" in status(stage)
    click_on(stage, "dialog.ok")
    stage.update(0.02)
    assert isinstance(inquirer.at_work, GifWish)
    inquirer.tell(Gif(1.0, b"a gif"))
    wait_for(stage, lambda: "Saved" in status(stage))
    assert status(stage) == "Saved: 小黑.png, 小黑.gif"


def test_where_nothing_is_wanted_any_more_nothing_is_saved(tmp_path: Path) -> None:
    stage, services, _ = kennel_stage(tmp_path)
    click_on(stage, "kennel.0.share")
    inquirer = inquirer_of(services)
    click_on(stage, "share.gif")
    click_on(stage, "dialog.ok")
    inquirer.tell(PICTURE)
    stage.update(0.02)
    for toggle in ("share.png", "share.gif"):
        click_on(stage, toggle)
    stage.update(0.02)
    assert status(stage) == "Choose what to save."
    click_on(stage, "share.png")
    for _ in range(5):
        stage.update(0.02)
    assert status(stage) == ""
    assert not list(tmp_path.iterdir())


def test_a_newborn_has_neither_growth_nor_file_to_share(tmp_path: Path) -> None:
    stage, _, _ = kennel_stage(tmp_path)
    click_on(stage, "kennel.1.share")
    ids = {mark.id for mark in stage.clickable()}
    assert "share.png" in ids
    assert not {"share.gif", "share.file"} & ids


def test_a_result_is_shared_with_its_record(tmp_path: Path) -> None:
    stage, services, _ = kennel_stage(tmp_path)
    stage.go_to(SceneName.PLAY)
    stage.update(0.1)
    match = fake_match(services)
    click_on(stage, "play.start")
    for action in MOVES:
        match.play(action)
    match.finish()
    stage.update(0.1)
    click_on(stage, "play.share")
    wish = inquirer_of(services).current
    assert isinstance(wish, PictureWish)
    assert isinstance(wish.shared, GameShared)
    assert wish.shared.faces[1].dog == "alpha_go"
    inquirer_of(services).tell(PICTURE)
    click_on(stage, "share.file")
    click_on(stage, "dialog.ok")
    wait_for(stage, lambda: "Saved" in status(stage))
    assert any(call.startswith("save_as") and call.endswith(".sgf") for call in match.calls)


def test_a_cross_table_is_shared_once_there_are_games(tmp_path: Path) -> None:
    stage, services, _ = kennel_stage(tmp_path)
    tournament = services.tournament
    assert isinstance(tournament, FakeTournament)
    tournament.snapshot = standing(plan("alphago:小黑:100", "mcts:400"), TournamentState.STARTING, 0)
    stage.go_to(SceneName.COMPETE)
    stage.update(0.1)
    assert not next(mark for mark in stage.clickable() if mark.id == "compete.share").is_enabled
    tournament.change(
        **{k: v for k, v in vars(standing(plan("alphago:小黑:100", "mcts:400"))).items() if k != "version"}
    )
    stage.update(0.1)
    click_on(stage, "compete.share")
    wish = inquirer_of(services).current
    assert isinstance(wish, PictureWish)
    assert isinstance(wish.shared, TableShared)
    assert [face.dog for face in wish.shared.faces] == ["小黑", ""]
    inquirer_of(services).tell(PICTURE)
    click_on(stage, "share.file")
    click_on(stage, "dialog.ok")
    wait_for(stage, lambda: "Saved" in status(stage))
    (record,) = tmp_path.glob("*.sgf")
    assert record.read_bytes() == b"(;GM[1])"


# --- visitors --------------------------------------------------------------------------------------------------------


def welcome(stage: Stage, keeping: FakeKeeping, file: str = "小黑.clevergo", name: str = "小黑") -> None:
    """As if a file had been dropped and taken in."""
    stage.handle(pygame.event.Event(pygame.DROPFILE, file=f"/tmp/{file}"))
    keeping.ends.append(TaskSnapshot(Task.IMPORT, file, TaskState.DONE, 1.0, name))
    stage.update(0.02)


def test_a_friends_dog_is_played(tmp_path: Path) -> None:
    stage, _, keeping = kennel_stage(tmp_path)
    welcome(stage, keeping)
    assert "import /tmp/小黑.clevergo" in keeping.calls
    dialog = stage.popups[-1]
    assert stage.look.say(dialog._title) == "小黑 has come to visit"  # type: ignore[attr-defined]
    assert stage.look.say(dialog._body) == "Play it, or let it meet AlphaGo?"  # type: ignore[attr-defined]
    click_on(stage, "visit.play")
    assert stage.scene is not None
    assert stage.scene.name is SceneName.PLAY  # type: ignore[attr-defined]


def test_a_friends_dog_meets_ones_own_in_a_duel_of_five(tmp_path: Path) -> None:
    stage, services, keeping = kennel_stage(tmp_path)
    tournament = services.tournament
    assert isinstance(tournament, FakeTournament)
    welcome(stage, keeping)
    click_on(stage, "visit.meet")
    stage.update(0.1)
    (begun,) = [call for call in tournament.calls if hasattr(call, "players")]
    assert [str(player) for player in begun.players] == ["alphago:小黑:100", "alphago:alpha_go:100"]
    assert begun.games == DUEL_GAMES == 5
    assert any(call[0] == "pace" and call[1] > 0 for call in tournament.calls if isinstance(call, tuple))


def test_nets_that_others_have_taught_are_only_told_of(tmp_path: Path) -> None:
    stage, _, keeping = kennel_stage(tmp_path)
    welcome(stage, keeping, "best.model", "小黑")
    assert not stage.popups


def test_rivals_play_the_same_game_on_the_visitors_board() -> None:
    visitor = info("guest", sizes=(13,))
    others = (
        visitor,
        info("weak", rating=100.0),
        info("strong", rating=900.0),
        info("favorite", rating=1.0),
        info("five", game="five"),
        info("newborn", weights=None),
        info("resting", is_retired=True),
        info("elsewhere", plays_elsewhere=False),
        info("shipped", is_shipped=True, rating=4000.0),
    )
    assert [dog.name for dog in rivals_of(visitor, others, "favorite")] == ["favorite", "strong", "weak", "shipped"]


@pytest.mark.parametrize(("players", "is_seen"), [(("alphago:小黑:100", "mcts:400"), True), (MANY[:3], False)])
def test_both_faces_stand_over_the_board_of_a_match_of_two(
    tmp_path: Path, players: tuple[str, ...], is_seen: bool
) -> None:
    stage, services, _ = kennel_stage(tmp_path)
    assert isinstance(services.tournament, FakeTournament)
    services.tournament.snapshot = standing(plan(*players), games=5)
    stage.go_to(SceneName.COMPETE)
    stage.update(0.1)
    strips = [widget for widget in stage.walk() if isinstance(widget, DuelStrip)]
    assert len(strips) == is_seen
    for strip in strips:
        stage.look.drawn = []
        strip.draw(pygame.Surface(stage.rect.size), stage.look)
        assert [drawn.text for drawn in stage.look.drawn] == ["小黑", "Monte Carlo 400", "1½", "3½", ":"]
        stage.look.drawn = None


def test_a_game_that_goes_on_does_so_after_the_move_that_is_shown() -> None:
    match = replace(game().match, outcome=None)
    assert "2" in outcome_said(Strings(Language.ENGLISH), replace(match, shown=replace(match.shown, ply=2)))
    assert f"{len(MOVES)}" in outcome_said(Strings(Language.ENGLISH), match, len(MOVES))


def test_a_variation_is_told_as_one_and_has_no_winner(drawn: list[Look]) -> None:
    played = game()
    ended = played.match
    tried = replace(ended, line=replace(ended.line, end=None), shown=replace(ended.shown, is_live=False))
    record = replace(ended, outcome=None, record=RecordFacts(result="B+5.5"), phase=MatchPhase.LOOKING)
    of_record = replace(record, shown=replace(ended.shown, is_live=False), line=replace(ended.line, end=None))
    words = Strings(Language.ENGLISH)
    told = [outcome_said(words, match) for match in (ended, tried, record, of_record)]
    assert ["variation" in words for words in told] == [False, True, False, True]
    drawing.poster_of(PictureWish(GameShared(tried, played.faces), "en", False))
    assert not [text.text for text in drawn[-1].drawn or () if "won" in text.text]
    *_, last = drawing.gif_steps(GifWish(GameShared(of_record, played.faces), "en", False))
    assert last.share == 1.0
    assert told[3] in [text.text for text in drawn[-1].drawn or ()]
