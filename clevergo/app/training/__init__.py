"""A dog's training as the window sees it."""
