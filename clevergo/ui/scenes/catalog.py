"""The scenes there are, in the order of their tabs. The only place that lists them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from clevergo.app.desk.settings import SceneName

if TYPE_CHECKING:
    from clevergo.ui.shell.scene import Scene, Services

TABS = (SceneName.PLAY, SceneName.TRAIN, SceneName.KENNEL, SceneName.COMPETE, SceneName.LEARN)
"""The tabs along the top; each has its maker in :func:`makers`."""


def makers() -> Mapping[SceneName, Callable[[Services], Scene]]:
    """What makes each scene. Imported here: the window's first picture must not wait for them."""
    from clevergo.ui.scenes.compete.scene import CompeteScene
    from clevergo.ui.scenes.kennel.scene import KennelScene
    from clevergo.ui.scenes.learn.scene import LearnScene
    from clevergo.ui.scenes.play.scene import PlayScene
    from clevergo.ui.scenes.train.scene import TrainScene

    return {
        SceneName.PLAY: PlayScene,
        SceneName.TRAIN: TrainScene,
        SceneName.KENNEL: KennelScene,
        SceneName.COMPETE: CompeteScene,
        SceneName.LEARN: LearnScene,
    }
