"""Games with somebody at another computer: how they come about, and what is said of them beside the board."""
