"""From a table to what a viewer may see of it: the only way table knowledge leaves the house.

Everything is taken from the engine's own views, so a hidden card is not in any of it. What is sent
to all is made once, and its size does not grow with the number of bettors.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from msgspec.structs import replace

from croupier.engine import protocol as engine
from croupier.engine.inputs import Action
from croupier.engine.layout import Bet
from croupier.engine.lines import Line
from croupier.engine.protocol import Round
from croupier.engine.viewer import PUBLIC, Viewer
from croupier.engine.waiting import Offer, Option, Waiting
from croupier.house.floor.book import ManagerRuling
from croupier.house.records.families import outcome
from croupier.house.records.round_entry import RoundEntry
from croupier.kit.errors import Refused
from croupier.notices.families import family_notices
from croupier.server.families import family_views
from croupier.story.ruling_preview import choices_end
from croupier.table.camera_stream import CameraStream, StreamKind
from croupier.table.commands import Actor, TableRole, TakeBack, WithdrawRuling
from croupier.table.config import DealerKind, TableConfig
from croupier.table.driver import TableDriver
from croupier.table.early_close import awaited, may_deal_now
from croupier.table.guide import announced, guide
from croupier.table.judge import may
from croupier.table.judging.handling import next_to_cut
from croupier.table.judging.requests import by_staff_clause
from croupier.table.judging.squeeze import check_may_ask
from croupier.table.places import free_places, places_of
from croupier.table.rulings import (
    burned_after_error,
    clauses_behind,
    name_of,
    rulings_now,
    void_causes_now,
)
from croupier.table.short_boxes import short_boxes
from croupier.table.state import AWAITS_CARD, ShoeInUse, TablePhase, TableState
from croupier.wire.hands import BoxView
from croupier.wire.views import (
    Ask,
    BurnView,
    ByStaff,
    Chip,
    ClockView,
    ComingTurn,
    ConsentView,
    CutView,
    EarlyView,
    LastResult,
    LobbyTable,
    Play,
    RulingView,
    ShoeView,
    SpotChips,
    SpotTerms,
    SqueezeView,
    StaffEvent,
    StaffView,
    Standstill,
    StreamView,
    TableView,
    Terms,
    Turn,
    YouView,
)


def title(state: TableState) -> str:
    return state.config.title or state.rules.title


# For everyone --------------------------------------------------------------------------------


def table_view(
    state: TableState,
    clock: ClockView | None,
    last: tuple[LastResult, ...],
    *,
    standstill: Standstill | None,
    ruling: ManagerRuling | None = None,
    stream: CameraStream | None = None,
) -> TableView:
    round = state.round
    waiting = state.waiting
    # While it is held, or the pit is called, the table waits for the pit alone.
    asked = Waiting() if state.held or state.call else waiting
    betting = state.phase is TablePhase.BETTING
    played = None if round is None or betting else round
    return TableView(
        table=state.config.id,
        number=state.config.number,
        game=state.config.game,
        family=state.rules.family,
        title=title(state),
        felt=state.config.felt,
        stream=None if stream is None else stream_view(state.config.id, stream),
        staged=state.config.staged,
        dealt_by=state.config.dealer,
        dealer=state.dealer,
        phase=state.phase,
        round=state.round_number,
        closing=state.closing,
        held=state.held is not None,
        standstill=standstill,
        called=state.call is not None,
        clock=None if standstill is Standstill.STOPPED else clock,
        limits=state.config.limits,
        chip_unit=state.rules.chip_unit,
        terms=state.terms,
        boxes=tuple(_seats(state)),
        waiting=len(state.waiting_list),
        bettors=state.layout.bettors,
        staked=_staked(state) if played is not None else state.layout.staked,
        closes_early=state.config.closes_early,
        finished=len(state.finished_betting) if betting else 0,
        awaited=len(awaited(state)) if betting and state.config.closes_early else 0,
        play=None if played is None else play_view(state, PUBLIC),
        turns=tuple(
            Turn(decision.player, decision.box, decision.hand, decision.bet)
            for decision in asked.decisions[:8]
        ),
        offers=bool(asked.offers),
        choices=bool(asked.choices),
        announced=None if played is None else announced(played, waiting),
        over=played is not None and waiting.over,
        void=played is not None and played.void,
        returned=sum(line.returned for line in played.lines) if played and played.over else None,
        last=last,
        shoe=_shoe(state.shoe),
        ruling=None if ruling is None else ruling_view(ruling),
        cutting=state.handling.cut.asked,
        may_ask_burned=_by_hand(state) and state.handling.unshown,
        burned=tuple(card for burn in state.handling.burns if burn.shown for card in burn.cards),
        smallest_bet=_smallest_bet(state),
        next_shoe=_shoe(state.next_shoe),
    )


def _smallest_bet(state: TableState) -> int:
    rules, limits = state.rules, state.config.limits
    # R8, BJ5 5.2: the minimum of a box is shared by all who bet on it.
    if rules.shares_boxes:
        return rules.chip_unit
    # R3a: side bets have a minimum of their own.
    if all(map(rules.is_main, engine.spots(rules))):
        return limits.min
    return min(limits.min, limits.side_min or rules.chip_unit)


def stream_view(table: str, stream: CameraStream) -> StreamView:
    console = stream.kind is StreamKind.CONSOLE
    return StreamView(stream.kind, f"/api/tables/{table}/picture" if console else stream.url)


def ruling_view(ruling: ManagerRuling) -> RulingView:
    """Without a name: it is the house's word."""
    ruled = ruling.ruled
    return RulingView(ruled.number, ruled.table, ruled.round, ruled.text, ruling.at_ms)


