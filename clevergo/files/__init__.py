"""Files that may not be lost, may not be ours, or may be somebody else's just now."""
