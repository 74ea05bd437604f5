"""Markers that run a test for both RWS blackjacks: BJ5 and BJP share most clauses."""

import pytest

both = pytest.mark.parametrize("game", ["rws-blackjack", "rws-blackjack-plus"])


def cites(bj5: str, bjp: str) -> pytest.MarkDecorator:
    """Run for both games, each with the clause of its own document as `clause`."""
    return pytest.mark.parametrize(
        ("game", "clause"), [("rws-blackjack", bj5), ("rws-blackjack-plus", bjp)]
    )
