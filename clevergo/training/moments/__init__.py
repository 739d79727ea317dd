"""What a dog does for the first time, what it knows at first sight at each age, and its best game."""
