"""The record beside the board: its tree as a picture, what is said of a position, what is drawn on it, and finding."""
