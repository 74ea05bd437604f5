"""The dealer's hand, the settlement, and what happens when something goes wrong."""

from croupier.games.blackjack.rules import EVEN, BlackjackRules, BlackjackTakes
from croupier.games.inputs import VoidReason
from croupier.notices.blackjack.where import where_of
from croupier.notices.common import afterwards, interruption, pays_mean, voids
from croupier.notices.page import Section
from croupier.notices.pen import Pen

_TAKES = {
    BlackjackTakes.ONE_INITIAL_BET: (
        "A dealer’s blackjack takes no more than one initial bet from all of a player’s split and "
        "doubled hands on a box together; the rest goes back."
    ),
    BlackjackTakes.ORIGINAL_STAKES: (
        "A dealer’s blackjack takes each hand’s own stake, but not what a double added."
    ),
    BlackjackTakes.EVERYTHING: (
        "A dealer’s blackjack takes the whole stake, with what a double or split added."
    ),
}


def dealer(pen: Pen, rules: BlackjackRules) -> Section:
    where = where_of(rules)
    begins = (
        "When all players are done the dealer turns the hole card."
        if rules.hole_card
        else "When all players are done the dealer draws the second card."
    )
    soft = (
        "draws on 16 or less and on a soft 17, and stands on a hard 17 and on 18 or more"
        if rules.h17
        else "draws on 16 or less and stands on every 17, a soft one too"
    )
    needed = "The dealer draws only what some bet still needs, and nothing when all is decided."
    said = [
        pen.say(begins, "hole_card", under=where.dealer),
        pen.say(f"The dealer {soft}.", "h17", under=where.dealer),
        pen.say(needed, under=where.only_needed),
    ]
    if rules.boom_busted:
        whole = "For a Boom Busted bet the dealer draws a whole hand, even if every player is bust."
        said.append(pen.say(whole, "boom_busted", under=where.boom_busted))
    return Section("The dealer", tuple(said))


def settlement(pen: Pen, rules: BlackjackRules) -> Section:
    where, cite = where_of(rules), rules.clauses
    said = [
        pen.say("A hand that busts is lost at once, whatever the dealer gets.", under=[cite.bust]),
        pen.say(
            f"If the dealer busts, every hand that is left wins {EVEN}.", under=[cite.dealer_bust]
        ),
        pen.say(
            f"Otherwise the higher total wins {EVEN}, the lower loses, and equal totals are a "
            "push.",
            under=(cite.higher, cite.lower, cite.equal),
        ),
        pen.say(
            f"A blackjack wins {rules.blackjack_pays}, unless the dealer has one too: then it is "
            "a push.",
            "blackjack_pays",
            under=(cite.blackjack_paid, cite.blackjack_push_ace, cite.blackjack_push_ten),
        ),
        pen.say(
            "A dealer’s blackjack beats every hand that is not a blackjack, other 21s too.",
            under=(cite.dealer_blackjack, *where.blackjack_wins),
        ),
    ]
    if rules.double or rules.max_hands > 1:
        text = f"{_TAKES[rules.blackjack_takes]} Bust hands have lost all their stakes."
        said.append(pen.say(text, "blackjack_takes", under=where.dealer_blackjack))
    if rules.boom_busted:
        text = "Boom Busted is lost when the dealer’s hand is finished without a bust."
        said.append(pen.say(text, "boom_busted", under=where.boom_busted))
    return Section("Settlement", (*said, pays_mean(pen)))


def trouble(pen: Pen, rules: BlackjackRules) -> Section:
    where, cite = where_of(rules), rules.clauses
    reasons = [one for one in VoidReason if one is not VoidReason.WRONG_COUNT]
    misdeal = (
        "After any other dealing error everyone may go on, with the cards put right where that is "
        "possible, or take back what is not yet decided. The next card or decision ends the "
        "choice; silence goes on."
    )
    order = (
        "Cards of the first deal are put right only before the interim settlement, later ones "
        "before the final one."
        if rules.interim_settlement
        else "Cards are put right only before the settlement."
    )
    order += " A card the dealer drew too many is thrown away."
    together = (
        "If cards come out together, the player concerned picks which comes first; on the "
        "dealer’s hand they are thrown away. A card lying face up is the next card."
    )
    return Section(
        "When something goes wrong",
        (
            *interruption(pen, rules, "a bust, a blackjack against 2 to 9", where.interruption),
            voids(pen, reasons, cite.void, where.void),
            pen.say(misdeal, under=(cite.misdeal, *where.misdeal, "R28")),
            pen.say(order, under=(cite.no_reconstruction, cite.overdraw, "R27")),
            pen.say(together, under=(cite.together, cite.together_dealer, *where.together, "R29")),
            *afterwards(pen, (cite.finished, cite.adjusted, *where.final)),
        ),
    )
