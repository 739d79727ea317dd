"""The course does what it says, in both languages alike.

Its code runs and prints what stands below it, its commands can be typed, links lead somewhere, boards are legal.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from clevergo import cli
from clevergo.app.course.boards import BOARDS
from clevergo.app.course.diagrams import Diagram
from clevergo.app.course.directives import Directive, directive
from clevergo.ui.kit.prose.markdown import Comment, parsed
from tests.course.pictures import pictures_made
from tests.course.texts import (
    DOCS,
    IMAGES,
    LANGUAGES,
    ROOT,
    blocks,
    broken_emphasis,
    chapters,
    commands,
    examples,
    links,
    pictures,
    same_output,
    skeleton,
)
from tests.patience import PATIENCE
from tests.shipped import known

NUMBERS = [path.name for path in chapters(LANGUAGES[0])]
PAGES = [path for language in LANGUAGES for path in (DOCS / language / "README.md", *chapters(language))]
_KINDS = {"python", "text", "text varies", "sh", "bat", "board", ""}


def name(page: Path) -> str:
    return f"{page.parent.name}/{page.name}"


def told(page: Path) -> str:
    return page.read_text(encoding="utf-8")


@pytest.mark.parametrize("chapter", NUMBERS)
def test_the_code_of_a_chapter_runs_and_prints_what_it_says(chapter: str) -> None:
    both = [DOCS / language / chapter for language in LANGUAGES]
    if not any(list(examples(told(page))) for page in both):
        return
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.course.run", *map(str, both)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def directives(text: str) -> list[Directive]:
    """What a chapter says to the window alone."""
    found = [directive(block.text) for block in parsed(text) if isinstance(block, Comment)]
    return [one for one in found if one is not None]


def test_both_languages_have_the_same_chapters() -> None:
    first, second = ([page.name for page in chapters(language)] for language in LANGUAGES)
    assert first == second
    assert len(first) == 14


@pytest.mark.parametrize("chapter", NUMBERS)
def test_both_languages_teach_the_same(chapter: str) -> None:
    def shape(page: Path) -> dict[str, object]:
        text = told(page)
        return {
            "code": [skeleton(example.code) for example in examples(text)],
            "outputs": [example.output is None for example in examples(text)],
            "commands": commands(text),
            "boards": [block.text for block in blocks(text) if block.kind == "board"],
            "for the window": [(one.name, one.values, [key for key, _ in one.lines]) for one in directives(text)],
            "pictures": [Path(file).name.replace(f".{page.parent.name}.", ".") for _, file in pictures(text)],
            "sections": text.count("\n## "),
            "rows of tables": text.count("\n| "),
        }

    first, second = (shape(DOCS / language / chapter) for language in LANGUAGES)
    assert first == second


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_link_and_picture_is_there(page: Path) -> None:
    files = [target.partition("#")[0] for target in links(told(page)) if "://" not in target]
    assert [file for file in files if file and not (page.parent / file).exists()] == []
    assert all(words for words, _ in pictures(told(page))), "a picture without a word for who cannot see it"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_the_ages_of_the_dog_that_it_speaks_of_come_along(page: Path) -> None:
    there = {age["games"] for age in known()["ages"]}
    assert [int(games) for games in re.findall(r"alpha_go@(\d+)", told(page)) if int(games) not in there] == []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_what_is_meant_to_stand_out_does(page: Path) -> None:
    assert broken_emphasis(told(page)) == []


def test_emphasis_that_ends_in_a_sign_before_a_letter_is_found() -> None:
    assert broken_emphasis("甲**乙。**丙 *丁*。**戊**己") == ["**乙。**"]


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_blocks_are_of_kinds_that_are_checked(page: Path) -> None:
    assert {block.kind for block in blocks(told(page))} <= _KINDS


@pytest.mark.parametrize("page", [page for page in PAGES if page.name in NUMBERS], ids=name)
def test_a_chapter_has_a_picture_something_to_do_and_a_place_in_the_window(page: Path) -> None:
    headings = {"zh": ("## 动手试试", "## 在窗口里看"), "en": ("## Try it", "## See it in the window")}
    assert pictures(told(page))
    assert all(heading in told(page) for heading in headings[page.parent.name])
    assert [one.words for one in directives(told(page)) if one.name == "card"] == [("see",), ("do",)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_contents_names_every_chapter_in_order(language: str) -> None:
    rows = [line for line in told(DOCS / language / "README.md").splitlines() if line.startswith("| ")]
    listed = links("\n".join(rows))
    assert listed == [page.name for page in chapters(language)]


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_command_can_be_typed(page: Path) -> None:
    for line in commands(told(page)):
        words = shlex.split(line)
        if words[:3] != ["python", "-m", "clevergo"]:
            continue
        arguments = words[3:]
        assert cli._parser(cli._game_asked(arguments)).parse_args(arguments), line


def test_every_picture_of_the_course_is_one_that_the_program_draws() -> None:
    shown = {Path(file).name for page in PAGES for _, file in pictures(told(page)) if "/course/" in file}
    made = set(pictures_made())
    assert shown <= made
    assert made == {path.name for path in IMAGES.iterdir()}


@pytest.mark.parametrize("diagram", BOARDS.values(), ids=list(BOARDS))
def test_the_boards_of_the_pictures_are_legal_and_so_are_their_moves(diagram: Diagram) -> None:
    position = diagram.position()
    for action in diagram.moves():
        position = position.play(action)
    for action in diagram.forbidden():
        assert not diagram.position().legal_moves[action]


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_the_boards_in_the_text_are_legal(page: Path) -> None:
    for block in blocks(told(page)):
        if block.kind == "board":
            Diagram(block.text).position()


def test_a_stated_output_is_compared_line_by_line_and_numbers_may_differ_where_that_is_said() -> None:
    assert same_output("1 2\n3\n", "1 2 \n3\n\n", varies=False)
    assert not same_output("1 2\n", "1 3\n", varies=False)
    assert same_output("1.5 of 20\n", "-0.25 of 3,000\n", varies=True)
    assert not same_output("won 20\n", "lost 20\n", varies=True)


def test_code_is_the_same_if_only_its_words_differ() -> None:
    one = 'print("胜", n, f"{n} 局")  # 说\nx = 1\n'
    assert skeleton(one) == skeleton('print(n, f"games: {n}")\nx = 1\n')
    assert skeleton(one) != skeleton('print("won", n, f"{n} games")\nx = 2\n')
