"""Inquiries: one at a time in a process of their own, called off by the next, remembered once they are whole."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from clevergo.app.engine.messages import (
    CancelRequest,
    EngineDied,
    EngineFault,
    InquiryReport,
    InquiryRequest,
    Reply,
)
from clevergo.app.inquiries import Finding, Inquirer
from clevergo.players.protocol import PlayerError
from clevergo.problem import as_said
from tests.app.test_analysis import FakeEngine
from tests.patience import PATIENCE


@dataclass(frozen=True)
class Count:
    """Counts up to a number; a negative one cannot be counted to, and a very large one is counted to until dropped."""

    door: ClassVar[str] = __name__
    to: int


def answer(inquiry: Count, stop: Callable[[], bool]) -> Iterator[int]:
    """What the process does for :class:`Count`."""
    if inquiry.to < 0:
        raise PlayerError("illegal_game_over")
    for number in range(1, inquiry.to + 1):
        if number > 100:
            while not stop():
                time.sleep(0.001)
            return
        yield number


class Desk:
    """The inquirer and its fake process."""

    def __init__(self) -> None:
        self.engine = FakeEngine()
        self.inquirer = Inquirer(self.engine)  # type: ignore[arg-type]

    @property
    def request(self) -> InquiryRequest:
        return [request for request in self.engine.asked if isinstance(request, InquiryRequest)][-1]

    def say(self, *replies: Reply) -> None:
        self.engine.say(*replies)
        self.inquirer.poll()

    def known(self, inquiry: Count) -> tuple[Any, bool] | None:
        finding = self.inquirer.finding(inquiry)
        return None if finding is None else (finding.answer, finding.is_whole)


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_what_is_found_comes_by_and_by(desk: Desk) -> None:
    assert desk.known(Count(3)) is None
    desk.inquirer.ask(Count(3))
    assert desk.known(Count(3)) == (None, False)
    desk.say(InquiryReport(desk.request.tag, 1))
    assert desk.known(Count(3)) == (1, False)
    desk.say(InquiryReport(desk.request.tag, 3, is_last=True))
    assert desk.known(Count(3)) == (3, True)


def test_it_is_known_what_it_is_at(desk: Desk) -> None:
    assert desk.inquirer.at_work is None
    desk.inquirer.ask(Count(3))
    assert desk.inquirer.at_work == Count(3)
    desk.say(InquiryReport(desk.request.tag, 1))
    assert desk.inquirer.at_work == Count(3)
    desk.say(InquiryReport(desk.request.tag, 3, is_last=True))
    assert desk.inquirer.at_work is None
    desk.inquirer.ask(Count(4))
    desk.inquirer.drop()
    assert desk.inquirer.at_work is None


def test_what_is_known_or_under_way_is_not_asked_again(desk: Desk) -> None:
    desk.inquirer.ask(Count(3))
    desk.inquirer.ask(Count(3))
    desk.say(InquiryReport(desk.request.tag, 3, is_last=True))
    assert desk.inquirer.ask(Count(3)).answer == 3
    assert len(desk.engine.asked) == 1


def test_the_next_calls_off_the_one_before_whose_late_report_is_dropped(desk: Desk) -> None:
    desk.inquirer.ask(Count(3))
    first = desk.request
    desk.inquirer.ask(Count(4))
    assert desk.engine.asked == [first, CancelRequest(first.tag), desk.request]
    desk.say(InquiryReport(first.tag, 3, is_last=True), InquiryReport(desk.request.tag, 1))
    assert desk.known(Count(3)) is None
    assert desk.known(Count(4)) == (1, False)


def test_who_looks_away_is_told_nothing_more(desk: Desk) -> None:
    desk.inquirer.ask(Count(3))
    desk.inquirer.drop()
    desk.inquirer.drop()
    assert desk.engine.asked[1:] == [CancelRequest(desk.request.tag)]
    desk.say(InquiryReport(desk.request.tag, 3, is_last=True))
    assert desk.known(Count(3)) is None


@pytest.mark.parametrize("died", [False, True])
def test_trouble_is_told_and_tried_again_when_asked_again(desk: Desk, died: bool) -> None:
    desk.inquirer.ask(Count(3))
    trouble = as_said("no")
    desk.say(EngineDied(trouble) if died else EngineFault(desk.request.tag, trouble))
    finding = desk.inquirer.finding(Count(3))
    assert finding is not None
    assert (finding.error, finding.is_whole) == (trouble, False)
    assert desk.inquirer.ask(Count(3)).error is None
    assert len(desk.engine.asked) == 2


class Large:
    """An answer that takes much memory."""

    nbytes = 30 * 1024 * 1024


def test_of_large_answers_only_the_latest_are_kept(desk: Desk) -> None:
    for number in range(3):
        desk.inquirer.ask(Count(number))
        desk.say(InquiryReport(desk.request.tag, Large(), is_last=True))
    assert desk.known(Count(0)) is None
    assert desk.known(Count(1)) is not None
    assert desk.known(Count(2)) is not None


@pytest.fixture(scope="module")
def running() -> Iterator[Inquirer]:
    inquirer = Inquirer()
    yield inquirer
    inquirer.close()


def wait(inquirer: Inquirer, inquiry: Count) -> Finding:
    deadline = time.monotonic() + PATIENCE
    while True:
        inquirer.poll()
        finding = inquirer.finding(inquiry)
        assert finding is not None
        if finding.is_whole or finding.error is not None:
            return finding
        assert time.monotonic() < deadline
        time.sleep(0.005)


def test_a_process_asks_the_inquirys_own_module(running: Inquirer) -> None:
    running.ask(Count(5))
    assert wait(running, Count(5)).answer == 5


def test_what_its_module_refuses_is_told_in_its_own_words(running: Inquirer) -> None:
    running.ask(Count(-1))
    error = wait(running, Count(-1)).error
    assert error is not None
    assert error.code == "illegal_game_over"


def test_called_off_in_the_middle_the_process_is_free_for_the_next(running: Inquirer) -> None:
    running.ask(Count(1000))
    while running.ask(Count(1000)).answer != 100:
        running.poll()
        time.sleep(0.005)
    running.ask(Count(7))
    assert wait(running, Count(7)).answer == 7
