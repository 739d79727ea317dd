"""The nets in PaddlePaddle: the reference for everything faster."""
