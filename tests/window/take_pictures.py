"""Takes the pictures of the documentation from the running program: ``python -m tests.window.take_pictures``.

With ``--game five`` those of that game alone: a game against the dog that ships with it, and a dog in training. With
``--only`` some of them: the scenes, the lesson and the diary of a dog that trains (``life``), lessons for beginners,
the course (``learn``), a record, a dog without a part, an experiment, slow motion, the microscope (``net``), the film,
the portraits of those whom one can play, the coach after a game.

They show what the program shows: a game against the shipped dog, a dog that has trained for some minutes, the kennel,
a match, and the pages above them; each in both languages, by day and by night. In the game a second copy of the
shipped dog tells Black where to click.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np
import platformdirs
import pygame

from clevergo.app.desk.paths import Paths
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.travel.archive import import_dog
from clevergo.app.ladder.record import Bout, Person, PersonFile
from clevergo.games.game import Position, Rules
from clevergo.games.guests import USUAL_GAME, game_named, games
from clevergo.players.build import build_player
from clevergo.players.protocol import Player
from clevergo.players.spec import PlayerKind, PlayerSpec, at_age
from clevergo.ui.strings import FilmText, PartsText, ShareText, SlowText, Text
from tests.shipped import age_after, rating_at
from tests.window.actions import choose, games_shown, open_experiments, start_game
from tests.window.features_board import open_file
from tests.window.features_mind import BLOCK_SAID, PLANES_SAID, film_stands
from tests.window.features_parts import open_entry
from tests.window.features_play import begin, lay_out, put
from tests.window.features_train import is_taught
from tests.window.program import ROOT, Program, Seen, skip_the_tour
from tests.window.screen import HEIGHT, WIDTH, Screen
from tests.window.seeing import said, wait_for_chosen, wait_for_said

IMAGES = ROOT / "docs" / "images"
LANGUAGES = ("en", "zh")
_BLOCK, _DOWN_TO_A_BLOCK = 3, 7
"""The block whose end is looked at, and the layers from what the net reads to there."""
_AGE, _UNDER_AN_AGE = 84, 20
"""Logical units of an age in the microscope's strip, and of the words below it."""
_MOST_STEPS_OF_A_SIMULATION = 40
_MOVES_BEFORE_THE_COACH = 40
THEMES = ("light", "dark")
SCENES = ("play", "train", "kennel", "compete")
SIZE = (1280, 800)
PATIENCE = 1800.0
"""Seconds for first games: kernels may have to be compiled."""


class Camera:
    """Keeps what the window shows."""

    def __init__(self, program: Program, folder: Path) -> None:
        self.program = program
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def take(self, name: str, language: str = "en", theme: str = "light") -> None:
        """With the pointer out of the way. The plain names are those of the README: English, by day."""
        self.program.screen.xdotool("mousemove", WIDTH - 1, HEIGHT - 1)
        time.sleep(1.0)
        shot = self.program.take_picture(f"{name}-{language}-{theme}")
        if (language, theme) == ("en", "light"):
            shutil.copyfile(shot, self.folder / f"{name}.png")
        else:
            # A photograph's format: a page of them must not weigh more than the program.
            pygame.image.save(pygame.image.load(shot), self.folder / f"{name}.{language}.{theme}.jpg")


def rows_of(position: Position) -> list[str]:
    """The stones as the window tells them."""
    stones, _ = position.rules.game.look(position.board[0])
    return ["".join(".XO"[color] for color in row) for row in stones]


def position_shown(seen: Seen, before: Position) -> Position:
    """The position that one move of White has made of ``before``."""
    for action in before.legal_moves.nonzero()[0]:
        after = before.play(int(action))
        if rows_of(after) == seen.stones:
            return after
    raise AssertionError(f"no move of White leads to {seen.stones}")


def is_answered(known: list[list[str]], seen: Seen) -> bool:
    """Whether it is the person's turn, on a board that is neither the one before their move nor the one after it."""
    return seen.shows("Your turn") and seen.stones not in known


def play_a_game(program: Program, rules: Rules, stones: int, adviser: Player) -> None:
    """A game against the shipped dog, some moves old."""
    lay_out(program)  # a record may be open
    choose(program, "play.game", rules.game.name)
    start_game(program, "human", rules.game.shipped_dog)
    position = rules.first_position()
    for _ in range(stones):
        action = adviser.choose(position).action
        assert action != rules.pass_action, "Black would rather pass: ask for fewer stones"
        before, position = position, position.play(action)
        program.click_point(*divmod(action, rules.size))
        known = [rows_of(before), rows_of(position)]
        seen = program.wait_until(partial(is_answered, known), "the answer")
        position = position_shown(seen, position)


