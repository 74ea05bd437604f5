"""From a table to what a viewer may see of it: the only way table knowledge leaves the house.

Everything is taken from the engine's own views, so a hidden card is not in any of it. What is sent
to all is made once, and its size does not grow with the number of bettors.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from msgspec.structs import replace

from croupier.games import blackjack, engine
from croupier.games.baccarat import BaccaratView
from croupier.games.blackjack import BlackjackRules, BlackjackView
from croupier.games.blackjack.play import awaited, options
from croupier.games.blackjack.state import Phase, has_turn, turn
from croupier.games.blackjack.view import BoxView as EngineBox
from croupier.games.blackjack.view import HandView as EngineHand
from croupier.games.inputs import Action
from croupier.games.layout import Bet
from croupier.games.lines import Line
from croupier.games.viewer import PUBLIC, Viewer
from croupier.games.waiting import Offer, Option, Waiting
from croupier.house.floor.book import ManagerRuling
from croupier.house.records.outcomes import outcome
from croupier.kit.errors import Refused
from croupier.server.felt import on_the_felt
from croupier.table.config import DealerKind, TableConfig
from croupier.table.driver import Driver
from croupier.table.guide import guide
from croupier.table.judging.common import decks_of
from croupier.table.judging.handling import next_to_cut
from croupier.table.judging.requests import by_staff_clause
from croupier.table.judging.squeeze import check_may_ask
from croupier.table.places import bets_at_own_box, free_places, places, places_for_one, places_of
from croupier.table.rulings import rulings_now, void_causes_now
from croupier.table.state import TablePhase, TableState
from croupier.wire.views import (
    Ask,
    BaccaratPlay,
    BlackjackPlay,
    BoxView,
    BurnView,
    ByStaff,
    Chip,
    ClockView,
    ComingTurn,
    ConsentView,
    CutView,
    DoneDeed,
    EarlyView,
    HandView,
    LastResult,
    LobbyTable,
    Play,
    RoulettePlay,
    RulingView,
    ShoeView,
    SpotChips,
    SqueezeView,
    StaffView,
    Standstill,
    TableView,
    Terms,
    Turn,
    YouView,
)


def family(state: TableState) -> str:
    if isinstance(state.rules, BlackjackRules):
        return "blackjack"
    return "baccarat" if hasattr(state.rules, "decks") else "roulette"


def title(state: TableState) -> str:
    return state.config.title or state.rules.title


# For everyone --------------------------------------------------------------------------------


def table_view(
    state: TableState,
    driver: Driver,
    now: int,
    last: tuple[LastResult, ...],
    *,
    standstill: Standstill | None,
    ruling: ManagerRuling | None = None,
) -> TableView:
    round = state.round
    waiting = engine.waiting(round) if round is not None else Waiting()
    # While it is held, or the pit is called, the table waits for the pit alone.
    asked = Waiting() if state.held or state.call else waiting
    betting = state.phase is TablePhase.BETTING
    played = None if round is None or betting else round
    return TableView(
        table=state.config.id,
        number=state.config.number,
        game=state.config.game,
        family=family(state),
        title=title(state),
        dealt_by=state.config.dealer,
        dealer=state.dealer,
        phase=state.phase,
        round=state.round_number,
        closing=state.closing,
        held=state.held is not None,
        standstill=standstill,
        called=state.call is not None,
        clock=None if standstill is Standstill.STOPPED else _clock(driver, now),
        limits=state.config.limits,
        chip_unit=state.rules.chip_unit,
        boxes=tuple(_seats(state)),
        waiting=len(state.waiting_list),
        bettors=state.layout.bettors,
        staked=_staked(state) if played is not None else state.layout.staked,
        play=None if played is None else play_view(state, PUBLIC),
        turns=tuple(Turn(one.player, one.box, one.hand, one.bet) for one in asked.decisions[:8]),
        offers=bool(asked.offers),
        choices=bool(asked.choices),
        over=played is not None and waiting.over,
        void=played is not None and played.void,
        returned=sum(line.returned for line in played.lines) if played and played.over else None,
        last=last,
        shoe=_shoe(state),
        ruling=None if ruling is None else ruling_view(ruling),
        cutting=state.handling.cut.asked,
        may_ask_burned=_by_hand(state) and state.handling.unshown,
        burned=tuple(card for one in state.handling.burns if one.shown for card in one.cards),
    )


def ruling_view(one: ManagerRuling) -> RulingView:
    """Without a name: it is the house's word."""
    said = one.ruled
    return RulingView(said.number, said.table, said.round, said.text, one.at_ms)


