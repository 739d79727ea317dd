"""Changing real files a little, in the ways that readers stumble over."""

from __future__ import annotations

import io
import json
import random
import warnings
import zipfile
import zlib
from collections.abc import Callable, Sequence
from typing import Any

MOST_BYTES = 1 << 20
_NUMBERS = (0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 2**63 - 1, 2**64 - 1)
_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 9, 19, 20, 0.5, -0.0, 1e308, 1e400, float("nan"), float("-inf"), 2**31, 2**63),
    *(
        -(2**63) - 1,
        10**30,
        "",
        "x",
        "\0",
        "9",
        "..",
        "../../x",
        "小黑",
        "\ud800",
        "x" * 5000,
        [],
        {},
        [[]],
        {"": None},
    ),
)
_BYTES = (
    b"\0",
    b"\xff",
    b"\n",
    b"\r\n",
    b"\\",
    b'"',
    b"'",
    b"]",
    b"[",
    b"(",
    b")",
    b";",
    b"{",
    b"}",
    b"%s",
    b"\xef\xbb\xbf",
)
_MEMBERS = (
    "../evil",
    "/etc/evil",
    "dog.json",
    "weights.safetensors",
    "ages/age-00000001.safetensors",
    "meta.npy",
    "C:\\evil",
)

Mutate = Callable[[random.Random, bytes, Sequence[bytes]], bytes]
"""Takes an input, other inputs to take parts of, and gives another one."""


def mutate_bytes(rnd: random.Random, data: bytes, others: Sequence[bytes], words: Sequence[bytes] = ()) -> bytes:
    """Some small changes: bits, bytes, numbers, words, parts cut out, doubled, swapped or taken from elsewhere."""
    changed = bytearray(data)
    for _ in range(1 << rnd.randrange(4)):
        _change(rnd, changed, others, words)
    return bytes(changed[:MOST_BYTES])


def _change(rnd: random.Random, data: bytearray, others: Sequence[bytes], words: Sequence[bytes]) -> None:
    at = rnd.randrange(len(data) + 1)
    length = min(len(data) - at, 1 << rnd.randrange(10))
    kind = rnd.randrange(10)
    if kind == 0 and at < len(data):
        data[at] ^= 1 << rnd.randrange(8)
    elif kind == 1 and at < len(data):
        data[at] = rnd.randrange(256)
    elif kind == 2:
        del data[at : at + length]
    elif kind == 3:
        data[at:at] = data[at : at + length] * rnd.choice((1, 1, 2, 50))
    elif kind == 4:
        data[at:at] = rnd.choice(tuple(words) + _BYTES) * rnd.choice((1, 1, 1, 3, 200))
    elif kind == 5:
        width = rnd.choice((1, 2, 4, 8))
        data[at : at + width] = (rnd.choice(_NUMBERS) % 256**width).to_bytes(width, rnd.choice(("little", "big")))
    elif kind == 6 and others:
        other = rnd.choice(others)
        start = rnd.randrange(len(other) + 1)
        data[at : at + rnd.choice((0, length))] = other[start : start + (1 << rnd.randrange(12))]
    elif kind == 7:
        del data[at:]
    elif kind == 8:
        data[at : at + length] = rnd.randbytes(length)
    else:
        words = tuple(words) or _BYTES
        old, new = rnd.choice(words), rnd.choice(words)
        place = data.find(old)
        if place >= 0:
            data[place : place + len(old)] = new


def with_words(*words: str) -> Mutate:
    """:func:`mutate_bytes` that knows the language of a format."""
    known = tuple(word.encode() for word in words)
    return lambda rnd, data, others: mutate_bytes(rnd, data, others, known)