def _staked(state: TableState) -> int:
    """With what play has added: doubles, splits, insurance, raises."""
    assert state.round is not None
    if not state.rules.stakes_grow:
        return state.layout.staked
    return sum(engine.staked(state.round).values())


def _shoe(shoe: ShoeInUse | None) -> ShoeView | None:
    if shoe is None:
        return None
    terms = shoe.terms
    return ShoeView(
        shoe.name,
        shoe.commitment,
        shoe.size,
        shoe.used,
        shoe.fresh,
        len(shoe.entropy),
        shoe.ready,
        terms.window if terms else 0,
        terms.squarings if terms else 0,
        shoe.digest,
        shoe.cut,
    )


def clock_view(driver: TableDriver, now: int, order_due_ms: int | None = None) -> ClockView | None:
    if order_due_ms is not None:
        return ClockView("order", order_due_ms, order_due_ms)
    timer = driver.timer()
    if timer is None:
        return None
    return ClockView(timer.what, max(0, timer.ends - now), timer.of)


def _seats(state: TableState) -> Iterator[BoxView]:
    layout, rules, own = state.layout, state.rules, state.rules.bets_at_own_box
    short = short_boxes(state)
    for box in range(1, state.rules.places + 1):
        seat = state.seats.get(box)
        lies = sum(bet.amount for bet in layout.bets_of(seat)) if own and seat else 0
        yield BoxView(
            number=box,
            seat=seat,
            offered=state.offered_seats.get(box),
            initial=lies or layout.total(rules.box_bet, box),
            missing=short.get(box, 0),
            behind=layout.total(rules.behind_bet, box),
            behind_count=layout.count(rules.behind_bet, box),
        )


def play_view(state: TableState, viewer: Viewer) -> Play:
    assert state.round is not None
    return family_views(state.rules).play(state, state.round, viewer)


def result_of(state: TableState) -> LastResult | None:
    """One line for the board, once a round is over."""
    round = state.round
    if round is None or not round.over:
        return None
    return LastResult(state.round_number, outcome(round), round.void, state.shoes)


def last_result(entry: RoundEntry) -> LastResult:
    """The same, of a round the books tell of."""
    return LastResult(entry.number, entry.result, entry.void, entry.shoe)


def board(state: TableState, results: Sequence[LastResult]) -> tuple[LastResult, ...]:
    """The last results; those of the whole shoe, where its roads are made of them."""
    if state.rules.has_roads:
        return tuple(result for result in results if result.shoe == state.shoes)
    return tuple(results)[-ON_THE_BOARD:]


ON_THE_BOARD = 20


def spot_terms(state: TableState) -> tuple[SpotTerms, ...]:
    rules, limits = state.rules, state.config.limits
    side_max = limits.max if limits.side_max is None else limits.side_max
    return tuple(
        SpotTerms(bet, on_box, rules.chip_unit, limits.max if rules.is_main(bet) else side_max)
        for bet, on_box in engine.spots(rules).items()
    )


