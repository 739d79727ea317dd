"""Make the fonts of the window from Debian's Noto Sans CJK: ``python assets/make_fonts.py``.

Needs fontTools and two Debian packages: ``fonts-noto-cjk`` (the fonts, SIL Open Font License 1.1) and
``unicode-data`` (Unicode's Unihan tables, of which field kTGH is China's table of 8,105 standard characters).
The two weights hold every common Chinese character, for the names people give, and what Western names and figures
need; the face of code, in which every letter is half as wide as a Chinese character, holds what programs are written
in.
"""

from __future__ import annotations

import argparse
import bz2
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTCollection, TTFont

FOLDER = Path(__file__).parent / "fonts"
FACE = "Noto Sans CJK SC"
MONO_FACE = "Noto Sans Mono CJK SC"
WEIGHTS = ("Regular", "Bold")
_FULL_NAME_ID = 4
_SPACE = 0.28
"""Width of a space in em: Noto's own 0.22 is rounded to next to nothing at the small sizes of a screen."""
_NARROWED = "‘’“”…"
"""Drawn as wide as a Chinese character by default, which tears English words apart and leaves holes in Chinese ones."""
_BLOCKS = (
    (0x0020, 0x007E),  # ASCII
    (0x00A0, 0x024F),  # Latin of western Europe and of pinyin; of eastern Europe's Noto's Chinese face has little
    (0x0370, 0x03FF),  # Greek; the face has no accents
    (0x0400, 0x045F),  # Cyrillic; the face has Russian's letters only
    (0x1E00, 0x1EFF),  # Vietnamese
    (0x2010, 0x2044),  # dashes, quotes, ellipsis
    (0x20A0, 0x20BF),  # currencies
    (0x2190, 0x21FF),  # arrows
    (0x2200, 0x22FF),  # mathematics
    (0x2460, 0x24FF),  # numbers in circles
    (0x25A0, 0x266F),  # shapes
    (0x2713, 0x2717),  # check marks
    (0x3000, 0x30FF),  # Chinese punctuation, kana
    (0xFF01, 0xFF65),  # full width forms
)
_CODE_BLOCKS = ((0x0020, 0x007E), (0x00A0, 0x00FF), (0x2500, 0x257F))
"""ASCII, Latin-1, and the lines of tables; Chinese in code is drawn in the other face, where it is as wide."""


def standard_characters(unihan: Path) -> set[int]:
    """The 8,105 characters of the table 通用规范汉字表 (2013), from Unihan's field kTGH."""
    found: set[int] = set()
    for path in sorted(unihan.glob("Unihan_*.txt.bz2")):
        with bz2.open(path, "rt", encoding="utf-8") as lines:
            found |= {int(line.split("\t")[0][2:], 16) for line in lines if "\tkTGH\t" in line}
    if len(found) != 8105:
        raise SystemExit(f"{unihan}: {len(found)} standard characters instead of 8105; install unicode-data")
    return found


def coded_characters(codec: str, first: int, last: int) -> set[int]:
    """The characters of a double-byte ``codec`` whose lead byte is in ``first``..``last``."""
    found: set[int] = set()
    for lead in range(first, last + 1):
        for trail in range(0x40, 0xFF):
            try:
                found |= {ord(character) for character in bytes((lead, trail)).decode(codec)}
            except UnicodeDecodeError:
                continue
    return found


def wanted_characters(unihan: Path) -> set[int]:
    """Everything the fonts are to hold."""
    wanted = {code for first, last in _BLOCKS for code in range(first, last + 1)}
    wanted |= standard_characters(unihan)
    wanted |= coded_characters("gb2312", 0xB0, 0xF7)
    wanted |= coded_characters("big5", 0xA4, 0xC6)  # level 1: the common traditional characters
    return {code for code in wanted if code >= 0x20}


def face_of(collection: Path, face: str) -> TTFont:
    """A face in a font collection."""
    for font in TTCollection(collection).fonts:
        if str(font["name"].getDebugName(_FULL_NAME_ID)).startswith(face):
            return font
    raise SystemExit(f"{collection} holds no face {face}")


def narrow(font: TTFont) -> None:
    """Let quotation marks and the ellipsis mean the narrow glyphs that the font keeps under its feature pwid."""
    table = font["GSUB"].table
    records = [record.Feature for record in table.FeatureList.FeatureRecord if record.FeatureTag == "pwid"]
    replaced: dict[str, str] = {}
    for index in {index for feature in records for index in feature.LookupListIndex}:
        for rule in table.LookupList.Lookup[index].SubTable:
            replaced |= getattr(getattr(rule, "ExtSubTable", rule), "mapping", {})
    for encoding in font["cmap"].tables:
        for letter in _NARROWED:
            glyph = getattr(encoding, "cmap", {}).get(ord(letter))
            if glyph in replaced:
                encoding.cmap[ord(letter)] = replaced[glyph]


def widen_space(font: TTFont) -> None:
    """Keep English words apart at small sizes."""
    glyph = font.getBestCmap()[ord(" ")]
    _, bearing = font["hmtx"][glyph]
    font["hmtx"][glyph] = (round(_SPACE * font["head"].unitsPerEm), bearing)


def make(collection: Path, characters: set[int], target: Path) -> None:
    """Write the part of ``collection`` that holds ``characters``; kerning is all the layout that is kept."""
    options = subset.Options(
        layout_features=["kern"], name_IDs=["*"], notdef_outline=True, drop_tables=["BASE", "VORG", "vhea", "vmtx"]
    )
    font = face_of(collection, FACE)
    narrow(font)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    widen_space(font)
    font.save(target)


def make_mono(collection: Path, target: Path) -> None:
    """Write the part of the face of code that programs are written in."""
    font = face_of(collection, MONO_FACE)
    options = subset.Options(
        layout_features=[], name_IDs=["*"], notdef_outline=True, drop_tables=["BASE", "VORG", "vhea", "vmtx"]
    )
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes={code for first, last in _CODE_BLOCKS for code in range(first, last + 1)})
    subsetter.subset(font)
    font.save(target)
    print(f"{target.name}: {len(TTFont(target).getBestCmap())} characters, {target.stat().st_size / 1e3:.0f} kB")


def main() -> None:
    """Make both weights and the face of code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--noto", type=Path, default=Path("/usr/share/fonts/opentype/noto"), help="the Noto folder")
    parser.add_argument("--unihan", type=Path, default=Path("/usr/share/unicode"), help="the folder of Unihan tables")
    arguments = parser.parse_args()
    characters = wanted_characters(arguments.unihan)
    FOLDER.mkdir(exist_ok=True)
    for weight in WEIGHTS:
        target = FOLDER / f"NotoSansSC-{weight}.otf"
        make(arguments.noto / f"NotoSansCJK-{weight}.ttc", characters, target)
        held = len(TTFont(target).getBestCmap())
        print(f"{target.name}: {held} of {len(characters)} characters, {target.stat().st_size / 1e6:.1f} MB")
    make_mono(arguments.noto / "NotoSansCJK-Regular.ttc", FOLDER / "NotoSansMonoSC-Regular.otf")


if __name__ == "__main__":
    main()
