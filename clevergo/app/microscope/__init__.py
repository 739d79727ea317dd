"""What a net computes of a position, layer by layer: asked, worked out, and read."""
