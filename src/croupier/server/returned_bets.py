"""Notices about bets that went back when betting closed, because they could not stand any more."""

from collections.abc import Iterator

from croupier.kit.phrase import Phrase, words
from croupier.table.facts import BetsPlaced, Fact
from croupier.table.state import TableState
from croupier.wire.messages import NoticeCode


def returned_bet_notices(fact: Fact, state: TableState) -> Iterator[tuple[str, NoticeCode, Phrase]]:
    """Player, code and words: for each box under its minimum, and for all other bets together."""
    if not isinstance(fact, BetsPlaced) or not fact.dropped:
        return
    table, rules = state.config.title or state.rules.title, state.rules
    on_boxes = [bet for bet in fact.dropped if bet.bet == rules.box_bet and rules.shares_boxes]
    short_boxes = {bet.box for bet in on_boxes if bet.box is not None}
    for box in short_boxes:
        # BJ5 5.2, BJP 5.2: the player is told that the box was under its minimum.
        text = words(
            "{table}: box {box} was under its minimum when betting closed, and your "
            "{returned:amount} went back to you ({clause}).",
            table=table,
            box=box,
            returned=sum(bet.amount for bet in fact.dropped if bet.box == box),
            clause=rules.topics["below-limit"],
        )
        yield fact.player, NoticeCode.BETS_RETURNED, text
    if others := [bet.amount for bet in fact.dropped if bet.box not in short_boxes]:
        text = words(
            "{table}: {returned:amount} of your bets went back to you when betting closed: the "
            "bets they depended on were no longer on the table.",
            table=table,
            returned=sum(others),
        )
        yield fact.player, NoticeCode.BETS_RETURNED, text
