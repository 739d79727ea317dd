"""What the program remembers of a person's wishes: one small JSON file, whole or as it was before."""

from __future__ import annotations

import enum
import json
import locale
import logging
import os
import plistlib
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from xml.parsers.expat import ExpatError

from clevergo.app.errors import AppError
from clevergo.app.kennel.messages import Effort
from clevergo.app.match.clock import TimeControl
from clevergo.app.match.messages import MatchSetup
from clevergo.checked import number, whole
from clevergo.files import Sighting, TooLargeError, replace_file, write_whole
from clevergo.games.guests import USUAL_GAME, game_named, usual_dog
from clevergo.locale import Language, languages
from clevergo.players.spec import PlayerKind, PlayerSpec

logger = logging.getLogger(__name__)


class Theme(enum.Enum):
    """The window's colors."""

    LIGHT = "light"
    DARK = "dark"
    SYSTEM = "system"
    """As the computer's other windows are."""


class SceneName(enum.Enum):
    """The scenes a window can open with."""

    PLAY = "play"
    TRAIN = "train"
    KENNEL = "kennel"
    COMPETE = "compete"
    LEARN = "learn"


class MusicOrder(enum.Enum):
    """What follows a piece of music."""

    ONE = "one"
    """The same once more."""
    ORDER = "order"
    """The next one."""
    RANDOM = "random"
    """Any other."""


class MindMode(enum.Enum):
    """Which of a dog's thoughts about the moves are drawn on the board."""

    OFF = "off"
    POLICY = "policy"
    """Where the net would look first."""
    SEARCH = "search"
    """What the search has tried since."""
    VALUE = "value"
    """What each move is worth."""


@dataclass(frozen=True)
class Bookmark:
    """Where one is in a text, whatever its width."""

    block: int = 0
    """The block at the upper edge ..."""
    share: float = 0.0
    """... and how much of it is above that edge, 0 to 1."""
    read: float = 0.0
    """How much of the text has been seen, 0 to 1."""

    def __post_init__(self) -> None:
        if self.block < 0 or not (0.0 <= self.share <= 1.0 and 0.0 <= self.read <= 1.0):
            raise ValueError(f"there is no such place in a text: {self}")


MIN_UI_SCALE, MAX_UI_SCALE = 1.0, 2.0
MIN_WINDOW, MAX_WINDOW = 320, 16_384
WALLS = (0, 1, 4, 9, 16)
"""How many live boards there may be on the wall; 0 draws none."""
MOST_VISITS = 1_000_000
_MOST_BYTES = 256 * 1024
_MOST_LETTERS = 4_000
"""Of a name; a dog may be named by the path of its file."""
_MOST_BOOKMARKS = 200
_MOST_LISTED = 1_000
"""Texts in a list."""
_MOST_TOLD = 200
"""Letters of what the log says of a value."""
FIRST_MATCH = MatchSetup(PlayerSpec(PlayerKind.HUMAN), PlayerSpec(PlayerKind.ALPHAGO, usual_dog(), 400))


def system_language(environment: Mapping[str, str] | None = None) -> Language:
    """The language the computer is set to, where there is a catalog of it, else English."""
    variables = os.environ if environment is None else environment
    names = [variables.get(key, "") for key in ("LC_ALL", "LC_MESSAGES", "LANG")]
    name = next((name for name in names if name), "") or (locale.getlocale()[0] or "")
    if not any(names) and sys.platform == "win32":
        import ctypes

        name = locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), name)
    if not any(names) and sys.platform == "darwin":
        name = _language_of_mac() or name
    return next((language for language in languages() if language.is_called(name)), Language.ENGLISH)


def _language_of_mac() -> str:
    """The first of the languages a Mac is set to, such as zh_Hans_CN; empty where it does not say."""
    try:
        with (Path.home() / "Library/Preferences/.GlobalPreferences.plist").open("rb") as file:
            wanted = plistlib.load(file)["AppleLanguages"]
        return str(wanted[0]).replace("-", "_")
    except (OSError, RuntimeError, ValueError, LookupError, TypeError, plistlib.InvalidFileException, ExpatError):
        return ""


