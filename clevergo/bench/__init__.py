"""How fast everything is on this machine: the rows of ``python -m clevergo bench``, measured on the real program."""
