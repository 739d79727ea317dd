"""What makes the net better."""
