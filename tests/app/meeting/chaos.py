"""A network between two ends that is as bad as a test wants it: it delays, and it is cut."""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading


class BadNetwork:
    """Passes what is said to one port on to another, slowly, until it is cut; then it can be used again."""

    def __init__(self, port: int, seed: int = 0, most_delay: float = 0.0) -> None:
        self._to = port
        self._chance = random.Random(seed)
        self._delay = most_delay
        self._writers: set[asyncio.StreamWriter] = set()
        self.port = 0
        self.cuts = 0
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._run, name="bad network", daemon=True).start()
        self._ready.wait(10)

    def cut(self) -> None:
        """Whatever is under way is lost, on every line."""
        self._loop.call_soon_threadsafe(self._cut)

    def lead_to(self, port: int) -> None:
        """Lines from now on lead to another port."""
        self._to = port

    def close(self) -> None:
        self.cut()
        self._loop.call_soon_threadsafe(self._loop.stop)

    def _cut(self) -> None:
        self.cuts += bool(self._writers)
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    def _run(self) -> None:
        server = self._loop.run_until_complete(asyncio.start_server(self._pass_on, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            writer.close()
            return
        self._writers |= {writer, far_writer}
        await asyncio.gather(self._pump(reader, far_writer), self._pump(far_reader, writer))

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(4096):
                # What is lost of a TCP stream is sent again later: to who waits for it, loss is delay.
                if self._delay and self._chance.random() < 0.3:
                    await asyncio.sleep(self._chance.uniform(0, self._delay))
                writer.write(data)
                await writer.drain()
        writer.close()
