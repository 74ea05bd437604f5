"""Seats, and chips until "No more bets"."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import msgspec

from croupier.engine import protocol as engine
from croupier.engine.inputs import SettlementHeld
from croupier.engine.layout import Bet, Lifted
from croupier.engine.rules_digest import rules_digest
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.table.commands import (
    HOUSE,
    Actor,
    ChooseFollow,
    CloseBetting,
    EndSession,
    FinishBetting,
    LaidBet,
    LeaveSeat,
    OpenBetting,
    PlaceBets,
    ReturnBets,
    TakeSeat,
)
from croupier.table.config import DealerKind
from croupier.table.early_close import may_deal_now, players_at
from croupier.table.facts import (
    BetsClosed,
    BetsDisplaced,
    BetsPlaced,
    BettingFinished,
    BettingOpened,
    BettingResumed,
    Fact,
    Fed,
    FollowChosen,
    Freed,
    OnBehalf,
    SeatLeft,
    SeatTaken,
    SessionEnded,
)
from croupier.table.judging.common import Judged, check_phase, judged
from croupier.table.judging.contributions import with_no_more_bets
from croupier.table.judging.handling import check_inspected
from croupier.table.judging.squeeze import squeezes_granted
from croupier.table.judging.waiting_list import off_the_list, offered
from croupier.table.places import place_for, places_of
from croupier.table.state import TablePhase, TableState, layout_hash

MOST_BETS = 200
"""Spots one player may cover in a round; the whole roulette layout has 151."""


# Seats ---------------------------------------------------------------------------------------


def take_seat(state: TableState, actor: Actor, command: TakeSeat) -> Judged:
    rules = state.rules
    if not 1 <= command.box <= rules.places:
        raise Refused(Code.ILLEGAL_BET, words("there is no seat {box}", box=command.box))
    holder = state.seats.get(command.box)
    if holder is not None:
        raise Refused(
            Code.ILLEGAL_BET,
            words("seat {box} is {player}'s", box=command.box, player=holder),
            rules.topics["boxes"],
        )
    kept_for = state.offered_seats.get(command.box, actor.name)
    if kept_for != actor.name:
        raise Refused(
            Code.ILLEGAL_BET,
            words("seat {box} is offered to {player}", box=command.box, player=kept_for),
        )
    if len(places_of(state, actor.name)) >= rules.places_for_one:
        clause = rules.topics["boxes-per-player"] or rules.topics["boxes"]
        raise Refused(Code.ILLEGAL_BET, words("{player} has a seat", player=actor.name), clause)
    if state.layout.boxes_of(actor.name, "behind"):
        # LIVE 2.5.2.3: nobody bets behind and sits at once.
        raise Refused(
            Code.ILLEGAL_BET,
            words("{player} bets behind a seat", player=actor.name),
            rules.topics["behind-seated"],
        )
    declined = [
        box
        for box, player in state.offered_seats.items()
        if player == actor.name and box != command.box
    ]
    return judged(state, SeatTaken(actor.name, command.box), *offered(state, declined, actor.name))


def leave_seat(state: TableState, actor: Actor, command: LeaveSeat) -> Judged:
    if state.seats.get(command.box) != actor.name:
        raise Refused(
            Code.ILLEGAL_BET,
            words("seat {box} is not {player}'s", box=command.box, player=actor.name),
        )
    under_way = state.phase in (TablePhase.BETTING, TablePhase.PLAYING)
    if state.rules.bets_at_own_box and under_way and state.layout.bets_of(actor.name):
        # NKB 2.1.2: the chips lie in that box.
        raise Refused(
            Code.ILLEGAL_BET,
            words("there are chips of {player} in box {box}", player=actor.name, box=command.box),
            state.rules.topics["boxes"],
        )
    return judged(state, SeatLeft(actor.name, command.box), *offered(state, [command.box]))


def choose_follow(state: TableState, actor: Actor, command: ChooseFollow) -> Judged:
    player = actor.name
    if player in state.follows:
        # LIVE 2.5.2.13: asked once a session.
        raise Refused(
            Code.ILLEGAL_ACTION,
            words("that was chosen already"),
            state.rules.topics["follow-chosen"],
        )
    chosen: tuple[Fact, ...] = (FollowChosen(player, command.follow),)
    if state.phase is TablePhase.BETTING and state.layout.boxes_of(player, "behind"):
        # LIVE 2.5.2.10: asked with the first bet, so the answer is about the chips that lie there.
        bets = state.layout.bets_of(player)
        chosen += (BetsPlaced(player, _following(bets, command.follow)),)
    return judged(state, *chosen)


def _following(bets: tuple[Bet, ...], follow: bool) -> tuple[Bet, ...]:
    """Every bet behind among them, with what its player has answered."""
    return tuple(
        msgspec.structs.replace(bet, follow=follow and bet.bet == "behind") for bet in bets
    )


def end_session(state: TableState, actor: Actor, command: EndSession) -> Judged:
    """LIVE 2.5.2.13: whoever leaves and comes back is asked anew; seats are given up. What lies in
    front of the player, and what others have laid on the seat, is played out first."""
    left = [box for box, player in state.seats.items() if player == command.player]
    if state.phase in (TablePhase.BETTING, TablePhase.PLAYING) and any(
        bet.player == command.player or bet.box in left for bet in state.layout.bets
    ):
        raise Refused(
            Code.ILLEGAL_ACTION,
            words("there are chips in front of {player}", player=command.player),
        )
    return judged(
        state,
        SessionEnded(command.player),
        *(SeatLeft(command.player, box, Freed.AWAY) for box in left),
        *off_the_list(state, command.player, left),
    )


def _sat_out_too_long(state: TableState) -> Iterator[SeatLeft]:
    """Between two rounds no chips lie anywhere, so no bet goes with the seat."""
    most = state.config.sit_out
    for box, player in state.seats.items():
        if most and state.sat_out[box] >= most:
            yield SeatLeft(player, box, Freed.SAT_OUT)


# Betting -------------------------------------------------------------------------------------


def place_bets(state: TableState, actor: Actor, command: PlaceBets) -> Judged:
    """R3: until "No more bets" a player's chips are placed, changed and cleared at will; those
    behind a seat, too, and as they are placed (LIVE 2.5.2.4 and 2.5.2.5)."""
    return placed(state, actor.name, command.bets)


def placed(
    state: TableState, player: str, laid: tuple[LaidBet, ...], on_behalf: OnBehalf | None = None
) -> Judged:
    """All that the player is to have on the layout, by the player's own hand or by staff."""
    # From "Place your bets" (BJ5 3.3, BJP 3.3, NKB 3.1) to "No more bets" (BJ5 3.10, BJP 3.10,
    # NKB 3.2): later nothing is placed, raised or withdrawn (BJ5 5.8, BJP 5.8, NKB 5.2, NKB 5.3).
    check_phase(state, TablePhase.BETTING)
    check_count(laid)
    box = box_taken(state, player)
    # R19: not following until answered.
    follows = state.follows.get(player, False)
    bets = tuple(
        Bet(player, bet.bet, bet.amount, bet.box, follows and bet.bet == "behind") for bet in laid
    )
    layout, limits = state.layout, state.config.limits
    before = layout.laid(player)
    layout.lay(player, bets)
    try:
        with making_room(state, player) as gave_way:
            for bet in bets:
                engine.check_bet(state.rules, limits, bet, layout, layout)
            own = BetsPlaced(player, layout.bets_of(player), on_behalf=on_behalf)
            displaced = [BetsDisplaced(other, layout.bets_of(other)) for other in gave_way]
    finally:
        layout.lay_back(player, before)
    # Whoever bets on has not finished; nor has a player whose bet has given way.
    return judged(state, *box, own, *displaced, *_resumed(state, (player, *gave_way)))


