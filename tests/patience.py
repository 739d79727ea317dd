"""How long a test waits: for what happens, not for a fast processor."""

PATIENCE = 400.0
"""Seconds after which something is held to hang, on whatever machine and beside whatever else it does.

Nothing that happens takes so long, compiling for the first time beside a training run included, and whoever waits for
something that has happened waits no longer.
"""
