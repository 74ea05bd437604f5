"""Anyone can check a round: honest ones hold, and whatever is changed is found."""

import json
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import msgspec
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from croupier.chance.delay import Delayed, evaluate
from croupier.chance.derived import derived_order, given_digest
from croupier.chance.sealed import Opening, Sealed, commitment_of, unseal
from croupier.cli.app import app
from croupier.games import engine
from croupier.games.inputs import Action, Burn, Capacity, Together, Void, VoidReason
from croupier.games.layout import Bet, Limits
from croupier.house.fairness import (
    CheckResult,
    FairDelay,
    FairRecord,
    FairShoe,
    Note,
    Scheme,
    check_record,
    fair_record,
    read_record,
)
from croupier.house.records.index import TableIndex
from croupier.kit.cards import card, cards
from croupier.store.memory import MemoryStore
from croupier.table.commands import (
    HOUSE,
    Actor,
    AllowSqueeze,
    ChangeDealer,
    CloseBetting,
    Decide,
    GiveEntropy,
    OpenBetting,
    PlaceBets,
    Reconfigure,
    Rule,
    Scan,
    TableRole,
    TakeBack,
    TurnCards,
)
from croupier.table.config import DealerKind, Shuffle, TableConfig
from croupier.table.rounds import rounds
from croupier.table.state import TablePhase
from tests.table.house import GAMES, KEY, PLAYERS, QUICKLY, UNIT, House, fresh_shoe, player

RUN = CliRunner()
LIMITS = Limits(5 * UNIT, 500 * UNIT)
CHECKS = ["sealed", "closed", "delay", "opening", "order", "whole", "place", "settlement"]
DELAYED = [*CHECKS[:3], "margin", *CHECKS[3:]]
DRAWN = ["sealed", "cut", "opening", "whole", "place", "settlement"]


def played(game: str, seed: int = 5, shuffle: Shuffle = QUICKLY) -> House:
    """Round after round, until the second shoe or run of the wheel is opened."""
    house = House(MemoryStore(), seed=seed)
    house.configs[game] = TableConfig(game, game, {}, LIMITS, wheel_run=5, shuffle=shuffle)
    for name in PLAYERS:
        house.cage.buy_in(name, 1_000_000 * UNIT, by="cashier", id=f"more-{name}", wall=0)
    state = house.start(game).table.state
    while state.shoes < 3:
        while state.phase is not TablePhase.BETTING:
            assert house.wait(game)
        for name in PLAYERS[: state.shoes + 1]:
            house.ask(game, player(name), GiveEntropy(f"{name} {state.shoes}"))
        house.play_round(game)
        while state.phase is not TablePhase.BETTING:
            assert house.wait(game)
    return house


def record(house: House, game: str, number: int) -> FairRecord:
    found = fair_record(house.store, TableIndex.of(house.store, game), number)
    assert found is not None
    return found


def verdicts(record: FairRecord) -> dict[str, CheckResult]:
    return {one.check: one.verdict for one in check_record(record)}


def shoe_of(record: FairRecord) -> FairShoe:
    assert record.shoe is not None
    return record.shoe


def opening_of(record: FairRecord) -> Opening:
    opening = shoe_of(record).opening
    assert opening is not None
    return opening


@pytest.fixture(scope="module", params=GAMES)
def house(request: pytest.FixtureRequest) -> tuple[str, House]:
    return request.param, played(request.param)


@pytest.fixture(scope="module")
def blackjack() -> House:
    return played("live-blackjack")


@pytest.fixture(scope="module")
def drawn() -> House:
    """As every table sealed once: the order is drawn, and players cut it."""
    with patch("croupier.chance.sealed.new_salt", lambda: "5a" * 32):
        return played("live-blackjack", shuffle=Shuffle(squarings=0))


def test_every_honest_round_holds(house: tuple[str, House]) -> None:
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


def test_a_record_names_nobody(house: tuple[str, House]) -> None:
    game, its = house
    text = msgspec.json.encode(record(its, game, 1)).decode()
    assert "player-1" in text
    assert not any(f'"{name}"' in text for name in PLAYERS)


