"""The network between the two ends of a game: WebSockets, in a thread of their own.

Only this folder knows of sockets. What has come is put where :meth:`take_news <clevergo.app.meeting.link.link.Link>`
takes it from, and what is wished is handed over; neither waits. Who invites keeps a ``door``, through which one other
comes in (``host``) or many do (:mod:`clevergo.app.meeting.tournament`); who comes is a ``guest``.
"""
