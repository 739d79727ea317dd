"""Who dogs are: what they may be called, what is noted of them, and what can be wrong."""

from __future__ import annotations

import contextlib
import re
import shutil
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from clevergo.app.kennel.database import KennelError
from clevergo.app.kennel.lookalikes import BLANKS, player_of, shipped_of
from clevergo.games.guests import GameTitle
from clevergo.nn.description import NetConfig
from clevergo.nn.description import describe_net as describe_net  # scenes ask nobody behind the app
from clevergo.nn.description import net_of as net_of
from clevergo.problem import Problem
from clevergo.training.learner.folder import RunFolderError, TrainedElsewhereError, birth_file, owned, weights_file

UNFINISHED = "unfinished"
MAX_NAME = 40
"""Letters of a dog's name, as one sees them."""
_MAX_CODE_POINTS = 4 * MAX_NAME
_PARTS_OF_EMOJI = frozenset({0x200C, 0x200D, *range(0xE0020, 0xE0080)})
"""Joiners and tags: invisible, but pictures and some scripts are made with them."""
_LIKE_AN_AGE = re.compile(r"@\d+$")


class DogNameError(KennelError):
    """A dog cannot be called that."""


class UnknownDogError(KennelError):
    """There is no such dog."""

    def __init__(self, asked: str, known: Sequence[str]) -> None:
        super().__init__("unknown_dog", asked=repr(asked), known=", ".join(known) or Problem("none_yet"))


class OtherGameError(KennelError):
    """The dog plays another game than it is asked to."""

    def __init__(self, name: str, plays: str, asked: str) -> None:
        super().__init__("other_game", name=name, plays=GameTitle(plays), asked=GameTitle(asked))


@dataclass(frozen=True)
class Nursery:
    """Where a dog grows up from some time on."""

    games: int
    """Games it had played by then."""
    seconds: float
    """Time it had trained by then."""
    size: int
    """Of the board that it is measured on."""
    beside: tuple[int, ...] = ()
    """The sizes of other boards that it plays itself on too."""


