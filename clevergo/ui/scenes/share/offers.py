"""What can be shared of a dog, a game, a match: gathered where it is shown, and offered in the dialog."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from clevergo.app.film.ages import ages_of
from clevergo.app.kennel.messages import DogCard
from clevergo.app.kennel.moments import BEST
from clevergo.app.match.messages import MatchSnapshot
from clevergo.app.tournament.session import TournamentSnapshot
from clevergo.app.training.discoveries import board_of
from clevergo.games.color import Color
from clevergo.games.guests import game_named
from clevergo.players.spec import PlayerSpec
from clevergo.ui.kit.look import Words
from clevergo.ui.scenes.play.faces import NO_FACE, Face, face_of_player
from clevergo.ui.scenes.play.words import player_name
from clevergo.ui.scenes.share.wishes import DogShared, GameShared, Memory, Shared, TableShared
from clevergo.ui.scenes.shared.player_names import dog_name, entrant_name
from clevergo.ui.shell.scene import Services
from clevergo.ui.strings import CompeteText, ShareText, Strings


@dataclass(frozen=True)
class SharedFile:
    """A file that lies beside the picture."""

    words: Words
    suffix: str
    save: Callable[[Path], None] | None = None
    """Begins to write it; may raise a ``ProblemError``. Whoever writes it tells of its end."""
    read: Callable[[], bytes] | None = None
    """What is in it, where nobody else writes it; asked in a thread."""
    tip: Words = ""


@dataclass(frozen=True)
class Offer:
    """What can be shared of something."""

    shared: Shared
    name: str
    """What files are called."""
    folder: Path
    """Where they go if nobody says otherwise."""
    gif: Words | None = None
    """What its moving picture is called; None where it has none."""
    file: SharedFile | None = None


def offer_dog(services: Services, strings: Strings, card: DogCard) -> Offer:
    """A dog, the growth of one that has ages, and its file."""
    kennel, dog = services.kennel, card.info
    rules, _ = game_named(dog.game).agree({"size": dog.sizes[0]} if dog.sizes else {})
    kept = None if dog.is_shipped else kennel.moment(dog.name, BEST)
    memory = None if kept is None else Memory(board_of(kept, dog.game), kept.kind)
    shared = DogShared(card, rules, ages_of(kennel, dog), memory)
    name = dog_name(strings, dog.name)
    save, words = partial(kennel.export, dog.name), ShareText.FILE_DOG
    usual = kennel.file_for(name)
    file = None if dog.weights is None else SharedFile(words, usual.suffix, save, tip=ShareText.TIP_FILE_DOG)
    gif = ShareText.GIF_GROWTH if len(shared.ages) > 1 else None
    return Offer(shared, name, usual.parent, gif, file)


def offer_game(services: Services, strings: Strings, match: MatchSnapshot) -> Offer:
    """A game, move by move, and its record."""
    names = [player_name(strings, match, color) for color in Color]
    faces = faces_of(services, (match.setup.black, match.setup.white)) if match.record is None else (NO_FACE, NO_FACE)
    file = SharedFile(ShareText.FILE_GAME, ".sgf", services.match.save_as)
    gif = ShareText.GIF_GAME if match.line.moves else None
    folder = services.kennel.file_for(names[0]).parent
    return Offer(GameShared(match, (faces[0], faces[1])), " – ".join(names), folder, gif, file)


def offer_table(services: Services, strings: Strings, shown: TournamentSnapshot) -> Offer:
    """A match or a tournament, as it stands."""
    plan, table = shown.plan, shown.table
    assert plan is not None
    assert table is not None
    shared = TableShared(plan, shown.results, table, faces_of(services, plan.players))
    names = [entrant_name(strings, player, plan.players) for player in plan.players]
    name = " – ".join(names) if len(names) == 2 else strings.get(CompeteText.ROUND_ROBIN)
    assert services.tournament is not None
    file = SharedFile(ShareText.FILE_GAMES, ".sgf", read=services.tournament.all_games)
    return Offer(shared, name, services.kennel.file_for(names[0]).parent, file=file)


def faces_of(services: Services, players: Iterable[PlayerSpec]) -> tuple[Face, ...]:
    """What each player looks like."""
    dogs = services.kennel.dogs()
    return tuple(face_of_player(player, dogs, services.kennel.ages_of) for player in players)
