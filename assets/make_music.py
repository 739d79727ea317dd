"""Make the window's music from nothing but arithmetic: ``python assets/make_music.py [FOLDER]``.

Four quiet pieces, written here as melodies of five notes to the octave, as they are sung where Go comes from. What
plays them are formulas: plucked strings, bells and drops of wood are fading sines, a flute is a breathing one, and the
room around them is fading noise that everything is convolved with. The pieces and their sound belong to this program,
under its license.

Each begins and ends in silence, so that it may be repeated, or follow any other. Written as Ogg Vorbis by libsndfile
(``pip install soundfile``: whoever plays them does not need it).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FOLDER = Path(__file__).parent / "music"
RATE = 44_100
"""Samples a second."""
QUALITY = 0.85
"""libsndfile's level of compression, 0 to 1: about 50 kilobits a second."""
LOUDNESS, PEAK = 0.055, 0.5
"""Root mean square and highest sample of a piece, of full scale: some 25 decibels below it."""
FAINT = 0.001
"""Nobody hears less than that in a room where stones are set down."""
DEGREES = {"1": 0, "2": 2, "3": 4, "4": 5, "5": 7, "6": 9, "7": 11}
"""Semitones above the key's first note, as in numbered notation."""

Samples = NDArray[np.float64]
Voice = Callable[[float, float, np.random.Generator], Samples]
"""An instrument: hertz, seconds the note is held, and chance, to samples that may ring on."""


# --- instruments ----------------------------------------------------------------------------------------------------


def times(seconds: float) -> Samples:
    """The time of each sample, in seconds."""
    return np.arange(int(seconds * RATE)) / RATE


def partials(pitch: float, count: int, limit: float = 7_000.0) -> Iterator[tuple[int, float]]:
    """Overtones by number and hertz, a little sharp as those of a stiff string are."""
    for number in range(1, count + 1):
        frequency = pitch * number * np.sqrt(1 + 0.00008 * number**2)
        if frequency < limit:
            yield number, frequency


def string(pitch: float, held: float, rng: np.random.Generator) -> Samples:
    """A silk string, plucked: high overtones fade first, and the pitch settles as the finger leaves."""
    moments = times(min(held + 3.0, 6.0))
    bend = np.cumsum(1 + 0.004 * np.exp(-moments / 0.05)) / RATE
    place = 0.18 + rng.uniform(-0.02, 0.02)  # of the string's length, where it is plucked
    sound = np.zeros_like(moments)
    for number, frequency in partials(pitch, 14):
        level = np.sin(np.pi * number * place) / number**1.35
        decay = 2.6 / (1 + 0.55 * (number - 1)) * (220 / pitch) ** 0.35
        sound += level * np.sin(2 * np.pi * frequency * bend) * np.exp(-moments / decay)
    return sound * (1 - np.exp(-moments / 0.004))


def drop(pitch: float, held: float, rng: np.random.Generator) -> Samples:
    """A tongue of wood, struck softly: a round tone and a short high one."""
    moments = times(2.2)
    tone = np.sin(2 * np.pi * pitch * moments) * np.exp(-moments / 0.55)
    knock = 0.22 * np.sin(2 * np.pi * 3.93 * pitch * moments) * np.exp(-moments / 0.06)
    octave = 0.16 * np.sin(2 * np.pi * 2.0 * pitch * moments + rng.uniform(0, 0.2)) * np.exp(-moments / 0.25)
    return (tone + knock + octave) * (1 - np.exp(-moments / 0.003))


def bell(pitch: float, held: float, rng: np.random.Generator) -> Samples:
    """A small bell far away: sines that beat against each other, modulated in frequency (Chowning, 1973)."""
    moments = times(5.0)
    depth = 0.9 * np.exp(-moments / 0.7)
    detune = 1 + rng.uniform(0.0004, 0.0012)
    first = np.sin(2 * np.pi * pitch * moments + depth * np.sin(2 * np.pi * 2.76 * pitch * moments))
    second = np.sin(2 * np.pi * pitch * detune * moments)
    return (first + 0.6 * second) * np.exp(-moments / 1.5) * (1 - np.exp(-moments / 0.012))


def flute(pitch: float, held: float, rng: np.random.Generator) -> Samples:
    """A bamboo flute: few overtones, a vibrato that comes late, and breath."""
    moments = times(held + 0.35)
    vibrato = 0.0045 * np.sin(2 * np.pi * 4.6 * moments + rng.uniform(0, 6)) * np.clip((moments - 0.35) / 0.9, 0, 1)
    phase = 2 * np.pi * np.cumsum(pitch * (1 + vibrato - 0.012 * np.exp(-moments / 0.05))) / RATE
    tone = np.sin(phase) + 0.20 * np.sin(2 * phase) + 0.07 * np.sin(3 * phase)
    breath = lowpassed(rng.normal(size=len(moments)), 2.2 * pitch) * 0.10
    swell = np.clip(moments / 0.16, 0, 1) * np.clip((moments[-1] - moments) / 0.35, 0, 1)
    return (tone + breath) * swell**1.5 * (1 - 0.25 * np.clip(moments / max(held, 0.5), 0, 1))


