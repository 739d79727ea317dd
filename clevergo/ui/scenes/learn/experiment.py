"""Experiments among what there is to learn."""

from __future__ import annotations

from pygame import Rect

from clevergo.ui.kit.look import Look
from clevergo.ui.scenes.experiment.pane import ExperimentPane
from clevergo.ui.scenes.learn.leaf import Desk, Leaf
from clevergo.ui.shell.scene import BoardMark


class ExperimentLeaf(Leaf):
    """Two dogs, one difference."""

    def __init__(self, desk: Desk, _about: str = "") -> None:
        super().__init__()
        self._pane = ExperimentPane(desk.services)
        self.add(self._pane)

    def entered(self) -> None:
        self._pane.entered()

    def update(self, dt: float) -> bool:
        self._pane.poll()
        return False

    def board_mark(self) -> BoardMark | None:
        return self._pane.board_mark()

    def arrange(self, rect: Rect, look: Look) -> None:
        self._pane.place(rect, look)
