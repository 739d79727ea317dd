"""The net of AlphaZero_Gomoku, the small program with which many learned what AlphaZero does.

It sees stones and the last move, and nothing of what the rules make of them. Dogs of five in a row have it that were
adopted (:mod:`clevergo.nn.foreign`), and say what they said there: nothing is rounded.
"""

from __future__ import annotations

from clevergo.nn.description import PlaneSet
from clevergo.nn.flat import FlatNet, FlatOneDnn, Head


class Gomoku(FlatNet):
    """The net of AlphaZero_Gomoku, which sees stones and the last move (:attr:`PlaneSet.STONES`)."""

    planes = PlaneSet.STONES
    may_round = False
    policy = Head("policy_conv", 4, ("policy_out",), ())
    value = Head("value_conv", 2, ("value_hidden", "value_out"), (64,))
    onednn = FlatOneDnn(policy, value)


KIND = Gomoku()