def _staked(state: TableState) -> int:
    """With what play has added: doubles, splits, insurance, raises. Around a wheel nothing is."""
    assert state.round is not None
    if family(state) == "roulette":
        return state.layout.staked
    return sum(engine.staked(state.round).values())


def _shoe(state: TableState) -> ShoeView | None:
    shoe = state.shoe
    if shoe is None:
        return None
    return ShoeView(shoe.name, shoe.commitment, shoe.size, shoe.used, shoe.cut, len(shoe.entropy))


def _clock(driver: Driver, now: int) -> ClockView | None:
    timer = driver.timer()
    if timer is None:
        return None
    return ClockView(timer.what, max(0, timer.ends - now), timer.of)


def _seats(state: TableState) -> Iterator[BoxView]:
    layout, own = state.layout, bets_at_own_box(state.rules)
    for box in range(1, places(state.rules) + 1):
        seat = state.seats.get(box)
        lies = sum(bet.amount for bet in layout.bets_of(seat)) if own and seat else 0
        yield BoxView(
            number=box,
            seat=seat,
            offered=state.offered_seats.get(box),
            initial=lies or layout.total("initial", box),
            behind=layout.total("behind", box),
            behind_count=layout.count("behind", box),
        )


def play_view(state: TableState, viewer: Viewer) -> Play:
    assert state.round is not None
    view = engine.view(state.round, viewer)
    if isinstance(view, BlackjackView):
        results = _results(view.lines)
        boxes = tuple(_box(state, box, results) for box in view.boxes)
        return BlackjackPlay(boxes, view.dealer, view.dealer_total)
    if isinstance(view, BaccaratView):
        return BaccaratPlay(view.player, view.player_points, view.banker, view.banker_points)
    return RoulettePlay(view.pocket, view.colour)


def _results(lines: tuple[Line, ...]) -> Mapping[tuple[int | None, str], list[Line]]:
    by_box: dict[tuple[int | None, str], list[Line]] = defaultdict(list)
    for line in lines:
        if line.bet == "initial":
            by_box[line.box, line.player].append(line)
    return by_box


def _box(
    state: TableState, box: EngineBox, results: Mapping[tuple[int | None, str], list[Line]]
) -> BoxView:
    behind = {one.player: one.amount for one in box.wagers if one.bet == "behind"}
    seat = state.seats.get(box.number)
    first = next((one.player for one in box.wagers if one.bet == "initial"), "")
    settled = results.get((box.number, box.decider or seat or first), [])
    return BoxView(
        number=box.number,
        seat=seat,
        offered=state.offered_seats.get(box.number),
        decider=box.decider,
        initial=sum(one.amount for one in box.wagers if one.bet == "initial"),
        behind=sum(behind.values()),
        behind_count=len(behind),
        insurance=sum(one.insurance for one in box.wagers),
        even_money=any(one.even_money for one in box.wagers),
        hands=tuple(_hand(hand, behind) for hand in box.hands),
        results=tuple(line.result for line in settled),
    )


def _hand(hand: EngineHand, behind: Collection[str]) -> HandView:
    return HandView(
        cards=hand.cards,
        total=hand.total,
        soft=hand.soft,
        stake=sum(stake.whole for stake in hand.stakes),
        behind=sum(stake.whole for stake in hand.stakes if stake.player in behind),
        blackjack=hand.blackjack,
        bust=hand.bust,
        doubled=hand.doubled,
        surrendered=hand.surrendered,
    )


def result_of(state: TableState) -> LastResult | None:
    """One line for the board, once a round is over."""
    round = state.round
    if round is None or not round.over:
        return None
    return LastResult(state.round_number, outcome(round), round.void, state.shoes)


def board(state: TableState, results: Sequence[LastResult]) -> tuple[LastResult, ...]:
    """The last results; in baccarat the whole shoe, since its roads are made of it."""
    if family(state) == "baccarat":
        return tuple(one for one in results if one.shoe == state.shoes)
    return tuple(results)[-ON_THE_BOARD:]


ON_THE_BOARD = 20


def lobby_table(
    state: TableState,
    players: int,
    last: tuple[LastResult, ...],
    standstill: Standstill | None,
) -> LobbyTable:
    boxes = places(state.rules)
    return LobbyTable(
        table=state.config.id,
        number=state.config.number,
        game=state.config.game,
        title=title(state),
        family=family(state),
        dealt_by=state.config.dealer,
        phase=state.phase,
        round=state.round_number,
        limits=state.config.limits,
        chip_unit=state.rules.chip_unit,
        seats=boxes,
        seats_free=len(free_places(state)),
        waiting=len(state.waiting_list),
        players=players,
        standstill=standstill,
        last=last[-10:],
    )


