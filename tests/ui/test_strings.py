"""Words: both languages, the same blanks to fill, figures as people say them."""

from __future__ import annotations

import ast
import re
import string
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

import clevergo
from clevergo import locale
from clevergo.games.game import Game
from clevergo.games.guests import games
from clevergo.locale import Language, languages
from clevergo.ui.scenes.train.words import ADVICE, AILMENTS
from clevergo.ui.strings import MindText, Strings, Text, Wording

OF_THE_LANGUAGE = {"Language.NAME", "Language.SHORT", "Language.SYSTEM", "Figures.SEPARATORS"}
"""What the program reads of a language to know how to speak it."""
BY_CODE = (
    *("error.", "game.", "size.", "note.", "term.", "dog.", "refused.", "random.", "ended.", "engine.", "opening."),
    *("advice.", "story.", "shipped.", "music.", "lesson.", "counsel.", "layer.", "plane.", "moment.", "piece."),
    *("deed.", "counting."),
)
"""How the names begin of what a code stands for: an error's, a game's, or of what it leaves open and how it ends."""
COUNTED_DIFFERENTLY = {Text.WINS_COUNTED, Text.COUNTED_OTHERWISE}
"""Said in points or in stones, whichever is usual: a language uses the blanks it needs."""


def read_catalog(language: Language) -> Catalog:
    """The catalog as people edit it."""
    with (locale.FOLDER / f"{language.code}.po").open("rb") as file:
        return read_po(file, locale=language.code)


def words_of(catalog: Catalog) -> dict[str, list[str]]:
    """Every text by its key, in all its plural forms."""
    return {
        message.id if isinstance(message.id, str) else message.id[0]: (
            [message.string] if isinstance(message.string, str) else list(message.string or ())
        )
        for message in catalog
        if message.id
    }


@cache
def texts_in(language: Language) -> dict[str, list[str]]:
    """Every text of a language."""
    return words_of(read_catalog(language))


def all_texts() -> list[Wording]:
    """Every text that has a name in the code."""
    keys = texts_in(Language.ENGLISH).keys() - OF_THE_LANGUAGE
    return [Wording(key) for key in sorted(keys) if not key.startswith(BY_CODE)]


