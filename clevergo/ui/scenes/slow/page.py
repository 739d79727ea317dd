"""The page of slow motion: one search, on the board, as a tree, and in numbers that explain themselves."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import replace

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from clevergo.app.analysis import AnalysisController
from clevergo.app.desk.settings import SceneName
from clevergo.app.engine.messages import Question
from clevergo.app.match.messages import BoardState, MatchSetup
from clevergo.app.slow.motion import ROOT, SlowMotion, SlowRule, SlowWish
from clevergo.games.color import Color
from clevergo.ui.board.view import BoardPicture
from clevergo.ui.kit.base import Group, cut_bottom, cut_left, cut_right, cut_top, inset
from clevergo.ui.kit.button import Button, ButtonKind, Toggle
from clevergo.ui.kit.choice import Dropdown, Option, Segmented
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Panel, Paragraph
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.theme import GAP, Size
from clevergo.ui.scenes.analysis.judges import STRONGEST, Judges, judge_words
from clevergo.ui.scenes.play.words import color_name
from clevergo.ui.scenes.shared.board_pane import BoardPane, HasBoard
from clevergo.ui.scenes.shared.figures_page import BACK_WORDS, Heights, cut_board_page
from clevergo.ui.scenes.shared.table import TableView, TellingGroup
from clevergo.ui.scenes.shared.waiting import Waiting
from clevergo.ui.scenes.slow.account import Account, Accounts
from clevergo.ui.scenes.slow.controls import Controls, PhaseChips
from clevergo.ui.scenes.slow.ladder import LadderView
from clevergo.ui.scenes.slow.timeline import Moment, Phase, Player
from clevergo.ui.scenes.slow.tree import Lit, TreeView, value_color
from clevergo.ui.shell.scene import KeyRow, Page, Services, Visit
from clevergo.ui.strings import KeyText, SlowText, kindly

SIMULATIONS = (8, 16, 32, 64, 100, 200, 400)
_USUAL = {SlowRule.PLAYS: 100, SlowRule.LEARNS: 16}
_FOOT = 40
_TABS, _SENTENCE = 28, 40
_BOARD_SHARE, _TREE_SHARE = 0.5, 0.48
_LADDER, _LADDER_FROM = 176, 560
"""Logical units: its width, and of the panel's width from which it has room."""
_FAR = 10**9
_UNHURRIED = 1.0
"""The speed up to which things move from one moment to the next."""


class Side(enum.Enum):
    """What the numbers tell of."""

    STEP = "step"
    ROOT = "root"


