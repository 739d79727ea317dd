"""The person's desk: settings, places, folders, saved games."""
