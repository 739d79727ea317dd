"""The nets: input planes, architectures, inference, weight files. With training, all that knows Paddle."""
