"""Rounds carried on input by input, for tests that look between the steps."""

from typing import Any

import pytest

from croupier import CardDealt, Refused, card, step
from croupier.games.engine import Round


def after(round: Round, *inputs: Any) -> Round:
    """The round after these inputs; cards may be written together, "9S 2D"."""
    for input in inputs:
        cards = map(CardDealt, map(card, input.split())) if isinstance(input, str) else [input]
        for single in cards:
            round = step(round, single).round
    return round


def refusal(round: Round, input: Any) -> tuple[str, str | None]:
    """The code and clause the input is refused under."""
    with pytest.raises(Refused) as refused:
        step(round, input)
    return refused.value.code, refused.value.clause
