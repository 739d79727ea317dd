"""Taking a part away: a guess, ten quick games, and why."""
