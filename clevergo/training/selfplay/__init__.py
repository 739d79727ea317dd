"""What the net learns from."""
