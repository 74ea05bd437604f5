"""`total` with the dealer's, `bust`, or `no-draw`; and how each box was played."""

from collections.abc import Iterable, Iterator

from croupier.engine import protocol as engine
from croupier.engine.viewer import PUBLIC
from croupier.games.blackjack.engine import BlackjackView, Round
from croupier.games.blackjack.engine.points import value
from croupier.games.blackjack.engine.settlement import (
    dealer_blackjack,
    dealer_stands,
    shows_ace,
    shows_ten,
)
from croupier.games.blackjack.engine.state import Box
from croupier.house.records.outcome import RoundOutcome, outcome_of
from croupier.house.records.shoe_seen import ShoeSeen
from croupier.kit.cards import DECK, Card
from croupier.monitoring.taken import InsuranceOffer, PlayedHand


class BlackjackRecords:
    def outcome(self, round: Round) -> RoundOutcome:
        seen = engine.view(round, PUBLIC)
        assert isinstance(seen, BlackjackView)
        total = seen.dealer_total
        # R12: the dealer draws only what some bet still needs; what lies there then is no result.
        if total is None or not dealer_stands(round):
            return outcome_of("blackjack", "no-draw")
        if total > 21:
            return outcome_of("blackjack", "bust")
        return outcome_of("blackjack", "total", total=total)

    def first_stakes(self, round: Round) -> dict[tuple[str, str, int | None], int]:
        return {
            (wager.player, wager.bet, box.number): 0 if wager.withdrawn else wager.amount
            for box in round.boxes
            for wager in box.wagers
        }

    def hands(self, round: Round) -> tuple[PlayedHand, ...]:
        """Of boxes that were played out in order, for whoever decided first."""
        if not round.dealer or round.unordered or round.out:
            return ()
        looked = round.rules.looks(ace=shows_ace(round), ten=shows_ten(round))
        if looked and dealer_blackjack(round):
            return ()  # nobody was asked anything
        return tuple(_hands(round))

    def offers(self, round: Round, seen: ShoeSeen) -> tuple[InsuranceOffer, ...]:
        """Against an ace; a player's answer is one, on however many boxes."""
        if len(round.dealer) < 2 or not shows_ace(round) or round.unordered or round.out:
            return ()
        first_two = [card for box in round.boxes for card in _first_two(box)]
        open_cards = [] if round.rules.face_down else first_two
        tens = seen.tens + sum(value(card) == 10 for card in open_cards)
        unseen = round.rules.decks * len(DECK) - seen.cards - len(open_cards) - 1
        unseen_tens = round.rules.decks * 16 - tens
        if unseen <= 0 or unseen_tens < 0:
            return ()
        taken: dict[str, bool] = {}
        for box in round.boxes:
            for wager in box.wagers:
                if not wager.withdrawn:
                    protected = wager.insurance > 0 or wager.even_money
                    taken[wager.player] = taken.get(wager.player, False) or protected
        ten = value(round.dealer[1]) == 10
        return tuple(
            InsuranceOffer(player, unseen, unseen_tens, answer, ten)
            for player, answer in taken.items()
        )

    def open_cards(self, round: Round) -> Iterator[Card]:
        """All that everybody has seen by the end."""
        yield from round.dealer
        for box in round.boxes:
            for hand in box.hands:
                yield from hand.cards


def _hands(round: Round) -> Iterator[PlayedHand]:
    for box in round.boxes:
        decider = box.decider
        wager = None if decider is None else box.wager_of(decider)
        if wager is None or wager.withdrawn or box.hands[0].surrendered or wager.even_money:
            continue
        split = len(box.hands) > 1
        net = sum(
            line.net
            for line in round.lines
            if (line.player, line.bet, line.box) == (wager.player, wager.bet, box.number)
        )
        yield PlayedHand(
            wager.player,
            value(round.dealer[0]) - 1,
            _values(_first_two(box) if split else box.hands[0].cards),
            box.hands[0].doubled and not split,
            split,
            wager.amount,
            net,
        )


def _first_two(box: Box) -> tuple[Card, ...]:
    """As they were dealt, before a split."""
    if len(box.hands) == 1:
        return box.hands[0].cards[:2]
    return tuple(hand.cards[0] for hand in box.hands[:2])


def _values(cards: Iterable[Card]) -> tuple[int, ...]:
    return tuple(value(card) - 1 for card in cards)
