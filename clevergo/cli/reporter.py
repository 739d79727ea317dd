"""What a terminal is told of a training run."""

from __future__ import annotations

import sys

from clevergo.app.kennel.messages import MachineReport, NewsKind, TrainingNews, TrainingSnapshot
from clevergo.terminal import ProgressLine, duration, padded


class TrainingReporter:
    """Turns a session's snapshots into a progress line, and news worth keeping into lines of their own."""

    def __init__(self, first: TrainingSnapshot, seconds: float | None, games: int | None) -> None:
        """``seconds`` is how long the run is to last, or ``games`` how many games it is to have."""
        self._line = ProgressLine(sys.stderr, quiet_seconds=10.0)
        self._first = first
        self._seconds = seconds
        self._games = games
        self._told = list(first.news)
        self._machines: tuple[MachineReport, ...] = ()

    def show(self, now: TrainingSnapshot) -> None:
        """What is going on now."""
        for news in now.news:
            if news not in self._told:
                self._tell(news)
        self._told = list(now.news)
        self._follow(now.machines)
        share, so_far = self._progress(now)
        text = f"{so_far}, {now.positions:,} positions, {now.moves_per_second:,.0f} moves/s"
        if now.preparing is not None:
            text = f"first time only: {now.preparing.done} of {now.preparing.total} parts of the program prepared"
        if now.losses:
            text += f", loss {now.losses[-1].policy:.2f} + {now.losses[-1].value:.2f}"
        self._line.show(min(1.0, share), text)

    def _progress(self, now: TrainingSnapshot) -> tuple[float, str]:
        """How much of the run is done, 0 to 1, and that in words."""
        trained, played = max(0.0, now.seconds - self._first.seconds), max(0, now.games - self._first.games)
        if self._games is not None:
            return played / self._games, f"{duration(trained)}, {played:,} of {self._games:,} games"
        seconds = self._seconds or 1.0
        return trained / seconds, f"{duration(trained)} of {duration(seconds)}, {now.games:,} games"

    def end(self, last: TrainingSnapshot) -> None:
        """The run is over."""
        self.show(last)
        self._line.end()

    def _follow(self, machines: tuple[MachineReport, ...]) -> None:
        """Say which of the other machines have come, have gone, are silent or answer again."""
        if not machines:
            return
        before = {(machine.name, machine.state) for machine in self._machines}
        for machine in machines:
            if not machine.is_here and (machine.name, machine.state) not in before:
                what = f"{machine.processor}, {machine.cores} cores" if machine.processor else f"{machine.cores} cores"
                reason = f": {machine.reason}" if machine.reason is not None else ""
                self._line.say(f"machine {machine.name} ({what}): {machine.state.value}{reason}")
        self._machines = machines

    def tell_machines(self) -> None:
        """What each machine has given, where there were several."""
        rows = [("machine", "processor", "cores", "games given", "too old")]
        for machine in self._machines:
            rows.append(
                (
                    f"{machine.name} (this one)" if machine.is_here else machine.name,
                    machine.processor,
                    str(machine.cores),
                    f"{machine.games:,}",
                    f"{machine.dropped:,}",
                )
            )
        for line in padded(rows) if len(rows) > 1 else ():
            print(line)

    def _tell(self, news: TrainingNews) -> None:
        facts, what = news.values, ""
        if news.kind is NewsKind.RATED:
            score = f"{facts.get('wins')} won, {facts.get('draws')} drawn, {facts.get('losses')} lost"
            what = f"against {facts.get('opponent')} {score}"
            what += f"; rating {facts['rating']} ± {facts['error']}" if "rating" in facts else ""
        elif news.kind is NewsKind.MILESTONE:
            what = f"now stronger than {facts.get('opponent')}"
        elif news.kind is NewsKind.GREW:
            what = f"its net has grown to {facts.get('net')}"
        elif news.kind is NewsKind.WORKER_RESTARTED:
            what = f"a worker was started again ({facts.get('reason')})"
        elif news.kind in (NewsKind.DOCTOR, NewsKind.CURED, NewsKind.RATE_CUT, NewsKind.ROLLED_BACK):
            numbers = ", ".join(f"{name} {value:,.4g}" for name, value in facts.items() if name != "ailment")
            ailment = str(facts.get("ailment")).replace("_", " ")
            what = f"{news.kind.value.replace('_', ' ')}: {ailment}{f' ({numbers})' if numbers else ''}"
        if what:
            self._line.say(f"{duration(news.seconds)}: {what}")