# For one player ------------------------------------------------------------------------------


class Private:
    """Who is asked what, whose lines are whose, and who has staked how much: told apart once for
    all players."""

    def __init__(self, state: TableState) -> None:
        self.asks: dict[str, tuple[Ask, ...]] = {}
        self.lines: dict[str, list[Line]] = defaultdict(list)
        self.staked: dict[str, int] = {}
        if state.round is None:
            return
        if state.phase is not TablePhase.BETTING and family(state) != "roulette":
            self.staked = engine.staked(state.round)
        for line in state.round.lines:
            self.lines[line.player].append(line)
        if state.phase is not TablePhase.PLAYING or state.held or state.call:
            return
        waiting = engine.waiting(state.round)
        found: dict[str, list[Ask]] = defaultdict(list)
        for one in waiting.decisions:
            found[one.player].append(
                Ask("decision", one.options, one.box, one.hand, one.bet, one.cards)
            )
        for offer in waiting.offers:
            found[offer.player].append(Ask("offer", _answers(offer), offer.box))
        for choice in waiting.choices:
            found[choice.player].append(Ask("choice", choice.options))
        self.asks = {player: tuple(asks) for player, asks in found.items()}


def _answers(offer: Offer) -> tuple[Option, ...]:
    """With a plain no, where one may be said: silence means the same, only later."""
    return (*offer.options, Option(Action.DECLINE)) if offer.declinable else offer.options


class Tray(NamedTuple):
    """A player's chips, and what may be done with them at once."""

    lying: tuple[Bet, ...]
    may_undo: bool
    may_repeat: bool


def you_view(state: TableState, player: str, private: Private, tray: Tray) -> YouView:
    confirmed = state.layout.bets_of(player)
    round = state.round
    lines = tuple(private.lines.get(player, ()))
    playing = state.phase is not TablePhase.BETTING and round is not None
    return YouView(
        table=state.config.id,
        round=state.round_number,
        seats=places_of(state, player),
        may_sit=_may_sit(state, player),
        may_wait=_may_wait(state, player),
        waiting=_place(state, player),
        offered=next((box for box, one in state.offered_seats.items() if one == player), None),
        follow=state.follows.get(player),
        cut=52 * decks_of(state) if state.handling.cut.asked == player else None,
        asked_burned=player in state.handling.askers,
        chips=_chips(tray.lying),
        may_undo=tray.may_undo,
        may_repeat=tray.may_repeat,
        current_bet=private.staked.get(player, sum(bet.amount for bet in tray.lying)),
        confirmed=_chips(confirmed),
        confirmed_bet=sum(bet.amount for bet in confirmed),
        squeezes=tuple(one for one in _squeezes(state) if one.player == player),
        may_squeeze=tuple(_may_squeeze(state, player)),
        staff_bets=by_staff_clause(state),
        consent=next((one for one in _consents(state) if one.player == player), None),
        by_staff=tuple(
            ByStaff(one.by, one.consent, _chips(one.changes))
            for one in state.placed_for
            if one.player == player
        ),
        asked=private.asks.get(player, ()),
        coming=tuple(_coming(state, player)),
        early=tuple(
            EarlyView(box, early.action, early.amount)
            for (who, box), early in sorted(state.early.items())
            if who == player
        ),
        boxes=tuple(_own_boxes(state, player)) if playing else (),
        lines=lines,
        staked=sum(line.stake for line in lines),
        returned=sum(line.returned for line in lines),
    )


def _squeezes(state: TableState) -> Iterator[SqueezeView]:
    for box, asked in sorted(state.squeezes.items()):
        yield SqueezeView(box, asked.player, asked.granted)


def _may_squeeze(state: TableState, player: str) -> Iterator[int]:
    """Boxes that the house may be asked about."""
    for box in {bet.box for bet in state.layout.bets_of(player) if bet.bet == "initial"}:
        with suppress(Refused):
            check_may_ask(state, player, box or 0)
            yield box or 0


def _consents(state: TableState) -> Iterator[ConsentView]:
    for player, consent in state.consents.items():
        yield ConsentView(player, consent.number, consent.instruction)


def requests(state: TableState) -> int:
    """Of players, that somebody of the house has to come for."""
    unanswered = sum(one.granted is None for one in state.squeezes.values())
    return unanswered + len(state.consents)


