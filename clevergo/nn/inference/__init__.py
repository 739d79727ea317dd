"""Positions in, priors and values out, by whatever computes them fastest here."""
