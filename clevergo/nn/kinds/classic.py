"""The net of the original program, as seen from the side to move: a small net that learns fast, for one board size."""

from __future__ import annotations

from clevergo.nn.description import PlaneSet
from clevergo.nn.flat import FlatNet, FlatOneDnn, Head


class Classic(FlatNet):
    """A small net that sees the board as it was in the last plies (:attr:`PlaneSet.HISTORY`)."""

    planes = PlaneSet.HISTORY
    policy = Head("policy_conv", 8, ("policy_hidden", "policy_out"), (256,))
    value = Head("value_conv", 4, ("value_hidden1", "value_hidden2", "value_out"), (128, 64))
    onednn = FlatOneDnn(policy, value)


KIND = Classic()
