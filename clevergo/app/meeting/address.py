"""Where a host waits for the guest: the port, and addresses as people type them. Loads nothing, so anybody may ask."""

from __future__ import annotations

import unicodedata

PORT = 24_242
"""Where a host waits, unless somebody else does already."""
LOOPBACK = "127.0.0.1"


def with_port(address: str) -> str:
    """An address as a person types it, with the usual port where they name none."""
    address = unicodedata.normalize("NFKC", address).strip()  # a colon may be a Chinese one
    for scheme in ("http://", "https://", "ws://", "wss://"):
        address = address.removeprefix(scheme).rstrip("/")
    host, colon, port = address.rpartition(":")
    is_named = bool(colon) and port.isdigit() and (":" not in host or host.endswith("]"))
    if is_named:
        return address
    return f"[{address}]:{PORT}" if ":" in address and not address.startswith("[") else f"{address}:{PORT}"
