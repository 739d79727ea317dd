"""Who may take part in a game over a network: whoever knows its code. Nobody else can say a word in it.

The code is told by a person to another. Both programs make a key of it (scrypt, RFC 7914) and show each other that
they have it, without saying it: by an HMAC-SHA256 over what was drawn for this connection. Every message afterwards
carries its number and an HMAC of both, by a key for each direction, so that none can be forged, altered, repeated, left
out or sent in another order. What is played is not hidden from who can read the network.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass

from clevergo.app.meeting.words import LONGEST

_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""None that is mistaken for another."""
_CODE_LETTERS, _GROUP = 8, 4
_COST = 2**14
_NONCE = 16
_SEAL = 16
_DIGITS = 8
_MARK = 32
HEAD = _DIGITS + 2 * _SEAL
"""Bytes in front of a sealed message: its number in eight hexadecimal digits, and the seal."""


class SealError(ValueError):
    """A message whose seal is wrong: not made with this key, or out of order."""


def new_code() -> str:
    """A code to be told: ``K7QM-24XD``; 39 bits."""
    letters = "".join(secrets.choice(_LETTERS) for _ in range(_CODE_LETTERS))
    return f"{letters[:_GROUP]}-{letters[_GROUP:]}"


def tidy(code: str) -> str:
    """A code as it was drawn, however it was typed; empty where it cannot be one."""
    letters = "".join(code.upper().split()).replace("-", "")
    return letters if len(letters) == _CODE_LETTERS and set(letters) <= set(_LETTERS) else ""


def new_nonce() -> str:
    """A fresh random nonce, as hexadecimal text."""
    return secrets.token_hex(_NONCE)


def key_of(code: str, salt: str) -> bytes:
    """The key that is made of a code. It takes tens of milliseconds, so that codes cannot be tried by the thousand."""
    return hashlib.scrypt(tidy(code).encode(), salt=bytes.fromhex(salt), n=_COST, r=8, p=1, dklen=32)


def mark_of(key: bytes) -> str:
    """What the two who have this key, and nobody else, know each other by on a network; hexadecimal."""
    return hmac.new(key, b"clevergo meeting|mark", hashlib.sha256).hexdigest()[:_MARK]


@dataclass(frozen=True)
class Handshake:
    """What both know of a connection before anything is trusted."""

    key: bytes
    host_nonce: str
    guest_nonce: str

    def proof(self, by_host: bool) -> str:
        """What shows that somebody has the key; nobody can use it for another connection, or for the other side."""
        return self._mac(b"host proof" if by_host else b"guest proof").hex()

    def is_proven(self, proof: str, by_host: bool) -> bool:
        """Whether that is it."""
        return hmac.compare_digest(proof, self.proof(by_host))

    def seal(self, by_host: bool) -> Seal:
        """For what the one side says after that."""
        return Seal(self._mac(b"host says" if by_host else b"guest says"))

    def _mac(self, purpose: bytes) -> bytes:
        said = b"|".join((b"clevergo meeting", purpose, self.host_nonce.encode(), self.guest_nonce.encode()))
        return hmac.new(self.key, said, hashlib.sha256).digest()


class Seal:
    """One direction of a connection: seals what is said, or opens what is heard; each message once, in order."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._next = 0

    def close(self, message: bytes) -> bytes:
        """A message to be sent."""
        sealed = self._seal(message) + message
        self._next += 1
        return sealed

    def open(self, sealed: bytes) -> bytes:
        """The message; SealError where it is not the next one of who has the key."""
        if not HEAD < len(sealed) <= HEAD + LONGEST:
            raise SealError("too short or too long")
        message = sealed[HEAD:]
        if not hmac.compare_digest(sealed[:HEAD], self._seal(message)):
            raise SealError("not the next message")
        self._next += 1
        return message

    def _seal(self, message: bytes) -> bytes:
        number = f"{self._next:0{_DIGITS}x}".encode()
        return number + hmac.new(self._key, number + message, hashlib.sha256).hexdigest()[: 2 * _SEAL].encode()
