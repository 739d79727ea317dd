"""The ladder: who stands on it, how far a person has come, and which games count."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from clevergo.app.desk.library import HUMAN
from clevergo.app.desk.paths import Paths
from clevergo.app.kennel.messages import DogAge, DogInfo
from clevergo.app.kennel.shipped import ShippedDog
from clevergo.app.ladder import record
from clevergo.app.ladder.ladder import Ladder
from clevergo.app.ladder.record import MAX_NAME, Bout, Person, PersonFile, checked_name
from clevergo.app.ladder.rungs import RATED_AT, climb, rungs_of, stages
from clevergo.app.match.messages import BoardState, Live, MatchPhase, MatchSetup, MatchSnapshot, Shown
from clevergo.games.color import Color
from clevergo.games.guests import game_named
from clevergo.games.outcome import Outcome, Termination
from clevergo.games.start import Start
from clevergo.players.spec import PlayerKind, PlayerSpec
from tests.app.test_match import MACHINE, Stage
from tests.disk import unreadable
from tests.shipped import age_after, rating_at

GO, FIVE = game_named("go"), game_named("five")
PUP = DogInfo("Momo", False, "5x64", 3204, 1320.0, 2420.0, 88.0, Path("momo.pdparams"), face="Momo")
UNRATED = DogInfo("Rex", False, "5x64", 4, 20.0, None, None, Path("rex.pdparams"))
ROW = {"game": "go", "opponent": "x", "points": 1, "rating": 1, "error": 1, "is_even": True, "created": 0}
AGES = (0, age_after(120))
NEWBORN, TWO_MINUTES = (PlayerSpec(PlayerKind.ALPHAGO, f"alpha_go@{games}", RATED_AT) for games in AGES)
RATINGS = {spec: rating_at(games) for spec, games in zip((NEWBORN, TWO_MINUTES), AGES, strict=True)}


class Kennel:
    """The shipped dogs, and these."""

    def __init__(self, tmp_path: Path, *dogs: DogInfo) -> None:
        self._shipped = {game.shipped_dog: ShippedDog(Paths(tmp_path), game) for game in (GO, FIVE)}
        self._dogs = dogs

    def dogs(self) -> tuple[DogInfo, ...]:
        return (*(dog.info() for dog in self._shipped.values()), *self._dogs)

    def ages_of(self, name: str) -> tuple[DogAge, ...]:
        return self._shipped[name].ages() if name in self._shipped else ()


@pytest.fixture
def kennel(tmp_path: Path) -> Kennel:
    return Kennel(tmp_path, PUP, UNRATED)


@pytest.fixture
def ladder(tmp_path: Path, kennel: Kennel) -> Ladder:
    return Ladder(PersonFile(tmp_path / "person.json"), kennel)  # type: ignore[arg-type]


# --- who stands on it ---------------------------------------------------------------------------------------


def test_one_dog_grows_up_and_ones_own_stand_among_its_ages(kennel: Kennel) -> None:
    rungs = rungs_of(GO, kennel.dogs(), kennel.ages_of)
    grown_up = kennel.dogs()[0].seconds
    met = [rung.seconds for rung in rungs if rung.is_shipped]
    assert met[0] == 0
    assert met[1:] == [pytest.approx(stage, rel=0.5) for stage in (25, 120, 600, 3600)] + [grown_up]
    points = [rung.rating.points for rung in rungs if rung.rating is not None]
    assert points == sorted(points)
    assert "Momo" in [rung.dog for rung in rungs[1:-2]]
    assert (rungs[-1].dog, rungs[-1].rating) == ("Rex", None)
    grown = [rung.growth for rung in rungs if rung.is_shipped]
    assert (grown[0], grown[-1]) == (0.0, 1.0)
    assert grown == sorted(grown)


def test_who_plays_another_game_rests_or_has_learned_nothing_stands_on_no_ladder(tmp_path: Path) -> None:
    absent = replace(PUP, game="five"), replace(PUP, is_retired=True), replace(PUP, weights=None)
    rungs = rungs_of(GO, Kennel(tmp_path, *absent).dogs(), lambda _name: ())
    assert [rung.dog for rung in rungs] == ["alpha_go"]


def test_a_dog_of_another_board_stands_on_no_ladder(tmp_path: Path) -> None:
    grown = replace(PUP, name="grown", sizes=(13,)), replace(PUP, name="moved", sizes=(13, 9))
    back = replace(PUP, name="back", sizes=(9, 13)), replace(PUP, name="five", game="five", sizes=(9,))
    kennel = Kennel(tmp_path, *grown, *back)
    own = [[rung.dog for rung in rungs_of(game, kennel.dogs(), lambda _name: ())] for game in (GO, FIVE)]
    assert own == [["back", "alpha_go"], ["alpha_five"]]


@pytest.mark.parametrize(
    ("seconds", "met"),
    [
        ((0, 20, 118, 580, 3900), (0, 20, 118, 580, 3900)),
        ((0, 20, 30, 118, 200, 580, 3900, 6000), (0, 30, 118, 580, 3900)),
        ((0, 60, 188, 1790), (0, 60, 188, 1790)),
        ((0, 60, 188, 300, 1790, 5000), (0, 60, 300, 1790, 5000)),
    ],
    ids=["near every stage", "the nearest", "near none, few", "others as far apart as can be"],
)
def test_a_dog_is_met_at_ages_near_the_stages_and_at_others_where_there_are_few(
    seconds: tuple[float, ...], met: tuple[float, ...]
) -> None:
    ages = [DogAge("alpha_five", int(10 * after), after, None, None, Path()) for after in seconds]
    assert tuple(age.seconds for age in stages(ages, 9900.0)) == met


def test_a_dog_without_ages_is_met_as_it_is() -> None:
    assert stages((), 60.0) == []


# --- how far a person has come ------------------------------------------------------------------------------


def bouts(*results: tuple[PlayerSpec, float], **more: Any) -> list[Bout]:
    """Games against the shipped dog's ages; ``more`` names what else is said of them."""
    return [Bout("go", str(spec), points, RATINGS[spec], 60.0, **more) for spec, points in results]


