"""A board of wood, its stones, and what is drawn over them."""
