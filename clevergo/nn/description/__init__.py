"""What a net is: its kind, its sizes, the names and shapes of its weights."""
