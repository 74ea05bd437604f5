"""When a round is over: what is paid, what is collected, and what comes next."""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.engine.lines import Result
from croupier.engine.protocol import Round
from croupier.engine.rules import Rules
from croupier.kit.phrase import Phrase, words
from croupier.table.family import table_family
from croupier.table.guide.between import between
from croupier.table.guide.calls import outcome
from croupier.table.guide_value import Guide, GuideStep, Payment, guided
from croupier.table.state import TableState


def over(state: TableState, round: Round) -> Guide:
    payments = _payments(round)
    following = between(state)
    owed = tuple(_money(state.rules, payments))
    sentence = words("Nothing to pay and nothing to collect. Then: {next}", next=following.words)
    if owed:
        sentence = words("{^owed:semicolon}. Then: {next}", owed=owed, next=following.words)
    now = guided(
        GuideStep.PAY_AND_COLLECT,
        sentence,
        outcome(round),
        checklist=following.checklist,
        payments=payments,
        then=following.step,
    )
    return replace(now, pick_up=table_family(round.rules).pick_up(round))


def _payments(round: Round) -> tuple[Payment, ...]:
    net: dict[tuple[int | None, int | None, str, str], int] = {}
    back: dict[tuple[int | None, int | None, str, str], int] = {}
    for line in round.lines:
        key = line.box, line.hand, line.player, line.bet
        net[key] = net.get(key, 0) + line.net
        back[key] = back.get(key, 0) + (line.stake if line.result in _BACK else 0)
    return tuple(
        Payment(player, bet, box, hand, max(amount, 0), max(-amount, 0), back[key])
        for key, amount in sorted(net.items(), key=lambda item: (item[0][0] or 0, item[0][1] or 0))
        for box, hand, player, bet in (key,)
    )


_BACK = (Result.RETURNED, Result.VOID)
"""How a bet ends that was not played: its chips are the player's again."""


def _money(rules: Rules, payments: tuple[Payment, ...]) -> Iterator[Phrase]:
    """A sentence for each box; one for all, where there are none."""
    for box in dict.fromkeys(payment.box for payment in payments):
        owed = _owed([payment for payment in payments if payment.box == box])
        if box is None:
            yield owed
        else:
            name = table_family(rules).box_name(rules, box)
            yield words("{box}: {owed}", box=name, owed=owed)


def _owed(payments: list[Payment]) -> Phrase:
    back = sum(payment.back for payment in payments)
    if all(payment.back for payment in payments):
        return words("{back:amount} goes back", back=back)
    owed = _paid(
        sum(payment.pay for payment in payments), sum(payment.collect for payment in payments)
    )
    return words("{owed}, and {back:amount} goes back", owed=owed, back=back) if back else owed


def _paid(pay: int, collect: int) -> Phrase:
    if pay and collect:
        return words("pay {pay:amount} and collect {collect:amount}", pay=pay, collect=collect)
    if pay:
        return words("pay {pay:amount}", pay=pay)
    if collect:
        return words("collect {collect:amount}", collect=collect)
    return words("the bets stay")
