"""A blackjack table: the dealer's hand on top, your boxes side by side below."""

from collections.abc import Iterator

from rich.text import Text

from croupier.cli.play.cards import hand_block, side_by_side
from croupier.cli.play.screen import Pay, Screen
from croupier.engine.rules import Rules
from croupier.games.blackjack.engine import BlackjackRules, BlackjackView
from croupier.games.blackjack.engine.points import is_natural, points
from croupier.games.blackjack.engine.view import BoxView, HandView
from croupier.games.blackjack.irregularities import IRREGULARITIES
from croupier.kit.cards import HIDDEN, Card
from croupier.kit.money import format_amount


class BlackjackScreen(Screen[BlackjackView]):
    irregularities = IRREGULARITIES

    def draw(self, view: BlackjackView) -> list[Text]:
        if not view.dealer:
            return []
        dealer = hand_block(
            Text("Dealer", style="bold"), view.dealer, _dealer_says(view.dealer), self._glyphs
        )
        hands = [
            self._hand(view, box, at) for box in view.boxes for at in range(1, len(box.hands) + 1)
        ]
        return [
            *side_by_side([dealer], self._width),
            Text(),
            *side_by_side(hands, self._width),
        ]

    def _hand(self, view: BlackjackView, box: BoxView, at: int) -> list[Text]:
        hand = box.hands[at - 1]
        stake = " + ".join(
            format_amount(part)
            for laid in hand.stakes
            for part in (laid.amount, laid.added)
            if part
        )
        where = f"Box {box.number}" + (f"/{at}" if len(box.hands) > 1 else "")
        turn = any(
            (decision.box, decision.hand) == (box.number, at) for decision in view.waiting.decisions
        )
        caption = Text(f"{where} {self._glyphs.dot} {stake} ", style="bold")
        # Room for the pointer everywhere, so that no hand moves when the turn does.
        caption.append(self._glyphs.pointer if turn else " ", "bold cyan")
        return hand_block(caption, hand.cards, _hand_says(box, hand), self._glyphs)

    @staticmethod
    def pays(rules: Rules) -> Iterator[Pay]:
        assert isinstance(rules, BlackjackRules)
        yield Pay("initial", f"1 to 1, a blackjack {rules.blackjack_pays}", "blackjack_pays")
        yield Pay("insurance", str(rules.insurance_pays), "insurance_pays")
        if rules.player_pair:
            yield Pay("player-pair", str(rules.player_pair), "player_pair")
        if rules.over_under:
            yield Pay("over-13, under-13", str(rules.over_under), "over_under")
        if kinds := rules.rws_pairs:
            text = (
                f"mixed {kinds.mixed}, same colour {kinds.coloured}, "
                f"suited {kinds.suited}, suited aces {kinds.ace_suited}"
            )
            yield Pay("rws-pairs", text, "rws_pairs")
        if rules.boom_busted:
            by_cards = rules.boom_busted.by_cards
            longest = max(by_cards)
            text = ", ".join(
                f"{cards}{' or more' if cards == longest else ''} cards {odds}"
                for cards, odds in by_cards.items()
            )
            yield Pay("boom-busted", text, "boom_busted")

    @staticmethod
    def examples(rules: Rules) -> list[str]:
        examples = ["`100` (on box 1)"]
        if rules.places_for_one > 1:
            examples.append("`2 50` (on box 2)")
        # Behind stand other players' bets, and there are none here.
        return [*examples, *(f"`{spot} 10`" for spot in rules.spots() if not rules.is_main(spot))]


def _dealer_says(cards: tuple[Card, ...]) -> str:
    seen = tuple(card for card in cards if card != HIDDEN)
    if len(seen) < len(cards):
        return f"shows {_count(seen)}"
    return "blackjack" if is_natural(cards) else _count(cards)


def _hand_says(box: BoxView, hand: HandView) -> str:
    remarks = ["blackjack" if hand.blackjack else _count(hand.cards)]
    if hand.surrendered:
        remarks.append("surrendered")
    for wager in box.wagers:
        if wager.insurance:
            remarks.append(f"insured {format_amount(wager.insurance)}")
        if wager.even_money:
            remarks.append("even money")
    return ", ".join(remarks)


def _count(cards: tuple[Card, ...]) -> str:
    total, soft = points(cards)
    if total > 21:
        return f"{total}, bust"
    if len(cards) == 1 and soft:
        return "1 or 11"
    return f"soft {total}" if soft else str(total)
