"""After the deal: what everyone is offered, and what is settled at once."""

from croupier.games.blackjack.engine.rules import EVEN, BlackjackRules
from croupier.games.blackjack.notices.signs import MAIN_BETS, insurance_rounding
from croupier.kit.phrase import Phrase, words
from croupier.notices.page import Section, Statement, section
from croupier.notices.statement_writer import StatementWriter
from croupier.notices.words import pay


def offers(write: StatementWriter, rules: BlackjackRules) -> Section:
    insurance = words(
        "If the dealer shows an ace, everyone may insure their own bet: up to half of it, "
        "{rounded}. Insurance wins {odds} if the dealer has blackjack, and is lost if not.",
        rounded=insurance_rounding(rules),
        odds=pay(rules.insurance_pays),
    )
    sentences = [
        write.say(insurance, "insurance_pays", "insurance_rounds_up", under=["insurance-terms"]),
        write.say(_even_money(rules), "even_money", under=["even-money"]),
        write.say(_surrender(rules), "surrender", under=["surrendering"]),
    ]
    if not rules.hole_card:
        close = words("Anybody’s first hit, stand, double or split closes these offers.")
        sentences.append(write.say(close, "hole_card", under=["offers-closed"]))
    if settled := _settled_at_once(rules):
        interim = words(
            "Then comes the interim settlement: {settled:and} are settled at once.", settled=settled
        )
        fields = ("hole_card", "surrender", "even_money")
        sentences.append(write.say(interim, *fields, under=["interim-settlement"]))
    if rules.hole_card:
        sentences.append(_look(write, rules))
        waits = words(
            "A blackjack is paid when the hands are compared, and is a push if the dealer has one "
            "too."
        )
    else:
        waits = words(
            "Against a ten or an ace a blackjack waits for the dealer’s second card, and is a push "
            "if that makes a blackjack too."
        )
    sentences.append(write.say(waits, "hole_card", under=["blackjack-compared"]))
    return section(words("Before the play"), sentences)


def _even_money(rules: BlackjackRules) -> Phrase:
    if rules.even_money:
        return words(
            "A blackjack against the ace may be paid even money, {odds}, at once; it is insured "
            "or paid even money, not both.",
            odds=pay(EVEN),
        )
    return words("Even money is not offered.")


def _surrender(rules: BlackjackRules) -> Phrase:
    if not rules.surrender:
        return words("There is no surrender.")
    sentence = words(
        "If the dealer shows anything but an ace, a hand of two cards that is no blackjack may be "
        "surrendered: half the bet is lost, half goes back."
    )
    if rules.shared_boxes:
        return words("{said} It is the box’s decision, and binds every bet on it.", said=sentence)
    return sentence


def _look(write: StatementWriter, rules: BlackjackRules) -> Statement:
    under = ["look", "offers-closed"]
    if rules.look_under_ace and rules.look_under_ten:
        sentence = words(
            "Then the dealer looks at the hole card under an ace or a ten; a blackjack ends the "
            "round at once."
        )
    elif rules.look_under_ace:
        sentence = words(
            "Then the dealer looks at the hole card under an ace; a blackjack ends the round at "
            "once. Under any other card nobody looks until the players are done."
        )
    elif rules.look_under_ten:
        sentence = words(
            "Then the dealer looks at the hole card under a ten; a blackjack ends the round at "
            "once. Under any other card nobody looks until the players are done."
        )
    else:
        sentence = words("The dealer does not look at the hole card before the players are done.")
    return write.say(sentence, "look_under_ace", "look_under_ten", under=under)


def _settled_at_once(rules: BlackjackRules) -> tuple[Phrase, ...]:
    """R9: what is settled before play goes on; over a hole card a blackjack is not among it."""
    settled = []
    if any(on_box and bet not in MAIN_BETS for bet, on_box in rules.spots().items()):
        settled.append(words("side bets on the first two cards"))
    if rules.surrender:
        settled.append(words("surrenders"))
    if rules.even_money:
        settled.append(words("even money"))
    if not rules.hole_card:
        settled.append(words("blackjacks against a dealer’s 2 to 9"))
    return tuple(settled)
