"""What a command comes to: the facts it makes and the money it moves, or a refusal.

Pure: the state is read, never changed. The facts are applied only once they are committed.
"""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from croupier.games import engine
from croupier.games.blackjack import BlackjackRules
from croupier.games.engine import Round
from croupier.games.inputs import (
    Act,
    Action,
    BallRested,
    CardDealt,
    Input,
    OffersClosed,
    Together,
)
from croupier.games.layout import Bet, Lifted
from croupier.kit.errors import Code, Refused
from croupier.ledger import Transfer
from croupier.table.commands import (
    MAY_ACT_AS,
    Actor,
    Call,
    ChangeShoe,
    ChooseFollow,
    CloseBetting,
    CloseOffers,
    CloseTable,
    Command,
    Decide,
    EndSession,
    Leave,
    OpenBetting,
    PlaceBets,
    ReturnBets,
    Role,
    Rule,
    Scan,
    Sit,
)
from croupier.table.config import DealerKind
from croupier.table.facts import (
    BetsClosed,
    BetsDisplaced,
    BetsPlaced,
    BettingOpened,
    Fact,
    Fed,
    FollowChosen,
    SeatLeft,
    SeatTaken,
    SessionEnded,
    ShoeChanged,
    TableClosed,
)
from croupier.table.money import moves
from croupier.table.state import TablePhase, TableState, layout_hash

MOST_BETS = 200
"""Spots one player may cover in a round; the whole roulette layout has 151."""


class Judged(msgspec.Struct, frozen=True):
    facts: tuple[Fact, ...]
    transfers: tuple[Transfer, ...] = ()


def _judged(state: TableState, *facts: Fact) -> Judged:
    """The facts of one command concern different players, or only one moves money: each is told
    from the table as it stands."""
    return Judged(facts, tuple(move for fact in facts for move in moves(state, fact)))


def judge(state: TableState, actor: Actor, command: Command) -> Judged:
    _check_role(actor, command)
    return _JUDGES[type(command)](state, actor, command)


_STAFF = frozenset({Role.DEALER, Role.PIT, Role.SHIFT, Role.HOUSE})
_PIT = frozenset({Role.PIT, Role.SHIFT})
_ROLES: dict[type, frozenset[Role]] = {
    Sit: frozenset({Role.PLAYER}),
    Leave: frozenset({Role.PLAYER}),
    ChooseFollow: frozenset({Role.PLAYER}),
    EndSession: frozenset({Role.HOUSE}),
    PlaceBets: frozenset({Role.PLAYER}),
    Decide: frozenset({Role.PLAYER, Role.HOUSE}),
    Scan: _STAFF,
    Call: _STAFF,
    Rule: _STAFF,
    ChangeShoe: _STAFF,
    OpenBetting: _STAFF,
    CloseBetting: _STAFF,
    ReturnBets: frozenset({Role.HOUSE}),
    CloseOffers: _STAFF,
    CloseTable: _PIT | {Role.HOUSE},
}
"""Who may ask what; nobody else may."""


def _check_role(actor: Actor, command: Command) -> None:
    if actor.role not in _ROLES[type(command)]:
        name = type(command).__name__
        raise Refused(Code.ILLEGAL_ACTION, f"a {actor.role} may not ask for {name}", "R30")


def _check_phase(state: TableState, *phases: TablePhase) -> None:
    if state.phase not in phases:
        wanted = " or ".join(phases)
        raise Refused(Code.ILLEGAL_ACTION, f"the table is {state.phase}, not {wanted}", "R3")


# Seats ---------------------------------------------------------------------------------------


def _sit(state: TableState, actor: Actor, command: Sit) -> Judged:
    rules = state.rules
    if not isinstance(rules, BlackjackRules) or not 1 <= command.box <= rules.boxes:
        raise Refused(Code.ILLEGAL_BET, f"there is no seat {command.box}")
    holder = state.seats.get(command.box)
    if holder is not None:
        raise Refused(Code.ILLEGAL_BET, f"seat {command.box} is {holder}'s", rules.clauses.boxes)
    mine = [box for box, player in state.seats.items() if player == actor.name]
    if len(mine) >= rules.boxes_per_player:
        raise Refused(Code.ILLEGAL_BET, f"{actor.name} has a seat", rules.cites["boxes_per_player"])
    if state.layout.boxes_of(actor.name, "behind"):
        # LIVE 2.5.2.3: nobody bets behind and sits at once.
        raise Refused(
            Code.ILLEGAL_BET, f"{actor.name} bets behind a seat", rules.clauses.behind_seated
        )
    return _judged(state, SeatTaken(actor.name, command.box))


def _leave(state: TableState, actor: Actor, command: Leave) -> Judged:
    if state.seats.get(command.box) != actor.name:
        raise Refused(Code.ILLEGAL_BET, f"seat {command.box} is not {actor.name}'s")
    return _judged(state, SeatLeft(actor.name, command.box))


