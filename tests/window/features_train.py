"""Raising a dog, feature by feature: each is done with the mouse or the keys, and seen to be done."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from clevergo.app.kennel.messages import NewsKind, TrainingNews
from clevergo.app.training.forecast import beats_from, forecast
from clevergo.games.go.game import GAME
from clevergo.ui.scenes.train.growth import beats_said
from clevergo.ui.scenes.train.words import games_said, moment_said, news_said, opponent_name, span_said
from clevergo.ui.strings import MachineText, TaughtText, Text, TrainText, Wording
from tests.window.actions import choose, choose_by_keys, games_shown
from tests.window.kept import (
    BEST_STONES,
    DIARY,
    DOG,
    DOG_AGES,
    FORESEEN,
    GROWTH,
    KL_PUBLISHED,
    KL_SEARCH,
    KO_STONES,
    LENGTHS,
    MILESTONES,
    MOMENTS,
    PASSES,
    rows,
    wait_for_dog,
    wait_for_setting,
    wishes_for,
)
from tests.window.program import Program, Seen
from tests.window.seeing import (
    click_for_another_text,
    look_at_widget,
    number_in,
    said,
    strings_of,
    text_of,
    wait_for_another_look,
    wait_for_chosen,
    wait_for_said,
    wait_for_words,
)

PUP = "Pup"
EXPLAINED = (
    TrainText.SIMULATIONS_SAID,
    Wording("dog.komi.said"),
    TrainText.RATE_SAID,
    TrainText.WINDOW_SAID,
    TrainText.SEED_SAID,
)
"""What is said beside the choices that can still be made for a dog that has not learned yet."""
LOCKED = (TrainText.LOCKED_NET, TrainText.LOCKED_RATE, TrainText.LOCKED_WINDOW, TrainText.LOCKED_SEED)
_LEFT_OF_CURVES, _RIGHT_OF_CURVES = 38, 8
"""Logical units of the chart that lie beside its curves."""
NICE, _NICEST = 15, 19
"""How much training gives way to other programs as a rule, and where it is to be gentle."""


def adopt_with_settings(program: Program) -> None:
    """A dog is adopted, with a name and a net of one's choice."""
    program.click("nav.train")
    program.click("train.adopt")
    program.click("adopt.settings")
    for words in (TrainText.NET_SAID, *EXPLAINED):
        seen = wait_for_words(program, words)
    assert [text for text in seen.texts if text.endswith("…")] == [], "nothing is cut"
    for choice in ("net.small", "simulations.8"):
        program.click(f"dog.{choice}")
    program.click("dialog.ok")
    program.fill("adopt.name", PUP)
    program.click("dialog.ok")
    wait_for_dog(program, PUP)
    program.wait_until(lambda seen: seen.can_click("train.toggle") and not seen.can_click("train.play"), "a pup")
    wishes = wishes_for(program, PUP)
    assert (wishes["net"], wishes["simulations"]) == ("small", 8)


def settings_of_a_dog(program: Program) -> None:
    """How a dog is trained can be changed later, and where it grows up; its net cannot."""
    program.click("train.settings")
    program.wait_until(lambda seen: "dog.net.small" in seen.widgets, "the settings of the dog")
    assert not program.look().can_click("dog.net.large")
    for words in (TrainText.LOCKED_NET, *EXPLAINED):
        wait_for_words(program, words)
    for choice in ("simulations.16", "learning_rate.0.002", "window.100000"):
        program.click(f"dog.{choice}")
    komi = click_for_another_text(program, "dog.komi.less", "dog.komi")
    seed = click_for_another_text(program, "dog.seed.more", "dog.seed")
    program.click("dog.boards")
    program.wait_until(lambda seen: {"boards.size", "boards.beside"} <= set(seen.widgets), "the boards of the dog")
    program.click("dialog.cancel")
    program.click("dog.part.further")
    program.wait_until(lambda seen: "dog.blocks" in seen.widgets, "what else can be set")
    assert not program.look().can_click("dog.channels.more")
    considered = click_for_another_text(program, "dog.considered.more", "dog.considered")
    program.click("dialog.ok")
    program.wait_until(lambda _: wishes_for(program, PUP)["simulations"] == 16, "the settings saved")
    wishes = wishes_for(program, PUP)
    assert (wishes["learning_rate"], wishes["window"]) == (0.002, 100_000)
    assert (wishes["komi"], wishes["seed"]) == (number_in(komi), number_in(seed))
    assert wishes["considered"] == number_in(considered)


