"""Before a game over the network: who invites, who is invited, and what could be gone on with.

Everything that waits for the network, the disk or the key is done in threads; a screen sees frozen snapshots of it.
"""

from __future__ import annotations

import enum
import itertools
import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING

from clevergo.app.match.messages import Crosstable, MatchSetup
from clevergo.app.match.renaming import renamed
from clevergo.app.meeting.address import PORT
from clevergo.games.color import Color
from clevergo.players.spec import PlayerKind, PlayerSpec, PlayerSpecError
from clevergo.problem import Problem, ProblemError, unexpected

if TYPE_CHECKING:
    from clevergo.app.meeting.correspondence import Correspondence
    from clevergo.app.meeting.finder import Announcement, Finder, Found
    from clevergo.app.meeting.session import Meeting
    from clevergo.app.meeting.tournament import Tournament

logger = logging.getLogger(__name__)

ONLY_AT = "CLEVERGO_ONLY_AT"
"""A variable of the environment: the address of this computer to wait at and to be found at; without it, every one."""
_MOST_KEPT = 20
_FEWEST = 2
_TOURNAMENT_SECONDS = 900.0
"""So long after its last game whoever was cut off from a tournament is taken to want to come back to it."""
_OVER_SECONDS = 3_600.0
"""So long a meeting is kept that is over, or that nobody has come to ..."""
_FORGOTTEN_SECONDS = 8 * 7 * 86_400.0
"""... and so long any other in which nothing happens: its file holds a key."""
_SIMULATIONS = 100
"""Of a dog that goes on with a game."""


class Doing(enum.Enum):
    """What is being done to meet somebody."""

    NOTHING = "nothing"
    OPENING = "opening"
    """The door is being opened, or an old game read."""
    INVITING = "inviting"
    """Somebody is waited for."""
    GATHERING = "gathering"
    """Somebody is waited for who brings a dog to a tournament."""
    HOLDING = "holding"
    """A tournament goes on in which nobody of this computer plays."""
    JOINING = "joining"
    """The host is looked for."""


@dataclass(frozen=True)
class Kept:
    """A game that could be gone on with."""

    path: Path
    name: str
    """Who it is with; empty where nobody has ever come."""
    game: str
    moves: int
    is_host: bool
    own: str
    """What the person here was called in it."""
    player: str
    """Who played for the person here; empty for themself."""
    played: float
    """When something has happened in it last: seconds since 1970."""


@dataclass(frozen=True)
class LobbySnapshot:
    """The lobby's state, for the screen."""

    doing: Doing = Doing.NOTHING
    found: tuple[Found, ...] = ()
    """Who invites on this network."""
    kept: tuple[Kept, ...] = ()
    """What could be gone on with, the latest first."""
    code: str = ""
    """To be told to whoever is invited."""
    addresses: tuple[str, ...] = ()
    """Where they find this computer, where they do not find it by themselves."""
    gathered: tuple[str, ...] = ()
    """Who takes part in the tournament so far."""
    table: Crosstable | None = None
    """How the tournament that is held here stands."""
    trouble: Problem | None = None
    """Why what was tried last has come to nothing."""

    @property
    def can_begin(self) -> bool:
        """Whether there are enough for a tournament."""
        return self.doing is Doing.GATHERING and len(self.gathered) >= _FEWEST

    @property
    def holds_tournament(self) -> bool:
        """Whether a tournament of this computer's is not over: should it leave, that ends for everybody."""
        if self.table is not None:
            return not self.table.is_over
        return self.doing in (Doing.GATHERING, Doing.HOLDING)


