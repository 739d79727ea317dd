"""The Go Text Protocol, version 2: other Go programs talk to our players. The client's side is in ``players``."""