def mist(pitch: float, held: float, rng: np.random.Generator) -> Samples:
    """Many soft voices on one note that come and go slowly."""
    moments = times(held + 2.5)
    sound = np.zeros_like(moments)
    for _ in range(5):
        tuned, phase = pitch * (1 + rng.normal(0, 0.0018)), rng.uniform(0, 2 * np.pi)
        sway = 1 + 0.3 * np.sin(2 * np.pi * rng.uniform(0.05, 0.2) * moments + rng.uniform(0, 6))
        for number, level in ((1, 1.0), (2, 0.28), (3, 0.10), (4, 0.03)):
            sound += level * sway * np.sin(2 * np.pi * number * tuned * moments + number * phase)
    swell = np.clip(moments / 2.2, 0, 1) * np.clip((moments[-1] - moments) / 2.5, 0, 1)
    return 0.2 * sound * np.sin(0.5 * np.pi * swell) ** 2


# --- the room -------------------------------------------------------------------------------------------------------


def lowpassed(noise: Samples, cutoff: float) -> Samples:
    """Frequencies above ``cutoff`` hertz taken away, gently."""
    spectrum = np.fft.rfft(noise)
    frequencies = np.fft.rfftfreq(len(noise), 1 / RATE)
    shaped: Samples = np.fft.irfft(spectrum / (1 + (frequencies / cutoff) ** 4), len(noise))
    return shaped


def room(seconds: float, rng: np.random.Generator) -> Samples:
    """The echo of a wooden hall: noise that fades, its high part first. ``float[samples, 2]``."""
    moments = times(seconds)
    sides = []
    for _ in range(2):
        noise = rng.normal(size=len(moments))
        dark, light = lowpassed(noise, 900), lowpassed(noise, 4_500)
        sides.append(dark * np.exp(-moments / (0.28 * seconds)) + 0.35 * light * np.exp(-moments / (0.1 * seconds)))
    echo = np.stack(sides, axis=1)
    echo[: int(0.012 * RATE)] = 0.0  # the nearest wall is four meters away
    return echo / np.sqrt((echo**2).sum(axis=0))


def convolved(dry: Samples, echo: Samples) -> Samples:
    """Both sides of ``dry`` in the room of ``echo``, as long as both together."""
    size = len(dry) + len(echo) - 1
    length = 1 << (size - 1).bit_length()
    wet = np.fft.irfft(np.fft.rfft(dry, length, axis=0) * np.fft.rfft(echo, length, axis=0), length, axis=0)
    return wet[:size]


def silent_at_both_ends(samples: Samples) -> Samples:
    """What is heard of ``samples``, with a moment's silence before it and a breath after it."""
    heard = np.flatnonzero(np.abs(samples).max(axis=1) > FAINT)
    before, after = int(0.4 * RATE), int(1.6 * RATE)
    part = samples[max(heard[0] - before, 0) : heard[-1] + after].copy()
    part[:before] *= np.linspace(0, 1, before)[:, None] ** 2
    fade = int(3.0 * RATE)
    part[-fade:] *= (0.5 + 0.5 * np.cos(np.linspace(0, np.pi, fade)))[:, None]
    return part


# --- writing and playing --------------------------------------------------------------------------------------------


def read(melody: str) -> list[tuple[float, float, tuple[int, ...]]]:
    """Notes of a melody: the beat each begins at, the beats it lasts, its semitones above the key's first note.

    A word is a beat: a degree with ``'`` or ``,`` for each octave up or down, ``1+5`` for several at once, ``-`` to
    hold, ``.`` to rest, ``(1 2)`` for two notes in one beat. Bars (``|``) are for the eye.
    """
    notes: list[tuple[float, float, tuple[int, ...]]] = []
    at, length = 0.0, 1.0
    for word in melody.replace("(", " ( ").replace(")", " ) ").replace("|", " ").split():
        if word in "()":
            length = 0.5 if word == "(" else 1.0
            continue
        if word == "-" and notes:
            start, lasted, tones = notes[-1]
            notes[-1] = (start, lasted + length, tones)
        elif word != ".":
            tones = tuple(DEGREES[tone[0]] + 12 * (tone.count("'") - tone.count(",")) for tone in word.split("+"))
            notes.append((at, length, tones))
        at += length
    return notes


