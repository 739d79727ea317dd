"""Who invites is found without an address, on this computer's own interface."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from clevergo.app.meeting.finder import LOOPBACK, Announcement, Finder, Found, nearest_address, own_addresses
from tests.patience import PATIENCE


def wait(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_who_invites_is_found_and_gone_once_they_no_longer_do() -> None:
    finder = Finder(LOOPBACK)
    name = f"小明 {secrets.token_hex(4)}\n" + "x" * 60
    announcement = Announcement(secrets.token_hex(16), name, "go", 24_999, LOOPBACK)
    shown = name.replace("\n", "")[:40]
    try:
        wait(lambda: Found(shown, "go", "127.0.0.1:24999") in finder.found)
        announcement.close()
        wait(lambda: all(found.name != shown for found in finder.found))
    finally:
        announcement.close()
        finder.close()


@pytest.mark.parametrize(
    ("there", "told"),
    [
        (("127.0.0.1", "169.254.3.7", "192.168.1.5"), ["192.168.1.5"]),
        (("127.0.0.1", "169.254.3.7"), ["169.254.3.7"]),
        (("127.0.0.1",), ["127.0.0.1"]),
    ],
)
def test_an_address_that_nobody_can_come_to_is_not_told(
    there: tuple[str, ...], told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    adapters = [SimpleNamespace(ips=[SimpleNamespace(ip=address, is_IPv4=True)]) for address in there]
    monkeypatch.setattr("ifaddr.get_adapters", lambda: adapters)
    assert own_addresses() == told


def test_who_invites_again_from_the_same_place_is_there_once() -> None:
    finder = Finder(LOOPBACK)
    names = [f"Ann {secrets.token_hex(4)}" for _ in range(2)]
    port = 24_000 + secrets.randbelow(900)
    told = []
    try:
        for name in names:  # the first one never says that it is gone
            told.append(Announcement(secrets.token_hex(16), name, "go", port, LOOPBACK))
            wait(lambda name=name: any(found.name == name for found in finder.found))  # type: ignore[misc]
        here = [found.name for found in finder.found if found.address == f"127.0.0.1:{port}"]
        assert here == [names[1]]
    finally:
        for announcement in told:
            announcement.close()
        finder.close()


def test_who_comes_later_stands_below_whatever_their_name() -> None:
    finder = Finder(LOOPBACK)
    mark = secrets.token_hex(4)
    told = []
    try:
        for place, name in enumerate((f"Zoe {mark}", f"Ann {mark}")):
            told.append(Announcement(secrets.token_hex(16), name, "go", 25_010 + place, LOOPBACK))
            wait(lambda name=name: any(found.name == name for found in finder.found))  # type: ignore[misc]
        assert [found.name for found in finder.found if mark in found.name] == [f"Zoe {mark}", f"Ann {mark}"]
    finally:
        for announcement in told:
            announcement.close()
        finder.close()


@pytest.mark.parametrize(
    ("theirs", "own", "nearest"),
    [
        (["192.168.1.20"], ["10.0.0.5"], "192.168.1.20"),
        (["172.20.16.1", "192.168.1.20"], ["192.168.1.31"], "192.168.1.20"),
        (["192.168.56.1", "198.18.0.1", "10.1.2.3"], ["192.168.56.1", "198.18.0.1", "10.1.2.77"], "10.1.2.3"),
        (["192.168.1.31", "10.0.0.5"], ["192.168.1.31", "10.0.0.5"], "192.168.1.31"),  # this computer
        (["fe80::1"], ["192.168.1.31"], "fe80::1"),
        (["192.168.1.20", "10.0.0.5"], [], "192.168.1.20"),
    ],
)
def test_of_several_addresses_the_one_in_our_network_is_called(theirs: list[str], own: list[str], nearest: str) -> None:
    assert nearest_address(theirs, own) == nearest