def test_a_record_is_read_back_as_it_was_written(house: tuple[str, House]) -> None:
    game, its = house
    found = record(its, game, 2)
    assert read_record(msgspec.json.encode(found)) == found


def test_burned_cards_are_in_the_order_and_not_in_the_round(blackjack: House) -> None:
    shoe = shoe_of(record(blackjack, "live-blackjack", 1))
    assert (shoe.burned, shoe.place) == (6, 6)


def test_before_the_shoe_is_opened_its_order_is_not_told() -> None:
    house = House(MemoryStore())
    house.table("live-baccarat")
    house.play_round("live-baccarat")
    found = record(house, "live-baccarat", 1)
    assert shoe_of(found).opening is None
    assert found.note is Note.NOT_YET
    assert verdicts(found) == {
        "sealed": CheckResult.HOLDS,
        "closed": CheckResult.HOLDS,
        "delay": CheckResult.HOLDS,
        "opening": CheckResult.NOT_YET,
        "order": CheckResult.NOT_YET,
        "whole": CheckResult.NOT_YET,
        "place": CheckResult.NOT_YET,
        "settlement": CheckResult.HOLDS,
    }


def test_there_is_no_record_of_what_is_not_over() -> None:
    house = House(MemoryStore())
    house.table("live-baccarat")
    house.play_round("live-baccarat")
    while house.runners["live-baccarat"].table.state.phase is not TablePhase.BETTING:
        house.wait("live-baccarat")
    index = TableIndex.of(house.store, "live-baccarat")
    assert fair_record(house.store, index, 2) is None
    assert fair_record(house.store, index, 7) is None


# Irregular rounds ------------------------------------------------------------------------------


PIT = Actor("pia", TableRole.PIT)


class Virtual:
    """A sealed shoe whose next cards the test knows."""

    def __init__(self, game: str = "rws-blackjack", seed: int = 4) -> None:
        self.house, self.game = House(MemoryStore(), seed=seed), game
        self.house.table(game)
        self.state = self.house.runners[game].table.state

    def begin(self) -> None:
        while self.state.phase is not TablePhase.BETTING:
            assert self.house.wait(self.game)
        self.ask(player("ann"), PlaceBets((Bet("ann", "initial", 100 * UNIT, 1),)))
        assert self.house.wait(self.game)

    def ask(self, actor: Actor, command: object) -> None:
        reply = self.house.ask(self.game, actor, command)  # type: ignore[arg-type]
        assert reply.ok, reply

    def deal(self, many: int) -> None:
        for _ in range(many):
            assert self.house.wait(self.game)

    def next_cards(self, many: int) -> tuple[str, ...]:
        assert self.state.shoe is not None
        box = self.house.store.vault(self.state.shoe.name)
        assert box is not None
        name, terms = self.state.shoe.name, self.state.shoe.terms
        assert terms is not None
        seed = unseal(msgspec.msgpack.decode(box, type=Sealed), KEY, terms).salt
        order = derived_order(name, seed, self.state.shoe.output, terms)
        return order[self.state.shoe.used : self.state.shoe.used + many]

    def end(self) -> None:
        while self.state.phase is TablePhase.PLAYING:
            assert self.state.round is not None
            due = engine.waiting(self.state.round).card
            if due is not None and due.exactly is not None:
                self.ask(HOUSE, Scan(due.exactly))
            else:
                assert self.house.wait(self.game)

    def opened(self) -> None:
        while self.state.shoes < 2:
            self.house.play_round(self.game)
            while self.state.phase is not TablePhase.BETTING:
                assert self.house.wait(self.game)


def test_cards_that_came_out_together_are_counted_one_by_one() -> None:
    table = Virtual()
    table.begin()
    table.deal(3)
    table.ask(player("ann"), Decide(Action.HIT, 1))
    one, other = table.next_cards(2)
    table.ask(HOUSE, Rule(Together(Capacity.DEALER, (card(one), card(other)))))
    table.ask(player("ann"), Decide(Action.TAKE, 1, card=card(other)))
    table.end()
    table.opened()
    found = record(table.house, table.game, 1)
    assert found.file is not None
    assert found.file["cards"][3:5] == [one, other]
    assert shoe_of(found).used == len(found.file["cards"])
    assert verdicts(found) == dict.fromkeys(CHECKS, CheckResult.HOLDS)


