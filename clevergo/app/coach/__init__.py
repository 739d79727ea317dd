"""The coach: what the moves of a game cost, its three worst moments, what is practised of them, and a report."""
