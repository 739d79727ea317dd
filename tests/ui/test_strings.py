"""Words: both languages, the same blanks to fill, figures as people say them."""

from __future__ import annotations

import importlib
import pkgutil
import re
import string

import pytest

from clevergo.ui import texts
from clevergo.ui.strings import Language, Strings, Text, Wording
from clevergo.ui.texts.compete import CompeteText
from clevergo.ui.texts.mind import MindText

for module in pkgutil.iter_modules(texts.__path__):
    importlib.import_module(f"{texts.__name__}.{module.name}")
ALL_TEXTS = [text for table in Wording.__subclasses__() for text in table]


def blanks(pattern: str) -> set[str]:
    """The names a pattern is filled from."""
    return {name for _, name, _, _ in string.Formatter().parse(pattern) if name is not None}


@pytest.mark.parametrize("text", ALL_TEXTS, ids=str)
def test_every_text_has_words_and_the_same_blanks_in_both_languages(text: Wording) -> None:
    assert text.chinese.strip()
    assert text.english.strip()
    assert blanks(text.chinese) == blanks(text.english)


@pytest.mark.parametrize("text", ALL_TEXTS, ids=str)
def test_blanks_have_names(text: Wording) -> None:
    assert all(name.isidentifier() for name in blanks(text.chinese))


def test_english_texts_hold_no_chinese_but_the_seal_the_counting_word_and_the_other_languages_name() -> None:
    letters = {letter for text in ALL_TEXTS for letter in text.english if "\u4e00" <= letter <= "\u9fff"}
    assert letters <= set("巧子换成中文")


def test_switching_the_language_takes_effect_at_once() -> None:
    strings = Strings(Language.CHINESE)
    assert strings.get(Text.SCENE_TRAIN) == "训练"
    strings.language = Language.ENGLISH
    assert strings.get(Text.SCENE_TRAIN) == "Train"


@pytest.mark.parametrize(
    ("value", "chinese", "english"),
    [
        (0, "0", "0"),
        (3204, "3,204", "3,204"),
        (28_400, "2.8万", "28.4k"),
        (100_000, "10万", "100k"),
        (1_234_567, "123万", "1.2M"),
        (120_000_000, "1.2亿", "120M"),
    ],
)
def test_numbers_are_as_short_as_people_say_them(value: float, chinese: str, english: str) -> None:
    assert Strings(Language.CHINESE).number(value) == chinese
    assert Strings(Language.ENGLISH).number(value) == english


_COUNTED = [
    "ages",
    "boards",
    "dogs",
    "files",
    "games",
    "letters",
    "matches",
    "moves",
    "opponents",
    "players",
    "points",
    "positions",
    "properties",
    "rounds",
    "seconds",
    "stones",
    "tries",
]
_NEVER_ONE = {
    "GAMES_MANY",  # ten thousand and more
    "NAME_LONG",  # forty, and more than that
    "UNKNOWN_AGE",  # ages are kept from some hundred games on
    "DOG_FILES",  # more than two hundred
    "GTP_SILENT",  # a patience of many seconds
    "SGF_NODES",  # hundreds of thousands
    "SGF_VALUES",
}


def test_one_thing_is_not_said_as_if_it_were_many() -> None:
    """A number before a noun is written by ``{n:|one|many}``, but where it can never be one."""
    plural = re.compile(r"\{\w+(:[^}|]*)?\} (living |random )?(" + "|".join(_COUNTED) + r")\b(?!/)")
    found = {text.name for text in ALL_TEXTS if plural.search(text.english)}
    assert found - _NEVER_ONE == set()


def test_counts_of_any_kind_agree_with_their_noun() -> None:
    strings = Strings(Language.ENGLISH)
    said = [strings.get(CompeteText.KOMI_SAID, n=n) for n in (1.0, 7.0, 7.5, 0.0)]
    assert said == ["1 point", "7 points", "7.5 points", "0 points"]
    assert strings.get(Text.IN_STONES, stones="1") == "1 stone (子)"
    assert strings.get(Text.IN_STONES, stones="1 ¾") == "1 ¾ stones (子)"


@pytest.mark.parametrize(
    ("seconds", "chinese", "english"),
    [
        (0.4, "0 秒", "0 s"),
        (59.9, "59 秒", "59 s"),
        (60, "1 分钟", "1 min"),
        (4320, "1 小时 12 分", "1 h 12 min"),
        (7200, "2 小时", "2 h"),
        (360_000 + 1800, "100 小时", "100 h"),
    ],
)
def test_durations_name_their_two_largest_units(seconds: float, chinese: str, english: str) -> None:
    assert Strings(Language.CHINESE).duration(seconds) == chinese
    assert Strings(Language.ENGLISH).duration(seconds) == english


def test_english_counts_agree_with_their_noun() -> None:
    english = Strings(Language.ENGLISH)
    assert english.get(Text.GAMES_PLAYED, games=1) == "1 game"
    assert english.get(Text.GAMES_PLAYED, games=3204) == "3,204 games"
    assert Strings(Language.CHINESE).get(Text.GAMES_PLAYED, games=3204) == "3,204 局"


@pytest.mark.parametrize(("games", "said"), [(120, "120 局"), (33_100, "3.3万局"), (200_000_000, "2亿局")])
def test_a_chinese_number_that_ends_with_a_character_is_not_parted_from_its_noun(games: int, said: str) -> None:
    strings = Strings(Language.CHINESE)
    assert strings.get(Text.GAMES_MANY, games=strings.number(games)) == said


@pytest.mark.parametrize(
    ("name", "said"),
    [("小黑", "小黑没有在训练"), ("Pup", "Pup 没有在训练"), ("R2", "R2 没有在训练"), ("🐶", "🐶 没有在训练")],
)
def test_chinese_words_and_a_name_are_parted_only_where_letters_meet(name: str, said: str) -> None:
    assert Strings(Language.CHINESE).get(Text.IDLE, name=name) == said
    assert (
        Strings(Language.CHINESE).get(MindText.WAKING, name=name).startswith("正在叫醒" + " " * (name in ("Pup", "R2")))
    )


def test_a_name_keeps_its_own_spaces() -> None:
    assert Strings(Language.CHINESE).get(Text.IDLE, name="大 黑 Dog  2") == "大 黑 Dog  2 没有在训练"
