"""Beside the diary: the board of the line that was chosen, or else what the dog knows at first sight."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pygame import Rect, Surface

from clevergo.app.match.messages import BoardState
from clevergo.app.training.discoveries import Skill
from clevergo.ui.board.art import BoardArt
from clevergo.ui.kit.base import Clickable, Group, cut_bottom, cut_right, cut_top
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.label import Label, Paragraph
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import BUTTON_RADIUS, Size
from clevergo.ui.scenes.train.shown_board import ShownBoard
from clevergo.ui.scenes.train.words import skill_said
from clevergo.ui.strings import TrainText

_ROW, _BAR = 44, 8
_SAID_LINES = 4


class SkillBar(Clickable):
    """How many set pieces of a kind are right, and a line where that began; a click shows one of them."""

    def __init__(self, game: str, skill: Skill, choose: Callable[[str], None]) -> None:
        super().__init__(f"diary.skill.{skill.kind}", TrainText.TIP_SKILL)
        self._game, self._skill, self._choose = game, skill, choose

    def clicked(self) -> None:
        self._choose(self._skill.kind)

    def hover_changed(self) -> None:
        self.invalidate()

    def draw(self, surface: Surface, look: Look) -> None:
        skill, row = self._skill, self.rect
        words = look.strings.get(TrainText.KNOWS_FIGURE, right=skill.right, asked=skill.asked)
        line, bar = cut_top(row, look.line_height(Size.SMALL), look.px(4))
        said, figure = cut_right(line, look.width(words, Size.SMALL, True) + look.px(4), look.px(8))
        name = skill_said(look.strings, self._game, skill.kind)
        ink = look.palette.jade_text if self.is_hovered else look.palette.ink
        look.text(surface, name[:1].upper() + name[1:], said, Size.SMALL, ink)
        look.text(surface, words, figure, Size.SMALL, look.palette.jade_text, True, Align.RIGHT)
        track = Rect(bar.left, bar.top, bar.width, look.px(_BAR))
        look.rounded(surface, track, _BAR / 2, look.palette.line)
        full = Rect(track.left, track.top, round(track.width * skill.right / max(skill.asked, 1)), track.height)
        if full.width >= track.height:
            look.rounded(surface, full, _BAR / 2, look.palette.jade)
        at = track.left + round(track.width * skill.first / max(skill.asked, 1))
        mark = Rect(min(at, track.right - look.px(2)), track.top - look.px(3), look.px(2), track.height + look.px(6))
        surface.fill(look.palette.ink, mark)
        self.draw_focus(surface, look, BUTTON_RADIUS - 3)


class SkillBars(Group):
    """A bar for each kind of set piece."""

    def __init__(self, game: str, skills: Sequence[Skill], choose: Callable[[str], None]) -> None:
        super().__init__("diary.skills")
        self.add(*(SkillBar(game, skill, choose) for skill in skills))

    def arrange(self, rect: Rect, look: Look) -> None:
        rest = rect
        for bar in self.children:
            row, rest = cut_top(rest, look.px(_ROW))
            bar.is_visible = row.bottom <= rect.bottom
            bar.place(Rect(row.left, row.top, row.width, row.height - look.px(4)), look)


class MomentPane(Group):
    """A small board with what it shows, and a way to the game; before anything is chosen, the skills."""

    def __init__(
        self,
        art: Callable[[], BoardArt],
        game: str,
        skills: Sequence[Skill],
        choose: Callable[[str], None],
        back: Callable[[], None],
    ) -> None:
        """``choose`` is told which kind of set piece is to be seen; ``back`` asks for the skills again."""
        super().__init__()
        self._board = ShownBoard(art, "diary.board")
        self._title = Label("", Size.BODY, bold=True)
        self._said = Paragraph("", Size.SMALL, color="muted")
        self._open = Button("", self._opened, size=Size.SMALL, id="diary.open")
        self._back = Button(TrainText.KNOWS_BACK, back, ButtonKind.QUIET, size=Size.SMALL, id="diary.back")
        self._heading = Label(TrainText.KNOWS, Size.BODY, bold=True)
        self._explained = Paragraph(
            TrainText.KNOWS_SAID if skills else TrainText.KNOWS_NOTHING, Size.SMALL, color="muted"
        )
        self._hint = Paragraph(TrainText.MOMENT_HINT, Size.TINY, color="muted")
        self._bars = SkillBars(game, skills, choose)
        self._go: Callable[[], None] = lambda: None
        self.add(self._heading, self._explained, self._bars, self._hint)
        self.add(self._board, self._title, self._said, self._open, self._back)
        self.clear()

    def show(self, board: BoardState, title: Words, said: Words, opens: Words, go: Callable[[], None]) -> None:
        """Show a position; ``go`` opens it, by a button that says ``opens``."""
        self._board.show(board)
        self._title.words, self._said.words, self._open.words, self._go = title, said, opens, go
        self._switch(True)
        if self.root is not None:
            self.place(self.rect, self.root.look)

    def clear(self) -> None:
        """Show the skills again."""
        self._switch(False)

    @property
    def has_boards(self) -> bool:
        """Whether there are set pieces to be seen."""
        return bool(self._bars.children)

    def least_height(self, look: Look, width: int) -> int:
        """Pixels for what is said before anything is chosen."""
        words = self._explained.needed_height(look, width) + self._hint.needed_height(look, width)
        return look.line_height(Size.BODY) + look.px(6 + 14 + 8) + words

    def _switch(self, has_board: bool) -> None:
        for widget in (self._board, self._title, self._said, self._open, self._back):
            widget.is_visible = has_board
        for other in (self._heading, self._explained, self._bars, self._hint):
            other.is_visible = not has_board
        self.invalidate()

    def _opened(self) -> None:
        self._go()

    def arrange(self, rect: Rect, look: Look) -> None:
        heading, rest = cut_top(rect, look.line_height(Size.BODY), look.px(6))
        self._heading.place(heading, look)
        height = self._explained.needed_height(look, rect.width)
        explained, rest = cut_top(rest, height, look.px(14))
        self._explained.place(explained, look)
        rest, hint = cut_bottom(rest, self._hint.needed_height(look, rect.width), look.px(8))
        self._hint.place(hint, look)
        self._bars.place(rest, look)
        rest, button = cut_bottom(rect, look.px(34), look.px(10))
        beside = self._open.place_left(button, look, min(self._open.needed_width(look), button.width), look.px(4))
        self._back.place_left(beside, look, min(self._back.needed_width(look), beside.width))
        words = look.line_height(Size.BODY) + look.px(4) + _SAID_LINES * look.line_height(Size.SMALL)
        side = min(rest.width, rest.height - words - look.px(10))
        board = Rect(rest.left + (rest.width - side) // 2, rest.top, side, side)
        self._board.place(board, look)
        below = Rect(rest.left, board.bottom + look.px(10), rest.width, rest.bottom - board.bottom - look.px(10))
        title, below = cut_top(below, look.line_height(Size.BODY), look.px(4))
        self._title.place(title, look)
        self._said.place(below, look)
