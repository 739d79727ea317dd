"""What is told of a dog in a file that travels: who it is and how it grew, as JSON, every value checked when read."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any, TypeVar

from clevergo.app.kennel.dogs import DogNameError, checked_name
from clevergo.app.kennel.growth import Checkpoint, Past, RatingMatch
from clevergo.app.kennel.messages import DogAge, LossPoint, NewsKind, StrengthPoint, TrainingNews
from clevergo.games.guests import USUAL_GAME, UnknownGameError
from clevergo.nn.description.config import NetConfig
from clevergo.players.spec import SHIPPED_DOG
from clevergo.problem import ProblemError, cause_of
from clevergo.training.doctor.diagnosis import Ailment

FORMAT = 2
_FORMAT_OF_ONE_GAME = 1
"""Of dogs that play what programs of that format play, which take them in as ever."""
_MOST_ROWS = 500_000
_MOST_AGES = 200
_MOST_TEXT = 2_000
_MOST_FACE = 100
_MOST_FACTS = 30
_MOST_COUNT = 2**53
_SECONDS_OF_A_CENTURY = 100 * 366 * 86_400.0
_MOST_ELO = 100_000.0
_SHIPPED_AWAY = "CleverGo"
"""What the shipped dog is called where it travels: its own name is taken everywhere."""

_TEXT_FACTS = frozenset({"name", "reason", "opponent", "ailment"})
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
}
"""What the window cannot tell these without."""

T = TypeVar("T")


class StoryError(ProblemError, ValueError):
    """What is told of a dog makes no sense; the message says where."""


@dataclass(frozen=True)
class Story:
    """A dog that travels. The weight files its ages name are the sender's; the receiver knows only the games."""

    name: str
    net: NetConfig
    family: str
    past: Past
    face: str = ""
    """What its face is drawn from; empty where nobody noted it, as older programs did not."""


def story_to_json(story: Story) -> dict[str, Any]:
    """A JSON-ready form."""
    past, life = story.past, story.past.life
    assert life is not None
    is_usual = story.net.game == USUAL_GAME
    return {
        "format": _FORMAT_OF_ONE_GAME if is_usual else FORMAT,
        "game": story.net.game,
        "name": _SHIPPED_AWAY if story.name == SHIPPED_DOG else story.name,
        "net": story.net.to_dict(),
        "family": story.family,
        "face": story.face,
        "life": life.counters(),
        "losses": [astuple(point) for point in past.losses],
        "strengths": [astuple(point) for point in past.strengths],
        "news": [[n.seconds, n.kind.value, _plain_facts(n.values)] for n in past.news],
        "ages": [[a.games, a.seconds, a.rating, a.rating_error] for a in past.ages],
        "matches": [astuple(match) for match in past.matches],
    }


def _plain_facts(values: dict[str, Any]) -> dict[str, Any]:
    return {name: fact for name, fact in values.items() if fact is None or isinstance(fact, (str, int, float))}


def story_from_json(data: Any) -> Story:
    """The inverse of :func:`story_to_json`; StoryError where anything in it is not what it should be."""
    if not isinstance(data, dict):
        raise StoryError("dog_nameless")
    version = data.get("format")
    if not isinstance(version, int) or isinstance(version, bool):
        raise StoryError("dog_nameless")
    if version > FORMAT:
        raise StoryError("newer_dog")
    game = _text(data.get("game", USUAL_GAME), _MOST_FACE)
    try:
        net = NetConfig.from_dict({"game": game} | data["net"])
        if net.game != game:
            raise StoryError("dog_nonsense", cause=f"{game}, {net.game}"[:200])
        life = data["life"]
        games, positions, samples = (_count(life[name]) for name in ("games", "positions", "samples"))
        past = Past(
            Checkpoint(_time(life["seconds"]), games, positions, samples, Path()),
            _rows(data["losses"], 5, lambda r: LossPoint(_time(r[0]), _count(r[1]), *(_number(x) for x in r[2:]))),
            _rows(data["strengths"], 4, lambda r: StrengthPoint(_time(r[0]), _count(r[1]), _elo(r[2]), _elo(r[3]))),
            _rows(data["news"], 3, _news),
            _ages(data["ages"]),
            _rows(data["matches"], 8, _match),
        )
        face = _text(data.get("face", ""), _MOST_FACE)
        return Story(checked_name(_text(data["name"])), net, _text(data["family"]), past, face)
    except StoryError:
        raise
    except UnknownGameError as error:
        raise StoryError(error.problem) from error
    except KeyError as error:
        raise StoryError("dog_lacks", name=str(error)) from error
    except (DogNameError, AttributeError, TypeError, ValueError, OverflowError) as error:
        cause = cause_of(error)
        raise StoryError("dog_nonsense", cause=cause[:200] if isinstance(cause, str) else cause) from error


