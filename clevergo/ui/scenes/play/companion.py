"""The pup beside somebody's first game: it plays, and says what presses, when to pass, and what comes next."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect

from clevergo.app.beginner.counsel import Counsel, CounselInquiry
from clevergo.app.beginner.first_game import is_first_game
from clevergo.app.match.messages import MatchPhase, MatchSnapshot
from clevergo.games.color import Color
from clevergo.games.markup import NO_MARKUP, Markup, Shape
from clevergo.ui.kit.base import Group
from clevergo.ui.kit.label import Panel, Paragraph
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.play.way_back import WayBack
from clevergo.ui.scenes.shared.pup import Pup, Speech, Tone
from clevergo.ui.shell.scene import Services
from clevergo.ui.strings import LadderText, LessonText, PlayText, Text, Wording

_FACE, _LOW_FACE, _POINTER = 84, 52, 12
_TONES = {"take": Tone.RIGHT, "make": Tone.RIGHT, "save": Tone.WRONG, "stop": Tone.WRONG}
"""How counsels are said that are not simply said."""


class Companion(Group):
    """Shown in a first game, in the place of what else is told of a game; once that is over, above its result."""

    def __init__(self, services: Services, changed: Callable[[], None]) -> None:
        """``changed`` hears that something else is marked on the board."""
        super().__init__("play.companion")
        self._services, self._changed = services, changed
        self._match = services.match.snapshot
        self._asked: CounselInquiry | None = None
        self._counsel: Counsel | None = None
        self._dog = ""
        self._speech: Speech | None = None
        self._ending: Ending | None = None
        self._back = WayBack(services.match.look_live)
        self.is_visible = self._back.is_visible = False

    # --- what it knows ---

    @property
    def is_over(self) -> bool:
        """Whether it speaks of a result."""
        return self._match.phase is MatchPhase.FINISHED

    @property
    def markup(self) -> Markup:
        """What it speaks of, on the board."""
        points = () if self._counsel is None or not self.is_visible else self._counsel.points
        return Markup(shapes=tuple((point, Shape.TRIANGLE) for point in points)) if points else NO_MARKUP

    def show(self, match: MatchSnapshot) -> None:
        """The match has changed."""
        before, self._match = self._match, match
        if before.match_id != match.match_id or before.setup != match.setup or not self.is_visible:
            is_first = match.record is None and match.phase is not MatchPhase.SETUP and is_first_game(match.setup)
            self.is_visible = is_first
            if is_first:
                self._meet(match)
        if not self.is_visible:
            self._asked = self._counsel = None
            return
        asked = self._inquiry()
        if asked != self._asked:
            self._asked, self._counsel = asked, None
        self._say()

    def hear(self) -> None:
        """Take in what presses; called each frame the game is seen."""
        inquiries, asked = self._services.inquiries, self._asked
        if inquiries is None or asked is None or not self.is_visible or self._counsel is not None:
            return
        inquiries.poll()
        found = inquiries.finding(asked)
        if found is None:
            inquiries.ask(asked)
        elif isinstance(found.answer, Counsel):
            self._counsel = found.answer
            self._say()
            self._changed()

    def _inquiry(self) -> CounselInquiry | None:
        match = self._match
        if not match.phase.is_going or not match.may_move or not match.shown.is_live:
            return None
        return CounselInquiry(match.setup.rules, match.shown.moves, match.setup.start)

    # --- what it says ---

    def _meet(self, match: MatchSnapshot) -> None:
        """Somebody's first game begins."""
        game = match.setup.rules.game
        if self._services.inquiries is not None:
            self._services.inquiries.prepare()
        if self._dog != game.shipped_dog or self._speech is None or self._ending is None:
            for old in tuple(self.children):
                self.remove(old)
            self._dog = game.shipped_dog
            self._speech, self._ending = Speech(self._dog), Ending(self._dog)
            self.add(self._speech, self._ending, self._back)
        said = (*(Wording(f"counsel.{game.name}.{kind}") for kind in game.counsels), PlayText.FIRST_BACK)
        self._speech.teach(LadderText.NEWBORN, LessonText.GAME, Wording(f"counsel.{game.name}.aim"), said)
        self.place_again()

    def _say(self) -> None:
        assert self._speech is not None
        assert self._ending is not None
        match, name = self._match, self._match.setup.rules.game.name
        self._speech.is_visible, self._ending.is_visible = not self.is_over, self.is_over
        self._back.is_visible = not match.shown.is_live and not self.is_over
        person = next(color for color in Color if match.setup.player(color).is_human)
        outcome = match.outcome
        if outcome is not None:
            lost = LessonText.DRAWN if outcome.winner is None else LessonText.LOST
            self._ending.say(LessonText.WON if outcome.winner is person else lost)
            if outcome.winner is person:
                self._ending.pup.hop()
            return
        if not match.shown.is_live:
            self._speech.say(PlayText.FIRST_BACK, Tone.ASKING)
        elif match.phase is MatchPhase.PAUSED and match.live.to_play is not person:
            self._speech.say(Text.PAUSED, Tone.ASKING)
        elif match.shown.ply <= 1 and person is Color.BLACK:
            self._speech.say(Wording(f"lesson.{name}.game.begin"), Tone.ASKING)
        elif self._counsel is not None:
            tone = _TONES.get(self._counsel.kind, Tone.ASKING)
            self._speech.say(Wording(f"counsel.{name}.{self._counsel.kind}"), tone)
        elif match.live.to_play is not person:
            self._speech.say(LessonText.THINKS, Tone.ASKING)
        elif "quiet" in match.setup.rules.game.counsels:  # nothing else is known yet, or ever will be
            self._speech.say(Wording(f"counsel.{name}.quiet"), Tone.ASKING)

    # --- layout ---

    def needed_height(self, look: Look, width: int, is_low: bool) -> int:
        """Pixels for what it says of a result."""
        return 0 if self._ending is None else self._ending.needed_height(look, width, is_low)

    def arrange(self, rect: Rect, look: Look) -> None:
        for part in (self._speech, self._ending):
            if part is not None:
                part.place(rect, look)
        self._back.place_beside(rect, look, LadderText.NEWBORN, LessonText.GAME)


