"""What a run notices: firsts, the game that turned most, wins, and what the bare net says to set pieces."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clevergo.games.color import Color
from clevergo.games.five.game import GAME as FIVE
from clevergo.games.game import Game
from clevergo.games.go.game import GAME as GO
from clevergo.games.go.rules import Ruleset
from clevergo.games.guests import games
from clevergo.games.record import GameRecord
from clevergo.games.sgf.codec import from_sgf
from clevergo.locale import Language, languages
from clevergo.nn.description import NetConfig
from clevergo.training.config import TrainingConfig
from clevergo.training.learner.lessons import Learner
from clevergo.training.learner.store import RunStore
from clevergo.training.moments.best import TURN, worth_of_self_play, worth_of_win
from clevergo.training.moments.exam import Exam
from clevergo.training.moments.known import BEST, KnownMoments
from clevergo.training.moments.watch import Watch, record_of
from clevergo.training.ratings.arena import Arena
from clevergo.training.run.events import Noted
from clevergo.training.run.processes import ProcessPlan
from clevergo.training.selfplay.finished import FinishedGame
from clevergo.ui.strings import Strings


def finished(moves: str, values: list[float], margin: float = 3.5, game: Game = GO, size: int = 5) -> FinishedGame:
    start = np.zeros(game.num_start, np.float32)
    start[:2] = (6.5,) if game is GO else (0, 5)
    grid, actions = game.grid(size, size), game.num_actions(size)
    return FinishedGame(
        game=game,
        size=size,
        start=start,
        moves=np.array([grid.action(move) for move in moves.split()], np.int16),
        plies=np.arange(len(values), dtype=np.int16),
        targets=np.zeros((len(values), actions), np.uint16),
        values=np.array(values, np.float32),
        surprises=np.zeros(len(values), np.float32),
        margin=margin,
        owners=np.zeros(game.num_owned(size), np.int8),
    )


CAPTURE = finished("A2 A1 B1 C3", [0.1, -0.1, 0.9, -0.9])


def test_what_was_there_once_is_told_once_with_the_game_and_the_board() -> None:
    watch = Watch(GO, KnownMoments(best=(0.0, 0.0), name="pup"))
    (noted,) = watch.look(CAPTURE, 1)
    assert (noted.kind, noted.games, noted.ply) == ("capture", 1, 3)
    assert noted.rows[3:] == ("X....", ".X...")
    record = from_sgf(noted.sgf)
    assert (record.black, record.moves) == ("pup", tuple(CAPTURE.moves[:3].tolist()))
    assert [node.action for node in record.main_line()[1:]] == CAPTURE.moves.tolist()
    assert watch.look(CAPTURE, 2) == []


def test_what_is_known_is_not_looked_for() -> None:
    assert Watch(GO, KnownMoments(frozenset({"capture"}), (0.0, 0.0))).look(CAPTURE, 9) == []


def test_of_games_against_itself_the_one_that_turned_most_is_kept_until_somebody_was_beaten() -> None:
    lost_at_first = finished("A2 A1 B1 C3", [-0.8, 0.8, -0.2, -0.9])
    watch = Watch(GO, KnownMoments(frozenset({"capture"})))
    told = [[noted.score for noted in watch.look(game, 1)] for game in (CAPTURE, lost_at_first, CAPTURE)]
    assert told == [[(TURN, pytest.approx(0.45))], [(TURN, pytest.approx(0.9))], []]
    watch = Watch(GO, KnownMoments(frozenset({"capture"}), (0.0, 0.1)))
    assert watch.look(lost_at_first, 1) == []


def test_the_winner_stood_worst_where_its_chances_were_lowest_whoever_began() -> None:
    assert worth_of_self_play(finished("A2 A1 B1 C3", [0.2, -0.2, -0.6, 0.1])) == ((TURN, pytest.approx(0.8)), 2)
    assert worth_of_self_play(finished("A2 A1 B1 C3", [0.2, -0.2, 0.6, -0.7], margin=-1.0)) == (
        (TURN, pytest.approx(0.85)),
        3,
    )
    assert worth_of_self_play(finished("A2 A1", [0.0, 0.0], margin=0.0))[0] == (TURN, 0.0)
    laid = finished("A1 B2", [0.4, -0.9], margin=-1.0, game=FIVE, size=9)
    laid.start[2] = 41.0  # one stone lies: White begins
    assert worth_of_self_play(laid) == ((TURN, pytest.approx(0.3)), 0)


def test_a_win_over_a_stronger_player_is_better_and_of_two_the_one_that_looked_lost() -> None:
    assert worth_of_win(535.0, [0.5, 0.2, 0.9]) == ((535.0, 0.8), 1)
    assert worth_of_win(926.0, [0.9]) > worth_of_win(535.0, [0.01])
    assert worth_of_win(535.0, []) == ((535.0, 0.0), 0)
    assert KnownMoments().after(BEST, (535.0, 0.8)).after("ko").best == (535.0, 0.8)


def test_a_game_of_five_that_began_from_an_opening_is_a_record_of_its_own_rules() -> None:
    game = finished("A1 A2", [0.0, 0.0], game=FIVE, size=9)
    game.start[:5] = (1, 5, 41, 42, 43)
    rules, start = FIVE.dealt(9, game.start)
    assert (rules.rule.value, rules.row) == ("standard", 5)
    assert (start.black, start.white, start.to_play) == ((40, 42), (41,), Color.WHITE)
    record = record_of(game)
    assert record.rules == rules
    assert record.moves == tuple(game.moves.tolist())


def test_a_game_cut_off_at_its_limit_is_counted_as_it_was() -> None:
    outcome = record_of(CAPTURE).outcome
    assert outcome is not None
    assert outcome.points() == "B+3.5"


def test_where_one_move_alone_is_considered_the_net_does_not_say_how_a_win_stood(tmp_path: Path) -> None:
    """A four is made and stopped without a search, so no dog learns what it is worth."""

    class Brain:
        def judge(self, positions: list[Any]) -> tuple[None, Any]:
            """It takes Black's chances for worse with each move."""
            return None, np.array([-0.1 * it.ply if it.to_play is Color.BLACK else 0.1 * it.ply for it in positions])

    rules = FIVE.agree({"size": 9})[0]
    moves = ("E5", "E6", "F5", "F6", "G5", "G6", "H5", "I5", "D5")
    record = GameRecord.from_moves(rules, map(rules.grid.action, moves))
    config = TrainingConfig(net=NetConfig(size=9, game="five"), size=9)
    arena = Arena(ProcessPlan(tmp_path, config), None)  # type: ignore[arg-type]
    best = arena._judged(record, 800.0, Color.BLACK, Brain())  # type: ignore[arg-type]
    assert (best.worth.strength, best.worth.swing, best.ply) == (800.0, pytest.approx(0.75), 5)
    told = [node.black_win_rate is not None for node in record.main_line()]
    assert told == [False] + [True] * 6 + [False] * 3


