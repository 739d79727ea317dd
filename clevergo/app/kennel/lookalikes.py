"""Which names a person would take for one another, and which belong to the program's own players.

Two names look alike where they share a key (:func:`look_key`): what is invisible is left out, every character is
replaced by the plainest one it may be mistaken for, and large and small letters are the same. The pairs follow
Unicode's list of confusables (Unicode Technical Standard 39, "Unicode Security Mechanisms", section 4), as far as
they are met in names: digits, Latin, Greek, Cyrillic and Armenian letters, Chinese characters and kana.
"""

from __future__ import annotations

import functools
import re
import unicodedata

from clevergo.games.guests import shipped_dogs
from clevergo.guests import PROTOCOLS
from clevergo.locale import catalog, languages

_ALIKE = (
    ("o", "0Oｏ〇○◯〇ОоΟοσՕօഠ๐໐"),
    ("l", "1Iiı|ǀιΙІіӀӏլ丨Ɩ"),
    ("a", "АаΑαɑ"),
    ("b", "ВΒЬь"),
    ("c", "СсϹϲ"),
    ("d", "Ԁԁժ"),
    ("e", "ЕеΕҽ"),
    ("f", "ϝք"),
    ("g", "ɡց"),
    ("h", "НΗһհ"),
    ("j", "ЈјϳՅ"),
    ("k", "КкΚκ"),
    ("m", "МΜϺ"),
    ("n", "Νոռ"),
    ("p", "РрΡρ"),
    ("q", "ԛԚգ"),
    ("r", "гᴦ"),
    ("s", "ЅѕՏ"),
    ("t", "ТΤτ"),
    ("u", "υսՍ"),
    ("v", "νѴѵ"),
    ("w", "Ԝԝωѡա"),
    ("x", "ХхΧχ"),
    ("y", "УуΥγүҮ"),
    ("z", "Ζᴢ"),
    ("3", "ЗзӠӡ"),
    ("6", "б"),
    ("日", "曰"),
    ("口", "囗ロ"),
    ("己", "已巳"),
    ("土", "士"),
    ("末", "未"),
    ("力", "カ"),
    ("二", "ニ"),
    ("工", "エ"),
    ("卜", "ト"),
    ("夕", "タ"),
    ("八", "ハ"),
    ("人", "入"),
    ("へ", "ヘ"),
    ("-", "‐‑‒–—―−ー一_"),
    ("'", "’‘`´ʼ′＇"),
)
"""The plainest character, and those that may be mistaken for it."""
_PLAINEST = str.maketrans({one: plain for plain, others in _ALIKE for one in others})
_TOGETHER = (("rn", "m"), ("vv", "w"))
"""Letters that look like another one side by side."""
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u2800\u3164\uffa0")
"""Characters that show nothing, though Unicode counts them as letters, accents or signs."""
_SELECTORS = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""They choose how the character before them is drawn."""
_HOW_MUCH = re.compile(r"[\s(:]*(?<![#0-9])[0-9][0-9,. ]*\)?$")
"""What the program writes behind a player that thinks, or draws: ``MCTS (400)``, ``mcts:400``, ``glance 0.5``."""
_AN_AGE = re.compile(r"\s*\([0-9][0-9,. ]*[^()0-9]*\)$")
"""What the window writes behind a dog as it was once: ``(622 games)``, ``(622)``."""
_WORDS = tuple(f"Text.{row}" for row in ("ME", "HUMAN", "RANDOM", "MODE_VALUE", "MODE_SEARCH"))
_WORDS_THAT_THINK = tuple(f"Text.{row}" for row in ("MCTS", "ALPHABETA", "OPPONENT_GNU", "MODE_POLICY"))
"""What the menus of players show, by the names of the texts."""
_NAMES, _NAMES_THAT_THINK = (
    ("human", "random", "policy", "value", "alphago", *PROTOCOLS),
    ("MCTS", "alphabeta", "gnugo", "glance"),
)
"""As records and the command line call them."""


def name_key(name: str) -> str:
    """What two names share that a person would call the same."""
    return unicodedata.normalize("NFKC", name).casefold()


def look_key(name: str) -> str:
    """What two names share that a person would take for one another; names with one :func:`name_key` have one."""
    # Twice: what is confused before letters become small, and what only their small forms are.
    seen = _plain(_plain(unicodedata.normalize("NFKC", name)).casefold())
    for letters, one in _TOGETHER:
        seen = seen.replace(letters, one)
    return seen


def _plain(text: str) -> str:
    return "".join(character for character in text.translate(_PLAINEST) if not _is_unseen(character))


def _is_unseen(character: str) -> bool:
    is_blank = character.isspace() or character in BLANKS or character in _SELECTORS
    return is_blank or unicodedata.category(character) in ("Cc", "Cf")


def player_of(name: str) -> str | None:
    """The player of the program's own that ``name`` would be taken for, as it is called; None where there is none."""
    tidy = unicodedata.normalize("NFKC", name)
    thinks = _players(_WORDS_THAT_THINK, _NAMES_THAT_THINK)
    return (_players(_WORDS, _NAMES) | thinks).get(_bare_key(tidy)) or thinks.get(_bare_key(_HOW_MUCH.sub("", tidy)))


def shipped_of(name: str) -> str | None:
    """The dog that ships with the program, whether it is there or not, that ``name`` would be taken for, at any age."""
    tidy = unicodedata.normalize("NFKC", name)
    return _shipped().get(_bare_key(tidy)) or _shipped().get(_bare_key(_AN_AGE.sub("", tidy)))


@functools.cache
def _players(rows: tuple[str, ...], names: tuple[str, ...]) -> dict[str, str]:
    """By their keys: what players are called, by these names and by these texts in every language."""
    words = (catalog(language).pattern(row) for language in languages() for row in rows)
    return {_bare_key(name): name for name in (*names, *words)}  # what people read wins


@functools.cache
def _shipped() -> dict[str, str]:
    """By their keys: what the shipped dogs are called, and how the window calls them in every language."""
    words = {f"shipped.{dog}": dog for dog in shipped_dogs()}
    shown = [catalog(language).pattern(row) for language in languages() for row in words]
    newborn = {
        _bare_key(catalog(language).pattern("PlayText.NAME_NEWBORN").replace("{name}", called)): dog
        for language in languages()
        for row, dog in words.items()
        for called in (catalog(language).pattern(row), dog)
    }
    return newborn | {
        _bare_key(name): name for name in (*(name for name in shown if name not in words), *words.values())
    }


def _bare_key(name: str) -> str:
    """The look of a name without punctuation: ``Alpha-beta`` and ``alphabeta`` are one player."""
    return "".join(character for character in look_key(name) if character.isalnum())
