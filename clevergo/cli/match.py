"""The command that lets two players play each other."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from clevergo.app.desk.paths import Paths
from clevergo.app.errors import AppError
from clevergo.cli.command import CommandError, make_folder, open_kennel, write_record
from clevergo.cli.options import add_terms, agreed, all_games, count, whole
from clevergo.files import sweep_elsewhere
from clevergo.games.formats import SGF
from clevergo.games.game import Game
from clevergo.games.guests import USUAL_GAME, GameTitle
from clevergo.players.spec import PlayerSpec
from clevergo.problem import problem_of
from clevergo.terminal import ProgressLine

if TYPE_CHECKING:
    from clevergo.app.kennel.book import Kennel
    from clevergo.cli.options import Commands
    from clevergo.players.match_games import MatchPlan, MatchScore, PlayedGame


def offer(commands: Commands, game: Game) -> None:
    """``match``."""
    command = commands.add_parser("match", help="let two players play each other, colors alternating")
    command.add_argument("first", metavar="FIRST", help="has Black in the first game, such as alphago:pup:100")
    command.add_argument("second", metavar="SECOND", help="the opponent, such as mcts:400 or 'gtp:gnugo --mode gtp'")
    command.add_argument("--games", type=count, required=True, metavar="N", help="how many games")
    command.add_argument("--game", metavar="G", help=f"what they play: {all_games()}")
    add_terms(command, game.contest_terms())
    command.add_argument("--openings", action="store_true", help="each two games begin with moves drawn for both")
    command.add_argument("--sgf", type=Path, metavar="DIR", help="write every game into this folder")
    for suffix in game.formats:
        command.add_argument(
            f"--{suffix[1:]}", type=Path, metavar="DIR", help=f"the same as {suffix[1:].upper()} files"
        )
    command.add_argument("--seed", type=whole, default=0, help="where all chance comes from (0)")
    command.add_argument("--json", action="store_true", help="end with the result as one line of JSON")
    command.set_defaults(run=_match, played=game)


def _match(options: argparse.Namespace, paths: Paths) -> int:
    from clevergo.games.color import Color
    from clevergo.players.match_games import MatchScore, play_match

    plan = _plan(options)
    kennel = open_kennel(paths)
    plan = replace(plan, first=kennel.exact(plan.first), second=kennel.exact(plan.second))
    game = options.played.name

    def find_weights(dog: str) -> Path:
        return kennel.find_weights(dog, game)

    for spec in (plan.first, plan.second):
        if spec.dog is not None:
            find_weights(spec.dog)  # what cannot be is said before anything is begun
    asked = {suffix: getattr(options, suffix[1:]) for suffix in (SGF, *options.played.formats)}
    folders = {suffix: folder for suffix, folder in asked.items() if folder is not None}
    for suffix, folder in folders.items():
        make_folder(folder)
        sweep_elsewhere(folder, suffix)
    line = ProgressLine(sys.stderr)
    so_far = MatchScore()
    colors = dict.fromkeys(Color, 0)

    def on_game(game: PlayedGame, score: MatchScore) -> None:
        nonlocal so_far
        so_far = score
        if game.outcome.winner is not None:
            colors[game.outcome.winner] += 1
        for suffix, folder in folders.items():
            write_record(game.record, folder, game.index + 1, suffix)
        standing = f"{plan.first} {score.first} : {score.second} {plan.second}"
        line.show(score.games / plan.games, f"game {score.games} of {plan.games}, {standing}, draws {score.draws}")

    what = "" if game == USUAL_GAME else f"{GameTitle(game)}: "
    line.show(0.0, f"{what}{plan.first} against {plan.second}: loading")
    try:
        score = play_match(plan, find_weights, on_game)
    finally:
        line.end()
        if so_far.games:  # whatever ended the match: these have been played
            _keep_result(kennel, plan, so_far)
            print(f"{what}{plan.first} won {so_far.first}, {plan.second} won {so_far.second}, draws {so_far.draws}")
            print(f"Black won {colors[Color.BLACK]}, White won {colors[Color.WHITE]}")
    if options.json:
        print(json.dumps(_result_as_json(plan, score)))
    return 0


def _plan(options: argparse.Namespace) -> MatchPlan:
    from clevergo.players.match_games import MatchPlan, drawn_openings

    game: Game = options.played
    first, second = PlayerSpec.parse(options.first, game), PlayerSpec.parse(options.second, game)
    if first.is_human or second.is_human:
        raise CommandError("human_in_window")
    try:
        rules, _ = game.agree(agreed(options, game.contest_terms()))
        if options.openings and game.settling(rules) is not None:
            raise CommandError("openings_settled")
        openings = drawn_openings(rules, options.games, options.seed) if options.openings else ()
        return MatchPlan(first, second, options.games, rules, options.seed, openings)
    except ValueError as error:
        raise CommandError(problem_of(error)) from error


def _result_as_json(plan: MatchPlan, score: MatchScore) -> dict[str, object]:
    game = plan.rules.game
    rules = game.agreed(plan.rules)
    return {
        "first": str(plan.first),
        "second": str(plan.second),
        "games": score.games,
        "wins": [score.first, score.second],
        "draws": score.draws,
        **({} if game.name == USUAL_GAME else {"game": game.name}),
        **{term.name: rules[term.name] for term in game.contest_terms()},
        **({"openings": True} if plan.openings else {}),
        "seed": plan.seed,
    }


def _keep_result(kennel: Kennel, plan: MatchPlan, score: MatchScore) -> None:
    """Note the result in the kennel; a match is not undone because that fails."""
    try:
        kennel.record_result(str(plan.first), str(plan.second), plan.rules, score)
    except AppError as error:
        print(f"clevergo: the result is not kept in the kennel: {error}", file=sys.stderr)