@dataclass(frozen=True)
class Settings:
    """A person's wishes."""

    language: Language = field(default_factory=system_language)
    """The window's language; at first the computer's."""
    theme: Theme = Theme.SYSTEM
    """The window's colors."""
    ui_scale: float = 1.0
    """Size of everything drawn, 1 to 2."""
    window_size: tuple[int, int] = (1280, 800)
    """Width and height of the window, pixels."""
    full_screen: bool = False
    """Whether the window fills the screen."""
    sound_on: bool = True
    """Whether stones and buttons are heard."""
    sound_volume: float = 0.7
    """Of stones and buttons, 0 to 1."""
    music_volume: float = 0.4
    """0 to 1."""
    music_on: bool = False
    """Whether music is played."""
    music_order: MusicOrder = MusicOrder.ORDER
    """What follows a piece."""
    music_piece: str = ""
    """The file name of the piece played last; empty before the first."""
    last_match: MatchSetup = FIRST_MATCH
    """The players and rules chosen last."""
    play_more: bool | None = None
    """Whether players and rules are chosen one by one before a game, instead of a portrait on the ladder; None: nobody
    has said. Whoever chose them before the ladder was there goes on so (:attr:`chooses_more`)."""
    last_scene: SceneName = SceneName.PLAY
    """The scene the window was closed in."""
    shared_place: str = ""
    """Where dogs lie that several people share: a folder or an address; empty before one was named."""
    last_dog: str = ""
    """The dog looked at last where dogs train; empty before the first."""
    effort: Effort = Effort.ALL
    """How much of the machine training may use."""
    on_cluster: bool = False
    """Whether other machines of a cluster help with training, tournaments and experiments."""
    cluster: str = "auto"
    """The cluster's address; ``auto``: the one this computer is part of."""
    wall: int | None = None
    """Live boards on the wall, one of ``WALLS``; None: as many as look good in the window."""
    growth_in_hours: bool = False
    """Whether growth is drawn against hours trained instead of games played."""
    coordinates: bool = True
    """Whether letters and numbers stand around the board."""
    move_numbers: bool = False
    """Whether stones carry their numbers."""
    mind_on: bool = False
    """Whether the position looked at is analyzed."""
    mind_mode: MindMode = MindMode.SEARCH
    """Which thoughts are drawn on the board."""
    mind_territory: bool = False
    """Whether it is drawn whose each point will be."""
    mind_judge: str = ""
    """Whose thoughts: a dog, an age of a dog or ``mcts``; empty: the strongest that learned on the board."""
    mind_visits: int = 400
    """Simulations after which an analysis is enough; 0: it never is."""
    coach_warns: bool = False
    """Whether a person is asked to take back a move that cost much."""
    bookmarks: Mapping[str, Bookmark] = field(default_factory=dict)
    """Where one is in each chapter of the course, by its name."""
    learn_open: str = ""
    """What was open last where one learns, by its id in the contents; empty before the first."""
    lessons_done: tuple[str, ...] = ()
    """Lessons for beginners that have been done, as ``GAME.LESSON``."""
    tour_seen: bool = False
    """Whether the first steps have been shown."""

    def __post_init__(self) -> None:
        if not MIN_UI_SCALE <= self.ui_scale <= MAX_UI_SCALE:
            raise ValueError(f"ui_scale must be {MIN_UI_SCALE} to {MAX_UI_SCALE}, not {self.ui_scale}")
        if len(self.window_size) != 2 or not all(MIN_WINDOW <= side <= MAX_WINDOW for side in self.window_size):
            raise ValueError(f"a window side is {MIN_WINDOW} to {MAX_WINDOW} pixels, not {self.window_size}")
        for volume in (self.sound_volume, self.music_volume):
            if not 0.0 <= volume <= 1.0:
                raise ValueError(f"a volume is 0 to 1, not {volume}")
        if self.wall is not None and self.wall not in WALLS:
            raise ValueError(f"wall must be one of {WALLS}, not {self.wall}")
        if not 0 <= self.mind_visits <= MOST_VISITS:
            raise ValueError(f"mind_visits must be 0 to {MOST_VISITS}, not {self.mind_visits}")

    @property
    def cluster_in_use(self) -> str | None:
        """The address of the cluster that helps; None where none does."""
        return (self.cluster.strip() or "auto") if self.on_cluster else None

    @property
    def chooses_more(self) -> bool:
        """Whether players and rules are chosen one by one."""
        return self.last_match != FIRST_MATCH if self.play_more is None else self.play_more

    def to_dict(self) -> dict[str, Any]:
        """A JSON-ready form."""
        plain: dict[str, Any] = {}
        for entry in fields(self):
            value = getattr(self, entry.name)
            plain[entry.name] = value.value if isinstance(value, enum.Enum) else value
        more: dict[str, Any] = {
            "window_size": list(self.window_size),
            "last_match": setup_to_dict(self.last_match),
            "bookmarks": {name: [one.block, one.share, one.read] for name, one in self.bookmarks.items()},
        }
        return plain | more | {"language": self.language.code}


def setup_to_dict(setup: MatchSetup) -> dict[str, Any]:
    """A JSON-ready form of a match's setup."""
    game = setup.rules.game
    return {
        "black": str(setup.black),
        "white": str(setup.white),
        "game": game.name,
        **game.agreed(setup.rules, setup.start),
        "time": None if setup.time is None else [setup.time.main, setup.time.periods, setup.time.period],
    }


def setup_from_dict(data: Any) -> MatchSetup:
    """The inverse of :func:`setup_to_dict`; raises ValueError, TypeError or KeyError on anything else."""
    players = PlayerSpec.parse(_text(data["black"])), PlayerSpec.parse(_text(data["white"]))
    game = game_named(_text(data.get("game", USUAL_GAME)))
    rules, start = game.agree({term.name: data[term.name] for term in game.terms({}) if term.name in data})
    return MatchSetup(*players, rules, start, _time_from(data.get("time")))


