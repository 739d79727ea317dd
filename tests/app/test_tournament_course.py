"""How a match or a tournament has gone, game by game, and how far ahead one may be by luck."""

from __future__ import annotations

from clevergo.app.tournament.course import Course, luck, most_played
from clevergo.app.tournament.pairing import GameResult, TournamentPlan
from clevergo.games.go.rules import Ruleset
from clevergo.players.spec import PlayerSpec
from clevergo.training.ratings.elo import chance_of_equals

PLAN = TournamentPlan(tuple(map(PlayerSpec.parse, ("random", "mcts:30", "mcts:100"))), 10, Ruleset(9))


def results(outcomes: str) -> tuple[GameResult, ...]:
    """Games of the plan, won by Black (``B``) or White (``W``), or drawn (``0``)."""
    return tuple(GameResult(PLAN.fixture(n), f"{won}+1" if won != "0" else "0", 40) for n, won in enumerate(outcomes))


def test_a_win_counts_one_up_and_a_loss_one_down_and_a_draw_nothing() -> None:
    course = Course(3)
    games = results("BW0")
    course.take(games)
    first, second = games[0].fixture, games[1].fixture
    lead = [0, 0, 0]
    lead[first.black] += 1
    lead[first.white] -= 1
    assert course.after(1) == tuple(lead)
    lead[second.white] += 1
    lead[second.black] -= 1
    assert course.after(2) == course.after(3) == tuple(lead)
    assert all(sum(course.after(n)) == 0 for n in range(4))


def test_games_that_are_known_are_counted_once_and_another_tournament_begins_anew() -> None:
    course, all_games = Course(3), results("BBWWBWB")
    for n in range(len(all_games) + 1):
        course.take(all_games[:n])
    whole = Course(3)
    whole.take(all_games)
    assert [course.after(n) for n in range(8)] == [whole.after(n) for n in range(8)]
    course.take(results("WW"))
    assert course.games == 2
    assert course.after(0) == (0, 0, 0)


def test_a_long_course_is_told_at_a_few_moments_from_the_beginning_to_the_end() -> None:
    course = Course(3)
    course.take(results("BW" * 15))
    moments, leads = course.leads(7)
    assert (moments[0], moments[-1], len(moments)) == (0, 30, 7)
    assert leads.shape == (7, 3)
    assert tuple(leads[-1]) == course.after(30)
    assert list(course.leads(500)[0]) == list(range(31))


def test_what_may_be_luck_is_what_the_sign_test_calls_so() -> None:
    """But for a few leads on the border, as the normal distribution is only near to it."""
    judged = [
        (lead > luck(games)) == (chance_of_equals((games + lead) // 2, (games - lead) // 2) < 0.05)
        for games in range(1, 121)
        for lead in range(games % 2, games + 1, 2)
    ]
    assert judged.count(False) <= 5


def test_five_wins_of_five_may_be_luck_and_six_of_six_are_not() -> None:
    assert luck(0) == 0.0
    assert luck(5) > 5
    assert luck(6) < 6


def test_in_a_round_the_first_players_games_come_before_the_others() -> None:
    """So after three games of four players the first has played three, though two in the mean were less."""
    plan = TournamentPlan(tuple(map(PlayerSpec.parse, ("random", "mcts:30", "mcts:100", "mcts:400"))), 2, Ruleset(9))
    assert [most_played(plan, games) for games in range(13)] == [0, 1, 2, 3, 3, 3, 3, 4, 5, 6, 6, 6, 6]
    played = [0] * len(plan.players)
    for number in range(plan.games):
        fixture = plan.fixture(number)
        played[fixture.black] += 1
        played[fixture.white] += 1
        assert most_played(plan, number + 1) == max(played)