@cache
def named_in_code() -> set[Wording]:
    """Every text that a line of the program asks for."""
    tables, attributes = set(), set()
    for path in Path(clevergo.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                attributes.add((node.value.id, node.attr))
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Texts":
                tables.add(ast.literal_eval(node.args[0]))
    found = {Wording(f"{table}.{name}") for table, name in attributes if table in tables}
    return found.union(AILMENTS.values(), ADVICE.values())


def blanks(pattern: str) -> set[str]:
    """The names a pattern is filled from."""
    return {name for _, name, _, _ in string.Formatter().parse(pattern) if name is not None}


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
def test_what_the_program_reads_is_what_people_edit(language: Language) -> None:
    """After an edit: pybabel compile -i clevergo/locale/zh.po -o clevergo/locale/zh.mo -l zh."""
    with (locale.FOLDER / f"{language.code}.mo").open("rb") as file:
        compiled = words_of(read_mo(file))
    assert compiled == words_of(read_catalog(language))


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
def test_a_language_has_every_text_and_nothing_else(language: Language) -> None:
    assert named_in_code() == set(all_texts())
    assert texts_in(language).keys() == texts_in(Language.ENGLISH).keys()


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
def test_a_catalog_has_the_plural_forms_of_its_language(language: Language) -> None:
    """One that was begun from the English file might have English's."""
    assert read_catalog(language).plural_forms == Catalog(locale=language.code).plural_forms


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
def test_no_name_stands_for_two_texts(language: Language) -> None:
    text = (locale.FOLDER / f"{language.code}.po").read_text(encoding="utf-8")
    names = re.findall(r'^msgid "(.+)"$', text, re.MULTILINE)
    assert len(names) > 1000
    assert [name for name, times in Counter(names).items() if times > 1] == []


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_what_players_agree_on_before_a_game_has_words(game: Game, language: Language) -> None:
    wanted = {f"game.{game.name}", "term.game"}
    wanted |= {f"shipped.{game.shipped_dog}"} if game.shipped_dog else set()
    for term in game.terms({}):
        values = term.values if isinstance(term.usual, str) else ()
        wanted |= {f"term.{term.name}", *(f"term.{term.name}.{value}" for value in values)}
    wanted |= {f"dog.{term.name}{part}" for term in game.self_play_terms for part in ("", ".said")}
    assert wanted <= texts_in(language).keys()


# One test for all texts of a language: a test for each took a minute before the first of them ran.
@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
def test_every_text_has_words_and_the_same_blanks_in_every_language(language: Language) -> None:
    texts, english = texts_in(language), texts_in(Language.ENGLISH)
    wrong = {}
    for text in all_texts():
        wanted = set().union(*(blanks(form) for form in english[text.key]))
        for form in texts[text.key]:
            if not form.strip() or (text not in COUNTED_DIFFERENTLY and blanks(form) != wanted):
                wrong[text.key] = form
    assert wrong == {}


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
def test_blanks_have_names(language: Language) -> None:
    texts = texts_in(language)
    found = {(text.key, name) for text in all_texts() for form in texts[text.key] for name in blanks(form)}
    assert {(key, name) for key, name in found if not name.isidentifier()} == set()


def test_english_texts_hold_no_chinese_but_the_seal_the_counting_word_and_the_programs_other_name() -> None:
    letters = {
        letter
        for text in all_texts()
        for form in texts_in(Language.ENGLISH)[text.key]
        for letter in form
        if "\u4e00" <= letter <= "\u9fff"
    }
    assert letters <= set("巧子机巧围棋")


def test_chinese_has_one_word_to_count_dogs_with_and_one_for_what_they_think_with() -> None:
    said = "\n".join(form for forms in texts_in(Language.CHINESE).values() for form in forms)
    assert re.findall(r".{4}条狗|养一条", said) == []
    assert re.findall(r"脑子(?!里).{4}", said) == []


def test_of_ages_and_boards_nothing_is_said_that_is_true_of_some_dogs_alone() -> None:
    """The first age is kept at birth, and dogs grow up on any board."""
    for language, wrong in ((Language.ENGLISH, ("hundred", "the dogs")), (Language.CHINESE, ("几百", "。狗"))):
        texts = texts_in(language)
        said = texts["KennelText.AGES_NONE"] + texts["size.go.tip"]
        assert [form for form in said if any(words in form for words in wrong)] == []


def test_a_text_without_words_is_no_text() -> None:
    with pytest.raises(AttributeError, match=r"Text\.NO_SUCH_TEXT"):
        _ = Text.NO_SUCH_TEXT


def test_a_text_with_its_blanks_filled_is_said_in_whatever_language_there_is_then() -> None:
    said = Text.GAMES_PLAYED(games=1)
    assert (said(Strings(Language.ENGLISH)), said(Strings(Language.CHINESE))) == ("1 game", "1 局")


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
    *("lesson.go.surround.less", "lesson.go.count.sum"),  # of boards that are what they are
    *("note.five", "note.five.standard", "note.five.renju", "error.five_size", "error.five_row"),  # at least three
    "Text.GAMES_MANY",  # ten thousand and more
    "error.name_long",  # forty, and more than that
    "error.age_tidied",
    "error.unknown_age",  # ages are kept from some hundred games on
    "error.dog_files",  # more than two hundred
    "error.gtp_silent",  # a patience of many seconds
    "error.gomocup_silent",
    "error.sgf_nodes",  # hundreds of thousands
    "error.sgf_values",
    *("TaughtText.FROM_WINDOW", "TaughtText.TIP_STEPS", "TaughtText.TIP_STEPS_ANEW"),  # hundreds
    "TaughtText.TIP_BATCH",
    "FilmText.COMPARING",  # those of a game that has moves
    "ExperimentText.SEARCH_SETTING",  # what dogs of an experiment are set to
    "ExperimentText.WINDOW_SETTING",
    "ExperimentText.PLAYING",  # always with both colors
    "ExperimentText.WON",
    "ExperimentText.WON_DRAWN",
    "ExperimentText.EVEN",
}


@pytest.mark.parametrize(
    ("value", "spec", "said"),
    [
        (-0.3, ",.0f", "0"),
        (-0.004, ".0%", "0%"),
        (-0.04, ".1f", "0.0"),
        (-0.6, ",.0f", "-1"),
        (-1000.0, ",.0f", "-1,000"),
    ],
)
def test_what_is_rounded_to_nothing_has_no_sign(value: float, spec: str, said: str) -> None:
    assert Strings(Language.ENGLISH).figure(value, spec) == said


def test_one_thing_is_not_said_as_if_it_were_many() -> None:
    """A number before a noun chooses a plural form, but where it can never be one."""
    plural = re.compile(r"\{\w+(:[^}|]*)?\} (living |random )?(" + "|".join(_COUNTED) + r")\b(?!/)")
    single = [message for message in read_catalog(Language.ENGLISH) if message.id and not message.pluralizable]
    found = {str(message.id) for message in single if plural.search(str(message.string))}
    assert found - _NEVER_ONE == set()


def test_counts_of_any_kind_agree_with_their_noun() -> None:
    strings = Strings(Language.ENGLISH)
    said = [strings.get(Wording("term.komi.unit"), n=n) for n in (1.0, 7.0, 7.5, 0.0)]
    assert said == ["1 point", "7 points", "7.5 points", "0 points"]
    assert strings.get(Text.COUNTED_OTHERWISE, stones="1") == "1 stone (子)"
    assert strings.get(Text.COUNTED_OTHERWISE, stones="1 ¾") == "1 ¾ stones (子)"


@pytest.mark.parametrize(
    ("seconds", "chinese", "english"),
    [
        (0.4, "0 秒", "0 s"),
        (59.9, "59 秒", "59 s"),
        (60, "1 分钟", "1 min"),
        (595, "10 分钟", "10 min"),
        (3590, "1 小时", "1 h"),
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