def _match(row: list[Any]) -> RatingMatch:
    wins, draws, losses, games = (_count(value) for value in row[1:5])
    return RatingMatch(_text(row[0]), wins, draws, losses, games, _time(row[5]), _count(row[6]), _time(row[7]))


def _ages(data: Any) -> tuple[DogAge, ...]:
    def age(row: list[Any]) -> DogAge:
        rating, error = (None if value is None else _elo(value) for value in row[2:])
        return DogAge("", _count(row[0]), _time(row[1]), rating, error, Path())

    found = _rows(data, 4, age, _MOST_AGES)
    games = [entry.games for entry in found]
    if games != sorted(set(games)):
        raise StoryError("dog_age_order")
    return found


def _rows(data: Any, width: int, read: Callable[[list[Any]], T], most: int = _MOST_ROWS) -> tuple[T, ...]:
    if not isinstance(data, list) or len(data) > most:
        raise StoryError("dog_long_life")
    if not all(isinstance(row, list) and len(row) == width for row in data):
        raise StoryError("dog_row")
    return tuple(read(row) for row in data)


def _number(value: Any, least: float = -1e12, most: float = 1e12) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise StoryError("dog_no_number", found=repr(str(value)[:40]))
    if not math.isfinite(value) or not least <= value <= most:
        raise StoryError("dog_beyond", found=str(value)[:40])
    return float(value)


def _count(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise StoryError("dog_no_whole_number", found=repr(str(value)[:40]))
    return int(_number(value, 0, _MOST_COUNT))


def _time(value: Any) -> float:
    return _number(value, 0.0, _SECONDS_OF_A_CENTURY)


def _elo(value: Any) -> float:
    return _number(value, -_MOST_ELO, _MOST_ELO)


def _text(value: Any, most: int = _MOST_TEXT) -> str:
    if not isinstance(value, str) or len(value) > most:
        raise StoryError("dog_text")
    return value


def _news(row: list[Any]) -> TrainingNews:
    """A line of the diary, with all that telling it takes."""
    kind, facts = NewsKind(row[1]), _facts(row[2])
    if missing := [name for name in _NEEDED_FACTS.get(kind, ()) if facts.get(name) is None]:
        raise StoryError("dog_news_lack", kind=kind.value, name=", ".join(missing))
    if any(isinstance(fact, str) is not (name in _TEXT_FACTS) for name, fact in facts.items() if fact is not None):
        raise StoryError("dog_news_kind", kind=kind.value)
    if "ailment" in facts:
        Ailment(facts["ailment"])
    return TrainingNews(kind, facts, _time(row[0]))


def _facts(value: Any) -> dict[str, Any]:
    """What news carry: a few short texts and numbers by name."""
    if not isinstance(value, dict) or len(value) > _MOST_FACTS:
        raise StoryError("dog_news_much")
    return {_text(key): _text(fact) if isinstance(fact, str) else _fact(fact) for key, fact in value.items()}


def _fact(value: Any) -> Any:
    if value is None or isinstance(value, bool):
        return value
    _number(value)
    return value
