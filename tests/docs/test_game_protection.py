"""docs/game-protection.md says what the code says."""

import pytest
from tools import protection


@pytest.mark.parametrize("game", ["classic-blackjack-single", "live-blackjack"])
def test_what_the_page_says_of_a_game_is_what_is_reckoned(game: str) -> None:
    """Of two of them: `python -m tools.protection` looks at all."""
    assert protection.of_game(game) in protection.stands(), "run: make docs"


def test_every_game_with_cards_is_there() -> None:
    heads = [line for line in protection.stands().splitlines() if line.startswith("**")]
    assert len(heads) == 8
    assert not any("roulette" in head for head in heads)
