"""Tree search over positions: PUCT, Gumbel and playouts, many games at once in compiled code."""
