"""Random tables: bets, shoes and players of every variant, driven by one source of choices."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from msgspec import UNSET

import croupier
from croupier import (
    Accepted,
    Act,
    Action,
    Adjust,
    BallRested,
    Bet,
    Burn,
    Capacity,
    CardDealt,
    CardsTurned,
    Decision,
    Discard,
    DiscardReason,
    FollowingEnded,
    Input,
    Interrupt,
    Limits,
    Misdeal,
    Offer,
    OffersClosed,
    Option,
    Place,
    Refused,
    SettlementHeld,
    SqueezeAllowed,
    Together,
    Void,
    VoidReason,
)
from croupier.engine.inputs import CardMove
from croupier.engine.protocol import Round
from croupier.engine.rules import Rules
from croupier.games.blackjack.engine import BlackjackRules
from croupier.games.blackjack.engine import Round as BlackjackRound
from croupier.games.blackjack.engine.irregular import is_finished
from croupier.games.blackjack.engine.state import DEALER
from croupier.kit.cards import Card, shoe
from croupier.table.family import table_family

T = TypeVar("T")
UNIT = 100
PLAYERS = ("ann", "bob", "cat", "dan")
GAMES = tuple(croupier.VARIANTS)
CARD_GAMES = tuple(game for game in GAMES if "roulette" not in game)
BLACKJACKS = tuple(game for game in GAMES if "blackjack" in game)
LIMITS = Limits(5 * UNIT, 500 * UNIT)


@dataclass
class Table:
    """One random round: what was bet, what went in, what is left of the shoe."""

    rules: Rules
    bets: tuple[Bet, ...]
    seats: dict[int, str]
    round: Round
    cards: list[Card]
    random: random.Random
    inputs: list[Input] = field(default_factory=list)

    def step(self, input: Input) -> None:
        self.round = croupier.step(self.round, input).round
        self.inputs.append(input)

    def next_card(self) -> Card:
        due = croupier.waiting(self.round).card
        return due.exactly if due is not None and due.exactly is not None else self.cards.pop()

    def replayed(self) -> Round:
        """The round again, as the fold of its inputs."""
        round = croupier.begin(self.rules, self.bets, limits=LIMITS, seats=self.seats)
        for input in self.inputs:
            round = croupier.step(round, input).round
        return round


def open_table(game: str, seed: int, *, irregular: bool = False) -> Table:
    """A table with bets on it. Half the shoes are stacked, so that pairs and aces are common."""
    chosen = random.Random(seed)
    rules = croupier.variant(game)
    while True:
        seats, bets = _bets(rules, chosen, irregular=irregular)
        try:
            round = croupier.begin(rules, bets, limits=LIMITS, seats=seats)
        except Refused:
            continue
        return Table(rules, bets, seats, round, _shoe(rules, chosen), chosen)


def _shoe(rules: Rules, chosen: random.Random) -> list[Card]:
    if not hasattr(rules, "decks"):
        return []
    cards = list(shoe(rules.decks))
    chosen.shuffle(cards)
    if chosen.random() < 0.5:
        common = chosen.sample("A23456789TJQK", 4)
        cards.sort(key=lambda card: card[0] in common)
    return cards


def _amount(chosen: random.Random, most: int = 40) -> int:
    return chosen.randint(5, most) * UNIT


def _bets(
    rules: Rules, chosen: random.Random, *, irregular: bool
) -> tuple[dict[int, str], tuple[Bet, ...]]:
    if isinstance(rules, BlackjackRules):
        return _blackjack_bets(rules, chosen, irregular=irregular)
    spots = list(croupier.spots(rules))
    bets = [
        Bet(player, bet, _amount(chosen))
        for player in PLAYERS
        for bet in chosen.sample(spots, min(len(spots), chosen.randint(1, 5)))
    ]
    return {}, tuple(bets)


def _blackjack_bets(
    rules: BlackjackRules, chosen: random.Random, *, irregular: bool
) -> tuple[dict[int, str], tuple[Bet, ...]]:
    numbers = sorted(chosen.sample(range(1, 8), chosen.randint(1, 3)))
    seats: dict[int, str] = {}
    bets: list[Bet] = []
    spots = croupier.spots(rules)
    free = list(PLAYERS)
    for box in numbers:
        if rules.shared_boxes:
            players = chosen.sample(PLAYERS, chosen.randint(1, 3))
            if chosen.random() < 0.5:
                seats[box] = chosen.choice(PLAYERS)
            over = Accepted.OVER_LIMIT if irregular and chosen.random() < 0.2 else None
            most = 400 if over else 40
            bets += [
                Bet(one, "initial", _amount(chosen, most), box, accepted=over) for one in players
            ]
        else:
            player = free.pop(0) if rules.bet_behind else chosen.choice(PLAYERS)
            bets.append(Bet(player, "initial", _amount(chosen), box))
    boxed = [name for name, on_box in spots.items() if on_box and name not in ("initial", "behind")]
    for box in numbers:
        for name in boxed:
            if chosen.random() < 0.4:
                bets.append(Bet(chosen.choice(PLAYERS), name, UNIT * chosen.randint(1, 10), box))
    if "boom-busted" in spots and chosen.random() < 0.5:
        bets.append(Bet(chosen.choice(PLAYERS), "boom-busted", UNIT * 3))
    if "behind" in spots:
        for player in free:
            if chosen.random() < 0.7:
                follow = chosen.random() < 0.6
                bets.append(Bet(player, "behind", _amount(chosen), chosen.choice(numbers), follow))
    return seats, tuple(bets)


def acts_of(decision: Decision | Offer, option: Option) -> Iterator[Act]:
    """The option as an action: with the least, the most and some amount between them."""
    amounts: tuple[int | None, ...] = (None,)
    if option.least is not None and option.most is not None and option.action is not Action.RAISE:
        middle = (option.least + option.most) // 2 // UNIT * UNIT
        amounts = tuple({option.least, max(middle, option.least), option.most})
    bet = decision.bet if isinstance(decision, Decision) else None
    cards = decision.cards if isinstance(decision, Decision) else ()
    for amount in amounts:
        if option.action is Action.TAKE:
            yield from (
                Act(decision.player, option.action, decision.box, card=one) for one in cards
            )
        else:
            yield Act(decision.player, option.action, decision.box, amount, bet)


def legal_inputs(table: Table) -> list[Input]:
    """Everything `waiting` says may come now, but for what the house may rule."""
    waiting = croupier.waiting(table.round)
    found: list[Input] = []
    asked: Sequence[Decision | Offer] = (*waiting.decisions, *waiting.offers)
    for one in asked:
        for option in one.options:
            found += acts_of(one, option)
    for decision in waiting.decisions:
        found.append(Act(decision.player, Action.TIMEOUT, decision.box, bet=decision.bet))
    for offer in waiting.offers:
        if offer.declinable:
            found.append(Act(offer.player, Action.DECLINE, offer.box))
    for choice in waiting.choices:
        found += [Act(choice.player, option.action) for option in choice.options]
    if waiting.offers and not waiting.decisions:
        found.append(OffersClosed())
    asks = waiting.decisions or waiting.offers or waiting.card or waiting.pocket
    if not asks and not waiting.over:
        found.append(OffersClosed())  # a settlement that was held
    if waiting.card is not None:
        found.append(CardDealt(table.next_card()))
    if waiting.pocket:
        found.append(BallRested(table.random.randrange(37)))
    return found


def play_on(table: Table) -> None:
    """One random legal input; time-outs are rarer than decisions."""
    found = legal_inputs(table)
    kinds: dict[str, list[Input]] = {}
    for one in found:
        kinds.setdefault(one.action if isinstance(one, Act) else type(one).__name__, []).append(one)
    if len(kinds) > 1 and table.random.random() < 0.9:
        kinds.pop(Action.TIMEOUT, None)
    # Rare chances are taken when they come, else hardly a round would split or take even money.
    rare = [one for one in (Action.SPLIT, Action.EVEN_MONEY, Action.FOLLOW) if one in kinds]
    kind = rare[0] if rare and table.random.random() < 0.6 else table.random.choice(list(kinds))
    table.step(table.random.choice(kinds[kind]))


def play_out(table: Table, *, trouble: float = 0.0) -> None:
    """Random legal play to the end, with trouble thrown in."""
    while not croupier.waiting(table.round).over:
        if trouble and table.random.random() < trouble and (input := random_trouble(table)):
            table.step(input)
        else:
            play_on(table)
    while trouble and table.random.random() < trouble:
        table.step(_afterwards(table))
    while croupier.waiting(table.round).card is not None:
        table.step(CardDealt(table.next_card()))


def random_trouble(table: Table) -> Input | None:
    """A ruling, or something else that no player's decision and no card brings."""
    if table.random.random() < 0.7:
        return random_ruling(table)
    asides = list(_asides(table))
    return table.random.choice(asides) if asides else None


