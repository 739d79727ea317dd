"""Games as SGF files: ours, strangers', and broken ones."""
