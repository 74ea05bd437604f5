"""What is shown of a round of blackjack: boxes, hands, and the chips that play has added."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from msgspec.structs import replace

from croupier.engine import protocol as engine
from croupier.engine.lines import Line, Result
from croupier.engine.viewer import Viewer
from croupier.games.blackjack.engine import BlackjackView, Round
from croupier.games.blackjack.engine.play import awaited, options
from croupier.games.blackjack.engine.state import Box, Phase, Stake, has_turn, turn
from croupier.games.blackjack.engine.view import BoxView as EngineBox
from croupier.games.blackjack.engine.view import HandView as EngineHand
from croupier.server.family import FamilyViews
from croupier.table.state import TableState
from croupier.wire.views import BlackjackPlay, BoxView, ComingTurn, HandView, Play, SpotChips


class BlackjackViews(FamilyViews[Round]):
    def play(self, state: TableState, round: Round, viewer: Viewer) -> BlackjackPlay:
        seen = engine.view(round, viewer)
        assert isinstance(seen, BlackjackView)
        results = _results(seen.lines)
        boxes = tuple(_box(state, box, results) for box in seen.boxes)
        return BlackjackPlay(boxes, seen.dealer, seen.dealer_total)

    def boxes(self, play: Play) -> tuple[BoxView, ...]:
        assert isinstance(play, BlackjackPlay)
        return play.boxes

    def chips(self, laid: Iterable[SpotChips], round: Round) -> Iterator[SpotChips]:
        return _marked(round, (*_by_hand(round, laid), *_added(round)))

    def coming(self, state: TableState, round: Round, player: str) -> Iterator[ComingTurn]:  # noqa: ARG002
        """Of the boxes whose turn it is not yet, what their cards allow."""
        now = turn(round) if round.phase is Phase.PLAY else awaited(round)
        for index, box in enumerate(round.boxes):
            hand = next((hand for hand in box.hands if has_turn(round, box, hand)), None)
            if box.decider == player and hand is not None and (now is None or now[0] != index):
                actions = tuple(option.action for option in options(round, box, hand))
                yield ComingTurn(box.number, actions)

    def own_boxes(self, state: TableState, round: Round, player: str) -> Iterator[BoxView]:
        """R20, BJ5 3.12: the owner looks at cards that lie face down for everyone else."""
        hidden = {
            box.number
            for box in round.boxes
            if box.owner == player and not all(hand.face_up for hand in box.hands)
        }
        if hidden:
            play = self.play(state, round, Viewer.of(player))
            yield from (box for box in play.boxes if box.number in hidden)


# Boxes and hands ---------------------------------------------------------------------------------


def _results(lines: tuple[Line, ...]) -> Mapping[tuple[int | None, str], list[Line]]:
    by_box: dict[tuple[int | None, str], list[Line]] = defaultdict(list)
    for line in lines:
        if line.bet == "initial":
            by_box[line.box, line.player].append(line)
    return by_box


def _box(
    state: TableState, box: EngineBox, results: Mapping[tuple[int | None, str], list[Line]]
) -> BoxView:
    behind = {wager.player: wager.amount for wager in box.wagers if wager.bet == "behind"}
    seat = state.seats.get(box.number)
    first = next((wager.player for wager in box.wagers if wager.bet == "initial"), "")
    settled = results.get((box.number, box.decider or seat or first), [])
    return BoxView(
        number=box.number,
        seat=seat,
        offered=state.offered_seats.get(box.number),
        decider=box.decider,
        initial=sum(wager.amount for wager in box.wagers if wager.bet == "initial"),
        behind=sum(behind.values()),
        behind_count=len(behind),
        insurance=sum(wager.insurance for wager in box.wagers),
        even_money=any(wager.even_money for wager in box.wagers),
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


# Chips ----------------------------------------------------------------------------------------


def _by_hand(round: Round, laid: Iterable[SpotChips]) -> Iterator[SpotChips]:
    """Once a box is split, with the hand each main bet lies on."""
    where: dict[tuple[str, str, int | None], int] = {
        (wager.player, wager.bet, box.number): number
        for box in round.boxes
        if len(box.hands) > 1
        for wager in box.wagers
        for number, _ in _stakes(box, wager.player)[:1]
    }
    for chip in laid:
        yield replace(chip, hand=where.get((chip.player, chip.bet, chip.box)))


def _added(round: Round) -> Iterator[SpotChips]:
    for box in round.boxes:
        split = len(box.hands) > 1
        for wager in box.wagers:
            player, number = wager.player, box.number
            for index, (hand, stake) in enumerate(_stakes(box, player)):
                which = hand if split else None
                if index:
                    yield SpotChips(player, "split", stake.amount, number, which)
                if stake.added:
                    yield SpotChips(player, "double", stake.added, number, which)
            if wager.insurance:
                yield SpotChips(player, "insurance", wager.insurance, number)


def _stakes(box: Box, player: str) -> list[tuple[int, Stake]]:
    """The player's, and the number of the hand each lies on; the first is the bet itself."""
    stakes = ((number, hand.stake_of(player)) for number, hand in enumerate(box.hands, 1))
    return [(number, stake) for number, stake in stakes if stake is not None]


def _marked(round: Round, chips: Iterable[SpotChips]) -> Iterator[SpotChips]:
    """With what goes back. A stake has one line, whatever was added to it."""
    bets = {(wager.player, box.number): wager.bet for box in round.boxes for wager in box.wagers}
    gone = {wager.player for box in round.boxes for wager in box.wagers if wager.withdrawn}
    left: Counter[tuple[str, str, int | None, int]] = Counter()
    for line in round.lines:
        if line.result in (Result.RETURNED, Result.VOID):
            left[line.player, line.bet, line.box, line.hand or 1] += line.stake
    for chip in chips:
        added = chip.bet in ("split", "double")
        bet = bets[chip.player, chip.box or 0] if added else chip.bet
        key = chip.player, bet, chip.box, chip.hand or 1
        back = min(left[key], chip.amount)
        left[key] -= back
        yield replace(chip, back=back, withdrawn=bool(back) and chip.player in gone)