def test_a_burned_card_is_told_only_when_the_shoe_is_opened() -> None:
    table = Virtual()
    table.begin()
    table.deal(1)
    (burned,) = table.next_cards(1)
    table.ask(PIT, Rule(Burn(Capacity.PIT, 1)))
    table.end()
    found = record(table.house, table.game, 1)
    assert found.file is None
    assert verdicts(found)["settlement"] is CheckResult.NOT_YET
    table.opened()
    found = record(table.house, table.game, 1)
    assert found.file is not None
    assert found.file["cards"][1] == burned
    assert verdicts(found) == dict.fromkeys(CHECKS, CheckResult.HOLDS)


def test_a_hole_card_nobody_turned_is_not_told_before() -> None:
    table = Virtual("classic-blackjack-single", seed=6)
    table.begin()
    table.deal(4)
    table.ask(PIT, Rule(Void(Capacity.PIT, VoidReason.FOREIGN_CARD)))
    assert record(table.house, table.game, 1).file is None


def test_squeezed_cards_are_turned_under_another_name() -> None:
    table = Virtual()
    table.begin()
    table.deal(2)
    table.ask(PIT, AllowSqueeze(1))
    table.deal(1)
    table.ask(player("ann"), TurnCards(1))
    table.end()
    table.opened()
    found = record(table.house, table.game, 1)
    assert verdicts(found) == dict.fromkeys(CHECKS, CheckResult.HOLDS)


def test_what_the_pit_changed_holds_for_the_rounds_after_it() -> None:
    """The change comes while a round is played that is not the one looked for."""
    table = Virtual()
    table.begin()
    table.ask(PIT, Reconfigure(limits=Limits(5 * UNIT, 250 * UNIT)))
    table.end()
    table.begin()
    table.end()
    table.opened()
    files = [record(table.house, table.game, number).file for number in (1, 2)]
    assert [file and file["limits"]["max"] for file in files] == ["500", "250"]
    found = record(table.house, table.game, 2)
    assert verdicts(found) == dict.fromkeys(CHECKS, CheckResult.HOLDS)


def test_a_round_dealt_by_hand_says_so() -> None:
    dealer, game = Actor("dora", TableRole.DEALER), "rws-blackjack"
    house = House(MemoryStore())
    house.configs[game] = TableConfig(
        game, game, {}, Limits(5 * UNIT, 500 * UNIT), DealerKind.HUMAN
    )
    house.start(game)
    state = house.runners[game].table.state
    assert house.ask(game, PIT, ChangeDealer("dora")).ok
    for command in (fresh_shoe(state), OpenBetting()):
        assert house.ask(game, dealer, command).ok
    house.ask(game, player("ann"), PlaceBets((Bet("ann", "initial", 100 * UNIT, 1),)))
    house.ask(game, dealer, CloseBetting())
    assert house.ask(game, dealer, Scan(card("2C"))).ok
    assert house.ask(game, dealer, TakeBack()).ok
    for one in cards("TS 6D 9H"):
        assert house.ask(game, dealer, Scan(one)).ok
    house.ask(game, player("ann"), Decide(Action.STAND, 1))
    for one in cards("TD 9C"):
        assert house.ask(game, dealer, Scan(one)).ok
    found = record(house, game, 1)
    assert found.shoe is None
    assert found.note is Note.BY_HAND
    assert found.file is not None
    assert found.file["cards"] == ["TS", "6D", "9H", "TD", "9C"]
    # Nobody had a station: that is told, and nothing is wrong with it.
    assert verdicts(found) == {
        "all-signed": CheckResult.UNSIGNED,
        "settlement": CheckResult.HOLDS,
    }
    # A house that deals itself cannot leave its shoe out.
    hidden = replace(found, dealer=DealerKind.VIRTUAL)
    assert verdicts(hidden)["sealed"] is CheckResult.WRONG


# Tampering -------------------------------------------------------------------------------------


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