def _time_from(value: Any) -> TimeControl | None:
    if value is None:
        return None
    main, periods, period = value
    return TimeControl(number(main), whole(periods), number(period))


def _bookmarks(value: Any) -> Mapping[str, Bookmark]:
    if not isinstance(value, dict) or len(value) > _MOST_BOOKMARKS:
        raise TypeError("bookmarks are texts by name, not too many")
    found = {}
    for name, (block, share, read) in value.items():
        found[_text(name)] = Bookmark(whole(block), number(share), number(read))
    return found


def _switch(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{value!r} is neither true nor false")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > _MOST_LETTERS:
        raise TypeError(f"{str(value)[:40]!r} is not a text, or too long")
    value.encode("utf-8")  # half a character could neither be shown nor saved
    return value


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > _MOST_LISTED:
        raise TypeError(f"{str(value)[:40]!r} is no list of texts, or too long")
    return tuple(_text(each) for each in value)


_OF_TYPE: dict[str, Callable[[Any], Any]] = {
    "bool": _switch,
    "bool | None": lambda value: None if value is None else _switch(value),
    "int": whole,
    "int | None": lambda value: None if value is None else whole(value),
    "float": number,
    "str": _text,
    "tuple[int, int]": lambda value: tuple(whole(side) for side in value),
    "tuple[str, ...]": _texts,
    "MatchSetup": setup_from_dict,
    "Mapping[str, Bookmark]": _bookmarks,
} | {kind.__name__: kind for kind in (Language, Theme, SceneName, Effort, MindMode, MusicOrder)}
_READERS = {entry.name: _OF_TYPE[str(entry.type)] for entry in fields(Settings)}
"""By setting: how its value is read; whatever it raises, the value is none."""


class SettingsFile:
    """Reads and writes the settings. What cannot be understood, or read, is set aside, never silently lost."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen = Sighting(path)

    @property
    def set_aside(self) -> Path:
        """Where a file that could not be understood is kept."""
        return self._path.with_suffix(".unreadable.json")

    def load(self) -> Settings:
        """The settings; where the file or a value in it cannot be understood, the default.

        The same where it cannot be read; if it can later, :meth:`written_elsewhere` tells what it says.
        """
        try:
            data = self._read()
        except FileNotFoundError:
            return Settings()
        except OSError as error:
            logger.warning("%s cannot be read: %s", self._path, error)
            return Settings()
        except (ValueError, RecursionError) as error:
            # One that is too large is not copied, whatever its size.
            self._put_aside(str(error), replace_file if isinstance(error, TooLargeError) else shutil.copyfile)
            return Settings()
        settings, complaints = _read_each(data)
        if complaints:
            self._put_aside("; ".join(complaints))
        return settings

    def written_elsewhere(self) -> Settings | None:
        """The settings, where another window has written them since they were seen here, and they are understood."""
        try:
            return _read_each(self._read())[0] if self._seen.is_stale else None
        except OSError as error:
            logger.warning("%s cannot be read: %s", self._path, error)
        except (ValueError, RecursionError) as error:
            self._put_aside(str(error), replace_file if isinstance(error, TooLargeError) else shutil.copyfile)
        return None

    def _read(self) -> dict[str, Any]:
        data = json.loads(self._seen.read(_MOST_BYTES).decode("utf-8"))
        if not isinstance(data, dict):
            raise ValueError("not a JSON object")
        return data

    def save(self, settings: Settings) -> None:
        """Write the file, whole; AppError where the file cannot be written; the old one is as it was."""
        text = json.dumps(settings.to_dict(), ensure_ascii=False, indent=2)
        with AppError.instead_of(OSError, "settings", path=self._path):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._seen.make_way(self.set_aside)
            # Not durable: a slider that is drawn saves at each frame, and waits for no disk.
            write_whole(self._path, text.encode("utf-8"), durable=False)
        self._seen.look()

    def _put_aside(self, reason: str, put: Callable[[Path, Path], object] = shutil.copyfile) -> None:
        logger.warning("%s is not understood (%s); it is kept as %s", self._path, reason, self.set_aside)
        try:
            put(self._path, self.set_aside)
        except OSError as error:
            logger.warning("it could not be kept: %s", error)


def _read_each(data: dict[str, Any]) -> tuple[Settings, list[str]]:
    """The settings with every value that makes sense, and what was wrong with the others."""
    complaints = [f"unknown setting {key[:_MOST_TOLD]!r}" for key in data if key not in _READERS]
    good: dict[str, Any] = {}
    for key, read in _READERS.items():
        if key not in data:
            continue
        try:
            value = read(data[key])
            Settings(**{key: value})
        except (ValueError, TypeError, KeyError, OverflowError) as error:
            complaints.append(f"{key}: {str(error)[:_MOST_TOLD]}")
        else:
            good[key] = value
    return Settings(**good), complaints
