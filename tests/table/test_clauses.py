"""Clauses that are the live table's to obey: when bets are taken, how the shoe is kept."""

import pytest

from croupier.engine.inputs import (
    Adjust,
    Capacity,
    Discard,
    DiscardReason,
    Misdeal,
    Void,
    VoidReason,
)
from croupier.engine.lines import Line
from croupier.engine.protocol import Round
from croupier.store.memory import MemoryStore
from croupier.table.commands import (
    Actor,
    CloseBetting,
    LaidBet,
    PlaceBets,
    Reshuffle,
    Rule,
    TableRole,
)
from croupier.table.facts import (
    BetsClosed,
    BettingOpened,
    Fed,
    OutcomesSealed,
    PreparedShoeInUse,
)
from croupier.table.invariants import house_complaints
from croupier.table.recovery import facts_of
from croupier.table.state import TablePhase, TableState
from tests.support.random_rounds import UNIT
from tests.support.rws import both
from tests.support.virtual_house import GAMES, VirtualHouse, player

PIT, SHIFT = Actor("pia", TableRole.PIT), Actor("sam", TableRole.SHIFT)
every_game = pytest.mark.parametrize("game", GAMES)


def bet_of(game: str, amount: int = 50) -> PlaceBets:
    spot, box = ("initial", 1) if "blackjack" in game else ("player", None)
    spot = "red" if "roulette" in game else spot
    return PlaceBets((LaidBet(spot, amount * UNIT, box),))


def betting(game: str, seed: int = 1) -> VirtualHouse:
    house = VirtualHouse(MemoryStore(), seed=seed)
    house.table(game)
    while house.runners[game].table.state.phase is not TablePhase.BETTING:
        house.wait(game)
    return house


@pytest.mark.clause("BJ5 3.3", "BJP 3.3", "NKB 3.1", "BJ5 1.25", "BJP 1.24")
@every_game
def test_a_round_begins_with_the_call_for_bets_and_ends_with_the_settlement(game: str) -> None:
    house = VirtualHouse(MemoryStore())
    house.table(game)
    assert house.ask(game, player("ann"), bet_of(game)).code == "illegal-action"
    house = betting(game)
    assert house.ask(game, player("ann"), bet_of(game)).ok
    house.ask(game, PIT, CloseBetting())
    while house.runners[game].table.state.phase is TablePhase.PLAYING:
        house.wait(game)
    told = [fact for entry in house.store.entries(game) for fact in facts_of(entry)]
    order = [type(fact) for fact in told if isinstance(fact, BettingOpened | BetsClosed | Fed)]
    assert order[0] is BettingOpened
    assert order[1] is BetsClosed
    assert set(order[2:]) == {Fed}
    assert house.store.balance(f"escrow:{game}:1") == 0


@pytest.mark.clause("BJ5 5.8", "BJP 5.8", "NKB 5.2", "NKB 5.3", "LIVE 2.2.1g", "R3")
@pytest.mark.clause("BJ5 3.10", "BJP 3.10", "NKB 3.2", "LIVE 2.2.1")
@every_game
def test_after_no_more_bets_nothing_is_placed_raised_or_withdrawn(game: str) -> None:
    house = betting(game)
    assert house.ask(game, player("ann"), bet_of(game)).ok
    house.ask(game, PIT, CloseBetting())
    held = house.store.balance("wallet:ann")
    for command in (bet_of(game, 60), bet_of(game, 40), PlaceBets(())):
        assert house.ask(game, player("ann"), command).code == "illegal-action"
    assert house.store.balance("wallet:ann") == held


@pytest.mark.clause("LIVE 2.2.1g", "LIVE 1.2", "LIVE 3.2")
@pytest.mark.parametrize("game", ["live-blackjack", "live-baccarat", "live-roulette"])
def test_the_server_rejects_what_is_outside_the_limits(game: str) -> None:
    house = betting(game)
    for amount in (4, 501):
        assert house.ask(game, player("ann"), bet_of(game, amount)).code == "limit"
    assert house.runners[game].table.state.layout.bets == ()