class SlowPage(HasBoard, Page):
    """Asks for a search once it is shown, and tells of it. Leaving it goes back to the scene with the board."""

    wants_escape = True

    def __init__(
        self,
        services: Services,
        question: Question,
        board: BoardState,
        judges: Judges,
        setup: MatchSetup,
        choice: str,
        wish: SlowWish | None = None,
        simulations: int | None = None,
        back: SceneName = SceneName.PLAY,
    ) -> None:
        """``question`` names the position and who searches; ``board`` is what lies there.

        Args:
            choice: whom ``question`` has search, as it was chosen.
            wish: how it is searched at first; None: as in a game.
            simulations: how far at first; None: as far as usual.
            back: the scene that leaving it leads to.
        """
        super().__init__()
        assert services.analysis is not None
        self.services = services
        self._analysis: AnalysisController = services.analysis
        self._question = question
        self._judges, self._setup, self._choice = judges, setup, choice
        self._wish = wish or SlowWish()
        self._wanted = dict(_USUAL) | ({} if simulations is None else {self._wish.rule: simulations})
        self.back = back
        """The scene that leaving it leads to."""
        self._seen = -1
        self._accounts: Accounts | None = None
        self._account: Account | None = None
        self._player = Player()
        self._first_board = board
        self.board = BoardPane(lambda _action: None, self._turned)
        self.board.pointed = self._point
        self._heading = _Heading(self)
        self._tree = _TreePanel(self._place_told, self._place_name, self._look_at_place)
        self._numbers = _NumbersPanel(self._place_of_move, self._refresh_moment)
        self._controls = Controls(self._player, self._moved)
        self._again = Button(SlowText.AGAIN, self._ask, ButtonKind.PRIMARY, id="slow.again")
        self._waiting = Waiting("slow.searching", self._again)
        self.add(self.board, self._heading, self._tree, self._numbers, self._controls, self._waiting)
        self._show_nothing()

    # --- page ---

    def entered(self, visit: Visit | None) -> None:
        self._ask()

    def left(self) -> None:
        self._analysis.drop_motion()

    def close(self) -> None:
        """Back to where it was opened."""
        self.stage.go_to(self.back)

    def arrange(self, rect: Rect, look: Look) -> None:
        rooms = cut_board_page(rect, look, _BOARD_SHARE, Heights(_FOOT, _FOOT), Heights(10, 6))
        self._heading.place(rooms.head, look)
        self._controls.place(rooms.foot, look)
        self.board.place(rooms.board, look)
        tree, numbers = cut_top(rooms.column, round(rooms.column.height * _TREE_SHARE), look.px(GAP - 2))
        self._tree.place(tree, look)
        self._numbers.place(numbers, look)
        self._waiting.place(rooms.column, look)
        self._refresh_moment()

    def update(self, dt: float) -> bool:
        self._analysis.poll()
        if self._analysis.snapshot.version != self._seen:
            self._take()
        if self._player.step(dt):
            self._refresh_moment()
        return self._player.is_playing

    @property
    def keys(self) -> tuple[KeyRow, ...]:
        return (
            (KeyText.SPACE, KeyText.RUN),
            ("←  →", SlowText.KEY_STEP),
            ("PgUp  PgDn", SlowText.KEY_LEAP),
            ("Home  End", KeyText.TO_ENDS),
            ("↑  ↓", SlowText.KEY_SPEED),
            ("O", SlowText.KEY_SIDE),
            ("Esc", KeyText.CLOSE),
        )

    def handle(self, event: Event) -> bool:
        if event.type != pygame.KEYDOWN or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT):
            return False
        player = self._player
        acts: dict[int, Callable[[], None]] = {
            pygame.K_LEFT: lambda: player.go(player.at - 1),
            pygame.K_RIGHT: lambda: player.go(player.at + 1),
            pygame.K_PAGEUP: lambda: player.leap(-1),
            pygame.K_PAGEDOWN: lambda: player.leap(1),
            pygame.K_HOME: lambda: player.go(0),
            pygame.K_END: lambda: player.go(_FAR),
        }
        if event.key == pygame.K_ESCAPE:
            self.close()
        elif event.key == pygame.K_SPACE:
            self._controls.switch()
        elif event.key in (pygame.K_UP, pygame.K_DOWN):
            player.change_speed(1 if event.key == pygame.K_UP else -1)
            self._moved()
        elif event.key == pygame.K_o:
            self._numbers.turn()
        elif event.key in acts:
            player.play(False)
            acts[event.key]()
            self._moved()
        else:
            return False
        return True

    # --- what a person chooses ---

    @property
    def question(self) -> Question:
        """The position, who searches it, and how far."""
        return self._question

    @property
    def wish(self) -> SlowWish:
        """How it is searched."""
        return self._wish

    def judge_options(self) -> list[Option[str]]:
        """Who can be asked."""
        return self._judges.options(self._setup)

    @property
    def judge_choice(self) -> str:
        """Who is asked, as it was chosen."""
        return self._choice if self._judges.is_known(self._choice, self._setup) else STRONGEST

    def choose_judge(self, choice: str) -> None:
        """Watch somebody else search."""
        self._choice = choice
        self.services.preferences.change(mind_judge=choice)
        self._question = replace(self._question, judge=self._judges.resolve(choice, self._setup))
        if self._question.judge is None:
            self._wish = SlowWish()
        self._ask()

    def choose_rule(self, rule: SlowRule) -> None:
        """Search as in a game, or as in self-play."""
        self._wish = replace(self._wish, rule=rule, in_waves=self._wish.in_waves and rule is SlowRule.PLAYS)
        self._ask()

    def choose_simulations(self, simulations: int) -> None:
        """Search further, or less far."""
        self._wanted[self._wish.rule] = simulations
        self._ask()

    def choose_waves(self, in_waves: bool) -> None:
        """One by one, or several at a time."""
        self._wish = replace(self._wish, in_waves=in_waves)
        self._ask()

    def _ask(self) -> None:
        self._question = replace(self._question, visits=self._wanted[self._wish.rule])
        self._analysis.search_slowly(self._question, self._wish)
        self._show_nothing()
        self._take()

    # --- what is shown ---

    def _take(self) -> None:
        """What has come of the question."""
        found = self._analysis.snapshot
        self._seen = found.version
        motion = found.motion
        if motion is not None and (self._accounts is None or self._accounts.motion is not motion):
            self._accounts = Accounts(motion, self.services.preferences.now.coordinates)
            self._player.load(motion)
            self._numbers.begin(motion)
            self._warn()
        self._heading.refresh()
        is_there = self._accounts is not None
        self._tree.is_visible = self._numbers.is_visible = is_there
        self._waiting.is_visible = not is_there
        name = judge_words(self._question.judge)
        if found.error is not None:
            self._waiting.give_up(kindly(found.error), self._again)
        elif is_there:
            self._waiting.rest()
        else:
            self._waiting.wait(SlowText.SEARCHING(name=name))
        self._moved()

    def _warn(self) -> None:
        """Say so where somebody never learned on such a board."""
        judge = self._question.judge
        if self._judges.knows(judge, self._question.rules.size) is False:
            self.stage.toast(SlowText.NEVER_SAW(name=judge_words(judge)))

    def _show_nothing(self) -> None:
        self._accounts = self._account = None
        self._player.clear()
        self._tree.clear()
        coordinates = self.services.preferences.now.coordinates
        self.board.show(BoardPicture(self._first_board, coordinates=coordinates))
        self.board.explain("")

    def _moved(self) -> None:
        self._controls.refresh()
        self._refresh_moment()

    def _refresh_moment(self) -> None:
        accounts = self._accounts
        if accounts is None or self.root is None or not self._player.moments:
            return
        motion, now = accounts.motion, self._player.now
        self._controls.refresh()
        rows, look = self._numbers.rows(self.root.look), self.root.look
        self._tell(accounts, now, rows)
        if self._numbers.rows(look) < rows:  # the sentence has become longer
            self._tell(accounts, now, self._numbers.rows(look))
        way = motion.way(now.simulation)
        if now.phase is Phase.RESULT:
            best = [place for place in range(1, len(motion.places.parent)) if self._is_best(motion, place)][:1]
            way, here = (ROOT, *best), ROOT
        elif now.phase is Phase.SELECT:
            way = way[: now.depth + 1]
            here = way[-1]
        else:
            here = ROOT if now.phase is Phase.BACK_UP else way[-1]
        lit = Lit(accounts.stand(now.done), now.done, way, here, accounts.values_going_up(now))
        self._tree.show(motion, lit, now.phase, self._player.speed <= _UNHURRIED)

    def _tell(self, accounts: Accounts, now: Moment, rows: int) -> None:
        is_root = self._numbers.side is Side.ROOT and now.phase is not Phase.RESULT
        self._account = accounts.of_root(now, rows) if is_root else accounts.of(now, rows)
        self.board.show(self._account.picture)
        self._numbers.show(self._account, accounts.progress(now), now, accounts.motion)

    @staticmethod
    def _is_best(motion: SlowMotion, place: int) -> bool:
        return int(motion.places.parent[place]) == ROOT and int(motion.places.action[place]) == motion.best

    def _turned(self, steps: int) -> None:
        self._player.play(False)
        self._player.go(self._player.at + steps)
        self._moved()

    def _point(self, action: int | None) -> None:
        told = self._account.told if self._account is not None else {}
        self.board.explain(told.get(action, "") if action is not None else "")

    def _place_told(self, place: int) -> Words:
        assert self._accounts is not None
        return self._accounts.place_told(place, self._player.now.done if self._player.moments else 0)

    def _place_name(self, place: int) -> Words:
        assert self._accounts is not None
        return self._accounts.place_name(place)

    def _place_of_move(self, action: int) -> Words:
        assert self._accounts is not None
        return self._accounts.move_name(action)

    def _look_at_place(self, place: int) -> None:
        """To the moment when a place came into the tree."""
        if self._accounts is None:
            return
        first = int(self._accounts.motion.places.first_seen[place])
        wanted = (Phase.EXPAND, Phase.EVALUATE)
        moments = enumerate(self._player.moments)
        at = next((i for i, one in moments if one.simulation == first and one.phase in wanted), None)
        if at is not None:
            self._player.play(False)
            self._player.go(at)
            self._moved()


