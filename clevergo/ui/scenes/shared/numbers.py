"""Numbers as people read them: shares in percents, chances, and numbers with few decimals."""

from __future__ import annotations

from clevergo.ui.kit.look import Words


def chance(q: float) -> float:
    """A value in [-1, 1] as a chance to win, 0 to 1."""
    return min(max((1 + q) / 2, 0.0), 1.0)


def percent(part: float) -> str:
    """A part of one, in whole percents, as every language writes them; what is little is not said to be nothing."""
    return "<1%" if 0.0005 <= part < 0.005 else f"{part:.0%}"


def signed_percent(part: float) -> str:
    """A difference of two parts, in whole percents with its sign; what is rounded to nothing has none."""
    said = f"{part:+.0%}"
    return "0%" if said in ("+0%", "-0%") else said.replace("-", "−")


def number(value: float, digits: int = 2) -> Words:
    """A number with so many decimals, as the language writes it."""
    return lambda strings: strings.figure(value, f".{digits}f").replace("-", "−")


def decimal(value: float) -> Words:
    """The same with one."""
    return number(value, 1)


def signed(value: float) -> Words:
    """A number with two decimals and its sign, whichever it is."""
    return lambda strings: strings.figure(value, "+.2f").replace("-", "−")


def short(value: float, spec: str = "g") -> Words:
    """A number in as few digits as it has, or as ``spec`` says."""
    return lambda strings: strings.figure(value, spec)


def small(value: float) -> Words:
    """A share so small that whole percents would not tell it."""
    return lambda strings: strings.figure(100 * value, ".2g") + "%"
