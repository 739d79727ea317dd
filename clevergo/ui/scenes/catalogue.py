"""The scenes there are, in the order of their tabs. The only place that lists them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from clevergo.app.settings import SceneName

if TYPE_CHECKING:
    from clevergo.ui.scene import Scene, Services

TABS = (SceneName.PLAY, SceneName.TRAIN, SceneName.KENNEL, SceneName.COMPETE)
"""The tabs along the top; each has its maker in :func:`makers`."""


def makers() -> Mapping[SceneName, Callable[[Services], Scene]]:
    """What makes each scene. Imported here: the window's first picture must not wait for them."""
    from clevergo.ui.scenes.compete import CompeteScene
    from clevergo.ui.scenes.kennel import KennelScene
    from clevergo.ui.scenes.play import PlayScene
    from clevergo.ui.scenes.train import TrainScene

    return {
        SceneName.PLAY: PlayScene,
        SceneName.TRAIN: TrainScene,
        SceneName.KENNEL: KennelScene,
        SceneName.COMPETE: CompeteScene,
    }
