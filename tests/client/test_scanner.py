"""What scanners type, and a simulated one that errs when told."""

from collections import Counter

import pytest

from croupier.client.scanner import Fault, SimulatedScanner
from croupier.engine.layout import Bet
from croupier.kit.cards import DECK, card, cards, shoe
from croupier.kit.errors import Code, Refused
from croupier.table.commands import Scan, TakeBack
from croupier.table.scan_codes import ScanCommand, read_code
from tests.support.human_table import DEALER, HumanTable
from tests.support.random_rounds import UNIT


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("TS", "TS"),
        ("ts\r\n", "TS"),
        ("10S", "TS"),
        ("10♠", "TS"),
        ("T♤", "TS"),
        ("a♥\N{VARIATION SELECTOR-16}", "AH"),
        ("CARD:TS", "TS"),
        ("card:10d", "TD"),
        ("10", 10),
        ("17", 17),
        ("0", 0),
        ("36", 36),
        ("37", 37),  # whether the wheel has it, the table knows
        ("POCKET:5", 5),
        ("take-back", ScanCommand.TAKE_BACK),
        ("DO:OPEN-BETTING", ScanCommand.OPEN_BETTING),
        ("do:close-betting", ScanCommand.CLOSE_BETTING),
    ],
)
def test_what_scanners_type(typed: str, means: object) -> None:
    read = read_code(typed)
    assert read == means
    assert type(read) is type(means)


def test_every_card_is_read_as_itself() -> None:
    assert tuple(read_code(one) for one in DECK) == DECK


@pytest.mark.parametrize(
    "typed",
    [
        *("", "00", "1000", "05", "-1", "1S", "100S", "TX", "ST", "??", "CARD:17", "CARD:"),
        *("POCKET:TS", "DO:TS", "CHIP:5", "CARD:CARD:TS", "NOREAD", "9" * 9999),
        *("T\N{LATIN SMALL LETTER LONG S}", "\N{FULLWIDTH DIGIT ONE}"),
    ],
)
def test_nonsense_is_refused(typed: str) -> None:
    with pytest.raises(Refused) as caught:
        read_code(typed)
    assert caught.value.code is Code.BAD_SCAN
    assert len(caught.value.message) < 100


def test_a_number_no_wheel_has_is_refused_as_one() -> None:
    with pytest.raises(Refused, match="there is no pocket 1000"):
        read_code("1000")


def test_a_shuffled_shoe_is_typed_card_by_card_the_same_each_time() -> None:
    scanner, again = (SimulatedScanner.shuffled(2, seed=7) for _ in range(2))
    typed = [scanner.scan() for _ in range(104)]
    assert typed == [again.scan() for _ in range(104)]
    assert typed != [SimulatedScanner.shuffled(2, seed=8).scan() for _ in range(104)]
    assert Counter(line for (line,) in typed) == Counter(shoe(2))
    assert [line for (line,) in typed] != list(shoe(2))
    with pytest.raises(Refused):
        scanner.scan()


def test_a_scanner_errs_once_and_when_told() -> None:
    scanner = SimulatedScanner(cards("AS KD 5C 7H 9D"), seed=3)
    scanner.err(Fault.UNREADABLE)
    assert scanner.scan() == ("NOREAD",)
    assert scanner.again() == "AS"
    scanner.err(Fault.DOUBLE_READ)
    assert scanner.scan() == ("KD", "KD")
    scanner.err(Fault.MISREAD)
    (typed,) = scanner.scan()
    assert card(typed) != "5C"
    assert scanner.again() == "5C"
    scanner.burn(1)
    assert scanner.left == 1
    assert scanner.scan() == ("9D",)


def test_misreads_do_not_depend_on_anything_but_the_seed() -> None:
    def misreads(seed: int) -> list[tuple[str, ...]]:
        scanner = SimulatedScanner(DECK, seed)
        typed = []
        for one in DECK:
            scanner.err(Fault.MISREAD)
            typed.append(scanner.scan())
            assert typed[-1] != (one,)
        return typed

    assert misreads(1) == misreads(1)
    assert misreads(1) != misreads(2)


def test_a_misread_card_is_taken_back_and_scanned_again() -> None:
    table = HumanTable("rws-blackjack")
    table.begin(Bet("ann", "initial", 100 * UNIT, 1))
    scanner = SimulatedScanner.shuffled(8, seed=4)
    scanner.err(Fault.MISREAD)
    table.all_ok(DEALER, [Scan(card(one)) for one in scanner.scan()])
    table.all_ok(DEALER, [TakeBack(), Scan(card(scanner.again()))])
    assert table.state.seen == Counter([scanner.again()])
