"""What was taken in a round, bet by bet, for the statistics of the house."""

from collections.abc import Iterable, Mapping
from typing import Protocol, runtime_checkable

from croupier.engine.lines import Result
from croupier.engine.protocol import Round
from croupier.house.records.families import family_records
from croupier.house.records.shoe_seen import ShoeSeen
from croupier.kit.cards import Card
from croupier.monitoring.taken import InsuranceOffer, PlayedHand, RoundTaken, TakenBet

Spot = tuple[str, str, int | None]
"""Player, bet and box."""


@runtime_checkable
class DecidedRecords(Protocol):
    """What the family of a game tells in which players decide about hands."""

    def first_stakes(self, round: Round) -> Mapping[Spot, int]:
        """Of bets that play adds to: what was put down first, and not taken back."""

    def hands(self, round: Round) -> tuple[PlayedHand, ...]: ...

    def offers(self, round: Round, seen: ShoeSeen) -> tuple[InsuranceOffer, ...]: ...

    def open_cards(self, round: Round) -> Iterable[Card]:
        """All that everybody has seen by the end."""


def taken_of(round: Round, seen: ShoeSeen) -> RoundTaken:
    """In a round that is over; nothing, where it is void. `seen`: the cards that had come out of
    its shoe before."""
    if round.void:
        return RoundTaken()
    family = family_records(round.rules)
    if not isinstance(family, DecidedRecords):
        return RoundTaken(_bets(round, {}))
    return RoundTaken(
        _bets(round, family.first_stakes(round)), family.hands(round), family.offers(round, seen)
    )


def seen_in(round: Round) -> tuple[int, int]:
    """Cards that everybody has seen by the end of it, and how many of them count ten; only of
    games in which somebody decides by them."""
    family = family_records(round.rules)
    if not isinstance(family, DecidedRecords):
        return 0, 0
    cards = [*family.open_cards(round)]
    return len(cards), sum(card[0] in "TJQK" for card in cards)


def _bets(round: Round, first: Mapping[Spot, int]) -> tuple[TakenBet, ...]:
    stakes: dict[Spot, int] = {}
    nets: dict[Spot, int] = {}
    part_of = round.rules.part_of
    for line in round.lines:
        bet = part_of.get(line.bet, line.bet)
        # All insurance of a round is decided by one card.
        spot = line.player, bet, None if bet == "insurance" else line.box
        nets[spot] = nets.get(spot, 0) + line.net
        if bet == line.bet and line.result is not Result.RETURNED:
            stakes[spot] = stakes.get(spot, 0) + line.stake
    return tuple(
        TakenBet(player, bet, stake, net, box)
        for (player, bet, box), net in nets.items()
        if (stake := first.get((player, bet, box), stakes.get((player, bet, box), 0))) or net
    )
