"""What a command comes to: the facts it makes and the money it moves, or a refusal.

Pure: the state is read, never changed. The facts are applied only once they are committed.
"""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from croupier.chance.sealed import cut_of
from croupier.games import engine
from croupier.games.blackjack import BlackjackRules
from croupier.games.engine import Round
from croupier.games.inputs import (
    Act,
    Action,
    Adjust,
    BallRested,
    Capacity,
    CardDealt,
    CardsTurned,
    FollowingEnded,
    Input,
    OffersClosed,
    SqueezeAllowed,
    Together,
    Void,
)
from croupier.games.layout import Bet, Lifted
from croupier.games.standing import established
from croupier.kit.errors import Code, Refused
from croupier.ledger import Transfer
from croupier.table.commands import (
    MAY_ACT_AS,
    Actor,
    AllowSqueeze,
    Call,
    CarryOutEarly,
    ChangeDealer,
    ChangeShoe,
    ChooseFollow,
    CloseBetting,
    CloseOffers,
    CloseTable,
    Command,
    Decide,
    DecideEarly,
    DropEarly,
    EndFollowing,
    EndSession,
    GiveEntropy,
    Leave,
    OpenBetting,
    OpenTable,
    PlaceBets,
    Reconfigure,
    ReturnBets,
    Role,
    Rule,
    Scan,
    Sit,
    TakeBack,
    TurnCards,
)
from croupier.table.config import DealerKind
from croupier.table.facts import (
    BetsClosed,
    BetsDisplaced,
    BetsPlaced,
    BettingOpened,
    BettingWithdrawn,
    ClosingOrdered,
    DealerChanged,
    DecidedEarly,
    EarlyDropped,
    EntropyGiven,
    Fact,
    Fed,
    FollowChosen,
    OutcomesCut,
    Reconfigured,
    ScanTakenBack,
    SeatLeft,
    SeatTaken,
    SessionEnded,
    ShoeChanged,
    TableClosed,
    TableOpened,
)
from croupier.table.money import moves
from croupier.table.state import TablePhase, TableState, layout_hash

MOST_CUTTERS = 100
"""Players who may have a part in the cut of one shoe."""
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
    _check_duty(state, actor)
    return _JUDGES[type(command)](state, actor, command)


