"""Ways to change a record, whatever the scheme."""

from collections.abc import Callable

from msgspec.structs import replace

from croupier.chance.sealed import commitment_of
from croupier.house.fairness import (
    FairRecord,
)
from tests.house.fairness.played import opening_of, shoe_of

Tampering = Callable[[FairRecord], FairRecord]


def with_outcomes(record: FairRecord, outcomes: tuple[str, ...], *, again: bool) -> FairRecord:
    """The order changed afterwards; `again`: and the commitment with it."""
    opening = replace(opening_of(record), outcomes=outcomes)
    shoe = replace(shoe_of(record), opening=opening)
    if again:
        terms = shoe.delay and shoe.delay.terms
        commitment = commitment_of(shoe.name, opening, terms or None)
        shoe = replace(shoe, commitment=commitment, size=len(outcomes))
    return replace(record, shoe=shoe)


def swap_two_cards(record: FairRecord, *, again: bool = False) -> FairRecord:
    order, shoe = [*opening_of(record).outcomes], shoe_of(record)
    place = (shoe.cut + shoe.place) % shoe.size
    other = next(at for at, one in enumerate(order) if one != order[place] and at != place)
    order[place], order[other] = order[other], order[place]
    return with_outcomes(record, tuple(order), again=again)


def another_salt(record: FairRecord) -> FairRecord:
    opening = replace(opening_of(record), salt="00" * 32)
    return replace(record, shoe=replace(shoe_of(record), opening=opening))


def a_salt_that_is_none(record: FairRecord) -> FairRecord:
    opening = replace(opening_of(record), salt="salt")
    return replace(record, shoe=replace(shoe_of(record), opening=opening))


def another_place(record: FairRecord) -> FairRecord:
    return replace(record, shoe=replace(shoe_of(record), place=shoe_of(record).place + 1))


def one_more_used(record: FairRecord) -> FairRecord:
    return replace(record, shoe=replace(shoe_of(record), used=shoe_of(record).used + 1))


def from_among_the_burned(record: FairRecord) -> FairRecord:
    return replace(record, shoe=replace(shoe_of(record), burned=shoe_of(record).place + 1))


def a_changed_line(record: FairRecord) -> FairRecord:
    first, *others = record.lines
    return replace(record, lines=(replace(first, returned=first.returned + 1), *others))


def short_of_a_card(record: FairRecord) -> FairRecord:
    return with_outcomes(record, opening_of(record).outcomes[:-1], again=True)


def one_card_for_another(record: FairRecord) -> FairRecord:
    *order, last = opening_of(record).outcomes
    other = "AS" if last != "AS" else "KS"
    return with_outcomes(record, (*order, other), again=True)


def cut_elsewhere(record: FairRecord) -> FairRecord:
    return replace(record, shoe=replace(shoe_of(record), cut=shoe_of(record).cut + 1))


def one_player_left_out_of_the_cut(record: FairRecord) -> FairRecord:
    return replace(record, shoe=replace(shoe_of(record), entropy=shoe_of(record).entropy[1:]))


def sealed_too_late(record: FairRecord) -> FairRecord:
    return replace(record, shoe=replace(shoe_of(record), sealed_entry=record.betting_entry + 1))


def a_bet_never_made(record: FairRecord) -> FairRecord:
    assert record.file is not None
    return replace(record, file=record.file | {"bets": record.file["bets"][1:]})


def another_game(record: FairRecord) -> FairRecord:
    assert record.file is not None
    return replace(record, file=record.file | {"game": "whist"})
