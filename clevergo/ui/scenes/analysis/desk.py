"""Between the match, its analysis and what is shown of it: asks what is wanted, and passes on what was found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pygame
from pygame.event import Event

from clevergo.app.analysis import STUDY_VISITS, AnalysisController, AnalysisSnapshot, Verdict
from clevergo.app.coach.review import Loss, Review
from clevergo.app.desk.settings import MindMode, Settings
from clevergo.app.engine.messages import Question
from clevergo.app.match.messages import MatchPhase, MatchSnapshot
from clevergo.games.color import Color
from clevergo.games.markup import NO_MARKUP
from clevergo.players.protocol import ENDLESS, Candidate, Insight
from clevergo.players.spec import split_age
from clevergo.ui.board.marks import NO_MARKS, Ghost, Marks
from clevergo.ui.kit.look import Words
from clevergo.ui.scenes.analysis.graph import GraphPanel, GraphShown, Mistake, find_mistakes
from clevergo.ui.scenes.analysis.judges import STRONGEST, Judges, judge_words
from clevergo.ui.scenes.analysis.marks import candidate_at, insight_of, line_marks, marks_of, what_holds
from clevergo.ui.scenes.analysis.panel import MindPanel
from clevergo.ui.scenes.film.page import FilmPage
from clevergo.ui.scenes.film.spots import spot_of
from clevergo.ui.scenes.microscope.page import MicroscopePage
from clevergo.ui.scenes.play.words import color_words, point_name
from clevergo.ui.scenes.slow.page import SlowPage
from clevergo.ui.shell.scene import Page, Services
from clevergo.ui.strings import MeetText, MindText, PreparingText, kindly

_CAN_JUDGE = 1500.0
"""Rating from which what a dog says of the chances is worth more than a guess."""


@dataclass(frozen=True)
class _Thoughts:
    """What is to be seen, and whose thoughts these are."""

    insight: Insight
    thinker: str | None
    """A dog, or an age of one; None for random playouts."""
    is_current: bool = True
    """Whether they are about the position on the board."""


class MindDesk:
    """Owns the mind panel and the curve, and says what is drawn over the board.

    ``update`` is called each frame, ``show`` after a change of the match, ``attend`` when the board comes into view or
    goes out of it. ``redraw`` is told when the marks have changed.
    """

    def __init__(
        self,
        services: Services,
        redraw: Callable[[], None],
        show_page: Callable[[Page], None] | None = None,
        helped: Callable[[], None] = lambda: None,
    ) -> None:
        """``show_page`` shows a page in place of the scene; ``helped`` hears that a page tells what to play."""
        assert services.analysis is not None, "a scene with a board needs somebody who analyzes"
        self._analysis: AnalysisController = services.analysis
        self._services = services
        self._redraw = redraw
        self._show_page = show_page
        self._helped = helped
        self._judges = Judges()
        self._match = services.match.snapshot
        self._review: Review | None = None
        self._losses: tuple[Loss, ...] = ()
        self._offered: object = False
        """The match for which judges are offered to choose from."""
        self._seen = -1
        """The version of the analysis that is shown."""
        self._is_resting = True
        self._pointed: Candidate | None = None
        """In the list."""
        self._under: int | None = None
        """On the board."""
        self._noted: dict[tuple[int, int], int] = {}
        """By match and node: the visits of the verdict the record keeps."""
        self.marks: Marks = NO_MARKS
        self.panel = MindPanel(self)
        self.graph = GraphPanel(services.match.go_to, self.switch_study)

    # --- with the scene ---

    def attend(self, is_seen: bool) -> None:
        """The board is seen now, or no longer: nobody thinks about what nobody looks at."""
        if is_seen != self._is_resting:
            return
        self._is_resting = not is_seen
        if is_seen:
            self._judges.look_around(self._services.kennel)
            self._analysis.look_around()
            self._offered = False
            self._ask()
        else:
            self._analysis.look_at(None)
            self._analysis.stop_study()

    def show(self, match: MatchSnapshot, review: Review | None = None, mistakes: tuple[Loss, ...] = ()) -> None:
        """The match has changed, or what a coach says of it: its curve is drawn, with these mistakes on it."""
        self._review, self._losses = review, mistakes
        if match.is_even or match.match_id != self._match.match_id:
            self._analysis.stop_study()
        moved = (match.match_id, match.shown.moves) != (self._match.match_id, self._match.shown.moves)
        self._match = match
        if moved:
            self._pointed = None
            self._analysis.drop_hint()
        self._ask()
        self._refresh()

    def update(self) -> None:
        """Take in what was found since the last frame."""
        self._analysis.poll()
        if self._analysis.snapshot.version != self._seen:
            self._refresh()

    def handle(self, event: Event) -> bool:
        """The keys of analysis."""
        if event.type != pygame.KEYDOWN or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT):
            return False
        if event.key == pygame.K_h:
            self.seek_hint()
        elif event.key == pygame.K_a:
            self.switch(not self._wish.mind_on)
        elif event.key == pygame.K_s:
            self.open_slow()
        elif event.key == pygame.K_f:
            self.open_film()
        elif event.key == pygame.K_n:
            self.open_microscope()
        else:
            return False
        return True

    def hover(self, action: int | None) -> None:
        """The pointer is over a point of the board."""
        if action != self._under:
            self._under = action
            self._refresh_marks()

    @property
    def is_analyzing(self) -> bool:
        """Whether what is looked at is to be analyzed."""
        return self._wish.mind_on and not self._match.is_even

    # --- what a person does on the panel ---

    def switch(self, is_on: bool) -> None:
        """Analyze, or no longer. What is analyzed is seen whole, the move of a hint with the others."""
        self._analysis.pause(False)
        self._analysis.drop_hint()
        self._wishes(mind_on=is_on)

    def choose_judge(self, judge: str) -> None:
        """Hear somebody else."""
        self._analysis.drop_hint()
        self._wishes(mind_judge=judge)

    def choose_mode(self, mode: MindMode) -> None:
        """Draw other thoughts; the worth of each move is known only to an analysis."""
        found = self._analysis.snapshot
        wants_all = mode is not MindMode.OFF and (found.hint is not None or found.is_seeking_hint)
        needs_more = mode is MindMode.VALUE or wants_all
        self._analysis.drop_hint()
        self._wishes(mind_mode=mode, **({"mind_on": True} if needs_more else {}))

    def show_territory(self) -> None:
        """Draw whose each point will be, or no longer."""
        shown = not self._wish.mind_territory
        self._analysis.drop_hint()
        self._wishes(mind_territory=shown, **({"mind_on": True} if shown else {}))

    def choose_visits(self, visits: int) -> None:
        """Think for longer or shorter."""
        self._wishes(mind_visits=visits)

    def switch_pause(self) -> None:
        """Wait, or go on."""
        self._analysis.pause(not self._analysis.is_paused)
        self._refresh()

    def seek_hint(self) -> None:
        """Ask for one move."""
        if self._may_think() and not self._is_settled:
            self._analysis.seek_hint(self._question())
            self._refresh()

    def open_slow(self) -> None:
        """Watch a search of this position step by step."""
        if self._show_page is not None and self._can_search():
            match = self._match
            choice = self._wish.mind_judge
            page = SlowPage(self._services, self._question(), match.shown.board, self._judges, match.setup, choice)
            self._helped()
            self._show_page(page)

    def open_film(self) -> None:
        """See this position as every age of a dog sees it."""
        if self._show_page is None or not self._can_look_inside():
            return
        match, judge = self._match, self._judge()
        board = replace(match.shown.board, markup=NO_MARKUP, dead=None, owners=None)
        page = FilmPage(self._services, [spot_of(match)], board, None if judge is None else split_age(judge)[0])
        self._helped()
        self._show_page(page)

    def open_microscope(self) -> None:
        """See what a net computes of this position."""
        if self._show_page is not None and self._can_look_inside():
            match = self._match
            start, judge = match.setup.start, self._judge()
            page = MicroscopePage(self._services, match.setup.rules, match.shown.moves, match.shown.board, judge, start)
            self._helped()
            self._show_page(page)

    def _can_look_inside(self) -> bool:
        """Whether there is a position to look at."""
        return self._may_think() and self._services.inquiries is not None

    def _can_search(self) -> bool:
        """Whether there is a move to search for."""
        board = self._match.shown.board
        return self._may_think() and not self._is_settled and board.dead is None and board.owners is None

    def switch_study(self) -> None:
        """Go through the whole game, or stop that."""
        if self._analysis.snapshot.study is not None:
            self._analysis.stop_study()
        elif not self._match.is_even:
            game, end = self._whole_game(), self._match.line.end
            is_known = end is not None and end.is_over
            self._analysis.study(game.after(len(game.moves) - 1) if is_known else game)
        self._refresh()

    def point(self, candidate: Candidate | None) -> None:
        """The pointer is on a move of the list."""
        self._pointed = candidate
        self._refresh_marks()

    # --- asking ---

    @property
    def _wish(self) -> Settings:
        """What a person wants to see; whose points become is nothing to see where they become nobody's."""
        wish, has_owners = self._services.preferences.now, bool(self._match.setup.rules.game.owners_name)
        return wish if has_owners or not wish.mind_territory else replace(wish, mind_territory=False)

    def _wishes(self, **values: object) -> None:
        self._services.preferences.change(**values)
        self._ask()
        self._refresh()

    def _judge(self) -> str | None:
        return self._judges.resolve(self._wish.mind_judge, self._match.setup)

    def _question(self) -> Question:
        match, visits = self._match, self._wish.mind_visits or ENDLESS
        whole = self._whole_game()
        return replace(whole, moves=match.shown.moves, visits=visits, dead=whole.dead_after(match.shown.ply))

    def _whole_game(self) -> Question:
        """About the end of the line that is looked at."""
        match = self._match
        moves = tuple(move.action for move in match.line.moves) or match.shown.moves
        rules, end = match.setup.rules, match.line.end
        dead = end.dead if end is not None and end.is_over else None
        # Programs play by the rule they train by, and with people stones are agreed on: nobody knows which before.
        all_live = not match.setup.has_human and rules == rules.for_programs
        return Question(rules, moves, self._judge(), STUDY_VISITS, match.setup.start, dead, all_live)

    @property
    def _is_settled(self) -> bool:
        """Whether the position looked at is the end of a game: its result is known, and no move is left to think of."""
        match = self._match
        return match.line.end is not None and match.line.end.is_over and match.shown.ply >= len(match.line.moves)

    def _may_think(self) -> bool:
        return self._match.phase is not MatchPhase.SETUP and not self._is_resting and not self._match.is_even

    def _ask(self) -> None:
        wanted = self._wish.mind_on and self._may_think() and not self._is_settled
        self._analysis.look_at(self._question() if wanted else None)

    # --- showing ---

    def _refresh(self) -> None:
        found = self._analysis.snapshot
        self._seen = found.version
        thoughts = self._thoughts(found)
        insight = None if thoughts is None else thoughts.insight
        wish = self._wish
        self._offer_judges()
        is_known = self._judges.is_known(wish.mind_judge, self._match.setup)
        self.panel.judge.value = wish.mind_judge if is_known else STRONGEST
        self.panel.hint.is_enabled = self._may_think() and not self._is_settled and not found.is_seeking_hint
        self.panel.slow.is_enabled = self._can_search()
        self.panel.film.is_enabled = self._can_look_inside()
        self.panel.inside.is_enabled = self._can_look_inside()
        self.panel.show(wish, self._match, found, insight, self._analysis.is_paused)
        note, empty = self._note(found, thoughts), self._why_empty(found, insight)
        self.panel.say(note, empty, self._is_waking(found, insight), self._progress(found))
        self._show_graph(found)
        self._refresh_marks()

    def _offer_judges(self) -> None:
        setup = self._match.setup
        offered = setup.rules, setup.black.dog, setup.white.dog
        if offered != self._offered:
            self._offered = offered
            self.panel.judge.options = self._judges.options(setup)

    def _thoughts(self, found: AnalysisSnapshot) -> _Thoughts | None:
        """What to show: of somebody who never saw such a board, only what holds."""
        thoughts = self._all_thoughts(found)
        if thoughts is None or self._knows(thoughts.thinker):
            return thoughts
        return replace(thoughts, insight=what_holds(thoughts.insight))

    def _all_thoughts(self, found: AnalysisSnapshot) -> _Thoughts | None:
        match = self._match
        if self._is_settled:
            return None  # what somebody thought on the way there would only quarrel with the result
        if self._wish.mind_on and found.insight is not None:
            return _Thoughts(found.insight, self._judge())
        actions = match.setup.rules.num_actions
        if match.thoughts.now is not None and match.shown.is_live:
            insight = insight_of(match.thoughts.now, match.shown.to_play, match.shown.ply, actions)
            return _Thoughts(insight, match.setup.player(match.shown.to_play).dog)
        if found.hint is not None:
            return _Thoughts(found.hint.insight, found.hint.question.judge)
        # What was thought before the last move would be taken for an answer while a hint is looked for.
        if match.thoughts.last is not None and match.shown.is_live and not (found.is_seeking_hint or found.hint):
            ply, to_play = match.thoughts.last_ply, match.shown.to_play
            mover = to_play if (match.shown.ply - ply) % 2 == 0 else to_play.opponent
            insight = insight_of(match.thoughts.last, mover, ply, actions)
            return _Thoughts(insight, match.setup.player(mover).dog, ply == match.shown.ply)
        return None

    def _knows(self, judge: str | None) -> bool:
        """Whether what somebody says of the chances on this board may be worth anything."""
        return self._judges.knows(judge, self._match.setup.rules.size) is not False

    def _refresh_marks(self) -> None:
        marks = self._marks()
        if marks != self.marks:
            self.marks = marks
            self._redraw()

    def _marks(self) -> Marks:
        match, found, wish = self._match, self._analysis.snapshot, self._wish
        stones = match.shown.board.stones
        if not self._may_think():
            return NO_MARKS
        thoughts = self._thoughts(found)
        if thoughts is None or not thoughts.is_current or self._is_settled:
            marks = NO_MARKS
        else:
            insight = thoughts.insight
            pointed = self._pointed
            if pointed is None and self._under is not None and wish.mind_mode is not MindMode.OFF:
                pointed = candidate_at(insight, self._under)
            line = () if pointed is None else line_marks(pointed.line, match.shown.to_play, stones)
            if line:
                return Marks(line=line)
            marks = marks_of(insight, wish.mind_mode, wish.mind_territory, stones)
        hint = found.hint
        if hint is not None and not wish.mind_on:
            marks = NO_MARKS  # without an analysis one move is wanted, no more; the list tells the rest
        if hint is not None and hint.action < stones.size and not stones.flat[hint.action]:
            shown = Ghost(hint.action, int(match.shown.to_play), 0)
            kept = tuple(disc for disc in marks.discs if disc.action != hint.action)
            return Marks(marks.heat, marks.owner, kept, (), shown)
        return marks

    def _note(self, found: AnalysisSnapshot, thoughts: _Thoughts | None) -> Words:
        """What is said in place of the legend."""
        wish, judge = self._wish, self._judge()
        if found.hint is not None:
            question, color = found.hint.question, self._match.shown.to_play
            words = MindText.HINT_SAID if self._knows(question.judge) else MindText.HINT_UNPROVEN
            return words(
                name=judge_words(question.judge),
                move=partial(point_name, grid=question.rules.grid, action=found.hint.action),
                color=color_words(color),
                chance=f"{found.hint.win_rate:.0%}",
            )
        if thoughts is None:
            return "" if self._knows(judge) else MindText.NEVER_SAW_SHORT(name=judge_words(judge))
        insight, thinker = thoughts.insight, thoughts.thinker
        if found.is_seeking_hint:
            return MindText.SEEKING_HINT(name=judge_words(judge))
        if not self._knows(thinker):
            return MindText.NEVER_SAW_SHORT(name=judge_words(thinker))
        if not thoughts.is_current:
            return MindText.LOOKS_AT_LAST
        if self._judges.knows(thinker, self._match.setup.rules.size) is None:
            return MindText.NOBODY_KNOWS(name=judge_words(thinker))
        if wish.mind_on and wish.mind_mode is MindMode.POLICY and not insight.has_glance and insight.visits:
            return MindText.NO_GLANCE
        if wish.mind_on and wish.mind_territory and insight.owners is None and insight.visits:
            return MindText.NO_TERRITORY(name=judge_words(judge))
        return ""

    def _why_empty(self, found: AnalysisSnapshot, insight: Insight | None) -> Words:
        if found.error is not None:
            return kindly(found.error)
        if self._match.is_even:
            return MeetText.EVEN_GAME
        if self._is_settled or (insight is not None and not insight.visits):
            return MindText.GAME_OVER
        preparing = self._match.waiting.preparing
        if preparing is not None:
            return PreparingText.RULES(done=preparing.done, total=preparing.total)
        if found.is_seeking_hint:
            return MindText.SEEKING_HINT(name=judge_words(self._judge()))
        if self._match.waiting.is_loading:
            return PreparingText.WAKING
        if not self._wish.mind_on:
            return MindText.OFF_SAID
        return MindText.PAUSED_SAID if self._analysis.is_paused else MindText.WAKING(name=judge_words(self._judge()))

    def _is_waking(self, found: AnalysisSnapshot, insight: Insight | None) -> bool:
        """Whether a mind or a player is still on its way: where no count is known, at least something moves."""
        if found.error is not None:
            return False
        is_asked = found.is_seeking_hint or (self._wish.mind_on and found.is_running)
        return self._match.waiting.is_loading or (is_asked and insight is None)

    def _progress(self, found: AnalysisSnapshot) -> Words:
        thinking = self._match.thoughts.now
        if not self._wish.mind_on and thinking is not None and thinking.total > 1:
            return MindText.STUDYING(done=thinking.done, total=thinking.total)
        visits = found.insight.visits if found.insight is not None else 0
        return MindText.TRIES(n=visits) if visits else ""

    # --- the curve ---

    def _show_graph(self, found: AnalysisSnapshot) -> None:
        game = self._whole_game()
        match, stranger = self._match, self._stranger(game.judge)
        verdicts: tuple[Verdict | None, ...] = (None,) * (len(game.moves) + 1)
        if self._knows(game.judge):
            verdicts = self._analysis.verdicts(game)
            self._note_verdicts(verdicts, found)
        novices = {color: dog for color in Color if (dog := self._novice(color)) is not None}
        rates_of_players = self._of_those_who_can_judge(match.line.black_win_rates, novices)
        known = [None, *rates_of_players, *(None,) * len(game.moves)]
        scores = [None, *self._of_those_who_can_judge(match.line.black_scores, novices), *(None,) * len(game.moves)]
        if self._review is not None:
            coached = zip(self._review.black_rates, self._review.black_leads, strict=True)
            for ply, (rate, lead) in enumerate(coached):
                known[ply], scores[ply] = (rate, lead) if rate is not None else (known[ply], scores[ply])
        if match.line.end is not None and match.line.end.is_over:  # a search knows nothing of what both agreed on
            known[game.last_passes :] = [None] * len(known[game.last_passes :])
        thinking, mover = match.thoughts.now, match.setup.player(match.shown.to_play)
        is_judge = self._knows(mover.dog) and match.shown.to_play not in novices
        if thinking is not None and thinking.done and match.shown.is_live and is_judge:
            known[match.shown.ply] = thinking.black_win_rate
        judged = [None if v is None else v.black_win_rate for v in verdicts]
        # The record's own rates may be those of two players with different minds: their quarrel is no mistake. Nor is a
        # pass at the end of a game, where both agreed on what they left on the board.
        steady = (None if v is None else v.black_steady_rate for v in verdicts[: game.last_passes])
        reckoned = tuple(judged[i] if rate is None else rate for i, rate in enumerate(steady))
        mistakes = find_mistakes(reckoned, match.setup.start.to_play)
        if self._losses:  # where a coach has looked longer, and tells points, its word counts
            mistakes = tuple(Mistake(loss.ply, loss.rate, loss.points) for loss in self._losses)
        rates = [rate if rate is not None else known[i] for i, rate in enumerate(judged)]
        leads = [v.black_score if v is not None else scores[i] for i, v in enumerate(verdicts)]
        result = None if match.line.end is None else match.line.end.outcome
        if result is not None and result.margin is not None:
            rates[-1] = 0.5 if result.winner is None else float(result.winner is Color.BLACK)
            leads[-1] = result.margin
        can_study = self._may_think() and len(game.moves) > 1 and self._knows(game.judge)
        curve = GraphShown(tuple(rates), tuple(leads), game.moves, match.shown.ply, match.setup.rules.grid, mistakes)
        novice = next(iter(novices.values()), None)
        self.graph.show(
            replace(curve, study=found.study, can_study=can_study, result=result, stranger=stranger, novice=novice)
        )

    def _novice(self, color: Color) -> str | None:
        """A dog that plays and knows too little to say how it stands: what it says would be taken for the truth."""
        setup, ladder = self._match.setup, self._services.ladder
        spec = setup.player(color)
        rating = None if ladder is None or spec.dog is None else ladder.strength(setup.rules.game, spec)
        return spec.dog if rating is not None and rating.points < _CAN_JUDGE else None

    def _of_those_who_can_judge(
        self, said: Sequence[float | None], novices: Mapping[Color, str]
    ) -> Sequence[float | None]:
        """What was said of each move by whoever made it, chances or points, without the words of novices."""
        if not novices:
            return said
        first = self._match.setup.start.to_play
        movers = (first if ply % 2 == 0 else first.opponent for ply in range(len(said)))
        return [None if mover in novices else words for words, mover in zip(said, movers, strict=True)]

    def _stranger(self, judge: str | None) -> str | None:
        """Somebody who would draw the curve, had they ever seen such a board: who is asked, or who plays."""
        players = (self._match.setup.player(color).dog for color in Color)
        return next((dog for dog in (judge, *players) if dog is not None and not self._knows(dog)), None)

    def _note_verdicts(self, verdicts: tuple[Verdict | None, ...], found: AnalysisSnapshot) -> None:
        """Have the record keep what was found once it is settled."""
        match = self._match
        for ply, (move, verdict) in enumerate(zip(match.line.moves, verdicts[1:], strict=False), 1):
            is_end = match.line.end is not None and ply == len(verdicts) - 1
            is_running = ply == match.shown.ply and found.is_running
            if verdict is None or is_end or is_running:
                continue
            if verdict.visits < STUDY_VISITS and not verdict.is_proven:
                continue
            key = (match.match_id, move.node)
            if self._noted.get(key, -1) < verdict.visits:
                self._noted[key] = verdict.visits
                self._services.match.judge(move.node, verdict.black_win_rate, verdict.black_score)
