"""The dealer's hand, the settlement, and what happens when something goes wrong."""

from croupier.games.blackjack.engine import VOID_CAUSES
from croupier.games.blackjack.engine.rules import EVEN, BlackjackRules, BlackjackTakes
from croupier.kit.phrase import words
from croupier.notices.common import afterwards, interruption, pays_mean, voids
from croupier.notices.page import Section, section
from croupier.notices.statement_writer import StatementWriter
from croupier.notices.words import pay

_TAKES = {
    BlackjackTakes.ONE_INITIAL_BET: words(
        "A dealer’s blackjack takes no more than one initial bet from all of a player’s split and "
        "doubled hands on a box together; the rest goes back. Bust hands have lost all their "
        "stakes."
    ),
    BlackjackTakes.ORIGINAL_STAKES: words(
        "A dealer’s blackjack takes each hand’s own stake, but not what a double added. Bust hands "
        "have lost all their stakes."
    ),
    BlackjackTakes.EVERYTHING: words(
        "A dealer’s blackjack takes the whole stake, with what a double or split added. Bust hands "
        "have lost all their stakes."
    ),
}


_MISDEAL = (
    "misdeal",
    "going-on-as-it-lies",
    "going-on-mended",
    "withdrawn",
    "reconstruction",
    "R28",
)
_TOGETHER = ("together", "together-dealer", "face-up-card", "together-choice", "R29")


def dealer(write: StatementWriter, rules: BlackjackRules) -> Section:
    begins = words("When all players are done the dealer draws the second card.")
    if rules.hole_card:
        begins = words("When all players are done the dealer turns the hole card.")
    draws = words("The dealer draws on 16 or less and stands on every 17, a soft one too.")
    if rules.h17:
        draws = words(
            "The dealer draws on 16 or less and on a soft 17, and stands on a hard 17 and on 18 or "
            "more."
        )
    needed = words(
        "The dealer draws only what some bet still needs, and nothing when all is decided."
    )
    sentences = [
        write.say(begins, "hole_card", under=["dealer"]),
        write.say(draws, "h17", under=["dealer"]),
        write.say(needed, under=["dealer-only-needed"]),
    ]
    if rules.boom_busted:
        whole = words(
            "For a Boom Busted bet the dealer draws a whole hand, even if every player is bust."
        )
        sentences.append(write.say(whole, "boom_busted", under=["boom-busted-terms"]))
    return section(words("The dealer"), sentences)


def settlement(write: StatementWriter, rules: BlackjackRules) -> Section:
    even = pay(EVEN)
    bust = words("A hand that busts is lost at once, whatever the dealer gets.")
    dealer_bust = words("If the dealer busts, every hand that is left wins {odds}.", odds=even)
    compared = words(
        "Otherwise the higher total wins {odds}, the lower loses, and equal totals are a push.",
        odds=even,
    )
    blackjack = words(
        "A blackjack wins {odds}, unless the dealer has one too: then it is a push.",
        odds=pay(rules.blackjack_pays),
    )
    beats = words("A dealer’s blackjack beats every hand that is not a blackjack, other 21s too.")
    pushes = ("blackjack-push-ace", "blackjack-push-ten")
    sentences = [
        write.say(bust, under=["bust"]),
        write.say(dealer_bust, under=["dealer-bust"]),
        write.say(compared, under=("higher", "lower", "equal")),
        write.say(blackjack, "blackjack_pays", under=("blackjack-paid", *pushes)),
        write.say(beats, under=("dealer-blackjack", "blackjack-compared")),
    ]
    if rules.double or rules.max_hands > 1:
        takes = _TAKES[rules.blackjack_takes]
        sentences.append(write.say(takes, "blackjack_takes", under=["blackjack-takes-terms"]))
    if rules.boom_busted:
        lost = words("Boom Busted is lost when the dealer’s hand is finished without a bust.")
        sentences.append(write.say(lost, "boom_busted", under=["boom-busted-terms"]))
    return section(words("Settlement"), (*sentences, pays_mean(write)))


def trouble(write: StatementWriter, rules: BlackjackRules) -> Section:
    misdeal = words(
        "After any other dealing error everyone may go on, with the cards put right where that is "
        "possible, or take back what is not yet decided. The next card or decision ends the "
        "choice; silence goes on."
    )
    order = words(
        "Cards are put right only before the settlement. A card the dealer drew too many is thrown "
        "away."
    )
    if rules.interim_settlement:
        order = words(
            "Cards of the first deal are put right only before the interim settlement, later ones "
            "before the final one. A card the dealer drew too many is thrown away."
        )
    decided = words("a bust, a blackjack against 2 to 9")
    together = words(
        "If cards come out together, the player concerned picks which comes first; on the "
        "dealer’s hand they are thrown away. A card lying face up is the next card."
    )
    return section(
        words("When something goes wrong"),
        (
            *interruption(write, rules, decided),
            voids(write, VOID_CAUSES),
            write.say(misdeal, under=_MISDEAL),
            write.say(order, under=("no-reconstruction", "overdraw", "R27")),
            write.say(together, under=_TOGETHER),
            *afterwards(write),
        ),
    )
