"""What players are called: one name for each, wherever a person reads it.

A dog goes by its name, an age of it by that and how many games it had played (``AlphaGo (622 games)``), a player of
fixed strength by its family and its number (``Monte Carlo 400``, ``GNU Go 10``). Where two of one name meet, how they
play is said behind it (``AlphaGo · 100``), and always of a dog that does not search. Menus where the number is chosen
beside the player show the family alone, and where a name has no room the word for games goes (``AlphaGo (622)``).
Records and commands have names of their own (:attr:`~clevergo.players.spec.PlayerSpec.name`), for other programs.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from clevergo.players.spec import PlayerKind, PlayerSpec, engine_name, split_age
from clevergo.ui.kit.look import Look
from clevergo.ui.strings import LadderText, PlayText, Strings, Text, Wording

_NUMBERED = {PlayerKind.MCTS: Text.OPPONENT_MCTS, PlayerKind.ALPHABETA: Text.OPPONENT_ALPHABETA}
"""Players without a net: how much they think is part of who they are."""
_MODES = {PlayerKind.POLICY: Text.MODE_POLICY, PlayerKind.VALUE: Text.MODE_VALUE}


def dog_name(strings: Strings, dog: str, is_short: bool = False) -> str:
    """What a dog is called, at the age that is meant; a weight file goes by the file's name."""
    name, games = split_age(dog)
    if games == 0:
        return strings.get(PlayText.NAME_NEWBORN, name=dog_name(strings, name))
    if games is not None:
        wording = PlayText.NAME_AT_SHORT if is_short else PlayText.NAME_AT
        return strings.get(wording, name=dog_name(strings, name), games=games)
    shipped = Wording(f"shipped.{dog}")
    if strings.has(shipped.key):
        return strings.get(shipped)
    return Path(dog).stem if "/" in dog or "\\" in dog else dog


def age_name(strings: Strings, games: int | None) -> str:
    """The second part of a dog's name, where it stands by itself: ``622 games``; empty for the dog as it is now."""
    if games is None:
        return ""
    return strings.get(Text.GAMES_PLAYED, games=games) if games else strings.get(LadderText.NEWBORN)


def spoken_player(strings: Strings, spec: PlayerSpec, is_short: bool = False) -> str:
    """Who somebody is, wherever they sit; ``is_short``: there is little room."""
    if spec.kind is PlayerKind.HUMAN:
        return strings.get(Text.ME)
    if spec.who is not None:
        return spec.who
    if spec.kind is PlayerKind.OUTSIDE:
        return engine_name(spec.command or "")
    if spec.dog is not None:
        return dog_name(strings, spec.dog, is_short)
    numbered = _NUMBERED.get(spec.kind)
    return strings.get(Text.RANDOM) if numbered is None else strings.get(numbered, n=spec.simulations)


def fixed_opponent_name(strings: Strings, opponent: str) -> str:
    """The same of those whom dogs are rated against, by their texts (``mcts:400``); any other text stays as it is."""
    kind, _, number = opponent.partition(":")
    if kind == "random":
        return strings.get(Text.RANDOM)
    if opponent == "gnugo":
        return strings.get(Text.OPPONENT_GNU)
    if not number.isdigit():
        return opponent
    numbered = {
        "mcts": Text.OPPONENT_MCTS,
        "alphabeta": Text.OPPONENT_ALPHABETA,
        "gnugo": Text.OPPONENT_GNUGO,
        "pachi": Text.OPPONENT_PACHI,
    }.get(kind)
    return opponent if numbered is None else strings.get(numbered, n=int(number))


def entrant_name(strings: Strings, spec: PlayerSpec, players: Sequence[PlayerSpec] = (), is_short: bool = False) -> str:
    """Who takes part where ``players`` meet.

    With how it plays where another of them has the same name, or where a dog does not search: that is another player.
    """
    name = spoken_player(strings, spec, is_short)
    is_alone = sum(other.dog == spec.dog for other in players) <= 1
    if spec.dog is None or (is_alone and spec.kind is PlayerKind.ALPHAGO):
        return name
    return f"{name} · {_how(strings, spec)}"


def fitted_entrant(
    look: Look, spec: PlayerSpec, players: Sequence[PlayerSpec], width: int, size: int, bold: bool = False
) -> str:
    """The same, in short where the whole name takes more than ``width`` pixels."""
    whole = entrant_name(look.strings, spec, players)
    return whole if look.width(whole, size, bold) <= width else entrant_name(look.strings, spec, players, True)


def _how(strings: Strings, spec: PlayerSpec) -> str:
    """How a dog plays, in a word or a number."""
    if spec.temperature is not None:
        return strings.get(Text.TEMPERATURE, n=spec.temperature)
    mode = _MODES.get(spec.kind)
    return strings.get(mode) if mode is not None else str(spec.simulations)
