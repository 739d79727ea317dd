"""The person and the ladder: hears of games that end, and says who is next."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import replace

from clevergo.app.desk.library import HUMAN
from clevergo.app.errors import AppError
from clevergo.app.kennel.tasks import KennelWork
from clevergo.app.ladder.even import Opponent, Opponents, rating_of
from clevergo.app.ladder.rating import rate
from clevergo.app.ladder.record import Bout, Person, PersonFile, checked_name
from clevergo.app.ladder.rungs import Standing, climb, rungs_of
from clevergo.app.match.messages import MatchPhase, MatchSetup, MatchSnapshot
from clevergo.app.match.renaming import renamed
from clevergo.games.color import Color
from clevergo.games.game import Game
from clevergo.games.guests import game_named
from clevergo.games.outcome import Termination
from clevergo.players.spec import PlayerSpec, split_age
from clevergo.training.ratings.elo import Rating

logger = logging.getLogger(__name__)

_PLAYED = 10
"""Plies before which giving up says nothing of anybody's strength."""
_TELLING = 80
"""The latest games, of which a rating is made: before that many, a person may have been another."""
_LESS = 4
"""By how much less a dog thinks, in games that know no handicap."""


class Ladder:
    """Owns who plays here. For the window's thread; the file is small, and written once a game."""

    def __init__(self, file: PersonFile | None, kennel: KennelWork) -> None:
        """``file``: where the person is kept; None: nowhere."""
        self._file, self._kennel = file, kennel
        self.person = Person() if file is None else file.load()
        """Who plays here; only changed by what is done with this ladder."""
        self._unwritten: tuple[Callable[[Person], Person], ...] = ()
        """What has changed since the file could be written last; it is written with what changes next."""
        self._watched = _Watched(-1)
        self._opponents: dict[str, Opponents] = {}
        """By the game; a shipped dog stays as it is."""
        self._thoughts: dict[str, Rating] = {}
        self._thoughts_of = self.person
        """What is thought of whom, by the game: it is asked for each time it is drawn."""

    # --- the person -------------------------------------------------------------------------------------

    def call(self, name: str) -> None:
        """Take note of the person's name; empty: they have none any more."""
        self._change(lambda person: replace(person, name=checked_name(name)))

    def rating(self, game: Game) -> Rating | None:
        """How strong the person is at a game; None before the first game that tells."""
        bouts = self.person.of_game(game.name)
        return self._thought(game) if any(bout.is_even and bout.rating is not None for bout in bouts) else None

    def _thought(self, game: Game) -> Rating:
        """What is thought of the person's strength, before the first game too."""
        if self._thoughts_of is not self.person:
            self._thoughts_of, self._thoughts = self.person, {}
        if game.name not in self._thoughts:
            self._thoughts[game.name] = rate(self.person.of_game(game.name)[-_TELLING:])
        return self._thoughts[game.name]

    def dog_renamed(self, old: str, new: str) -> None:
        """A dog is called otherwise now, in the game on the board too."""
        watched = self._watched
        watched.setup = None if watched.setup is None else watched.setup.renamed(old, new)
        watched.bout = None if watched.bout is None else _renamed(watched.bout, old, new)
        self._change(lambda person: replace(person, bouts=tuple(_renamed(bout, old, new) for bout in person.bouts)))

    def _change(self, change: Callable[[Person], Person]) -> None:
        """Change the person as they are now, after what was played in another window, and have it written."""
        theirs = None if self._file is None else self._file.written_elsewhere()
        before = self.person if theirs is None else _changed(theirs, self._unwritten)
        changed = change(before)
        if changed == before:
            self.person = before
        else:
            self.person, self._unwritten = changed, (*self._unwritten, change)
        if self._unwritten:
            self._write()

    def _write(self) -> None:
        try:
            if self._file is not None:
                self._file.save(self.person)
        except AppError as error:
            logger.warning("%s", error)
        else:
            self._unwritten = ()

    # --- opponents --------------------------------------------------------------------------------------

    def standings(self, game: Game) -> tuple[Standing, ...]:
        """Everybody on the ladder, the weakest first, and how the person stands with them."""
        rungs = rungs_of(game, self._kennel.dogs(), self._kennel.ages_of)
        return climb(rungs, self.person.of_game(game.name), game)

    def even(self, game: Game) -> Opponent | None:
        """Somebody of the person's strength; None where no dog ships with the game."""
        if game.name not in self._opponents:
            dogs = (dog for dog in self._kennel.dogs() if dog.name == game.shipped_dog and dog.weights is not None)
            dog = next(dogs, None)
            if dog is None:
                return None
            self._opponents[game.name] = Opponents(game, dog, self._kennel.ages_of(dog.name))
        return self._opponents[game.name].nearest(self._thought(game))

    def challenge(self, game: Game, spec: PlayerSpec) -> MatchSetup:
        """A game with Black against somebody, by the usual rules."""
        return MatchSetup(HUMAN, spec, *game.agree({}))

    def even_game(self, game: Game) -> MatchSetup | None:
        """A game against somebody of the person's strength; colors alternate."""
        opponent = self.even(game)
        if opponent is None:
            return None
        setup = self.challenge(game, opponent.spec)
        return setup.swapped if len(self.person.of_game(game.name)) % 2 else setup

    def helped_game(self, game: Game, standing: Standing) -> MatchSetup:
        """The same with what is offered to the person: stones, or a dog that thinks less."""
        spec, help = standing.rung.spec, standing.help
        if not help:
            return self.challenge(game, replace(spec, simulations=max((spec.simulations or _LESS) // _LESS, 1)))
        return MatchSetup(HUMAN, spec, *game.agree(help))

    # --- games ------------------------------------------------------------------------------------------

    def hear(self, match: MatchSnapshot, is_helped: bool = False) -> Bout | None:
        """Watch a game; the bout, once it has ended and is noted.

        It is noted where one person plays a computer here, and is even where nothing helped them, from the first move
        on, and nobody gave up at once. What counts is the last result: of a
        game that is counted anew the new one, of one that goes on none. What is tried in a game that has ended is no
        other result: it stays as it is noted.

        Args:
            match: how it stands; every snapshot of it, in order.
            is_helped: whether somebody shows the person what to play.
        """
        if match.match_id != self._watched.match_id:
            self._watched = _Watched(match.match_id)
            self._change(lambda person: person)  # what could not be written may find room by now
        watched = self._watched
        if match.is_variation:
            return None
        is_alive = match.phase.is_going
        if not watched.is_seen and is_alive:
            # A computer that begins may have moved by the first look.
            watched.is_seen, watched.is_even = True, match.live.ply <= 1
        if watched.is_even and (match.live.ply < watched.ply or (is_helped and is_alive)):
            watched.is_even, watched.is_helped = False, True
        watched.is_even &= watched.setup is None or watched.setup == match.setup or match.is_swapped
        watched.ply, watched.setup = match.live.ply, match.setup
        bout = self._bout(match, watched.is_even) if watched.is_seen and match.record is None else None
        before, watched.bout = watched.bout, bout
        if before is not None and bout is not None:
            bout = watched.bout = replace(bout, created=before.created)
        if bout == before:
            watched.bout = before
            return None
        self._change(lambda person: _with_bout(person, bout, before))
        return bout if before is None else None

    def note_help(self) -> None:
        """The person was told what to play, in a game that goes on: it is not even."""
        watched = self._watched
        if watched.bout is None and watched.is_even:
            watched.is_even, watched.is_helped = False, True

    def has_just_lost_count(self, match: MatchSnapshot) -> bool:
        """Whether a game on the ladder no longer counts there because of help; True once for a game that goes on."""
        watched, setup = self._watched, match.setup
        people = [color for color in Color if setup.player(color).is_human]
        if not watched.is_helped or watched.is_told or watched.bout is not None or len(people) != 1:
            return False
        watched.is_told = True
        game, opponent = setup.rules.game, setup.player(people[0].opponent)
        return _is_usual(setup) and any(one.rung.spec == opponent for one in self.standings(game))

    def _bout(self, match: MatchSnapshot, is_even: bool) -> Bout | None:
        setup, outcome = match.setup, match.outcome
        people = [color for color in Color if setup.player(color).is_human]
        if match.phase is not MatchPhase.FINISHED or outcome is None or len(people) != 1:
            return None
        game, spec = setup.rules.game, setup.player(people[0].opponent)
        rating = self.strength(game, spec)
        points = 0.5 if outcome.winner is None else float(outcome.winner is people[0])
        is_usual = _is_usual(setup)
        is_usual &= outcome.termination is not Termination.RESIGNATION or match.live.ply >= _PLAYED
        error = 0.0 if rating is None else rating.error
        known = None if rating is None else rating.points
        return Bout(game.name, str(spec), points, known, error, is_even and is_usual, time.time())

    def strength(self, game: Game, spec: PlayerSpec) -> Rating | None:
        """How strong a player is, where that was measured."""
        ages = () if spec.dog is None else self._kennel.ages_of(split_age(spec.dog)[0])
        return rating_of(game, spec, self._kennel.dogs(), ages)


class _Watched:
    """What is known of the game on the board."""

    def __init__(self, match_id: int) -> None:
        self.match_id = match_id
        self.is_seen = False
        """Whether it was seen under way."""
        self.is_even = False
        """Whether it was seen from its beginning, and no move was taken back."""
        self.is_helped = False
        """Whether it would be even, had nobody helped and no move been taken back."""
        self.is_told = False
        """Whether that was told."""
        self.ply = 0
        self.setup: MatchSetup | None = None
        self.bout: Bout | None = None
        """As it was noted."""


def _is_usual(setup: MatchSetup) -> bool:
    """Whether a game is played by the usual rules from the usual beginning; stones laid by hand are none."""
    return (setup.rules, setup.start) == setup.rules.game.agree({})


def _with_bout(person: Person, bout: Bout | None, instead_of: Bout | None) -> Person:
    """The person with a game noted, or none, instead of what was noted of it before."""
    kept = replace(person, bouts=tuple(one for one in person.bouts if one != instead_of))
    return kept if bout is None else kept.with_bout(bout)


def _changed(person: Person, changes: tuple[Callable[[Person], Person], ...]) -> Person:
    """The person after all of these."""
    for change in changes:
        person = change(person)
    return person


def _renamed(bout: Bout, old: str, new: str) -> Bout:
    try:
        spec = PlayerSpec.parse(bout.opponent, game_named(bout.game))
    except (ValueError, KeyError):
        return bout
    now = renamed(spec, old, new)
    return bout if now == spec else replace(bout, opponent=str(now))
