"""The controls scenes are built from: each takes a rectangle, words and a callback, and knows nothing of Go."""