def let_train(program: Program, game: str, minutes: float, name: str) -> None:
    """A dog that has trained for so long, and goes on; an empty name is that of the dog that is there already."""
    if name:
        program.click("nav.train")
        program.click("train.adopt")
        program.fill("adopt.name", name)
        choose(program, "adopt.game", game)
        program.click("dialog.ok")
        program.wait_until(lambda seen: seen.can_click("train.toggle") and seen.shows(name), "the dog")
        program.click("train.toggle")
        program.wait_until(lambda seen: games_shown(seen) >= 1, "its first game", PATIENCE)
    else:
        program.click("nav.train")
        program.click("train.toggle")
    program.wait_until(lambda seen: seen.shows(said(seen, Text.LIVE_BOARDS)), "games on the wall", PATIENCE)
    time.sleep(minutes * 60)


def let_compete(program: Program, games: int) -> None:
    """A match that has come so far."""
    program.click("nav.compete")
    program.click("compete.start")
    program.wait_until(lambda seen: any(seen.shows(f"{n} of ") for n in range(games, 100)), "some games", PATIENCE)


def looks(program: Program) -> Iterator[tuple[str, str]]:
    """Both languages, by day and by night, one after the other; in the end it looks as before."""
    for theme in THEMES:
        for language in LANGUAGES:
            speak(program, language)
            yield language, theme
        program.click("nav.theme")
    speak(program, LANGUAGES[0])


def speak(program: Program, language: str) -> None:
    """Have the window in a language."""
    if program.look().language != language:
        program.click("nav.language")
        program.wait_until(lambda seen: seen.language == language, language)


def in_each_look(camera: Camera, name: str) -> None:
    """What is shown, whatever it is."""
    for language, theme in looks(camera.program):
        camera.take(name, language, theme)


def go_to(program: Program, scene: str) -> None:
    """Show a scene."""
    program.click(f"nav.{scene}")
    program.wait_until(lambda seen: seen.scene == scene, scene)


def picture_above(camera: Camera, name: str, key: str, shown: str, language: str, theme: str) -> None:
    """A page that lies above a scene."""
    program = camera.program
    program.press(key)
    program.wait_until(lambda seen: shown in seen.widgets, name)
    camera.take(name, language, theme)
    program.press("Escape")
    program.wait_until(lambda seen: shown not in seen.widgets, f"{name} to close")


def pictures_of_everything(camera: Camera) -> None:
    """Every scene and every page above them, as they stand now."""
    for language, theme in looks(camera.program):
        for scene in SCENES:
            go_to(camera.program, scene)
            camera.take(scene, language, theme)
        picture_above(camera, "settings", "F2", "settings.theme.dark", language, theme)
        picture_above(camera, "shortcuts", "F1", "dialog.ok", language, theme)


def pictures_of_a_life(camera: Camera) -> None:
    """A position that the dog learns from, and a line of its diary with the board behind it."""
    program = camera.program
    go_to(program, "train")
    program.click("train.toggle")
    program.wait_until(lambda seen: seen.shows(said(seen, Text.TRAIN_ON)), "the training to end", PATIENCE)
    program.press("l")
    program.wait_until(is_taught, "its lesson", PATIENCE)
    program.click("lesson.pick.surprising")
    wait_for_chosen(program, "lesson.pick.surprising")  # from then on what is shown is of that kind
    before = program.wait_until(is_taught, "another position", PATIENCE).texts
    program.press("Right")
    program.wait_until(lambda seen: seen.texts != before and is_taught(seen), "the one after it", PATIENCE)
    in_each_look(camera, "lesson")
    program.press("Escape")
    for language, theme in looks(program):
        program.press("d")
        program.click("diary.part.moments")
        program.click("diary.lines.1")
        program.wait_until(lambda seen: "diary.open" in seen.widgets, "a moment")
        camera.take("moments", language, theme)
        program.press("Escape")
        program.wait_until(lambda seen: "diary.open" not in seen.widgets, "the diary to close")


