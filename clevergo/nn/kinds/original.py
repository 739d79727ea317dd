"""The original program's own net (QPT-CleverGo's ``PolicyValueNet``), for weights that people have of it.

It sees the colors, not the sides, so it has to learn everything twice; a newborn dog gets another one. Dogs have it
that were adopted (:mod:`clevergo.nn.foreign`), and say what they said there: nothing is rounded.
"""

from __future__ import annotations

from clevergo.nn.description import PlaneSet
from clevergo.nn.flat import FlatNet, FlatOneDnn, Head


class Original(FlatNet):
    """The original program's net, which sees the colors, not the sides (:attr:`PlaneSet.COLORS`)."""

    planes = PlaneSet.COLORS
    may_round = False
    policy = Head("policy_conv", 8, ("policy_hidden", "policy_out"), (256,))
    value = Head("value_conv", 4, ("value_hidden1", "value_hidden2", "value_out"), (128, 64))
    onednn = FlatOneDnn(policy, value)


KIND = Original()
