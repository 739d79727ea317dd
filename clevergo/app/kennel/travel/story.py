"""What is told of a dog: who it is and how it grew, as JSON, every value checked when read."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from clevergo.app.kennel.database import KennelError
from clevergo.app.kennel.dogs import DogNameError, Nursery, on_boards, readable_name
from clevergo.app.kennel.growth import Checkpoint, Past, RatingMatch
from clevergo.app.kennel.messages import Ailment, DogAge, LossPoint, NewsKind, StrengthPoint, TrainingNews
from clevergo.app.kennel.moments import ExamMarks, KeptMoment
from clevergo.app.kennel.travel.errors import OddDogError
from clevergo.app.training.settings import DogSettings, usual_dog_settings
from clevergo.games.guests import USUAL_GAME, UnknownGameError
from clevergo.nn.description import NetConfig
from clevergo.nn.earlier import is_as_ever
from clevergo.nn.growth import check_growth
from clevergo.problem import cause_of

FORMAT = 3
"""Nets of earlier formats learned from earlier planes, or from such as have always been the same
(:mod:`clevergo.nn.earlier`)."""
_FORMAT_OF_GAMES, _FORMAT_OF_ONE_GAME = 2, 1
"""Of dogs whose planes are as ever, the second of those that play the one game that programs of that format play: they
take them in as ever, and refuse what they would misread."""
MOST_AGES = 200
_MOST_ROWS = 500_000
_MOST_TEXT = 2_000
_MOST_FACE = 100
_MOST_MOMENTS, _MOST_SIDE, _MOST_SGF = 200, 25, 256 * 1024
_KIND = re.compile(r"[a-z0-9_:]+")
_MOST_FACTS = 30
_MOST_COUNT = 2**53
_SECONDS_OF_A_CENTURY = 100 * 366 * 86_400.0
_LATEST = 4_102_444_800.0
"""Unix time of the year 2100: no clock that is right says more, and every system can name the day."""
_MOST_ELO = 100_000.0

_APART = {
    "diary": (NewsKind.GAME, NewsKind.PUBLISHED, NewsKind.GREW, NewsKind.NEW_AGE),
    "discoveries": (NewsKind.MOMENT, NewsKind.LEARNED),
    "moves": (NewsKind.MOVED,),
}
"""News that do not travel among the others, by the part of the story in which they do. A program refuses news of a kind
it does not know and leaves parts it does not know alone, so kinds that are new get a part of their own: a line here."""
_KINDS_APART = frozenset(kind for kinds in _APART.values() for kind in kinds)
_MOST_MOVES, _MOST_BESIDE = 1_000, 32
_CREATED = "created"
_TEXT_FACTS = frozenset({"name", "reason", "opponent", "ailment", "net", "moment", "piece", "beside"})
"""Of all that news carry; the rest are numbers."""
_NEEDED_FACTS: dict[NewsKind, tuple[str, ...]] = {
    NewsKind.RESUMED: ("games",),
    NewsKind.FILLING: ("have", "need"),
    NewsKind.CHECKPOINT: ("games",),
    NewsKind.RATED: ("opponent", "wins", "losses"),
    NewsKind.MILESTONE: ("opponent", "games"),
    NewsKind.STOPPED: ("games",),
    NewsKind.DOCTOR: ("ailment",),
    NewsKind.CURED: ("ailment",),
    NewsKind.RATE_CUT: ("ailment",),
    NewsKind.ROLLED_BACK: ("ailment", "games"),
    NewsKind.GAME: ("games", "winner", "moves"),
    NewsKind.PUBLISHED: ("stage", "games"),
    NewsKind.GREW: ("net", "games"),
    NewsKind.NEW_AGE: ("games",),
    NewsKind.MOMENT: ("moment", "games"),
    NewsKind.MOVED: ("size", "before", "games", "beside"),
    NewsKind.LEARNED: ("piece", "right", "asked", "before", "first", "games"),
}
"""What the window cannot tell these without."""

T = TypeVar("T")


@dataclass(frozen=True)
class Story:
    """A dog that travels. The weight files its ages name are the sender's; the receiver knows only the games."""

    name: str
    net: NetConfig
    """What it is now; a young dog's is a small one."""
    family: str
    past: Past
    face: str = ""
    """What its face is drawn from; empty where nobody noted it, as older programs did not."""
    becomes: NetConfig | None = None
    """What its net grows to; None: it stays as it is."""
    of_game: Mapping[str, Any] = field(default_factory=dict)
    """What its game leaves open, as it plays itself. Older programs told nothing of it."""
    is_earlier: bool = False
    """Whether the weights that come with it are those of a program that may have written planes otherwise."""

    @property
    def adult(self) -> NetConfig:
        """The net the dog is born for."""
        return self.becomes or self.net

    @property
    def wish(self) -> DogSettings | None:
        """How it is trained where it arrives, if not as usual; ValueError where its game cannot be played so."""
        usual = usual_dog_settings(self.adult)
        known = {name: self.of_game[name] for name in usual.of_game if name in self.of_game}
        wish = replace(usual, of_game={**usual.of_game, **known})
        return None if wish == usual else wish


