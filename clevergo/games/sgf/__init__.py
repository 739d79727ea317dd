"""Games of Go as SGF files: ours, strangers', and broken ones."""
