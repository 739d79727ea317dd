"""Make the sounds of the window from nothing but arithmetic: ``python assets/make_sounds.py``.

A stone on wood is struck noise through a handful of fading resonances; the chimes are plucked strings after
Karplus and Strong (Digital Synthesis of Plucked-String and Drum Timbres, 1983), tuned to a pentatonic scale.
"""

from __future__ import annotations

import wave
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FOLDER = Path(__file__).parent / "sounds"
RATE = 44_100
"""Samples a second."""
STONE_VARIANTS = 5

Samples = NDArray[np.float64]


def times(seconds: float) -> Samples:
    """The time of each sample, in seconds."""
    return np.arange(int(seconds * RATE)) / RATE


def fading_tone(frequency: float, decay: float, seconds: float) -> Samples:
    """A sine that falls to 1/e every ``decay`` seconds."""
    moments = times(seconds)
    wave_form: Samples = np.sin(2 * np.pi * frequency * moments) * np.exp(-moments / decay)
    return wave_form


def smooth(noise: Samples, width: int) -> Samples:
    """Take the hiss out of ``noise`` by averaging ``width`` neighbours."""
    result: Samples = np.convolve(noise, np.hanning(width + 2)[1:-1] / (width / 2 + 0.5), mode="same")
    return result


def stone(rng: np.random.Generator, pitch: float = 1.0, hardness: float = 1.0) -> Samples:
    """A stone set down on a wooden board: a click, the stone's ring, the board's body."""
    seconds = 0.16
    click = smooth(rng.normal(size=int(seconds * RATE)), 3) * np.exp(-times(seconds) / 0.0022)
    ring = sum(
        level * fading_tone(pitch * frequency * rng.uniform(0.985, 1.015), decay, seconds)
        for frequency, decay, level in ((2350, 0.011, 0.50), (3720, 0.007, 0.32), (5480, 0.004, 0.20))
    )
    body = sum(
        level * fading_tone(pitch * frequency * rng.uniform(0.97, 1.03), decay, seconds)
        for frequency, decay, level in ((196, 0.030, 0.55), (431, 0.021, 0.45), (905, 0.014, 0.35))
    )
    result: Samples = hardness * (0.9 * click + ring) + body
    return result


def pluck(frequency: float, seconds: float, rng: np.random.Generator, brightness: float = 0.5) -> Samples:
    """A plucked string: a burst of noise that circulates through an averaging filter."""
    period = RATE / frequency
    length = int(period)
    burst = smooth(rng.uniform(-1.0, 1.0, size=length), max(1, int(6 * (1 - brightness))))
    string = np.empty(int(seconds * RATE))
    string[:length] = burst - burst.mean()
    for start in range(length, len(string), length):
        before = string[start - length : start]
        blended = 0.5 * (before + np.roll(before, 1)) * 0.9975
        stop = min(start + length, len(string))
        string[start:stop] = blended[: stop - start]
    result: Samples = string * np.exp(-times(seconds) / (0.45 * seconds))
    return result


def placed(parts: list[tuple[float, Samples]]) -> Samples:
    """Sum ``parts``, each beginning at its second."""
    total = max(int(start * RATE) + len(part) for start, part in parts)
    mix = np.zeros(total)
    for start, part in parts:
        first = int(start * RATE)
        mix[first : first + len(part)] += part
    return mix


def capture(rng: np.random.Generator) -> Samples:
    """A few stones gathered up and dropped into the lid."""
    moments = np.cumsum(rng.uniform(0.035, 0.075, size=5))
    return placed([(moment, 0.7 * stone(rng, rng.uniform(1.05, 1.35), 0.7)) for moment in moments])


def button() -> Samples:
    """A soft tick."""
    return fading_tone(1150, 0.008, 0.06) + 0.4 * fading_tone(2300, 0.004, 0.06)


def tick(pitch: float = 1.0, ring: float = 0.010) -> Samples:
    """A small clock of wood: a second has passed."""
    seconds = 0.09
    body = fading_tone(pitch * 880, ring, seconds) + 0.35 * fading_tone(pitch * 1760, 0.6 * ring, seconds)
    return body + 0.25 * fading_tone(pitch * 3140, 0.003, seconds)


def refused() -> Samples:
    """A dull knock: not here."""
    return fading_tone(150, 0.035, 0.18) + 0.5 * fading_tone(212, 0.025, 0.18)


def chime(notes: list[tuple[float, float]], rng: np.random.Generator, seconds: float = 1.6) -> Samples:
    """Plucked ``(second, frequency)`` notes that ring into each other, each so long."""
    return placed([(start, pluck(frequency, seconds, rng)) for start, frequency in notes])


def write(name: str, samples: Samples, level: float) -> None:
    """Save ``samples`` as 16-bit mono, ``level`` of full scale, without a click at either end."""
    edge = np.minimum(1.0, np.arange(len(samples)) / 24)
    shaped = samples * edge * np.minimum(1.0, np.arange(len(samples))[::-1] / 400)
    scaled = np.round(shaped / np.abs(shaped).max() * level * 32767).astype("<i2")
    FOLDER.mkdir(exist_ok=True)
    with wave.open(str(FOLDER / f"{name}.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(scaled.tobytes())
    print(f"{name}.wav: {len(samples) / RATE:.2f} s")


def main() -> None:
    """Make them all; the same files every time."""
    rng = np.random.default_rng(9)
    for variant in range(STONE_VARIANTS):
        write(f"stone_{variant + 1}", stone(rng, rng.uniform(0.94, 1.06)), 0.8)
    write("capture", capture(rng), 0.6)
    write("button", button(), 0.35)
    write("refused", refused(), 0.5)
    write("tick", tick(), 0.28)
    write("last_tick", tick(1.5, 0.017), 0.42)
    d, e, a, b, d_high = 293.66, 329.63, 440.0, 493.88, 587.33
    write("win", chime([(0.0, d), (0.11, a), (0.22, b), (0.36, d_high), (0.36, 2 * a)], rng), 0.6)
    write("lose", chime([(0.0, b), (0.16, a), (0.34, e), (0.56, d / 2)], rng), 0.55)
    write("right", chime([(0.0, a), (0.1, d_high)], rng, 0.8), 0.4)


if __name__ == "__main__":
    main()