class Ending(Group):
    """The pup, and beside it what it says of a result."""

    def __init__(self, dog: str) -> None:
        super().__init__()
        self.pup = Pup(dog)
        self._bubble = Panel()
        self._words, self._small = Paragraph("", Size.BODY), Paragraph("", Size.SMALL)
        self._bubble.add(self._words, self._small)
        self.add(self.pup, self._bubble)

    def say(self, words: Words) -> None:
        """Say something else."""
        self._words.words = self._small.words = words
        self.place_again()

    @staticmethod
    def needed_height(look: Look, width: int, is_low: bool) -> int:
        """Pixels at that width, whatever it says; fewer where the window ``is_low``."""
        face, size, margin = (_LOW_FACE, Size.SMALL, 8) if is_low else (_FACE, Size.BODY, 12)
        room = width - look.px(face + _POINTER + 32)
        lines = max(len(look.wrapped(look.say(each), room, size)) for each in (LessonText.WON, LessonText.LOST))
        return max(lines * look.line_height(size) + 2 * look.px(margin), look.px(face))

    def arrange(self, rect: Rect, look: Look) -> None:
        is_low = rect.height < self.needed_height(look, rect.width, is_low=False)
        face, margin = (_LOW_FACE, 8) if is_low else (_FACE, 12)
        bubble = self.pup.place_left(rect, look, look.px(face), look.px(_POINTER))
        self._bubble.place(bubble, look)
        self._words.is_visible, self._small.is_visible = not is_low, is_low
        for words in (self._words, self._small):
            words.place(self._bubble.inner(look, 16, margin), look)
