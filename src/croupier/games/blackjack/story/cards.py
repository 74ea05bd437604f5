"""Cards as they come: the deal told in one go, later cards with the wish they answer."""

from typing import NamedTuple

from croupier.engine.inputs import Act
from croupier.games.blackjack.engine import Round
from croupier.games.blackjack.engine.deal import target
from croupier.games.blackjack.engine.state import DEALER, Phase, awaits_second_card, turn
from croupier.games.blackjack.story.dealer import tell_dealer_card, tell_surplus
from croupier.games.blackjack.story.names import bust_cited, count, hand_count, hand_name
from croupier.kit.cards import Card
from croupier.kit.phrase import Item, Phrase, words
from croupier.story.moment import Moment
from croupier.story.page import StoryWriter
from croupier.story.removed_cards import RemovedCards

Where = tuple[int, int]


class _Hit(NamedTuple):
    player: str
    hand: Phrase
    on: Item


class Cards:
    """Keeps back what reads better told together."""

    def __init__(self, write: StoryWriter) -> None:
        self._write = write
        self._dealt: dict[Where, list[Card]] = {}
        self._round: Round | None = None
        self._hit: _Hit | None = None
        """What was asked for, until the card comes."""
        self.removed = RemovedCards(write)

    def ask(self, round: Round, act: Act) -> None:
        where = turn(round)
        assert where is not None
        self._hit = _Hit(act.player, hand_name(round, where), hand_count(round.hand(where)))

    def close(self) -> None:
        """Tell what was kept back, because something else comes between."""
        self.removed.flush()
        self._tell_deal()
        if self._hit is not None:
            self._write.say(
                words(
                    "{player} hits {hand} on {on}.",
                    player=self._hit.player,
                    hand=self._hit.hand,
                    on=self._hit.on,
                )
            )
            self._hit = None

    def tell(self, moment: Moment[Round], card: Card) -> None:
        before, after = moment.before, moment.after
        if before.discard:
            self.removed.add(card)
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
            tell_dealer_card(self._write, moment, card)
        else:
            self._to_hand(moment, where, card)

    def _tell_deal(self) -> None:
        round = self._round
        if not self._dealt or round is None:
            return
        hands = tuple(_hand_dealt(round, where, cards) for where, cards in self._dealt.items())
        self._write.say(
            words("{^hands:semicolon}.", hands=hands), round.rules.topics["cards-dealt"]
        )
        if round.rules.face_down and all(len(box.hands[0].cards) == 2 for box in round.boxes):
            self._write.say(
                words("The players' cards lie face down until they are turned."),
                round.rules.topics["face-down"],
            )
        self._dealt = {}

    def _placed(self, moment: Moment[Round], where: Where, card: Card) -> None:
        after = moment.after
        if len(after.out) > len(moment.before.out):
            tell_surplus(self._write, after, (card,))
            return
        if where == DEALER:
            told = words(
                "{card:face} stays where it was dealt, with the dealer: {now}.",
                card=card,
                now=count(after.dealer if len(after.dealer) == 2 else after.exposed),
            )
        else:
            told = words(
                "{card:face} stays where it was dealt, on {hand}: {now}.",
                card=card,
                hand=hand_name(after, where),
                now=hand_count(after.hand(where)),
            )
        self._write.say(
            told,
            after.rules.topics["going-on-as-it-lies"],
            bust_cited(after, where) if where != DEALER else "",
        )

    def _to_hand(self, moment: Moment[Round], where: Where, card: Card) -> None:
        before, after = moment.before, moment.after
        hand, cite, say = after.hand(where), after.rules.topics, self._write.say
        name, now, bust = hand_name(after, where), hand_count(hand), bust_cited(after, where)
        if self._hit is not None:
            say(
                words(
                    "{player} hits {hand} on {on} and gets {card:face}: {now}.",
                    player=self._hit.player,
                    hand=self._hit.hand,
                    on=self._hit.on,
                    card=card,
                    now=now,
                ),
                bust,
            )
            self._hit = None
        elif awaits_second_card(before.hand(where)):
            say(
                words(
                    "{^hand} gets its second card, {cards:faces}: {now}.",
                    hand=name,
                    cards=hand.cards,
                    now=now,
                ),
                cite["split-again"],
                bust,
            )
        elif hand.doubled:
            say(
                words(
                    "The one card for {hand} is {card:face}: {now}.", hand=name, card=card, now=now
                ),
                cite["double"],
                bust,
            )
        elif before.boxes[where[0]].decider is None:
            say(
                words(
                    "The house draws for {hand} on {had}: {card:face}, {now}.",
                    hand=name,
                    had=hand_count(before.hand(where)),
                    card=card,
                    now=now,
                ),
                cite["missed-decision"],
                bust,
            )
        else:
            say(words("{^hand} gets {card:face}: {now}.", hand=name, card=card, now=now), bust)


def _hand_dealt(round: Round, where: Where, cards: list[Card]) -> Phrase:
    if where == DEALER:
        return _dealer_dealt(round, cards)
    hand, name = round.hand(where), hand_name(round, where)
    if len(hand.cards) > 1:
        return words(
            "{hand} gets {cards:faces} ({count})",
            hand=name,
            cards=tuple(cards),
            count=hand_count(hand),
        )
    return words("{hand} gets {cards:faces}", hand=name, cards=tuple(cards))


def _dealer_dealt(round: Round, cards: list[Card]) -> Phrase:
    """The first card lies open; a second one in the deal is the hole card."""
    if len(round.dealer) != len(cards):
        return words("the dealer takes {hole:face} face down", hole=round.dealer[1])
    if len(round.dealer) > 1:
        return words(
            "the dealer shows {card:face} and has {hole:face} face down",
            card=cards[0],
            hole=round.dealer[1],
        )
    return words("the dealer shows {card:face}", card=cards[0])
