"""From the bytes of an SGF file to its text: old Chinese files seldom say which encoding they are in."""

from __future__ import annotations

import codecs
import itertools
import re

_NEIGHBORS = re.compile(rb"[\x80-\xff]{2}")
_CHARSET = re.compile(
    rb"(?<![A-Za-z])CA\s*\[\s*([A-Za-z0-9_.:-]{1,40})\s*\]|\[[^\\\]]*(?:\\.[^\\\]]*)*(?:\]|\\?\Z)", re.DOTALL
)
"""The CA property; or a value, which is passed over: a comment may end in the same letters."""
_CHARSETS = ("ascii", "utf", "iso", "cp", "gb", "hz", "big5", "euc", "shift_jis", "johab", "koi8", "mac", "tis")
"""How the names of encodings of text begin; Python has others, some of which take hours for a few megabytes."""
_SAMPLE = 5_000
"""So many letters tell which encoding they are in."""


def decode(data: bytes) -> str:
    """The text of an SGF file: as its CA property says, else UTF-8, else GB18030 or Big5, else Latin-1.

    Latin-1 is what SGF means without CA; Chinese files without it are far more often in one of the others.
    """
    declared = None if data.startswith(codecs.BOM_UTF8) else _declared(data)
    for name in ([declared] if declared else []) + ["utf-8-sig"]:
        try:
            codec = codecs.lookup(name).name
            if not codec.startswith(_CHARSETS):
                continue
            return data.decode("gb18030" if codec.startswith("gb") else codec)
        except (LookupError, UnicodeError):  # some codecs refuse in ways of their own
            continue
    return _decode_undeclared(data)


def _declared(data: bytes) -> str | None:
    """The encoding that the first CA property names."""
    return next((found[1].decode("ascii") for found in _CHARSET.finditer(data) if found[1]), None)


def _decode_undeclared(data: bytes) -> str:
    """Pick the Chinese encoding that makes common characters of the bytes, or Latin-1 if neither does.

    Almost any bytes can be read as GB18030, so that being able to tells nothing. But both GB2312 and Big5 keep
    the common characters in a range of their own, and text read in the wrong one falls outside it. In Latin-1
    accented letters stand alone among others.
    """
    best_text, best_score = data.decode("latin-1"), 0.4
    if _NEIGHBORS.search(data) is None:
        return best_text
    for decoder, table, first, last in (("gb18030", "gb2312", 0xB0, 0xD7), ("cp950", "big5", 0xA4, 0xC6)):
        try:
            text = data.decode(decoder)
        except UnicodeDecodeError:
            continue
        foreign = (letter for letter in text if letter > "\x7f" and letter.isalpha())
        letters = list(itertools.islice(foreign, _SAMPLE))
        leads = [letter.encode(table, "ignore")[:1] for letter in letters]
        known = sum(len(lead) for lead in leads)
        common = sum(first <= lead[0] <= last for lead in leads if lead)
        score = (known + common) / (2 * max(1, len(letters)))
        if score > best_score:
            best_text, best_score = text, score
    return best_text
