"""Other Go programs as players."""
