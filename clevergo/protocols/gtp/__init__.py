"""The Go Text Protocol, version 2: other Go programs talk to our players, and play against them."""