def story_to_json(story: Story) -> dict[str, Any]:
    """A JSON-ready form."""
    past, life = story.past, story.past.life
    assert life is not None
    return {
        "format": _format_of(story.net),
        "game": story.net.game,
        "name": story.name,
        "net": story.net.to_dict(),
        "becomes": story.adult.to_dict(),
        "of_game": dict(story.of_game),
        "family": story.family,
        "face": story.face,
        "life": life.counters(),
        "losses": [astuple(point) for point in past.losses],
        "strengths": [astuple(point) for point in past.strengths],
        "news": [_line(news) for news in past.news if news.kind not in _KINDS_APART],
        **{part: [_line(news) for news in past.news if news.kind in kinds] for part, kinds in _APART.items()},
        "boards": [[b.games, b.seconds, b.size, list(b.beside)] for b in past.boards],
        "moments": [_moment_told(moment) for moment in past.moments],
        "exams": [[e.games, e.seconds, e.kind, e.correct, e.asked, list(e.guesses), e.created] for e in past.exams],
        "ages": [[a.games, a.seconds, a.rating, a.rating_error] for a in past.ages],
        "matches": [astuple(match) for match in past.matches],
    }


def _format_of(net: NetConfig) -> int:
    """The earliest format whose programs read such a dog's net rightly."""
    if not is_as_ever(net):
        return FORMAT
    return _FORMAT_OF_ONE_GAME if net.game == USUAL_GAME else _FORMAT_OF_GAMES


def _line(news: TrainingNews) -> list[Any]:
    """A line of the diary. When it was written stands among its numbers, where older programs let it be."""
    facts = news.values | ({_CREATED: news.created} if news.created else {})
    told = {name: fact for name, fact in facts.items() if fact is None or isinstance(fact, (str, int, float))}
    return [news.seconds, news.kind.value, told]