def _may_sit(state: TableState, player: str) -> bool:
    """Whether a free seat would be given to the player."""
    if not places(state.rules) or state.layout.boxes_of(player, "behind"):
        return False
    return len(places_of(state, player)) < places_for_one(state.rules)


def _may_wait(state: TableState, player: str) -> bool:
    waits = player in state.waiting_list or player in state.offered_seats.values()
    return _may_sit(state, player) and not waits and not free_places(state)


def _place(state: TableState, player: str) -> int | None:
    waiting = state.waiting_list
    return waiting.index(player) + 1 if player in waiting else None


def _coming(state: TableState, player: str) -> Iterator[ComingTurn]:
    """What may be said early: of the boxes whose turn it is not yet, what their cards allow."""
    round = state.round
    if not isinstance(round, blackjack.Round) or state.phase is not TablePhase.PLAYING:
        return
    if state.call is not None:
        return
    now = turn(round) if round.phase is Phase.PLAY else awaited(round)
    for index, box in enumerate(round.boxes):
        hand = next((one for one in box.hands if has_turn(round, box, one)), None)
        if box.decider == player and hand is not None and (now is None or now[0] != index):
            actions = tuple(one.action for one in options(round, box, hand))
            yield ComingTurn(box.number, actions)


def _chips(bets: tuple[Bet, ...]) -> tuple[Chip, ...]:
    return tuple(Chip(bet.bet, bet.amount, bet.box) for bet in bets)


def _own_boxes(state: TableState, player: str) -> Iterator[BoxView]:
    """R20, BJ5 3.12: the owner looks at cards that lie face down for everyone else."""
    round = state.round
    hidden = [
        box
        for box in getattr(round, "boxes", ())
        if box.owner == player and not all(hand.face_up for hand in box.hands)
    ]
    if not hidden:
        return
    numbers = {box.number for box in hidden}
    play = play_view(state, Viewer.of(player))
    assert isinstance(play, BlackjackPlay)
    yield from (box for box in play.boxes if box.number in numbers)


# For the house's people ----------------------------------------------------------------------


def staff_view(state: TableState, deeds: tuple[DoneDeed, ...]) -> StaffView:
    round = state.round
    playing = round is not None and state.phase is not TablePhase.BETTING
    told = guide(state) if state.config.dealer is DealerKind.HUMAN else None
    bets = state.layout.bets[:MOST_LISTED]
    # R20: whoever deals a card face down does not look at it either.
    play = play_view(state, PUBLIC) if playing else None
    return StaffView(
        table=state.config.id,
        round=state.round_number,
        guide=told,
        rulings=rulings_now(state),
        errors=state.handling.errors,
        burns=tuple(
            BurnView(one.round, one.count, one.why, one.by, one.error, one.shown)
            for one in state.handling.burns
        ),
        burns_asked=state.handling.askers,
        burns_unseen=state.handling.unseen,
        cut=_cut(state),
        call=state.call.text if state.call else None,
        void_causes=void_causes_now(state),
        bets=tuple(_in_boxes(state, on_the_felt(bets, round if playing else None))),
        squeezes=tuple(_squeezes(state)),
        consents=tuple(_consents(state)),
        places=engine.spots(state.rules) if state.consents else {},
        boxes=play.boxes if isinstance(play, BlackjackPlay) else (),
        deeds=deeds,
        cards_seen=sum(state.seen.values()),
        terms=_terms(state.config),
        next_terms=_terms(state.next_config) if state.next_config else None,
    )


def _in_boxes(state: TableState, chips: Iterable[SpotChips]) -> Iterator[SpotChips]:
    """NKB 2.1.2: where each player bets in a box of their own, that is where the chips lie."""
    own = {player: box for box, player in state.seats.items()}
    for one in chips:
        yield replace(one, box=own.get(one.player)) if bets_at_own_box(state.rules) else one


def _by_hand(state: TableState) -> bool:
    return state.config.dealer is DealerKind.HUMAN and decks_of(state) > 0


def _cut(state: TableState) -> CutView | None:
    if not _by_hand(state):
        return None
    cut = state.handling.cut
    return CutView(cut.asked, next_to_cut(state), cut.by, cut.position, 52 * decks_of(state))


def _terms(config: TableConfig) -> Terms:
    return Terms(config.limits, config.clocks, config.settings)


MOST_LISTED = 400
"""Bets listed one by one to the dealer; a wheel with thousands is told by its totals."""
