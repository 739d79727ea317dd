"""What is measured, row by row."""