def lit(kennel: Kennel, played: list[Bout]) -> list[bool]:
    """Of the shipped dog's ages, which the person has come to."""
    standings = climb(rungs_of(GO, kennel.dogs(), kennel.ages_of), played, GO)
    return [one.is_lit for one in standings if one.rung.is_shipped]


def test_two_wins_light_the_next_portrait(kennel: Kennel) -> None:
    assert lit(kennel, []) == [True] + [False] * 5
    assert lit(kennel, bouts((NEWBORN, 1.0), (NEWBORN, 0.0))) == [True] + [False] * 5
    assert lit(kennel, bouts((NEWBORN, 1.0), (NEWBORN, 0.0), (NEWBORN, 1.0))) == [True] * 2 + [False] * 4


def test_ones_own_dogs_are_there_from_the_beginning(ladder: Ladder) -> None:
    assert [one.is_lit for one in ladder.standings(GO) if not one.rung.is_shipped] == [True, True]


def test_wins_against_somebody_stronger_light_it_too(kennel: Kennel) -> None:
    between = RATINGS[TWO_MINUTES] + 60.0
    stranger = [Bout("go", "alphago:alpha_go@1193:140", 1.0, between, 60.0)] * 2
    assert lit(kennel, stranger) == [True] * 4 + [False] * 2


def test_wins_that_were_not_even_light_nothing(kennel: Kennel) -> None:
    assert lit(kennel, bouts((NEWBORN, 1.0), (NEWBORN, 1.0), is_even=False)) == [True] + [False] * 5


