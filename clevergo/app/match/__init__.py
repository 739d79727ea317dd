"""One match at the window."""
