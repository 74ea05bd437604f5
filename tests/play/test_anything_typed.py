"""Whatever is typed, the table stays polite and the money adds up."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import VARIANTS, spots, variant
from tests.play.sitting import check_money, sit

KEYS = [*"hsdprieynfcwt"]
ACTIONS = ["hit", "stand", "double", "split", "surrender", "insure", "raise", "fold", "even-money"]
WORDS = [*KEYS, *ACTIONS, "same", "help", "rules", "why"]


def lines_for(game: str) -> st.SearchStrategy[bytes]:
    known = [spot for spot in spots(variant(game)) if ":" not in spot]
    number = st.integers(-1, 40)
    bet = st.builds(
        "{} {} {}".format, st.sampled_from(["", "1", "2", "8"]), st.sampled_from(known), number
    )
    bets = st.lists(bet | st.just("100") | st.just("2 50"), min_size=1, max_size=3).map(", ".join)
    answer = st.builds(
        "{} {} {}".format, st.sampled_from(["", "2"]), st.sampled_from(WORDS), number
    )
    word = st.sampled_from([*WORDS, "s", "h", "", "red 5", "player 5", "100"])
    typed = bets | answer | word
    return typed.map(str.encode) | st.binary(max_size=12)


@pytest.mark.parametrize("game", VARIANTS)
def test_anything_may_be_typed(game: str) -> None:
    @settings(max_examples=40, deadline=None)
    @given(st.lists(lines_for(game), max_size=30), st.integers(0, 10_000))
    def throw(lines: list[bytes], seed: int) -> None:
        output = sit(game, "--chips", "300", lines=b"\n".join(lines), seed=seed)
        check_money(output, 300)
        assert "Traceback" not in output

    throw()
