"""What cost most in a game, a report of it, and a warning while one plays."""
