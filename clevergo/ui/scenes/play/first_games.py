"""The column in somebody's first games: whose turn it is, what to do now, and a rule at a time.

Nothing is said here of the position, as that would be help, and a game with help does not count on the ladder: only how
one plays, the same in every game. What else there is to see (curve, thoughts, moves) waits behind *More*.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count, takewhile

from pygame import Rect

from clevergo.app.match.messages import MatchPhase, MatchSnapshot
from clevergo.games.color import Color
from clevergo.games.game import Game
from clevergo.players.spec import PlayerSpec
from clevergo.ui.kit.base import Group, cut_bottom
from clevergo.ui.kit.label import ProgressBar
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.scenes.play.faces import Face
from clevergo.ui.scenes.play.way_back import WayBack
from clevergo.ui.scenes.shared.player_names import spoken_player
from clevergo.ui.scenes.shared.pup import Speech, Tone
from clevergo.ui.scenes.shared.terms import known_words
from clevergo.ui.strings import LessonText, PlayText, PreparingText, Text

_MOVES_A_RULE = 3
"""Of the person, while the same rule is told: time enough to read it, and to see it come up."""
_BAR = 4


def is_simple(match: MatchSnapshot) -> bool:
    """Whether a game is one of a person here against a computer, with nothing else to settle."""
    people = [color for color in Color if match.setup.player(color).is_human]
    return len(people) == 1 and match.record is None and match.away is None and match.settling is None


class FirstGamesPanel(Group):
    """Shown in the place of what else is told of a game; the opponent says it."""

    def __init__(self, look_live: Callable[[], None], face_of: Callable[[PlayerSpec], Face]) -> None:
        """``look_live`` leads back to where the game stands; ``face_of`` knows what players look like."""
        super().__init__("play.first_games")
        self._face_of = face_of
        self._speech: Speech | None = None
        self._opponent: PlayerSpec | None = None
        self._taught: tuple[Words, Words, Words, Sequence[Words]] = "", "", "", ("",)
        """Who speaks, whose turn it is, what the game is about, and all that may have to be said below it."""
        self._bar = ProgressBar("play.preparing")
        self._back = WayBack(look_live)
        self.add(self._bar, self._back)
        self.is_visible = False

    def show(self, match: MatchSnapshot) -> None:
        """Show how a game stands that :func:`is_simple`."""
        person = next(color for color in Color if match.setup.player(color).is_human)
        self._meet(match.setup.player(person.opponent), match.setup.rules.game)
        assert self._speech is not None
        game, is_turn = match.setup.rules.game, match.live.to_play is person
        title: Words = Text.YOUR_TURN if is_turn else Text.THINKING
        if match.phase is MatchPhase.PAUSED:
            title = Text.PAUSED
        rules, opponent = self._rules(game), match.setup.player(person.opponent)
        possible = (*self._may_be_done(game), *rules)
        aim = known_words(f"counsel.{game.name}.aim") or PlayText.FIRST_AIM
        self._taught = (lambda s: spoken_player(s, opponent)), title, aim, possible
        self._speech.say(self._to_do(match, person, rules), Tone.ASKING)
        if self.root is not None:
            self._teach(self.root.look)
        preparing = match.waiting.preparing
        self._bar.share = None if preparing is None else preparing.share
        self._bar.is_busy = match.waiting.is_loading
        if self.root is not None:
            self._place_bar(self.root.look)
        if self._back.is_visible is match.shown.is_live:
            self._back.is_visible = not match.shown.is_live
            self.place_again()

    def _meet(self, opponent: PlayerSpec, game: Game) -> None:
        """Somebody else speaks."""
        if opponent == self._opponent and self._speech is not None:
            return
        self._opponent = opponent
        if self._speech is not None:
            self.remove(self._speech)
        self._speech = Speech(self._face_of(opponent).dog or game.shipped_dog)
        self.add(self._speech)
        self.children.insert(0, self.children.pop())  # below the button that leads back
        self.place_again()

    # --- what it says ---

    @staticmethod
    def _rules(game: Game) -> Sequence[Words]:
        """What there is to know of a game, one sentence after the other."""
        rows = (known_words(f"counsel.{game.name}.rule.{n}") for n in count(1))
        return [row for row in takewhile(lambda row: row is not None, rows) if row is not None] or [PlayText.FIRST_MOVE]

    @staticmethod
    def _may_be_done(game: Game) -> Sequence[Words]:
        """What else may have to be said: the panel is as high as the longest."""
        rows = (known_words(f"lesson.{game.name}.game.begin"), known_words(f"counsel.{game.name}.pass"))
        known: list[Words] = [row for row in rows if row is not None]
        return [*known, PlayText.FIRST_BACK, LessonText.THINKS, PreparingText.RULES(done=10, total=10)]

    @staticmethod
    def _to_do(match: MatchSnapshot, person: Color, rules: Sequence[Words]) -> Words:
        game, waiting = match.setup.rules.game, match.waiting
        begin, passed = known_words(f"lesson.{game.name}.game.begin"), known_words(f"counsel.{game.name}.pass")
        if waiting.preparing is not None:
            return PreparingText.RULES(done=waiting.preparing.done, total=waiting.preparing.total)
        if waiting.is_loading:
            return PreparingText.WAKING
        if not match.shown.is_live:
            return PlayText.FIRST_BACK
        if match.live.to_play is not person:
            return LessonText.THINKS
        if match.shown.must_pass:
            return PlayText.MUST_PASS
        if match.shown.ply == 0 and person is Color.BLACK and begin is not None:
            return begin
        if passed is not None and match.shown.ply and match.shown.board.last_move == match.setup.rules.pass_action:
            return passed
        return rules[match.shown.ply // 2 // _MOVES_A_RULE % len(rules)]

    # --- layout ---

    def _teach(self, look: Look) -> None:
        """What the game is about is left out where it takes the room of what is to be done."""
        if self._speech is None:
            return
        speaker, title, aim, possible = self._taught
        self._speech.teach(speaker, title, aim, possible)
        if self._speech.needed_height(look, self.rect.width, is_low=True) > self.rect.height - look.px(2 * _BAR):
            self._speech.teach(speaker, title, "", possible)

    def arrange(self, rect: Rect, look: Look) -> None:
        rest, _ = cut_bottom(rect, look.px(2 * _BAR))
        self._teach(look)
        if self._speech is not None:
            self._speech.place(rest, look)
        self._place_bar(look)
        speaker, title, _, _ = self._taught
        self._back.place_beside(rest, look, speaker, title)

    def _place_bar(self, look: Look) -> None:
        """Right below what is said."""
        top = self.rect.top if self._speech is None else self._speech.bottom + look.px(_BAR)
        self._bar.place(Rect(self.rect.left, top, self.rect.width, look.px(_BAR)), look)
