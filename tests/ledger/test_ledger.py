"""Double entry: what a transfer may be, and what transfers come to."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.ledger import (
    ADJUSTMENTS,
    CAGE,
    MOST,
    Fault,
    LedgerError,
    Reason,
    Transfer,
    balances,
    bank,
    check_account,
    escrow,
    first_fault,
    floor,
    may_owe,
    net,
    total,
    wallet,
)

ACCOUNTS = [wallet("ann"), wallet("bob"), escrow("t1", "r1"), bank("t1"), CAGE, ADJUSTMENTS]


def pay(payer: str, payee: str, amount: int = 100) -> Transfer:
    return Transfer(payer, payee, amount, Reason.STAKE, "BJ5 3.1")


def test_accounts_are_named_after_whose_money_it_is() -> None:
    assert wallet("ann") == "wallet:ann"
    assert escrow("t1", "r7") == "escrow:t1:r7"
    assert bank("t1") == "bank:t1"
    assert wallet("Søren 2") == "wallet:Søren 2"


@pytest.mark.parametrize(
    "account",
    [
        "",
        "wallet",
        "wallet:",
        "wallet:a:b",
        "escrow:t1",
        "escrow::r1",
        "cage:1",
        "purse:ann",
        "wallet:a\x00b",
        "wallet:a\nb",
        "wallet:a\u202eb",
        "wallet:a\ud800",
        "wallet:\U0010ffff",
        "wallet:" + "a" * 65,
    ],
)
def test_what_is_no_account(account: str) -> None:
    with pytest.raises(LedgerError):
        check_account(account)


def test_only_the_house_may_owe() -> None:
    assert [account for account in ACCOUNTS if may_owe(account)] == ["bank:t1", CAGE, ADJUSTMENTS]
    assert floor("wallet:ann") == 0
    assert floor("cage") == -MOST


@pytest.mark.parametrize("amount", [0, -1, MOST + 1, 2**63, True, 1.0, "1", None])
def test_what_is_no_amount(amount: object) -> None:
    with pytest.raises(LedgerError):
        Transfer(CAGE, wallet("ann"), amount, Reason.BUY_IN, "")  # type: ignore[arg-type]


def test_the_largest_amount_and_the_smallest() -> None:
    assert pay(CAGE, wallet("ann"), MOST).amount == 9_007_199_254_740_991
    assert pay(CAGE, wallet("ann"), 1).amount == 1


def test_nobody_pays_themselves_and_every_transfer_has_its_reason() -> None:
    with pytest.raises(LedgerError):
        pay(CAGE, CAGE)
    with pytest.raises(LedgerError):
        Transfer(CAGE, wallet("ann"), 1, "a present", "")  # type: ignore[arg-type]
    with pytest.raises(LedgerError):
        Transfer(CAGE, wallet("ann"), 1, Reason.BUY_IN, "a\nb")
    with pytest.raises(LedgerError):
        Transfer(CAGE, wallet("ann"), 1, Reason.BUY_IN, "a" * 201)


def test_a_transfer_never_changes() -> None:
    with pytest.raises(AttributeError):
        pay(CAGE, wallet("ann")).amount = 5  # type: ignore[misc]


def test_a_transfer_read_from_elsewhere_is_judged_too() -> None:
    written = msgspec.json.encode(pay(CAGE, wallet("ann")))
    assert msgspec.json.decode(written, type=Transfer) == pay(CAGE, wallet("ann"))
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(written.replace(b"100", b"-100"), type=Transfer)


def test_a_round_that_ann_wins_and_bob_loses() -> None:
    stakes = escrow("t1", "r1")
    held = balances(
        [
            Transfer(CAGE, wallet("ann"), 500, Reason.BUY_IN, ""),
            Transfer(CAGE, wallet("bob"), 500, Reason.BUY_IN, ""),
            Transfer(wallet("ann"), stakes, 100, Reason.STAKE, ""),
            Transfer(wallet("bob"), stakes, 200, Reason.STAKE, ""),
            Transfer(stakes, wallet("ann"), 100, Reason.STAKE_BACK, ""),
            Transfer(bank("t1"), wallet("ann"), 150, Reason.PAYOUT, ""),
            Transfer(stakes, bank("t1"), 200, Reason.LOSS, ""),
        ]
    )
    assert held == {CAGE: -1000, "wallet:ann": 650, "wallet:bob": 300, stakes: 0, "bank:t1": 50}
    assert total(held) == 0


def test_a_wallet_may_not_go_below_zero_and_the_bank_may() -> None:
    ann = wallet("ann")
    held = {ann: 99}
    assert first_fault(held, net([pay(ann, bank("t1"))])) == Fault(ann, short=True)
    assert first_fault({ann: 100}, net([pay(ann, bank("t1"))])) is None
    assert first_fault({}, net([pay(bank("t1"), ann)])) is None
    # What is written together happens at once, in whichever order it is listed.
    assert first_fault({}, net([pay(ann, bank("t1")), pay(CAGE, ann)])) is None


def test_no_balance_is_more_than_the_most() -> None:
    ann = wallet("ann")
    moved = net([pay(CAGE, ann, 1)])
    assert first_fault({ann: MOST}, moved) == Fault(ann, short=False)
    assert first_fault({ann: MOST - 1}, moved) is None
    assert first_fault({CAGE: -MOST}, moved) == Fault(CAGE, short=True)


transfers = st.builds(
    lambda pair, amount: pay(pair[0], pair[1], amount),
    st.permutations(ACCOUNTS),
    st.integers(1, MOST),
)


@given(st.lists(transfers), st.lists(transfers))
def test_money_is_neither_made_nor_lost(first: list[Transfer], then: list[Transfer]) -> None:
    assert total(net(first)) == 0
    assert balances(then, balances(first)) == balances(first + then)


def test_names_that_were_checked_are_forgotten() -> None:
    """Each guest has a wallet and each round an escrow; most of them are never named again."""
    for n in range(20_000):
        wallet(f"guest-{n}")
    assert check_account.cache_info().currsize <= 8_192
