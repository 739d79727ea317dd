"""What is a part of a dog worth? Choose one, guess, watch ten quick games, and read why."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import pygame
from pygame import Rect, Surface
from pygame.event import Event

from clevergo.app.inquiries import Inquirer
from clevergo.app.kennel.messages import DogInfo
from clevergo.app.kennel.netfile import time_written
from clevergo.app.match.messages import BoardState
from clevergo.app.parts.trial import GAMES, SIMULATIONS, Part, Score, TrialGame, TrialInquiry
from clevergo.games.color import Color
from clevergo.games.game import Rules
from clevergo.games.guests import game_named, usual_rules
from clevergo.problem import Problem
from clevergo.ui.board.art import BoardArt
from clevergo.ui.board.view import BoardPicture
from clevergo.ui.kit.base import ENTER, Clickable, Group, Shown, cut_bottom, cut_left, cut_top, inset, rows
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.choice import Dropdown, Option, Slider
from clevergo.ui.kit.label import Label, Panel, Paragraph, ProgressBar
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import BUTTON_RADIUS, GAP, Size, mix
from clevergo.ui.scenes.learn.leaf import Desk, Leaf
from clevergo.ui.scenes.learn.parts.games import TenGames
from clevergo.ui.scenes.learn.parts.words import (
    NAMES,
    SAID,
    Result,
    guess_said,
    score_said,
    verdict_said,
    why_said,
)
from clevergo.ui.scenes.play.words import color_words
from clevergo.ui.scenes.shared.board_pane import BoardPane
from clevergo.ui.scenes.shared.player_names import dog_name
from clevergo.ui.scenes.shared.terms import game_words
from clevergo.ui.shell.scene import BoardMark, KeyRow
from clevergo.ui.strings import KeyText, PartsText, kindly

_COLUMN, _WIDEST = 330, 400
_FIRST_GUESS = 5
_SEEDS = 2**31


def _most_able(dogs: Sequence[DogInfo]) -> DogInfo | None:
    """The strongest dog of the game played last: where the parts are worth something, one sees what they are."""
    of_game = [dog for dog in dogs if dog.game == dogs[0].game]
    return max(of_game, key=lambda dog: -math.inf if dog.rating is None else dog.rating, default=None)


class PartsPage(Leaf):
    """A dog against itself without a part; what has been tried stays to be read as long as the program runs."""

    def __init__(self, desk: Desk, _about: str = "") -> None:
        super().__init__()
        assert desk.services.inquiries is not None
        self._services = desk.services
        self._inquiries: Inquirer = desk.services.inquiries
        self._rng = np.random.default_rng()
        """Which games are played."""
        self.dogs: list[DogInfo] = []
        self.dog: DogInfo | None = None
        self.missing = Part.SEARCH
        self.guess = _FIRST_GUESS
        self._trial: TrialInquiry | None = None
        self._before: tuple[TrialGame, ...] = ()
        """Games of this trial that were over when it was last taken up."""
        self.games: tuple[TrialGame, ...] = ()
        self.results: list[Result] = []
        self._trouble: Problem | None = None
        self._choices = _Choices(self)
        self._stage = _Stage()
        self.add(self._choices, self._stage)

    # --- leaf ---

    def entered(self) -> None:
        kennel = self._services.kennel
        self.dogs = [dog for dog in kennel.dogs() if dog.weights is not None and not dog.is_retired]
        names = [dog.name for dog in self.dogs]
        if self.dog is None or self.dog.name not in names:
            self.dog = _most_able(self.dogs)
        if self._trial is not None:  # somebody has looked elsewhere meanwhile
            self._take_up(self._trial)
        self._refresh()

    def left(self) -> None:
        self._inquiries.drop()

    def board_mark(self) -> BoardMark | None:
        return self._stage.board.mark()

    def arrange(self, rect: Rect, look: Look) -> None:
        width = min(max(round(rect.width * 0.4), look.px(_COLUMN)), look.px(_WIDEST))
        column, stage = cut_left(rect, width, look.px(GAP))
        self._choices.place(column, look)
        self._stage.place(stage, look)

    def update(self, dt: float) -> bool:
        if self._trial is None:
            return False
        self._inquiries.poll()
        found = self._inquiries.finding(self._trial)
        if found is None:
            return False
        if found.error is not None:
            self._trouble, self._trial = found.error, None
            self._refresh()
        elif found.answer is not None:
            games = (*self._before, *found.answer.games)
            if len(games) != len(self.games) or games[-1] is not self.games[-1]:
                self.games = games
                if found.is_whole:
                    self._finish()
                self._refresh()
        return False

    @property
    def keys(self) -> tuple[KeyRow, ...]:
        return (
            ("1  2  3", PartsText.KEY_PART),
            ("←  →", PartsText.KEY_GUESS),
            (KeyText.ENTER, PartsText.KEY_ENTER),
            ("Esc", PartsText.KEY_STOP),
        )

    def handle(self, event: Event) -> bool:
        if event.type != pygame.KEYDOWN or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT):
            return False
        is_free = self._trial is None and not self.is_over
        if event.key in ENTER or (event.key == pygame.K_ESCAPE and self._trial is not None):
            self.act()
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT) and is_free:
            step = 1 if event.key == pygame.K_RIGHT else -1
            self.choose_guess(min(max(self.guess + step, 0), GAMES))
        elif pygame.K_1 <= event.key < pygame.K_1 + len(Part) and is_free:
            self.choose_part(list(Part)[event.key - pygame.K_1])
        else:
            return False
        return True

    # --- what a person does ---

    @property
    def is_playing(self) -> bool:
        """Whether games are under way."""
        return self._trial is not None

    @property
    def is_over(self) -> bool:
        """Whether a trial has ended and its result is shown."""
        is_whole = len(self.games) == GAMES and all(game.is_over for game in self.games)
        return self._trial is None and is_whole

    @property
    def rules(self) -> Rules:
        """What would be played: the dog's game on the smallest board it learned on."""
        if self.dog is None:
            return usual_rules()
        return game_named(self.dog.game).agree({"size": min(self.dog.sizes)})[0]

    def choose_dog(self, name: str) -> None:
        """Have another dog play."""
        self.dog = next(dog for dog in self.dogs if dog.name == name)
        self._clear()

    def choose_part(self, part: Part) -> None:
        """Take away another part."""
        self.missing = part
        self._clear()

    def choose_guess(self, guess: int) -> None:
        """Guess how many games the whole dog wins."""
        self.guess = guess
        self._refresh()

    def act(self) -> None:
        """Play; stop; or guess again, whatever is next."""
        if self._trial is not None:
            self._inquiries.drop()
            self._trial = None
            self._clear()
        elif self.is_over:
            self._clear()
        elif self.dog is not None and self.dog.weights is not None:
            path, seed = self.dog.weights, int(self._rng.integers(_SEEDS))
            self._clear()
            self._take_up(TrialInquiry(path, time_written(path), self.missing, self.rules, seed))
            self._refresh()

    def _take_up(self, trial: TrialInquiry) -> None:
        """Play on from the first game that has no end."""
        self._before = tuple(game for game in self.games if game.is_over)
        self._trial = replace(trial, begin_at=len(self._before))
        self._inquiries.ask(self._trial)

    def _finish(self) -> None:
        assert self._trial is not None
        assert self.dog is not None
        result = Result(self.dog.name, self._trial.part, self._trial.rules, self.guess, Score.of(self.games))
        self.results.append(result)
        self._trial = None

    def _clear(self) -> None:
        """No games; everything can be chosen."""
        self.games = self._before = ()
        self._trouble = None
        self._refresh()

    def _refresh(self) -> None:
        self._choices.show(self)
        self._stage.show(self, self._trouble)


