"""The dogs and all that is kept of them."""
