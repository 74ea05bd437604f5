"""What can be counted: how each bet of a game changes as cards are gone, and what it is worth to
whoever keeps an eye on them."""