class _Heading(Group):
    """The way back, what this is, and what can be chosen."""

    def __init__(self, page: SlowPage) -> None:
        super().__init__()
        self._page = page
        self._back = Button(
            BACK_WORDS[page.back], page.close, icon=Icon.LEFT, size=Size.SMALL, id="slow.close", tip=SlowText.TIP_BACK
        )
        self._title = Label(SlowText.TITLE, Size.HEADING, bold=True)
        self._judge: Dropdown[str] = Dropdown([], "", page.choose_judge, id="slow.judge", tip=SlowText.TIP_JUDGE)
        self._rule: Segmented[SlowRule] = Segmented(self._rules(True), SlowRule.PLAYS, page.choose_rule, "slow.rule")
        counts = [Option(n, SlowText.SIMULATIONS(n=n)) for n in SIMULATIONS]
        self._simulations: Dropdown[int] = Dropdown(
            counts, SIMULATIONS[0], page.choose_simulations, id="slow.simulations", tip=SlowText.TIP_SIMULATIONS
        )
        self._waves = Toggle(SlowText.WAVES, False, page.choose_waves, "slow.waves", SlowText.TIP_WAVES)
        self.add(self._back, self._title, self._judge, self._rule, self._simulations, self._waves)

    @staticmethod
    def _rules(can_learn: bool) -> list[Option[SlowRule]]:
        return [
            Option(SlowRule.PLAYS, SlowText.PLAYS, tip=SlowText.TIP_PLAYS),
            Option(SlowRule.LEARNS, SlowText.LEARNS, is_enabled=can_learn, tip=SlowText.TIP_LEARNS),
        ]

    def refresh(self) -> None:
        """Show what is chosen."""
        page = self._page
        has_net = page.question.judge is not None
        self._judge.options, self._judge.value = page.judge_options(), page.judge_choice
        self._rule.options, self._rule.value = self._rules(has_net), page.wish.rule
        self._simulations.value = page.question.visits
        self._waves.value = page.wish.in_waves
        self._waves.is_enabled = has_net and page.wish.rule is SlowRule.PLAYS

    def arrange(self, rect: Rect, look: Look) -> None:
        gap = look.px(10)
        row = inset(rect, 0, look.px(1))
        rest = self._back.place_left(row, look, self._back.needed_width(look), look.px(14))
        waves = look.width(look.say(SlowText.WAVES), Size.SMALL) + look.px(48)
        rest = self._waves.place_right(rest, look, waves, look.px(14))
        widest = max(look.width(look.say(SlowText.SIMULATIONS(n=n))) for n in SIMULATIONS)
        rest = self._simulations.place_right(rest, look, widest + look.px(46), gap)
        rest = self._rule.place_right(rest, look, self._rule.needed_width(look), gap)
        title = look.width(look.say(SlowText.TITLE), Size.HEADING, True) + 2
        self._title.is_visible = rest.width >= title + look.px(120) + gap
        judge, left = rest, rest
        if self._title.is_visible:
            left, judge = cut_right(rest, min(rest.width - title - gap, look.px(220)), gap)
        self._title.place(left, look)
        self._judge.place(judge, look)


