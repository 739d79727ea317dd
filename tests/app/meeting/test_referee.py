"""A tournament over the network without the network: who meets whom, what is passed on, and what nobody can spoil."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from clevergo.app.meeting import ledger as ledgers
from clevergo.app.meeting.ledger import Ledger, RefusedError
from clevergo.app.meeting.referee import PATIENCE, Chair, Referee, Told
from clevergo.app.meeting.sides import Guest
from clevergo.app.meeting.words import (
    MOST_ENTRANTS,
    Act,
    Ask,
    Choose,
    Entrants,
    Entry,
    Hello,
    Mark,
    Move,
    Resign,
    Scores,
    Terms,
    Wish,
)
from clevergo.games.record import GameRecord
from clevergo.problem import Problem
from tests.app.meeting.test_sides import Hours

GO = Terms("go", {"size": 5, "komi": 0.5}, True, tournament=True)
PASS = 25


class Hall:
    """A referee and everybody's programs; what is said arrives at once, unless a line is cut."""

    def __init__(self, *names: str, rounds: int = 2, terms: Terms = GO) -> None:
        self.hours = Hours()
        self.games: list[GameRecord] = []
        self.referee = Referee(terms, rounds, "Ms Wang", self.hours, self.games.append)
        self.guests: dict[Chair, Guest] = {}
        self.gone: set[Chair] = set()
        self.tables: dict[Chair, list[Entrants | Scores]] = {}
        self.chairs = {name: self.come(Guest(name, "pup")) for name in names}
        self.rng = np.random.default_rng(1)

    def cut(self, chair: Chair) -> None:
        """Their line is cut, and nothing reaches them any more."""
        self.referee.lose(chair)
        self.gone.add(chair)

    def come(self, guest: Guest) -> Chair:
        entered = self.referee.enter(guest.hello())
        assert entered is not None
        chair, told = entered
        self.guests[chair] = guest
        self.tables.setdefault(chair, [])
        self.deliver(told)
        return chair

    def deliver(self, told: Told) -> None:
        waiting = list(told)
        while waiting:
            chair, message = waiting.pop(0)
            if chair in self.gone:
                continue
            if isinstance(message, (Entrants, Scores)):
                self.tables[chair].append(message)
            acts, _ = self.guests[chair].hear(message)
            for act in acts:
                waiting += self.referee.hear(chair, act)  # type: ignore[arg-type]

    def wish(self, chair: Chair, wish: Wish) -> None:
        for act in self.guests[chair].do(wish):
            assert isinstance(act, Act)
            self.deliver(self.referee.hear(chair, act))

    def play_on(self, chair: Chair) -> bool:
        """A random move of theirs, where one is due; whether one was."""
        ledger = self.guests[chair].ledger
        assert ledger is not None
        if ledger.is_counting and ledger.marks[False] is None:
            self.wish(chair, Mark(ledger.record.position.ply, ()))
        elif ledger.host_acts is False:
            position = ledger.record.position
            legal = np.flatnonzero(position.legal_moves)
            sensible = legal[legal != PASS] if position.ply < 12 else np.array([PASS])
            self.wish(chair, Move(position.ply, int(self.rng.choice(sensible if sensible.size else legal))))
        else:
            return False
        return True

    def play_to_the_end(self) -> None:
        while any(list(map(self.play_on, self.guests))):
            pass


def test_everybody_meets_everybody_as_often_with_either_color() -> None:
    hall = Hall("Ann", "Ben", "小明", "Dora")
    hall.deliver(hall.referee.begin())
    hall.play_to_the_end()
    assert hall.referee.is_over
    pairs = [(game.black, game.white) for game in hall.games]
    names = hall.referee.names
    assert names == ("Ann · pup", "Ben · pup", "小明 · pup", "Dora · pup")
    assert sorted(pairs) == sorted((a, b) for a in names for b in names if a != b)
    scores = hall.referee.scores
    assert scores.is_over
    assert sum(scores.halves) == 2 * len(hall.games)
    won = [0.0] * 4
    for game in hall.games:
        assert game.outcome is not None
        assert game.outcome.winner is not None
        won[names.index(game.black if game.outcome.winner == 1 else game.white)] += 2
    assert [sum(scores.halves[4 * i : 4 * i + 4]) for i in range(4)] == won
    assert all(told[-1] == scores for told in hall.tables.values()), "each screen shows the same table"


def test_both_who_play_have_the_same_game_of_their_own() -> None:
    hall = Hall("Ann", "Ben", rounds=1)
    ann, ben = hall.chairs.values()
    hall.deliver(hall.referee.begin())
    hall.play_to_the_end()
    first, second = (hall.guests[chair].ledger for chair in (ann, ben))
    assert first is not None
    assert second is not None
    assert first.record.moves == second.record.moves
    assert first.record.outcome == second.record.outcome
    assert (first.against, second.against) == ("Ben · pup", "Ann · pup")
    assert {first.terms.host_is_black, second.terms.host_is_black} == {True, False}


