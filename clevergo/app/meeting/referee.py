"""A tournament over the network: everybody who has come plays everybody, and the host passes on what they play.

Whoever takes part keeps an ordinary meeting with the host (:class:`~clevergo.app.meeting.sides.Host`), in which the
host plays the moves of whoever they are paired with. So nobody sends anything to anybody but the host, and all that
holds between two holds here: neither can do what the rules do not allow. No network and no waiting in here.
"""

from __future__ import annotations

import functools
import itertools
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from clevergo.app.meeting.ledger import Ledger, RefusedError
from clevergo.app.meeting.proof import new_nonce
from clevergo.app.meeting.session import printable
from clevergo.app.meeting.sides import Host
from clevergo.app.meeting.words import (
    MOST_ENTRANTS,
    MOST_ROUNDS,
    Act,
    Bye,
    Choose,
    Chosen,
    Entrants,
    Entry,
    Event,
    FromHost,
    Hello,
    Mark,
    Move,
    Moved,
    Resign,
    Resigned,
    Scores,
    Terms,
    Wish,
)
from clevergo.games.color import Color
from clevergo.games.record import GameRecord
from clevergo.problem import Problem, cause_of

logger = logging.getLogger(__name__)

PATIENCE = 120.0
"""Seconds for a move, or to come back: after them the game is lost."""
_NAME = 30


@dataclass(eq=False)
class Chair:
    """Somebody who takes part."""

    number: int
    name: str
    """What they are called in the table."""
    host: Host
    """The host's end of their meeting."""
    opponent: Chair | None = None
    """Whom they play now."""
    is_late: bool = False
    """Whether a game was lost because they were away, and they have not come back since."""

    @property
    def ledger(self) -> Ledger:
        """What has happened in their games."""
        return self.host.ledger

    @property
    def is_due(self) -> bool:
        """Whether the game waits for them: to move, or to say that no stone is dead."""
        ledger = self.ledger
        return ledger.marks[False] != () if ledger.is_counting else ledger.host_acts is False

    @property
    def is_spent(self) -> bool:
        """Whether their game can only be lost: by marking stones again and again they have taken all room there was."""
        return self.ledger.is_too_long or self.ledger.is_full


@dataclass(eq=False)
class _Game:
    black: Chair
    white: Chair
    since: float
    """When something happened in it last."""
    loser: Chair | None = None
    """Who has lost it by being away."""
    moves: int = -1
    """Entries of both ledgers when that was looked at last."""


@dataclass
class _Pair:
    played: int = 0
    halves: list[int] = field(default_factory=lambda: [0, 0])
    """Half points of the one with the lower number, and of the other."""


Told = list[tuple[Chair, FromHost]]


