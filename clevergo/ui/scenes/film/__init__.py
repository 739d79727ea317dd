"""The film of a dog's growth: a strip of its ages, and the page around it."""
