"""What each thing a player may do now is worth, by the very cards that are left."""

import msgspec

from croupier.games.blackjack import BlackjackRules
from croupier.games.blackjack.points import VALUES
from croupier.games.engine import AnyRules
from croupier.games.inputs import Action
from croupier.kit.errors import Code, Refused
from croupier.odds.blackjack.numbering import ACE, TEN
from croupier.odds.shoe import Shoe, parse_cards


class Worth(msgspec.Struct, frozen=True):
    action: str
    ev: float


class Advice(msgspec.Struct, frozen=True):
    game: str
    hand: tuple[str, ...]
    dealer: str
    actions: tuple[Worth, ...]
    """The best first, per unit of the initial bet."""
    insurance: float | None
    """Per unit insured, where it is offered."""
    looked: bool
    """The dealer has looked under the card, and found no blackjack."""


def advise(rules: AnyRules, shoe: Shoe, hand: str, dealer: str, seen: str = "") -> Advice:
    """A hand as "8,8" or "8S,8D" against the dealer's card, other cards seen being gone too."""
    if not isinstance(rules, BlackjackRules):
        raise Refused(Code.BAD_SETTING, f"{rules.game} has no hands to play")
    from croupier.odds.blackjack.advice import advise as worths  # noqa: PLC0415 -- brings numpy

    ours, theirs = parse_cards(hand), parse_cards(dealer)
    if len(theirs) != 1:
        raise Refused(Code.BAD_SETTING, "the dealer shows one card")
    left = shoe.without(parse_cards(seen))
    left.without((*ours, *theirs))
    shown = _value(theirs[0])
    worth = worths(rules, left.values, [_value(card) for card in ours], shown)
    insurance = worth.pop(Action.INSURE, None)
    actions = sorted(worth.items(), key=lambda one: -one[1])
    # A blackjack has nothing to decide after the look, and giving up comes before it.
    natural = len(ours) == 2 and {_value(card) for card in ours} == {ACE, TEN}
    before = natural or Action.SURRENDER in worth
    looks = rules.looks(ace=shown == ACE, ten=shown == TEN)
    return Advice(
        rules.game,
        ours,
        theirs[0],
        tuple(Worth(str(action), ev) for action, ev in actions),
        insurance,
        looks and not before,
    )


def _value(card: str) -> int:
    return VALUES[card[0]] - 1