def mutate_json(rnd: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Mostly another value somewhere, sometimes another text."""
    try:
        content = json.loads(data)
    except (ValueError, RecursionError):
        return mutate_bytes(rnd, data, others)
    if rnd.random() < 0.2:
        return mutate_bytes(rnd, data, others)
    if rnd.random() < 0.02:
        return b"[" * (deep := rnd.choice((100, 900, 100_000))) + data + b"]" * deep
    for _ in range(1 << rnd.randrange(3)):
        content = _other_value(rnd, content, 0)
    return json.dumps(content, ensure_ascii=rnd.random() < 0.5).encode("utf-8", "surrogatepass")[:MOST_BYTES]


def _other_value(rnd: random.Random, value: Any, depth: int) -> Any:
    """``value`` with one thing in it changed."""
    inner = isinstance(value, (dict, list)) and bool(value)
    if not inner or rnd.random() < 0.15 * depth:
        if isinstance(value, (int, float)) and not isinstance(value, bool) and rnd.random() < 0.5:
            return rnd.choice((-value, value + 1, value * 2, value / 3, str(value), [value]))
        if rnd.random() < 0.03:
            nested: Any = value
            for _ in range(rnd.choice((3, 60))):
                nested = [nested]
            return nested
        return rnd.choice(_VALUES)
    if isinstance(value, dict):
        key = rnd.choice(list(value))
        kind = rnd.randrange(8)
        if kind == 0:
            return {name: inside for name, inside in value.items() if name != key}
        if kind == 1:
            return value | {rnd.choice(("x", "", "format", "__class__", "小黑")): rnd.choice(_VALUES)}
        return value | {key: _other_value(rnd, value[key], depth + 1)}
    at = rnd.randrange(len(value))
    kind = rnd.randrange(8)
    if kind == 0:
        return value[:at] + value[at + 1 :]
    if kind == 1:
        return value[: at + 1] + value[at:] * rnd.choice((1, 1, 100))
    return [*value[:at], _other_value(rnd, value[at], depth + 1), *value[at + 1 :]]


def mutate_zip(inside: Mutate, rnd: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """An archive whose parts, names or order have changed; sometimes one whose bytes have."""
    if rnd.random() < 0.3:
        return mutate_bytes(rnd, data, others)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = [(name, archive.read(name)) for name in archive.namelist()]
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, RuntimeError, ValueError):
        return mutate_bytes(rnd, data, others)
    if not parts:
        return mutate_bytes(rnd, data, others)
    at = rnd.randrange(len(parts))
    name, content = parts[at]
    kind = rnd.randrange(8)
    if kind == 0:
        del parts[at]
    elif kind == 1:
        parts.append((rnd.choice([*_MEMBERS, name]), content))
    elif kind == 2:
        parts[at] = rnd.choice(_MEMBERS), content
    else:
        parts[at] = name, inside(rnd, content, others)
    buffer = io.BytesIO()
    with warnings.catch_warnings():  # a name may be in it twice
        warnings.simplefilter("ignore")
        with zipfile.ZipFile(buffer, "w") as archive:
            for name, content in parts:
                archive.writestr(name, content, rnd.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)))
    changed = buffer.getvalue()
    return mutate_bytes(rnd, changed, others) if rnd.random() < 0.1 else changed[:MOST_BYTES]


def mutate_lines(rnd: random.Random, data: bytes, others: Sequence[bytes], words: Sequence[bytes]) -> bytes:
    """Lines left out, doubled, moved, taken from elsewhere; words and letters in them changed."""
    lines = data.split(b"\n")
    for _ in range(1 << rnd.randrange(4)):
        at = rnd.randrange(len(lines) + 1)
        kind = rnd.randrange(6)
        if kind == 0 and len(lines) > 1:
            del lines[at : at + 1]
        elif kind == 1 and others:
            lines[at:at] = rnd.choice(others).split(b"\n")[: rnd.randrange(1, 8)]
        elif kind == 2:
            lines.insert(at, b" ".join(rnd.choice(words) for _ in range(rnd.randrange(1, 5))))
        elif kind == 3 and lines:
            lines.insert(at, rnd.choice(lines))
        elif at < len(lines):
            if kind == 4:
                parts = lines[at].split(b" ")
                parts[rnd.randrange(len(parts))] = rnd.choice(words)
                lines[at] = b" ".join(parts)
            else:
                lines[at] = mutate_bytes(rnd, lines[at], others, words)
    return b"\n".join(lines)[:MOST_BYTES]