def pictures_of_parts(camera: Camera) -> None:
    """What came of ten games without a part."""
    program = camera.program
    program.click("nav.learn")
    open_entry(program, "try.parts")
    program.click("parts.policy")
    program.click_at("parts.guess", 0.7)
    program.click("parts.play")
    program.wait_until(
        lambda seen: seen.text_on("parts.play") == said(seen, PartsText.AGAIN), "the end of ten games", PATIENCE
    )
    in_each_look(camera, "parts")


def pictures_of_slow_motion(camera: Camera) -> None:
    """The middle of a search of the position on the board."""
    program = camera.program
    for language, theme in looks(program):
        program.click("nav.play")
        program.click("mind.slow")
        program.click_at("slow.scrub", 0.6)
        program.press("Next")  # from wherever that is, to where the next way down begins
        for _ in range(_MOST_STEPS_OF_A_SIMULATION):
            if program.look().shows(said(program.look(), SlowText.HEAD_SUM_BAR)):
                break
            program.press("Right")
            time.sleep(0.3)
        camera.take("slow", language, theme)
        program.press("Escape")
        program.wait_until(lambda seen: seen.scene == "play", "the game")


def pictures_of_lessons(camera: Camera) -> None:
    """The third lesson of Go, just done."""
    program = camera.program
    program.click("nav.learn")
    program.click("learn.index.lessons.go")
    for row, col in ((2, 3), (3, 3), (0, 4)):
        program.click_point(row, col)
        program.wait_until(lambda seen: "lessons.show" not in seen.widgets, "a lesson to be done")
        if (row, col) != (0, 4):
            program.click("lessons.next")
            program.wait_until(lambda seen: "lessons.show" in seen.widgets, "the next lesson")
    in_each_look(camera, "lessons")


def climb(data: Path) -> None:
    """Somebody has beaten the newborn, and is at the next."""
    skip_the_tour(data)
    pup = age_after(25)
    results = ((0, 1.0), (0, 1.0), (pup, 0.0), (pup, 1.0), (pup, 0.0), (pup, 0.0))
    bouts = (Bout("go", f"alphago:alpha_go@{games}:100", points, rating_at(games), 60.0) for games, points in results)
    PersonFile(Paths(data).person).save(Person("Ming", tuple(bouts)))


def pictures_of_portraits(camera: Camera) -> None:
    """Whom one can play."""
    program = camera.program
    program.click("nav.play")
    program.click("play.fold")
    in_each_look(camera, "portraits")
    program.click("play.more")


def is_found(seen: Seen) -> bool:
    """Whether it is said where two ages disagree most, and all ages have been heard there."""
    begins = (said(seen, words).partition("{")[0] for words in (FilmText.SAY_MOST, FilmText.SAY_MOST_SAME))
    return film_stands(seen) and seen.shows(*begins)


def pictures_of_the_film(camera: Camera) -> None:
    """Where an earlier age of the shipped dog disagrees most with the present one, in the game on the board."""
    program = camera.program
    for language, theme in looks(program):
        program.click("nav.play")
        program.click("mind.film")
        program.wait_until(film_stands, "the ages")
        program.click("film.frame.11")
        program.click("film.find")
        program.wait_until(is_found, "where the two disagree")
        camera.take("film", language, theme)
        program.press("Escape")
        program.wait_until(lambda seen: seen.scene == "play", "the game")


def is_drawn_at_birth(program: Program) -> bool:
    """Whether the microscope shows the dog as it was born: of all its ages that one is asked last."""
    seen = program.look()
    left, top, _, height = seen.widgets["micro.ages"]["rect"]
    scale = float(seen.raw["scale"])
    middle = left + _AGE * scale / 2, top + (height - _UNDER_AN_AGE * scale) / 2
    inner = program.part((middle[0] - 12 * scale, middle[1] - 12 * scale, 24 * scale, 24 * scale))
    return bool(np.ptp(inner.reshape(-1, 3), axis=0).any())


def pictures_of_a_net(camera: Camera) -> None:
    """The microscope on the position on the board: a block in the middle of the net."""
    program = camera.program
    for language, theme in looks(program):
        program.click("nav.play")
        program.click("mind.inside")
        wait_for_said(program, PLANES_SAID)  # keys that come before there is a net to be seen lead nowhere
        for _ in range(_DOWN_TO_A_BLOCK):
            program.press("Down")
        wait_for_said(program, BLOCK_SAID, n=_BLOCK)
        program.wait_until(lambda _: is_drawn_at_birth(program), "the same at every age")
        camera.take("microscope", language, theme)
        program.press("Escape")
        program.wait_until(lambda seen: seen.scene == "play", "the game")