def _asides(table: Table) -> Iterator[Input]:
    round = table.round
    yield SettlementHeld()
    if not isinstance(round, BlackjackRound):
        return
    for box in round.boxes:
        if not round.rules.hole_card:
            yield SqueezeAllowed(Capacity.PIT, box.number)
        if not all(hand.face_up for hand in box.hands):
            yield CardsTurned(box.owner, box.number)
        for wager in box.wagers:
            if wager.follows:
                yield FollowingEnded(wager.player, box.number)


def _afterwards(table: Table) -> Input:
    """What may come when the round is settled."""
    rulings = croupier.waiting(table.round).rulings
    if "discard:overdraw" in rulings and table.random.random() < 0.5:
        return Discard(Capacity.PIT, DiscardReason.OVERDRAW)
    if "void" in rulings and table.random.random() < 0.3:
        return Void(Capacity.PIT, VoidReason.WRONG_COUNT)
    player = table.random.choice(table.bets).player
    return Adjust(Capacity.SHIFT, player, table.random.choice((-UNIT, UNIT)), "counted again")


def random_ruling(table: Table) -> Input | None:
    """Something the house may rule now, if it is one of the kinds drawn."""
    waiting = croupier.waiting(table.round)
    chosen = table.random
    name = chosen.choice(waiting.rulings)
    if name == "void":
        return Void(Capacity.PIT, VoidReason.FOREIGN_CARD) if chosen.random() < 0.2 else None
    if name == "interrupt":
        return Interrupt(Capacity.HOUSE) if chosen.random() < 0.5 else None
    if name == "misdeal":
        return _misdeal(table)
    if name == "burn":
        return Burn(Capacity.PIT, chosen.randint(1, 3))
    if name.startswith("discard:"):
        return Discard(Capacity.PIT, DiscardReason(name.partition(":")[2]))
    if name == "place" and isinstance(table.round, BlackjackRound):
        return _place(table.round, chosen)
    if name == "together" and waiting.card is not None:
        return Together(
            Capacity.DEALER, tuple(table.cards.pop() for _ in range(chosen.choice((2, 2, 3))))
        )
    return None


