"""Whom a person meets: opponents from the weakest to the strongest, and how strong the person is themselves."""