def test_two_losses_in_a_row_offer_stones_and_two_more_offer_another(ladder: Ladder) -> None:
    def offered(*points: float) -> Any:
        played = bouts(*((TWO_MINUTES, each) for each in points))
        standing = next(one for one in climb(rungs, played, GO) if one.rung.spec == TWO_MINUTES)
        return None if standing.help is None else standing.help["handicap"]

    rungs = [one.rung for one in ladder.standings(GO)]
    assert [offered(0.0), offered(0.0, 0.0), offered(0.0, 0.0, 1.0)] == [None, 2, None]
    assert [offered(*[0.0] * 4), offered(*[0.0] * 40)] == [3, 5]


def test_in_a_game_without_handicap_the_dog_thinks_less(ladder: Ladder) -> None:
    newborn = ladder.standings(FIVE)[0].rung.spec
    ladder.person = Person("", (Bout("five", str(newborn), 0.0),) * 2)
    standing = ladder.standings(FIVE)[0]
    assert standing.help == {}
    assert ladder.helped_game(FIVE, standing).white.simulations == RATED_AT // 4


def test_stones_are_given_to_the_person(ladder: Ladder) -> None:
    ladder.person = Person("", tuple(bouts((NEWBORN, 0.0), (NEWBORN, 0.0))))
    setup = ladder.helped_game(GO, ladder.standings(GO)[0])
    assert (setup.black, setup.white, len(setup.start.black)) == (HUMAN, NEWBORN, 2)


def test_even_games_alternate_colors(ladder: Ladder) -> None:
    first = ladder.even_game(GO)
    ladder.person = Person("", tuple(bouts((NEWBORN, 1.0))))
    second = ladder.even_game(GO)
    assert first is not None
    assert second is not None
    assert [first.black.is_human, second.black.is_human] == [True, False]


# --- which games count --------------------------------------------------------------------------------------


def begun(setup: MatchSetup) -> MatchSnapshot:
    """A game in which nobody has moved yet."""
    shown = Shown(BoardState.empty(setup.rules.grid, setup.start))
    return MatchSnapshot(1, 1, setup, MatchPhase.RUNNING, shown, Live(ply=0))


def played(ladder: Ladder, setup: MatchSetup, *plies: int, is_helped: bool = False) -> Bout | None:
    """Let it hear of a game that goes through these numbers of plies and ends."""
    match = begun(setup)
    for ply in (0, *plies):
        ladder.hear(replace(match, live=Live(ply=ply)), is_helped)
    outcome = Outcome(Color.BLACK, None, Termination.RESIGNATION)
    last = (0, *plies)[-1]
    return ladder.hear(replace(match, phase=MatchPhase.FINISHED, live=Live(ply=last), outcome=outcome))


def test_a_game_won_is_noted_with_the_rating_of_then_and_kept(ladder: Ladder, tmp_path: Path) -> None:
    bout = played(ladder, ladder.challenge(GO, TWO_MINUTES), 1, 2, 30)
    assert bout is not None
    assert (bout.points, bout.rating, bout.is_even) == (1.0, RATINGS[TWO_MINUTES], True)
    assert PersonFile(tmp_path / "person.json").load() == ladder.person == Person("", (bout,))
    thought = ladder.rating(GO)
    assert thought is not None
    assert thought.points > RATINGS[TWO_MINUTES]
    assert ladder.rating(FIVE) is None


@pytest.mark.parametrize(("sizes", "rating"), [((13, 9), None), ((9, 13), 2420.0)])
def test_a_game_with_a_dog_that_is_rated_on_another_board_says_nothing_of_the_person(
    tmp_path: Path, sizes: tuple[int, ...], rating: float | None
) -> None:
    ladder = Ladder(None, Kennel(tmp_path, replace(PUP, sizes=sizes)))  # type: ignore[arg-type]
    bout = played(ladder, ladder.challenge(GO, PlayerSpec(PlayerKind.ALPHAGO, "Momo", RATED_AT)), 1, 30)
    assert bout is not None
    assert bout.rating == rating
    assert (ladder.rating(GO) is None) == (rating is None)