def _place(round: BlackjackRound, chosen: random.Random) -> Input | None:
    """A card out of order, on a hand that is not complete (R32)."""
    if not round.boxes or chosen.random() < 0.3:
        finished = is_finished(round, DEALER)
        return None if finished else Place(Capacity.PIT, dealer=True)
    index = chosen.randrange(len(round.boxes))
    at = chosen.randrange(len(round.boxes[index].hands))
    finished = is_finished(round, (index, at))
    return None if finished else Place(Capacity.PIT, round.boxes[index].number, at + 1)


def _moves(table: Table) -> tuple[CardMove, ...]:
    """One card that may be put back, if the chosen one may."""
    family, round = table_family(table.rules), table.round
    cards, places = family.laid_cards(round), family.card_places(round)
    if not cards:
        return ()
    card, lies = table.random.choice(cards), table.random.choice(places)
    lies_at = table.random.choice((None, 1, 2))
    ruling = Misdeal(
        Capacity.PIT,
        reconstructed=True,
        moves=(CardMove(card.belongs, card.at, lies, lies_at),),
    )
    try:
        croupier.step(round, ruling)
    except Refused:
        return ()
    return ruling.put_back


def _misdeal(table: Table) -> Input | None:
    blackjack = isinstance(table.round, BlackjackRound)
    if not blackjack and table.random.random() < 0.8:
        return Misdeal(Capacity.PIT, reconstructed=True, moves=_moves(table) or UNSET)
    reconstructed = table.random.random() < 0.5
    moves = _moves(table) if reconstructed else ()
    ruling = Misdeal(Capacity.PIT, reconstructed, moves=moves or UNSET)
    return ruling if ruling.reconstructed or blackjack or table.random.random() < 0.2 else None
