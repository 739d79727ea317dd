"""One file more is one language more: chosen like the others, and nothing on any screen escapes it or is cut by it."""

from __future__ import annotations

import functools
import re
from pathlib import Path

import pygame
import pytest
from babel.messages.mofile import write_mo

from clevergo import locale
from clevergo.app.course.texts import OVERVIEW, Course
from clevergo.app.desk.settings import Settings, SettingsFile, system_language
from clevergo.locale import Language, languages
from clevergo.ui.kit.look import ELLIPSIS
from clevergo.ui.kit.prose.prose import Prose
from clevergo.ui.scenes.train.machines import USUAL_ADDRESS
from clevergo.ui.shell.stage import SMALLEST, Stage
from clevergo.ui.shell.tour import STEPS
from clevergo.ui.strings import Strings, Text
from tests.ui.fake_meeting import FOUND, KEPT, TABLE
from tests.ui.fake_shared import DAMAGED
from tests.ui.fakes import click, click_on, make_services, make_stage, press_key
from tests.ui.fitting import Shown, misfits, texts_shown
from tests.ui.languages import CODE, folder_with_one_more, pseudo_catalog
from tests.ui.test_everything_fits import STATES, clicked_once, furnished, rooms_of, settle
from tests.ui.test_machines import machines_of_a_class

NAMES = {
    *(
        "CleverGo",
        "GNU",
        "Go",
        "AlphaGo",
        "AlphaFive",
        "MIT",
        "GTP",
        "SGF",
        "Elo",
        "English",
        "Downloads",
        "Desktop",
        "Enter",
        "Esc",
    ),
    *("Tab", "Home", "End", "Space", "Ctrl", "Shift", "Alt", "PageUp", "PageDown", "Page", "Up", "Down"),
    *("Backspace", "Delete", "Del", "V", "C", "O", "S"),
    "Aa",
}
"""What is called the same in every language: programs, keys, the letters a button shows that writes letters."""
OTHERS_NUMBERS = re.compile(r"[BW]\+\d|0\.1\.0")
"""Results as SGF writes them, and the program's version."""
PEOPLES_OWN = re.compile(
    r"[\w.~]*[/\\][\w./\\~ -]*|\S+\.(sgf|clevergo|pdparams|html)|@\d+"
    r"|\b\d+(\.\d+){3}(:\d+)?\b|\b[A-Z0-9]{4}-[A-Z0-9]{4}\b|@ \d\.\d+GHz"
)
"""Files and folders, addresses on a network, the codes that open a meeting, the pace of a processor in its name."""
WORD = re.compile(r"[A-Za-z][A-Za-z0-9+.]*")
NOTATION = re.compile(r"[A-HJ-T]\d{1,2}|[A-HJ-T]|[BW]\+[\d.RTF]+|F\d{1,2}|MB|GB")
"""Points of the board, results, function keys, units."""


@pytest.fixture(scope="module")
def catalogs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a catalog more, to be read."""
    return folder_with_one_more(tmp_path_factory.mktemp("catalogs"))


@pytest.fixture(autouse=True)
def _nothing_lies_at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Choosers of files show no folder of this machine, which may be named in words of ours."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setattr(Path, "home", lambda: home)


@pytest.fixture
def another(catalogs: Path, monkeypatch: pytest.MonkeyPatch) -> Language:
    """A language more than there was."""
    monkeypatch.setattr(locale, "FOLDER", catalogs)
    return Language(CODE)


@pytest.fixture
def another_to_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Language:
    """The same in a folder of the test's own."""
    monkeypatch.setattr(locale, "FOLDER", folder_with_one_more(tmp_path))
    return Language(CODE)


def escaped(texts: list[Shown]) -> list[str]:
    """Words that are not in the language: plain letters that are no name, no key, no file and no notation."""
    called = {word for name in OWN_NAMES for word in WORD.findall(name)}
    own = NAMES | course_words() | called
    found = []
    for shown in texts:
        if isinstance(shown.widget, Prose):
            continue  # nobody has translated the course: it is read in English, as a whole
        text = PEOPLES_OWN.sub(" ", shown.drawn.text)
        for match in WORD.finditer(text):
            word = match[0].rstrip(".")
            is_cut = text.startswith(ELLIPSIS, match.end())
            is_shortened = is_cut and any(name.startswith(word) for name in called)
            if word not in own and not is_shortened and not NOTATION.fullmatch(word):
                found.append(f"{word!r} in {shown.drawn.text!r} of {type(shown.widget).__name__} {shown.widget.id}")
        if re.search(r"\d,\d{3}|\d\.\d", text) and not OTHERS_NUMBERS.search(text):
            found.append(f"a number in {shown.drawn.text!r} of {type(shown.widget).__name__} {shown.widget.id}")
    return found