class Lobby:
    """Brings two together. For the window's thread; every method returns at once."""

    def __init__(self, folder: Path) -> None:
        """``folder``: where meetings are kept."""
        self._folder = folder
        self.snapshot = LobbySnapshot()
        self._results: SimpleQueue[Callable[[], None]] = SimpleQueue()
        """What threads have done and this one is to take in."""
        self._attempt = 0
        """Names what is being done, so that what comes of an earlier attempt is dropped."""
        self._player = PlayerSpec.parse("random")
        self._name = ""
        self._meeting: Meeting | None = None
        self._has_met = False
        """Whether that meeting has a game to show: it comes to the board unless others are still waited for."""
        self._tournament: Tournament | None = None
        self._only_holds = False
        """Whether nobody of this computer plays in it."""
        self._announcement: Announcement | None = None
        self._finder: Finder | None = None
        self._looks = False
        self._has_swept = False
        self._own: frozenset[str] = frozenset()
        """Where this computer invites: nobody is their own guest."""
        self.can_play: Callable[[PlayerSpec, str], bool] = lambda _player, _game: True
        """Whether a player knows a game, by its name; the window says how to find out."""
        at = os.environ.get(ONLY_AT, "")
        self._interfaces = (at,) if at else ()

    # --- what a person does -----------------------------------------------------------------------------

    def look_around(self) -> None:
        """Find out who invites, from now on, and what could be gone on with."""
        self._in_thread(self._read_kept)
        if not self._looks:
            self._looks = True
            self._in_thread(self._open_finder)

    def look_away(self) -> None:
        """Find out no more."""
        self._looks = False
        if self._finder is not None:
            self._finder.close()
            self._finder = None

    def invite(self, setup: MatchSetup, color: Color, name: str) -> None:
        """Wait for somebody.

        Args:
            setup: what is played; whoever plays here sits at ``color``.
            color: the color of this end in the first game.
            name: what the person here is called.
        """
        self._begin(Doing.OPENING, setup.player(color), name)

        def make() -> Meeting:
            from clevergo.app.meeting import session

            terms = session.terms_of(setup, host_is_black=color is Color.BLACK)
            return session.invite(terms, name, self._says(), self._folder, self._interface, PORT)

        self._open(make, Doing.INVITING)

    def invite_all(self, setup: MatchSetup, rounds: int, player: PlayerSpec | None, name: str) -> None:
        """Open a tournament in which everybody plays everybody ``rounds`` times; ``player`` takes part from here."""
        self._begin(Doing.OPENING, player or PlayerSpec.parse("random"), name)
        attempt = self._attempt

        def make() -> None:
            from clevergo.app.meeting import session
            from clevergo.app.meeting.tournament import Tournament

            terms = session.terms_of(setup, host_is_black=True, tournament=True)
            tournament = Tournament(terms, rounds, name, self._folder, self._interface, PORT)
            self._results.put(lambda: self._gather(attempt, tournament, player))

        self._in_thread(make, attempt)

    def begin_tournament(self) -> None:
        """Everybody who is there plays everybody."""
        if self._tournament is not None:
            self._tournament.begin()

    def join(self, address: str, code: str, player: PlayerSpec, name: str) -> None:
        """Go to somebody who has invited."""
        self._begin(Doing.JOINING, player, name)

        def make() -> Meeting:
            from clevergo.app.meeting import session
            from clevergo.app.meeting.proof import tidy

            if not tidy(code):
                raise session.MeetingError("meeting_no_code", found=code.strip())
            return session.join(address, code, name, self._says(), self._folder)

        self._open(make, Doing.JOINING)

    def go_on(self, kept: Kept, player: PlayerSpec, name: str, address: str = "") -> None:
        """Go on with a game; it comes to the board at once, whether or not the other is there.

        Whoever sat here sits here again: the other is not to meet a dog in a person's place. ``player`` says how much
        the dog thinks, where it is the same. ``address``: where a host is now that is not where it was; empty: there.
        """
        self._begin(Doing.OPENING, _who_sat(kept.player, player), kept.own or name)

        def make() -> Meeting:
            from clevergo.app.meeting import session

            return session.go_on(kept.path, self._interface, address)

        self._open(make, Doing.INVITING if kept.is_host else Doing.JOINING)

    def cancel(self) -> None:
        """Wait for nobody any longer."""
        self._attempt += 1
        self._take_back()
        if self._meeting is not None:
            _leave(self._meeting)
            self._meeting, self._has_met = None, False
        if self._tournament is not None:
            self._tournament.leave()
            self._tournament = None
        self._say(doing=Doing.NOTHING, code="", addresses=(), gathered=(), table=None)

    def dog_renamed(self, old: str, new: str) -> None:
        """A dog is called otherwise now: if it is to play here, it will."""
        self._player = renamed(self._player, old, new)

    def forgive(self) -> None:
        """What went wrong has been read."""
        self._say(trouble=None)

    def close(self) -> None:
        """The window is closed."""
        self.look_away()
        self.cancel()

    # --- what happens by itself -------------------------------------------------------------------------

    def poll(self) -> Correspondence | None:
        """Take in what has happened; called each frame. Whom a game can begin with now, told once.

        A host's own dog that takes part in a tournament comes to the board when that begins.
        """
        while not self._results.empty():
            self._results.get()()
        if self._finder is not None:
            found = tuple(one for one in self._finder.found if one.address not in self._own)
            if found != self.snapshot.found:
                self._say(found=found)
        if self._tournament is not None:
            self._watch(self._tournament)
        meeting = self._meeting
        if meeting is not None and not self._has_met and (meeting.poll() or meeting.is_gone_on_with):
            self._look_at(meeting)
        if meeting is None or not self._has_met or self.snapshot.doing is Doing.GATHERING:
            return None
        return self._hand_over(meeting)

    def _look_at(self, meeting: Meeting) -> None:
        standing = meeting.standing
        if standing.is_lost:
            self.cancel()
            self._say(trouble=standing.trouble)
            return
        if standing.code and standing.port and not self.snapshot.code:
            self._tell(standing.code, standing.port, meeting.game)
        if meeting.ledger is None or not (standing.name or meeting.is_gone_on_with):
            return
        terms = meeting.ledger.terms
        problem = self._why_not(terms.game, terms.tournament)
        if problem is not None:
            self.cancel()
            self._say(trouble=problem)
        else:
            self._has_met = True

    def _hand_over(self, meeting: Meeting) -> Correspondence:
        from clevergo.app.meeting.correspondence import Correspondence

        self._take_back()
        self._meeting, self._has_met = None, False
        if self._tournament is None:
            self._say(doing=Doing.NOTHING, code="", addresses=())
        return Correspondence(meeting, self._player, self._name)

    def _why_not(self, game: str, is_tournament: bool) -> Problem | None:
        """Why whoever is to play here cannot, now that it is known what is played."""
        if is_tournament and self._player.is_human:
            return Problem("meeting_needs_dog")
        return (
            None if self.can_play(self._player, game) else Problem("meeting_other_game", {"player": self._player.name})
        )

    # --- threads ----------------------------------------------------------------------------------------

    @property
    def _interface(self) -> str:
        return self._interfaces[0] if self._interfaces else ""

    def _says(self) -> str:
        """Who plays here, as the other is told."""
        return player_told(self._player)

    def _begin(self, doing: Doing, player: PlayerSpec, name: str) -> None:
        self.cancel()
        self._player, self._name = player, name
        self._say(doing=doing, trouble=None)

    def _open(self, make: Callable[[], Meeting], doing: Doing) -> None:
        attempt = self._attempt

        def work() -> None:
            meeting = make()
            self._results.put(lambda: self._opened(attempt, meeting, doing))

        self._in_thread(work, attempt)

    def _opened(self, attempt: int, meeting: Meeting, doing: Doing) -> None:
        if attempt != self._attempt:
            _leave(meeting)
            return
        self._meeting = meeting
        self._say(doing=doing)

    def _gather(self, attempt: int, tournament: Tournament, player: PlayerSpec | None) -> None:
        if attempt != self._attempt:
            tournament.leave()
            return
        self._tournament, self._only_holds = tournament, player is None
        self._say(doing=Doing.GATHERING)
        if player is None:
            return

        def make() -> Meeting:
            return tournament.sit_down(self._name, self._says())

        def work() -> None:
            meeting = make()
            self._results.put(lambda: self._sat_down(attempt, meeting))

        self._in_thread(work, attempt)

    def _sat_down(self, attempt: int, meeting: Meeting) -> None:
        if attempt != self._attempt:
            _leave(meeting)
            return
        self._meeting = meeting

    def _watch(self, tournament: Tournament) -> None:
        seen = tournament.snapshot
        if seen.trouble is not None:
            self.cancel()
            self._say(trouble=seen.trouble)
            return
        if seen.port and not self.snapshot.code:
            self._tell(tournament.code, seen.port, tournament.game, is_tournament=True)
        if seen.names != self.snapshot.gathered:
            self._say(gathered=seen.names)
        if seen.has_begun and self.snapshot.doing is Doing.GATHERING:
            self._take_back()
            self._say(doing=Doing.HOLDING if self._only_holds else Doing.NOTHING)
        if seen.table is not self.snapshot.table:
            self._say(table=seen.table)

    def _tell(self, code: str, port: int, game: str, is_tournament: bool = False) -> None:
        """Somebody can come now: say so, here and on the network."""
        name, interfaces = self._name, self._interfaces
        attempt = self._attempt
        self._say(code=code)

        def work() -> None:
            import secrets

            from clevergo.app.meeting.finder import Announcement, own_addresses

            at = list(interfaces) or own_addresses()
            told = tuple(one if port == PORT else f"{one}:{port}" for one in at)
            made = Announcement(secrets.token_hex(8), name, game, port, interfaces, is_tournament)
            own = frozenset(f"{one}:{port}" for one in at)
            self._results.put(lambda: self._announced(attempt, made, told, own))

        self._in_thread(work, attempt)

    def _announced(self, attempt: int, made: Announcement, told: tuple[str, ...], own: frozenset[str]) -> None:
        if attempt != self._attempt or self.snapshot.doing not in (Doing.INVITING, Doing.GATHERING, Doing.OPENING):
            made.close()
            return
        self._announcement, self._own = made, own
        self._say(addresses=told)

    def _take_back(self) -> None:
        if self._announcement is not None:
            self._announcement.close()
            self._announcement = None

    def _open_finder(self) -> None:
        from clevergo.app.meeting.finder import Finder

        finder = Finder(self._interfaces)
        self._results.put(lambda: self._found(finder))

    def _found(self, finder: Finder) -> None:
        if not self._looks or self._finder is not None:
            finder.close()
            return
        self._finder = finder

    def _read_kept(self) -> None:
        if not self._has_swept:
            self._has_swept = True
            sweep(self._folder)
        found = tuple(itertools.islice(unfinished(self._folder), _MOST_KEPT))
        self._results.put(lambda: self._say(kept=found))

    def _in_thread(self, work: Callable[[], None], attempt: int | None = None) -> None:
        def guarded() -> None:
            try:
                work()
            except ProblemError as error:
                problem = error.problem
                self._results.put(lambda: self._failed(attempt, problem))
            except Exception as error:
                logger.exception("nobody can be met")
                reason = unexpected("meeting_failed", error)
                self._results.put(lambda: self._failed(attempt, reason))

        threading.Thread(target=guarded, name="lobby", daemon=True).start()

    def _failed(self, attempt: int | None, reason: Problem) -> None:
        if attempt is None or attempt == self._attempt:
            if attempt is not None:
                self.cancel()
            self._say(trouble=reason)

    def _say(self, **values: object) -> None:
        self.snapshot = replace(self.snapshot, **values)  # type: ignore[arg-type]


