"""What is shown to friends, as files: GIFs that others can read, and names that nothing has yet."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from clevergo.app.desk import desktop
from clevergo.app.share.gif import gif_of
from clevergo.app.share.saving import save_beside, stem_of


def frames(count: int) -> list[NDArray[np.uint8]]:
    """A noisy wall over which a black square moves."""
    wall = np.random.default_rng(0).integers(150, 200, (60, 80, 3)).astype(np.uint8)
    made = []
    for place in range(count):
        frame = wall.copy()
        frame[10:20, 5 * place : 5 * place + 10] = 0
        made.append(frame)
    return made


def test_every_frame_of_a_gif_can_be_read_back_with_its_time() -> None:
    made = frames(6)
    told: list[int] = []
    data = gif_of(iter(made), (0.2, 0.2, 0.2, 0.2, 0.2, 3.0), [made[0]], told.append)
    image = Image.open(io.BytesIO(data))
    assert (image.n_frames, image.size, image.info["loop"]) == (6, (80, 60), 0)  # type: ignore[attr-defined]
    assert told == [1, 2, 3, 4, 5, 6]
    times = []
    for place, frame in enumerate(made):
        image.seek(place)
        times.append(image.info["duration"])
        assert np.abs(np.asarray(image.convert("RGB"), int) - frame).mean() < 8
    assert times == [200] * 5 + [3000]


def test_only_what_changes_is_written() -> None:
    made = frames(9)
    one, all_of_them = (len(gif_of(iter(some), (0.2,) * len(some), [made[0]])) for some in (made[:1], made))
    assert all_of_them < 2 * one


def test_what_is_saved_never_replaces_anything(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    first = save_beside(folder, "Momo", {".png": b"1", ".gif": b"2"}, (".clevergo",))
    assert (first.stem, first.suffixes, first.error) == ("Momo", (".png", ".gif"), None)
    (folder / "Momo 2.clevergo").write_bytes(b"a dog")
    assert save_beside(folder, "Momo", {".png": b"3"}, (".clevergo",)).file(".png").name == "Momo 3.png"
    assert (folder / "Momo.png").read_bytes() == b"1"


def test_a_place_that_cannot_be_written_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    saved = save_beside(tmp_path / "file", "Momo", {".png": b"1"})
    assert saved.error is not None
    assert saved.error.code == "cannot_write"


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("Momo", "Momo"),
        ("a/b:c?", "a_b_c_"),
        (" .", "clevergo"),
        ("狗" * 99, "狗" * 60),
        ("Nul", "Nul_"),
        ("aux.1", "aux.1_"),
        ("conin$", "conin$_"),
        ("CONOUT$", "CONOUT$_"),
        ("com²", "com²_"),
        ("LPT³.1", "LPT³.1_"),
        ("COM⁴", "COM⁴"),
    ],
)
def test_any_name_makes_a_name_of_a_file(name: str, stem: str) -> None:
    assert stem_of(name) == stem


@pytest.mark.skipif(sys.platform != "linux", reason="the tools of Linux's desktops")
def test_a_picture_is_copied_by_what_the_desktop_brings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not desktop.can_copy_pictures()
    with pytest.raises(desktop.DesktopError):
        desktop.copy_picture(b"png")
    tool = tmp_path / "xclip"
    tool.write_text(f'#!/bin/sh\nwhile [ $# -gt 1 ]; do shift; done\n/bin/cat "$1" > {tmp_path}/clipboard\n')
    tool.chmod(0o755)
    assert desktop.can_copy_pictures()
    desktop.copy_picture(b"png")
    assert (tmp_path / "clipboard").read_bytes() == b"png"
