"""Five in a row: freestyle, standard and renju, on boards from 6x6 to 20x20."""
