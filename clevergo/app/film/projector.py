"""Shows films: knows of whom, asks for what is not known yet, and keeps what comes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clevergo.app.film.ages import Age, ages_of
from clevergo.app.film.film import Film, FilmInquiry, Frame, Line, Quarrel, QuarrelInquiry
from clevergo.app.kennel.netfile import NetFile
from clevergo.problem import Problem

if TYPE_CHECKING:
    from clevergo.app.inquiries import Finding, HashableInquiry, Inquirer
    from clevergo.app.kennel.messages import DogInfo
    from clevergo.app.kennel.tasks import KennelWork


class Projector:
    """One film at a time, of a dog and a position, and a quarrel between two of its ages.

    For the window's thread; every method returns at once. It shares the inquirer with whoever else asks, and asks
    only from :meth:`show` and :meth:`poll`, which are for the time it is looked at.
    """

    def __init__(self, kennel: KennelWork, inquirer: Inquirer) -> None:
        self._kennel = kennel
        self._inquirer = inquirer
        self.dog = ""
        """Whose film it is; empty for nobody's."""
        self.line: Line | None = None
        """The position, and the game it is of."""
        self.ages: tuple[Age, ...] = ()
        """What a frame each is for, the youngest first; empty where the dog has learned nothing yet."""
        self.film: Film | None = None
        """What is known of it; of the position before, until something is, where that was played by the same rules."""
        self.error: Problem | None = None
        """Why there will be no more."""
        self._frames: dict[NetFile, Frame | Problem] = {}
        """Of the position shown."""
        self._inquiry: FilmInquiry | None = None
        self._quarrel: QuarrelInquiry | None = None
        self._seen: tuple[Finding | None, Finding | None] = (None, None)

    # --- what is wanted ---

    def show(self, dog: str, line: Line) -> None:
        """Show this dog's film of this position; the same again costs little."""
        if line != self.line:
            self._frames, self._seen = {}, (None, None)  # what is known of it already is taken in again
        if self.line is not None and line.rules != self.line.rules:
            self.film = None  # its board may have another size
        if dog != self.dog or self.line is None or line.at(0) != self.line.at(0):
            self._quarrel = None
        self.dog, self.line = dog, line
        self.look_again()

    def clear(self) -> None:
        """Show nobody's."""
        self.dog, self.line, self.ages, self.film, self.error = "", None, (), None, None
        self._frames, self._inquiry, self._quarrel = {}, None, None

    def look_again(self) -> None:
        """See whether the dog has another age by now; whoever shows one that trains does so now and then."""
        info = self._find()
        self.ages = () if info is None else ages_of(self._kennel, info)
        line = self.line
        if line is None or not self.ages:
            self._inquiry = None
            return
        nets = tuple(age.net for age in self.ages)
        inquiry = FilmInquiry(nets, line.rules, line.played, line.start)
        if inquiry != self._inquiry:
            self._inquiry, self.error = inquiry, None
            self._ask()

    def _find(self) -> DogInfo | None:
        return next((dog for dog in self._kennel.dogs() if dog.name == self.dog), None)

    def compare(self, first: Age, second: Age) -> None:
        """Find out where these two differ over the whole game; :attr:`quarrel` tells."""
        assert self.line is not None
        line = self.line
        self._quarrel, self.error = QuarrelInquiry((first.net, second.net), line.rules, line.moves, line.start), None
        self._ask()

    def try_again(self) -> None:
        """Ask once more what could not be answered."""
        self.error = None
        self._ask()

    # --- what is known ---

    def frame(self, age: Age) -> Frame | Problem | None:
        """What an age says; None while that is not known."""
        return self._frames.get(age.net)

    @property
    def is_whole(self) -> bool:
        """Whether every age has been heard."""
        return bool(self.ages) and all(age.net in self._frames for age in self.ages)

    @property
    def is_waiting(self) -> bool:
        """Whether something is still to come of the film."""
        over = self.film is not None and self.film.is_over
        return bool(self.ages) and not self.is_whole and not over and self.error is None

    @property
    def quarrel(self) -> Quarrel | None:
        """What is known of the comparison asked for; None before that, and where none is."""
        finding = self._finding(self._quarrel)
        answer: Quarrel | None = None if finding is None else finding.answer
        return answer

    @property
    def is_comparing(self) -> bool:
        """Whether more of it is to come."""
        finding = self._finding(self._quarrel)
        return self._quarrel is not None and self.error is None and (finding is None or not finding.is_whole)

    def leave(self) -> None:
        """Nobody looks any more: what is asked for here is found out no further, and others may ask."""
        if self._inquirer.at_work in (self._inquiry, self._quarrel):
            self._inquirer.drop()

    # --- what happens by itself ---

    def poll(self) -> bool:
        """Take in what has been found; called each frame while it is looked at. True if something has changed."""
        if self.line is None:
            return False
        self._inquirer.poll()
        seen = self._finding(self._inquiry), self._finding(self._quarrel)
        is_new = any(one is not other for one, other in zip(seen, self._seen, strict=True))
        if is_new:
            self._seen = seen
            self._take(seen[0])
            self.error = next((one.error for one in seen if one is not None and one.error is not None), None)
        self._ask()
        return is_new

    def _take(self, finding: Finding | None) -> None:
        if self._inquiry is None or finding is None or finding.answer is None:
            return
        self.film = finding.answer
        for net, frame in zip(self._inquiry.nets, finding.answer.frames, strict=False):
            self._frames.setdefault(net, frame)  # told again it is the same

    def _ask(self) -> None:
        """Ask for what comes first of what is not known: the film, then the quarrel."""
        if self.error is not None:
            return
        for inquiry in (self._inquiry, self._quarrel):
            finding = self._finding(inquiry)
            if inquiry is None or (finding is not None and finding.is_whole):
                continue
            if finding is None or finding.error is not None:
                self._inquirer.ask(inquiry)
            return

    def _finding(self, inquiry: HashableInquiry | None) -> Finding | None:
        return None if inquiry is None else self._inquirer.finding(inquiry)