def _resumed(state: TableState, players: Iterable[str]) -> Iterator[BettingResumed]:
    return (BettingResumed(player) for player in players if player in state.finished_betting)


def check_count(bets: tuple[LaidBet, ...]) -> None:
    if len(bets) > MOST_BETS:
        raise Refused(
            Code.LIMIT,
            words("more than {most, plural, one {# bet} other {# bets}}", most=MOST_BETS),
        )


def box_taken(state: TableState, player: str) -> tuple[SeatTaken, ...]:
    """NKB 2.1.2: each player bets in a marked box. Who has none yet is given the first that is
    free; when none is, nobody else can bet."""
    if not state.rules.bets_at_own_box or places_of(state, player):
        return ()
    box = place_for(state, player)
    if box is None:
        raise Refused(
            Code.ILLEGAL_BET,
            words(
                "{boxes, plural, one {the box is} other {all # boxes are}} taken: "
                "wait until one is free",
                boxes=state.rules.places,
            ),
            state.rules.topics["boxes"],
        )
    return (SeatTaken(player, box),)


@contextmanager
def making_room(state: TableState, player: str) -> Iterator[Iterable[str]]:
    """BJ5 5.1, R8: on a full box the seated player's bet goes first; the latest of the others give
    way, by no more than they must. Who gives way; afterwards the layout is as before."""
    layout, limits, unit = state.layout, state.config.limits, state.rules.chip_unit
    gave_way: dict[str, Lifted] = {}
    try:
        for box in layout.boxes_of(player, "initial") if state.rules.shares_boxes else ():
            if state.seats.get(box) != player:
                continue
            for other in reversed(layout.players_on("initial", box)):
                excess = layout.total("initial", box) - limits.max
                if other == player or excess <= 0:
                    continue
                laid = layout.laid(other)
                gave_way.setdefault(other, laid)
                cut = -(-excess // unit) * unit
                layout.lay_back(other, tuple(_reduced(laid, box, cut)))
        yield gave_way
    finally:
        for other, laid in gave_way.items():
            layout.lay_back(other, laid)


def _reduced(laid: Lifted, box: int, cut: int) -> Iterator[tuple[Bet, int]]:
    for bet, turn in laid:
        if bet.spot != ("initial", box):
            yield bet, turn
        elif bet.amount > cut:
            yield msgspec.structs.replace(bet, amount=bet.amount - cut), turn


def open_betting(state: TableState, actor: Actor, command: OpenBetting) -> Judged:
    check_phase(state, TablePhase.IDLE)
    if state.waiting.card is not None:
        raise Refused(
            Code.ILLEGAL_ACTION, words("a card of the last round is still to be discarded")
        )
    check_inspected(state)
    if state.config.dealer is DealerKind.HUMAN and state.shoe_decks != state.rules.deck_count:
        raise Refused(
            Code.ILLEGAL_ACTION,
            words(
                "there is no shoe of {decks, plural, one {# deck} other {# decks}} on the table",
                decks=state.rules.deck_count,
            ),
            "R26",
        )
    if state.reshuffle:
        raise Refused(
            Code.ILLEGAL_ACTION,
            words("the house wants the cards shuffled: make a fresh shoe"),
            state.rules.topics["shuffle"],
        )
    left = tuple(_sat_out_too_long(state))
    free = offered(state, [seat.box for seat in left])
    return judged(
        state, *left, *free, BettingOpened(state.round_number + 1, rules_digest(state.rules))
    )


def finish_betting(state: TableState, actor: Actor, command: FinishBetting) -> Judged:
    """R33: a player who is alone closes betting; anyone else waits for the others."""
    check_phase(state, TablePhase.BETTING)
    player = actor.name
    if not state.config.closes_early:
        raise Refused(
            Code.ILLEGAL_ACTION, words("betting at this table is not closed by its players"), "R33"
        )
    if player not in players_at(state):
        raise Refused(
            Code.ILLEGAL_ACTION,
            words("{player} has neither a seat nor a bet at this table", player=player),
            "R33",
        )
    if not command.done:
        return judged(state, BettingResumed(player))
    if command.alone and may_deal_now(state, player):
        return close_betting(state, actor, CloseBetting())
    return judged(state, BettingFinished(player))


def close_betting(state: TableState, actor: Actor, command: CloseBetting) -> Judged:
    """ "No more bets": chips are settled where they lie (BJ5 5.14, BJP 5.14, LIVE 2.2.1f). Those
    that cannot stand any more, since others lifted theirs, go back."""
    check_phase(state, TablePhase.BETTING)
    changes = _cannot_stand(state)
    facts: list[Fact] = [*changes.values()]
    facts += _resumed(state, changes)
    standing = tuple(
        bet
        for bet in state.layout.bets
        if bet.player not in changes or bet in changes[bet.player].bets
    )
    if standing and state.shoe is not None:
        facts += with_no_more_bets(state.shoe)
    if standing:
        facts.append(BetsClosed(state.round_number, layout_hash(standing)))
    elif not changes:
        raise Refused(Code.ILLEGAL_ACTION, words("nobody has bet: betting stays open"))
    closed = judged(state, *facts)
    # Neither moves money, and there is no round yet in which it could be told what they move.
    begun = (*_held(state, standing), *squeezes_granted(state, standing))
    return msgspec.structs.replace(closed, facts=(*facts, *begun))


def _held(state: TableState, bets: tuple[Bet, ...]) -> Iterator[Fed]:
    """R31: what a person deals is settled once the result is confirmed."""
    if bets and state.config.dealer is DealerKind.HUMAN:
        yield Fed(SettlementHeld(), HOUSE.name)


def return_bets(state: TableState, actor: Actor, command: ReturnBets) -> Judged:
    """R4: before "No more bets" there is no round to go on with."""
    check_phase(state, TablePhase.BETTING)
    staked: Counter[str] = Counter()
    for bet in state.layout.bets:
        staked[bet.player] += bet.amount
    returned = (BetsPlaced(player, (), back) for player, back in staked.items())
    return judged(state, *returned, *_resumed(state, staked))


def _cannot_stand(state: TableState) -> dict[str, BetsPlaced]:
    """By player. R14, R19, R8: a side bet without its initial bet, a bet behind an empty seat, a
    box under its minimum; lifting one may leave another without what it needs."""
    layout = state.layout
    original: dict[str, Lifted] = {}
    dropped: defaultdict[str, tuple[Bet, ...]] = defaultdict(tuple)
    try:
        while bad := _first_bad(state):
            lifted = layout.lift(bad.player)
            original.setdefault(bad.player, lifted)
            dropped[bad.player] += (bad,)
            layout.lay_back(bad.player, tuple(laid for laid in lifted if laid[0] != bad))
        return {
            player: BetsPlaced(player, layout.bets_of(player), dropped=dropped[player])
            for player in original
        }
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
