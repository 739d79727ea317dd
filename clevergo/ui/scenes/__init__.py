"""The scenes of the window, one module each, and what each is made of."""
