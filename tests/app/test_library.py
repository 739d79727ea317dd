"""The list of saved games tells the truth about each, is quick to look again, and passes over what is none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from clevergo.app.desk import library
from clevergo.app.desk.library import GameLibrary, GameStore, summary
from clevergo.app.match.messages import SavedGame
from clevergo.games.go.rules import Ruleset
from clevergo.games.record import GameRecord
from clevergo.games.sgf.codec import to_sgf


def test_moves_whose_node_begins_with_a_comment_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "a.sgf"
    path.write_text("(;SZ[9]PB[a]PW[b];C[hm]B[ee];C[x]SBKV[50]W[ec];C[y]B[gc](;W[ge])(;W[cg];B[cc]))")
    assert summary(path).moves == 4


def test_a_judged_game_has_as_many_moves_as_were_played(tmp_path: Path) -> None:
    record = GameRecord.from_moves(Ruleset(9), range(22))
    for node in record.main_line()[1:]:
        node.black_win_rate, node.black_score = 0.5, 1.0
    path = tmp_path / "2026-01-31 12-30-00.sgf"
    path.write_bytes(to_sgf(record))
    assert (summary(path).moves, summary(path).date) == (22, "2026-01-31 12:30")


def test_what_has_not_changed_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("one.sgf", "two.sgf"):
        (tmp_path / name).write_text("(;SZ[9];B[ee])")
    games = GameLibrary(GameStore(tmp_path))
    games.refresh()
    games.wait()
    read: list[str] = []

    def watched(path: Path) -> SavedGame:
        read.append(path.name)
        return summary(path)

    monkeypatch.setattr(library, "summary", watched)
    changed = tmp_path / "one.sgf"
    times = changed.stat()
    changed.write_text("(;SZ[9];B[ee];W[ec])")
    os.utime(changed, ns=(times.st_atime_ns, times.st_mtime_ns))  # by its size alone it is another
    games.refresh()
    games.wait()
    assert read == ["one.sgf"]
    assert games.games is not None
    assert {game.path.name: game.moves for game in games.games} == {"one.sgf": 2, "two.sgf": 1}


def test_what_is_no_game_or_too_large_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "good.sgf").write_text("(;SZ[9];B[ee])")
    (tmp_path / "bad.sgf").write_text("hello")
    (tmp_path / "folder.sgf").mkdir()
    (tmp_path / "large.sgf").write_bytes(b"(;" + b" " * 5_000_000 + b"B[ee])")
    games = GameLibrary(GameStore(tmp_path))
    games.refresh()
    games.wait()
    assert games.games is not None
    assert [game.path.name for game in games.games] == ["good.sgf"]
