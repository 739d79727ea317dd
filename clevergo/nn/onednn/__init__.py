"""Training at the speed of the machine: the residual net's step through the oneDNN library in Paddle's wheel.

Paddle's dygraph spends most of a step on a CPU in slow gradients and in moving data about. The same wheel carries
oneDNN, whose convolutions run close to the processor's peak, so this package calls it directly:

- ``library`` finds it, checks its version and describes its C functions; ``primitives`` wraps what is used of it;
- ``tower`` is the convolutions, forward and backward, over buffers allocated once;
- ``heads`` is what follows them and the losses, in NumPy and two kernels;
- ``step`` puts them together as a :class:`~clevergo.nn.trainstep.TrainStep`;
- ``check`` compares its gradients with dygraph's before it is trusted.
"""
