"""Two dogs, one difference: experiments for a class."""
