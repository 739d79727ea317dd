"""What stands beside the board while a record is looked at: what it says of its game, and how to play on from it."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect

from clevergo.app.match.messages import MatchSnapshot
from clevergo.ui.kit.base import Group
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label
from clevergo.ui.kit.layout import columns, cut_bottom, cut_top
from clevergo.ui.kit.look import Look
from clevergo.ui.kit.reading import Reading
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.play.words import result_told
from clevergo.ui.strings import Strings, Text
from clevergo.ui.texts.play import PlayText
from clevergo.ui.texts.records import RecordText

_TITLE = 32
_RULES = {
    "chinese": RecordText.RULES_CHINESE,
    "japanese": RecordText.RULES_JAPANESE,
    "korean": RecordText.RULES_KOREAN,
    "goe": RecordText.RULES_ING,
    "ing": RecordText.RULES_ING,
}
"""By what SGF calls them."""
_LEAST_SAID = 3
"""Lines kept for what is said of a position; whatever is longer than its place scrolls."""


class RecordPanel(Group):
    """The result as the record has it, the event, and what is said of the position or of the whole game."""

    def __init__(self) -> None:
        super().__init__()
        self._title = Label("", Size.TITLE, bold=True)
        self._facts = Reading(color="muted")
        self._said = Reading()
        self.add(self._title, self._facts, self._said)

    def show(self, match: MatchSnapshot) -> None:
        """Show what the record says."""
        facts = match.record
        if facts is None:
            return
        self._title.words = lambda s: result_told(s, facts.result)
        self._facts.words = lambda s: facts_said(s, match)
        said = match.comment or facts.about or RecordText.HOW_TO_LOOK
        if said != self._said.words:
            self._said.tell(said)
        if self.root is not None and self.rect.width:
            self.place(self.rect, self.root.look)

    def place(self, rect: Rect, look: Look) -> None:
        super().place(rect, look)
        title, rest = cut_top(rect, look.px(_TITLE), look.px(2))
        self._title.place(title, look)
        line = look.line_height(Size.SMALL)
        most = max(rest.height // line - _LEAST_SAID, 1) * line
        facts, rest = cut_top(rest, min(self._facts.needed_height(look, rect.width), most), look.px(8))
        self._facts.place(facts, look)
        self._said.place(rest, look)


def facts_said(strings: Strings, match: MatchSnapshot) -> str:
    """Where and when it was played and by which rules, each on a line of its own."""
    facts, rules = match.record, match.setup.ruleset
    if facts is None:
        return ""
    terms = [strings.get(Text.LINES, n=rules.size), strings.get(RecordText.KOMI, komi=f"{rules.komi:g}")]
    if match.setup.handicap:
        terms.append(strings.get(PlayText.HANDICAP_SAID, n=match.setup.handicap))
    if facts.rules:
        known = _RULES.get(facts.rules.lower())
        terms.append(strings.get(RecordText.RULES, rules=facts.rules) if known is None else strings.get(known))
    annotator = strings.get(RecordText.ANNOTATOR, name=facts.annotator) if facts.annotator else ""
    lines = ((facts.event, facts.round), (facts.date, facts.place), terms, (annotator,))
    return "\n".join(" · ".join(part for part in line if part) for line in lines if any(line))


class RecordBar(Group):
    """The one thing to do with a record, and below it the ways to another game."""

    def __init__(self, play_on: Callable[[], None], new_game: Callable[[], None], record: Button) -> None:
        """``record`` opens what can be done with the record of a game."""
        super().__init__()
        self._play_on = Button(
            RecordText.PLAY_ON,
            play_on,
            ButtonKind.PRIMARY,
            Icon.PLAY,
            Size.HEADING,
            id="play.on",
            tip=RecordText.TIP_PLAY_ON,
        )
        self._record = record
        self._new = Button(Text.NEW_GAME, new_game, id="play.new")
        self.add(self._play_on, self._record, self._new)

    def place(self, rect: Rect, look: Look) -> None:
        super().place(rect, look)
        is_low = rect.height < look.px(100)
        upper, lower = cut_bottom(rect, look.px(38 if is_low else 44), look.px(10 if is_low else 12))
        self._play_on.place(upper, look)
        for button, box in zip((self._record, self._new), columns(lower, [1, 1], look.px(10)), strict=True):
            button.place(box, look)