class Piece:
    """A tempo, a key, and the parts that have been played so far, in stereo."""

    def __init__(self, seconds: float, beat: float, key: float, seed: int) -> None:
        """``beat`` in seconds; ``key``: hertz of the degree 1."""
        self.rng = np.random.default_rng(seed)
        self._beat, self._key = beat, key
        self._dry = np.zeros((int(seconds * RATE), 2))

    def play(
        self,
        voice: Voice,
        melody: str,
        level: float,
        at: float = 0.0,
        side: float = 0.0,
        octave: int = 0,
        beat: float = 1,
    ) -> None:
        """Add a part from beat ``at`` on; ``side``: -1 left to 1 right. Nobody plays like a clock."""
        for start, length, tones in read(melody):
            for tone in tones:
                pitch = self._key * 2 ** (tone / 12 + octave)
                moment = (at + start) * self._beat + abs(self.rng.normal(0, 0.012))
                sound = voice(pitch, length * self._beat, self.rng) * level * self.rng.uniform(0.82, 1.0)
                self._add(sound, moment, side + self.rng.uniform(-0.12, 0.12))

    def _add(self, sound: Samples, moment: float, side: float) -> None:
        first = int(moment * RATE)
        sound = sound[: max(len(self._dry) - first, 0)]
        angle = (np.clip(side, -1, 1) + 1) * np.pi / 4
        self._dry[first : first + len(sound)] += np.outer(sound, (np.cos(angle), np.sin(angle)))

    def mixed(self, wet: float, hall: float) -> Samples:
        """The piece in its room: ``float[samples, 2]``, as loud as all of them, silent at both ends."""
        echo = convolved(self._dry, room(hall, self.rng))
        whole = wet * echo
        whole[: len(self._dry)] += self._dry
        whole -= whole.mean(axis=0)
        whole *= LOUDNESS / np.sqrt((whole**2).mean())
        return silent_at_both_ends(PEAK * np.tanh(whole / PEAK) if np.abs(whole).max() > PEAK else whole)


# --- the pieces -----------------------------------------------------------------------------------------------------


def bamboo_grove() -> Samples:
    """A string, alone among bamboo: question, answer, and the question once more."""
    piece = Piece(82, 0.98, 293.66, 1)  # D
    first = "5, 6, 1 2 | 3 - (2 3) 1 | 6, - (1 2) 6, | 5, - - ."
    answer = "3 5 (6 5) 3 | 5 - (3 2) 1 | 2 (3 5) 2 1 | 6, - - ."
    home = "5, 6, 1 2 | 3 (5 3) 2 1 | 6, (5, 6,) 1 - | 1 - - ."
    for count, line in enumerate((first, answer, first, home)):
        piece.play(string, line, 0.50, at=2 + 16 * count, side=-0.15)
    bass = "1,+5, - - - | 6,, - - - | 4,, - 5,, - | 1,+5, - - -"
    for count in range(4):
        piece.play(string, bass, 0.34, at=2 + 16 * count, side=0.25)
    piece.play(bell, "5' - - - - - 6' - | 3' - - - - - - -", 0.05, at=34, side=0.6)
    piece.play(bell, "5' - - - 3' - - - | 1' - - - - - - -", 0.05, at=54, side=-0.6)
    piece.play(mist, "1,+5, - - - - - - - 6,,+3, - - - - - - -", 0.055, at=18)
    piece.play(mist, "1,+5, - - - - - - - 4,,+1, - - - 1,+5, - - -", 0.055, at=50)
    return piece.mixed(0.55, 3.2)


def morning_mist() -> Samples:
    """Chords that rise out of each other, and bells before it is light."""
    piece = Piece(84, 1.0, 261.63, 2)  # C
    chords = (
        "1,+5,+3",
        "6,,+3,+1",
        "4,,+1,+6,",
        "5,,+2,+7,",
        "3,,+7,,+5,",
        "6,,+3,+1",
        "2,,+6,,+4,",
        "5,,+2,+5,",
        "1,+5,+3",
    )
    for count, chord in enumerate(chords):
        piece.play(mist, f"{chord} - - - - - - -", 0.30, at=8.3 * count, side=0.3 * (-1) ** count)
    above = (
        "3' - 5' - 2' - - -",
        ". 6 - 1' - 3' - -",
        "6' - 5' - 1' - - -",
        ". 2' - 5 - 7 - -",
        "5' - 3' - 7 - - -",
        ". 1' - 6 - 3' - -",
        "4' - 6 - 2' - - -",
        ". 5 - 2' - 5' - -",
        "3' - 1' - 5 - 1' -",
    )
    for count, line in enumerate(above):
        piece.play(bell, line, 0.10, at=8.3 * count + 2, side=0.5 * (-1) ** (count + 1))
    piece.play(flute, "3 - - 2 - 1 - - - -", 0.055, at=34, side=0.1, octave=1)
    piece.play(flute, "5 - - 3 - 2 - 1 - - - -", 0.055, at=58, side=-0.1, octave=1)
    return piece.mixed(0.7, 4.5)


