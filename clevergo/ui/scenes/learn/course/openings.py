"""Opening the window's own pages from a chapter, at the position it speaks of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clevergo.app.course.boards import BOARDS
from clevergo.app.desk.settings import SceneName
from clevergo.app.engine.messages import Question
from clevergo.app.film.film import Line
from clevergo.app.match.messages import BoardState, MatchSetup
from clevergo.app.microscope.sight import PLANES
from clevergo.app.slow.motion import SlowRule, SlowWish
from clevergo.games.guests import USUAL_GAME, game_named
from clevergo.players.spec import PlayerSpec
from clevergo.ui.scenes.analysis.judges import MONTE_CARLO, STRONGEST, Judges
from clevergo.ui.scenes.film.page import FilmPage
from clevergo.ui.scenes.film.spots import Spot
from clevergo.ui.scenes.learn.leaf import Desk
from clevergo.ui.scenes.lesson.page import LessonPage
from clevergo.ui.scenes.microscope.page import MicroscopePage
from clevergo.ui.scenes.slow.page import SlowPage
from clevergo.ui.shell.scene import Visit

_HUMAN = "human"


def slow(desk: Desk, values: Mapping[str, str]) -> None:
    """Slow motion of a board's position: ``board=NAME [dog=NAME|mcts] [simulations=N] [rule=learns]``."""
    diagram = BOARDS[values["board"]]
    person = PlayerSpec.parse(_HUMAN)
    setup = MatchSetup(person, person, diagram.rules, diagram.start)
    judges = Judges()
    judges.look_around(desk.services.kennel)
    asked = values.get("dog", STRONGEST)
    choice = MONTE_CARLO if asked == "mcts" else asked
    judge = judges.resolve(choice, setup)
    wish = SlowWish(SlowRule(values.get("rule", SlowRule.PLAYS.value)))
    simulations = int(values["simulations"]) if "simulations" in values else None
    question = Question(setup.rules, (), judge, start=setup.start)
    board = BoardState(diagram.stones(), letters=diagram.rules.grid.letters)
    page = SlowPage(desk.services, question, board, judges, setup, choice, wish, simulations, SceneName.LEARN)
    desk.show(page)


def microscope(desk: Desk, values: Mapping[str, str]) -> None:
    """What a net computes of a board's position: ``board=NAME [dog=NAME] [layer=NAME]``."""
    diagram = BOARDS[values["board"]]
    board = BoardState(diagram.stones(), letters=diagram.rules.grid.letters)
    dog = values.get("dog", diagram.rules.game.shipped_dog)
    layer = values.get("layer", PLANES)
    page = MicroscopePage(desk.services, diagram.rules, (), board, dog, diagram.start, layer, SceneName.LEARN)
    desk.show(page)


def parts(desk: Desk, values: Mapping[str, str]) -> None:
    """Taking a part away."""
    desk.open("try.parts")


def film(desk: Desk, values: Mapping[str, str]) -> None:
    """A board's position as each age of a dog sees it: ``board=NAME [dog=NAME]``."""
    diagram = BOARDS[values["board"]]
    spot = Spot("board", "", Line(diagram.rules, start=diagram.start))
    board = BoardState(diagram.stones(), letters=diagram.rules.grid.letters)
    desk.show(FilmPage(desk.services, [spot], board, values.get("dog"), SceneName.LEARN))


def lesson(desk: Desk, values: Mapping[str, str]) -> None:
    """One training step, number by number: ``[dog=NAME]``; else of one's own dog, and of the shipped one without."""
    learned = [dog for dog in desk.services.kennel.dogs() if dog.weights is not None]
    named = values.get("dog", desk.services.preferences.now.last_dog)
    # The one that is meant, then one's own, then whoever ships with the program.
    learned.sort(key=lambda dog: (dog.name != named, dog.is_shipped))
    desk.show(LessonPage(desk.services, learned[0].name if learned else named, SceneName.LEARN))


def experiment(desk: Desk, values: Mapping[str, str]) -> None:
    """Two dogs that differ in one thing."""
    desk.open("try.class")


def play(desk: Desk, values: Mapping[str, str]) -> None:
    """The scene with the board, ready to begin: ``[game=go] [black=human] [white=random]`` and what is agreed on."""
    game = game_named(values.get("game", USUAL_GAME))
    names = {term.name for term in game.terms({})}
    agreed = {name: _number(value) for name, value in values.items() if name in names}
    rules, start = game.agree(agreed)
    black, white = (PlayerSpec.parse(values.get(side, _HUMAN)) for side in ("black", "white"))
    desk.go_to(SceneName.PLAY, Visit(setup=MatchSetup(black, white, rules, start)))


def analyze(desk: Desk, values: Mapping[str, str]) -> None:
    """A board's position in the scene with the board, to be analyzed and played on from: ``board=NAME``."""
    diagram = BOARDS[values["board"]]
    person = PlayerSpec.parse(_HUMAN)
    desk.go_to(SceneName.PLAY, Visit(laid=MatchSetup(person, person, diagram.rules, diagram.start)))


def _number(value: str) -> Any:
    """A value as the game's terms have it: numbers as numbers."""
    try:
        return float(value) if "." in value else int(value)
    except ValueError:
        return value


def train(desk: Desk, values: Mapping[str, str]) -> None:
    """The scene where dogs train."""
    desk.go_to(SceneName.TRAIN, None)


def kennel(desk: Desk, values: Mapping[str, str]) -> None:
    """The scene of the dogs."""
    desk.go_to(SceneName.KENNEL, None)


def compete(desk: Desk, values: Mapping[str, str]) -> None:
    """The scene of matches of many games."""
    desk.go_to(SceneName.COMPETE, None)
