"""A table around the engine: money in escrow, clocks, sealed shoes, and the way back."""

import pytest

from croupier.chance.sealed import Opening, proves
from croupier.engine.inputs import Action
from croupier.kit.cards import card
from croupier.store.memory import MemoryStore
from croupier.store.protocol import Store
from croupier.table.commands import (
    Actor,
    ChooseFollow,
    CloseBetting,
    Command,
    Decide,
    LaidBet,
    OpenBetting,
    PlaceBets,
    Scan,
    TableRole,
    TakeSeat,
)
from croupier.table.facts import (
    Fact,
    Fed,
    OutcomesOpened,
    OutcomesSealed,
    PreparedShoeInUse,
    ShoePrepared,
)
from croupier.table.recovery import facts_of, fold
from croupier.table.state import TablePhase
from croupier.table.table import Request
from tests.support.random_rounds import UNIT
from tests.support.virtual_house import GAMES, PLAYERS, VirtualHouse, player

every_game = pytest.mark.parametrize("game", GAMES)
PIT = Actor("pia", TableRole.PIT)


def facts(store: Store, stream: str) -> list[Fact]:
    return [fact for entry in store.entries(stream, limit=10_000) for fact in facts_of(entry)]


@every_game
def test_rounds_are_dealt_settled_and_every_escrow_is_empty(store: Store, game: str) -> None:
    house = VirtualHouse(store, seed=3)
    house.table(game)
    for _ in range(6):
        house.play_round(game)
    held = dict(store.balances(limit=1000))
    assert sum(held.values()) == 0
    assert all(amount == 0 for account, amount in held.items() if account.startswith("escrow:"))
    assert all(amount >= 0 for account, amount in held.items() if account.startswith("wallet:"))
    staked = [one.transfer for one in store.transfers(game, limit=10_000)]
    assert {one.reason for one in staked} >= {"stake", "loss"}


@every_game
def test_the_state_is_the_fold_of_the_journal(store: Store, game: str) -> None:
    house = VirtualHouse(store, seed=4)
    runner = house.table(game)
    for _ in range(3):
        house.play_round(game)
    again, seq, _ = fold(store, game)
    assert again.hash() == runner.table.state.hash()
    assert seq == runner.table.seq


@every_game
def test_a_table_comes_back_in_mid_round_and_deals_the_same_cards(game: str) -> None:
    """The sealed order stands: after a crash nothing is drawn anew."""
    undisturbed, crashed = VirtualHouse(MemoryStore(), seed=5), VirtualHouse(MemoryStore(), seed=5)
    for house in (undisturbed, crashed):
        house.table(game)
        while house.runners[game].table.state.phase is not TablePhase.BETTING:
            house.wait(game)
        for name in PLAYERS:
            house.bet(game, name)
        house.ask(game, Actor("dora", TableRole.DEALER), CloseBetting())
    for step in range(60):
        if undisturbed.runners[game].table.state.phase is TablePhase.IDLE:
            break
        undisturbed.wait(game)
        if step % 2:
            crashed.start(game, gap=10)
        crashed.wait(game)
    one, other = (house.runners[game].table.state.round for house in (undisturbed, crashed))
    assert one is not None
    assert other is not None
    assert one.lines == other.lines


@pytest.mark.clause("R4")
@every_game
def test_a_gap_past_the_grace_is_an_interruption(game: str) -> None:
    """Cards dealt and nothing decided: void, and every stake back. Betting: the stakes go back."""
    house = VirtualHouse(MemoryStore(), seed=6)
    house.table(game)
    while house.runners[game].table.state.phase is not TablePhase.BETTING:
        house.wait(game)
    spot = "initial" if "blackjack" in game else "red" if "roulette" in game else "player"
    box = 1 if "blackjack" in game else None
    bet = PlaceBets((LaidBet(spot, 50 * UNIT, box),))
    before = house.store.balance("wallet:ann")
    assert house.ask(game, player("ann"), bet).ok
    assert house.store.balance("wallet:ann") == before - 50 * UNIT
    house.start(game, gap=14_000)
    assert house.store.balance("wallet:ann") == before - 50 * UNIT
    house.start(game, gap=16_000)
    assert house.store.balance("wallet:ann") == before
    assert house.ask(game, player("ann"), bet).ok
    house.ask(game, PIT, CloseBetting())
    house.start(game, gap=16_000)
    state = house.runners[game].table.state
    assert state.phase is TablePhase.IDLE
    assert state.round is not None
    assert state.round.void
    assert house.store.balance("wallet:ann") == before


@every_game
def test_shoes_are_sealed_before_the_first_bet_and_opened_after_the_last_use(game: str) -> None:
    house = VirtualHouse(MemoryStore(), seed=7)
    house.table(game)
    for _ in range(40 if "blackjack" in game else 90):
        house.play_round(game)
    sealed: dict[str, OutcomesSealed | ShoePrepared] = {}
    used: dict[str, list[str]] = {}
    current = ""
    opened = 0
    for fact in facts(house.store, game):
        match fact:
            case OutcomesSealed():
                assert fact.name not in sealed
                sealed[fact.name], current = fact, fact.name
                used[current] = ["?"] * fact.burned
            case ShoePrepared():
                assert fact.name not in sealed
                sealed[fact.name] = fact
            case PreparedShoeInUse():
                current = fact.name
                used[current] = ["?"] * fact.burned
            case Fed(used=1):
                told = getattr(fact.input, "card", None)
                used[current].append(str(told if told is not None else fact.input.pocket))  # type: ignore[union-attr]
            case OutcomesOpened():
                opened += 1
                opening = Opening(fact.salt, fact.outcomes)
                before = sealed[fact.name]
                assert proves(fact.name, before.commitment, opening, before.terms)
                dealt = used[fact.name]
                burned = dealt.count("?")
                assert list(fact.outcomes[burned : len(dealt)]) == dealt[burned:]
    assert opened >= 1


