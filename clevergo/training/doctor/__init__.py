"""The health of a dog in training."""
