"""The page itself: whom one can play, oneself, and the way to everything else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pygame import Rect

from clevergo.app.ladder.ladder import Ladder
from clevergo.app.ladder.rungs import WINS_TO_LIGHT, Standing
from clevergo.app.match.messages import MatchSetup, SavedGame
from clevergo.games.game import Game
from clevergo.games.guests import game_named, games
from clevergo.ui.kit.base import Group, cut_bottom, cut_top, inset
from clevergo.ui.kit.button import Button
from clevergo.ui.kit.choice import Option, Segmented
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label
from clevergo.ui.kit.look import Look
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.play.ladder.card import Rows, RungCard
from clevergo.ui.scenes.play.ladder.person import PersonPanel
from clevergo.ui.scenes.play.ladder.words import way_words
from clevergo.ui.scenes.play.words import names_of
from clevergo.ui.scenes.shared.terms import game_words
from clevergo.ui.strings import LadderText, MeetText, PlayText, Text

_HEAD, _FOOT, _SEGMENTS = 36, 44, 32
_NARROWEST, _WIDEST = 124, 300
"""Logical units of a card's width."""
_MOST_ROWS = 2
_LOW_ROW = 150
"""Logical units a second row of cards has to have at least."""
_ROOMY = 640


class LadderPage(Group):
    """Portraits in one or two rows, the weakest first; dogs of one's own that do not fit are left to the other page."""

    def __init__(
        self,
        ladder: Ladder,
        begin: Callable[[MatchSetup], None],
        more: Callable[[], None],
        back: Callable[[], None],
        record: Button,
        resume: Callable[[], None],
        network: Callable[[], None] | None = None,
    ) -> None:
        """A page on which games are chosen.

        Args:
            ladder: whom there is to meet, and who the person is.
            begin: begins a game.
            more: asked for everything else there is to choose.
            back: asked for the game on the board.
            record: opens what can be done with games that were played.
            resume: goes on with the last one.
            network: asked for a game with somebody at another computer; None where there is none.
        """
        super().__init__()
        self._ladder, self._begin = ladder, begin
        self._game: Game = game_named(next(iter(games())))
        self._title = Label(LadderText.TITLE, Size.DISPLAY, bold=True)
        self._way = Label("", Size.SMALL, color="muted")
        options = [Option(name, game_words(name)) for name in games()]
        self._which = Segmented(options, self._game.name, self._choose_game, "play.ladder.game")
        self._which.is_visible = len(options) > 1
        self._cards: list[RungCard] = []
        self._standings: tuple[Standing, ...] = ()
        self._person = PersonPanel(ladder, self._play_even, self.refresh)
        self._more = Button(LadderText.MORE, more, icon=Icon.DOWN, id="play.more", tip=LadderText.MORE_TIP)
        self._back = Button(Text.BACK_TO_GAME, back, id="play.back")
        self._resume = Button(PlayText.RESUME_SHORT, resume, icon=Icon.PLAY, id="play.resume")
        self._resume.is_visible = self._back.is_visible = False
        self._network = Button(MeetText.SHORT, network or (lambda: None), icon=Icon.LINK, id="play.network")
        self._network.is_visible, self._network.tip = network is not None, MeetText.TITLE
        self._record = record
        self.add(self._title, self._way, self._which, self._person, self._back, self._resume)
        self.add(self._record, self._network, self._more)

    # --- showing ---

    @property
    def game(self) -> Game:
        """Whose ladder is shown."""
        return self._game

    def show(self, game: Game) -> None:
        """Show the ladder of a game, as it is now."""
        self._game, self._which.value = game, game.name
        self._standings = self._ladder.standings(game)
        focused = next((i for i, card in enumerate(self._cards) if any(w.has_focus for w in card.walk())), None)
        for card in self._cards:
            self.remove(card)
        upcoming = self._next()
        self._cards = [
            RungCard(game, one, i == upcoming, partial(self._play, i), partial(self._help, i), i)
            for i, one in enumerate(self._standings)
        ]
        self.add(*self._cards)
        if focused is not None and self.root is not None:
            self.root.set_focus(None)
        self._way.words = way_words(self._standings) or ""
        self._person.show(game, self._ladder.even(game))
        self.place_again()

    def refresh(self) -> None:
        """Show what has changed."""
        self.show(self._game)

    def offer_way_back(self, offered: bool) -> None:
        """Whether there is a game to return to."""
        if self._back.is_visible != offered:
            self._back.is_visible = offered
            self.place_again()

    def offer_last(self, game: SavedGame | None) -> None:
        """Whether there is an unfinished game to go on with."""
        if game is not None:
            names, moves = partial(names_of, game=game), PlayText.MOVES_COUNT(n=game.moves)
            self._resume.tip = PlayText.RESUME_LAST(names=names, moves=moves)
        if self._resume.is_visible != (game is not None):
            self._resume.is_visible = game is not None
            self.place_again()

    def _next(self) -> int | None:
        """Whom the person should meet now: the first they have come to and not yet beaten twice."""
        lit = [i for i, one in enumerate(self._standings) if one.is_lit and one.rung.rating is not None]
        return next((i for i in lit if self._standings[i].wins < WINS_TO_LIGHT), lit[-1] if lit else None)

    # --- choosing ---

    def play_next(self) -> None:
        """Play whom the person should meet now."""
        upcoming = self._next()
        if upcoming is not None:
            self._play(upcoming)

    def _choose_game(self, name: str) -> None:
        self.show(game_named(name))

    def _play(self, index: int) -> None:
        self._begin(self._ladder.challenge(self._game, self._standings[index].rung.spec))

    def _help(self, index: int) -> None:
        self._begin(self._ladder.helped_game(self._game, self._standings[index]))

    def _play_even(self) -> None:
        setup = self._ladder.even_game(self._game)
        if setup is not None:
            self._begin(setup)

    # --- placing ---

    def arrange(self, rect: Rect, look: Look) -> None:
        is_roomy = rect.height >= look.px(_ROOMY)
        body = inset(rect, look.px(28 if is_roomy else 16), look.px(24 if is_roomy else 12))
        most = look.px(_WIDEST * 7)
        if body.width > most:
            body = Rect(body.centerx - most // 2, body.top, most, body.height)
        gap = look.px(16 if is_roomy else 10)
        head, body = cut_top(body, look.px(_HEAD), gap)
        if self._which.is_visible:
            width = min(self._which.needed_width(look), head.width // 2)
            bar = Rect(head.right - width, head.centery - look.px(_SEGMENTS) // 2, width, look.px(_SEGMENTS))
            self._which.place(bar, look)
            head.width -= width + look.px(12)
        said = look.width(look.say(LadderText.TITLE), Size.DISPLAY, True)
        self._title.place(head, look)
        room = Rect(head.left + said + look.px(18), head.top, head.width - said - look.px(18), head.height)
        self._way.is_visible = look.width(look.say(self._way.words), Size.SMALL) <= room.width
        self._way.place(room.move(0, look.px(4)), look)
        body, foot = cut_bottom(body, look.px(_FOOT), gap)
        self._place_foot(foot, look)
        body, person = cut_bottom(body, self._person.needed_height(look), gap)
        self._person.place(person, look)
        self._place_cards(body, look, look.px(12 if is_roomy else 8))

    def _place_foot(self, foot: Rect, look: Look) -> None:
        buttons: Sequence[Button] = (self._more, self._record, self._network, self._resume, self._back)
        shown = [button for button in buttons if button.is_visible]
        gap = look.px(8)
        needed = sum(max(button.needed_width(look), look.px(104)) for button in shown) + gap * (len(shown) - 1)
        share = min(1.0, foot.width / needed)
        for button in shown:
            foot = button.place_right(foot, look, round(max(button.needed_width(look), look.px(104)) * share), gap)

    def _place_cards(self, body: Rect, look: Look, gap: int) -> None:
        if not self._cards:
            return
        across = max((body.width + gap) // (look.px(_NARROWEST) + gap), 1)
        can_wrap = body.height >= look.px(2 * _LOW_ROW) + gap
        rows = min(-(-len(self._cards) // across), _MOST_ROWS if can_wrap else 1)
        shown = self._chosen(rows * across)
        across = -(-len(shown) // rows)
        width = min((body.width - gap * (across - 1)) // across, look.px(_WIDEST))
        room = (body.height - gap * (rows - 1)) // rows
        shared = Rows.of(shown, look, width, room)
        height = min(room, shared.height(look))
        top = body.top + (body.height - rows * height - (rows - 1) * gap) // 2
        for card in self._cards:
            card.is_visible = card in shown
        for i, card in enumerate(shown):
            row, column = divmod(i, across)
            in_row = min(across, len(shown) - row * across)
            left = body.left + (body.width - in_row * width - (in_row - 1) * gap) // 2
            place = Rect(left + column * (width + gap), top + row * (height + gap), width, height)
            card.share_rows(shared)
            card.place(place, look)

    def _chosen(self, most: int) -> list[RungCard]:
        """The cards there is room for: the shipped dog's, and of one's own those with a rating first."""
        ranked = sorted(
            range(len(self._cards)),
            key=lambda i: (not self._standings[i].rung.is_shipped, self._standings[i].rung.rating is None, i),
        )
        kept = set(ranked[:most])
        return [card for i, card in enumerate(self._cards) if i in kept]
