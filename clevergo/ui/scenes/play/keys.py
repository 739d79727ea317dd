"""The keys of the play scene, apart from those that walk through the game and those of analysis."""

from __future__ import annotations

from typing import Protocol

import pygame
from pygame.event import Event


class Player(Protocol):
    """Whom the keys concern."""

    def pass_turn(self) -> None:
        """Pass."""

    def undo(self) -> None:
        """Take the last move back."""

    def redo(self) -> None:
        """Play again what was taken back."""

    def new_game(self) -> None:
        """Choose players anew."""

    def switch_pause(self) -> None:
        """Pause, or go on."""

    def start_or_aim(self) -> None:
        """Begin the game that is set up; in a game, go to the board."""

    def aim(self) -> None:
        """Go to the board with the keyboard, or leave it."""


def play_by_key(event: Event, player: Player) -> bool:
    """Do what a key asks for; whether it did."""
    has_control = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
    if event.key == pygame.K_z and has_control and event.mod & pygame.KMOD_SHIFT:
        player.redo()
        return True
    plain = {
        pygame.K_SPACE: player.pass_turn,
        pygame.K_p: player.switch_pause,
        pygame.K_b: player.aim,
        pygame.K_RETURN: player.start_or_aim,
        pygame.K_KP_ENTER: player.start_or_aim,
    }
    with_control = {
        pygame.K_z: player.undo,
        pygame.K_y: player.redo,
        pygame.K_n: player.new_game,
        pygame.K_p: player.pass_turn,
    }
    act = (with_control if has_control else plain).get(event.key)
    if act is not None:
        act()
    return act is not None
