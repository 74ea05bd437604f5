"""A mistake of the house's own books."""


class LedgerError(ValueError):
    """A transfer that cannot be: no player can ask for it, so whoever made it has a bug."""
