"""A beginner learns a game: a board at a time, then a first game against somebody who knows nothing either."""
