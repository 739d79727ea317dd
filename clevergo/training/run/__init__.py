"""A training run: its processes and what goes between them."""
