"""Alerts, disputes and two signatures: journalled, bounded, and the same after a restart."""

import pytest

from croupier.engine.inputs import VoidReason
from croupier.house.clock import HOUR
from croupier.house.floor import Adjustment, AlertKind, VoidAfterOutcome
from croupier.house.floor.book import MOST_OPEN_ALERTS
from croupier.house.floor.facts import STREAM
from croupier.house.floor.floor import MOST_OPEN_OF_ONE, MOST_SHARES_OF_ONE
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from tests.support.floor import OpenFloor

FIVE = Adjustment("ann", 5_00, "bj-1", 7, "a card was misread")
VOID = VoidAfterOutcome("bj-1", 8, VoidReason.FOREIGN_CARD)


# Alerts ----------------------------------------------------------------------------------------


async def test_an_alert_stays_until_somebody_clears_it(opened: OpenFloor) -> None:
    number = await opened.floor.raise_alert(
        AlertKind.PIT_CALLED, "bj-1", "a  player\tasks", "dora", 4
    )
    (alert,) = opened.again().open_alerts()
    assert (alert.raised.number, alert.raised.kind) == (number, AlertKind.PIT_CALLED)
    assert (alert.raised.text, alert.raised.round) == ("a player asks", 4)
    floor = opened.again()
    await floor.clear_alert(number, "pia", "seen to")
    assert floor.open_alerts() == opened.again().open_alerts() == ()
    with pytest.raises(Refused):
        await floor.clear_alert(number, "pia", "again")


async def test_what_the_house_says_is_kept_for_every_language(opened: OpenFloor) -> None:
    said = words("{dealer} made a fresh shoe", dealer="dora")
    await opened.floor.raise_alert(AlertKind.SHOE, "bj-1", said, "dora")
    await opened.floor.open_dispute("ann", "bj-1", 7, "I had twenty-one")
    shoe, dispute = (one.raised for one in opened.again().open_alerts())
    assert (shoe.text, shoe.words) == ("dora made a fresh shoe", said)
    assert dispute.text == str(dispute.words) == "ann disputes round 7"


async def test_the_same_alert_is_counted_while_it_is_open(opened: OpenFloor) -> None:
    floor = opened.floor
    first = await floor.raise_alert(AlertKind.SHOE, "bj-1", "low", "house")
    opened.clock.turn(5)
    assert await floor.raise_alert(AlertKind.SHOE, "bj-1", "low", "house") == first
    others = {
        await floor.raise_alert(AlertKind.SHOE, "bj-2", "low", "house"),
        await floor.raise_alert(AlertKind.SHOE, "bj-1", "out", "house"),
        await floor.raise_alert(AlertKind.VOID, "bj-1", "low", "house"),
    }
    assert len({first, *others}) == 4
    alert = floor.open_alerts()[0]
    assert (alert.times, alert.last_ms - alert.at_ms) == (2, 5)
    assert opened.again().open_alerts()[0].times == 2


async def test_a_number_is_not_used_again(opened: OpenFloor) -> None:
    floor = opened.floor
    first = await floor.raise_alert(AlertKind.VOID, "bj-1", "void", "house")
    await floor.clear_alert(first, "pia", "seen")
    assert await floor.raise_alert(AlertKind.VOID, "bj-1", "void", "house") != first


async def test_a_flood_of_one_kind_keeps_no_other_out(opened: OpenFloor) -> None:
    floor = opened.floor
    for n in range(MOST_OPEN_ALERTS + 10):
        await floor.raise_alert(AlertKind.CHAT_REPORT, "bj-1", f"line {n}", "ann")
    for kind in AlertKind:
        await floor.raise_alert(kind, "bj-1", "first", "house")
    alerts = floor.open_alerts()
    assert len(alerts) <= MOST_OPEN_ALERTS
    assert {one.raised.kind for one in alerts} == set(AlertKind)
    assert sum(one.times for one in alerts) == MOST_OPEN_ALERTS + 10 + len(AlertKind)


# Disputes --------------------------------------------------------------------------------------


async def test_a_dispute_is_answered(opened: OpenFloor) -> None:
    floor = opened.floor
    number = await floor.open_dispute("ann", "bj-1", 7, "I had twenty-one")
    assert [one.raised.kind for one in floor.open_alerts()] == [AlertKind.DISPUTE]
    with pytest.raises(Refused, match="already"):
        await floor.open_dispute("ann", "bj-1", 7, "once more")
    other = await floor.open_dispute("bob", "bj-1", 7, "mine too")
    assert other != number
    await floor.close_dispute(number, "sam", "you are right", upheld=True)
    with pytest.raises(Refused):
        await floor.close_dispute(number, "sam", "no", upheld=False)
    for one in (floor, opened.again()):
        assert [two.opened.player for two in one.disputes(open_only=True)] == ["bob"]
        (call,) = one.open_alerts()
        assert call.raised.number == floor.disputes(open_only=True)[0].opened.alert
        (closed,) = one.disputes(open_only=False, player="ann")
        assert (closed.closed_by, closed.answer, closed.upheld) == ("sam", "you are right", True)
    # Once answered it may be taken up again.
    await opened.again().open_dispute("ann", "bj-1", 7, "and my insurance")