def _leave(meeting: Meeting) -> None:
    """Leave before it comes to the board; where anybody has ever been there, it can be gone on with."""
    meeting.leave(forget=not meeting.standing.name)


def unfinished(folder: Path, is_host: bool | None = None, tournaments: bool = False) -> Iterator[Kept]:
    """The games that could be gone on with, the latest first; ``is_host``: only those of such an end.

    None that is over, or that nobody has ever come to. Nor of ``tournaments``, unless they are asked for: then those in
    which something has happened a short while ago; there a game that is over may be followed by others.
    """
    from clevergo.app.meeting.session import kept, printable
    from clevergo.app.meeting.store import BadMeetingError, read_meeting

    for path in kept(folder, is_host):
        try:
            card, ledger = read_meeting(path)
            played = path.stat().st_mtime
        except (BadMeetingError, OSError) as error:
            logger.info("%s cannot be gone on with: %s", path, error)
            continue
        if ledger is None or not card.other:
            continue
        is_fresh = tournaments and played > time.time() - _TOURNAMENT_SECONDS
        if not is_fresh if ledger.terms.tournament else ledger.is_over:
            continue
        moves, name = len(ledger.record.moves), printable(card.other)
        yield Kept(path, name, ledger.terms.game, moves, card.is_host, card.name, card.player, played)


