"""Convolutions of 3x3 by Winograd's minimal filtering, F(3x3, 3x3), in vectors of AVX2.

Three by three outputs are computed from five by five inputs with 25 multiplications for each pair of channels instead
of 81, and 9x9, 15x15 and 5x5 (as 6x6) are covered by such tiles almost or quite without loss
(Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks", 2015). oneDNN has nothing of the kind for
processors without AVX-512. What is multiplied, once inputs and weights are transformed, are 25 pairs of matrices.

- ``transforms``: the three matrices, and sums and differences that do what they say
- ``vectors``: LLVM's vectors, for kernels that Numba compiles
- ``pieces``: what kernels for both kinds of numbers are made of
- ``integers``: for playing; activations of ten bits; ``playing`` is a whole trunk of them
- ``floats``: for training; :mod:`clevergo.nn.onednn.trunk` takes its convolutions from there
"""
