"""A house in virtual time: tables on a store, players who bet and decide at random. No sockets, no
waiting: `wait` moves the clock to the table's next step."""

import random
from dataclasses import dataclass, field

import croupier
from croupier.chance import repeatable
from croupier.engine import protocol as engine
from croupier.engine.layout import Bet, Limits
from croupier.engine.waiting import Decision, Offer
from croupier.games.blackjack.engine import BlackjackRules
from croupier.store.protocol import Store
from croupier.table.commands import (
    Actor,
    ChangeShoe,
    Command,
    Decide,
    DeclineCut,
    LaidBet,
    OfferCut,
    PlaceBets,
    PlaceCut,
    ShoeRecord,
    TableRole,
    TakeSeat,
)
from croupier.table.config import Shuffle, TableConfig
from croupier.table.runner import Runner
from croupier.table.sealed_outcomes import SealedOutcomes
from croupier.table.state import TablePhase, TableState
from croupier.table.table import Reply, Request
from tests.support.cage import Cage
from tests.support.random_rounds import UNIT, acts_of

KEY = bytes(range(32))
GAMES = tuple(croupier.VARIANTS)
PLAYERS = ("ann", "bob", "cat")
QUICK_SHUFFLE = Shuffle(window=0, squarings=16)
"""A delay that is over at once, and a window that is open until somebody lets time pass."""


def player(name: str) -> Actor:
    return Actor(name, TableRole.PLAYER)


def laid_bet(bet: Bet) -> LaidBet:
    """The bet as its player places it."""
    return LaidBet(bet.bet, bet.amount, bet.box)


def fresh_shoe(state: TableState) -> ChangeShoe:
    """A shoe made ready as the table's rules ask."""
    burned = getattr(state.rules, "burn_after_shuffle", 0)
    record = ShoeRecord(getattr(state.rules, "decks", 0), True, True, True, burned)
    return ChangeShoe(record)


def shoe_made(state: TableState) -> list[Command]:
    """The same, with the cutting card in the stack where the document asks for it: every player
    in a seat says no, and the dealer places it."""
    if not state.rules.topics["player-cuts"]:
        return [fresh_shoe(state)]
    seated = set(state.seats.values())
    asked: list[Command] = [OfferCut(), *(DeclineCut() for _ in seated)] if seated else []
    return [*asked, PlaceCut(100), fresh_shoe(state)]


@dataclass
class VirtualHouse:
    store: Store
    seed: int = 1
    now: int = 0
    ids: int = 0
    runners: dict[str, Runner] = field(default_factory=dict)
    configs: dict[str, TableConfig] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.chosen = random.Random(self.seed)
        self.cage = Cage(self.store, "test")
        for name in PLAYERS:
            self.cage.buy_in(name, 10_000 * UNIT, by="cashier", id=f"in-{name}", wall=0)

    def table(self, game: str, **settings: object) -> Runner:
        limits = Limits(5 * UNIT, 500 * UNIT)
        config = TableConfig(game, game, settings, limits, shuffle=QUICK_SHUFFLE)
        self.configs[game] = config
        return self.start(game)

    def start(self, game: str, gap: int = 0) -> Runner:
        """Open the table, or bring it back after so many milliseconds."""
        self.now += gap
        outcomes = SealedOutcomes(KEY, repeatable(self.seed))
        runner = Runner.open(
            self.store, self.configs[game], outcomes, owner="test", now=self.now, wall=self.now
        )
        self.runners[game] = runner
        return runner

    def ask(self, game: str, actor: Actor, command: Command, id: str = "") -> Reply:
        self.ids += 1
        request = Request(actor, command, id or f"c{self.ids}")
        ((_, reply),) = self.runners[game].submit([request], self.now, self.now)
        return reply

    def wait(self, game: str) -> bool:
        """Let time pass until the table makes its next move by itself."""
        due = self.runners[game].due()
        if due is None:
            return False
        self.now = max(self.now, due.at)
        return self.runners[game].tick(self.now, self.now)

    def wait_for_betting(self, game: str) -> None:
        while self.runners[game].table.state.phase is not TablePhase.BETTING:
            assert self.wait(game)

    def play_round(self, game: str) -> None:
        """One whole round with random bets and decisions; some decisions are missed."""
        state = self.runners[game].table.state
        self.wait_for_betting(game)
        number = state.round_number
        while not state.layout.bets:
            for name in PLAYERS:
                self.bet(game, name)
        while state.round_number == number and state.phase is not TablePhase.IDLE:
            if not self.decide(game):
                assert self.wait(game), state.phase

    def bet(self, game: str, name: str) -> Reply:
        state = self.runners[game].table.state
        rules = state.rules
        chosen = self.chosen
        bets: list[LaidBet] = []
        if isinstance(rules, BlackjackRules):
            box = PLAYERS.index(name) + 1
            if state.seats.get(box) is None:
                self.ask(game, player(name), TakeSeat(box))
            bets.append(LaidBet("initial", UNIT * chosen.randint(5, 50), box))
            for spot, on_box in engine.spots(rules).items():
                if spot not in ("initial", "behind") and chosen.random() < 0.3:
                    side = UNIT * chosen.randint(1, 5)
                    bets.append(LaidBet(spot, side, box if on_box else None))
        else:
            spots = list(engine.spots(rules))
            bets = [
                LaidBet(spot, UNIT * chosen.randint(5, 20))
                for spot in chosen.sample(spots, min(len(spots), 3))
            ]
        return self.ask(game, player(name), PlaceBets(tuple(bets)))

    def decide(self, game: str) -> bool:
        """Somebody decides or takes an offer, unless everybody is slow this time."""
        waiting = self.runners[game].table.state.waiting
        asked: tuple[Decision | Offer, ...] = (*waiting.decisions, *waiting.offers)
        if not asked or self.chosen.random() < 0.1:
            return False
        one = self.chosen.choice(asked)
        act = self.chosen.choice(list(acts_of(one, self.chosen.choice(one.options))))
        command = Decide(act.action, act.box, act.amount, act.bet, act.card)
        return self.ask(game, player(one.player), command).ok
