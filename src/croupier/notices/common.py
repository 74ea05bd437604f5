"""What every table says, whatever is played on it."""

from croupier.engine.inputs import VoidReason
from croupier.engine.layout import Limits
from croupier.engine.rules import Rules
from croupier.kit.phrase import Item, Phrase, words
from croupier.notices.page import Statement
from croupier.notices.statement_writer import StatementWriter
from croupier.notices.words import number

_FAULTS = {
    VoidReason.FOREIGN_CARD: words("a card turns up that does not belong to the decks"),
    VoidReason.SHORT_SHOE: words("cards are missing"),
    VoidReason.EXCESS_CARDS: words("there are cards too many"),
    VoidReason.OUT_OF_CARDS: words("the cards run out"),
    VoidReason.UNSHUFFLED: words("the cards were not shuffled"),
    VoidReason.WRONG_COUNT: words("a hand got a wrong number of cards that cannot be put right"),
}

EACH_BET = words("each bet of each player")


def limits_notice(write: StatementWriter, limits: Limits, what: Phrase) -> Statement:
    sentence = words(
        "Minimum {min:amount}, maximum {max:amount}, for {what}.",
        min=limits.min,
        max=limits.max,
        what=what,
    )
    return write.say(sentence, under=["limits"])


def side_limits_notice(
    write: StatementWriter, rules: Rules, limits: Limits, names: tuple[Item, ...]
) -> Statement:
    """R3a: from the chip unit up to the table's maximum, unless the house says otherwise."""
    sentence = words(
        "{names:and}: minimum {min:amount}, maximum {max:amount}, each.",
        names=names,
        min=limits.side_min or rules.chip_unit,
        max=limits.max if limits.side_max is None else limits.side_max,
    )
    fields = ("chip_unit",) if limits.side_min is None else ()
    return write.say(sentence, *fields, under=["R3a"])


def closing_notice(write: StatementWriter) -> Statement:
    sentence = words(
        "Bets close at “No more bets”; after that none is taken, changed or withdrawn."
    )
    return write.say(sentence, under=("no-more-bets", "R3"))


def chips(write: StatementWriter, rules: Rules) -> Statement:
    sentence = words(
        "A stake is any multiple of the chip unit, which is {unit:amount}.", unit=rules.chip_unit
    )
    return write.say(sentence, "chip_unit")


def pays_mean(write: StatementWriter) -> Statement:
    sentence = words(
        "A pay of 3 to 2 gives the stake back and 3 more for every 2 staked; "
        "a push gives the stake back."
    )
    return write.say(sentence, under=["R2"])


def interruption(write: StatementWriter, rules: Rules, decided: Phrase) -> list[Statement]:
    """R4, in every game; `decided` gives examples of a bet that is won or lost already."""
    fates = words(
        "After a longer one the round is played to its end if a bet is already decided by what "
        "lies open ({decided}); if none is, the round is void.",
        decided=decided,
    )
    return [
        write.say(_grace(rules.grace_seconds), "grace_seconds"),
        write.say(fates, under=("resumed", "interrupted", "R4")),
    ]


def _grace(seconds: int) -> Phrase:
    if not seconds:
        return words("No interruption is too short to matter.")
    if seconds == 1:
        return words("An interruption of less than one second changes nothing.")
    return words(
        "An interruption of less than {count} seconds changes nothing.", count=number(seconds)
    )


def voids(write: StatementWriter, reasons: tuple[VoidReason, ...], *rulings: str) -> Statement:
    """Each reason under the document's clause, or under R26 where it has none."""
    causes = [f"void-{reason}" for reason in reasons]
    sentence = words(
        "The round is void if {faults:or}; a void round gives every stake of it back.",
        faults=tuple(_FAULTS[reason] for reason in reasons),
    )
    return write.say(sentence, under=(*causes, *rulings, "void-returns", "R26", "R2"))


def afterwards(write: StatementWriter) -> list[Statement]:
    final = words(
        "Once the next round has begun, what was settled stands; a mistake found later is made "
        "good by a separate adjustment, signed by the shift manager."
    )
    ranks = words(
        "The dealer deals and calls; the pit supervisor voids a round and puts cards right; the "
        "shift manager decides what no rule covers."
    )
    settled = ("finished", "adjusted", "settlement-final", "R5")
    return [write.say(final, under=settled), write.say(ranks, under=["R30"])]
