"""The page itself: whom one can play, oneself, and the way to everything else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pygame import Rect

from clevergo.app.ladder.ladder import Ladder
from clevergo.app.ladder.rungs import Standing
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
from clevergo.ui.scenes.play.ladder.person import PersonPanel
from clevergo.ui.scenes.play.ladder.row import PortraitRow
from clevergo.ui.scenes.play.ladder.words import terms_tip, terms_words, upcoming_of, way_words
from clevergo.ui.scenes.play.words import names_of
from clevergo.ui.scenes.shared.terms import game_words
from clevergo.ui.strings import LadderText, MeetText, PlayText, Text

_HEAD, _FOOT, _SEGMENTS = 36, 44, 32
_ROOMY = 640
_AMPLE = 720
"""Logical units of height from which the person's panel is high enough for larger portraits on its scale."""


class LadderPage(Group):
    """Portraits, the weakest first; below them the person, and the ways to everything else.

    Tab goes as one reads: the game, the portraits, the person, the foot from the left.
    """

    def __init__(
        self,
        ladder: Ladder,
        begin: Callable[[MatchSetup], None],
        more: Callable[[], None],
        back: Callable[[], None],
        record: Button,
        resume: Callable[[], None],
        network: Callable[[], None] | None = None,
        chosen: Callable[[Game], None] = lambda _game: None,
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
            chosen: hears which game the person wants to play.
        """
        super().__init__()
        self._ladder, self._begin, self._chosen = ladder, begin, chosen
        self._game: Game = game_named(next(iter(games())))
        self._title = Label(LadderText.TITLE, Size.DISPLAY, bold=True)
        self._way = Label("", Size.SMALL, color="muted")
        options = [Option(name, game_words(name)) for name in games()]
        self._which = Segmented(options, self._game.name, self._choose_game, "play.ladder.game")
        self._which.is_visible = len(options) > 1
        self._row = PortraitRow(self._play, self._help)
        self._standings: tuple[Standing, ...] = ()
        self._person = PersonPanel(ladder, self._play_even, self.refresh)
        self._more = Button(LadderText.MORE, more, icon=Icon.DOWN, id="play.more", tip=LadderText.MORE_TIP)
        self._back = Button(Text.BACK_TO_GAME, back, id="play.back")
        self._resume = Button(PlayText.RESUME_SHORT, resume, icon=Icon.PLAY, id="play.resume")
        self._resume.is_visible = self._back.is_visible = False
        self._network = Button(MeetText.SHORT, network or (lambda: None), icon=Icon.LINK, id="play.network")
        self._network.is_visible, self._network.tip = network is not None, MeetText.TITLE
        self._record = record
        self._terms = Label("", Size.SMALL, color="muted", id="play.ladder.terms")
        """By which rules one plays here, as the fields that say it are folded into More."""
        self.add(self._terms)
        self.add(self._title, self._way, self._which, self._row, self._person)
        self.add(self._back, self._resume, self._network, self._record, self._more)

    # --- showing ---

    @property
    def game(self) -> Game:
        """Whose ladder is shown."""
        return self._game

    def show(self, game: Game) -> None:
        """Show the ladder of a game, as it is now."""
        self._game, self._which.value = game, game.name
        self._standings = self._ladder.standings(game)
        self._row.show(game, self._standings, upcoming_of(self._standings))
        self._terms.words, self._terms.tip = terms_words(game), terms_tip(game)
        self._person.show(game, self._ladder.even(game), self._standings)
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

    # --- choosing ---

    def play_next(self) -> None:
        """Play whom the person should meet now."""
        upcoming = upcoming_of(self._standings)
        if upcoming is not None:
            self._play(upcoming)

    def _choose_game(self, name: str) -> None:
        self.show(game_named(name))
        self._chosen(self._game)

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
        most = self._row.widest(look)
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
        ways = [way_words(self._standings, is_short) or "" for is_short in (False, True)]
        fitting = (way for way in ways if look.width(look.say(way), Size.SMALL) <= room.width)
        self._way.words = next(fitting, "")
        self._way.place(room.move(0, look.px(4)), look)
        body, foot = cut_bottom(body, look.px(_FOOT), gap)
        self._place_foot(foot, look)
        person = self._person.needed_height(look, rect.height >= look.px(_AMPLE))
        self._row.place(self._person.place_bottom(body, look, person, gap), look)

    def _place_foot(self, foot: Rect, look: Look) -> None:
        buttons: Sequence[Button] = (self._more, self._record, self._network, self._resume, self._back)
        shown = [button for button in buttons if button.is_visible]
        gap = look.px(8)
        needed = sum(max(button.needed_width(look), look.px(104)) for button in shown) + gap * (len(shown) - 1)
        share = min(1.0, foot.width / needed)
        for button in shown:
            foot = button.place_right(foot, look, round(max(button.needed_width(look), look.px(104)) * share), gap)
        self._terms.is_visible = look.width(self._terms.said(look), Size.SMALL) <= foot.width
        self._terms.place(foot, look)