def test_before_it_begins_nobody_plays_and_afterwards_nobody_comes_in() -> None:
    hall = Hall("Ann", "Ben")
    ann = hall.chairs["Ann"]
    hall.wish(ann, Move(0, 12))
    assert ann.ledger.record.moves == ()
    assert hall.guests[ann].refusal == "not_your_turn"
    hall.deliver(hall.referee.begin())
    assert hall.referee.enter(Hello("Eve", "pup", "", 0)) is None
    assert hall.referee.begin() == []


def test_who_has_left_before_it_begins_does_not_take_part_and_people_do_not_either() -> None:
    hall = Hall("Eve", "Ann", "Ben", rounds=1)
    hall.cut(hall.chairs["Eve"])
    hall.deliver(hall.referee.begin())
    assert hall.referee.names == ("Ann · pup", "Ben · pup")
    person = Hello("Eve", "", "", 0)
    assert hall.referee.why_not(person) == "begun"
    assert Hall().referee.why_not(person) == "needs_dog"


def test_no_more_than_so_many_come_in_and_all_have_names_of_their_own() -> None:
    hall = Hall(*["Ann"] * 1)
    for _ in range(MOST_ENTRANTS - 1):
        hall.come(Guest("Ann", "pup"))
    assert hall.referee.enter(Hello("Ann", "pup", "", 0)) is None
    assert len(set(hall.referee.names)) == MOST_ENTRANTS


def test_who_is_cut_off_comes_back_to_their_own_chair_and_game() -> None:
    hall = Hall("Ann", "Ben")
    hall.deliver(hall.referee.begin())
    for _ in range(4):
        for chair in hall.guests:
            hall.play_on(chair)
    ann = hall.chairs["Ann"]
    before = ann.ledger.record.moves
    hall.referee.lose(ann)
    guest = hall.guests[ann]
    assert hall.come(Guest("Ann", "pup", guest.meeting, guest.ledger)) is ann
    hall.play_to_the_end()
    assert ann.ledger.record.moves[: len(before)] == before or len(hall.games) > 1
    assert hall.referee.is_over


def test_who_stays_away_loses_and_holds_nobody_up() -> None:
    hall = Hall("Ann", "Ben", "小明", rounds=1)
    ann = hall.chairs["Ann"]
    hall.deliver(hall.referee.begin())
    hall.cut(ann)
    for _ in range(40):
        for chair in hall.guests:
            if chair is not ann:
                hall.play_on(chair)
        hall.hours.now += PATIENCE
        hall.deliver(hall.referee.look())
    assert hall.referee.is_over
    assert sum(hall.referee.scores.halves[:3]) == 0


def test_a_game_that_cannot_be_kept_counts_and_the_tournament_goes_on() -> None:
    hall = Hall("Ann", "Ben", "小明", rounds=1)

    def refuse(_record: GameRecord) -> None:
        raise OSError(28, "No space left on device")

    hall.referee._played = refuse
    hall.deliver(hall.referee.begin())
    hall.play_to_the_end()
    assert hall.referee.is_over
    assert hall.referee.scores.games == (0, 1, 1, 1, 0, 1, 1, 1, 0)
    assert hall.referee.unkept == Problem("meeting_game_unkept", {"cause": Problem("no_space")})


def test_who_resigns_loses_and_the_other_hears_it() -> None:
    hall = Hall("Ann", "Ben", rounds=1)
    ann, ben = hall.chairs.values()
    hall.deliver(hall.referee.begin())
    hall.wish(ann, Resign(0))
    assert hall.referee.is_over
    assert hall.referee.scores.halves == (0, 0, 2, 0)
    outcome = ben.ledger.record.outcome
    assert outcome is not None
    assert outcome.winner is ben.ledger.host_color().opponent


def test_nothing_is_taken_back_and_nobody_moves_for_another() -> None:
    hall = Hall("Ann", "Ben", rounds=1)
    hall.deliver(hall.referee.begin())
    mover, other = sorted(hall.chairs.values(), key=lambda chair: chair.ledger.host_acts is not False)
    hall.wish(other, Move(0, 3))
    assert hall.guests[other].refusal == "not_your_turn"
    hall.wish(mover, Move(0, 12))
    hall.wish(mover, Move(1, 7))
    assert hall.guests[mover].refusal == "not_your_turn"
    hall.wish(mover, Ask("undo", 0))
    assert hall.guests[mover].refusal == "tournament"
    assert mover.ledger.record.moves == other.ledger.record.moves == (12,)


def test_who_marks_stones_that_nobody_else_does_holds_it_up_no_longer_than_patience() -> None:
    hall = Hall("Ann", "Ben", rounds=1)
    ann, ben = hall.chairs.values()
    hall.deliver(hall.referee.begin())
    mover = ann if ann.ledger.host_acts is False else ben
    for ply, action in enumerate((12, PASS, PASS)):
        hall.wish(mover if ply % 2 == 0 else (ben if mover is ann else ann), Move(ply, action))
    hall.wish(ann, Mark(3, (12,)))
    hall.wish(ben, Mark(3, ()))
    assert not hall.referee.is_over
    hall.hours.now += PATIENCE + 1
    hall.deliver(hall.referee.look())
    assert hall.referee.is_over
    assert hall.referee.scores.halves == (0, 0, 2, 0)