class _PartCard(Clickable):
    """A part that can be taken away, and what is left then."""

    is_chosen = Shown(False)

    def __init__(self, part: Part, chosen: Callable[[Part], None]) -> None:
        super().__init__(f"parts.{part.value}")
        self._part = part
        self._chosen = chosen

    def clicked(self) -> None:
        self._chosen(self._part)

    def said(self, look: Look) -> str:
        return look.say(NAMES[self._part])

    def needed_height(self, look: Look, width: int) -> int:
        """Pixels for its name and its sentence."""
        lines = look.wrapped(look.say(SAID[self._part]), width - look.px(28), Size.SMALL)
        return look.px(14) + look.line_height(Size.BODY) + len(lines) * look.line_height(Size.SMALL)

    def draw(self, surface: Surface, look: Look) -> None:
        palette = look.palette
        fill = palette.hover if self.is_hovered and self.is_enabled else palette.card
        if self.is_chosen:
            fill = mix(palette.card, palette.jade, 0.14)
        border = palette.jade if self.is_chosen else palette.line
        look.rounded(surface, self.rect, BUTTON_RADIUS, fill, border, 2 if self.is_chosen else 1)
        box = inset(self.rect, look.px(14), look.px(7))
        name, said = cut_top(box, look.line_height(Size.BODY))
        ink = palette.ink if self.is_enabled or self.is_chosen else palette.muted
        look.text(surface, NAMES[self._part], name, Size.BODY, ink, True)
        look.paragraph(surface, SAID[self._part], said, Size.SMALL, palette.muted)
        self.draw_focus(surface, look)


