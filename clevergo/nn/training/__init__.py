"""Batches in, better weights out, by whatever computes gradients fastest here."""
