"""Worker processes: how they are started, and their manners."""
