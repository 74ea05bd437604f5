"""What every table says, whatever is played on it."""

from collections.abc import Iterable, Mapping

from croupier.games.inputs import VoidReason
from croupier.games.layout import Limits
from croupier.games.rules import Rules
from croupier.kit.money import format_amount
from croupier.notices.page import Statement
from croupier.notices.pen import Pen
from croupier.notices.words import counted, listed

_FAULTS = {
    VoidReason.FOREIGN_CARD: "a card turns up that does not belong to the decks",
    VoidReason.SHORT_SHOE: "cards are missing",
    VoidReason.EXCESS_CARDS: "there are cards too many",
    VoidReason.OUT_OF_CARDS: "the cards run out",
    VoidReason.UNSHUFFLED: "the cards were not shuffled",
    VoidReason.WRONG_COUNT: "a hand got a wrong number of cards that cannot be put right",
}


def limits_notice(pen: Pen, limits: Limits, what: str, under: Iterable[str]) -> Statement:
    low, high = format_amount(limits.min), format_amount(limits.max)
    return pen.say(f"Minimum {low}, maximum {high}, for {what}.", under=under)


def side_limits_notice(pen: Pen, rules: Rules, limits: Limits, names: str) -> Statement:
    """R3a: from the chip unit up to the table's maximum, unless the house says otherwise."""
    low = format_amount(limits.side_min or rules.chip_unit)
    high = format_amount(limits.max if limits.side_max is None else limits.side_max)
    fields = ("chip_unit",) if limits.side_min is None else ()
    return pen.say(f"{names}: minimum {low}, maximum {high}, each.", *fields, under=["R3a"])


def closing_notice(pen: Pen, under: Iterable[str]) -> Statement:
    text = "Bets close at “No more bets”; after that none is taken, changed or withdrawn."
    return pen.say(text, under=(*under, "R3"))


def chips(pen: Pen, rules: Rules) -> Statement:
    unit = format_amount(rules.chip_unit)
    return pen.say(f"A stake is any multiple of the chip unit, which is {unit}.", "chip_unit")


def pays_mean(pen: Pen) -> Statement:
    text = (
        "A pay of 3 to 2 gives the stake back and 3 more for every 2 staked; "
        "a push gives the stake back."
    )
    return pen.say(text, under=["R2"])


def interruption(pen: Pen, rules: Rules, decided: str, under: Iterable[str]) -> list[Statement]:
    """R4, in every game; `decided` gives examples of a bet that is won or lost already."""
    grace = (
        f"An interruption of less than {counted(rules.grace_seconds, 'second')} changes nothing."
    )
    if not rules.grace_seconds:
        grace = "No interruption is too short to matter."
    fates = (
        "After a longer one the round is played to its end if a bet is already decided by what "
        f"lies open ({decided}); if none is, the round is void."
    )
    return [
        pen.say(grace, "grace_seconds"),
        pen.say(fates, under=(*under, "R4")),
    ]


def voids(
    pen: Pen, reasons: Iterable[VoidReason], cited: Mapping[str, str], under: Iterable[str]
) -> Statement:
    """Each reason under the document's clause, or under R26 where it has none."""
    reasons = tuple(reasons)
    clauses = [cited.get(reason, "R26") for reason in reasons]
    faults = listed((_FAULTS[reason] for reason in reasons), "or")
    text = f"The round is void if {faults}; a void round gives every stake of it back."
    return pen.say(text, under=(*clauses, *under, "R26", "R2"))


def afterwards(pen: Pen, under: Iterable[str]) -> list[Statement]:
    final = (
        "Once the next round has begun, what was settled stands; a mistake found later is made "
        "good by a separate adjustment, signed by the shift manager."
    )
    ranks = (
        "The dealer deals and calls; the pit supervisor voids a round and puts cards right; the "
        "shift manager decides what no rule covers."
    )
    return [pen.say(final, under=(*under, "R5")), pen.say(ranks, under=["R30"])]