class _TreePanel(Panel):
    """The phases, whose good the colors are, and the tree."""

    def __init__(
        self, explain: Callable[[int], Words], name: Callable[[int], Words], chosen: Callable[[int], None]
    ) -> None:
        super().__init__()
        self._chips = PhaseChips()
        self._legend = _Legend()
        self._tree = TreeView(explain, name, chosen)
        self.add(self._chips, self._legend, self._tree)

    def show(self, motion: SlowMotion, lit: Lit, phase: Phase, is_unhurried: bool) -> None:
        """Show how the tree stands in a phase; ``is_unhurried``: there is time to see something move."""
        self._chips.show(phase)
        self._legend.show(motion.to_play)
        self._tree.show(motion, lit, is_unhurried)

    def clear(self) -> None:
        """There is nothing to see."""
        self._chips.show(None)
        self._tree.clear()

    def arrange(self, rect: Rect, look: Look) -> None:
        inner = self.inner(look, 14, 10)
        head, tree = cut_top(inner, look.px(26), look.px(8))
        width = min(self._chips.needed_width(look), head.width)
        legend = self._chips.place_left(head, look, width, look.px(14))
        needed = self._legend.needed_width(look)
        if legend.width < needed:  # it does not fit beside the phases: below the tree
            tree, legend = cut_bottom(tree, look.px(20))
        self._legend.place(cut_right(legend, min(needed, legend.width))[1], look)
        self._tree.place(tree, look)


