"""Raising a dog: self-play, replay window, learner, arena, and the loop that joins them. No window needed."""