def pictures_of_learning(camera: Camera) -> None:
    """A chapter of the course, where it has boards."""
    program = camera.program
    for language, theme in looks(program):
        program.click("nav.learn")
        program.click("learn.index.course.02-go")
        program.click("learn.index.course.02-go#2")
        camera.take("learn", language, theme)


def pictures_of_an_experiment(camera: Camera) -> None:
    """Two dogs growing up, and what came of them."""
    program = camera.program
    open_experiments(program)
    program.click("experiment.difference.0")
    program.click("experiment.pairs.2")
    program.click("experiment.guess.one")
    program.click("experiment.start")
    program.wait_until(lambda seen: seen.num_stones > 0, "its first game", PATIENCE)
    time.sleep(80)
    in_each_look(camera, "experiment-growing")
    program.wait_until(lambda seen: seen.can_click("experiment.more"), "what was found", PATIENCE)
    in_each_look(camera, "experiment")


def pictures_of_a_game(camera: Camera, game: str) -> None:
    """What is played and what is trained, by day."""
    for language in LANGUAGES:
        speak(camera.program, language)
        for scene in ("train", "play"):
            go_to(camera.program, scene)
            camera.take(f"{scene}-{game}", language)


_RECORD = """(;FF[4]GM[1]SZ[9]KM[6.5]RU[Japanese]PB[{black}]BR[3k]PW[{white}]WR[2k]EV[{event}]DT[2026-11-12]RE[W+2.5]
;B[ee];W[eg];B[gf];W[cf];B[cd];W[df](;B[gg];W[gh](;B[fh]C[{question}]LB[hh:A][fg:B]TR[gh]SQ[gg]AR[fh:eh]
(;W[hh];B[fg];W[eh]C[{good}];B[gd];W[bd];B[bc];W[be];B[dg];W[dh];B[hg])(;W[fg]C[{bad}];B[hh];W[eh];B[hf]))(;B[hh];W[fh]
;B[hg];W[ge]))(;B[dg];W[dh];B[eh];W[ch](;B[fg];W[gg])(;B[fh];W[gg];B[fg])))"""
"""A game that nobody has played, with what somebody might say of it."""
_SAID = {
    "en": {
        "black": "Lin Yu",
        "white": "Momo",
        "event": "Thursday club",
        "question": "Black descends. Can White connect at B at once, or does the cut at A come first?",
        "good": "Quiet and enough: the corner lives.",
        "bad": "Greedy. Black takes the corner, and White has nothing for it.",
    },
    "zh": {
        "black": "林雨",
        "white": "毛毛",
        "event": "周四棋会",
        "question": "黑棋立。白棋能马上在 B 位接上吗？还是应该先断在 A 位？",
        "good": "从容接上就够了，角上已经活了。",
        "bad": "贪了。黑棋吃掉角，白棋什么也没得到。",
    },
}
_ASKED = 9
"""The position in question, by its number in the file."""


def pictures_of_the_coach(camera: Camera) -> None:
    """What the coach says of a game that two have played who had trained for four minutes; each move is clicked."""
    program = camera.program
    lay_out(program)
    begin(program)
    position = game_named(USUAL_GAME).agree({})[0].first_position()
    pup = build_player(
        PlayerSpec(PlayerKind.ALPHAGO, at_age(position.rules.game.shipped_dog, age_after(220)), 8),
        Kennel(Paths(program.data)).find_weights,
        seed=3,
    )
    pup.new_game(position.rules)
    for _ in range(_MOVES_BEFORE_THE_COACH):
        action = pup.choose(position).action
        assert action != position.rules.pass_action, "they would rather pass: ask for fewer moves"
        put(program, *divmod(action, position.rules.size))
        position = position.play(action)
    program.click("play.resign")
    program.click("dialog.ok")
    program.click("play.coach")
    program.wait_until(lambda seen: seen.can_click("coach.report"), "the whole game to be looked through", PATIENCE)
    in_each_look(camera, "coach")
    program.press("Escape")


