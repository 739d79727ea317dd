"""The file of a meeting: one writes it at a time, what is told is on the disk, and what it says is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from clevergo.app.meeting import store
from clevergo.app.meeting.ledger import Ledger
from clevergo.app.meeting.proof import new_nonce
from clevergo.app.meeting.store import Card, MeetingFile, is_open_elsewhere, read_meeting
from clevergo.app.meeting.words import MOST_ENTRIES, Answered, Asked, Moved, Terms, write
from clevergo.files import LockHeldError

GO = Terms("go", {"size": 5, "komi": 0.5}, host_is_black=True)
CARD = Card("ab" * 16, False, "cd" * 32, new_nonce(), "小明", "", other="Ann")


def written(folder: Path, *moves: int) -> tuple[Path, Ledger]:
    """The file of a game of these moves, that nobody has open, and what it tells."""
    ledger, file = Ledger(GO), MeetingFile(folder, CARD)
    for ply, action in enumerate(moves):
        ledger.append(Moved(ply, action))
    for entry in ledger.entries:
        file.keep(entry)
    file.close()
    return file.path, ledger


def test_only_one_at_a_time_has_a_meeting_open(tmp_path: Path) -> None:
    path, ledger = written(tmp_path, 12)
    assert not is_open_elsewhere(path)
    first = MeetingFile(tmp_path, CARD)
    assert is_open_elsewhere(path)
    before = path.read_bytes()
    with pytest.raises(LockHeldError):
        MeetingFile(tmp_path, CARD)
    assert path.read_bytes() == before
    first.close()
    MeetingFile(tmp_path, CARD).close()
    assert read_meeting(path)[0] == CARD
    assert read_meeting(path)[1].entries == ledger.entries  # type: ignore[union-attr]


def test_where_nothing_can_be_locked_a_meeting_is_gone_on_with_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_file: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr("clevergo.files._take_lock", refuse)
    path, ledger = written(tmp_path, 12)
    assert not is_open_elsewhere(path)
    assert read_meeting(path)[1].entries == ledger.entries  # type: ignore[union-attr]


def test_what_two_windows_have_both_written_down_is_read_once(tmp_path: Path) -> None:
    path, ledger = written(tmp_path, 12, 7)
    card, begun, first, second = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(card + begun + first + first + second + second)
    assert read_meeting(path)[1].entries == ledger.entries  # type: ignore[union-attr]


def test_a_line_that_was_never_finished_is_cut_off_before_more_is_written(tmp_path: Path) -> None:
    path, ledger = written(tmp_path, 12, 7)
    path.write_bytes(path.read_bytes()[:-9])
    file = MeetingFile(tmp_path, CARD)
    file.keep(ledger.entries[-1])
    file.close()
    assert read_meeting(path)[1].entries == ledger.entries  # type: ignore[union-attr]


def test_of_a_meeting_that_is_nearly_full_no_entry_is_lost(tmp_path: Path) -> None:
    """Whoever comes back from elsewhere, and what they are called, takes lines as well."""
    path, ledger = written(tmp_path, 12)
    while len(ledger.entries) < MOST_ENTRIES:
        ledger.append(Answered(False) if ledger.question is not None else Asked(True, "undo", 0))
    lines = path.read_bytes().splitlines(keepends=True)
    later = [write(entry) + b"\n" for entry in ledger.entries[2:]]
    path.write_bytes(b"".join([*lines, *lines[:1] * 5, *later]))
    size = path.stat().st_size
    MeetingFile(tmp_path, CARD).close()
    assert path.stat().st_size == size
    assert read_meeting(path)[1].entries == ledger.entries  # type: ignore[union-attr]


@pytest.mark.parametrize("torn", [b"\0" * 100_000, b'{"t":"entry"'], ids=["a power cut", "the end of the program"])
def test_however_much_was_never_finished_is_cut_off(torn: bytes, tmp_path: Path) -> None:
    path, ledger = written(tmp_path, 12, 7)
    whole = path.read_bytes()
    path.write_bytes(whole + torn)
    MeetingFile(tmp_path, CARD).close()
    assert path.read_bytes() == whole
    assert read_meeting(path)[1].entries == ledger.entries  # type: ignore[union-attr]
    path.write_bytes(torn)
    MeetingFile(tmp_path, CARD).close()
    assert read_meeting(path) == (CARD, None)


def test_each_line_is_on_the_disk_as_far_as_the_system_can_see_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a Mac ``fsync`` alone does not."""
    path, sizes = tmp_path / f"{CARD.meeting}-guest.meeting", list[int]()
    monkeypatch.setattr(store, "to_disk", lambda _descriptor: sizes.append(path.stat().st_size))
    written(tmp_path, 12)
    assert len(sizes) == len(set(sizes)) == 3
    assert sizes[-1] == path.stat().st_size
