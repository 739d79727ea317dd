"""One lesson of a dog: asked for, tried out on a copy, and read."""