def training_and_stopping(program: Program) -> None:
    """Train plays and learns, its games to be seen; gentle, it gives way; Stop saves and ends it."""
    before, others = text_of(program, "train.toggle"), set(program.helpers())
    click_for_another_text(program, "train.toggle")
    program.wait_until(lambda seen: games_shown(seen) >= 1, "its first game")
    wait_for_words(program, Text.LIVE_BOARDS)
    program.wait_until(plays_itself, "words for what it does")
    watch_live_games(program)
    program.wait_until(lambda _: NICE in nicenesses(set(program.helpers()) - others), "training at full effort")
    program.click("train.effort.gentle")
    program.wait_until(lambda _: is_gentle(nicenesses(set(program.helpers()) - others)), "gentle training")
    program.click("train.toggle")
    words = said(program.look(), Text.TRAIN_ON)
    assert words != before
    program.wait_until(lambda seen: seen.text_on("train.toggle") == words, "the end of the training")
    wait_for_words(program, Text.LAST_BOARDS)
    saved = "SELECT MAX(games) FROM checkpoints JOIN dogs ON dogs.id = dog WHERE name = ?"
    assert rows(program, saved, PUP)[0][0] >= 1
    assert program.look().can_click("train.play")
    read_of_its_games(program)


def read_of_its_games(program: Program) -> None:
    """See that a game it has just finished stands in the diary: who won by how much, in how many moves."""
    kept = "SELECT facts, news.created FROM news JOIN dogs ON dogs.id = dog WHERE name = ? AND kind = 'game'"
    facts, created = rows(program, kept, PUP)[-1]
    strings = strings_of(program.look())
    program.click("train.read")
    program.click("diary.part.games")
    line = news_said(strings, TrainingNews(NewsKind.GAME, json.loads(facts), 0.0, created))
    program.wait_until(lambda seen: seen.shows(line) and seen.shows(strings.clock(created)), line)
    program.click("dialog.ok")
    program.wait_until(lambda seen: "diary.part.all" not in seen.widgets, "the diary to close")


def plays_itself(seen: Seen) -> bool:
    """Whether the window says that the pup gathers experience, or learns."""
    return seen.shows(*(strings_of(seen).get(words, name=PUP) for words in (Text.FILLING, Text.LEARNING)))


def watch_live_games(program: Program) -> None:
    """See stones come and go on the wall, though nobody touches anything."""
    before = program.part(program.look().widgets["train.wall"]["rect"])
    for _ in range(3):
        wall = program.look().widgets["train.wall"]["rect"]
        before = wait_for_another_look(program, lambda wall=wall: program.part(wall), before, "a live game")  # type: ignore[misc]


def is_gentle(found: set[int]) -> bool:
    """Whether the processes of a training give way to everything."""
    return _NICEST in found and NICE not in found


def nicenesses(pids: Iterable[int]) -> set[int]:
    """How much processes give way.

    The one that compiles ahead at a first start gives way to everything; neither it nor what it starts is among them.
    """
    found = set[int]()
    for pid in pids:
        try:
            if not _compiles_ahead(pid):
                found.add(int(_fields_of(pid)[16]))
        except OSError:
            continue
    return found


def _compiles_ahead(pid: int) -> bool:
    """Whether a process, or one that it descends from, is the one that compiles ahead."""
    while pid > 1:
        if b"clevergo.app.engine.readiness" in Path(f"/proc/{pid}/cmdline").read_bytes():
            return True
        pid = int(_fields_of(pid)[1])
    return False


def _fields_of(pid: int) -> list[str]:
    """What the system says of a process, from its state on."""
    said = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    return said.rpartition(")")[2].split()


def another_dog(program: Program) -> None:
    """Another dog is chosen, by keys, and shown; what it has learned by locks most of its settings."""
    choose_by_keys(program, "train.dog", DOG)
    wait_for_setting(program, "last_dog", DOG)
    program.wait_until(lambda seen: seen.can_click("train.play"), "a dog that can play")
    program.click("train.settings")
    for words in LOCKED:
        wait_for_words(program, words)
    program.click("dialog.cancel")
    program.wait_until(lambda seen: seen.can_click("train.play"), "the settings to close")


