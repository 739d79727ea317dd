"""GTP sessions as inputs: whatever is said, each command is answered, and only ``quit`` or the end ends a session."""

from __future__ import annotations

import functools
import random
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from clevergo.games.sgf.codec import to_sgf
from clevergo.players.analyst import Analyst
from clevergo.players.searching import SearchPlayer
from clevergo.protocols.gtp.commands import COMMANDS
from clevergo.protocols.gtp.protocol import parse
from clevergo.protocols.gtp.server import Engine
from clevergo.search.mcts import Search
from clevergo.search.rollout import RolloutEvaluator
from tests.attacks.mutation import mutate_lines
from tests.attacks.targets import Target, WrongError, random_game
from tests.protocols.gtp.talk import talk

_ANSWER = re.compile(r"[=?]\d*( |\n|$)")
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_QUIT = "quit"
_WORDS = tuple(
    word.encode()
    for word in (
        *COMMANDS,
        *(
            "b",
            "w",
            "black",
            "WHITE",
            "green",
            "A1",
            "B2",
            "C3",
            "D4",
            "J9",
            "I5",
            "T19",
            "pass",
            "resign",
            "PASS",
            "Z0",
        ),
        *(
            "0",
            "1",
            "2",
            "3",
            "4",
            "5",
            "9",
            "-1",
            "3.5",
            "nan",
            "inf",
            "1e400",
            "99999999999999999999",
            "²",
            "٣",
            "true",
        ),
        *(
            "alive",
            "dead",
            "seki",
            "interval",
            "ownership",
            "maxmoves",
            "avoid",
            "allow",
            "rootInfo",
            "#",
            "\t",
            "\0",
            "=",
        ),
        *("\x1b[2J", "?", "小黑", "\ufeff", "''", "/dev/null", ".", "nowhere.sgf", "game.sgf", "%s", "{}", "\r", "17"),
    )
)


class Sessions(Target):
    """Some lines for an engine that searches, on a small board."""

    name = "gtp"
    weight = 0.3

    @staticmethod
    def mutate(rnd: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
        """Lines and words."""
        return mutate_lines(rnd, data, others, _WORDS)

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._file = folder / "game.sgf"
        self._file.write_bytes(to_sgf(random_game(1, 5, 20)))

    def seeds(self, marker: Path) -> list[bytes]:
        load = f"loadsgf {self._file}"
        game = ["play b C3", "genmove w", "genmove b", "undo", "showboard", "final_score", "final_status_list dead"]
        over = [
            "komi 9",
            "play b C3",
            "play w pass",
            "reg_genmove b",
            "play b pass",
            "genmove w",
            "genmove w",
            "genmove b",
        ]
        talked = ["time_settings 1 1 1", "lz-analyze b interval 1", "kata-analyze w 1 ownership true", "name"]
        harmful = [f"loadsgf ; touch {marker}", f"loadsgf {marker}", "loadsgf /dev/zero", "kata-genmove_analyze b 1"]
        handicap = ["fixed_handicap 2", "genmove w", "clear_board", "place_free_handicap 5", "list_stones b", "undo"]
        every = [name for name in COMMANDS if name != _QUIT]
        return ["\n".join(lines).encode() for lines in (game, [load, *game], over, talked, harmful, handicap, every)]

    def read(self, data: bytes) -> str:
        said = talk(data, self._engine(), size=4)
        commands = _answered(data)
        blocks = said.split("\n\n")
        if blocks.pop() != "":
            raise WrongError(f"the last answer has no end: {said[-80:]!r}")
        if len(blocks) != len(commands):
            raise WrongError(f"{len(commands)} commands, {len(blocks)} answers")
        for name, answer in zip(commands, blocks, strict=True):
            if not _ANSWER.match(answer):
                raise WrongError(f"{name}: {answer[:80]!r} is no answer")
            if "internal error" in answer:
                raise WrongError(f"{name}: {answer[:200]}")
            if _UNPRINTABLE.search(answer):
                raise WrongError(f"{name}: {answer[:80]!r} holds what cannot be printed")
        return " ".join(sorted({f"{name}{answer[:1]}" for name, answer in zip(commands, blocks, strict=True)}))

    @staticmethod
    def _engine() -> Engine:
        rng = np.random.default_rng(7)
        # By the settings of nets, which pass like any other move, so that ends and what follows them are searched too.
        player = SearchPlayer("searcher", lambda _size: Search(RolloutEvaluator(rng), rng=rng), 12, rng)
        return Engine(player, functools.partial(_analyst, rng))


def _analyst(rng: np.random.Generator) -> Analyst:
    return Analyst(None, rng)


def _answered(data: bytes) -> list[str]:
    """The commands that must be answered, up to ``quit``."""
    names = []
    for line in data.split(b"\n"):
        command = parse(line.decode("utf-8", "replace"))
        if command is not None:
            names.append(command.name)
            if command.name == _QUIT:
                break
    return names
