"""The microscope: what a net computes of a position, layer by layer, at every age."""
