"""What the tests of the two RWS blackjack documents share: most clauses stand in both."""

import pytest

both = pytest.mark.parametrize("game", ["rws-blackjack", "rws-blackjack-plus"])


def cites(bj5: str, bjp: str) -> pytest.MarkDecorator:
    """Run for both games, each with the clause its own document has."""
    return pytest.mark.parametrize(
        ("game", "clause"), [("rws-blackjack", bj5), ("rws-blackjack-plus", bjp)]
    )
