"""The train scene."""
