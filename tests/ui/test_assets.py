"""The shipped fonts hold every glyph that can be needed, open at any scale, and come with their license."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from clevergo import locale
from clevergo.locale import languages
from clevergo.ui.kit.assets import ASSETS, AssetError, Fonts, window_icon


@pytest.fixture(autouse=True)
def _font_module() -> None:
    pygame.font.init()


def missing(font: pygame.font.Font, letters: str) -> str:
    """The letters the font has no glyph for."""
    return "".join(letter for letter in letters if font.metrics(letter)[0] is None)


def coded(codec: str, first: int, last: int) -> str:
    """All characters of a double-byte codec with a lead byte in first..last."""
    codes = [bytes((lead, trail)) for lead in range(first, last + 1) for trail in range(0x40, 0xFF)]
    letters = (code.decode(codec, errors="replace") for code in codes)
    return "".join(letter for letter in letters if len(letter) == 1 and letter != "\ufffd")


@pytest.mark.parametrize("bold", [False, True])
def test_every_text_of_the_program_can_be_drawn(bold: bool) -> None:
    said = ((locale.FOLDER / f"{language.code}.po").read_text(encoding="utf-8") for language in languages())
    letters = "".join(sorted(set("".join(said)) - {"\n"}))
    assert missing(Fonts().get(15, bold), letters) == ""


@pytest.mark.parametrize("bold", [False, True])
def test_names_may_use_every_common_chinese_character(bold: bool) -> None:
    font = Fonts().get(13, bold)
    simplified = coded("gb2312", 0xB0, 0xF7)
    assert len(simplified) == 6763
    assert missing(font, simplified) == ""
    assert missing(font, coded("big5", 0xA4, 0xC6)) == ""
    assert missing(font, "㙘䶮") == ""  # of the 8,105 standard ones, beyond GB2312


def test_names_may_use_standard_characters_beyond_16_bits() -> None:
    font = Fonts().get(40)

    def picture(letter: str) -> bytes:
        return pygame.image.tobytes(font.render(letter, False, "white", "black"), "RGB")

    no_glyph = picture("\U0010fffd")
    assert len({picture(letter) for letter in "𬭸𬍛𫘧"} | {no_glyph}) == 4


def test_western_names_and_figures_can_be_drawn() -> None:
    assert missing(Fonts().get(13), "Zoë ñandú Ærø Đặng Иван Ωμ 0123456789 ±–—…‘’“”·×→%°") == ""


def test_sizes_follow_the_scale_and_are_kept() -> None:
    fonts = Fonts()
    small = fonts.get(13)
    assert fonts.get(13) is small
    fonts.set_scale(2.0)
    assert fonts.get(13).get_height() == pytest.approx(2 * small.get_height(), abs=2)
    assert fonts.get(13) is not fonts.get(13, bold=True)


def test_a_missing_font_names_the_file_and_the_next_step(tmp_path: Path) -> None:
    with pytest.raises(AssetError, match=r"NotoSansSC-Regular\.otf.*download CleverGo again"):
        Fonts(folder=tmp_path).get(13)


def test_fonts_open_from_a_folder_with_spaces_and_chinese_characters(tmp_path: Path) -> None:
    folder = tmp_path / "我的 围棋 folder"
    folder.mkdir()
    for name in ("NotoSansSC-Regular.otf", "NotoSansSC-Bold.otf"):
        (folder / name).write_bytes((ASSETS / "fonts" / name).read_bytes())
    assert Fonts(folder=folder).get(13).size("围棋")[0] > 20


def test_the_fonts_license_is_shipped_with_them() -> None:
    license = (ASSETS / "fonts" / "OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in license
    assert "Copyright 2014-2021 Adobe" in license


def test_the_icon_is_a_vermilion_seal_with_clear_corners() -> None:
    icon = window_icon(Fonts(), 64)
    assert icon.get_size() == (64, 64)
    assert icon.get_at((0, 0)).a == 0
    red, green, blue, alpha = icon.get_at((32, 3))
    assert alpha == 255
    assert red > 2 * max(green, blue)
