"""How tournaments stand: progress, the cross table, who leads, every game played; and the list of earlier ones."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

from pygame import Rect, Surface

from clevergo.app.tournament.book import WrittenTournament
from clevergo.app.tournament.pairing import Fixture, GameResult, Table, TournamentPlan, TournamentState, table_of
from clevergo.app.tournament.session import ACTIVE, TournamentSnapshot
from clevergo.games.color import Color
from clevergo.players.spec import PlayerSpec
from clevergo.ui.kit.base import Group, Widget, cut_bottom, cut_left, cut_right, cut_top, inset
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.choice import Option, Segmented
from clevergo.ui.kit.dialog import ListDialog
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Panel, Paragraph, ProgressBar
from clevergo.ui.kit.listview import ListView
from clevergo.ui.kit.look import Align, Look
from clevergo.ui.kit.theme import GAP, Size, mix
from clevergo.ui.scenes.compete import course
from clevergo.ui.scenes.compete.course import CoursePanel
from clevergo.ui.scenes.compete.words import entrant_remark, is_measured, lead_said, of_game, points_said, rating_said
from clevergo.ui.scenes.kennel.portrait import kept_face
from clevergo.ui.scenes.play.faces import Face
from clevergo.ui.scenes.play.words import result_said
from clevergo.ui.scenes.shared.player_names import entrant_name, fitted_entrant
from clevergo.ui.scenes.shared.stone import DISC, draw_color_disc
from clevergo.ui.strings import CompeteText, ShareText, Strings

_ROW, _TITLE, _HEAD = 28, 26, 66
_LEAST_GAMES = 3
_BESIDE_STONE, _BETWEEN_NAMES, _PLIES = 16, 10, 66
"""Logical units from a stone to its name, from one name to the next stone, and for a game's length."""
_RESULT_SHARE = 0.19
"""Of a row, that a game's result takes at most where the names have too little room."""
_STATE_WORDS = {
    TournamentState.STARTING: CompeteText.STARTING,
    TournamentState.PAUSED: CompeteText.PAUSED,
    TournamentState.STOPPED: CompeteText.STOPPED,
    TournamentState.FINISHED: CompeteText.FINISHED,
}
_WIDE_RESULT = "W+88.5"
"""One of the widest there are: what stands left of the results stands in line."""


