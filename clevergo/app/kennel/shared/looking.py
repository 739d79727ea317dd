"""Looking into a shared place without keeping the window waiting: networks may be slow, or gone."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from clevergo.app.desk.folders import Latest
from clevergo.app.kennel.shared.place import StoreError, open_place
from clevergo.app.kennel.shared.store import Listing, list_dogs
from clevergo.problem import Problem, unexpected

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Looked:
    """What was found where somebody looked."""

    address: str
    """As it was typed."""
    listing: Listing | None = None
    trouble: Problem | None = None
    """Why there is no listing."""


def look_into(address: str) -> Looked:
    """Who lies there; waits for the disk or the network, and raises nothing."""
    try:
        return Looked(address, list_dogs(open_place(address)))
    except StoreError as error:
        return Looked(address, trouble=error.problem)
    except Exception as error:
        logger.exception("looking into a shared place failed")
        return Looked(address, trouble=unexpected("store_unseen", error))


class SharedDogs:
    """The latest look into a shared place. For the window's thread: nothing here waits."""

    def __init__(self) -> None:
        self._answers: Latest[Looked] = Latest("shared-dogs")
        self.found: Looked | None = None
        """None before the first answer, and while another place is looked into."""

    @property
    def is_looking(self) -> bool:
        """Whether an answer is still to come."""
        return self._answers.is_waiting

    def look(self, address: str) -> None:
        """Look there, soon; what was asked before is not wanted any more."""
        if self.found is not None and self.found.address != address:
            self.found = None
        self._answers.ask(lambda: look_into(address))

    def update(self) -> bool:
        """Take the answer, if it is there; whether it was."""
        answer = self._answers.poll()
        if answer is None:
            return False
        self.found = answer
        return True
