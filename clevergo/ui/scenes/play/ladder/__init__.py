"""The page on which one chooses whom to play: portraits from the weakest to the strongest, and oneself."""