def _choose_follow(state: TableState, actor: Actor, command: ChooseFollow) -> Judged:
    if actor.name in state.follows:
        # LIVE 2.5.2.13: asked once a session.
        raise Refused(Code.ILLEGAL_ACTION, "that was chosen already", "LIVE 2.5.2.13")
    return _judged(state, FollowChosen(actor.name, command.follow))


def _end_session(state: TableState, actor: Actor, command: EndSession) -> Judged:
    """LIVE 2.5.2.13: whoever leaves and comes back is asked anew; seats are given up."""
    left = [box for box, player in state.seats.items() if player == command.player]
    return _judged(
        state,
        SessionEnded(command.player),
        *(SeatLeft(command.player, box) for box in left),
    )


# Betting -------------------------------------------------------------------------------------


def _place_bets(state: TableState, actor: Actor, command: PlaceBets) -> Judged:
    """R3: until "No more bets" a player's chips are placed, changed and cleared at will."""
    _check_phase(state, TablePhase.BETTING)
    if len(command.bets) > MOST_BETS:
        raise Refused(Code.LIMIT, f"more than {MOST_BETS} bets")
    player = actor.name
    bets = tuple(
        msgspec.structs.replace(
            bet,
            player=player,
            accepted=None,
            follow=bet.bet == "behind" and state.follows.get(player, False),
        )
        for bet in command.bets
    )
    layout = state.layout
    before = {player: layout.lift(player)}
    try:
        for bet in bets:
            layout.put(bet)
        before |= _make_room(state, player)
        for bet in bets:
            engine.check_bet(state.rules, state.config.limits, bet, layout, layout)
        placed = layout.bets_of(player)
        displaced = [BetsDisplaced(one, layout.bets_of(one)) for one in before if one != player]
    finally:
        for one, lifted in before.items():
            layout.lay_back(one, lifted)
    return _judged(state, BetsPlaced(player, placed), *displaced)


