"""delay/2: an order that follows from a seed and, after a delay, from what players gave. Honest
records hold, and whatever is changed is found."""

import pytest
from msgspec.structs import replace

from croupier.chance.delay import Delayed, evaluate
from croupier.chance.derived import given_digest
from croupier.house.fairness import (
    CheckResult,
    FairDelay,
    FairRecord,
    Note,
    Scheme,
    check_record,
)
from croupier.store.memory import MemoryStore
from croupier.table.rounds import rounds
from tests.house.fairness.played import (
    DELAYED,
    opening_of,
    played,
    record,
    shoe_of,
    verdicts,
    wrong_in,
)
from tests.house.fairness.tampering import (
    Tampering,
    a_bet_never_made,
    a_changed_line,
    a_salt_that_is_none,
    another_game,
    another_place,
    another_salt,
    cut_elsewhere,
    from_among_the_burned,
    one_card_for_another,
    one_more_used,
    one_player_left_out_of_the_cut,
    sealed_too_late,
    short_of_a_card,
    swap_two_cards,
    with_outcomes,
)
from tests.support.virtual_house import VirtualHouse


def test_every_honest_round_holds(house: tuple[str, VirtualHouse]) -> None:
    game, its = house
    begins: dict[str, int] = {}
    for told in rounds(its.store, game):
        if not told.over:
            continue
        found = record(its, game, told.number)
        shoe = shoe_of(found)
        assert verdicts(found) == dict.fromkeys(DELAYED, CheckResult.HOLDS)
        assert found.note is Note.OPENED
        assert [line.returned for line in found.lines] == [line.returned for line in told.lines]
        # One round's outcomes follow the one's before: none was left out in between.
        assert shoe.place == begins.get(shoe.name, shoe.burned)
        begins[shoe.name] = shoe.place + shoe.used
    assert len(begins) == 2


def delay_of(record: FairRecord) -> FairDelay:
    delay = shoe_of(record).delay
    assert delay is not None
    return delay


def with_delay(record: FairRecord, **changed: object) -> FairRecord:
    delay = replace(delay_of(record), **changed)
    return replace(record, shoe=replace(shoe_of(record), delay=delay))


def one_more_player(record: FairRecord) -> FairRecord:
    """Added later, and the digest with it; the squarings are done again."""
    shoe = shoe_of(record)
    entropy = (*shoe.entropy, "chosen")
    digest = given_digest(shoe.commitment, entropy)
    added = replace(record, shoe=replace(shoe, entropy=entropy))
    return with_delay(added, digest=digest.hex(), result=evaluate(digest, 16))


def fewer_squarings(record: FairRecord) -> FairRecord:
    return with_delay(record, terms=replace(delay_of(record).terms, squarings=15))


def fewer_squarings_done(record: FairRecord) -> FairRecord:
    return with_delay(record, result=evaluate(bytes.fromhex(delay_of(record).digest), 15))


def another_output(record: FairRecord) -> FairRecord:
    result = delay_of(record).result
    assert result is not None
    number = int(result.output, 16) ^ 2
    return with_delay(record, result=Delayed(f"{number:0512x}", result.proof))


def an_output_that_is_none(record: FairRecord) -> FairRecord:
    result = delay_of(record).result
    assert result is not None
    return with_delay(record, result=Delayed("output", result.proof))


def no_proof(record: FairRecord) -> FairRecord:
    return with_delay(record, result=None)


def open_for_long(record: FairRecord) -> FairRecord:
    return with_delay(record, closed_ms=delay_of(record).closed_ms + 1)


def closed_before_it_was_sealed(record: FairRecord) -> FairRecord:
    return with_delay(record, closed_entry=shoe_of(record).sealed_entry)


def called_drawn(record: FairRecord) -> FairRecord:
    return replace(record, shoe=replace(shoe_of(record), scheme=Scheme.CUT))


TAMPERED: list[tuple[Tampering, set[str]]] = [
    (swap_two_cards, {"order", "place"}),
    (another_salt, {"opening", "order"}),
    (a_salt_that_is_none, {"opening", "order"}),
    (another_place, {"place"}),
    (one_more_used, {"place"}),
    (from_among_the_burned, {"order", "place"}),
    (a_changed_line, {"settlement"}),
    (short_of_a_card, {"order", "whole"}),
    (one_card_for_another, {"order", "whole"}),
    (cut_elsewhere, {"closed", "place"}),
    (one_player_left_out_of_the_cut, {"closed", "delay"}),
    (one_more_player, {"order"}),
    (fewer_squarings, {"delay", "opening"}),
    (fewer_squarings_done, {"delay", "order"}),
    (another_output, {"delay", "order"}),
    (an_output_that_is_none, {"delay", "order"}),
    (no_proof, {"delay", "order"}),
    (open_for_long, {"margin"}),
    (closed_before_it_was_sealed, {"closed"}),
    (called_drawn, {"sealed"}),
    (sealed_too_late, {"sealed", "closed"}),
    (a_bet_never_made, {"settlement"}),
    (another_game, {"file"}),
]


@pytest.mark.parametrize(("tampering", "found"), TAMPERED)
def test_tampering_is_found(blackjack: VirtualHouse, tampering: Tampering, found: set[str]) -> None:
    assert wrong_in(tampering(record(blackjack, "live-blackjack", 2))) == found


def test_a_record_says_when_only_the_commitment_holds() -> None:
    house = VirtualHouse(MemoryStore())
    house.table("live-baccarat")
    house.play_round("live-baccarat")
    findings = check_record(record(house, "live-baccarat", 1))
    says = {finding.check: finding.says for finding in findings}
    assert says["delay"].endswith("only the commitment holds")


def test_a_wheel_has_no_pocket_37() -> None:
    honest = record(played("live-roulette"), "live-roulette", 1)
    tampered = with_outcomes(honest, (*opening_of(honest).outcomes[:-1], "37"), again=True)
    assert verdicts(tampered)["whole"] is CheckResult.WRONG
    short = with_outcomes(honest, opening_of(honest).outcomes[:-1], again=False)
    assert verdicts(short)["whole"] is CheckResult.WRONG
