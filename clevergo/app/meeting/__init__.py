"""Games over a network between two people at two computers, or their dogs; ``docs/meeting.md`` is the protocol.

Who invites is the *host*: the game lies there, as a ledger of what has happened in it, and the *guest* is told every
entry. Neither can do anything to the other but what the rules of the game allow whoever's turn it is.
"""
