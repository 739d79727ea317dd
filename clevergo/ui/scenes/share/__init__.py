"""Something to show: pictures and GIFs of dogs, games and tables, and the dialog they are taken from."""
