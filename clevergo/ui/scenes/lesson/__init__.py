"""One lesson of a dog: what it guessed, what the search found, what that costs, and what a training step changes."""
