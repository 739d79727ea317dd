"""Looking into a mind."""
