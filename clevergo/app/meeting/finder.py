"""Who invites on this network: told and heard by multicast DNS (zeroconf), so that nobody need type an address.

What is heard comes from anybody. It is shown as text, shortened, and used as an address to knock at; who is let in
depends on the code alone. A host whose guest has been cut off tells of itself as well, by a mark that only the two can
make: so the guest finds it again at another address or port.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_address

from zeroconf import Error as ZeroconfError
from zeroconf import IPVersion, ServiceBrowser, ServiceInfo, ServiceListener, Zeroconf

logger = logging.getLogger(__name__)

_SERVICE = "_clevergo-go._tcp.local."
_MOST = 64
_ANSWER_SECONDS = 2.0
_LONGEST = 40
_AGAIN = "again"
LOOPBACK = ("127.0.0.1",)
"""Only this computer: for tests, and for two windows on one screen."""


@dataclass(frozen=True)
class Found:
    """Somebody invites."""

    name: str
    """What they are called, as they say."""
    game: str
    """What they want to play: a game's name."""
    address: str
    """``host:port``."""
    is_tournament: bool = False
    """Whether many play each other there."""


class Announcement:
    """Tells everybody on the network that somebody invites, until it is closed. Both take a moment, in a thread."""

    def __init__(
        self,
        meeting: str,
        name: str,
        game: str,
        port: int,
        interfaces: tuple[str, ...] = (),
        is_tournament: bool = False,
        mark: str = "",
    ) -> None:
        """What is told.

        Args:
            meeting: hexadecimal; tells this announcement from others.
            name: who invites.
            game: the name of what is played.
            port: where they wait.
            interfaces: addresses of this computer to tell it at; none: all of them.
            is_tournament: whether many play each other there.
            mark: where a game is gone on with: what only the one who is waited for knows. Nobody else is invited.
        """
        kind = _AGAIN if mark else "tournament" if is_tournament else "game"
        self._told = (meeting, name, game, port, interfaces, kind, mark)
        self._zeroconf: Zeroconf | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._tell, name="announcement", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Take it back; returns at once."""
        self._closing.set()

    def _tell(self) -> None:
        meeting, name, game, port, interfaces, kind, mark = self._told
        try:
            with _zeroconf(interfaces) as zeroconf:
                info = ServiceInfo(
                    _SERVICE,
                    f"{meeting[:16]}.{_SERVICE}",
                    port=port,
                    properties={
                        "name": name.encode()[:120],
                        "game": game.encode()[:32],
                        "kind": kind.encode(),
                        "mark": mark.encode()[:_LONGEST],
                    },
                    parsed_addresses=list(interfaces) or own_addresses(),
                    server=f"clevergo-{meeting[:16]}.local.",
                )
                zeroconf.register_service(info)
                self._closing.wait()
                zeroconf.unregister_service(info)
        except (OSError, ZeroconfError) as error:
            logger.warning("nobody can find this game by itself: %s", error)


class Finder(ServiceListener):
    """Hears who invites, until it is closed."""

    def __init__(self, interfaces: tuple[str, ...] = ()) -> None:
        self._found: dict[str, Found] = {}
        self._marks: dict[str, tuple[str, str]] = {}
        """Mark and address of those who wait for somebody they have met."""
        self._lock = threading.Lock()
        self._closing = threading.Event()
        threading.Thread(target=self._listen, args=(interfaces,), name="finder", daemon=True).start()

    @property
    def found(self) -> tuple[Found, ...]:
        """Everybody who invites now, as they came: who comes later moves nobody away under a pointer."""
        with self._lock:
            return tuple(self._found.values())

    def marked(self, mark: str) -> tuple[str, ...]:
        """The addresses where whoever has this mark says to be."""
        with self._lock:
            return tuple(sorted({address for one, address in self._marks.values() if one == mark}))

    def close(self) -> None:
        """Hear no more; returns at once."""
        self._closing.set()

    def _listen(self, interfaces: tuple[str, ...]) -> None:
        try:
            with _zeroconf(interfaces) as zeroconf:
                browser = ServiceBrowser(zeroconf, _SERVICE, self)
                self._closing.wait()
                browser.cancel()
        except (OSError, ZeroconfError) as error:
            logger.warning("nobody can be found: %s", error)

    # --- what zeroconf calls, in its own thread ---

    def add_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """Somebody invites."""
        info = zc.get_service_info(type_, name, timeout=round(1000 * _ANSWER_SECONDS))
        addresses = [] if info is None else info.parsed_addresses(IPVersion.V4Only) or info.parsed_addresses()
        if info is None or not addresses or not info.port:
            return
        nearest = nearest_address(addresses, own_addresses())
        host = nearest if ":" not in nearest else f"[{nearest}]"
        kind, address = _text(info, b"kind"), f"{host}:{info.port}"
        found = Found(_text(info, b"name"), _text(info, b"game"), address, kind == "tournament")
        with self._lock:
            if kind == _AGAIN:
                if name in self._marks or len(self._marks) < _MOST:
                    self._marks[name] = _text(info, b"mark"), address
            else:
                self._forget_others_at(address, name)
                if name in self._found or len(self._found) < _MOST:
                    self._found[name] = found

    def _forget_others_at(self, address: str, name: str) -> None:
        """Nobody else waits where somebody waits now: a program that died has not said that it is gone."""
        for other in [other for other, found in self._found.items() if found.address == address and other != name]:
            del self._found[other]

    def update_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """They say something else now."""
        self.add_service(zc, type_, name)

    def remove_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """They do not any longer."""
        with self._lock:
            self._found.pop(name, None)
            self._marks.pop(name, None)


def _zeroconf(interfaces: tuple[str, ...]) -> contextlib.closing[Zeroconf]:
    made = Zeroconf(interfaces=list(interfaces)) if interfaces else Zeroconf()
    return contextlib.closing(made)


def nearest_address(theirs: Sequence[str], own: Sequence[str]) -> str:
    """Of the addresses of another computer the one most likely to be reached: that shares most bits with one of ours.

    Virtual machines and tunnels give computers addresses besides, often the same to each; those that are ours as well
    lead nowhere, unless it is this computer.
    """
    others = [address for address in theirs if address not in own] or theirs
    return max(others, key=lambda address: max((_shared_bits(address, here) for here in own), default=0))


def _shared_bits(one: str, other: str) -> int:
    """How many leading bits two addresses have in common; 0 where they are of different kinds."""
    first, second = ip_address(one), ip_address(other)
    if first.version != second.version:
        return 0
    return int(first.max_prefixlen) - (int(first) ^ int(second)).bit_length()


def own_addresses() -> list[str]:
    """This computer's addresses that others may reach it at."""
    from ifaddr import get_adapters

    own = [ip_address(str(ip.ip)) for adapter in get_adapters() for ip in adapter.ips if ip.is_IPv4]
    others = [address for address in own if not address.is_loopback]
    # Adapters without a cable have addresses as well, that nobody can come to.
    reached = [address for address in others if not address.is_link_local] or others
    return list(map(str, reached)) or ["127.0.0.1"]


def _text(info: ServiceInfo, key: bytes) -> str:
    said = (info.properties.get(key) or b"").decode("utf-8", "replace")
    return "".join(letter for letter in said if letter.isprintable())[:_LONGEST]
