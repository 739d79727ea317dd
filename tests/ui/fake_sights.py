"""Sights for tests of the window: real ones, of small nets that have learned nothing."""

from __future__ import annotations

import zlib
from functools import lru_cache

from clevergo.app.microscope.looking import find_silence, see
from clevergo.app.microscope.sight import SightInquiry, SilenceInquiry
from clevergo.nn.description import NetConfig
from clevergo.nn.files import WeightFile
from clevergo.players.protocol import never_stop
from clevergo.ui.scenes.microscope.page import MicroscopePage
from clevergo.ui.shell.scene import Services
from clevergo.ui.shell.stage import Stage
from tests.nn.judging import opinionated
from tests.ui.fake_inquiries import FakeInquirer


@lru_cache
def net_of(name: str, game: str) -> WeightFile:
    """A dog's net: another one for each name."""
    return opinionated(NetConfig(blocks=2, channels=16, game=game), zlib.crc32(name.encode()))


def found_out(inquiry: object) -> object:
    """The answer to what the microscope asks."""
    if isinstance(inquiry, SightInquiry):
        return see(net_of(inquiry.brain.name, inquiry.rules.game.name), inquiry)
    assert isinstance(inquiry, SilenceInquiry)
    return find_silence(net_of(inquiry.brain.name, "go"), inquiry.size, never_stop)


def inquirer_of(services: Services) -> FakeInquirer:
    """Who finds things out in these services."""
    assert isinstance(services.inquiries, FakeInquirer)
    return services.inquiries


def let_look(stage: Stage, services: Services, most: int = 100) -> MicroscopePage:
    """What the microscope asks for comes, and what it asks for then, at most so many times."""
    inquirer = inquirer_of(services)
    for _ in range(most):
        asked = inquirer.current
        if asked is None:
            break
        inquirer.tell(found_out(asked))
        inquirer.current = None
        stage.update(0.0)
    page = stage.scene
    assert isinstance(page, MicroscopePage)
    return page
