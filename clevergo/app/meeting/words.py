"""What two programs say to each other during a game over a network: every message there is, and its limits.

A message is JSON, read by a schema: whatever has another field or type, a number out of range, or is too long is none.
``docs/meeting.md`` says what each is for, in the order in which they come.
"""

from __future__ import annotations

from typing import Annotated, Any, Generic, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Struct

VERSION = 2
"""Of the protocol. Programs of different versions do not play each other and say so."""
LONGEST = 8_192
"""Bytes of a message."""
MOST_POINTS = 400
"""Of a board, and of a list of stones."""
MOST_ENTRIES = 20_000
"""Of a ledger: games of one meeting are played until then. In a tournament it holds more, where all games need that."""
MOST_ENTRANTS = 32
"""Of a tournament."""
MOST_ROUNDS = 4
"""How often each meets each in it."""
LONGEST_NAME = 40
"""Letters of what somebody is called, and of who plays for them."""

_Number = Annotated[int, Meta(ge=0, le=2**31)]
_Ply = Annotated[int, Meta(ge=0, le=4_000)]
_Action = Annotated[int, Meta(ge=0, le=MOST_POINTS)]
_Points = Annotated[tuple[_Action, ...], Meta(max_length=MOST_POINTS)]
_Word = Annotated[str, Meta(max_length=32, pattern=r"\A[a-z0-9_.-]*\Z")]
_Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
_Entrant = Annotated[str, Meta(max_length=30)]
_Count = Annotated[int, Meta(ge=0, le=1_000)]
_Seconds = Annotated[float, Meta(ge=0, le=30 * 86_400.0)]
_Periods = Annotated[int, Meta(ge=0, le=1_000)]
_Hex = Annotated[str, Meta(pattern=r"\A([0-9a-f]{32}){1,2}\Z")]
_MeetingOrNone = Annotated[str, Meta(pattern=r"\A([0-9a-f]{32})?\Z")]
_Agreed: TypeAlias = "Annotated[dict[_Word, int | float | _Word], Meta(max_length=16)]"