def _make_room(state: TableState, player: str) -> dict[str, Lifted]:
    """BJ5 5.1, R8: on a full box the seated player's bet goes first; the latest of the others give
    way, by no more than they must. Who gave way, and how their chips lay before."""
    layout, limits, unit = state.layout, state.config.limits, state.rules.chip_unit
    gave_way: dict[str, Lifted] = {}
    for box in layout.boxes_of(player, "initial"):
        shared = isinstance(state.rules, BlackjackRules) and state.rules.shared_boxes
        if not shared or state.seats.get(box) != player:
            continue
        for other in reversed(layout.players_on("initial", box)):
            excess = layout.total("initial", box) - limits.max
            if other == player or excess <= 0:
                continue
            laid = layout.laid(other)
            gave_way.setdefault(other, laid)
            cut = -(-excess // unit) * unit
            layout.lay_back(other, tuple(_reduced(laid, box, cut)))
    return gave_way


def _reduced(laid: Lifted, box: int, cut: int) -> Iterator[tuple[Bet, int]]:
    for bet, turn in laid:
        if bet.spot != ("initial", box):
            yield bet, turn
        elif bet.amount > cut:
            yield msgspec.structs.replace(bet, amount=bet.amount - cut), turn


Changes = dict[str, tuple[Bet, ...]]
"""What is left of a player's bets."""


def _open_betting(state: TableState, actor: Actor, command: OpenBetting) -> Judged:
    _check_phase(state, TablePhase.IDLE)
    if state.round is not None and engine.waiting(state.round).card is not None:
        raise Refused(Code.ILLEGAL_ACTION, "a card of the last round is still to be discarded")
    return _judged(state, BettingOpened(state.round_number + 1))


def _close_betting(state: TableState, actor: Actor, command: CloseBetting) -> Judged:
    """ "No more bets". Chips that cannot stand any more, since others lifted theirs, go back."""
    _check_phase(state, TablePhase.BETTING)
    changes = _cannot_stand(state)
    facts: list[Fact] = [BetsPlaced(player, left) for player, left in changes.items()]
    standing = tuple(
        bet for bet in state.layout.bets if bet.player not in changes or bet in changes[bet.player]
    )
    if standing:
        facts.append(BetsClosed(state.round_number, layout_hash(standing)))
    elif not changes:
        raise Refused(Code.ILLEGAL_ACTION, "nobody has bet: betting stays open")
    return _judged(state, *facts)


def _return_bets(state: TableState, actor: Actor, command: ReturnBets) -> Judged:
    """R4: before "No more bets" there is no round to go on with."""
    _check_phase(state, TablePhase.BETTING)
    players = dict.fromkeys(bet.player for bet in state.layout.bets)
    return _judged(state, *(BetsPlaced(player, ()) for player in players))


def _cannot_stand(state: TableState) -> Changes:
    """R14, R19, R8: a side bet without its initial bet, a bet behind an empty seat, a box under
    its minimum; lifting one may leave another without what it needs."""
    layout = state.layout
    original: dict[str, Lifted] = {}
    try:
        while bad := _first_bad(state):
            lifted = layout.lift(bad.player)
            original.setdefault(bad.player, lifted)
            layout.lay_back(bad.player, tuple(one for one in lifted if one[0] != bad))
        return {one: layout.bets_of(one) for one in original}
    finally:
        for player, lifted in original.items():
            layout.lay_back(player, lifted)


def _first_bad(state: TableState) -> Bet | None:
    layout = state.layout
    for bet in layout.bets:
        try:
            engine.check_bet(state.rules, state.config.limits, bet, layout, layout)
        except Refused:
            return bet
    return None


# The round -----------------------------------------------------------------------------------


def _decide(state: TableState, actor: Actor, command: Decide) -> Judged:
    timed_out = command.action is Action.TIMEOUT
    if timed_out is not (actor.role is Role.HOUSE):
        raise Refused(Code.ILLEGAL_ACTION, "a time-out is the clock's word alone", "R15")
    player = command.player if timed_out else actor.name
    act = Act(player, command.action, command.box, command.amount, command.bet, command.card)
    return _feed(state, actor, act)


def _scan(state: TableState, actor: Actor, command: Scan) -> Judged:
    _check_dealer(state, actor)
    due = engine.waiting(_round(state)).card
    fresh = due is not None and due.exactly is None
    if fresh and actor.role is not Role.HOUSE:
        _check_composition(state, (command.card,))
    return _feed(state, actor, CardDealt(command.card), used=int(fresh))


def _call(state: TableState, actor: Actor, command: Call) -> Judged:
    _check_dealer(state, actor)
    return _feed(state, actor, BallRested(command.pocket), used=1)


def _check_dealer(state: TableState, actor: Actor) -> None:
    """The virtual dealer deals from the sealed shoe, and nobody else does; a person from theirs."""
    virtual = state.config.dealer is DealerKind.VIRTUAL
    if virtual is not (actor.role is Role.HOUSE):
        raise Refused(Code.ILLEGAL_ACTION, f"a {state.config.dealer} dealer deals here", "R30")


def _check_composition(state: TableState, cards: tuple[Any, ...]) -> None:
    decks = state.rules.decks  # type: ignore[union-attr]
    for card in cards:
        if state.seen[card] + cards.count(card) > decks:
            raise Refused(
                Code.CARD_IMPOSSIBLE,
                f"the shoe of {decks} decks has no {card} left",
                state.rules.cites["decks"],
            )


def _rule(state: TableState, actor: Actor, command: Rule) -> Judged:
    ruling = command.ruling
    if ruling.by not in MAY_ACT_AS[actor.role]:
        raise Refused(Code.ILLEGAL_ACTION, f"a {actor.role} may not act as {ruling.by}", "R30")
    used = 0
    if isinstance(ruling, Together):
        _check_dealer(state, actor)
        _check_composition(state, ruling.cards)
        used = len(ruling.cards)
    return _feed(state, actor, ruling, used=used)


def _close_offers(state: TableState, actor: Actor, command: CloseOffers) -> Judged:
    return _feed(state, actor, OffersClosed())


def _round(state: TableState) -> Round:
    if state.round is None:
        raise Refused(Code.ILLEGAL_ACTION, f"the table is {state.phase}: there is no round", "R3")
    return state.round


def _feed(state: TableState, actor: Actor, input: Input, used: int = 0) -> Judged:
    """One step of the engine, with the money it moves; what it refuses is refused here."""
    _round(state)
    return _judged(state, Fed(input, actor.name, used))


def _change_shoe(state: TableState, actor: Actor, command: ChangeShoe) -> Judged:
    _check_phase(state, TablePhase.IDLE)
    if state.config.dealer is DealerKind.VIRTUAL:
        raise Refused(Code.ILLEGAL_ACTION, "the virtual dealer seals its own shoes")
    return _judged(state, ShoeChanged(actor.name))


def _close_table(state: TableState, actor: Actor, command: CloseTable) -> Judged:
    _check_phase(state, TablePhase.IDLE)
    return _judged(state, TableClosed(actor.name))


_JUDGES: dict[type, Callable[[TableState, Actor, Any], Judged]] = {
    Sit: _sit,
    Leave: _leave,
    ChooseFollow: _choose_follow,
    EndSession: _end_session,
    PlaceBets: _place_bets,
    Decide: _decide,
    Scan: _scan,
    Call: _call,
    Rule: _rule,
    ChangeShoe: _change_shoe,
    OpenBetting: _open_betting,
    CloseBetting: _close_betting,
    ReturnBets: _return_bets,
    CloseOffers: _close_offers,
    CloseTable: _close_table,
}