def under_the_moon() -> Samples:
    """A flute over still water; the string answers it."""
    piece = Piece(88, 0.92, 261.63, 3)  # the sixth degree, A, is home
    call = "6 - - (1' 2') | 3' - - - | (2' 1') 6 - 5 | 6 - - ."
    rise = "1' - 2' 3' | 5' - (3' 2') 1' | 2' - (1' 6) 5 | 3 - - ."
    rest = "(3 5) 6 - 1' | (2' 1') 6 5 - | (3 5) (6 5) 3 2 | 6, - - ."
    for at, line in ((2, call), (26, rise), (50, call), (70, rest)):
        piece.play(flute, line, 0.26, at=at, side=0.15)
    for at, line in ((18, ". (6 1') (2' 3') - | 6 - - ."), (42, ". (3 5) (6 5) - | 3 - - ."), (66, ". (6 5) 3 - ")):
        piece.play(string, line, 0.30, at=at, side=-0.45)
    drones = (
        *("6,,+3,", "6,,+3,", "4,,+1,", "6,,+3,", "2,,+6,,"),
        *("3,,+7,,", "6,,+3,", "4,,+1,", "3,,+7,,", "6,,+3,"),
    )
    for count, drone in enumerate(drones):
        piece.play(mist, f"{drone} - - - - - - - -", 0.17, at=8.6 * count, side=-0.2)
    for at in (14, 38, 62, 84):
        piece.play(bell, "3' - 6'", 0.06, at=at, side=0.6)
    return piece.mixed(0.62, 3.8)


def rain_on_the_pond() -> Samples:
    """Drops of wood fall in sixes, each round with another note changed."""
    piece = Piece(84, 0.60, 196.00, 4)  # G
    rounds = (
        "1 5 2' 3 6 5 | 1 5 3' 2 5 .",
        "1 5 2' 3 6 1' | 2 5 3' 2 6 .",
        "6, 3 1' 2 5 3 | 6, 3 2' 1 5 .",
        "4, 1 6 1 5 3' | 5, 2 5 1' 2 .",
        "1 5 2' 3 6 5 | 1 6 3' 5 2' .",
        "6, 3 1' 5 2 6 | 3 1' 5' 2 6 .",
        "4, 1 6 3' 1 5 | 5, 2 7 5 2' .",
        "1 5 3 2' 6 5 | 1 5 1' - - .",
    )
    order = (0, 1, 2, 3, 4, 5, 6, 0, 3, 7)
    for count, index in enumerate(order):
        swell = 0.30 if count in (0, len(order) - 1) else 0.36
        piece.play(drop, rounds[index], swell, at=2 + 12 * count, side=-0.3, octave=1)
        if 0 < count < len(order) - 1:  # the same from the other bank, a little later and fainter
            piece.play(drop, rounds[index], 0.09, at=2 + 12 * count + 1.5, side=0.6, octave=1)
    for count, bass in enumerate(("1,", "1,", "6,,", "4,,", "1,", "6,,", "4,,", "1,", "4,,", "1,")):
        piece.play(string, f"{bass} - - - - - 5, - - -", 0.26, at=2 + 12 * count, side=0.1, octave=1)
        piece.play(mist, f"{bass} - - - - - - - - -", 0.10, at=2 + 12 * count, octave=1)
    piece.play(flute, "5 - - 6 - 3 - - - - -", 0.07, at=46, side=0.3, octave=1)
    piece.play(flute, "6 - - 5 - 2 - 1 - - - -", 0.07, at=79, side=0.3, octave=1)
    return piece.mixed(0.45, 2.8)


PIECES = (bamboo_grove, morning_mist, under_the_moon, rain_on_the_pond)
"""In the order they are played in; each file is called as its function."""


def main() -> None:
    """Write them all."""
    import soundfile

    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for number, piece in enumerate(PIECES, 1):
        samples = piece()
        path = folder / f"{number}_{piece.__name__}.ogg"
        with soundfile.SoundFile(path, "w", RATE, 2, format="OGG", subtype="VORBIS", compression_level=QUALITY) as file:
            for start in range(0, len(samples), RATE):  # libvorbis overflows its stack on all of it at once
                file.write(samples[start : start + RATE])
        rms = 20 * np.log10(np.sqrt((samples**2).mean()))
        peak = 20 * np.log10(np.abs(samples).max())
        size = path.stat().st_size / 1000
        print(f"{path.name}: {len(samples) / RATE:.1f} s, {rms:.1f} dB, peak {peak:.1f} dB, {size:.0f} kB")


if __name__ == "__main__":
    main()
