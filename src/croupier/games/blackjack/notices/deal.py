"""How the cards are shuffled and dealt."""

from croupier.games.blackjack.engine.rules import BlackjackRules
from croupier.kit.phrase import Phrase, words
from croupier.notices.page import Section, section
from croupier.notices.statement_writer import StatementWriter
from croupier.notices.words import decks, number


def deal(write: StatementWriter, rules: BlackjackRules) -> Section:
    cards = words("The cards are {decks} of 52.", decks=decks(rules.decks))
    sentences = [
        write.say(cards, "decks"),
        write.say(_burned(rules.burn_after_shuffle), "burn_after_shuffle", under=["shuffle"]),
        write.say(_cut(rules.cut_card_from_back), "cut_card_from_back", under=["shuffle"]),
        write.say(_order(rules), "hole_card", under=["deal"]),
        write.say(_faces(rules), "face_down"),
    ]
    if rules.interim_settlement and not rules.face_down:
        squeeze = words("Who asks the house in time may get cards face down, to squeeze them.")
        sentences.append(write.say(squeeze, under=["squeeze"]))
    return section(words("The deal"), sentences)


def _burned(cards: int) -> Phrase:
    if not cards:
        return words("After a shuffle no cards are burned.")
    if cards == 1:
        return words("After a shuffle one card is burned.")
    return words("After a shuffle {count} cards are burned.", count=number(cards))


def _cut(behind: int) -> Phrase:
    if not behind:
        return words(
            "No cards lie behind the cut card; the round in which it comes out is the last before "
            "a shuffle."
        )
    if behind == 1:
        return words(
            "One card lies behind the cut card; the round in which it comes out is the last before "
            "a shuffle."
        )
    return words(
        "{^count} cards lie behind the cut card; the round in which it comes out is the last "
        "before a shuffle.",
        count=number(behind),
    )


def _order(rules: BlackjackRules) -> Phrase:
    if rules.hole_card:
        return words(
            "From the dealer’s left, each box with a bet gets a card, the dealer one face up, and "
            "each box a second; last the dealer’s second card, face down: the hole card."
        )
    return words(
        "From the dealer’s left, each box with a bet gets a card, the dealer one face up, and each "
        "box a second. The dealer takes no second card before all players are done."
    )


def _faces(rules: BlackjackRules) -> Phrase:
    if rules.face_down:
        return words(
            "Players’ cards are dealt face down: only their owner sees them until they are turned."
        )
    return words("Players’ cards are dealt face up.")