def pictures_of_a_record(camera: Camera) -> None:
    """Its tree, what is said and drawn, and how it is shared."""
    program = camera.program
    for language, theme in looks(program):
        file = program.data.parent / f"club.{language}.sgf"
        file.write_text(_RECORD.format(**_SAID[language]), encoding="utf-8")
        open_file(program, str(file))
        program.wait_until(lambda seen: seen.can_click("play.on"), "the record", PATIENCE)
        program.press("t")
        program.click(f"play.tree.{_ASKED}")
        program.wait_until(lambda seen: seen.num_stones == _ASKED, "the position")
        time.sleep(6.0)  # what was said of the opening goes away
        camera.take("record", language, theme)
        program.click("play.tab.facts")
        program.click("play.share_record")
        program.wait_until(lambda seen: seen.can_click("dialog.ok"), "what is shared", PATIENCE)
        program.wait_until(lambda seen: not seen.shows(said(seen, ShareText.DRAWING)), "the picture", PATIENCE)
        program.fill("share.folder", "~")
        camera.take("share", language, theme)
        program.press("Escape")
        program.wait_until(lambda seen: "dialog.ok" not in seen.widgets, "the dialog to close")


BY_THEMSELVES: dict[str, Callable[[Camera], None]] = {
    "portraits": pictures_of_portraits,
    "record": pictures_of_a_record,
    "coach": pictures_of_the_coach,
    "lessons": pictures_of_lessons,
    "learn": pictures_of_learning,
    "parts": pictures_of_parts,
    "experiment": pictures_of_an_experiment,
}
"""What needs nothing before."""
ON_THE_BOARD: dict[str, Callable[[Camera], None]] = {
    "slow": pictures_of_slow_motion,
    "net": pictures_of_a_net,
    "film": pictures_of_the_film,
}
"""What is seen of a position on the board."""
KINDS = ("scenes", "life", *BY_THEMSELVES, *ON_THE_BOARD)


def take_in(data: Path, file: Path, name: str) -> None:
    """Put a dog that was saved to a file into a kennel, under a name."""
    paths = Paths(data)
    paths.prepare()
    kennel = Kennel(paths)
    dog = import_dog(kennel, file)
    kennel.rename(dog.name, name)
    kennel.close()


def main() -> None:
    """Take them all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=tuple(games()), default=USUAL_GAME, help="what is played in them")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long the dog in the picture has trained")
    parser.add_argument("--stones", type=int, default=9, help="stones of Black in the picture of the game")
    parser.add_argument("--games", type=int, default=5, help="games of the match in the picture")
    parser.add_argument("--name", default="Pup", help="the name of the dog in the picture")
    parser.add_argument("--dog", type=Path, help="a dog saved to a file, for that picture instead of a newborn")
    parser.add_argument("--folder", type=Path, default=IMAGES, help="where the pictures go")
    parser.add_argument("--only", nargs="+", choices=KINDS, default=KINDS, help="which of them, of that game")
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Screen(Path(folder)) as screen:
        # As it looks at a person's home; what is compiled is found where it lies.
        home = Path(folder) / "home"
        data = home / ".local" / "share" / "CleverGo"
        kernels = os.environ.get("CLEVERGO_CACHE") or platformdirs.user_cache_dir("clevergo", appauthor=False)
        environment = {"HOME": str(home), "CLEVERGO_CACHE": kernels}
        climb(data)
        if wishes.dog is not None:
            take_in(data, wishes.dog, wishes.name)
        program = Program(screen, data, Path(folder) / "pictures", environment)
        try:
            program.resize(*SIZE)
            game, wanted, camera = game_named(wishes.game), set(wishes.only), Camera(program, wishes.folder)
            if game.name != USUAL_GAME:
                wanted = {"scenes"}
            for kind, take in BY_THEMSELVES.items():
                if kind in wanted:
                    take(camera)
            if "scenes" in wanted and game.name == USUAL_GAME:
                let_compete(program, wishes.games)
            if wanted.intersection(("scenes", *ON_THE_BOARD)):
                rules = game.agree({})[0]
                adviser = build_player(
                    PlayerSpec(PlayerKind.ALPHAGO, game.shipped_dog, 100), Kennel(Paths(data)).find_weights, seed=0
                )
                adviser.new_game(rules)
                play_a_game(program, rules, wishes.stones, adviser)
            for kind, take in ON_THE_BOARD.items():
                if kind in wanted:
                    take(camera)
            if not wanted.intersection(("scenes", "life")):
                return
            let_train(program, game.name, wishes.minutes, wishes.name if wishes.dog is None else "")
            if game.name != USUAL_GAME:
                pictures_of_a_game(camera, game.name)
                return
            if "scenes" in wanted:
                pictures_of_everything(camera)
            if "life" in wanted:
                pictures_of_a_life(camera)
        finally:
            program.end()


if __name__ == "__main__":
    main()