def test_a_command_id_has_one_effect_and_one_answer(store: Store) -> None:
    house = VirtualHouse(store)
    house.table("live-roulette")
    while house.runners["live-roulette"].table.state.phase is not TablePhase.BETTING:
        house.wait("live-roulette")
    bet = PlaceBets((LaidBet("red", 10 * UNIT),))
    before = store.balance("wallet:ann")
    assert house.ask("live-roulette", player("ann"), bet, id="one").ok
    assert house.ask("live-roulette", player("ann"), bet, id="one").ok
    assert store.balance("wallet:ann") == before - 10 * UNIT
    other = PlaceBets((LaidBet("black", 10 * UNIT),))
    assert house.ask("live-roulette", player("ann"), other, id="one").code == "other-command"
    house.ask("live-roulette", PIT, CloseBetting())
    # Too late for a new bet, but the old one has its answer still.
    assert house.ask("live-roulette", player("ann"), bet, id="one").ok
    assert house.ask("live-roulette", player("ann"), bet, id="two").code == "illegal-action"


def test_who_is_short_of_funds_does_not_sink_the_others(store: Store) -> None:
    house = VirtualHouse(store)
    runner = house.table("live-roulette")
    while runner.table.state.phase is not TablePhase.BETTING:
        house.wait("live-roulette")
    house.cage.cash_out("bob", 9_990 * UNIT, by="cashier", id="out", wall=0)
    bet = {name: PlaceBets((LaidBet("red", 50 * UNIT),)) for name in PLAYERS}
    requests = [Request(player(name), bet[name], f"b-{name}") for name in PLAYERS]
    replies = {one.actor.name: reply for one, reply in runner.submit(requests, 0, 0)}
    assert replies["ann"].ok
    assert replies["cat"].ok
    assert replies["bob"].code == "short-of-funds"
    assert {one.player for one in runner.table.state.layout.bets} == {"ann", "cat"}
    assert store.balance("wallet:bob") == 10 * UNIT


@pytest.mark.clause("R3", "BJ5 5.8", "LIVE 2.2.1")
def test_chips_move_freely_until_no_more_bets_and_never_after(store: Store) -> None:
    house = VirtualHouse(store)
    game = "live-baccarat"
    house.table(game)
    while house.runners[game].table.state.phase is not TablePhase.BETTING:
        house.wait(game)
    before = store.balance("wallet:ann")
    for amount in (50, 20, 70, 0, 30):
        bets = (LaidBet("player", amount * UNIT),) if amount else ()
        assert house.ask(game, player("ann"), PlaceBets(bets)).ok
        assert store.balance("wallet:ann") == before - amount * UNIT
    house.ask(game, PIT, CloseBetting())
    for bets in ((), (LaidBet("tie", 10 * UNIT),)):
        assert house.ask(game, player("ann"), PlaceBets(bets)).code == "illegal-action"
    assert store.balance("wallet:ann") == before - 30 * UNIT


def test_a_missed_decision_is_what_the_document_says() -> None:
    """Nobody answers: the clock decides, and the round still ends."""
    for game in GAMES:
        house = VirtualHouse(MemoryStore(), seed=8)
        house.table(game)
        state = house.runners[game].table.state
        house.wait_for_betting(game)
        for name in PLAYERS:
            house.bet(game, name)
        while state.phase is not TablePhase.IDLE:
            assert house.wait(game)
        assert state.round is not None
        assert state.round.lines


@pytest.mark.parametrize(
    ("actor", "command"),
    [
        (player("ann"), OpenBetting()),
        (player("ann"), CloseBetting()),
        (player("ann"), Scan(card("AS"))),
        (player("ann"), Decide(Action.TIMEOUT, 1, player="bob")),
        (PIT, Scan(card("AS"))),
        (PIT, PlaceBets(())),
        (Actor("dora", TableRole.DEALER), TakeSeat(1)),
    ],
)
def test_nobody_does_what_is_not_theirs(actor: Actor, command: Command) -> None:
    house = VirtualHouse(MemoryStore())
    house.table("live-blackjack")
    reply = house.ask("live-blackjack", actor, command)
    assert not reply.ok
    assert reply.code in ("illegal-action", "illegal-bet")


@pytest.mark.clause("LIVE 2.5.2.13", "LIVE 2.5.2.10")
def test_following_is_chosen_once_a_session() -> None:
    house = VirtualHouse(MemoryStore())
    house.table("live-blackjack")
    assert house.ask("live-blackjack", player("ann"), ChooseFollow(True)).ok
    assert not house.ask("live-blackjack", player("ann"), ChooseFollow(False)).ok


@pytest.mark.parametrize(
    ("name", "id", "bet"),
    [
        ("ann", "", "red"),
        ("ann", "x" * 65, "red"),
        ("ann", "a\nb", "red"),
        ("a:b", "one", "red"),
        ("x" * 65, "one", "red"),
        ("ann", "one", "r" * 40_000),
        ("ann", "one", "\ud800"),
    ],
)
def test_what_is_too_large_or_cannot_be_written_is_refused(name: str, id: str, bet: str) -> None:
    """I16: and the table goes on."""
    house = VirtualHouse(MemoryStore())
    runner = house.table("live-roulette")
    request = Request(player(name), PlaceBets((LaidBet(bet, 10 * UNIT),)), id)
    ((_, reply),) = runner.submit([request], 0, 0)
    assert reply.code == "bad-file"
    house.play_round("live-roulette")
