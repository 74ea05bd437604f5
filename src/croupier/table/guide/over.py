"""When a round is over: what is paid, what is collected, and what comes next."""

from collections.abc import Iterator

from croupier.games.engine import AnyRules, Round
from croupier.kit.phrase import Phrase, words
from croupier.table.guide.between import between
from croupier.table.guide.calls import outcome
from croupier.table.guide.names import box_name
from croupier.table.guide.value import Guide, Payment, Step, guided
from croupier.table.state import TableState


def over(state: TableState, round: Round) -> Guide:
    payments = _payments(round)
    following = between(state)
    owed = tuple(_money(state.rules, payments, void=round.void))
    told = words("Nothing to pay and nothing to collect. Then: {next}", next=following.words)
    if owed:
        told = words("{^owed:semicolon}. Then: {next}", owed=owed, next=following.words)
    return guided(
        Step.PAY_AND_COLLECT,
        told,
        outcome(round),
        checklist=following.checklist,
        payments=payments,
        then=following.step,
    )


def _payments(round: Round) -> tuple[Payment, ...]:
    net: dict[tuple[int | None, int | None, str, str], int] = {}
    for line in round.lines:
        key = line.box, line.hand, line.player, line.bet
        net[key] = net.get(key, 0) + line.net
    return tuple(
        Payment(player, bet, box, hand, max(amount, 0), max(-amount, 0))
        for (box, hand, player, bet), amount in sorted(
            net.items(), key=lambda one: (one[0][0] or 0, one[0][1] or 0)
        )
    )


def _money(rules: AnyRules, payments: tuple[Payment, ...], *, void: bool) -> Iterator[Phrase]:
    """A sentence for each box; one for all, where there are none."""
    for box in dict.fromkeys(one.box for one in payments):
        here = [one for one in payments if one.box == box]
        owed = _owed(sum(one.pay for one in here), sum(one.collect for one in here), void)
        yield owed if box is None else words("{box}: {owed}", box=box_name(rules, box), owed=owed)


def _owed(pay: int, collect: int, void: bool) -> Phrase:
    if pay and collect:
        return words("pay {pay:amount} and collect {collect:amount}", pay=pay, collect=collect)
    if pay:
        return words("pay {pay:amount}", pay=pay)
    if collect:
        return words("collect {collect:amount}", collect=collect)
    return words("the bets go back") if void else words("the bets stay")
