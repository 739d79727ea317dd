"""A file from a stranger names its players; it must not start programs."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import Mock

import pytest

from clevergo.app.desk.library import GameFile, GameStore
from clevergo.app.match.table import Table
from clevergo.games.go.rules import Ruleset
from clevergo.games.record import GameRecord
from clevergo.players.outside import found_engines
from clevergo.players.spec import PlayerKind


def opened(folder: Path, black: str, white: str) -> Table:
    """A game from the folder of saved games in which these play."""
    record = GameRecord(Ruleset())
    record.players = black, white
    return Table.reopen(record, GameFile(folder / "game.sgf"), GameStore(folder), Mock())


def test_a_strangers_file_cannot_name_a_command_to_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clevergo.protocols.gtp.player.find_program", lambda name: f"/bin/{name}")
    for name in ("gtp:sh -c 'rm x'", "gtp:gnugo --mode gtp -o elsewhere", "GTP:calc.exe"):
        table = opened(tmp_path, name, "mcts:100")
        assert table.setup.black.kind is PlayerKind.HUMAN
        assert str(table.setup.white) == "mcts:100"
    known = str(found_engines()[1])
    table = opened(tmp_path, known, known)
    assert str(table.setup.black) == known


@pytest.mark.parametrize("dog", [r"\\far\away\dog", "//far/away/dog", "/here/dog.pdparams", r"C:\dog.PDPARAMS"])
def test_a_strangers_file_cannot_name_a_path_to_read(tmp_path: Path, dog: str) -> None:
    for name in (f"policy:{dog}", f"alphago:{dog}:100"):
        table = opened(tmp_path, name, "policy:pup")
        assert table.setup.black.is_human
        assert str(table.setup.white) == "policy:pup"


def test_a_program_that_is_not_installed_is_not_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clevergo.protocols.gtp.player.find_program", lambda name: f"/bin/{name}")
    known = str(found_engines()[1])
    monkeypatch.setattr("clevergo.protocols.gtp.player.find_program", lambda _name: None)
    table = opened(tmp_path, known, "human")
    assert table.setup.black.is_human