def story_from_json(data: Any) -> Story:
    """The inverse of :func:`story_to_json`; OddDogError where anything in it is not what it should be."""
    if not isinstance(data, dict):
        raise OddDogError("dog_nameless")
    version = data.get("format")
    if not isinstance(version, int) or isinstance(version, bool):
        raise OddDogError("dog_nameless")
    if version > FORMAT:
        raise OddDogError("newer_dog")
    game = _text(data.get("game", USUAL_GAME), _MOST_FACE)
    try:
        net = NetConfig.from_dict({"game": game} | data["net"])
        if net.game != game:
            raise OddDogError("dog_nonsense", cause=f"{game}, {net.game}"[:200])
        becomes = NetConfig.from_dict({"game": game} | data["becomes" if "becomes" in data else "net"])
        if becomes != net:
            check_growth(net, becomes)
        life = data["life"]
        games, positions, samples = (_count(life[name]) for name in ("games", "positions", "samples"))
        past = Past(
            Checkpoint(_time(life["seconds"]), games, positions, samples, Path()),
            _rows(data["losses"], 5, lambda r: LossPoint(_time(r[0]), _count(r[1]), *(_number(x) for x in r[2:]))),
            _rows(data["strengths"], 4, lambda r: StrengthPoint(_time(r[0]), _count(r[1]), _elo(r[2]), _elo(r[3]))),
            _diary(*(_rows(data.get(part, []), 3, _news) for part in ("news", *_APART))),
            _ages(data["ages"]),
            _rows(data["matches"], 8, _match),
            _each_once(_rows(data.get("moments", []), 11, _moment, _MOST_MOMENTS), lambda moment: moment.kind),
            _each_once(_rows(data.get("exams", []), 7, _exam), lambda exam: (exam.games, exam.kind)),
            _rows(data.get("boards", []), 4, lambda r: _nursery(net, r), _MOST_MOVES),
        )
        face = _text(data.get("face", ""), _MOST_FACE)
        of_game = _facts(data.get("of_game", {}))
        name, family = readable_name(_text(data["name"])), _text(data["family"])
        story = Story(name, net, family, past, face, becomes, of_game, is_earlier=version < FORMAT)
        _ = story.wish  # or it says what is wrong
        return story
    except OddDogError:
        raise
    except UnknownGameError as error:
        raise OddDogError(error.problem) from error
    except KeyError as error:
        raise OddDogError("dog_lacks", name=str(error)) from error
    except (DogNameError, AttributeError, TypeError, ValueError, OverflowError) as error:
        cause = cause_of(error)
        raise OddDogError("dog_nonsense", cause=cause[:200] if isinstance(cause, str) else cause) from error


def _moment_told(moment: KeptMoment) -> list[Any]:
    strength, swing = moment.score or (None, None)
    when = [moment.games, moment.seconds, moment.created, moment.since]
    return [moment.kind, *when, moment.ply, moment.last, list(moment.rows), strength, swing, moment.sgf.decode("utf-8")]


def _moment(row: list[Any]) -> KeptMoment:
    """A moment; its game is read, with all care, when somebody opens it."""
    rows, score = tuple(_text(cells, _MOST_SIDE) for cells in row[7]), None
    if not 0 < len(rows) <= _MOST_SIDE or len({*map(len, rows)}) != 1 or not set("".join(rows)) <= set(".XO"):
        raise OddDogError("dog_row")
    if row[8] is not None:
        score = _elo(row[8]), _number(row[9], 0.0, 1.0)
    return KeptMoment(
        kind=_kind(row[0]),
        games=_count(row[1]),
        seconds=_time(row[2]),
        created=_number(row[3], 0.0, _LATEST),
        since=_count(row[4]),
        ply=_count(row[5]),
        last=None if row[6] is None else _count(row[6]),
        rows=rows,
        sgf=_text(row[10], _MOST_SGF).encode("utf-8"),
        score=score,
    )


def _exam(row: list[Any]) -> ExamMarks:
    correct, asked, guesses = _count(row[3]), _count(row[4]), row[5]
    if not isinstance(guesses, list) or not correct <= asked or len(guesses) != asked:
        raise OddDogError("dog_row")
    guessed, created = tuple(map(_count, guesses)), _number(row[6], 0.0, _LATEST)
    return ExamMarks(_count(row[0]), _time(row[1]), _kind(row[2]), correct, asked, guessed, created)


def _nursery(net: NetConfig, row: list[Any]) -> Nursery:
    if not isinstance(row[3], list) or len(row[3]) > _MOST_BESIDE:
        raise OddDogError("dog_row")
    size, beside = _count(row[2]), tuple(map(_count, row[3]))
    try:
        on_boards(net, size, beside)
    except KennelError as error:
        raise OddDogError(error.problem) from error
    return Nursery(_count(row[0]), _time(row[1]), size, beside)


