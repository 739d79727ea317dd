"""Dogs that travel: copied, or in one file, ``NAME.clevergo``, given to a friend.

Such a file is a zip archive (``archive``) of plain things: ``dog.json`` (``story``: who it is, how it grew) and its
weights, present and earlier, as safetensors (``weights``). No pickles, so opening a stranger's dog never runs a
stranger's code. The reader knows every name that may be in the archive and how large each may be, and checks every
value; whatever is odd, it refuses the file and leaves the kennel as it was.
"""
