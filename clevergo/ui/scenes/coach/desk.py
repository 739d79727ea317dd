"""Between a match and the coach: what is asked of it and when, and what is known of the game that is looked at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame
from pygame.event import Event

from clevergo.app.coach.practice import exercise_of
from clevergo.app.coach.review import Loss, MoveInquiry, Review, ReviewInquiry, next_mistake
from clevergo.app.kennel.netfile import NetFile
from clevergo.app.match.messages import MatchPhase, MatchSnapshot
from clevergo.games.color import Color
from clevergo.problem import Problem
from clevergo.ui.board.marks import Dot
from clevergo.ui.kit.look import Words
from clevergo.ui.scenes.analysis.judges import Judges, judge_words
from clevergo.ui.scenes.coach.words import cost_said, loss_color, lost_said
from clevergo.ui.shell.scene import Services
from clevergo.ui.strings import CoachText, kindly

LEAST_PLIES = 4
"""Of a game that there is something to say of."""
_OVER = (MatchPhase.FINISHED, MatchPhase.LOOKING)


@dataclass(frozen=True)
class Doubt:
    """A move that a person might take back."""

    match_id: int
    ply: int
    loss: Loss


class CoachDesk:
    """Owned by the scene with the board. ``show`` after a change of the match, ``update`` each frame it is seen."""

    def __init__(self, services: Services, changed: Callable[[], None], say: Callable[[Words], None]) -> None:
        """``changed`` hears that something else is known; ``say`` tells a person something."""
        self._services = services
        self._changed = changed
        self._say = say
        self._judges = Judges()
        self._match = services.match.snapshot
        self._is_seen = False
        self._wanted: ReviewInquiry | None = None
        """The review that is to be found out or is known."""
        self._asked: list[ReviewInquiry] = []
        """Lines that were, the latest last: who comes back to one finds what is known of it."""
        self._told: tuple[Review | None, Problem | None] = (None, None)
        self._collected: set[ReviewInquiry] = set()
        self._checked: MoveInquiry | None = None
        """The move of a running game that is looked at."""
        self._live_seen = (-1, -1)
        """The match and the ply where it stood last."""
        self._is_due = False
        """Whether a game has ended that is to be gone through as soon as it is looked at."""
        self.doubt: Doubt | None = None
        """What is asked of a person now."""

    # --- with the scene ---

    def attend(self, is_seen: bool) -> None:
        """The board is seen, or no longer."""
        if is_seen and not self._is_seen:
            self._judges.look_around(self._services.kennel)
        self._is_seen = is_seen

    def show(self, match: MatchSnapshot) -> None:
        """The match has changed."""
        before, self._match = self._match, match
        if self._asked:
            wanted = self._inquiry_for(self._asked[-1].net)
            self._wanted = wanted if wanted in self._asked and match.phase in _OVER else None
        has_ended = match.phase is MatchPhase.FINISHED and match.match_id == before.match_id
        self._is_due = has_ended and (self._is_due or before.phase is not MatchPhase.FINISHED)
        # What somebody looks at meanwhile may be something else that was tried.
        if self._is_due and (match.shown.is_live or match.line.end is not None):
            self._is_due = False
            if self._is_own and self.why_not() is None:
                self.ask()
        self._watch(match)
        self._refresh()

    def update(self) -> None:
        """Take in what was found, and have found out what is not known."""
        inquiries = self._services.inquiries
        if inquiries is None or not self._is_seen:
            return
        inquiries.poll()
        wanted = self._wanted if self._wanted is not None else self._checked
        # Whoever else has asked asks again when called off: two that take turns at it never see an end.
        may_ask = isinstance(inquiries.at_work, ReviewInquiry | MoveInquiry | None)
        if wanted is not None and may_ask and inquiries.finding(wanted) is None:
            inquiries.ask(wanted)
        self._hear_of_move()
        self._refresh()

    def handle(self, event: Event, go_to: Callable[[int], None], open_page: Callable[[], None]) -> bool:
        """The coach's keys."""
        if event.type != pygame.KEYDOWN or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT):
            return False
        if event.key == pygame.K_c:
            open_page()
        elif event.key == pygame.K_k:
            self.go_to_mistake(-1 if event.mod & pygame.KMOD_SHIFT else 1, go_to)
        else:
            return False
        return True

    # --- the game that is over ---

    @property
    def sides(self) -> tuple[Color, ...]:
        """Whose moves are looked at: the person's, where one plays."""
        people = tuple(color for color in Color if self._match.setup.player(color).is_human)
        return people if len(people) == 1 else (Color.BLACK, Color.WHITE)

    @property
    def _is_own(self) -> bool:
        """Whether one person has played, so that its mistakes are theirs."""
        return len(self.sides) == 1 and self._match.record is None

    @property
    def review(self) -> Review | None:
        """What is known of the line that is looked at by now."""
        return self._told[0]

    @property
    def error(self) -> Problem | None:
        """Why nothing will be known."""
        return self._told[1]

    @property
    def inquiry(self) -> ReviewInquiry | None:
        """What is asked, or was, of the line that is looked at."""
        return self._wanted

    @property
    def is_whole(self) -> bool:
        """Whether all that will be known is."""
        review = self.review
        return review is not None and review.done >= review.total

    @property
    def judge(self) -> str | None:
        """The strongest dog that learned on this board; None where there is none."""
        return self._judges.strongest(self._match.setup.rules)

    def why_not(self) -> Words | None:
        """Why the game cannot be looked back on; None where it can."""
        match, judge = self._match, self.judge
        if self._services.inquiries is None or match.phase not in _OVER:
            return CoachText.NOT_NOW
        if judge is None or self._judges.knows(judge, match.setup.rules.size) is False:
            return CoachText.NEVER_SAW(name=judge_words(judge))
        return CoachText.TOO_SHORT if len(match.line.moves) < LEAST_PLIES else None

    def ask(self) -> None:
        """Have the line that is looked at gone through."""
        net = self._net()
        self._wanted = None if net is None or self.why_not() is not None else self._inquiry_for(net)
        if self._wanted is not None and self._wanted not in self._asked:
            self._asked.append(self._wanted)

    def _net(self) -> NetFile | None:
        judge = self.judge
        dog = next((dog for dog in self._services.kennel.dogs() if dog.name == judge), None)
        return None if dog is None or dog.weights is None else NetFile.of(dog.weights)

    def _inquiry_for(self, net: NetFile) -> ReviewInquiry:
        match = self._match
        moves = tuple(move.action for move in match.line.moves)
        others = match.by_others if self._is_own else ()
        start, laid = match.setup.start, match.laid
        return ReviewInquiry(net, match.setup.rules, moves, start, self.sides, laid=laid, by_others=others)

    def go_to_mistake(self, step: int, go_to: Callable[[int], None]) -> None:
        """Show the position after the next mistake, or the one before, and say what it was."""
        reason = self.why_not()
        if reason is not None:
            self._say(reason)
            return
        if self._wanted is None:
            self.ask()
        review = self.review
        loss = None if review is None else next_mistake(self.mistakes, self.sides, self._match.shown.ply, step)
        if loss is not None:
            go_to(loss.ply)
            self._say(lost_said(loss, self._match.setup.rules.grid))
        elif self.error is not None:
            self._say(kindly(self.error))
        else:
            self._say(CoachText.NO_MISTAKE if self.is_whole else self.progress)

    @property
    def progress(self) -> Words:
        """How far the coach has come, in words."""
        share = 0.0 if self.review is None else self.review.share
        return CoachText.LOOKING(name=judge_words(self.judge), share=f"{share:.0%}")

    @property
    def button_words(self) -> Words:
        """What stands on the way to it."""
        if self._wanted is None or self.is_whole or self.error is not None:
            return CoachText.OPEN if self._match.record is not None else CoachText.OPEN_TURNS
        share = 0.0 if self.review is None else self.review.share
        return CoachText.LOOKING_SHORT(share=f"{share:.0%}")

    # --- what is drawn beside it ---

    @property
    def mistakes(self) -> tuple[Loss, ...]:
        """Those of the moves looked at, in the order of the game."""
        review, asked = self.review, self._wanted
        if review is None or asked is None:
            return ()
        return tuple(loss for loss in review.losses if loss.is_mistake and asked.is_about(loss))

    def dots(self) -> tuple[Dot, ...]:
        """Marks on the stones that lie there and were mistakes."""
        shown = self._match.shown
        stones = shown.board.stones
        laid = {action: ply for ply, action in enumerate(shown.moves, 1) if action < stones.size}
        found = {loss.ply: loss for loss in self.mistakes}
        return tuple(
            Dot(action, loss_color(found[ply]))
            for action, ply in laid.items()
            if ply in found and stones.flat[action] == found[ply].side
        )

    # --- while one plays ---

    def _watch(self, match: MatchSnapshot) -> None:
        """Have a person's move looked at as it is made, where that is wanted."""
        stood, self._live_seen = self._live_seen, (match.match_id, match.live.ply)
        doubted = self.doubt
        if doubted is not None and (match.match_id != doubted.match_id or not 0 <= match.live.ply - doubted.ply <= 1):
            self.doubt = None
        is_allowed = match.phase is MatchPhase.RUNNING and match.away is None
        if not is_allowed or not self._services.preferences.now.coach_warns:
            self._checked = self.doubt = None
            return
        if self._services.inquiries is not None and stood[0] != match.match_id and match.setup.has_human:
            self._services.inquiries.prepare()  # the first bad move should not have to wait for that
        # A quick dog may have answered before anybody looked.
        plies = range(max(stood[1] + 1, match.live.ply - 1), match.live.ply + 1) if stood[0] == match.match_id else ()
        own = [ply for ply in plies if ply > match.laid and self._is_persons(match, ply)]
        if not own or not match.shown.is_live or match.settling is not None:
            return
        judge, net = self.judge, self._net()
        if net is not None and self._judges.knows(judge, match.setup.rules.size) is not False:
            moves = match.shown.moves[: own[-1]]
            self._checked = MoveInquiry(net, match.setup.rules, moves, match.setup.start)

    @staticmethod
    def _is_persons(match: MatchSnapshot, ply: int) -> bool:
        """Whether a person made the move of that ply, which leads to where the game stands, against a machine."""
        is_last = (match.live.ply - ply) % 2 == 0
        mover = match.live.to_play.opponent if is_last else match.live.to_play
        return match.setup.player(mover).is_human and not match.setup.player(mover.opponent).is_human

    def _hear_of_move(self) -> None:
        """A person's move has been looked at."""
        inquiries, asked = self._services.inquiries, self._checked
        found = None if inquiries is None or asked is None else inquiries.finding(asked)
        if asked is None or found is None or not (found.is_whole or found.error is not None):
            return
        self._checked = None
        loss, match, ply = found.answer, self._match, len(asked.moves)
        is_there = match.live.ply in (ply, ply + 1) and match.shown.moves[:ply] == asked.moves
        if isinstance(loss, Loss) and loss.is_blunder and is_there and match.phase is MatchPhase.RUNNING:
            self.doubt = Doubt(match.match_id, ply, loss)
            self._changed()

    def take_back(self) -> None:
        """The person takes the move back."""
        self.doubt = None
        self._services.match.undo()
        self._changed()

    def let_stand(self) -> None:
        """The person does not."""
        self.doubt = None
        self._changed()

    # ---

    def _refresh(self) -> None:
        inquiries, wanted = self._services.inquiries, self._wanted
        finding = None if inquiries is None or wanted is None else inquiries.finding(wanted)
        review = finding.answer if finding is not None and isinstance(finding.answer, Review) else None
        told = review, None if finding is None else finding.error
        if told == self._told:
            return
        self._told = told
        if wanted is not None and review is not None and finding is not None and finding.is_whole:
            self._collect(wanted, review)
        self._changed()

    def _collect(self, inquiry: ReviewInquiry, review: Review) -> None:
        """What a person got wrong is practised."""
        practice = self._services.practice
        if practice is None or inquiry in self._collected or not self._is_own:
            return
        self._collected.add(inquiry)
        passing = inquiry.rules.pass_action
        moments = (one for one in review.moments if passing not in (one.loss.better, one.loss.action))
        practice.collect(exercise_of(one, inquiry.rules, inquiry.moves, inquiry.start) for one in moments)


def doubt_words(doubt: Doubt) -> Words:
    """What a person is asked."""
    loss = doubt.loss
    return CoachText.WARNING(cost=cost_said(loss.size, loss.points is not None))
