"""Lessons for beginners: a board at a time, with the pup beside it, then a real game."""
