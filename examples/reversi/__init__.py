"""Reversi (Othello): a whole game as one folder. ``docs/adding-a-game.md`` walks through it."""
