"""Who can sit down at the board: the built-in players and their short names. Imports games, search and nn."""
