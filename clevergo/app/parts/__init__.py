"""Taking a part away from a dog: ten quick games that show what the part is worth."""
