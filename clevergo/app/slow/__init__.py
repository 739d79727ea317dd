"""Slow motion: one search, kept whole, to be looked at step by step."""
