"""What a net is, in data and without Paddle: its kind and settings, what it reads and says, its weights' names."""