class _Choices(Panel):
    """What this is, whose part is taken away, which, the guess, and the button."""

    def __init__(self, page: PartsPage) -> None:
        super().__init__()
        self._title = Label(PartsText.TITLE, Size.HEADING, bold=True)
        self._intro = Paragraph(PartsText.INTRO, Size.SMALL, color="muted")
        self._dog: Dropdown[str] = Dropdown([], "", page.choose_dog, id="parts.dog", tip=PartsText.TIP_DOG)
        self._cards = [_PartCard(part, page.choose_part) for part in Part]
        self._guess = Label("", Size.BODY, bold=True)
        self._slider = Slider(
            0.5,
            lambda at: page.choose_guess(round(at * GAMES)),
            id="parts.guess",
            tip=PartsText.TIP_GUESS,
            stops=GAMES + 1,
        )
        self._act = Button(PartsText.PLAY, page.act, ButtonKind.PRIMARY, size=Size.HEADING, id="parts.play")
        self.add(self._title, self._intro, self._dog, *self._cards, self._guess, self._slider, self._act)

    def show(self, page: PartsPage) -> None:
        """Show what is chosen, and what may be."""
        is_free = not page.is_playing and not page.is_over
        self._dog.options = [
            Option(dog.name, partial(dog_name, dog=dog.name), game_words(dog.game)) for dog in page.dogs
        ]
        self._dog.value = page.dog.name if page.dog is not None else ""
        self._dog.is_enabled = not page.is_playing and page.dog is not None
        for part, card in zip(Part, self._cards, strict=True):
            card.is_chosen, card.is_enabled = part is page.missing, not page.is_playing
        self._slider.value, self._slider.is_enabled = page.guess / GAMES, is_free
        self._guess.words = PartsText.GUESS_SAID(n=page.guess)
        self._act.is_enabled = page.dog is not None
        self._act.words = PartsText.STOP if page.is_playing else PartsText.AGAIN if page.is_over else PartsText.PLAY
        self._act.kind = ButtonKind.PLAIN if page.is_playing else ButtonKind.PRIMARY

    def arrange(self, rect: Rect, look: Look) -> None:
        inner = self.inner(look, 18, 14)
        is_low = rect.height < look.px(540)
        gap = look.px(7 if is_low else 12)
        rest = self._title.place_top(inner, look, look.px(28), gap // 2)
        rest, act = cut_bottom(rest, look.px(40 if is_low else 48), gap)
        self._act.place(act, look)
        guess = look.px(24 + 2 + 24)
        heights = [card.needed_height(look, inner.width) for card in self._cards]
        cards = sum(heights) + gap * (len(heights) - 1)
        intro = self._intro.needed_height(look, inner.width)
        dog = look.px(36)
        self._intro.is_visible = rest.height >= intro + dog + cards + guess + 3 * gap
        if self._intro.is_visible:
            rest = self._intro.place_top(rest, look, intro, gap)
        rest = self._dog.place_top(rest, look, dog, gap)
        for card, height in zip(self._cards, heights, strict=True):
            rest = card.place_top(rest, look, height, gap)
        rest = self._guess.place_top(rest, look, look.px(24), look.px(2))
        self._slider.place_top(rest, look, look.px(24))


class _Stage(Panel):
    """The score, the board of the game that is played, or what came of it; and all ten games."""

    def __init__(self) -> None:
        super().__init__()
        self.board = BoardPane(lambda _action: None)
        self._score = _ScoreLine()
        self._caption = Label("", Size.SMALL, color="muted", align=Align.CENTER)
        self._bar = ProgressBar("parts.waking")
        self._outcome = _Outcome()
        self._games = TenGames(self._art)
        self.add(self._score, self.board, self._caption, self._bar, self._outcome, self._games)

    def _art(self) -> BoardArt:
        from clevergo.ui.shell.stage import Stage

        root = self.root
        assert isinstance(root, Stage)
        return root.art

    def show(self, page: PartsPage, trouble: Problem | None) -> None:
        """Show how it stands."""
        games, rules = page.games, page.rules
        self._score.show(Score.of(games), page.missing, page.guess)
        self._games.show(games, rules.grid)
        is_over = page.is_over
        self._outcome.is_visible = is_over
        self.board.is_visible = self._caption.is_visible = not is_over
        if is_over:
            self._outcome.show(page.results)
        live = games[-1] if games else None
        shown = live.board if live is not None else BoardState.empty(rules.grid)
        self.board.show(BoardPicture(shown, coordinates=False))
        self._caption.color = "muted" if trouble is None else "accent_text"
        self._caption.words = self._said(page, live, trouble)
        self._bar.is_busy = page.is_playing and not games

    @staticmethod
    def _said(page: PartsPage, live: TrialGame | None, trouble: Problem | None) -> Words:
        if trouble is not None:
            return kindly(trouble)
        if page.dog is None:
            return PartsText.NOBODY
        if live is None:
            name = partial(dog_name, dog=page.dog.name)
            return PartsText.WAKING(name=name) if page.is_playing else PartsText.EMPTY(n=SIMULATIONS)
        color = Color.BLACK if live.whole_has_black else Color.WHITE
        return PartsText.GAME_NOW(n=len(page.games), games=GAMES, color=color_words(color))

    def arrange(self, rect: Rect, look: Look) -> None:
        inner = self.inner(look, 18, 14)
        is_low = rect.height < look.px(540)
        rest = self._score.place_top(inner, look, look.px(50 if is_low else 58), look.px(8))
        share = 0.2 if is_low else 0.34
        rest, games = cut_bottom(rest, round(rest.height * share), look.px(10))
        self._games.place(games, look)
        self._outcome.place(rest, look)
        rest, caption = cut_bottom(rest, look.px(22), look.px(4))
        self._caption.place(caption, look)
        bar = Rect(0, 0, look.px(180), look.px(4))
        bar.midtop = caption.centerx, caption.bottom
        self._bar.place(bar, look)
        side = min(rest.width, rest.height)
        self.board.place(Rect(rest.centerx - side // 2, rest.top, side, side), look)


class _ScoreLine(Group):
    """Who has won how many games, and what was guessed."""

    def __init__(self) -> None:
        super().__init__()
        self._score = Score()
        self._part = Part.SEARCH
        self._guess = _FIRST_GUESS

    def show(self, score: Score, part: Part, guess: int) -> None:
        """Show a score."""
        if (score, part, guess) != (self._score, self._part, self._guess):
            self._score, self._part, self._guess = score, part, guess
            self.invalidate()

    def draw_behind(self, surface: Surface, look: Look) -> None:
        palette = look.palette
        upper, lower = cut_top(self.rect, look.px(34))
        middle = Rect(0, 0, look.px(110), upper.height)
        middle.center = upper.center
        left = Rect(upper.left, upper.top, middle.left - upper.left, upper.height)
        right = Rect(middle.right, upper.top, upper.right - middle.right, upper.height)
        look.text(surface, score_said(self._score), middle, Size.DISPLAY, palette.ink, True, Align.CENTER)
        look.text(surface, PartsText.WHOLE_DOG, left, Size.BODY, palette.jade_text, True, Align.RIGHT)
        look.text(surface, NAMES[self._part], right, Size.BODY, palette.accent_text, True)
        draws = f" · {look.strings.get(PartsText.DRAWS, n=self._score.draws)}" if self._score.draws else ""
        guess = f"{look.say(PartsText.GUESS)} {look.say(guess_said(self._guess, GAMES))}{draws}"
        look.text(surface, guess, lower, Size.SMALL, palette.muted, False, Align.CENTER)


class _Outcome(Group):
    """How good the guess was, why it came so, and what was tried before."""

    def __init__(self) -> None:
        super().__init__()
        self._verdict = Label("", Size.HEADING, bold=True, align=Align.CENTER)
        self._why = Paragraph("", Size.BODY)
        self._few = Paragraph(PartsText.FEW, Size.SMALL, color="muted")
        self._table = _Tried()
        self.add(self._verdict, self._why, self._few, self._table)

    def show(self, results: list[Result]) -> None:
        """Tell of the latest, and list those before."""
        latest = results[-1]
        self._verdict.words, self._why.words = verdict_said(latest), why_said(latest)
        self._table.show(results)
        self.place_again()

    def arrange(self, rect: Rect, look: Look) -> None:
        rest = self._verdict.place_top(rect, look, look.px(34), look.px(6))
        rest = self._why.place_top(rest, look, self._why.needed_height(look, rest.width), look.px(8))
        few = self._few.needed_height(look, rest.width)
        self._few.is_visible = rest.height >= few
        rest = self._few.place_top(rest, look, few, look.px(10))
        self._table.place(rest, look)


class _Tried(Group):
    """Dog, part, guess and score of the trials of this session, the latest first; as many as fit."""

    def __init__(self) -> None:
        super().__init__()
        self._results: list[Result] = []

    def show(self, results: list[Result]) -> None:
        """List them."""
        self._results = results[::-1]
        self.invalidate()

    def draw_behind(self, surface: Surface, look: Look) -> None:
        palette, row = look.palette, look.px(22)
        room = self.rect.height // row - 1
        if room < 1:
            return
        shown = self._results[:room]
        lines = rows(
            Rect(self.rect.left, self.rect.top, self.rect.width, row * (len(shown) + 1)), [1] * (len(shown) + 1), 0
        )
        self._draw_row(
            surface, look, lines[0], (PartsText.EARLIER, "", PartsText.HEAD_GUESS, PartsText.HEAD_SCORE), True
        )
        for result, line in zip(shown, lines[1:], strict=True):
            surface.fill(palette.line, Rect(line.left, line.top, line.width, look.px(1)))
            guess, score = guess_said(result.guess, result.score.played), score_said(result.score)
            dog = partial(dog_name, dog=result.dog)
            self._draw_row(surface, look, line, (dog, NAMES[result.part], guess, score), False)

    @staticmethod
    def _draw_row(surface: Surface, look: Look, line: Rect, cells: tuple[Words, ...], is_head: bool) -> None:
        color, size = (look.palette.muted, Size.TINY) if is_head else (look.palette.ink, Size.SMALL)
        rest = line
        boxes = []
        for share in (0.36, 0.3, 0.17):
            box, rest = cut_left(rest, round(line.width * share))
            boxes.append(box.inflate(-look.px(6), 0))
        boxes.append(rest)
        for words, box in zip(cells, boxes, strict=True):
            look.text(surface, words, box, size, color)