def sweep(folder: Path) -> list[Path]:
    """Remove the meetings that nobody will go on with, unless they are open somewhere; which."""
    from clevergo.app.meeting.session import kept
    from clevergo.app.meeting.store import is_open_elsewhere

    gone = []
    for path in kept(folder):
        try:
            age = time.time() - path.stat().st_mtime
            if age <= _OVER_SECONDS or (age <= _FORGOTTEN_SECONDS and not _is_left_over(path)):
                continue
            if not is_open_elsewhere(path):
                path.unlink()
                gone.append(path)
        except OSError as error:
            logger.info("%s is not swept: %s", path, error)
    return gone


def _is_left_over(path: Path) -> bool:
    """Whether a meeting is over, or nobody has ever come to it; such as are left by a program that was killed."""
    from clevergo.app.meeting.store import BadMeetingError, read_meeting

    try:
        card, ledger = read_meeting(path)
    except BadMeetingError:
        return False  # perhaps a later version's
    return ledger is None or not card.other or ledger.is_over


def player_told(player: PlayerSpec) -> str:
    """Who plays, as the other is told: nobody's name for a person, a dog's, or what one types for another player."""
    return "" if player.is_human else player.dog or str(player)


def _who_sat(told: str, chosen: PlayerSpec) -> PlayerSpec:
    """Who played here before, as the other was told; ``chosen`` where that is the same."""
    if not told:
        return PlayerSpec(PlayerKind.HUMAN)
    if told == player_told(chosen):
        return chosen
    try:
        return PlayerSpec.parse(told)
    except PlayerSpecError:
        return PlayerSpec(PlayerKind.ALPHAGO, told, _SIMULATIONS)