class Message(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", omit_defaults=True):
    """What all have in common: they never change, and are told apart by ``t``."""


# --- before anybody is trusted -----------------------------------------------------------------------------


class Greeting(Message, frozen=True, tag="greeting"):
    """Host: the first that is said."""

    version: _Number
    salt: _Hex
    """For the key that is made of the code; the same for the whole meeting."""
    nonce: _Hex
    """Drawn for this connection."""


class Knock(Message, frozen=True, tag="knock"):
    """Guest: shows that it knows the code."""

    version: _Number
    nonce: _Hex
    proof: _Hex


class Opened(Message, frozen=True, tag="opened"):
    """Host: shows the same. From now on every message is sealed (:mod:`clevergo.app.meeting.proof`)."""

    proof: _Hex


class Closed(Message, frozen=True, tag="closed"):
    """Host: why the door stays shut, or why whoever knows the code cannot stay."""

    reason: Literal["version", "code", "busy", "begun", "needs_dog", "over"]
    version: _Number = VERSION


# --- what is agreed on -------------------------------------------------------------------------------------


class Time(Message, frozen=True, tag="time"):
    """Each side's time (:class:`clevergo.app.match.clock.TimeControl`)."""

    main: _Seconds
    periods: _Periods = 0
    period: _Seconds = 0.0


class Terms(Message, frozen=True, tag="terms"):
    """What is played, as the game's own ``agree`` understands it."""

    game: _Word
    agreed: _Agreed
    host_is_black: bool
    time: Time | None = None
    tournament: bool = False
    """Whether the host lets many play each other: it passes on the moves of whoever plays the guest, and begins the
    next game itself."""


# --- what happens: the entries of the ledger ---------------------------------------------------------------


class Begun(Message, frozen=True, tag="begun"):
    """A game begins, the first or a rematch."""

    terms: Terms
    against: _Name = ""
    """In a tournament: who the guest plays; empty in a first game that nobody plays, until there is one."""


class Moved(Message, frozen=True, tag="moved"):
    """Whoever's turn it was has moved."""

    ply: _Ply
    """Of the position the move was made in."""
    action: _Action
    seconds: _Seconds | None = None
    """Left on the mover's clock."""
    periods: _Periods | None = None
    """Byo-yomi periods left; None while main time lasts."""


class Chosen(Message, frozen=True, tag="chosen"):
    """Where colors are settled at the beginning: whoever was to choose has."""

    ply: _Ply
    choice: _Word


class Resigned(Message, frozen=True, tag="resigned"):
    """Somebody gave the game up."""

    by_host: bool


class TimedOut(Message, frozen=True, tag="timed_out"):
    """Somebody's time is up."""

    by_host: bool


class Asked(Message, frozen=True, tag="asked"):
    """Somebody would like the other to agree."""

    by_host: bool
    wish: Literal["undo", "rematch"]
    ply: _Ply = 0
    """Undo: the ply to go back to."""


class Answered(Message, frozen=True, tag="answered"):
    """The other does, or does not."""

    yes: bool


class Marked(Message, frozen=True, tag="marked"):
    """After two passes: the stones somebody takes for dead. The game is counted once both take the same."""

    by_host: bool
    dead: _Points


Event: TypeAlias = "Begun | Moved | Chosen | Resigned | TimedOut | Asked | Answered | Marked"


class Entry(Message, frozen=True, tag="entry"):
    """Host: what has happened."""

    number: _Number
    """In the ledger, from 0."""
    event: Event
    act: _Number = 0
    """The guest's act that brought it about; 0: none did."""


# --- what the guest would like to do -----------------------------------------------------------------------


class Move(Message, frozen=True, tag="move"):
    """Play."""

    ply: _Ply
    """Of the position it was chosen in."""
    action: _Action


class Choose(Message, frozen=True, tag="choose"):
    """Choose, where colors are settled at the beginning."""

    ply: _Ply
    choice: _Word


class Resign(Message, frozen=True, tag="resign"):
    """Give up."""

    ply: _Ply


class Ask(Message, frozen=True, tag="ask"):
    """Ask the host to agree."""

    wish: Literal["undo", "rematch"]
    ply: _Ply = 0


class Answer(Message, frozen=True, tag="answer"):
    """What the guest says to what the host has asked."""

    question: _Number
    """The number of the entry."""
    yes: bool


class Mark(Message, frozen=True, tag="mark"):
    """The stones taken for dead."""

    ply: _Ply
    dead: _Points


Wish: TypeAlias = "Move | Choose | Resign | Ask | Answer | Mark"


class Act(Message, frozen=True, tag="act"):
    """Guest: one wish. Said again after a cut until it is known what became of it; counted once."""

    number: Annotated[int, Meta(ge=1, le=2**31)]
    """One more than the act before."""
    wish: Wish


class Refused(Message, frozen=True, tag="refused"):
    """Host: an act was not possible, as things stood when it came."""

    act: _Number
    reason: _Word


# --- beside the game ---------------------------------------------------------------------------------------


class Hello(Message, frozen=True, tag="hello"):
    """Guest: who is here, and how much is known already."""

    name: _Name
    player: _Name
    """Who plays: nobody's name for a person, else a dog's."""
    meeting: _MeetingOrNone
    """The meeting that is gone on with; empty at the first time."""
    known: _Number
    """Entries that are there already."""


class Welcome(Message, frozen=True, tag="welcome"):
    """Host: the same, and how much there is."""

    name: _Name
    player: _Name
    meeting: _Hex
    entries: _Number
    acts: _Number
    """The latest act of the guest's that was dealt with."""


class Clocks(Message, frozen=True, tag="clocks"):
    """Host: what both clocks show, now and then and whenever one starts or stops."""

    host: _Seconds
    guest: _Seconds
    host_periods: _Periods | None = None
    guest_periods: _Periods | None = None
    running: Literal["host", "guest", ""] = ""


class Entrants(Message, frozen=True, tag="entrants"):
    """Host: who takes part in its tournament, in the order they came."""

    names: Annotated[tuple[_Entrant, ...], Meta(max_length=MOST_ENTRANTS)]


class Scores(Message, frozen=True, tag="scores"):
    """Host: how its tournament stands; rows and columns are those of :class:`Entrants`, one after the other."""

    halves: Annotated[tuple[_Count, ...], Meta(max_length=MOST_ENTRANTS**2)]
    """Half points of each against each."""
    games: Annotated[tuple[_Count, ...], Meta(max_length=MOST_ENTRANTS**2)]
    is_over: bool = False


class Bye(Message, frozen=True, tag="bye"):
    """Either: leaves on purpose."""


FromHost: TypeAlias = "Welcome | Closed | Entry | Refused | Clocks | Entrants | Scores | Bye"
FromGuest: TypeAlias = "Hello | Act | Bye"

write = msgspec.json.encode
"""A message as JSON in UTF-8."""


def cut(name: str) -> str:
    """As much of a name as a message may carry, or of the text of who plays."""
    return name[:LONGEST_NAME]


class NotAMessageError(ValueError):
    """What was said is no message, or none that can be said here."""


M = TypeVar("M")


class Reader(Generic[M]):
    """Reads messages of some kinds and no others."""

    def __init__(self, kinds: Any) -> None:
        self._decoder: msgspec.json.Decoder[M] = msgspec.json.Decoder(kinds)

    def read(self, data: bytes) -> M:
        """The message; NotAMessageError for whatever else it may be."""
        if len(data) > LONGEST:
            raise NotAMessageError("too long")
        try:
            return self._decoder.decode(data)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise NotAMessageError(str(error)) from error


GREETINGS: Reader[Greeting | Closed] = Reader(Greeting | Closed)
"""The host's first message, and so on in the order they come."""
KNOCKS: Reader[Knock] = Reader(Knock)
OPENINGS: Reader[Opened | Closed] = Reader(Opened | Closed)
FROM_GUEST: Reader[FromGuest] = Reader(Hello | Act | Bye)
FROM_HOST: Reader[FromHost] = Reader(Welcome | Closed | Entry | Refused | Clocks | Entrants | Scores | Bye)
ENTRIES: Reader[Entry] = Reader(Entry)
