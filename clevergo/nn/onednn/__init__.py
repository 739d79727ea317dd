"""Training and inference at the speed of the machine: the nets through the oneDNN library in Paddle's wheel.

Paddle's dygraph spends most of a training step on a CPU in slow gradients and in moving data about, and its predictor
knows no integers worth using. The same wheel carries oneDNN, whose convolutions run close to the processor's peak, so
this package calls it directly. ``library`` finds it, checks its version and describes its C functions; ``primitives``
wraps what is used of it. Training:

- ``trunk`` is the convolutions, forward and backward, over buffers allocated once;
- ``heads`` is what heads are made of and the losses, in NumPy and two kernels;
- ``step`` puts them together as a :class:`~clevergo.nn.training.step.TrainStep`, which
  :mod:`clevergo.nn.training.choice` compares with dygraph before it is trusted.

Inference:

- ``layers`` describes a layer to oneDNN, its weights packed as the machine code wants them, in 8-bit integers too;
- ``engine`` puts them together as an :class:`~clevergo.nn.inference.engine.Engine`, which
  :mod:`clevergo.nn.inference.choice` compares with Paddle's before it is trusted.
"""
