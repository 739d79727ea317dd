"""The protocol of Gomocup: a player of five in a row for managers such as Piskvork, and such programs as players."""
