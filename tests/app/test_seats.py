"""Players changed in the middle of a game: the board is kept, and the game waits until it is started again."""

from __future__ import annotations

from pathlib import Path

import pytest

from clevergo.app.match.messages import MatchPhase, MatchSetup, Thinking
from clevergo.games.color import Color
from clevergo.games.five.rules import FiveRules, OpeningRule
from clevergo.games.sgf.codec import from_sgf
from clevergo.players.spec import PlayerSpec
from tests.app.tables import kept
from tests.app.test_match import DOG, HUMAN, MACHINE, SMALL, Stage, give_weights

RANDOM = PlayerSpec.parse("random")


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path)


def test_the_board_is_kept_and_the_game_waits(stage: Stage) -> None:
    stage.begin(HUMAN, HUMAN)
    stage.play(12, 7)
    match_id = stage.seen.match_id
    stage.match.change_players(MACHINE, HUMAN)
    assert (stage.seen.phase, stage.seen.shown.moves, stage.seen.match_id) == (MatchPhase.PAUSED, (12, 7), match_id)
    assert stage.engine.thinks == [], "nobody thinks yet"
    stage.match.start()
    assert stage.engine.last.seat.spec == MACHINE
    stage.answer(3)
    assert (stage.seen.shown.moves, stage.seen.setup) == ((12, 7, 3), MatchSetup(MACHINE, HUMAN, SMALL))


def test_seats_are_changed_while_the_rules_are_still_being_loaded(stage: Stage) -> None:
    stage.engine.rules_are_loaded = False
    stage.begin(HUMAN, MACHINE)
    stage.match.change_players(MACHINE, HUMAN)
    assert (stage.seen.phase, stage.seen.setup) == (MatchPhase.PAUSED, MatchSetup(MACHINE, HUMAN, SMALL))
    stage.engine.rules_are_loaded = True
    stage.match.poll()
    stage.match.start()
    assert stage.engine.last.seat.spec == MACHINE


def test_what_a_machine_was_thinking_whose_seat_is_taken_falls_on_the_floor(stage: Stage) -> None:
    stage.begin(HUMAN, MACHINE)
    stage.play(12)
    assert stage.seen.thoughts.is_running
    stage.match.change_players(HUMAN, HUMAN)
    assert not stage.seen.thoughts.is_running
    stage.answer(7)
    assert stage.seen.shown.moves == (12,)
    stage.match.start()
    stage.play(8)
    assert stage.seen.shown.moves == (12, 8)


def test_what_a_machine_thought_last_is_gone_with_it(stage: Stage) -> None:
    stage.begin(HUMAN, MACHINE)
    stage.play(12)
    stage.answer(7, Thinking(100, 100, 0.9))
    assert stage.seen.thoughts.last is not None
    stage.match.change_players(HUMAN, HUMAN)
    stage.match.start()
    stage.play(8)
    assert stage.seen.thoughts.last is None


def test_the_file_names_those_who_play_now_says_who_played_before_and_goes_on_with_them(stage: Stage) -> None:
    stage.begin(HUMAN, HUMAN)
    stage.play(12, 7)
    stage.match.change_players(HUMAN, MACHINE)
    stage.files()
    path = next(stage.paths.games.glob("*.sgf"))
    read = from_sgf(path.read_bytes())
    assert (read.black, read.white, read.players) == ("Human", "MCTS (100)", ("human", "mcts:100"))
    assert read.node.comment == "[White: Human, from here on MCTS (100)]"
    again = stage.another()
    again.open_game(path)
    while again.snapshot.phase is not MatchPhase.PAUSED:
        again.poll()
    assert (again.snapshot.setup.white, again.snapshot.shown.moves) == (MACHINE, (12, 7))
    again.change_players(RANDOM, MACHINE)
    again.start()
    assert stage.engine.last.seat.spec == RANDOM


def test_one_may_take_back_what_others_played_and_begin_anew_with_the_new_ones(stage: Stage) -> None:
    stage.begin(HUMAN, HUMAN)
    stage.play(12, 7, 3)
    stage.match.change_players(HUMAN, MACHINE)
    stage.match.undo()
    assert stage.seen.shown.moves == (12, 7), "back to where the person is to move"
    stage.match.restart()
    assert (stage.seen.setup.white, stage.seen.shown.moves) == (MACHINE, ())


def test_a_dog_that_is_gone_is_replaced_and_the_game_goes_on(stage: Stage) -> None:
    stage.begin(HUMAN, DOG)
    stage.play(12)
    assert (stage.seen.phase, stage.seen.error is not None) == (MatchPhase.PAUSED, True)
    stage.match.change_players(HUMAN, MACHINE)
    assert stage.seen.error is None
    stage.match.start()
    stage.answer(7)
    assert stage.seen.shown.moves == (12, 7)


