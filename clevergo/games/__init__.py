"""What can be played. Everybody else knows games by one door."""
