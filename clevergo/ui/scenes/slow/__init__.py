"""Slow motion: one search, step by step, on the board and as a tree."""
