"""Whatever happens in a round of any game, its story can be told, and leaves nothing out."""

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import Card, CardDealt, Input, Result, Together
from croupier.kit.cards import card_name
from croupier.kit.money import format_amount
from croupier.roundfile import Played, write
from croupier.rulebooks import clause
from croupier.story import cited, tell
from tests.support.notation import play_file
from tests.support.random_rounds import GAMES, LIMITS, Table, open_table, play_out

SEEDS = st.integers(0, 2**32)


def told(table: Table) -> tuple[Played, list[str], list[tuple[str, tuple[str, ...]]]]:
    """The table's round through a round file: what was played, all texts, the settlement."""
    file = write(table.rules.game, table.bets, table.inputs, limits=LIMITS, seats=table.seats)
    played = play_file(file)
    chapters = tell(played)
    for citation in cited(chapters):
        clause(citation)
    texts = [one.text for chapter in chapters for one in chapter.sentences]
    settlement = [
        (one.text, one.clauses)
        for chapter in chapters
        if chapter.heading == "The settlement"
        for one in chapter.sentences
    ]
    return played, texts, settlement


@pytest.mark.parametrize("trouble", [0.0, 0.15])
@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=40, deadline=None)
@given(seed=SEEDS)
def test_every_card_and_every_line_is_told(game: str, trouble: float, seed: int) -> None:
    table = open_table(game, seed, irregular=bool(trouble))
    play_out(table, trouble=trouble)
    played, texts, settlement = told(table)
    # Corrections come after the settlement, in a chapter of their own.
    lines = [line for line in played.lines if line.result is not Result.ADJUSTED]
    for (text, clauses), line in zip(settlement, lines, strict=True):
        assert text.startswith(f"{line.player}'s ")
        assert format_amount(line.stake) in text
        assert format_amount(line.returned) in text or "Nothing comes back" in text
        assert line.clause in clauses
        assert (line.result is Result.WIN) == ("Paid " in text)
    dealt = Counter(card for input in played.inputs for card in _cards(input))
    before_settling = " ".join(texts[: texts.index(settlement[0][0])])
    for card, times in dealt.items():
        assert len(re.findall(rf"\b{card_name(card)}", before_settling)) >= times
    assert all(text[-1] == "." and "  " not in text for text in texts)


def _cards(input: Input) -> tuple[Card, ...]:
    if isinstance(input, CardDealt):
        return (input.card,)
    return input.cards if isinstance(input, Together) else ()