def what_it_does_now(program: Program) -> None:
    """How old and strong the dog is, what it does now, and when it may beat the next opponent, in words."""
    strings, now = strings_of(program.look()), GROWTH[-1]
    age = {"games": games_said(strings, now.games), "time": strings.duration(now.seconds)}
    wait_for_said(program, Text.AGE_SAID, **age)
    wait_for_said(program, Text.RATING_ERROR, error=now.error)
    wait_for_said(program, Text.IDLE, name=DOG)
    found = forecast(GROWTH, beats_from(dict(GAME.anchors)["mcts:100"]), now.seconds)
    assert found is not None
    goal = strings.get(TrainText.NEXT_BEATS, opponent=opponent_name(strings, "mcts:100"))
    # Where there is little room the card says only that it is about the next milestone.
    labels = {goal, strings.get(TrainText.NEXT)}
    program.wait_until(
        lambda seen: bool(labels & set(seen.texts)) and span_said(strings, found) in seen.texts, f"when {goal}"
    )


def wall_of_boards(program: Program) -> None:
    """How many boards the wall has is chosen and kept; of a dog that does not play it shows none, and says so."""
    for count in (16, 1, 9, 0, 4):
        program.click(f"train.boards.{count}")
        wait_for_setting(program, "wall", count)
        wait_for_chosen(program, f"train.boards.{count}")


def share_of_the_machine(program: Program) -> None:
    """How much of the machine training may use is chosen."""
    for effort in ("gentle", "half", "all"):
        program.click(f"train.effort.{effort}")
        wait_for_setting(program, "effort", effort)
        wait_for_chosen(program, f"train.effort.{effort}")


def computers_it_trains_on(program: Program) -> None:
    """The cluster is chosen instead of this computer, with its address; and back."""
    program.click("train.machines")
    wait_for_words(program, MachineText.HERE_SAID)
    program.click("machines.place.True")
    program.wait_until(lambda seen: "machines.address" in seen.widgets, "the field for the address")
    program.click("dialog.ok")
    wait_for_setting(program, "on_cluster", True)
    wait_for_setting(program, "cluster", "auto")
    program.wait_until(
        lambda seen: seen.text_on("train.machines") == said(seen, MachineText.CLUSTER), "the choice shown"
    )
    program.click("train.machines")
    program.click("machines.place.False")
    program.click("dialog.ok")
    wait_for_setting(program, "on_cluster", False)
    program.wait_until(lambda seen: "train.growth" in seen.widgets, "the dialog to close")


def choose_curve(program: Program, curve: str) -> None:
    """Have another curve drawn; where there is little room, they are in a menu."""
    names = {"train.curve", f"train.curve.{curve}"}
    seen = program.wait_until(lambda seen: bool(names & seen.widgets.keys()), "the choice of curves")
    if "train.curve" in seen.widgets:
        choose(program, "train.curve", curve)
    else:
        program.click(f"train.curve.{curve}")
    program.wait_until(lambda seen: "train.growth" in seen.widgets, "the menu to close")


def point_at_age(program: Program, games: int) -> None:
    """Rest the pointer on the curve where the dog had played so many games."""
    seen = program.look()
    x, y, width, height = seen.widgets["train.growth"]["rect"]
    left, right = (units * seen.raw["scale"] for units in (_LEFT_OF_CURVES, _RIGHT_OF_CURVES))
    across = left + (width - left - right) * games / GROWTH[-1].games
    program.screen.move_mouse(program.window, x + across, y + height / 2)


