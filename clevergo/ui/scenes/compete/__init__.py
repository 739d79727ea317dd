"""The compete scene."""