Tampering = Callable[[FairRecord], FairRecord]
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
TAMPERED_DRAWN: list[tuple[Tampering, set[str]]] = [
    (swap_two_cards, {"opening", "place"}),
    # Another commitment would have been cut elsewhere.
    (lambda one: swap_two_cards(one, again=True), {"cut", "place"}),
    (another_salt, {"opening"}),
    (a_salt_that_is_none, {"opening"}),
    (short_of_a_card, {"cut", "whole"}),
    (one_card_for_another, {"cut", "whole"}),
    (cut_elsewhere, {"cut", "place"}),
    (one_player_left_out_of_the_cut, {"cut"}),
    (sealed_too_late, {"sealed"}),
]


def wrong_in(record: FairRecord) -> set[str]:
    return {check for check, verdict in verdicts(record).items() if verdict is CheckResult.WRONG}


@pytest.mark.parametrize(("tampering", "found"), TAMPERED)
def test_tampering_is_found(blackjack: House, tampering: Tampering, found: set[str]) -> None:
    assert wrong_in(tampering(record(blackjack, "live-blackjack", 2))) == found


@pytest.mark.parametrize(("tampering", "found"), TAMPERED_DRAWN)
def test_tampering_with_a_drawn_order_is_found(
    drawn: House, tampering: Tampering, found: set[str]
) -> None:
    assert wrong_in(tampering(record(drawn, "live-blackjack", 2))) == found


def test_records_of_before_are_read_and_hold(drawn: House) -> None:
    """They name no scheme, and know nothing of a delay."""
    told = json.loads(msgspec.json.encode(record(drawn, "live-blackjack", 2)))
    del told["shoe"]["scheme"], told["shoe"]["delay"]
    found = read_record(json.dumps(told).encode())
    assert verdicts(found) == dict.fromkeys(DRAWN, CheckResult.HOLDS)


def test_a_record_says_when_only_the_commitment_holds() -> None:
    house = House(MemoryStore())
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


# The command -----------------------------------------------------------------------------------


def test_the_command_says_what_holds(blackjack: House, tmp_path: Path) -> None:
    file = tmp_path / "ROUND.json"
    honest = record(blackjack, "live-blackjack", 3)
    file.write_bytes(msgspec.json.encode(honest))
    ran = RUN.invoke(app, ["fair", str(file)])
    assert (ran.exit_code, ran.output.count("✓")) == (0, 9)
    assert shoe_of(honest).commitment in ran.output
    ran = RUN.invoke(app, ["fair", "-"], input=msgspec.json.encode(another_salt(honest)))
    assert (ran.exit_code, ran.output.count("✓"), ran.output.count("✗")) == (1, 7, 2)
    ran = RUN.invoke(
        app, ["fair", "-", "--json"], input=msgspec.json.encode(a_changed_line(honest))
    )
    told = json.loads(ran.output)
    assert (ran.exit_code, told["fair"], told["round"]) == (1, False, 3)
    assert [one["check"] for one in told["checks"] if one["verdict"] != "holds"] == ["settlement"]


def test_what_cannot_be_checked_yet_is_not_called_fair(blackjack: House) -> None:
    honest = record(blackjack, "live-blackjack", 3)
    early = replace(honest, shoe=replace(shoe_of(honest), opening=None))
    ran = RUN.invoke(app, ["fair", "-"], input=msgspec.json.encode(early))
    assert (ran.exit_code, ran.output.count("…")) == (1, 4)


@pytest.mark.parametrize(
    "change",
    [
        lambda told: "no object",
        lambda told: told | {"table": "\x1b[2J"},
        lambda told: told | {"note": "all is well"},
        lambda told: told | {"extra": 1},
        lambda told: told | {"file": {"game": "\ud800"}},
        lambda told: told | {"file": {"bets": 1.5}},
        lambda told: told | {"shoe": told["shoe"] | {"commitment": "ü"}},
    ],
)
def test_a_file_that_is_no_record_is_told_in_one_line(
    blackjack: House, change: Callable[[dict[str, object]], object]
) -> None:
    told = json.loads(msgspec.json.encode(record(blackjack, "live-blackjack", 1)))
    ran = RUN.invoke(app, ["fair", "-"], input=json.dumps(change(told)))
    assert ran.exit_code == 2, ran.output
    assert ran.output.count("\n") == 1
