"""Tables of texts, one a scene; each is a :class:`clevergo.ui.strings.Wording`."""
