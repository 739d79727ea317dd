"""What several scenes have in common."""
