"""Every chip on the felt: what was bet, what play has added, and what goes back."""

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from croupier.games import baccarat, blackjack
from croupier.games.baccarat.rules import ANTES
from croupier.games.baccarat.settlement import raise_of
from croupier.games.blackjack.state import Box, Stake
from croupier.games.engine import Round
from croupier.games.layout import Bet
from croupier.games.lines import Result
from croupier.wire.views import SpotChips


def on_the_felt(bets: Iterable[Bet], round: Round | None) -> tuple[SpotChips, ...]:
    """The bets of a layout, and of the round that is played with them what it has added."""
    laid = [SpotChips(bet.player, bet.bet, bet.amount, bet.box) for bet in bets]
    match round:
        case blackjack.Round():
            return tuple(_marked(round, (*_by_hand(round, laid), *_added(round))))
        case baccarat.Round():
            return (*laid, *_raised(round))
        case _:
            return tuple(laid)


def _raised(round: baccarat.Round) -> Iterator[SpotChips]:
    for bet in round.bets:
        if (bet.player, bet.bet) in round.raised:
            yield SpotChips(bet.player, ANTES[bet.bet], raise_of(round, bet), None)


# A blackjack round -------------------------------------------------------------------------------


def _by_hand(round: blackjack.Round, laid: list[SpotChips]) -> Iterator[SpotChips]:
    """Once a box is split, with the hand each main bet lies on."""
    where: dict[tuple[str, str, int | None], int] = {
        (wager.player, wager.bet, box.number): number
        for box in round.boxes
        if len(box.hands) > 1
        for wager in box.wagers
        for number, _ in _stakes(box, wager.player)[:1]
    }
    for one in laid:
        yield replace(one, hand=where.get((one.player, one.bet, one.box)))


def _added(round: blackjack.Round) -> Iterator[SpotChips]:
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


def _marked(round: blackjack.Round, chips: Iterable[SpotChips]) -> Iterator[SpotChips]:
    """With what goes back. A stake has one line, whatever was added to it."""
    bets = {(wager.player, box.number): wager.bet for box in round.boxes for wager in box.wagers}
    gone = {one.player for box in round.boxes for one in box.wagers if one.withdrawn}
    left: Counter[tuple[str, str, int | None, int]] = Counter()
    for line in round.lines:
        if line.result in (Result.RETURNED, Result.VOID):
            left[line.player, line.bet, line.box, line.hand or 1] += line.stake
    for one in chips:
        added = one.bet in ("split", "double")
        bet = bets[one.player, one.box or 0] if added else one.bet
        key = one.player, bet, one.box, one.hand or 1
        back = min(left[key], one.amount)
        left[key] -= back
        yield replace(one, back=back, withdrawn=bool(back) and one.player in gone)