@dataclass(frozen=True)
class Dog:
    """A dog of one's own."""

    id: str
    """Never changes; also the name of its folder."""
    name: str
    folder: Path
    """Where its files lie."""
    config: NetConfig
    created: float
    """Unix time."""
    is_retired: bool = False
    """Whether it rests: it is kept, but offered nowhere."""
    family: str = ""
    """Whose weights it started from, as players are called (``pup@1230``); empty for a dog born knowing nothing."""
    given_face: str = ""
    """The face it had where it came from; empty for a dog that was born here."""
    boards: tuple[Nursery, ...] = ()
    """Where it has grown up, the latest last; empty where that was one board all its life, its net's."""

    @property
    def game(self) -> str:
        """The name of what it plays."""
        return self.config.game

    @property
    def beside(self) -> tuple[int, ...]:
        """The sizes of boards it plays itself on beside its own."""
        return self.boards[-1].beside if self.boards else ()

    @property
    def sizes(self) -> tuple[int, ...]:
        """The boards it learned on, first its own, then those it still plays itself on, then earlier ones."""
        told = (size for nursery in reversed(self.boards) for size in (nursery.size, *nursery.beside))
        return tuple(dict.fromkeys((self.config.size, *told)))

    @property
    def moved_after(self) -> int:
        """How many games it had played when it came to the board it is measured on now; 0: it was born there."""
        since = 0
        for nursery in reversed(self.boards):
            if nursery.size != self.config.size:
                break
            since = nursery.games
        return since

    @property
    def moved_seconds(self) -> float:
        """How long it had trained when it came to the board it is measured on now; 0: it was born there."""
        since = self.moved_after
        return next((nursery.seconds for nursery in self.boards if nursery.games == since), 0.0)

    def size_at(self, games: int) -> int:
        """The size of the board it was measured on when it had played so many games."""
        earlier = [nursery.size for nursery in self.boards if nursery.games <= games]
        return earlier[-1] if earlier else self.config.size

    @property
    def face(self) -> str:
        """What its face is drawn from: the one it brought with it, or that of the moment it was born."""
        return self.given_face or repr(self.created)

    @property
    def weights(self) -> Path:
        """The weights to play with, where it has any."""
        return weights_file(self.folder)

    @property
    def birth(self) -> Path:
        """The weights it came with, where it did not begin from nothing."""
        return birth_file(self.folder)

    @property
    def unfinished(self) -> Path:
        """A mark in its folder while it comes or goes: of a folder with it that no dog has, nothing is ever wanted."""
        return self.folder / UNFINISHED

    def begin_folder(self) -> None:
        """Make its folder, marked as unfinished until the kennel has taken it in."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.unfinished.touch()

    def end_folder(self) -> None:
        """The kennel has taken it in. A mark that stays is swept away later, and harms nobody."""
        with contextlib.suppress(OSError):
            self.unfinished.unlink()

    @contextlib.contextmanager
    def resting(self) -> Iterator[None]:
        """See to it that nobody trains it meanwhile; KennelError where somebody does, or that cannot be known."""
        with contextlib.ExitStack() as stack:
            try:
                stack.enter_context(owned(self.folder))
            except TrainedElsewhereError as error:
                raise KennelError("dog_trains", name=self.name) from error
            except RunFolderError as error:
                raise KennelError(error.problem) from error
            yield


def remove_folder(folder: Path) -> None:
    """Delete a dog's folder as far as that can be done.

    Its mark as unfinished goes last, so that what stays, or is left when this is killed, is swept away later.
    """
    if folder.is_symlink():  # what it leads to is not ours
        return
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)
            elif path.name != UNFINISHED:
                with contextlib.suppress(OSError):
                    path.unlink()
        if {path.name for path in folder.iterdir()} <= {UNFINISHED}:
            shutil.rmtree(folder)


def on_boards(net: NetConfig, size: int, beside: Sequence[int] = ()) -> NetConfig:
    """A dog's net where it grows up on boards of ``size``, and ``beside`` them on others.

    KennelError where its game knows no such boards, or the net is built for another size.
    """
    known = {*net.played.nurseries, net.size}
    for asked in (size, *beside):
        if asked not in known:
            raise KennelError("no_nursery", game=GameTitle(net.game), found=asked, known=size_list(sorted(known)))
        if not net.supports(asked):
            raise KennelError("net_one_size", net=net.net_kind.short(net), size=net.size, asked=asked)
    if len({size, *beside}) <= len(beside):
        raise KennelError("nursery_twice")
    return net.on(size)


def size_list(sizes: Sequence[int]) -> str:
    """Sizes of boards one after another, as a diary keeps them: ``7, 13``; empty for none."""
    return ", ".join(map(str, sizes))


def checked_name(name: str) -> str:
    """A name fit for a dog, tidied: any script, emoji too, 1 to 40 letters, nothing invisible.

    DogNameError where it is empty, too long, holds control characters, or is somebody's already who comes with the
    program, or would be taken for that.
    """
    tidy = readable_name(name)
    if (shipped := shipped_of(tidy)) is not None:
        raise DogNameError("name_shipped", name=shipped)
    if (player := player_of(tidy)) is not None:
        raise DogNameError("name_player", name=player)
    return tidy


def readable_name(name: str) -> str:
    """A name that can be read, tidied, whoever has it; dogs of earlier versions may be called as players are.

    DogNameError where it is empty, too long, holds control characters, or would be taken for a dog's age.
    """
    tidy = unicodedata.normalize("NFC", " ".join(name.split()))
    if not tidy or not any(_is_seen(character) for character in tidy):
        raise DogNameError("name_needed")
    hidden = [character for character in tidy if _is_hidden(character)]
    if hidden:
        raise DogNameError("name_hidden", code=f"U+{ord(hidden[0]):04X}")
    length = sum(_is_seen(character) for character in tidy)
    if length > MAX_NAME or len(tidy) > _MAX_CODE_POINTS:
        raise DogNameError("name_long", length=length, most=MAX_NAME)
    if _LIKE_AN_AGE.search(tidy):
        raise DogNameError("name_age")
    return tidy


def _is_hidden(character: str) -> bool:
    """Whether a character shows nothing, and no picture or script is made with it."""
    is_control = unicodedata.category(character) in ("Cc", "Cf", "Cs")
    return character in BLANKS or (is_control and ord(character) not in _PARTS_OF_EMOJI)


def _is_seen(character: str) -> bool:
    """Whether a character takes a place of its own: accents and joiners belong to the one before."""
    return character not in BLANKS and unicodedata.category(character) not in ("Mn", "Me", "Cf")