def growth_curves(program: Program) -> None:
    """Growth has several curves, against games or hours; the pointer reads what they say at an age."""
    place = 4
    strings, point = strings_of(program.look()), GROWTH[place]
    values = {
        "loss": f"{4.0 - point.games / 1000:.2f} · {0.9 - point.games / 3000:.2f}",
        "entropy": f"{2.0 - point.games / 2000:.2f}",
        "length": strings.get(TrainText.MOVES, n=round(LENGTHS[place])),
        "passes": f"{100 * PASSES[place]:.1f}%",
        "explained": f"{100 * FORESEEN[place]:.1f}%",
        "kl_search": f"{KL_SEARCH[place]:.3f}",
        "kl_published": f"{KL_PUBLISHED[place]:.4f}",
    }
    captions = {
        "explained": TrainText.SAID_EXPLAINED,
        "kl_search": TrainText.SAID_KL_SEARCH,
        "kl_published": TrainText.SAID_KL_PUBLISHED,
    }
    before = look_at_widget(program, "train.growth")
    for curve, value in values.items():
        choose_curve(program, curve)
        before = wait_for_another_look(program, lambda: look_at_widget(program, "train.growth"), before, curve)
        assert not program.look().shows(said(program.look(), TrainText.NO_VITALS)), f"no curve of {curve}"
        if curve in captions:
            wait_for_words(program, captions[curve])
        point_at_age(program, point.games)
        wait_for_said(program, TrainText.READ_VALUE, where=games_said(strings, point.games), value=value)
    choose_curve(program, "strength")
    before = wait_for_another_look(program, lambda: look_at_widget(program, "train.growth"), before, "strength")
    for in_hours in (True, False):
        program.click(f"train.axis.{in_hours}")
        wait_for_setting(program, "growth_in_hours", in_hours)
        before = wait_for_another_look(program, lambda: look_at_widget(program, "train.growth"), before, "another axis")


def diary_of_a_dog(program: Program) -> None:
    """The diary tells games, growth and milestones with the clock's time, all or a part of them."""
    strings, game = strings_of(program.look()), DIARY[0]
    told = {entry.kind: news_said(strings, entry) for entry in (*DIARY, MILESTONES[-1])}
    beside = {line: _times_told(program.look(), line) for line in told.values()}  # the latest stand on the page as well
    program.click("train.read")
    wait_for_said(program, TrainText.DIARY_OF, name=DOG)
    wait_for_said(program, TrainText.DIARY_SAID)
    seen = program.look()
    assert seen.shows(strings.day(game.created))
    assert seen.shows(strings.clock(game.created))
    for part, kinds in (
        ("games", {NewsKind.GAME}),
        ("growth", told.keys() - {NewsKind.GAME}),
        ("moments", {NewsKind.MOMENT}),
        ("all", set(told)),
    ):
        program.click(f"diary.part.{part}")
        wanted = {told[kind] for kind in kinds}
        program.wait_until(
            lambda seen, wanted=wanted: (
                {  # type: ignore[misc]
                    line for line in beside if _times_told(seen, line) > beside[line]
                }
                == wanted
            ),
            f"the diary's {part}",
        )
    program.press("Page_Down")
    program.click("dialog.ok")
    program.wait_until(lambda seen: "diary.part.all" not in seen.widgets, "the diary to close")


def moment_from_the_diary(program: Program) -> None:
    """The diary comes by its key; a moment's line shows its board, by a click and by keys, and leads to its game."""
    strings, moment = strings_of(program.look()), MOMENTS[0]
    title = moment_said(strings, "go", moment.kind)
    title = title[:1].upper() + title[1:]
    program.press("d")
    program.click("diary.part.moments")
    wait_for_words(program, TrainText.KNOWS)
    program.click("diary.lines.1")
    program.wait_until(lambda seen: title in seen.texts and seen.can_click("diary.open"), "the moment")
    program.press("Escape")
    program.wait_until(lambda seen: "diary.open" not in seen.widgets, "the diary to close")
    program.press("d")
    program.wait_until(lambda seen: "diary.lines.1" in seen.widgets, "the diary again")
    go_by_tab(program, "diary.part")
    for _ in range(3):
        program.press("Right")  # to the part with the moments
    go_by_tab(program, "diary.lines")
    program.press("Down")
    program.press("Return")
    program.wait_until(lambda seen: seen.can_click("diary.open"), "the moment, by keys")
    go_by_tab(program, "diary.open")
    program.press("Return")
    program.wait_until(lambda seen: seen.scene == "play" and seen.num_stones in (2, KO_STONES), "the moment's game")
    program.click("nav.train")
    program.wait_until(lambda seen: seen.can_click("train.read"), "where the dog trains")


def go_by_tab(program: Program, widget: str) -> None:
    """Press Tab until a widget has the keyboard."""
    passed: list[str] = []
    while (now := str(program.look().raw.get("focus"))) != widget:
        assert passed.count(now) < 2, f"Tab never comes to {widget}: {passed}"
        passed.append(now)
        program.press("Tab")
        program.wait_until(lambda seen, now=now: seen.raw.get("focus") != now, "the keyboard elsewhere")  # type: ignore[misc]


