"""The film of a dog's growth: one position as each of its ages sees it."""
