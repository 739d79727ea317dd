"""The game of Go: rules, positions, records and scores. Imports nothing of the other rooms."""
