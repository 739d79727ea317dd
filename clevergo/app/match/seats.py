"""Who sits at the board of a saved game: whether it is one of the person's own, and with whom it goes on."""

from __future__ import annotations

from clevergo.players.outside import found_engines
from clevergo.players.spec import PlayerKind, PlayerSpec, PlayerSpecError

HUMAN = PlayerSpec(PlayerKind.HUMAN)


def own_players(texts: tuple[str, str] | None) -> tuple[PlayerSpec, PlayerSpec] | None:
    """Black's and White's player as a file of this program's names them; None where the game was not played here."""
    if texts is None:
        return None
    try:
        PlayerSpec.parse(texts[0])
        PlayerSpec.parse(texts[1])
    except PlayerSpecError:
        return None
    return player_of(texts[0]), player_of(texts[1])


def player_of(text: str) -> PlayerSpec:
    """The player a saved game names; a person where the name is nobody's we know.

    A file may come from a stranger: of the commands that start other programs, only our own are taken from one, and
    no path at all; on Windows a path may lead to a stranger's computer.
    """
    try:
        spec = PlayerSpec.parse(text)
    except PlayerSpecError:
        return HUMAN
    is_ours = spec.command is None or spec in found_engines()
    is_path = spec.dog is not None and (spec.dog.lower().endswith(".pdparams") or spec.dog.startswith(("\\\\", "//")))
    return spec if is_ours and not is_path else HUMAN
