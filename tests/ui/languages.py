"""A language made from English for tests: every letter accented, every word about a third longer."""

from __future__ import annotations

import shutil
import string
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from clevergo import locale

CODE = "qps"
_PROGRAM = locale.FOLDER
_PLAIN = string.ascii_letters
_ACCENTED = "åβçđéƒγηïйκλḿñöþφяστûνωχýζ" + "ÅΒÇĐÉΦΓΗÏЙΚΛḾÑÖÞФЯΣΤÛΥΩΧÝΖ"
"""Other letters where the font of the program has no accented one."""
_ACCENTS = str.maketrans(dict(zip(_PLAIN, _ACCENTED, strict=True)))
_EVERY = 2
"""Every second letter of a word is written twice."""
_OWN = {
    "Language.NAME": "Þσéûđö",
    "Language.SHORT": "Þσ",
    "Language.SYSTEM": CODE,
    "Figures.SEPARATORS": "’|‚",
    "Figures.UNITS": "1e6:1e6:Ḿ 1e4:1e3:κ",
    "Text.SEAL": "巧",
}


def stretched(words: str) -> str:
    """Words without blanks, longer and accented."""
    longer, count = "", 0
    for letter in words:
        count = count + 1 if letter.isalpha() else 0
        longer += letter * 2 if count and count % _EVERY == 0 else letter
    return longer.translate(_ACCENTS)


def _pseudo(said: str) -> str:
    """The same with its blanks as they are."""
    whole = ""
    for words, name, spec, conversion in string.Formatter().parse(said):
        whole += stretched(words)
        if name is not None:
            whole += "{" + name + (f"!{conversion}" if conversion else "") + (f":{spec}" if spec else "") + "}"
    return whole


def pseudo_catalog() -> Catalog:
    """English, stretched and accented."""
    with (_PROGRAM / "en.po").open("rb") as file:
        catalog = read_po(file, locale="en")
    for message in catalog:
        if message.id and isinstance(message.string, str):
            message.string = _OWN.get(str(message.id)) or _pseudo(message.string)
        elif message.id:
            message.string = tuple(_pseudo(form) for form in message.string or ())
    return catalog


def folder_with_one_more(folder: Path) -> Path:
    """A folder of catalogs: those of the program and one file more."""
    for path in _PROGRAM.glob("*.mo"):
        shutil.copy(path, folder)
    with (folder / f"{CODE}.mo").open("wb") as file:
        write_mo(file, pseudo_catalog())
    return folder
