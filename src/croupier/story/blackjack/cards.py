"""Cards as they come: the deal told in one go, later cards with the wish they answer."""

from croupier.games.blackjack import Round
from croupier.games.blackjack.deal import target
from croupier.games.blackjack.state import DEALER, Phase, awaits_second_card, turn
from croupier.games.inputs import Act
from croupier.kit.cards import Card
from croupier.story.blackjack.dealer import tell_dealer_card
from croupier.story.blackjack.names import bust_cited, capital, count, hand_count, hand_name
from croupier.story.moment import Moment
from croupier.story.page import Notebook
from croupier.story.removed_cards import RemovedCards
from croupier.story.words import card_name, card_names

Where = tuple[int, int]


class Cards:
    """Keeps back what reads better told together."""

    def __init__(self, book: Notebook) -> None:
        self._book = book
        self._dealt: dict[Where, list[Card]] = {}
        self._round: Round | None = None
        self._wish = ""
        """ "ann hits box 1 on 16", until the card comes."""
        self.thrown = RemovedCards(book)

    def ask(self, round: Round, act: Act) -> None:
        where = turn(round)
        assert where is not None
        hand = round.hand(where)
        self._wish = f"{act.player} hits {hand_name(round, where)} on {hand_count(hand)}"

    def close(self) -> None:
        """Tell what was kept back, because something else comes between."""
        self.thrown.flush()
        self._tell_deal()
        if self._wish:
            self._book.say(f"{self._wish}.")
            self._wish = ""

    def tell(self, moment: Moment[Round], card: Card) -> None:
        before, after = moment.before, moment.after
        if before.discard:
            self.thrown.add(card)
            return
        where = before.place if before.place is not None else target(before)
        assert where is not None
        if before.place is not None:
            self.close()
            self._placed(moment, where, card)
        elif before.phase is Phase.DEAL:
            self._dealt.setdefault(where, []).append(card)
            self._round = after
            if after.phase is not Phase.DEAL:
                self._tell_deal()
        elif where == DEALER:
            tell_dealer_card(self._book, moment, card)
        else:
            self._to_hand(moment, where, card)

    def _tell_deal(self) -> None:
        round = self._round
        if not self._dealt or round is None:
            return
        parts = [_hand_dealt(round, where, cards) for where, cards in self._dealt.items()]
        self._book.say(f"{capital('; '.join(parts))}.", round.rules.topics["cards-dealt"])
        if round.rules.face_down and all(len(box.hands[0].cards) == 2 for box in round.boxes):
            self._book.say(
                "The players' cards lie face down until they are turned.",
                round.rules.topics["face-down"],
            )
        self._dealt = {}

    def _placed(self, moment: Moment[Round], where: Where, card: Card) -> None:
        after = moment.after
        if where == DEALER:
            place, now = "with the dealer", count(after.dealer)
        else:
            hand = after.hand(where)
            place, now = f"on {hand_name(after, where)}", hand_count(hand)
        self._book.say(
            f"{card_name(card)} stays where it was dealt, {place}: {now}.",
            after.rules.topics["going-on-as-it-lies"],
            bust_cited(after, where) if where != DEALER else "",
        )

    def _to_hand(self, moment: Moment[Round], where: Where, card: Card) -> None:
        before, after = moment.before, moment.after
        hand, cite = after.hand(where), after.rules.topics
        name, got = hand_name(after, where), card_name(card)
        bust = bust_cited(after, where)
        now = hand_count(hand)
        if self._wish:
            self._book.say(f"{self._wish} and gets {got}: {now}.", bust)
            self._wish = ""
        elif awaits_second_card(before.hand(where)):
            self._book.say(
                f"{capital(name)} gets its second card, {card_names(hand.cards)}: {now}.",
                cite["split-again"],
                bust,
            )
        elif hand.doubled:
            self._book.say(f"The one card for {name} is {got}: {now}.", cite["double"], bust)
        elif before.boxes[where[0]].decider is None:
            had = hand_count(before.hand(where))
            self._book.say(
                f"The house draws for {name} on {had}: {got}, {now}.", cite["missed-decision"], bust
            )
        else:
            self._book.say(f"{capital(name)} gets {got}: {now}.", bust)


def _hand_dealt(round: Round, where: Where, cards: list[Card]) -> str:
    if where == DEALER:
        # The first card lies open; a second one in the deal is the hole card.
        first = len(round.dealer) == len(cards)
        hole = f"{card_name(round.dealer[1])} face down" if len(round.dealer) > 1 else ""
        if not first:
            return f"the dealer takes {hole}"
        shown = f"the dealer shows {card_name(cards[0])}"
        return f"{shown} and has {hole}" if hole else shown
    hand = round.hand(where)
    dealt = f"{hand_name(round, where)} gets {card_names(cards)}"
    return f"{dealt} ({hand_count(hand)})" if len(hand.cards) > 1 else dealt