def lobby_table(
    state: TableState,
    players: int,
    last: tuple[LastResult, ...],
    standstill: Standstill | None,
) -> LobbyTable:
    boxes = state.rules.places
    return LobbyTable(
        table=state.config.id,
        number=state.config.number,
        game=state.config.game,
        title=title(state),
        family=state.rules.family,
        felt=state.config.felt,
        language=state.config.language,
        staged=state.config.staged,
        dealt_by=state.config.dealer,
        dealer=state.dealer,
        in_short=family_notices(state.rules).in_short(state.rules),
        betting_ms=state.config.clocks.betting,
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


class PlayerParts:
    """Who is asked what, whose lines are whose, and who has staked how much: told apart once for
    all players."""

    def __init__(self, state: TableState) -> None:
        self.asks: dict[str, tuple[Ask, ...]] = {}
        self.lines: dict[str, list[Line]] = defaultdict(list)
        self.staked: dict[str, int] = {}
        if state.round is None:
            return
        if state.phase is not TablePhase.BETTING and state.rules.stakes_grow:
            self.staked = engine.staked(state.round)
        for line in state.round.lines:
            self.lines[line.player].append(line)
        if state.phase is not TablePhase.PLAYING or state.held or state.call:
            return
        waiting = state.waiting
        asks_by_player: dict[str, list[Ask]] = defaultdict(list)
        for decision in waiting.decisions:
            asks_by_player[decision.player].append(
                Ask(
                    "decision",
                    decision.options,
                    decision.box,
                    decision.hand,
                    decision.bet,
                    decision.cards,
                    None if decision.cards else state.rules.silence,
                )
            )
        for offer in waiting.offers:
            asks_by_player[offer.player].append(Ask("offer", _answers(offer), offer.box))
        for choice in waiting.choices:
            asks_by_player[choice.player].append(
                Ask("choice", choice.options, silence=Action.CONTINUE)
            )
        self.asks = {player: tuple(asks) for player, asks in asks_by_player.items()}


def _answers(offer: Offer) -> tuple[Option, ...]:
    """With a plain no, where one may be said: silence means the same, only later."""
    return (*offer.options, Option(Action.DECLINE)) if offer.declinable else offer.options


def you_view(state: TableState, player: str, private: PlayerParts) -> YouView:
    confirmed = state.layout.bets_of(player)
    round = state.round
    lines = tuple(private.lines.get(player, ()))
    family = family_views(state.rules)
    playing = state.phase is not TablePhase.BETTING and round is not None
    return YouView(
        table=state.config.id,
        round=state.round_number,
        seats=places_of(state, player),
        may_sit=_may_sit(state, player),
        may_wait=_may_wait(state, player),
        waiting=_place(state, player),
        offered=_offered(state, player),
        follow=state.follows.get(player),
        cut=52 * state.rules.deck_count if state.handling.cut.asked == player else None,
        cut_clause=state.rules.topics["cut-offered"],
        asked_burned=player in state.handling.askers,
        confirmed=_chips(confirmed),
        finished=player in state.finished_betting,
        current_bet=private.staked.get(player, sum(bet.amount for bet in confirmed)),
        last_bets=_chips(state.last_bets.get(player, ())),
        squeezes=_own_squeezes(state, player) if state.squeezes else (),
        may_squeeze=tuple(_may_squeeze(state, player)),
        staff_bets=by_staff_clause(state),
        consent=_consent(state, player),
        by_staff=_by_staff(state, player) if state.placed_for else (),
        asked=private.asks.get(player, ()),
        coming=tuple(_coming(state, player)),
        early=_early(state, player) if state.early else (),
        boxes=tuple(family.own_boxes(state, round, player)) if playing else (),
        lines=lines,
        staked=sum(line.stake for line in lines),
        returned=sum(line.returned for line in lines),
    )


def deals_now(state: TableState, player: str) -> bool:
    """R33: whether betting closes as soon as this player has finished, if nobody else is here."""
    betting = state.phase is TablePhase.BETTING and state.config.closes_early
    return betting and may_deal_now(state, player)


def _offered(state: TableState, player: str) -> int | None:
    """The seat that is offered to the player."""
    for box, waits in state.offered_seats.items():
        if waits == player:
            return box
    return None


def _own_squeezes(state: TableState, player: str) -> tuple[SqueezeView, ...]:
    return tuple(squeeze for squeeze in _squeezes(state) if squeeze.player == player)


def _consent(state: TableState, player: str) -> ConsentView | None:
    given = state.consents.get(player)
    return ConsentView(player, given.number, given.instruction) if given else None


def _by_staff(state: TableState, player: str) -> tuple[ByStaff, ...]:
    return tuple(
        ByStaff(placed.by, placed.consent, _chips(placed.changes))
        for placed in state.placed_for
        if placed.player == player
    )


def _early(state: TableState, player: str) -> tuple[EarlyView, ...]:
    return tuple(
        EarlyView(box, early.action, early.amount)
        for (who, box), early in sorted(state.early.items())
        if who == player
    )


def _squeezes(state: TableState) -> Iterator[SqueezeView]:
    for box, request in sorted(state.squeezes.items()):
        yield SqueezeView(box, request.player, request.granted)


def _may_squeeze(state: TableState, player: str) -> Iterator[int]:
    """Boxes that the house may be asked about."""
    taken = state.rules.box_bet
    for box in {bet.box for bet in state.layout.bets_of(player) if bet.bet == taken}:
        with suppress(Refused):
            check_may_ask(state, player, box or 0)
            yield box or 0


def _consents(state: TableState) -> Iterator[ConsentView]:
    for player, consent in state.consents.items():
        yield ConsentView(player, consent.number, consent.instruction)


def requests(state: TableState) -> int:
    """Of players, that somebody of the house has to come for."""
    unanswered = sum(squeeze.granted is None for squeeze in state.squeezes.values())
    return unanswered + len(state.consents)


def _may_sit(state: TableState, player: str) -> bool:
    """Whether a free seat would be given to the player."""
    if not state.rules.places or state.layout.boxes_of(player, state.rules.behind_bet):
        return False
    return len(places_of(state, player)) < state.rules.places_for_one


def _may_wait(state: TableState, player: str) -> bool:
    waits = player in state.waiting_list or player in state.offered_seats.values()
    return _may_sit(state, player) and not waits and not free_places(state)


def _place(state: TableState, player: str) -> int | None:
    waiting = state.waiting_list
    return waiting.index(player) + 1 if player in waiting else None


def _coming(state: TableState, player: str) -> Iterator[ComingTurn]:
    if state.round is None or state.phase is not TablePhase.PLAYING or state.call is not None:
        return iter(())
    return family_views(state.rules).coming(state, state.round, player)


def _chips(bets: tuple[Bet, ...]) -> tuple[Chip, ...]:
    return tuple(Chip(bet.bet, bet.amount, bet.box) for bet in bets)


# For the house's people ----------------------------------------------------------------------


_PIT = Actor("pit", TableRole.PIT)


def staff_view(state: TableState, events: tuple[StaffEvent, ...]) -> StaffView:
    round = state.round
    playing = round is not None and state.phase is not TablePhase.BETTING
    guidance = guide(state) if state.config.dealer is DealerKind.HUMAN else None
    # R20: whoever deals a card face down does not look at it either.
    play = play_view(state, PUBLIC) if playing else None
    return StaffView(
        table=state.config.id,
        round=state.round_number,
        guide=guidance,
        rulings=rulings_now(state),
        clauses=clauses_behind(state.rules),
        errors=state.handling.errors,
        burns=tuple(
            BurnView(burn.round, burn.count, burn.why, burn.by, burn.error, burn.shown, burn.reason)
            for burn in state.handling.burns
        ),
        burned_after_error=burned_after_error(state.rules),
        burns_asked=state.handling.askers,
        burns_unseen=state.handling.unseen,
        cut=_cut(state),
        call=state.call.text if state.call else None,
        void_causes=void_causes_now(state),
        may_take_back=may(state, _PIT, TakeBack()),
        ruling_to_withdraw=_ruling_to_withdraw(state),
        bets=tuple(_in_boxes(state, _on_the_felt(state, round if playing else None))),
        squeezes=tuple(_squeezes(state)),
        consents=tuple(_consents(state)),
        places=engine.spots(state.rules) if state.consents else {},
        boxes=() if play is None else family_views(state.rules).boxes(play),
        events=events,
        cards_seen=sum(state.seen.values()),
        cards_left=state.left_in_shoe,
        terms=_terms(state.config),
        next_terms=_terms(state.next_config) if state.next_config else None,
        choices_end=choices_end(state.config.dealer, round) if playing and round else None,
    )


def _ruling_to_withdraw(state: TableState) -> str:
    last = state.last_step
    if last is None or not may(state, _PIT, WithdrawRuling()):
        return ""
    assert isinstance(last.fact.input, AWAITS_CARD)
    return name_of(last.fact.input)


def _on_the_felt(state: TableState, round: Round | None) -> Iterable[SpotChips]:
    """Every chip; of a round that is played what it has added, too."""
    bets = state.layout.bets[:MOST_LISTED]
    laid = [SpotChips(bet.player, bet.bet, bet.amount, bet.box) for bet in bets]
    return laid if round is None else family_views(state.rules).chips(laid, round)


def _in_boxes(state: TableState, chips: Iterable[SpotChips]) -> Iterator[SpotChips]:
    """NKB 2.1.2: where each player bets in a box of their own, that is where the chips lie."""
    own = {player: box for box, player in state.seats.items()}
    for chip in chips:
        yield replace(chip, box=own.get(chip.player)) if state.rules.bets_at_own_box else chip


def _by_hand(state: TableState) -> bool:
    return state.config.dealer is DealerKind.HUMAN and state.rules.deck_count > 0


def _cut(state: TableState) -> CutView | None:
    if not _by_hand(state):
        return None
    cut = state.handling.cut
    return CutView(cut.asked, next_to_cut(state), cut.by, cut.position, 52 * state.rules.deck_count)


def _terms(config: TableConfig) -> Terms:
    clocks = config.clocks
    if config.closes_early:
        clocks = replace(clocks, min_betting=config.min_betting)
    return Terms(config.limits, clocks, config.settings)


MOST_LISTED = 400
"""Bets listed one by one to the dealer; a wheel with thousands is told by its totals."""
