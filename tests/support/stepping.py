"""Rounds carried on input by input, for tests that look between the steps."""

from typing import TypeVar

import pytest

from croupier import CardDealt, Input, Refused, card, step
from croupier.engine.protocol import Round

AnyRound = TypeVar("AnyRound", bound=Round)


def after(round: AnyRound, *inputs: Input | str) -> AnyRound:
    """The round after these inputs; cards may be written together, "9S 2D"."""
    for input in inputs:
        cards = map(CardDealt, map(card, input.split())) if isinstance(input, str) else [input]
        for single in cards:
            stepped = step(round, single).round
            assert isinstance(stepped, type(round))
            round = stepped
    return round


def refusal(round: Round, input: Input) -> tuple[str, str | None]:
    """The code and clause the input is refused under."""
    with pytest.raises(Refused) as refused:
        step(round, input)
    return refused.value.code, refused.value.clause