async def test_a_dispute_is_bounded(opened: OpenFloor) -> None:
    with pytest.raises(Refused) as refused:
        await opened.floor.open_dispute("ann", "bj-1", 1, "x" * 1_001)
    assert refused.value.code is Code.BAD_TEXT
    await opened.floor.open_dispute("ann", "bj-1", 0, "x" * 1_000)
    for round in range(1, MOST_OPEN_OF_ONE):
        await opened.floor.open_dispute("ann", "bj-1", round, "x")
    with pytest.raises(Refused) as refused:
        await opened.floor.open_dispute("ann", "bj-1", 99, "x")
    assert refused.value.code is Code.LIMIT


# Countersigning --------------------------------------------------------------------------------


async def test_two_different_people_sign(opened: OpenFloor) -> None:
    floor = opened.floor
    number = await floor.propose(FIVE, "sam")
    with pytest.raises(Refused) as refused:
        await floor.countersign(number, "sam")
    assert refused.value.code is Code.SAME_PERSON
    assert await floor.countersign(number, "pia") == FIVE
    with pytest.raises(Refused, match="already"):
        await floor.countersign(number, "tom")
    with pytest.raises(Refused):
        await floor.withdraw_proposal(number, "sam")


async def test_a_crash_before_it_is_carried_out_is_seen(opened: OpenFloor) -> None:
    number = await opened.floor.propose(VOID, "sam")
    with pytest.raises(Refused):
        await opened.floor.carried_out(number)
    assert opened.floor.unfinished() == ()
    await opened.floor.countersign(number, "pia")
    opened.clock.turn(9 * HOUR)  # what two have signed does not lapse
    floor = opened.again()
    await floor.propose(FIVE, "tom")
    (signing,) = floor.unfinished()
    assert (signing.what, signing.by, signing.countersigned) == (VOID, "sam", "pia")
    await floor.carried_out(number)
    assert floor.unfinished() == opened.again().unfinished() == ()
    with pytest.raises(Refused):
        await floor.countersign(number, "tom")


async def test_a_proposal_is_known_by_its_id_after_a_restart(opened: OpenFloor) -> None:
    number = await opened.floor.propose(FIVE, "sam", "slip-1")
    floor = opened.again()
    assert await floor.propose(FIVE, "sam", "slip-1") == number
    with pytest.raises(Refused) as refused:
        await floor.propose(VOID, "sam", "slip-1")
    assert refused.value.code is Code.OTHER_COMMAND
    assert await floor.propose(FIVE, "sam", "slip-2") == number + 1
    assert len(opened.again().proposals()) == 2


async def test_a_proposal_lapses_after_eight_hours(opened: OpenFloor) -> None:
    early, late = await opened.floor.propose(FIVE, "sam"), await opened.floor.propose(VOID, "sam")
    opened.clock.turn(8 * HOUR)
    await opened.floor.countersign(early, "pia")
    opened.clock.turn(1)
    assert opened.floor.proposals() == ()
    with pytest.raises(Refused):
        await opened.again().countersign(late, "pia")


async def test_a_proposal_can_be_withdrawn(opened: OpenFloor) -> None:
    number = await opened.floor.propose(FIVE, "sam")
    assert [one.number for one in opened.floor.proposals()] == [number]
    await opened.floor.withdraw_proposal(number, "sam")
    floor = opened.again()
    assert floor.proposals() == ()
    with pytest.raises(Refused):
        await floor.countersign(number, "pia")
    assert await floor.propose(FIVE, "sam") != number


@pytest.mark.parametrize(
    ("amount", "reason", "code"), [(0, "why", Code.BAD_AMOUNT), (5, " ", Code.BAD_TEXT)]
)
async def test_an_adjustment_says_how_much_and_why(
    opened: OpenFloor, amount: int, reason: str, code: Code
) -> None:
    with pytest.raises(Refused) as refused:
        await opened.floor.propose(Adjustment("ann", amount, "bj-1", 7, reason), "sam")
    assert refused.value.code is code
    assert opened.store.head(STREAM).seq == 0


# What the rules leave open -----------------------------------------------------------------------


async def test_a_ruling_is_the_same_after_a_restart(opened: OpenFloor) -> None:
    first = await opened.floor.rule("bj-1", 7, "The card  is dead.", "sam", "id-1")
    await opened.floor.rule("bj-2", None, "Phones stay in the pocket.", "sam")
    assert (first.ruled.number, first.ruled.text) == (1, "The card is dead.")
    floor = opened.again()
    assert floor.rulings() == opened.floor.rulings()
    assert [one.ruled.number for one in floor.rulings("bj-2")] == [2]
    assert await floor.rule("bj-1", 7, "The card  is dead.", "sam", "id-1") == first
    assert len(floor.rulings()) == 2


async def test_shared_rounds_outlast_the_process(opened: OpenFloor) -> None:
    floor = opened.floor
    first = await floor.share("ann", "wheel", 3, False)
    second = await floor.share("ann", "wheel", 4, True)
    assert await floor.share("ann", "wheel", 4, True) == second
    await floor.withdraw_share(second, "ann")
    again = opened.again()
    assert [share.shared.number for share in again.shares("ann")] == [first]
    assert again.shared(second) is None
    assert await again.share("ann", "wheel", 4, True) == second + 1


async def test_nobody_shares_more_rounds_than_a_list_holds(opened: OpenFloor) -> None:
    for round in range(MOST_SHARES_OF_ONE):
        await opened.floor.share("ann", "wheel", round, False)
    with pytest.raises(Refused, match="withdraw one first"):
        await opened.floor.share("ann", "wheel", 1_000, False)
    await opened.floor.share("bob", "wheel", 1_000, False)