class StandingColumn(Group):
    """The column beside the board while a tournament goes on, and afterwards."""

    def __init__(
        self,
        toggle: Callable[[], None],
        choose_anew: Callable[[], None],
        open_game: Callable[[GameResult], None],
        look_back: Callable[[], None],
        share: Callable[[], None],
        face_of: Callable[[PlayerSpec], Face],
    ) -> None:
        """``face_of`` knows what players look like; the others act."""
        super().__init__()
        self._face_of = face_of
        self._plan: TournamentPlan | None = None
        self._head = Panel()
        self._title = Label("", Size.HEADING, bold=True)
        self._state = Label("", Size.SMALL, align=Align.RIGHT, color="muted")
        self._progress = ProgressBar("compete.progress")
        kind, tip = ButtonKind.QUIET, ShareText.TIP_SHARE
        self._share = Button("", share, kind, Icon.SHARE, id="compete.share", tip=tip)
        self._head.add(self._title, self._state, self._share, self._progress)
        self._panel = Panel()
        self._table = CrossTable()
        self._lead = Paragraph("", Size.SMALL, color="muted")
        self._panel.add(self._table, self._lead)
        self._games_panel = Panel()
        self._games_title = Label(CompeteText.GAMES, Size.BODY, bold=True)
        self._no_games = Label(CompeteText.NO_GAMES, Size.SMALL, color="muted")
        id, tip = "compete.games", CompeteText.TIP_GAMES
        self._games = ListView[GameResult](self._draw_game, _ROW, open_game, id=id, tip=tip, holds=True)
        self._games_panel.add(self._games_title, self._no_games, self._games)
        self._course = CoursePanel()
        # Where there is no room for both, one is shown in the other's place.
        tabs = [Option(False, CompeteText.GAMES), Option(True, CompeteText.TAB_COURSE)]
        self._tabs = Segmented(tabs, False, lambda _: self.place_again(), "compete.tab")
        self._toggle = Button(CompeteText.STOP, toggle, ButtonKind.PRIMARY, size=Size.HEADING, id="compete.toggle")
        self._new = Button(CompeteText.NEW, choose_anew, size=Size.HEADING, id="compete.new")
        id, tip = "compete.earlier", CompeteText.TIP_EARLIER
        self._earlier = Button(CompeteText.EARLIER, look_back, icon=Icon.BOOK, id=id, tip=tip)
        self.add(self._head, self._panel, self._course, self._games_panel, self._tabs)
        self.add(self._toggle, self._new, self._earlier)

    def show(self, shown: TournamentSnapshot, has_earlier: bool = False) -> None:
        """How it stands now, and whether there are other ones to open."""
        plan = shown.plan
        assert plan is not None
        is_other = self._plan is not plan or self._earlier.is_visible != has_earlier
        if self._plan is not plan:
            self._table.faces = tuple(self._face_of(player) for player in plan.players)
        self._plan, self._earlier.is_visible = plan, has_earlier
        title = CompeteText.MATCH if len(plan.players) == 2 else CompeteText.ROUND_ROBIN
        self._title.words = lambda s: of_game(s, plan, s.get(title))
        self._state.words = lambda s: _state_said(s, shown)
        done, table, preparing = len(shown.results), shown.table, shown.preparing
        # Before the first move: how far the players are with getting ready.
        self._progress.is_busy = is_starting = shown.state is TournamentState.STARTING
        self._progress.share = done / plan.games if not is_starting else preparing.share if preparing else None
        if table is not None:
            playing = shown.live if shown.state in ACTIVE else None
            self._table.show(plan, table, None if playing is None else playing.fixture)
            self._lead.words = lambda s: lead_said(s, plan, table)
        self._course.show(plan, shown.results)
        self._share.is_enabled = bool(done) and table is not None
        self._games.rows = shown.results[::-1]
        self._games.is_visible, self._no_games.is_visible = bool(done), not done
        self._show_buttons(shown.state)
        if is_other:
            self.place_again()

    def _show_buttons(self, state: TournamentState) -> None:
        is_active = state in ACTIVE
        self._toggle.words = CompeteText.STOP if is_active else CompeteText.GO_ON
        was_visible = self._toggle.is_visible
        self._toggle.is_visible = state is not TournamentState.FINISHED
        self._new.is_enabled = self._earlier.is_enabled = not is_active
        self._new.kind = ButtonKind.PLAIN if self._toggle.is_visible else ButtonKind.PRIMARY
        if was_visible != self._toggle.is_visible:
            self.place_again()

    def _draw_game(self, surface: Surface, look: Look, rect: Rect, game: GameResult) -> None:
        """Both players with their stones and the result; its number and how long it was where there is room."""
        plan, palette, strings = self._plan, look.palette, look.strings
        assert plan is not None
        box = inset(rect, look.px(8), 0)
        plies = strings.get(CompeteText.MOVES, n=game.plies)
        said = result_said(strings, game.result)
        needed = self._names_width(look, game)  # the names matter most
        widths = [look.width(words, Size.SMALL, True) for words in (said, result_said(strings, _WIDE_RESULT))]
        in_line = max(widths) + look.px(4)
        has_room = needed + in_line + look.px(8) <= box.width
        needed_here = in_line if has_room else min(widths[0] + look.px(4), round(box.width * _RESULT_SHARE))
        names, result = cut_right(box, needed_here, look.px(8))
        number, shorter = cut_left(names, look.px(30))
        if needed <= shorter.width:
            names = shorter
            look.text(surface, str(game.fixture.number + 1), number, Size.TINY, palette.muted)
        shorter, length = cut_right(names, look.px(_PLIES), look.px(6))
        if needed <= shorter.width:
            names = shorter
            look.text(surface, plies, length, Size.TINY, palette.muted, False, Align.RIGHT)
        look.text(surface, said, result, Size.SMALL, palette.ink, True, Align.RIGHT)
        self._draw_names(surface, look, names, game)

    def _names_width(self, look: Look, game: GameResult, is_short: bool = False) -> int:
        assert self._plan is not None
        players = self._plan.players
        both = (players[game.fixture.black], players[game.fixture.white])
        names = (entrant_name(look.strings, player, players, is_short) for player in both)
        words = sum(look.width(name, Size.SMALL) + look.px(_BESIDE_STONE) + 2 for name in names)
        return words + look.px(_BETWEEN_NAMES)

    def _draw_names(self, surface: Surface, look: Look, box: Rect, game: GameResult) -> None:
        """Black and White, the winner in full ink; each at most half of the room where both are long."""
        assert self._plan is not None
        players, is_short = self._plan.players, self._names_width(look, game) > box.width
        is_tight = self._names_width(look, game, is_short) > box.width
        for player, color in ((game.fixture.black, Color.BLACK), (game.fixture.white, Color.WHITE)):
            draw_color_disc(surface, look, box, color)
            _, box = cut_left(box, look.px(_BESIDE_STONE))
            room = box.width
            if color is Color.BLACK and is_tight:
                room = (box.width - look.px(_BETWEEN_NAMES + _BESIDE_STONE)) // 2
            name = entrant_name(look.strings, players[player], players, is_short)
            ink = look.palette.ink if game.winner in (player, None) else look.palette.muted
            drawn = look.text(surface, name, Rect(box.left, box.top, room, box.height), Size.SMALL, ink)
            _, box = cut_left(box, min(drawn.width + look.px(_BETWEEN_NAMES), box.width))

    # --- layout ---

    def arrange(self, rect: Rect, look: Look) -> None:
        head, rest = cut_top(rect, look.px(_HEAD), look.px(GAP))
        self._place_head(head, look)
        rest, foot = cut_bottom(rest, look.px(50), look.px(GAP))
        if self._earlier.is_visible:
            foot = self._earlier.place_right(foot, look, self._earlier.needed_width(look), look.px(10))
        if self._toggle.is_visible:
            toggle = self._new.place_right(foot, look, max(self._new.needed_width(look), look.px(120)), look.px(10))
            self._toggle.place(toggle, look)
        else:
            self._new.place(foot, look)
        players = len(self._plan.players) if self._plan is not None else 2
        lead = look.px(8) + 2 * look.line_height(Size.SMALL) if players == 2 else 0
        games = look.px(28 + _TITLE + 4 + _LEAST_GAMES * _ROW + GAP)
        height = CrossTable.needed_height(players, rest.height - games - look.px(28) - lead, look)
        games_rect = self._panel.place_top(rest, look, height + lead + look.px(28), look.px(GAP))
        words = self._table.place_top(self._panel.inner(look), look, height, look.px(8))
        self._lead.is_visible = bool(lead)
        self._lead.place(words, look)
        self._place_course_and_games(games_rect, look)

    def _place_head(self, head: Rect, look: Look) -> None:
        self._head.place(head, look)
        line, bar = cut_top(self._head.inner(look, 16, 10), look.px(28), look.px(8))
        line = self._share.place_right(line.move(look.px(6), 0), look, line.height, look.px(8))
        line = Rect(line.left - look.px(6), line.top, line.width + look.px(6), line.height)
        title, state = cut_left(line, look.width(look.say(self._title.words), Size.HEADING, True) + look.px(12))
        self._title.place(title, look)
        self._state.place(state, look)
        self._progress.place(Rect(bar.left, bar.top, bar.width, look.px(6)), look)

    def _place_course_and_games(self, rect: Rect, look: Look) -> None:
        """One above the other; where both have no room, the one that is chosen, with the choice at its head."""
        has_course = self._plan is not None and self._plan.games >= course.FEWEST_GAMES
        free = rect.height - look.px(24 + _TITLE + 4 + _LEAST_GAMES * _ROW + GAP)
        has_both = has_course and free >= look.px(course.LEAST)
        self._tabs.is_visible = has_course and not has_both and rect.height >= look.px(course.LEAST)
        is_chosen = self._tabs.is_visible and self._tabs.value
        self._course.is_visible, self._course.title.is_visible = has_both or is_chosen, has_both
        if has_both:
            height = min(max(rect.height * 9 // 20, look.px(course.LEAST)), look.px(course.MOST), free)
            rect = self._course.place_top(rect, look, height, look.px(GAP))
        elif is_chosen:
            self._course.place(rect, look)
        if self._tabs.is_visible:
            head = cut_top(inset(rect, look.px(12), look.px(8)), look.px(_TITLE))[0]
            self._tabs.place(cut_left(head, min(self._tabs.needed_width(look), head.width))[0], look)
        self._place_games(rect, look, not is_chosen)

    def _place_games(self, rect: Rect, look: Look, is_shown: bool) -> None:
        self._games_panel.is_visible = is_shown and rect.height >= look.px(24 + _ROW)
        if not self._games_panel.is_visible:
            return
        self._games_panel.place(rect, look)
        rest = self._games_panel.inner(look, 12, 12)
        has_title = rest.height >= look.px(_TITLE + 4 + 2 * _ROW)
        self._games_title.is_visible = has_title and not self._tabs.is_visible
        if has_title:
            title, rest = cut_top(rest, look.px(_TITLE), look.px(4))
            self._games_title.place(title.move(look.px(4), 0), look)
        self._no_games.place(Rect(rest.left + look.px(4), rest.top, rest.width, look.px(24)), look)
        self._games.place(rest, look)


def _state_said(strings: Strings, shown: TournamentSnapshot) -> str:
    """Where it stands, and how many games have been played; at a first start, how far that is."""
    if shown.preparing is not None and shown.state is TournamentState.STARTING:
        return strings.get(CompeteText.PREPARING, done=shown.preparing.done, total=shown.preparing.total)
    words = _STATE_WORDS.get(shown.state)
    games = shown.plan.games if shown.plan is not None else 0
    played = strings.get(CompeteText.PROGRESS, done=len(shown.results), games=games)
    return f"{strings.get(words)} · {played}" if words is not None else played


# --- the cross table ------------------------------------------------------------------------------------------------

_TABLE_ROW, _LEAST_TABLE_ROW, _TABLE_HEAD = 32, 21, 24
_RATING, _SCORE, _NAME, _NUMBER, _GAP = 84, 62, 96, 22, 10
_EDGE = 8
"""Between the last column and the edge of its row."""
_CELL, _WORDS_FIT = 44, 27
"""The widest cell, and the narrowest with words in it, in logical units."""


def draw_entrant(
    surface: Surface, look: Look, box: Rect, spec: PlayerSpec, players: Sequence[PlayerSpec], bold: bool = False
) -> None:
    """The name of one of ``players``, and how it plays where there is room to say so."""
    said, remark = fitted_entrant(look, spec, players, box.width, Size.BODY, bold), entrant_remark(look.strings, spec)
    look.text(surface, said, box, Size.BODY, look.palette.ink, bold)
    used = look.width(said, Size.BODY, bold) + look.px(14)
    if used + look.width(remark, Size.TINY) <= box.width:
        rest = Rect(box.left + used, box.top, box.width - used, box.height)
        look.text(surface, remark, rest, Size.TINY, look.palette.muted, False, Align.RIGHT)


class CrossTable(Widget):
    """One row a player: place, name, rating with error, score, and a cell for each other player."""

    def __init__(self) -> None:
        super().__init__(tip=CompeteText.TIP_RATING)
        self._plan: TournamentPlan | None = None
        self._table: Table | None = None
        self._playing: Fixture | None = None
        self._told: PlayerSpec | None = None
        """Of whom the tip tells; None: of the figures."""
        self.faces: tuple[Face, ...] = ()
        """What the players look like, in the plan's order."""

    def show(self, plan: TournamentPlan, table: Table, playing: Fixture | None = None) -> None:
        """Show another table, with a stone beside the two that are at the board."""
        if plan is not self._plan or table is not self._table or playing != self._playing:
            self._plan, self._table, self._playing = plan, table, playing
            self.invalidate()

    @staticmethod
    def needed_height(players: int, room: int, look: Look) -> int:
        """Pixels for that many rows, less high where there is no room for high ones."""
        row = max(min(look.px(_TABLE_ROW), (room - look.px(_TABLE_HEAD)) // players), look.px(_LEAST_TABLE_ROW))
        return look.px(_TABLE_HEAD) + players * row

    def hover(self, pos: tuple[int, int]) -> None:
        """Tell of the player under the pointer how it plays; above the rows, and of figures, what they mean."""
        plan, table, root = self._plan, self._table, self.root
        if plan is None or table is None or root is None:
            return
        look, count = root.look, len(plan.players)
        row = self._row_height(look, count)
        place = (pos[1] - self.rect.top - look.px(_TABLE_HEAD)) // row
        whole = Rect(self.rect.left, self.rect.top, self.rect.width, row)
        _, name, *_ = self._parts(whole, look, self._cell_width(look, count))
        if not 0 <= place < count or pos[0] > name.right:
            self._told = None
            self.explain(CompeteText.TIP_RATING)
            return
        spec = plan.players[table.order[place]]
        if self._told is not spec:
            self._told = spec
            called, way = partial(entrant_name, spec=spec, players=plan.players), partial(entrant_remark, spec=spec)
            self.explain(CompeteText.TIP_PLAYER(name=called, way=way))

    def _row_height(self, look: Look, count: int) -> int:
        return (self.rect.height - look.px(_TABLE_HEAD)) // count

    def draw(self, surface: Surface, look: Look) -> None:
        if self._plan is None or self._table is None:
            return
        count = len(self._plan.players)
        row = self._row_height(look, count)
        cell = self._cell_width(look, count)
        self._draw_head(surface, look, cell)
        for place, player in enumerate(self._table.order):
            top = self.rect.top + look.px(_TABLE_HEAD) + place * row
            line = Rect(self.rect.left, top, self.rect.width, row)
            if place % 2 == 0:
                look.rounded(surface, line, 6, mix(look.palette.panel, look.palette.sunken, 0.7))
            self._draw_row(surface, look, line, place, player, cell)

    def _cell_width(self, look: Look, count: int) -> int:
        room = self.rect.width - look.px(_NUMBER + _NAME + _RATING + _SCORE + _GAP)
        return max(min(room // count, look.px(_CELL)), 0) if count > 2 else 0

    def _parts(self, line: Rect, look: Look, cell: int) -> tuple[Rect, Rect, Rect, Rect, Rect]:
        """Number, name, rating, score, and all the cells."""
        count = len(self._plan.players) if self._plan is not None else 0
        number, rest = cut_left(cut_right(line, look.px(_EDGE))[0], look.px(_NUMBER))
        rest, cells = cut_right(rest, cell * count, look.px(_GAP) if cell else 0)
        rest, score = cut_right(rest, look.px(_SCORE))
        name, rating = cut_right(rest, look.px(_RATING))
        return number, name, rating, score, cells

    def _draw_head(self, surface: Surface, look: Look, cell: int) -> None:
        line = Rect(self.rect.left, self.rect.top, self.rect.width, look.px(_TABLE_HEAD))
        _, _, rating, score, cells = self._parts(line, look, cell)
        muted = look.palette.muted
        look.text(surface, CompeteText.RATING, rating, Size.TINY, muted, False, Align.RIGHT)
        look.text(surface, CompeteText.SCORE, score, Size.TINY, muted, False, Align.RIGHT)
        if cell >= look.px(_WORDS_FIT) and self._table is not None:
            for place in range(len(self._table.order)):
                box = Rect(cells.left + place * cell, line.top, cell, line.height)
                look.text(surface, str(place + 1), box, Size.TINY, muted, False, Align.CENTER)

    def _draw_row(self, surface: Surface, look: Look, line: Rect, place: int, player: int, cell: int) -> None:
        assert self._plan is not None
        assert self._table is not None
        palette, table = look.palette, self._table
        number, name, rating, score, cells = self._parts(line, look, cell)
        look.text(surface, str(place + 1), number, Size.SMALL, palette.muted, False, Align.CENTER)
        is_first = place == 0 and table.games(player) > 0
        self._draw_name(surface, look, name, player, is_first)
        rated, games = table.ratings[player], table.games(player)
        if games:
            is_half = len(table.ratings) == 2 and all(is_measured(each.error) for each in table.ratings)
            said = rating_said(rated.points, rated.error, is_half)
            look.text(surface, said, rating, Size.SMALL, palette.gold_text, False, Align.RIGHT)
            whole = f"{points_said(table.score(player))} / {games}"
            look.text(surface, whole, score, Size.SMALL, palette.ink, False, Align.RIGHT)
        for column, other in enumerate(table.order):
            box = Rect(cells.left + column * cell, line.top, cell, line.height).inflate(-look.px(3), -look.px(3))
            if cell:
                self._draw_cell(surface, look, box, player, other)

    def _draw_name(self, surface: Surface, look: Look, box: Rect, player: int, is_first: bool) -> None:
        """The name, with how it plays where no cells take the room, and a stone before who is playing now."""
        assert self._plan is not None
        now, spec = self._playing, self._plan.players[player]
        if now is not None and player in (now.black, now.white):
            draw_color_disc(surface, look, box, Color.BLACK if player == now.black else Color.WHITE)
            _, box = cut_left(box, look.px(2 * DISC + 2), look.px(6))
        box = self._draw_face(surface, look, box, player)
        if len(self._plan.players) == 2:
            draw_entrant(surface, look, box, spec, self._plan.players, is_first)
        else:
            said = fitted_entrant(look, spec, self._plan.players, box.width, Size.SMALL, is_first)
            look.text(surface, said, box, Size.SMALL, look.palette.ink, is_first)

    def _draw_face(self, surface: Surface, look: Look, box: Rect, player: int) -> Rect:
        """A dog's portrait, where its whole name has room beside it; what is left of the box."""
        assert self._plan is not None
        face, players = self.faces[player], self._plan.players
        name, size = (
            entrant_name(look.strings, players[player], players),
            Size.BODY if len(players) == 2 else Size.SMALL,
        )
        diameter = box.height - look.px(4)
        place, rest = cut_left(box, diameter, look.px(6))
        if not face.dog or look.width(name, size, True) > rest.width:
            return box
        picture = kept_face(look, face.dog, diameter, growth=face.growth)
        surface.blit(picture, picture.get_rect(center=place.center))
        return rest

    def _draw_cell(self, surface: Surface, look: Look, box: Rect, player: int, other: int) -> None:
        assert self._table is not None
        palette, games = look.palette, self._table.games(player, other)
        if player == other:
            look.rounded(surface, box, 4, palette.line)
        elif games:
            points = self._table.score(player, other)
            share = points / games
            # Jade for who won, vermilion for who lost, pale enough for words.
            side = palette.jade if share >= 0.5 else palette.accent
            look.rounded(surface, box, 4, mix(palette.panel, side, 0.06 + 0.6 * abs(share - 0.5)))
            if box.width >= look.px(_WORDS_FIT - 3):
                look.text(surface, points_said(points), box, Size.TINY, palette.ink, False, Align.CENTER)


# --- earlier tournaments --------------------------------------------------------------------------------------------

_EARLIER_ROWS, _EARLIER_WIDTH = 8, 620


def earlier_dialog(
    earlier: Sequence[WrittenTournament], chosen: Callable[[WrittenTournament], None]
) -> ListDialog[WrittenTournament]:
    """Every tournament there was, the latest first; a click opens one."""
    words, rows = (CompeteText.EARLIER_TITLE, CompeteText.EARLIER_SAID, CompeteText.BACK), _EARLIER_ROWS
    return ListDialog(*words, _draw_row, earlier, chosen, "compete.earlier.list", rows, _EARLIER_WIDTH)


def met_said(strings: Strings, written: WrittenTournament) -> str:
    """Who met: both of a match, or how many."""
    players = written.plan.players
    if len(players) > 2:
        return of_game(strings, written.plan, strings.get(CompeteText.MEETING, players=len(players)))
    names = [entrant_name(strings, player, players) for player in players]
    return of_game(strings, written.plan, strings.get(CompeteText.BLACK_WHITE, black=names[0], white=names[1]))


def outcome_said(strings: Strings, written: WrittenTournament) -> str:
    """A finished match's score; of everything else, how many games have been played."""
    plan, done = written.plan, len(written.results)
    if len(plan.players) > 2 or not written.is_finished:
        return strings.get(CompeteText.PROGRESS, done=done, games=plan.games)
    table = table_of(plan, written.results)
    first, second = (points_said(table.score(place)) for place in range(2))
    return strings.get(CompeteText.SCORED, first=first, second=second)


def when_said(strings: Strings, created: float) -> str:
    """The day and the time of day: ``21 Nov 14:05``."""
    return f"{strings.day(created)} {time.strftime('%H:%M', time.localtime(created))}"


def _draw_row(surface: Surface, look: Look, rect: Rect, written: WrittenTournament) -> None:
    palette, strings = look.palette, look.strings
    box = inset(rect, look.px(10), 0)
    outcome = outcome_said(strings, written)
    when, rest = cut_left(box, look.px(104), look.px(8))
    names, right = cut_right(rest, look.width(outcome, Size.SMALL, True) + look.px(4), look.px(8))
    look.text(surface, when_said(strings, written.created), when, Size.SMALL, palette.muted)
    look.text(surface, met_said(strings, written), names, Size.BODY, palette.ink)
    look.text(surface, outcome, right, Size.SMALL, palette.ink, True, Align.RIGHT)