@functools.cache
def course_words() -> frozenset[str]:
    """The words of the course's headings and of the captions of its boards."""
    course = Course()
    texts = [course.text(page, Language.ENGLISH) for page in (OVERVIEW, *course.chapters())]
    lines = [line for text in texts for line in re.findall(r"^#+ .*|^[\w-]+: .*", text, re.MULTILINE)]
    return frozenset(word.rstrip(".") for line in lines for word in re.findall(r"[A-Za-z][A-Za-z0-9+.]*", line))


OWN_NAMES = (
    *("pup", "Pup", "x" * 40, "xxx", "rex", "Rex", "Eve", "ve", "alpha", "alpha_go", "A long story", "dan"),
    *(found.name for found in FOUND),
    *(kept.name for kept in KEPT),
    *TABLE.names,
    str(DAMAGED.values["name"]).capitalize(),
    *(f"{machine.name} {machine.processor}" for machine in machines_of_a_class()),
    USUAL_ADDRESS,
)
"""What the tests' dogs, people, files and computers are called, and what is written in their records."""


def wrong(stage: Stage) -> list[str]:
    shown = texts_shown(stage)
    return misfits(stage, shown) + escaped(shown)


def test_it_is_found_named_and_remembered(another: Language, tmp_path: Path) -> None:
    assert languages() == [Language.CHINESE, Language.ENGLISH, another]
    assert (another.name, another.short) == ("Þσéûđö", "Þσ")
    file = SettingsFile(tmp_path / "settings.json")
    file.save(Settings(language=another))
    assert file.load().language == another
    assert system_language({"LANG": f"{CODE}_XX.UTF-8"}) == another


def test_a_language_that_is_gone_gives_way_to_the_computers(another_to_change: Language, tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "settings.json")
    file.save(Settings(language=another_to_change))
    (tmp_path / f"{CODE}.mo").unlink()
    assert file.load().language in (Language.CHINESE, Language.ENGLISH)


def test_it_is_chosen_like_the_others(another: Language) -> None:
    stage = make_stage(make_services(Language.CHINESE))
    for expected in (Language.ENGLISH, another, Language.CHINESE):
        click_on(stage, "nav.language")
        assert stage.preferences.now.language == expected
        assert Strings(expected).get(Text.SCENE_KENNEL) in [shown.drawn.text for shown in texts_shown(stage)]
    press_key(stage, pygame.K_F2)
    click_on(stage, f"settings.language.{CODE}")
    assert stage.preferences.now.language == another


def test_what_it_lacks_is_said_in_english(another_to_change: Language, tmp_path: Path) -> None:
    catalog = pseudo_catalog()
    catalog.delete("Text.OK")
    catalog.delete("Text.GAMES_PLAYED")
    with (tmp_path / "qpt.mo").open("wb") as file:
        write_mo(file, catalog)
    strings = Strings(Language("qpt"))
    assert strings.get(Text.OK) == "OK"
    assert strings.get(Text.GAMES_PLAYED, games=1) == "1 game"
    assert strings.get(Text.CANCEL) != "Cancel"


def test_its_numbers_and_plurals_are_its_own(another: Language) -> None:
    strings = Strings(another)
    assert strings.figure(1234.5, ",.1f") == "1’234‚5"
    assert strings.number(28_400) == "28‚4κ"
    assert strings.get(Text.GAMES_PLAYED, games=1) != strings.get(Text.GAMES_PLAYED, games=2).replace("2", "1")


@pytest.mark.parametrize("state", STATES)
def test_no_scene_escapes_it_or_is_cut_by_it(another: Language, state: str) -> None:
    found = {}
    for size, scale in rooms_of(another):
        if problems := wrong(furnished(state, another, size, scale)):
            found[size, scale] = problems
    assert found == {}


@pytest.mark.parametrize("state", STATES)
def test_nothing_a_click_opens_escapes_it_or_is_cut_by_it(another: Language, state: str) -> None:
    found = clicked_once(state, another, SMALLEST, 1.0, wrong)
    found.pop("nav.language", None)  # shows another language
    assert found == {}


def test_the_first_steps_are_not_cut_by_it(another: Language) -> None:
    for size, scale in (*rooms_of(another), (SMALLEST, 1.0)):
        stage = furnished("play, fresh", another, size, scale)
        stage.start_tour()
        for _ in STEPS:
            settle(stage)
            assert wrong(stage) == []
            click(stage, next(mark for mark in stage.clickable() if mark.id == "tour.next").rect.center)