@pytest.mark.clause("LIVE 2.2.1f")
def test_a_chip_in_the_wrong_place_is_settled_where_it_lies() -> None:
    """Placed on red by mistake, moved to black; and in the next round left there by mistake."""
    game = "live-roulette"
    house = betting(game)
    for spots in (("red", "black"), ("black",)):
        for spot in spots:
            assert house.ask(game, player("ann"), PlaceBets((LaidBet(spot, 50 * UNIT),))).ok
        house.ask(game, PIT, CloseBetting())
        late = house.ask(game, player("ann"), PlaceBets((LaidBet("red", 50 * UNIT),)))
        assert late.code == "illegal-action"
        assert [line.bet for line in played_out(house, game).lines] == ["black"]
        while house.runners[game].table.state.phase is not TablePhase.BETTING:
            house.wait(game)


@pytest.mark.clause("BJ5 5.14", "BJP 5.14")
@pytest.mark.parametrize(
    ("game", "side"), [("rws-blackjack", "player-pair"), ("rws-blackjack-plus", "rws-pairs")]
)
def test_what_lies_there_when_bets_close_is_what_is_settled(game: str, side: str) -> None:
    """Chips moved around until the end: only where they lie then counts, and all that lie there."""
    house = betting(game)
    for box, amount, beside in ((1, 50, 5), (2, 60, 6), (3, 70, 7)):
        bets = (
            LaidBet("initial", amount * UNIT, box),
            LaidBet(side, beside * UNIT, box),
            LaidBet("initial", 10 * UNIT, box + 1),
        )
        assert house.ask(game, player("ann"), PlaceBets(bets)).ok
    house.ask(game, PIT, CloseBetting())
    # Said too late, a misplaced chip is the player's own.
    assert house.ask(game, player("ann"), bet_of(game)).code == "illegal-action"
    round = played_out(house, game)
    stakes: dict[tuple[str, int | None], int] = {}
    for line in round.lines:
        stakes[line.bet, line.box] = stakes.get((line.bet, line.box), 0) + line.stake
    assert stakes == {
        ("initial", 3): 70 * UNIT,
        (side, 3): 7 * UNIT,
        ("initial", 4): 10 * UNIT,
    }
    won = sum(line.returned - line.stake for line in round.lines)
    assert house.store.balance("wallet:ann") == 10_000 * UNIT + won


def played_out(house: VirtualHouse, game: str) -> Round:
    state = house.runners[game].table.state
    while state.phase is TablePhase.PLAYING:
        house.wait(game)
    assert state.round is not None
    return state.round


@pytest.mark.clause("BJ5 5.13", "BJP 5.13", "BJ5 5.6", "BJP 5.6", "R5")
@both
def test_once_the_next_round_has_begun_the_last_one_stands(game: str) -> None:
    house = betting(game)
    house.ask(game, player("ann"), bet_of(game))
    house.ask(game, PIT, CloseBetting())
    played_out(house, game)
    void = Rule(Void(Capacity.PIT, VoidReason.FOREIGN_CARD))
    assert house.ask(game, PIT, void).code == "illegal-action"
    before = house.store.balance("wallet:ann")
    # A correction is the cage's to book, with two signatures; the table never rewrites.
    adjust = Rule(Adjust(Capacity.SHIFT, "ann", 25 * UNIT, "miscounted"))
    assert house.ask(game, SHIFT, adjust).code == "countersign"
    while house.runners[game].table.state.phase is not TablePhase.BETTING:
        house.wait(game)
    assert house.ask(game, PIT, void).code == "illegal-action"
    assert house.store.balance("wallet:ann") == before


@pytest.mark.clause("BJ5 5.13", "BJP 5.13")
@both
def test_an_error_noticed_late_changes_nothing_of_the_rounds_after(game: str) -> None:
    """Two houses with the same cards; in one of them the last round is disputed all along."""
    quiet, disputed = (two_rounds(game, dispute=dispute) for dispute in (False, True))
    assert quiet == disputed
    first, second, wallet = quiet
    assert first != second
    won = sum(line.returned - line.stake for line in (*first, *second))
    assert wallet == 10_000 * UNIT + won


