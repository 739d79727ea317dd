"""Games for people's own code, under the names they know from elsewhere."""