_STAFF = frozenset({Role.DEALER, Role.PIT, Role.SHIFT, Role.HOUSE})
_PIT = frozenset({Role.PIT, Role.SHIFT})
_ROLES: dict[type, frozenset[Role]] = {
    Sit: frozenset({Role.PLAYER}),
    Leave: frozenset({Role.PLAYER}),
    ChooseFollow: frozenset({Role.PLAYER}),
    EndSession: frozenset({Role.HOUSE}),
    GiveEntropy: frozenset({Role.PLAYER}),
    PlaceBets: frozenset({Role.PLAYER}),
    Decide: frozenset({Role.PLAYER, Role.HOUSE}),
    Scan: _STAFF,
    Call: _STAFF,
    TakeBack: _STAFF,
    Rule: _STAFF,
    AllowSqueeze: _PIT,
    TurnCards: frozenset({Role.PLAYER}),
    DecideEarly: frozenset({Role.PLAYER}),
    CarryOutEarly: frozenset({Role.HOUSE}),
    DropEarly: frozenset({Role.HOUSE}),
    EndFollowing: frozenset({Role.HOUSE}),
    ChangeShoe: _STAFF,
    ChangeDealer: _PIT,
    Reconfigure: _PIT,
    OpenTable: _PIT,
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


def _check_duty(state: TableState, actor: Actor) -> None:
    """Whoever the pit has put on the table deals there, and at no other."""
    if actor.role is Role.DEALER and state.dealer != actor.name:
        raise Refused(Code.ILLEGAL_ACTION, f"{actor.name} is not the dealer here", "R30")


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


def _give_entropy(state: TableState, actor: Actor, command: GiveEntropy) -> Judged:
    """Once a shoe, until its first round; many may, and each moves the cut."""
    shoe, given = state.shoe, command.entropy
    if shoe is None or shoe.cut is not None:
        raise Refused(Code.ILLEGAL_ACTION, "this shoe is not to be cut now")
    if actor.name in shoe.entropy or len(shoe.entropy) >= MOST_CUTTERS:
        raise Refused(Code.ILLEGAL_ACTION, "the cut was given already")
    if not 1 <= len(given) <= 64 or not given.isascii() or not given.isprintable():
        raise Refused(Code.BAD_FILE, "a cut is 1 to 64 printable characters")
    return _judged(state, EntropyGiven(actor.name, given))


def _place_bets(state: TableState, actor: Actor, command: PlaceBets) -> Judged:
    """R3: until "No more bets" a player's chips are placed, changed and cleared at will."""
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
    placed, *displaced = _tried(state, player, bets)
    return _judged(
        state,
        BetsPlaced(player, placed[1]),
        *(BetsDisplaced(other, left) for other, left in displaced),
    )


def check_bets(state: TableState, player: str, bets: tuple[Bet, ...]) -> None:
    """Whether these might be placed now, and nothing more."""
    _tried(state, player, bets)


def _tried(
    state: TableState, player: str, bets: tuple[Bet, ...]
) -> list[tuple[str, tuple[Bet, ...]]]:
    """The player's bets as they would lie, then what would be left of whoever gives way; the layout
    is as before."""
    _check_phase(state, TablePhase.BETTING)
    if len(bets) > MOST_BETS:
        raise Refused(Code.LIMIT, f"more than {MOST_BETS} bets")
    layout = state.layout
    before = {player: layout.lift(player)}
    try:
        for bet in bets:
            layout.put(bet)
        before |= _make_room(state, player)
        for bet in bets:
            engine.check_bet(state.rules, state.config.limits, bet, layout, layout)
        return [(one, layout.bets_of(one)) for one in before]
    finally:
        for one, lifted in before.items():
            layout.lay_back(one, lifted)


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
    if state.config.dealer is DealerKind.HUMAN and state.shoe_decks != _decks(state):
        raise Refused(
            Code.ILLEGAL_ACTION, f"there is no shoe of {_decks(state)} decks on the table", "R26"
        )
    return _judged(state, BettingOpened(state.round_number + 1))


def _close_betting(state: TableState, actor: Actor, command: CloseBetting) -> Judged:
    """ "No more bets". Chips that cannot stand any more, since others lifted theirs, go back."""
    _check_phase(state, TablePhase.BETTING)
    changes = _cannot_stand(state)
    facts: list[Fact] = [BetsPlaced(player, left) for player, left in changes.items()]
    standing = tuple(
        bet for bet in state.layout.bets if bet.player not in changes or bet in changes[bet.player]
    )
    shoe = state.shoe
    if standing and shoe is not None and shoe.cut is None:
        cut = cut_of(shoe.commitment, shoe.entropy.values(), shoe.size)
        facts.append(OutcomesCut(shoe.name, cut))
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


def _decks(state: TableState) -> int:
    """None around a wheel."""
    return getattr(state.rules, "decks", 0)


def _check_composition(state: TableState, cards: tuple[Any, ...]) -> None:
    decks = _decks(state)
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
    if isinstance(ruling, Adjust):
        raise Refused(Code.COUNTERSIGN, "an adjustment is the cage's to book, signed by two", "R5")
    if isinstance(ruling, Void) and _decided(_round(state)) and actor.role is not Role.HOUSE:
        _check_signatures(actor, command)
    used = 0
    if isinstance(ruling, Together):
        _check_dealer(state, actor)
        _check_composition(state, ruling.cards)
        used = len(ruling.cards)
    return _feed(state, actor, ruling, used=used, countersigned=command.countersigned)


def _decided(round: Round) -> bool:
    """Whether a void would take from somebody what is won, or give back what is lost."""
    return not round.over and established(engine.standings(round))


def _check_signatures(actor: Actor, command: Rule) -> None:
    """Taking back what a player has won already is not one person's to do."""
    if command.countersigned in ("", actor.name):
        raise Refused(
            Code.COUNTERSIGN, "a bet is decided already: a second person has to sign", "R30"
        )


def _allow_squeeze(state: TableState, actor: Actor, command: AllowSqueeze) -> Judged:
    return _feed(state, actor, SqueezeAllowed(Capacity.PIT, command.box))


def _turn_cards(state: TableState, actor: Actor, command: TurnCards) -> Judged:
    return _feed(state, actor, CardsTurned(actor.name, command.box))


def _take_back(state: TableState, actor: Actor, command: TakeBack) -> Judged:
    """A misread card may be put right while nothing has come of it: nobody has acted on it, no
    money has moved, nothing is settled. Afterwards it is the pit's."""
    _check_dealer(state, actor)
    scanned = state.scanned
    if scanned is None:
        raise Refused(Code.ILLEGAL_ACTION, "the last thing that happened was no scan: call the pit")
    if len(_round(state).lines) != len(scanned.before.lines) or _round(state).over:
        raise Refused(Code.ILLEGAL_ACTION, "the scan has settled bets already: call the pit", "R27")
    return _judged(state, ScanTakenBack(actor.name))


_SAID_EARLY = frozenset({Action.HIT, Action.STAND, Action.DOUBLE, Action.SPLIT})


def _decide_early(state: TableState, actor: Actor, command: DecideEarly) -> Judged:
    _check_phase(state, TablePhase.PLAYING)
    player, box = actor.name, command.box
    if command.action is None:
        if (player, box) not in state.early:
            raise Refused(Code.ILLEGAL_ACTION, f"{player} has said nothing early for box {box}")
        return _judged(state, EarlyDropped(player, box))
    boxes = getattr(_round(state), "boxes", ())
    if not any(one.number == box and one.decider == player for one in boxes):
        raise Refused(Code.NOT_YOUR_TURN, f"{player} does not decide for box {box}")
    if command.action not in _SAID_EARLY:
        raise Refused(Code.ILLEGAL_ACTION, f"{command.action} cannot be said early")
    asked = engine.waiting(_round(state)).decisions
    if any((one.player, one.box) == (player, box) for one in asked):
        raise Refused(Code.ILLEGAL_ACTION, f"it is {player}'s turn: decide")
    return _judged(state, DecidedEarly(player, box, command.action, command.amount))


def _carry_out_early(state: TableState, actor: Actor, command: CarryOutEarly) -> Judged:
    early = state.early[command.player, command.box]
    act = Act(command.player, early.action, command.box, early.amount)
    return _judged(state, Fed(act, command.player))


def _drop_early(state: TableState, actor: Actor, command: DropEarly) -> Judged:
    return _judged(state, EarlyDropped(command.player, command.box))


def _end_following(state: TableState, actor: Actor, command: EndFollowing) -> Judged:
    return _feed(state, actor, FollowingEnded(command.player, command.box))


def _close_offers(state: TableState, actor: Actor, command: CloseOffers) -> Judged:
    return _feed(state, actor, OffersClosed())


def _round(state: TableState) -> Round:
    if state.round is None:
        raise Refused(Code.ILLEGAL_ACTION, f"the table is {state.phase}: there is no round", "R3")
    return state.round


def _feed(
    state: TableState, actor: Actor, input: Input, used: int = 0, countersigned: str = ""
) -> Judged:
    """One step of the engine, with the money it moves; what it refuses is refused here."""
    _round(state)
    return _judged(state, Fed(input, actor.name, used, countersigned))


# The floor -----------------------------------------------------------------------------------


def _change_shoe(state: TableState, actor: Actor, command: ChangeShoe) -> Judged:
    _check_phase(state, TablePhase.IDLE)
    if state.config.dealer is DealerKind.VIRTUAL:
        raise Refused(Code.ILLEGAL_ACTION, "the virtual dealer seals its own shoes")
    record, decks = command.record, _decks(state)
    if record.decks != decks or not decks:
        raise Refused(
            Code.ILLEGAL_ACTION, f"this table plays with {decks} decks, not {record.decks}", "R26"
        )
    if not (record.inspected and record.shuffled and record.cut):
        # LIVE 2.3.1 to 2.3.3; an unshuffled shoe voids the round it is found in (R26).
        raise Refused(Code.ILLEGAL_ACTION, "a shoe is inspected, shuffled and cut first", "R26")
    burned = getattr(state.rules, "burn_after_shuffle", 0)
    if record.burned != burned:
        raise Refused(
            Code.ILLEGAL_ACTION,
            f"{burned} cards are burned after a shuffle, not {record.burned}",
            state.rules.cites.get("burn_after_shuffle"),
        )
    return _judged(state, ShoeChanged(actor.name, record))


def _change_dealer(state: TableState, actor: Actor, command: ChangeDealer) -> Judged:
    if state.config.dealer is DealerKind.VIRTUAL:
        raise Refused(Code.ILLEGAL_ACTION, "the house deals at this table itself")
    return _judged(state, DealerChanged(command.dealer, actor.name))


def _reconfigure(state: TableState, actor: Actor, command: Reconfigure) -> Judged:
    """From the next round on; a table where nobody has bet yet makes it the next at once."""
    config = state.next_config or state.config
    named = {
        field: value
        for field in ("limits", "settings", "clocks")
        if (value := getattr(command, field)) is not None
    }
    config = msgspec.structs.replace(config, **named)
    config.check()
    return _judged(state, *_withdrawn(state), Reconfigured(config, actor.name))


def _withdrawn(state: TableState) -> tuple[Fact, ...]:
    """Betting that nobody has joined may end without a round."""
    idle = state.phase is TablePhase.BETTING and state.layout.empty
    return (BettingWithdrawn(state.round_number),) if idle else ()


def _open_table(state: TableState, actor: Actor, command: OpenTable) -> Judged:
    _check_phase(state, TablePhase.CLOSED)
    return _judged(state, TableOpened(state.config))


def _close_table(state: TableState, actor: Actor, command: CloseTable) -> Judged:
    _check_phase(state, TablePhase.IDLE, TablePhase.BETTING, TablePhase.PLAYING)
    withdrawn = _withdrawn(state)
    if state.phase is TablePhase.IDLE or withdrawn:
        return _judged(state, *withdrawn, TableClosed(actor.name))
    return _judged(state, ClosingOrdered(actor.name))


_JUDGES: dict[type, Callable[[TableState, Actor, Any], Judged]] = {
    Sit: _sit,
    Leave: _leave,
    ChooseFollow: _choose_follow,
    EndSession: _end_session,
    GiveEntropy: _give_entropy,
    PlaceBets: _place_bets,
    Decide: _decide,
    Scan: _scan,
    Call: _call,
    TakeBack: _take_back,
    Rule: _rule,
    AllowSqueeze: _allow_squeeze,
    TurnCards: _turn_cards,
    DecideEarly: _decide_early,
    CarryOutEarly: _carry_out_early,
    DropEarly: _drop_early,
    EndFollowing: _end_following,
    ChangeShoe: _change_shoe,
    ChangeDealer: _change_dealer,
    Reconfigure: _reconfigure,
    OpenTable: _open_table,
    OpenBetting: _open_betting,
    CloseBetting: _close_betting,
    ReturnBets: _return_bets,
    CloseOffers: _close_offers,
    CloseTable: _close_table,
}
