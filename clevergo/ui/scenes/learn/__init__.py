"""Where one learns: lessons, the course, things to try."""