def test_there_is_room_for_all_games_of_whoever_takes_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a large board four games against each of sixteen opponents take more than an ordinary meeting may."""
    monkeypatch.setattr(ledgers, "MOST_ENTRIES", 30)
    hall = Hall("Ann", "Ben", "小明", rounds=4)
    hall.deliver(hall.referee.begin())
    for _ in range(200):
        for chair in hall.guests:
            hall.play_on(chair)
    assert hall.referee.is_over
    assert len(hall.chairs["Ann"].ledger.entries) > 100
    assert hall.guests[hall.chairs["Ann"]].ledger.entries == hall.chairs["Ann"].ledger.entries  # type: ignore[union-attr]


def test_who_marks_other_stones_again_and_again_has_lost_before_their_ledger_is_full() -> None:
    hall = Hall("Ann", "Ben", rounds=1)
    ann, ben = hall.chairs.values()
    hall.deliver(hall.referee.begin())
    both = (ann, ben) if ann.ledger.host_acts is False else (ben, ann)
    for ply, action in enumerate((12, 7, PASS, PASS)):
        hall.wish(both[ply % 2], Move(ply, action))
    for turn in range(200):
        hall.wish(ann, Mark(4, (12,) if turn % 2 else (7,)))
    assert hall.referee.is_over
    assert hall.referee.scores.halves == (0, 0, 2, 0)
    (game,) = hall.games
    assert game.outcome is not None
    assert (game.white if game.outcome.winner == 2 else game.black) == "Ben · pup"


@pytest.mark.parametrize("most", [1, 2, 5, 18, 25])
def test_who_has_no_room_left_loses_and_the_others_play_on(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """That cannot be, as far as we know; if it can, it is not the end of everybody's tournament."""
    hall = Hall("Ann", "Ben", "小明")
    ann = hall.chairs["Ann"]
    monkeypatch.setattr(
        Ledger, "is_full", property(lambda ledger: ledger is ann.ledger and len(ledger.entries) >= most)
    )
    hall.deliver(hall.referee.begin())
    for _ in range(100):
        for chair in hall.guests:
            if not (chair is ann and ann.ledger.is_full):
                hall.play_on(chair)
        hall.hours.now += 0.1
        hall.deliver(hall.referee.look())
    assert hall.referee.is_over
    assert hall.referee.scores.games == (0, 2, 2, 2, 0, 2, 2, 2, 0)
    assert sum(hall.referee.scores.halves) == 12
    assert len(hall.games) == len(set(map(id, hall.games))) == 6


def test_terms_nobody_can_play_by_are_refused() -> None:
    with pytest.raises(RefusedError):
        Referee(Terms("chess", {}, True, tournament=True), 1, "Ms Wang", Hours())


def test_random_wishes_of_all_leave_every_pair_with_one_game() -> None:
    """Whatever anybody wishes, late, out of turn or not allowed: both of a pair have the same moves at any time."""
    hall = Hall("Ann", "Ben", "小明")
    hall.deliver(hall.referee.begin())
    rng = np.random.default_rng(3)
    wishes: list[Any] = [Resign(0), Ask("undo", 0), Ask("rematch"), Mark(2, ()), Mark(4, (3,))]
    for _ in range(600):
        chair = list(hall.guests)[int(rng.integers(3))]
        wish = (
            Move(int(rng.integers(20)), int(rng.integers(26))) if rng.random() < 0.9 else wishes[int(rng.integers(5))]
        )
        if rng.random() < 0.4:
            hall.play_on(chair)
        else:
            hall.wish(chair, wish)
        for one in hall.guests:
            if one.opponent is not None:
                assert one.ledger.record.moves == one.opponent.ledger.record.moves
            guest = hall.guests[one].ledger
            assert guest is not None
            assert guest.record.moves == one.ledger.record.moves
    assert all(isinstance(entry, Entry) for chair in hall.guests for entry in chair.ledger.entries)


@pytest.mark.parametrize("resigns", [False, True])
def test_who_has_taken_the_other_color_wins_for_themselves(resigns: bool) -> None:
    """By swap2: Ann lays three stones, Ben takes Black and makes five."""
    terms = Terms("five", {"size": 9, "rule": "freestyle", "opening": "swap2"}, True, tournament=True)
    hall = Hall("Ann", "Ben", rounds=1, terms=terms)
    ann, ben = hall.chairs.values()
    hall.deliver(hall.referee.begin())
    for ply, action in enumerate((40, 80, 41)):
        hall.wish(ann, Move(ply, action))
    hall.wish(ben, Choose(3, "black"))
    if resigns:
        hall.wish(ann, Resign(3))
    else:
        for turn, (white, black) in enumerate(((0, 42), (2, 43), (4, 44))):
            hall.wish(ann, Move(3 + 2 * turn, white))
            hall.wish(ben, Move(4 + 2 * turn, black))
    assert hall.referee.is_over
    assert hall.referee.scores.halves == (0, 0, 2, 0)
    (game,) = hall.games
    assert (game.black, game.white) == ("Ben · pup", "Ann · pup")