def _kind(value: Any) -> str:
    """A word of a game's own, which this program need not know."""
    kind = _text(value, _MOST_FACE)
    if not _KIND.fullmatch(kind):
        raise OddDogError("dog_text")
    return kind


def _each_once(rows: tuple[T, ...], key: Callable[[T], object]) -> tuple[T, ...]:
    if len({key(row) for row in rows}) != len(rows):
        raise OddDogError("dog_row")
    return rows


def _match(row: list[Any]) -> RatingMatch:
    wins, draws, losses, games = (_count(value) for value in row[1:5])
    return RatingMatch(_text(row[0]), wins, draws, losses, games, _time(row[5]), _count(row[6]), _time(row[7]))


def _ages(data: Any) -> tuple[DogAge, ...]:
    def age(row: list[Any]) -> DogAge:
        rating, error = (None if value is None else _elo(value) for value in row[2:])
        return DogAge("", _count(row[0]), _time(row[1]), rating, error, Path())

    found = _rows(data, 4, age, MOST_AGES)
    games = [entry.games for entry in found]
    if games != sorted(set(games)):
        raise OddDogError("dog_age_order")
    return found


def _rows(data: Any, width: int, read: Callable[[list[Any]], T], most: int = _MOST_ROWS) -> tuple[T, ...]:
    if not isinstance(data, list) or len(data) > most:
        raise OddDogError("dog_long_life")
    if not all(isinstance(row, list) and len(row) == width for row in data):
        raise OddDogError("dog_row")
    return tuple(read(row) for row in data)


def _number(value: Any, least: float = -1e12, most: float = 1e12) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise OddDogError("dog_no_number", found=repr(str(value)[:40]))
    if not math.isfinite(value) or not least <= value <= most:
        raise OddDogError("dog_beyond", found=str(value)[:40])
    return float(value)


def _count(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise OddDogError("dog_no_whole_number", found=repr(str(value)[:40]))
    return int(_number(value, 0, _MOST_COUNT))


def _time(value: Any) -> float:
    return _number(value, 0.0, _SECONDS_OF_A_CENTURY)


def _elo(value: Any) -> float:
    return _number(value, -_MOST_ELO, _MOST_ELO)


def _text(value: Any, most: int = _MOST_TEXT) -> str:
    if not isinstance(value, str) or len(value) > most:
        raise OddDogError("dog_text")
    return value


def _news(row: list[Any]) -> TrainingNews:
    """A line of the diary, with all that telling it takes."""
    kind, facts = NewsKind(row[1]), _facts(row[2])
    if missing := [name for name in _NEEDED_FACTS.get(kind, ()) if facts.get(name) is None]:
        raise OddDogError("dog_news_lack", kind=kind.value, name=", ".join(missing))
    if any(isinstance(fact, str) is not (name in _TEXT_FACTS) for name, fact in facts.items() if fact is not None):
        raise OddDogError("dog_news_kind", kind=kind.value)
    if "ailment" in facts:
        Ailment(facts["ailment"])
    if kind is NewsKind.GAME and facts["winner"] not in (0, 1, 2):
        raise OddDogError("dog_news_kind", kind=kind.value)
    created = _number(facts.pop(_CREATED, None) or 0.0, 0.0, _LATEST)
    return TrainingNews(kind, facts, _time(row[0]), created)


def _diary(*parts: Sequence[TrainingNews]) -> tuple[TrainingNews, ...]:
    """All lines as they were written; those of programs that did not note when come first, in their order."""
    return tuple(sorted((news for part in parts for news in part), key=lambda news: news.created))


def _facts(value: Any) -> dict[str, Any]:
    """What news carry: a few short texts and numbers by name."""
    if not isinstance(value, dict) or len(value) > _MOST_FACTS:
        raise OddDogError("dog_news_much")
    return {_text(key): _text(fact) if isinstance(fact, str) else _fact(fact) for key, fact in value.items()}


def _fact(value: Any) -> Any:
    if value is None or isinstance(value, bool):
        return value
    _number(value)
    return value
