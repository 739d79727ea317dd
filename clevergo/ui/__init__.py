"""The window: everything a person sees and touches; the only room that imports pygame."""
