"""Kills CleverGo's processes at random moments, ``kill -9``, and looks each time what it has left.

``python -m tests.attacks.kill --rounds 200`` starts the program again and again over the same data folder: the window
with everything going on in it at once (:mod:`tests.attacks.victim`), training and a match from the command line.
A round is one kill. In each life of the program the first process is hit last, at any moment from its start on; before
that, whatever runs besides. After the death of the first process nobody may be left after ``PATIENCE`` seconds, and
all that was there before must be there: the database whole, each dog with its training, weights, games, settings.
What a dead process was writing must be swept away by the next start. Needs Linux.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.attacks.aftermath import Possessions, leftovers, look_at
from tests.attacks.processes import MAIN, Attacked, Member
from tests.window.program import skip_the_tour

PATIENCE = 8.0
"""Seconds after which nobody may be left of a program whose first process was killed."""
EARLY = 6.0
"""Every second program is killed within so many first seconds."""
LATE = 30.0
KILLS = 5
"""In one life at most: training gives up where more of its processes die within minutes."""
SWEPT_AFTER = 5.0
"""Seconds after a start when what an earlier one left unfinished must be gone."""
GROWS = 15
"""Each start whose number this divides may run until it has saved something new."""
GROWTH_PATIENCE = 900.0

KINDS = ("window", "train", "window", "match")

Tell = Callable[[str], None]


@dataclass
class Report:
    """What came of it."""

    kills: Counter[str] = field(default_factory=Counter)
    """By role."""
    starts: int = 0
    longest: float = 0.0
    """Seconds that some process outlived the first."""
    longest_lived: list[str] = field(default_factory=list)
    """Which that was."""
    outlived: list[float] = field(default_factory=list)
    most_leftovers: int = 0
    complaints: list[str] = field(default_factory=list)

    @property
    def rounds(self) -> int:
        return sum(self.kills.values())

    def to_dict(self) -> dict[str, object]:
        times = sorted(self.outlived)
        return {
            "kills": self.rounds,
            "by_role": dict(self.kills.most_common()),
            "starts": self.starts,
            "longest_survival_s": round(self.longest, 2),
            "longest_lived": self.longest_lived,
            "median_survival_s": round(times[len(times) // 2], 2) if times else None,
            "most_temporary_files_left": self.most_leftovers,
            "complaints": self.complaints,
        }


class Attack:
    """Attacks programs that all work in one data folder."""

    def __init__(self, folder: Path, seed: int, tell: Tell = lambda _line: None) -> None:
        self._data = folder / "data"
        self._match = folder / "match"
        self._log = folder / "program.log"
        self._rnd = random.Random(seed)
        self._tell = tell
        self._has = Possessions()
        self.report = Report()
        if not self._data.exists():
            skip_the_tour(self._data)

    def run(self, rounds: int, kinds: Sequence[str] = KINDS, only_early: bool = False, latest: float = LATE) -> Report:
        """Kill ``rounds`` times; with ``only_early`` nobody but first processes, in their first seconds."""
        while self.report.rounds < rounds:
            kind = kinds[self.report.starts % len(kinds)]
            self.report.starts += 1
            if only_early:
                self._attack(kind, 1, EARLY, grows=False)
            else:
                # Of the first seconds, in which all is still being loaded, every moment is to be met.
                within = EARLY if self.report.starts % 2 else latest
                grows = self.report.starts % GROWS == 0 and kind != "match"
                self._attack(kind, min(KILLS, rounds - self.report.rounds), within, grows)
        return self.report

    def _command(self, kind: str) -> list[str]:
        clevergo = [sys.executable, "-m", "clevergo", "--data-dir", str(self._data)]
        games = ["--games", "1000", "--sgf", str(self._match)]
        return {
            "window": [sys.executable, "-m", "tests.attacks.victim", str(self._data)],
            "train": [*clevergo, "train", "runner", "--minutes", "600"],
            "match": [*clevergo, "match", "random", "policy:alpha_go", *games],
        }[kind]

    def _attack(self, kind: str, kills: int, within: float, grows: bool) -> None:
        """One life of a program: ``within`` so many seconds ``kills`` processes are killed, its first one last."""
        complaints: list[str] = []
        program = Attacked(self._command(kind), self._log)
        try:
            moments = sorted(self._rnd.uniform(0.0, within) for _ in range(kills))
            for moment in moments[:-1]:
                time.sleep(max(0.0, moment - (time.monotonic() - program.started)))
                self._kill_a_worker(program)
            time.sleep(max(0.0, moments[-1] - (time.monotonic() - program.started)))
            if grows:
                complaints += self._wait_for_growth(program)
            if not program.is_alive:
                complaints.append(f"it ended by itself with {program.process.returncode}")
            age = time.monotonic() - program.started
            if age > SWEPT_AFTER and (kept := self._has.leftovers & set(leftovers(self._data))):
                complaints.append(f"left from the last time and not swept: {sorted(path.name for path in kept)[:5]}")
            self._kill_main(program, complaints)
        finally:
            program.end()
        self._has, found = look_at(self._data, self._has, self._match)
        complaints += found
        self.report.most_leftovers = max(self.report.most_leftovers, len(self._has.leftovers))
        for complaint in complaints:
            self.report.complaints.append(f"start {self.report.starts} ({kind}, {age:.1f} s old): {complaint}")
            self._tell(f"!! {self.report.complaints[-1]}")
        has = f"{len(self._has.dogs)} dogs {self._has.games_trained}, {len(self._has.moves)} games"
        self._tell(f"{self.report.rounds:4} kills, start {self.report.starts} {kind} {age:5.1f} s, {has}")

    def _kill_a_worker(self, program: Attacked) -> None:
        others = [member for member in program.members() if member.role != MAIN]
        # Python's own bookkeeper is no part of what works; one that is just being born is as good as any.
        others = [member for member in others if member.role != "resource_tracker"]
        if others:
            self._kill(program, self._rnd.choice(others))

    def _kill_main(self, program: Attacked, complaints: list[str]) -> None:
        self._kill(program, Member(program.process.pid, MAIN))
        seconds, last = program.outlived(PATIENCE)
        self.report.outlived.append(seconds)
        roles = [member.role for member in last]
        if seconds > self.report.longest:
            self.report.longest, self.report.longest_lived = seconds, roles
        if seconds >= PATIENCE:
            complaints.append(f"{roles} outlived it by more than {PATIENCE:g} s")

    def _kill(self, program: Attacked, member: Member) -> None:
        if program.kill(member):
            self.report.kills[member.role] += 1

    def _wait_for_growth(self, program: Attacked) -> list[str]:
        """A run that was killed goes on: within some time something new is saved."""
        deadline = time.monotonic() + GROWTH_PATIENCE
        while time.monotonic() < deadline and program.is_alive:
            now, _ = look_at_training(self._data)
            if any(games > self._has.games_trained.get(name, 0) for name, games in now.items()):
                return []
            time.sleep(1.0)
        return [f"nothing new was saved within {GROWTH_PATIENCE:g} s"]


def look_at_training(data: Path) -> tuple[dict[str, int], list[str]]:
    """How many games each dog's last checkpoint holds."""
    now, complaints = look_at(data, Possessions())
    return now.games_trained, complaints


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="kill CleverGo's processes and look what is lost")
    parser.add_argument("--rounds", type=int, default=200, help="kills (200)")
    parser.add_argument("--seed", type=int, default=1, help="of the moments and the victims (1)")
    parser.add_argument(
        "--folder", type=Path, help="where it works and what is kept; by default a folder that is deleted"
    )
    parser.add_argument("--kinds", default=",".join(KINDS), help=f"what is attacked ({','.join(KINDS)})")
    parser.add_argument("--early", action="store_true", help=f"only first processes, in their first {EARLY:g} seconds")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="clevergo-attack-") as temporary:
        folder = options.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        attack = Attack(folder, options.seed, lambda line: print(line, flush=True))
        try:
            attack.run(options.rounds, tuple(options.kinds.split(",")), options.early)
        finally:
            print(json.dumps(attack.report.to_dict(), indent=2), flush=True)
    return 1 if attack.report.complaints else 0


if __name__ == "__main__":
    sys.exit(main())