def test_a_dog_that_is_renamed_goes_on_under_its_new_name_and_the_file_calls_it_so(stage: Stage) -> None:
    give_weights(stage, stage.kennel.adopt("pup").id)
    stage.begin(HUMAN, DOG)
    stage.play(12)
    stage.answer(7)
    stage.kennel.rename("pup", "Kiki")
    stage.match.dog_renamed("pup", "Kiki")
    stage.play(3)
    assert (stage.seen.phase, stage.seen.error) == (MatchPhase.RUNNING, None)
    assert str(stage.engine.last.seat.spec) == "alphago:Kiki:100"
    stage.answer(8)
    stage.files()
    read = from_sgf(next(stage.paths.games.glob("*.sgf")).read_bytes())
    assert (read.black, read.white, read.players) == ("Human", "Kiki (100)", ("human", "alphago:Kiki:100"))
    stage.match.restart()
    assert str(stage.seen.setup.white) == "alphago:Kiki:100"


def test_a_game_that_is_over_is_saved_and_listed_with_the_dogs_new_name_once(stage: Stage) -> None:
    give_weights(stage, stage.kennel.adopt("pup").id)
    stage.begin(HUMAN, PlayerSpec.parse("alphago:pup@1:100"))
    stage.play(12)
    stage.match.resign()
    stage.files()
    stage.match.dog_renamed("pup", "Kiki")
    stage.files()
    read = from_sgf(next(stage.paths.games.glob("*.sgf")).read_bytes())
    assert read.players == ("human", "alphago:Kiki@1:100")
    assert [row["white"] for row in kept(stage.kennel, "games")] == ["alphago:Kiki@1:100"]


def test_nobody_changes_before_or_after_a_game(stage: Stage) -> None:
    stage.match.change_players(MACHINE, MACHINE)
    assert stage.seen.setup.black.is_human
    stage.begin(HUMAN, HUMAN)
    stage.play(12)
    stage.match.resign()
    stage.match.change_players(MACHINE, MACHINE)
    assert (stage.seen.phase, stage.seen.setup) == (MatchPhase.FINISHED, MatchSetup(HUMAN, HUMAN, SMALL))


def test_players_change_while_colors_are_being_settled_too(stage: Stage) -> None:
    stage.begin(HUMAN, HUMAN, FiveRules(size=9, opening=OpeningRule.SWAP2))  # type: ignore[arg-type]
    stage.play(40, 41, 32)
    assert stage.seen.settling is not None
    assert stage.seen.settling.side is Color.WHITE
    stage.match.change_players(MACHINE, HUMAN)
    stage.match.start()
    stage.match.choose("black")
    assert (stage.seen.setup.black, stage.seen.setup.white) == (HUMAN, MACHINE)
    assert stage.engine.last.seat.spec == MACHINE


def test_moves_that_others_made_before_are_not_those_of_who_sits_down(stage: Stage) -> None:
    stage.begin(MACHINE, MACHINE)
    for action in (12, 7, 3):
        stage.answer(action)
    stage.match.change_players(HUMAN, MACHINE)
    assert stage.seen.by_others == (1, 3)
    stage.match.start()
    stage.answer(8)
    stage.play(16)
    assert stage.seen.by_others == (1, 3), "what the person plays is theirs"
    stage.files()
    stage.match = stage.another()
    stage.match.open_game(next(stage.paths.games.glob("*.sgf")))
    stage.wait_for_game()
    assert stage.seen.by_others == (1, 3), "and the file remembers it"
    stage.match.look_by(-1)
    assert stage.seen.by_others == (1, 3), "wherever one looks"


def test_who_takes_back_what_others_played_has_what_is_played_instead(stage: Stage) -> None:
    stage.begin(MACHINE, HUMAN)
    stage.answer(12)
    stage.play(7)
    stage.answer(3)
    stage.match.change_players(HUMAN, HUMAN)
    assert stage.seen.by_others == (1, 3)
    stage.match.undo()
    stage.match.start()
    stage.play(16)
    assert stage.seen.by_others == (1,)


def test_no_move_of_a_record_is_of_who_plays_on_from_it(stage: Stage, tmp_path: Path) -> None:
    file = tmp_path / "theirs.sgf"
    file.write_bytes(b"(;SZ[5]PB[Ann]PW[Bob];B[cc];W[bb];B[dd];W[cd])")
    stage.match.open_game(file)
    stage.wait_for_game()
    stage.match.go_to(2)
    assert stage.seen.by_others == (), "a record is nobody's here"
    stage.match.play_on(HUMAN, MACHINE)
    stage.play(3)
    stage.answer(8)
    assert (stage.seen.shown.ply, stage.seen.by_others) == (4, (1, 2))
