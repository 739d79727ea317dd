"""What goes on inside a net: its layers one by one, computed by NumPy so that each can be looked at."""