# --- set pieces ---


class SaysAnswers:
    """A net that knows the first answer to every piece but one."""

    config = NetConfig()

    def __init__(self, exam: Exam, but: int) -> None:
        self.prior = np.full((len(exam.pieces), 82), 0.001, np.float32)
        for row, piece in enumerate(exam.pieces):
            self.prior[row, min(piece.answers)] = 0.5
        occupied = int(np.flatnonzero(exam.pieces[but].position.stones)[0])
        self.prior[but] = 0.001
        self.prior[but, occupied] = 0.9  # it would like what may not be played

    def run(self, planes: Any) -> Any:
        assert planes.shape == (len(self.prior), 16, 9, 9)
        return type("Said", (), {"prior": self.prior})


def test_marks_are_by_kind_and_only_what_may_be_played_is_a_guess() -> None:
    exam = Exam(Ruleset(9, 7.0))
    marks = exam.ask(SaysAnswers(exam, but=0))  # type: ignore[arg-type]
    kinds = list(dict.fromkeys(piece.kind for piece in exam.pieces))
    assert [(mark.kind, mark.right, mark.asked) for mark in marks] == [
        (kind, 9 if kind == exam.pieces[0].kind else 10, 10) for kind in kinds
    ]
    assert exam.pieces[0].position.legal_moves[marks[0].guesses[0]]


def test_a_game_without_pieces_asks_nothing() -> None:
    assert Exam(Ruleset(5)).ask(SaysAnswers.__new__(SaysAnswers)) == ()  # type: ignore[arg-type]


def test_a_learner_is_asked_and_stays_as_it_is(tmp_path: Path) -> None:
    learner = Learner(RunStore(tmp_path), TrainingConfig(net=NetConfig(blocks=1, channels=8)))
    before = learner._step.optimizer.weights.copy()
    marks = learner.examine()
    assert [mark.asked for mark in marks] == [10] * 5
    assert marks == learner.examine()
    assert (learner._step.optimizer.weights == before).all()


# --- words ---


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
def test_every_moment_and_every_kind_of_piece_has_words(language: Language) -> None:
    strings, wanted = Strings(language), {"moment.won", "moment.other"}
    for game in games().values():
        wanted |= {f"moment.{game.name}.{name}" for name in (game.moments.MOMENTS if game.moments else ())}
        wanted |= {f"piece.{game.name}.{piece.kind}" for piece in game.set_pieces(game.agree({})[0])}
    assert {key for key in wanted if not strings.has(key)} == set()


def test_what_is_told_of_a_moment_can_be_sent_between_processes() -> None:
    import pickle

    watch = Watch(GO, KnownMoments())
    for noted in watch.look(CAPTURE, 1):
        assert isinstance(noted, Noted)
        assert pickle.loads(pickle.dumps(noted)) == noted