class Referee:
    """Who plays whom, what is passed on, and how it stands. One owner."""

    def __init__(
        self,
        terms: Terms,
        rounds: int,
        name: str,
        now: Callable[[], float],
        played: Callable[[GameRecord], None] = lambda _record: None,
    ) -> None:
        """A tournament that waits for those who take part.

        Args:
            terms: what everybody plays, without a clock.
            rounds: how often each meets each, 1 to ``MOST_ROUNDS``.
            name: what the host is called.
            now: seconds that only grow.
            played: told of each game that is over; where it raises something, the tournament goes on.
        """
        self._played = played
        self.unkept: Problem | None = None
        """Why ``played`` could do nothing with a game that is over; of several, the latest."""
        Ledger(terms)  # RefusedError where nobody can play by these
        self._terms, self._rounds, self._name, self._now = terms, min(max(rounds, 1), MOST_ROUNDS), name, now
        self.chairs: list[Chair] = []
        """In the order they came."""
        self.has_begun = False
        self._pairs: dict[tuple[int, int], _Pair] = {}
        self._games: list[_Game] = []

    # --- who is there -----------------------------------------------------------------------------------

    def enter(self, hello: Hello) -> tuple[Chair, Told] | None:
        """Somebody says who they are: who it is, and what is to be told; None where nobody new can take part."""
        chair = next((chair for chair in self.chairs if chair.host.meeting == hello.meeting), None)
        is_new = chair is None
        if chair is None:
            if self.why_not(hello):
                return None
            meeting = new_nonce()
            host = Host(Ledger(self._terms), meeting, self._name, "", self._now, lambda _entry: None)
            chair = Chair(len(self.chairs), self._free_name(hello), host)
            self.chairs.append(chair)
        chair.is_late = False
        told: Told = [(chair, message) for message in chair.host.hear(hello)]
        whom = self.chairs if is_new else [chair]
        return chair, told + self._tell_table(whom)

    def why_not(self, hello: Hello) -> str:
        """Why somebody new cannot take part: a word; empty where they can."""
        if self.has_begun or len(self.chairs) >= MOST_ENTRANTS:
            return "begun"
        return "" if hello.player else "needs_dog"

    def _free_name(self, hello: Hello) -> str:
        """What they are called; with a number where somebody is called so already."""
        told = printable(hello.name), printable(hello.player)
        wanted = " · ".join(part for part in told if part)[:_NAME].strip() or "?"
        taken = {chair.name for chair in self.chairs}
        names = (wanted, *(f"{wanted[: _NAME - 4]} {number}" for number in range(2, MOST_ENTRANTS + 2)))
        return next(name for name in names if name not in taken)

    def lose(self, chair: Chair) -> None:
        """Their line is cut; they may come back."""
        chair.host.lose()

    # --- games ------------------------------------------------------------------------------------------

    def begin(self) -> Told:
        """Nobody comes in any more, and the first games begin; who has come and left does not take part."""
        here = [chair for chair in self.chairs if chair.host.is_here]
        if self.has_begun or len(here) < 2:
            return []
        self.has_begun, self.chairs = True, here
        for number, chair in enumerate(here):
            chair.number = number
        self._pairs = {(a, b): _Pair() for a, b in itertools.combinations(range(len(self.chairs)), 2)}
        return self._tell_table(self.chairs) + self._pair_up()

    @property
    def is_over(self) -> bool:
        """Whether everybody has played everybody."""
        return self.has_begun and not self._games and all(pair.played >= self._rounds for pair in self._pairs.values())

    def hear(self, chair: Chair, message: Act | Bye) -> Told:
        """What somebody has said; what is to be told to whom."""
        told: Told = [(chair, answer) for answer in chair.host.hear(message)]
        for answer in list(told):
            if isinstance(answer[1], Entry):
                told += self._pass_on(chair, answer[1].event)
        return told + self._look_at_games()

    def look(self) -> Told:
        """Called often: who keeps the others waiting for too long has lost."""
        told: Told = []
        now = self._now()
        for game in list(self._games):
            for chair in (game.black, game.white):
                patience = 0.0 if chair.is_late and not chair.host.is_here else PATIENCE
                if chair.is_due and now > game.since + patience:
                    told += self._give_up(game, chair)
                    break
        return told + self._look_at_games()

    def _give_up(self, game: _Game, chair: Chair) -> Told:
        game.loser, chair.is_late = chair, not chair.host.is_here
        told = self._do(chair, chair.host.give_up_for_guest)
        return told + self._pass_on(chair, Resigned(by_host=False))

    def _pass_on(self, chair: Chair, event: Event) -> Told:
        """What somebody has done is done by the host in the meeting of whom they play."""
        opponent = chair.opponent
        if opponent is None:
            return []
        wish: Wish
        if isinstance(event, Moved):
            wish = Move(event.ply, event.action)
        elif isinstance(event, Chosen):
            wish = Choose(event.ply, event.choice)
        elif isinstance(event, Resigned) and not event.by_host and not opponent.ledger.is_over:
            wish = Resign(opponent.ledger.record.position.ply)
        else:
            return []
        return self._do(opponent, lambda: opponent.host.do(wish))

    @staticmethod
    def _do(chair: Chair, act: Callable[[], Iterable[FromHost]]) -> Told:
        """What the host does in somebody's meeting, where that is possible; what one cannot have ends nobody else's."""
        try:
            return [(chair, message) for message in act()]
        except RefusedError as error:
            logger.info("%s: %s", chair.name, error.reason)  # they have just given up, or their ledger is full
            return []

    def _look_at_games(self) -> Told:
        """Games that are to be counted are; those that are over make room for others."""
        told: Told = []
        for game in list(self._games):
            both = game.black, game.white
            entries = sum(len(chair.ledger.entries) for chair in both)
            if entries != game.moves:
                game.moves, game.since = entries, self._now()
            for chair in both:
                # Programs play until nothing is dead.
                if chair.ledger.is_counting and chair.ledger.marks[True] is None:
                    mark = Mark(chair.ledger.record.position.ply, ())
                    told += self._do(chair, functools.partial(chair.host.do, mark))
            if not all(chair.ledger.is_over for chair in both) and game.loser is None:
                spent = next((chair for chair in both if chair.is_spent), None)
                told += [] if spent is None else self._give_up(game, spent)
            if all(chair.ledger.is_over or chair.ledger.is_full for chair in both):
                told += self._note(game)
        return told + (self._pair_up() if told and self.has_begun else [])

    def _note(self, game: _Game) -> Told:
        self._games.remove(game)
        # Both have the same game, unless one had no room for it any more.
        kept = game.white if game.black.ledger.is_full else game.black
        record = kept.ledger.record
        winner = None if record.outcome is None else record.outcome.winner
        is_swapped = record.settling is not None and record.settling.is_swapped
        black, white = (game.white, game.black) if is_swapped else (game.black, game.white)
        if game.loser is not None:
            winner = Color.WHITE if game.loser is black else Color.BLACK
        record.black, record.white = black.name, white.name
        points = {black: 2 * (winner is Color.BLACK), white: 2 * (winner is Color.WHITE)}
        if winner is None:
            points = dict.fromkeys(points, 1)
        low, high = sorted(points, key=lambda chair: chair.number)
        pair = self._pairs[low.number, high.number]
        pair.played += 1
        pair.halves[0] += points[low]
        pair.halves[1] += points[high]
        game.black.opponent = game.white.opponent = None
        self._hand_over(record)
        return self._tell_table(self.chairs)

    def _hand_over(self, record: GameRecord) -> None:
        """Tell of a game that is over; a full disk is no reason for everybody to wait."""
        try:
            self._played(record)
        except Exception as error:
            logger.exception("a game of the tournament is not kept")
            self.unkept = Problem("meeting_game_unkept", {"cause": cause_of(error)})

    def _pair_up(self) -> Told:
        """Games between those who have none; who has played least comes first."""
        told: Told = []
        played = [0] * len(self.chairs)
        for (a, b), pair in self._pairs.items():
            played[a] += pair.played
            played[b] += pair.played
        left = [key for key, pair in self._pairs.items() if pair.played < self._rounds]
        for a, b in sorted(left, key=lambda key: (self._pairs[key].played, played[key[0]] + played[key[1]], sum(key))):
            low, high = self.chairs[a], self.chairs[b]
            if low.opponent is None and high.opponent is None:
                first_has_black = (a + b + self._pairs[a, b].played) % 2 == 1
                told += self._begin_game(*((low, high) if first_has_black else (high, low)))
        return told

    def _begin_game(self, black: Chair, white: Chair) -> Told:
        black.opponent, white.opponent = white, black
        self._games.append(_Game(black, white, self._now()))
        told = self._do(black, lambda: black.host.begin(host_is_black=False, against=white.name))
        return told + self._do(white, lambda: white.host.begin(host_is_black=True, against=black.name))

    # --- how it stands ----------------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        """Who takes part."""
        return tuple(chair.name for chair in self.chairs)

    @property
    def scores(self) -> Scores:
        """How it stands."""
        size = len(self.chairs)
        halves, games = [0] * size**2, [0] * size**2
        for (a, b), pair in self._pairs.items():
            halves[a * size + b], halves[b * size + a] = pair.halves
            games[a * size + b] = games[b * size + a] = pair.played
        return Scores(tuple(halves), tuple(games), self.is_over)

    def _tell_table(self, whom: list[Chair]) -> Told:
        return [(chair, message) for chair in whom for message in (Entrants(self.names), self.scores)]