@pytest.mark.parametrize(("plies", "is_helped"), [((1, 2, 1, 30), False), ((1, 30), True), ((1, 9), False)])
def test_a_game_with_a_move_taken_back_or_advice_or_given_up_at_once_is_not_even(
    ladder: Ladder, plies: tuple[int, ...], is_helped: bool
) -> None:
    bout = played(ladder, ladder.challenge(GO, TWO_MINUTES), *plies, is_helped=is_helped)
    assert bout is not None
    assert not bout.is_even


@pytest.mark.parametrize("how", ["hint", "analysis", "taken back", "nothing", "stones", "laid"])
def test_that_help_costs_a_game_its_count_is_told_once_while_it_goes_on(ladder: Ladder, how: str) -> None:
    setup = ladder.challenge(GO, TWO_MINUTES)
    if how == "stones":
        setup = MatchSetup(HUMAN, TWO_MINUTES, *GO.agree({"handicap": 2, "komi": 0.5}))
    elif how == "laid":
        setup = replace(setup, start=Start((10, 12, 30), (40,), Color.WHITE))
    match, told = begun(setup), []
    for ply in (0, 1, 2, 1 if how == "taken back" else 3, 4):
        match = replace(match, live=Live(ply=ply))
        ladder.hear(match, how in ("analysis", "stones", "laid") and ply > 0)
        if how == "hint" and ply == 3:
            ladder.note_help()
        told.append(ladder.has_just_lost_count(match))
    assert sum(told) == (how not in ("nothing", "stones", "laid"))
    assert not told[0]


def test_a_game_with_stones_given_is_not_even(ladder: Ladder) -> None:
    rules, start = GO.agree({"handicap": 2, "komi": 0.5})
    bout = played(ladder, MatchSetup(HUMAN, TWO_MINUTES, rules, start), 1, 30)
    assert bout is not None
    assert not bout.is_even


def test_a_game_from_a_position_laid_by_hand_is_not_even(ladder: Ladder) -> None:
    laid = Start((10, 12, 30), (40,), Color.WHITE)
    bout = played(ladder, replace(ladder.challenge(GO, TWO_MINUTES), start=laid), 1, 30)
    assert bout is not None
    assert not bout.is_even
    assert ladder.rating(GO) is None


def test_games_between_two_people_or_two_computers_are_not_noted(ladder: Ladder) -> None:
    rules, start = GO.agree({})
    assert played(ladder, MatchSetup(HUMAN, HUMAN, rules, start), 1, 30) is None
    assert played(ladder, MatchSetup(NEWBORN, TWO_MINUTES, rules, start), 1, 30) is None
    assert ladder.person.bouts == ()


def test_a_finished_game_that_is_opened_is_not_noted_again(ladder: Ladder) -> None:
    setup = ladder.challenge(GO, TWO_MINUTES)
    outcome = Outcome(Color.BLACK, None, Termination.RESIGNATION)
    shown = Shown(BoardState.empty(setup.rules.grid, setup.start))
    assert ladder.hear(MatchSnapshot(1, 7, setup, MatchPhase.FINISHED, shown, Live(ply=9), outcome=outcome)) is None
    assert ladder.person.bouts == ()


def test_a_game_that_is_counted_anew_is_noted_once_and_one_that_goes_on_not_at_all(ladder: Ladder) -> None:
    setup = ladder.challenge(GO, TWO_MINUTES)
    shown = Shown(BoardState.empty(setup.rules.grid, setup.start))
    match = MatchSnapshot(1, 1, setup, MatchPhase.RUNNING, shown, Live(ply=0))
    ladder.hear(match)
    ended = replace(match, phase=MatchPhase.FINISHED)
    for margin in (3.0, -3.0, -3.0):
        ladder.hear(replace(ended, outcome=Outcome.counted(margin, Termination.TWO_PASSES)))
    assert [bout.points for bout in ladder.person.bouts] == [0.0]
    ladder.hear(match)
    assert ladder.person.bouts == ()