def best_game_at_rest(program: Program) -> None:
    """A dog that rests replays its best game, move by move; the whole game is a click away."""
    strings = strings_of(program.look())
    opponent = opponent_name(strings, "mcts:30")
    wait_for_said(program, TrainText.REPLAY, name=DOG, opponent=opponent)
    last = strings.get(TrainText.REPLAY_MOVE, ply=BEST_STONES, plies=BEST_STONES)
    program.wait_until(lambda seen: seen.shows(last), "its last move")
    program.click("train.replay_open")
    program.wait_until(lambda seen: seen.scene == "play", "the game")
    program.press("End")
    program.wait_until(lambda seen: seen.num_stones == BEST_STONES, "the whole of it")
    program.click("nav.train")
    program.wait_until(lambda seen: seen.can_click("train.toggle"), "where the dog trains")


def this_lesson(program: Program) -> None:
    """A dog that has learned is asked for a lesson, by key and by click; it says what it is doing; and one leaves."""
    program.press("l")
    program.wait_until(lambda seen: seen.can_click("lesson.close"), "the page of a lesson")
    doing = (TaughtText.READING, TaughtText.PLAYING, TaughtText.CHECKING)
    program.wait_until(
        lambda seen: is_taught(seen) or seen.shows(*(said(seen, words, name=DOG) for words in doing)),
        "what is being done, or the lesson",
    )
    program.press("Escape")
    program.wait_until(lambda seen: seen.can_click("train.toggle") and seen.shows(DOG), "where the dog trains")
    program.click("train.lesson")
    program.click("lesson.close")
    program.wait_until(lambda seen: seen.can_click("train.toggle"), "where the dog trains, again")


def lesson_gone_through(program: Program) -> None:
    """The lesson comes, after the games a dog plays that has kept none; all of it is looked at by keys."""
    program.press("l")
    program.wait_until(is_taught, "the lesson")
    for key, side in (("Right", "found"), ("space", "after"), ("space", "guess")):
        program.press(key)
        wait_for_chosen(program, f"lesson.side.{side}")
    for tab in ("ways", "heart", "doctor", "costs"):
        program.press("o")
        wait_for_chosen(program, f"lesson.tab.{tab}")
    program.press("Escape")
    program.wait_until(lambda seen: seen.can_click("train.toggle"), "where the dog trains")


def is_taught(seen: Seen) -> bool:
    """Whether a lesson stands there with what a step made of it: until then there are dashes."""
    return seen.can_click("lesson.tab.costs") and "–" not in seen.texts


def _times_told(seen: Seen, line: str) -> int:
    """How many times a line is shown, whatever is said after it."""
    return sum(text.startswith(line) for text in seen.texts)


def milestones_on_the_curve(program: Program) -> None:
    """Whom the dog has beaten stands on its growth, with the day; the pointer reads them, and ratings."""
    strings, hardest = strings_of(program.look()), MILESTONES[-1]
    beats, day = beats_said(strings, hardest), strings.day(hardest.created)
    program.wait_until(lambda seen: f"{beats} · {day}" in seen.texts, "the milestone on the curve")
    games = int(hardest.values["games"])
    point_at_age(program, games)
    wait_for_said(program, TrainText.READ_MILESTONE, where=games_said(strings, games), beats=beats, date=day)
    point = GROWTH[-2]
    point_at_age(program, point.games)
    where = games_said(strings, point.games)
    wait_for_said(program, TrainText.READ_RATING, where=where, rating=point.rating, error=point.error)


def play_an_age_from_the_curve(program: Program) -> None:
    """A click on the curve offers a game against the dog as it was then; the dog as it is now has its button."""
    program.click_at("train.growth", 0.3)
    program.click("dialog.cancel")
    program.click_at("train.growth", 0.3)
    program.click("dialog.ok")
    program.wait_until(
        lambda seen: seen.scene == "play" and str(DOG_AGES[0]) in seen.text_on("play.white.age"), "that age"
    )
    program.click("nav.train")
    program.click("train.play")
    program.wait_until(lambda seen: seen.scene == "play" and DOG in seen.text_on("play.white"), "the dog as it is")
    assert str(DOG_AGES[0]) not in text_of(program, "play.white.age")