class _Legend(TellingGroup):
    """From orange to blue, and for whom that is bad and good."""

    def __init__(self) -> None:
        super().__init__()
        self._color = Color.BLACK

    def show(self, color: Color) -> None:
        """Whose good it is."""
        if color is not self._color:
            self._color = color
            self.invalidate()

    def _ends(self, look: Look) -> tuple[str, str]:
        side = color_name(look.strings, self._color)
        return look.strings.get(SlowText.LEGEND_BAD, color=side), look.strings.get(SlowText.LEGEND_GOOD)

    def needed_width(self, look: Look) -> int:
        """Pixels for the words and the colors between them."""
        return sum(look.width(end, Size.TINY) for end in self._ends(look)) + look.px(58)

    def arrange(self, rect: Rect, look: Look) -> None:
        self.tell([(rect, SlowText.TIP_TREE(color=lambda s: color_name(s, self._color)))], look)

    def draw_behind(self, surface: Surface, look: Look) -> None:
        bad, good = self._ends(look)
        left, rest = cut_left(self.rect, look.width(bad, Size.TINY) + 2, look.px(6))
        middle, right = cut_right(rest, look.width(good, Size.TINY) + 2, look.px(6))
        look.text(surface, bad, left, Size.TINY, look.palette.muted)
        look.text(surface, good, right, Size.TINY, look.palette.muted)
        bar = Rect(middle.left, middle.centery - look.px(5), middle.width, look.px(10))
        for x in range(bar.width):
            color = value_color(look.palette, 0.5 * x / max(bar.width, 1) - 0.25)
            surface.fill(color, Rect(bar.left + x, bar.top, 1, bar.height))


class _NumbersPanel(Panel):
    """Which simulation it is, a sentence, a table; beside them who is still in, where moves drop out."""

    def __init__(self, name: Callable[[int], Words], changed: Callable[[], None]) -> None:
        super().__init__()
        self._changed = changed
        self._progress = Label("", Size.BODY, bold=True, tip=SlowText.TIP_PROGRESS)
        self._sides: Segmented[Side] = Segmented(
            [
                Option(Side.STEP, SlowText.STEP_TAB, tip=SlowText.TIP_STEP_TAB),
                Option(Side.ROOT, SlowText.ROOT_TAB, tip=SlowText.TIP_ROOT_TAB),
            ],
            Side.STEP,
            lambda _side: changed(),
            "slow.side",
        )
        self._sentence = Paragraph("", Size.SMALL)
        self._table = TableView()
        self._ladder = LadderView(name)
        self._has_ladder = False
        self.add(self._progress, self._sides, self._sentence, self._table, self._ladder)

    @property
    def side(self) -> Side:
        """What is told of."""
        return self._sides.value

    def turn(self) -> None:
        """Tell of the other side."""
        self._sides.value = Side.ROOT if self._sides.value is Side.STEP else Side.STEP
        self._changed()

    def begin(self, motion: SlowMotion) -> None:
        """Another search is told of."""
        self._has_ladder = bool(motion.rounds) and motion.considered > 1
        self.place_again()

    def rows(self, look: Look) -> int:
        """How many rows there is room for."""
        return self._table.room(look)

    def show(self, account: Account, progress: Words, now: Moment, motion: SlowMotion) -> None:
        """Show a moment."""
        self._progress.words = progress
        if self._sentence.words is not account.sentence:
            self._sentence.words = account.sentence
            self.place_again()
        self._table.show(account.table)
        if self._has_ladder:
            way = motion.way(now.simulation)
            up = int(motion.places.action[way[1]]) if len(way) > 1 and now.phase is not Phase.RESULT else None
            self._ladder.show(motion, int(motion.steps.number[now.simulation]), up, now.phase is Phase.RESULT)

    def arrange(self, rect: Rect, look: Look) -> None:
        inner = self.inner(look, 14, 10)
        head, rest = cut_top(inner, look.px(_TABS), look.px(6))
        told = look.width(look.say(self._progress.words), Size.BODY, True) + look.px(8) + 2
        roomy, least = self._sides.needed_width(look), self._sides.least_width(look)
        wide = roomy if head.width - roomy >= told else least
        self._progress.is_visible = head.width - wide >= told  # the scrubber tells it too
        self._progress.place(self._sides.place_right(head, look, wide, look.px(8)), look)
        self._ladder.is_visible = self._has_ladder and rect.width >= look.px(_LADDER_FROM)
        if self._ladder.is_visible:
            rest, ladder = cut_right(rest, look.px(_LADDER), look.px(20))
            self._ladder.place(ladder, look)
        height = max(look.px(_SENTENCE), self._sentence.needed_height(look, rest.width))
        rest = self._sentence.place_top(rest, look, height, look.px(4))
        self._table.place(rest, look)