def test_games_stay_with_a_dog_that_is_renamed(ladder: Ladder) -> None:
    spec = PlayerSpec(PlayerKind.ALPHAGO, "Momo", RATED_AT)
    played(ladder, ladder.challenge(GO, spec), 1, 30)
    ladder.dog_renamed("Momo", "Kiki")
    person = ladder.person
    ladder.dog_renamed("Momo", "Kiki")
    assert ladder.person is person
    assert [bout.opponent for bout in ladder.person.bouts] == [f"alphago:Kiki:{RATED_AT}"]


def test_a_dog_that_is_renamed_before_or_after_the_end_has_played_one_even_game(ladder: Ladder) -> None:
    match = begun(ladder.challenge(GO, PlayerSpec(PlayerKind.ALPHAGO, "Momo", RATED_AT)))
    ladder.hear(match)
    for new in ("Kiki", "Lulu"):
        ladder.dog_renamed("Momo" if new == "Kiki" else "Kiki", new)
        white = PlayerSpec(PlayerKind.ALPHAGO, new, RATED_AT)
        match = replace(match, setup=replace(match.setup, white=white), phase=MatchPhase.FINISHED, live=Live(ply=30))
        ladder.hear(replace(match, outcome=Outcome(Color.BLACK, None, Termination.RESIGNATION)))
        assert [(bout.opponent, bout.is_even) for bout in ladder.person.bouts] == [(str(white), True)]


def won(stage: Stage, ladder: Ladder) -> list[float]:
    """A game in which the machine gives up, and what the ladder notes of it."""
    stage.begin(HUMAN, MACHINE)
    noted(stage, ladder)
    stage.play(12)
    stage.answer(7)
    stage.play(8)
    stage.answer(-1, resigns=True)
    return noted(stage, ladder)


def noted(stage: Stage, ladder: Ladder) -> list[float]:
    """What was made of every game, once the ladder has heard how the one on the board stands."""
    ladder.hear(stage.seen)
    return [bout.points for bout in ladder.person.bouts]


def test_a_win_stays_whatever_is_tried_in_that_game(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    ladder = Ladder(None, stage.kennel)  # type: ignore[arg-type]
    assert won(stage, ladder) == [1.0]
    bouts = ladder.person.bouts
    stage.match.look_by(-3)
    stage.play(3)
    assert (stage.seen.phase, stage.seen.outcome) == (MatchPhase.RUNNING, None)
    assert noted(stage, ladder) == [1.0]
    stage.answer(7)
    stage.match.resign()
    assert (stage.seen.phase, noted(stage, ladder)) == (MatchPhase.FINISHED, [1.0])
    stage.match.undo()
    assert noted(stage, ladder) == [1.0]
    assert ladder.person.bouts == bouts


def test_what_is_tried_in_a_finished_game_of_another_day_is_no_result(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    assert won(stage, Ladder(None, stage.kennel)) == [1.0]  # type: ignore[arg-type]
    stage.match.reopen_last()
    ladder = Ladder(None, stage.kennel)  # type: ignore[arg-type]
    assert noted(stage, ladder) == []
    stage.match.look_by(-3)
    stage.play(3)
    assert stage.seen.is_variation
    assert noted(stage, ladder) == []
    stage.answer(7)
    stage.match.resign()
    assert (stage.seen.phase, noted(stage, ladder)) == (MatchPhase.FINISHED, [])


def test_a_win_that_is_taken_back_is_none(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    ladder = Ladder(None, stage.kennel)  # type: ignore[arg-type]
    assert won(stage, ladder) == [1.0]
    stage.match.undo()
    assert noted(stage, ladder) == []


# --- who plays here -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "kept"), [("  小  明 ", "小 明"), ("a\nb\x00c", "abc"), ("", ""), ("x" * 99, "x" * MAX_NAME)]
)
def test_a_name_is_tidied(typed: str, kept: str) -> None:
    assert checked_name(typed) == kept


def test_a_name_is_remembered(ladder: Ladder, tmp_path: Path) -> None:
    ladder.call(" Ming ")
    assert PersonFile(tmp_path / "person.json").load() == Person("Ming")


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        '{"name": "Ming"}',
        '{"name": "Ming", "bouts": [{}]}',
        json.dumps({"name": "Ming", "bouts": [ROW | {"points": 7}]}),
        json.dumps({"name": "Ming", "bouts": [ROW | {"rating": float("nan")}]}),
    ],
)
def test_a_file_that_is_not_understood_is_set_aside(tmp_path: Path, content: str) -> None:
    path = tmp_path / "person.json"
    path.write_text(content, encoding="utf-8")
    assert PersonFile(path).load() == Person()
    assert (tmp_path / "person.unreadable.json").read_text(encoding="utf-8") == content


