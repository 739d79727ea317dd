"""Players after a dog was renamed."""

from __future__ import annotations

from dataclasses import replace

from clevergo.players.spec import PlayerSpec, at_age, split_age


def renamed_address(address: str, old: str, new: str) -> str:
    """A dog's address, or an age's, after ``old`` has been renamed."""
    name, games = split_age(address)
    if name != old:
        return address
    return new if games is None else at_age(new, games)


def renamed(spec: PlayerSpec, old: str, new: str) -> PlayerSpec:
    """The same player after a dog has been renamed."""
    return spec if spec.dog is None else replace(spec, dog=renamed_address(spec.dog, old, new))
