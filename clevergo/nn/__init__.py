"""The nets: architectures, inference, training steps, weight files. All that knows Paddle."""