def test_games_that_cannot_be_read_for_a_moment_are_not_forgotten(tmp_path: Path, kennel: Kennel) -> None:
    path = tmp_path / "person.json"
    PersonFile(path).save(Person("Ming", tuple(bouts((NEWBORN, 1.0)))))
    with unreadable(path):
        ladder = Ladder(PersonFile(path), kennel)  # type: ignore[arg-type]
    assert ladder.person == Person()
    bout = played(ladder, ladder.challenge(GO, TWO_MINUTES), 1, 2, 30)
    assert PersonFile(path).load() == ladder.person == Person("Ming", (*bouts((NEWBORN, 1.0)), bout))  # type: ignore[arg-type]


def test_a_file_that_can_still_not_be_read_is_set_aside_before_another_takes_its_place(tmp_path: Path) -> None:
    path = tmp_path / "person.json"
    PersonFile(path).save(Person("Ming"))
    kept, file = path.read_bytes(), PersonFile(path)
    with unreadable(path):
        assert file.load() == Person()
        assert file.written_elsewhere() is None
        file.save(Person("小明"))
    assert file.load() == Person("小明")
    assert (tmp_path / "person.unreadable.json").read_bytes() == kept


@pytest.mark.parametrize("damage", [None, "{}"])
def test_games_of_two_windows_are_both_kept(tmp_path: Path, kennel: Kennel, damage: str | None) -> None:
    path = tmp_path / "person.json"
    one, other = (Ladder(PersonFile(path), kennel) for _ in range(2))  # type: ignore[arg-type]
    assert other.person == Person()
    first = played(one, one.challenge(GO, TWO_MINUTES), 1, 2, 30)
    other.call("Ming")
    if damage is not None:
        path.write_text(damage)
    second = played(other, other.challenge(GO, NEWBORN), 1, 2, 30)
    assert PersonFile(path).load() == other.person == Person("Ming", (first, second))  # type: ignore[arg-type]
    one.call("小明")
    assert one.person.bouts == (first, second)


def test_a_game_that_found_no_room_is_written_with_the_next_whatever_was_played_elsewhere(
    tmp_path: Path, kennel: Kennel, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "person.json"
    one, other = (Ladder(PersonFile(path), kennel) for _ in range(2))  # type: ignore[arg-type]
    with monkeypatch.context() as full:
        full.setattr(record, "write_whole", Mock(side_effect=OSError(28, "No space left on device")))
        first = played(one, one.challenge(GO, TWO_MINUTES), 1, 2, 30)
    assert not path.exists()
    other.call("Ming")
    second = played(other, other.challenge(GO, NEWBORN), 1, 2, 30)
    one.hear(replace(begun(one.challenge(GO, NEWBORN)), match_id=2))
    assert PersonFile(path).load() == one.person == Person("Ming", (second, first))  # type: ignore[arg-type]


def test_a_file_is_plain_json(tmp_path: Path) -> None:
    PersonFile(tmp_path / "person.json").save(Person("小明", tuple(bouts((NEWBORN, 1.0)))))
    assert json.loads((tmp_path / "person.json").read_text(encoding="utf-8"))["name"] == "小明"
