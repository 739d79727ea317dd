"""Another Go program that is asked over GTP."""

from __future__ import annotations

from collections.abc import Callable

from clevergo.players.protocol import never_stop
from clevergo.protocols.talk import PATIENT, Patience, RefusalError, Talk


class GtpClient:
    """One running program. Its process ends with :meth:`close`, with this object, or with ours."""

    def __init__(self, command: str, patience: Patience = PATIENT) -> None:
        """Start the program; EngineError where it cannot be started."""
        self.talk = Talk(command, "gtp", patience)

    @property
    def is_running(self) -> bool:
        """Whether there is still somebody to ask."""
        return self.talk.is_running

    def close(self) -> None:
        """End the process, and whatever it started."""
        self.talk.close()

    def ask(self, command: str, seconds: float | None = None, stop: Callable[[], bool] = never_stop) -> str:
        """The text of the answer to ``command``, waited for ``seconds``; None for a command that needs no thought.

        Raises:
            RefusalError: it answers that it cannot (``?``).
            InterruptedThinkingError, EngineError: see :meth:`clevergo.protocols.talk.Talk.ask`.
        """
        answer: list[str] = []

        def take(line: str) -> bool | None:
            if answer and not line:
                return True
            if answer or line[:1] in ("=", "?"):
                answer.append(line)
                return False
            return None if line else False

        self.talk.ask(command, take, seconds, stop)
        text = "\n".join(answer)
        if text.startswith("?"):
            raise RefusalError(text[1:].strip() or "no reason given")
        return text[1:].strip()