def two_rounds(game: str, *, dispute: bool) -> tuple[tuple[Line, ...], tuple[Line, ...], int]:
    """The lines of two rounds played one after the other, and what ann has then."""
    house = betting(game)
    state = house.runners[game].table.state
    lines: list[tuple[Line, ...]] = []
    for amount in (50, 70):
        house.ask(game, player("ann"), bet_of(game, amount))
        if dispute and lines:
            for ruling in LATE:
                assert house.ask(game, PIT, Rule(ruling)).code == "illegal-action"
        house.ask(game, PIT, CloseBetting())
        lines.append(played_out(house, game).lines)
        while state.phase is not TablePhase.BETTING:
            if dispute:
                for ruling in LATE:
                    assert house.ask(game, PIT, Rule(ruling)).code == "illegal-action"
            house.wait(game)
    return lines[0], lines[1], house.store.balance("wallet:ann")


LATE = (
    Void(Capacity.PIT, VoidReason.FOREIGN_CARD),
    Void(Capacity.PIT, VoidReason.SHORT_SHOE),
    Misdeal(Capacity.PIT, reconstructed=False),
    Misdeal(Capacity.PIT, reconstructed=True),
    Discard(Capacity.PIT, DiscardReason.NO_BET),
)
"""What a round that is over is not given any more."""


@pytest.mark.clause("LIVE 2.3.5a", "LIVE 2.3.5c", "LIVE 2.3.5", "R16")
def test_six_cards_are_burned_after_a_shuffle() -> None:
    house = betting("live-blackjack")
    shoe = house.runners["live-blackjack"].table.state.shoe
    assert shoe is not None
    assert (shoe.size, shoe.used) == (416, 6)


@pytest.mark.clause("LIVE 2.3.2", "LIVE 2.3.3e", "R16")
def test_the_shoe_is_shuffled_after_the_hand_in_which_the_cut_card_comes() -> None:
    """Never within a hand; and no hand begins once only the last deck is left."""
    game = "live-blackjack"
    house = betting(game, seed=9)
    for _ in range(45):
        house.play_round(game)
    state = TableState(house.configs[game])
    shoes = 0
    for entry in house.store.entries(game, limit=10_000):
        for fact in facts_of(entry):
            if isinstance(fact, OutcomesSealed | PreparedShoeInUse):
                shoes += 1
                assert state.phase is TablePhase.IDLE
            state.apply(fact)
            if isinstance(fact, BettingOpened):
                assert state.shoe is not None
                assert state.shoe.left > 52
    assert shoes >= 2


@pytest.mark.clause("LIVE 2.3.2")
def test_the_house_may_shuffle_after_any_round_that_it_deals_itself() -> None:
    game = "live-blackjack"
    house = betting(game)
    table = house.runners[game].table
    assert house.ask(game, player("ann"), Reshuffle()).code == "illegal-action"
    assert house.ask(game, PIT, Reshuffle()).ok  # Nobody has bet: at once.
    house.wait_for_betting(game)
    assert table.state.shoe is not None
    assert (table.state.shoe.name, table.state.round_number) == (f"{game}/2", 2)
    while not table.state.layout.bets:
        house.bet(game, "ann")
    assert house.ask(game, PIT, Reshuffle()).ok
    assert house.ask(game, PIT, Reshuffle()).code == "illegal-action"
    house.play_round(game)  # From the shoe that was sealed for it.
    assert table.state.shoe.name == f"{game}/2"
    house.wait_for_betting(game)
    assert table.state.shoe.name == f"{game}/3"
    assert list(house_complaints(house.store)) == []


def test_a_wheel_is_not_shuffled() -> None:
    house = betting("live-roulette")
    assert house.ask("live-roulette", PIT, Reshuffle()).code == "illegal-action"


@pytest.mark.clause("LIVE 2.5.2.4", "LIVE 2.5.2.5")
def test_a_bet_behind_is_sent_as_it_is_placed_until_no_more_bets() -> None:
    game = "live-blackjack"
    house = betting(game)
    assert house.ask(game, player("ann"), bet_of(game)).ok
    held = house.store.balance("wallet:bob")
    behind = PlaceBets((LaidBet("behind", 20 * UNIT, 1),))
    assert house.ask(game, player("bob"), behind).ok
    assert house.store.balance("wallet:bob") == held - 20 * UNIT
    house.ask(game, PIT, CloseBetting())
    assert house.ask(game, player("cat"), behind).code == "illegal-action"
