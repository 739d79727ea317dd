"""The kinds of nets, one file each and nothing else; see :mod:`clevergo.nn.description`."""
