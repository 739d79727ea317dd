"""What helps a dog: two settings, a litter of dogs raised with each, and all of one litter against all of the other."""
