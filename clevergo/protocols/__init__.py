"""Protocols in which programs of different makers meet."""
