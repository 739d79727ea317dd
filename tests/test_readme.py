"""What the README promises exists, and both languages promise the same."""

from __future__ import annotations

import re
import shlex
from collections import defaultdict
from pathlib import Path

import pytest

from clevergo.cli import main
from clevergo.players.spec import PlayerSpec
from clevergo.ui.shell.about import ARTICLES, FOLLOWED, FONTS, LIBRARIES, PROGRAMS

ROOT = Path(__file__).parent.parent
READMES = ("README.md", "README.zh-CN.md")


def text_of(name: str) -> str:
    """A file of the top level."""
    return (ROOT / name).read_text(encoding="utf-8")


def code_lines(name: str) -> list[str]:
    """The lines of every code block, without what is said of them."""
    blocks = re.findall(r"^```\w+\n(.*?)^```", text_of(name), re.MULTILINE | re.DOTALL)
    return [line.partition(" #")[0].rstrip() for block in blocks for line in block.splitlines()]


def test_both_languages_give_the_same_commands() -> None:
    assert code_lines(READMES[0]) == code_lines(READMES[1])
    assert len(code_lines(READMES[0])) >= 8


def test_both_languages_have_the_same_sections_tables_and_pictures() -> None:
    def shape(name: str) -> tuple[int, int, list[str]]:
        text = text_of(name)
        scenes = [Path(target).name.split(".")[0] for target in re.findall(r"!\[.*?\]\((.*?)\)", text)]
        return len(re.findall(r"^## ", text, re.M)), text.count("\n| "), scenes

    assert shape(READMES[0]) == shape(READMES[1])


@pytest.mark.parametrize("name", READMES)
def test_every_file_it_points_to_is_there(name: str) -> None:
    linked = [target for target in re.findall(r"\]\(([^)#]+)\)", text_of(name)) if "://" not in target]
    assert [target for target in linked if not (ROOT / target).is_file()] == []


@pytest.mark.parametrize("name", READMES)
def test_every_player_it_lists_can_be_typed(name: str) -> None:
    players = re.findall(r"^\| [^|]+ \| `([^`]+)` \| [^|]+ \|$", text_of(name), re.M)
    assert len(players) == 9
    opponents = re.findall(r"^\| [^|]+ \| `([^`]+)` \| [\d、, ]*\| [\d、, ]*\|$", text_of(name), re.M)
    assert len(opponents) == 2
    for text in players + opponents:
        assert str(PlayerSpec.parse(text)) == text


@pytest.mark.parametrize("name", READMES)
def test_it_thanks_whom_the_window_thanks_and_all_it_is_made_of(name: str) -> None:
    thanks = re.split(r"^## ", text_of(name), flags=re.M)[-2]
    for each in (*FOLLOWED, *ARTICLES, *PROGRAMS, *FONTS, *LIBRARIES):
        assert all(part in thanks for part in each.name.replace("Gumbel AlphaZero", "Gumbel").split(", "))
    for each in LIBRARIES:
        assert f"{each.license}" in thanks
    needed = re.findall(r"^(\w+)>=", text_of("requirements.txt"), re.M)
    assert [library for library in needed if library not in thanks.lower()] == []


def test_every_command_it_shows_is_one_the_program_knows(capsys: pytest.CaptureFixture[str]) -> None:
    shown = defaultdict[tuple[str, str], set[str]](set)
    for line in code_lines(READMES[0]):
        if line.startswith("python -m clevergo "):
            game = re.search(r"--game (\w+)", line)
            shown[shlex.split(line)[3], game[1] if game else "go"] |= set(re.findall(r"--[a-z-]+", line))
    assert {command for command, _ in shown} == {
        "train",
        "experiment",
        "match",
        "gtp",
        "gomocup",
        "dogs",
        "adopt",
        "bench",
        "store",
        "host",
        "join",
        "move",
    }
    for (command, played), flags in shown.items():
        with pytest.raises(SystemExit) as left:
            main([command, *(["--game", played] if "--game" in flags else []), "--help"])
        said = capsys.readouterr()
        assert left.value.code == 0, said.err
        assert all(flag in said.out for flag in flags)
