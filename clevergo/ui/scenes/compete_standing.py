"""How a tournament stands: progress, the cross table, who leads, and every game played."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect, Surface

from clevergo.app.tournament import GameResult, TournamentPlan, TournamentState
from clevergo.app.tournament_session import ACTIVE, TournamentSnapshot
from clevergo.ui.layout import cut_bottom, cut_left, cut_right, cut_top, inset
from clevergo.ui.scenes.compete_table import CrossTable
from clevergo.ui.scenes.compete_words import entrant_name, lead_said
from clevergo.ui.texts.compete import CompeteText
from clevergo.ui.theme import GAP, Size
from clevergo.ui.widgets.base import Group, Widget
from clevergo.ui.widgets.button import Button, ButtonKind
from clevergo.ui.widgets.label import Label, Panel, Paragraph
from clevergo.ui.widgets.listview import ListView
from clevergo.ui.widgets.look import Align, Look

_ROW, _TITLE, _HEAD = 28, 26, 66
_LEAST_GAMES = 3
_STATE_WORDS = {
    TournamentState.STARTING: CompeteText.STARTING,
    TournamentState.PAUSED: CompeteText.PAUSED,
    TournamentState.STOPPED: CompeteText.STOPPED,
    TournamentState.FINISHED: CompeteText.FINISHED,
}


class ProgressLine(Widget):
    """A thin bar: how much is done."""

    def __init__(self) -> None:
        super().__init__()
        self._share = 0.0

    def show(self, share: float) -> None:
        """How much is done, 0 to 1."""
        if share != self._share:
            self._share = share
            self.invalidate()

    def draw(self, surface: Surface, look: Look) -> None:
        look.rounded(surface, self.rect, 3, look.palette.sunken, look.palette.line)
        if self._share > 0:
            done = Rect(self.rect)
            done.width = max(round(self.rect.width * self._share), self.rect.height)
            look.rounded(surface, done, 3, look.palette.jade)


class StandingColumn(Group):
    """The column beside the board while a tournament goes on, and afterwards."""

    def __init__(
        self, toggle: Callable[[], None], choose_anew: Callable[[], None], open_game: Callable[[GameResult], None]
    ) -> None:
        super().__init__()
        self._plan: TournamentPlan | None = None
        self._head = Panel()
        self._title = Label("", Size.HEADING, bold=True)
        self._state = Label("", Size.SMALL, align=Align.RIGHT, color="muted")
        self._progress = ProgressLine()
        self._head.add(self._title, self._state, self._progress)
        self._panel = Panel()
        self._table = CrossTable()
        self._lead = Paragraph("", Size.SMALL, color="muted")
        self._panel.add(self._table, self._lead)
        self._games_panel = Panel()
        self._games_title = Label(CompeteText.GAMES, Size.BODY, bold=True)
        self._no_games = Label(CompeteText.NO_GAMES, Size.SMALL, color="muted")
        self._games: ListView[GameResult] = ListView(
            self._draw_game, _ROW, open_game, id="compete.games", tip=CompeteText.TIP_GAMES
        )
        self._games_panel.add(self._games_title, self._no_games, self._games)
        self._toggle = Button(CompeteText.STOP, toggle, ButtonKind.PRIMARY, size=Size.HEADING, id="compete.toggle")
        self._new = Button(CompeteText.NEW, choose_anew, id="compete.new")
        self.add(self._head, self._panel, self._games_panel, self._toggle, self._new)

    def show(self, shown: TournamentSnapshot) -> None:
        """How it stands now."""
        plan = shown.plan
        assert plan is not None
        is_other = self._plan is not plan
        self._plan = plan
        self._title.words = CompeteText.MATCH if len(plan.players) == 2 else CompeteText.ROUND_ROBIN
        done = len(shown.results)
        words = _STATE_WORDS.get(shown.state)
        self._state.words = lambda s: " · ".join(
            ([s.get(words)] if words is not None else []) + [s.get(CompeteText.PROGRESS, done=done, games=plan.games)]
        )
        self._progress.show(done / plan.games)
        table = shown.table
        if table is not None:
            self._table.show(plan, table)
            self._lead.words = lambda s: lead_said(s, plan, table)
        self._games.rows = shown.results[::-1]
        self._games.is_visible, self._no_games.is_visible = bool(done), not done
        self._show_buttons(shown.state)
        if is_other and self.root is not None and self.rect.width:
            self.place(self.rect, self.root.look)

    def _show_buttons(self, state: TournamentState) -> None:
        is_active = state in ACTIVE
        self._toggle.words = CompeteText.STOP if is_active else CompeteText.GO_ON
        was_visible = self._toggle.is_visible
        self._toggle.is_visible = state is not TournamentState.FINISHED
        self._new.is_enabled = not is_active
        self._new.kind = ButtonKind.PLAIN if self._toggle.is_visible else ButtonKind.PRIMARY
        if was_visible != self._toggle.is_visible and self.root is not None and self.rect.width:
            self.place(self.rect, self.root.look)

    def _draw_game(self, surface: Surface, look: Look, rect: Rect, game: GameResult) -> None:
        plan, palette, strings = self._plan, look.palette, look.strings
        assert plan is not None
        box = inset(rect, look.px(8), 0)
        number, rest = cut_left(box, look.px(34))
        rest, plies = cut_right(rest, look.px(76), look.px(4))
        names, result = cut_right(rest, look.px(64), look.px(6))
        black, white = (entrant_name(strings, plan.players[p]) for p in (game.fixture.black, game.fixture.white))
        look.text(surface, str(game.fixture.number + 1), number, Size.TINY, palette.muted)
        met = strings.get(CompeteText.BLACK_WHITE, black=black, white=white)
        has_room = look.width(met, Size.SMALL) <= names.width
        if not has_room:  # the names matter more than how long the game was
            names, result = cut_right(Rect(rest.left, rest.top, plies.right - rest.left, rest.height), look.px(64))
        look.text(surface, met, names, Size.SMALL)
        look.text(surface, game.result, result, Size.SMALL, palette.ink, True, Align.RIGHT)
        if has_room:
            said = strings.get(CompeteText.MOVES, n=game.plies)
            look.text(surface, said, plies, Size.TINY, palette.muted, False, Align.RIGHT)

    # --- layout ---

    def place(self, rect: Rect, look: Look) -> None:
        super().place(rect, look)
        head, rest = cut_top(rect, look.px(_HEAD), look.px(GAP))
        self._place_head(head, look)
        rest, foot = cut_bottom(rest, look.px(50), look.px(GAP))
        if self._toggle.is_visible:
            toggle, new = cut_right(foot, max(self._new.needed_width(look), look.px(120)), look.px(10))
            self._toggle.place(toggle, look)
            self._new.place(new, look)
        else:
            self._new.place(foot, look)
        players = len(self._plan.players) if self._plan is not None else 2
        lead = look.px(8) + 2 * look.line_height(Size.SMALL) if players == 2 else 0
        games = look.px(28 + _TITLE + 4 + _LEAST_GAMES * _ROW + GAP)
        height = CrossTable.needed_height(players, rest.height - games - look.px(28) - lead, look)
        panel, games_rect = cut_top(rest, height + lead + look.px(28), look.px(GAP))
        self._panel.place(panel, look)
        table, words = cut_top(self._panel.inner(look), height, look.px(8))
        self._table.place(table, look)
        self._lead.is_visible = bool(lead)
        self._lead.place(words, look)
        self._place_games(games_rect, look)

    def _place_head(self, head: Rect, look: Look) -> None:
        self._head.place(head, look)
        line, bar = cut_top(self._head.inner(look, 16, 10), look.px(28), look.px(8))
        title, state = cut_left(line, look.width(look.say(self._title.words), Size.HEADING, True) + look.px(12))
        self._title.place(title, look)
        self._state.place(state, look)
        self._progress.place(Rect(bar.left, bar.top, bar.width, look.px(6)), look)

    def _place_games(self, rect: Rect, look: Look) -> None:
        self._games_panel.is_visible = rect.height >= look.px(24 + _ROW)
        if not self._games_panel.is_visible:
            return
        self._games_panel.place(rect, look)
        rest = self._games_panel.inner(look, 12, 12)
        self._games_title.is_visible = rest.height >= look.px(_TITLE + 4 + 2 * _ROW)
        if self._games_title.is_visible:
            title, rest = cut_top(rest, look.px(_TITLE), look.px(4))
            self._games_title.place(title.move(look.px(4), 0), look)
        self._no_games.place(Rect(rest.left + look.px(4), rest.top, rest.width, look.px(24)), look)
        self._games.place(rest, look)
