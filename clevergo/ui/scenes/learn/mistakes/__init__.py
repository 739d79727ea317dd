"""My mistakes of all games, asked again."""
