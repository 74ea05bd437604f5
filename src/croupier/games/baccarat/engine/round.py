"""The three questions of a coup: what does it wait for, what comes next, who sees what.

Obeyed here: NKB 1.1, 1.8, 5.1.
"""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from croupier.engine.inputs import (
    Act,
    Action,
    Adjust,
    Burn,
    CardDealt,
    Input,
    Interrupt,
    Misdeal,
    OffersClosed,
    Ruling,
    SettlementHeld,
    Together,
    Void,
    VoidReason,
)
from croupier.engine.irregular import adjustment, check_capacity, check_unfinished, voids_settled
from croupier.engine.layout import Bet
from croupier.engine.lines import Line, Result, lose, void
from croupier.engine.reconstruction import check_moves
from croupier.engine.standing import Fate, Standing, established, fate
from croupier.engine.viewer import Viewer, own_bets, visible_waiting
from croupier.engine.waiting import CardDue, Decision, Option, Waiting
from croupier.games.baccarat.engine.reconstruction import check_move, laid_cards
from croupier.games.baccarat.engine.rules import ANTES
from croupier.games.baccarat.engine.settlement import complete, judge_pair, raise_of
from croupier.games.baccarat.engine.state import Round
from croupier.games.baccarat.engine.table_of_play import hand_points, next_to_draw
from croupier.kit.cards import Card
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words

VOID_CAUSES = tuple(VoidReason)
"""R24, R26: a wrong number of cards too, where it cannot be put right."""


class BaccaratView(msgspec.Struct, frozen=True, tag_field="game", tag="baccarat"):
    variant: str
    bets: tuple[Bet, ...]
    """The viewer's own; the house sees all."""
    raised: tuple[str, ...]
    """Which of the viewer's own antes were raised."""
    folded: tuple[str, ...]
    player: tuple[Card, ...]
    player_points: int
    banker: tuple[Card, ...]
    banker_points: int
    waiting: Waiting
    lines: tuple[Line, ...]
    over: bool
    void: bool


def waiting(round: Round) -> Waiting:
    if round.over:
        return Waiting(over=True, rulings=("adjust",) if round.void else ("void", "adjust"))
    rulings = ("void", "interrupt", "misdeal", "burn")
    if round.discard:
        return Waiting(card=CardDue("discard"), rulings=rulings)
    if round.undecided:
        return Waiting(round.undecided, rulings=rulings)
    to = next_to_draw(round.player, round.banker)
    if to is None:
        return Waiting(rulings=rulings, settlement=True)
    return Waiting(card=CardDue(to), rulings=(*rulings, "together"))


def _ask_antes(round: Round) -> Round:
    """NKB 3.4: once the first card lies on "Up The Ante", every ante is raised or folded."""
    asked = []
    for bet in round.bets:
        if bet.bet in ANTES:
            amount = raise_of(round, bet)
            options = (Option(Action.RAISE, amount, amount), Option(Action.FOLD))
            asked.append(Decision(bet.player, options, bet=bet.bet))
    return replace(round, undecided=tuple(asked))


def step(round: Round, input: Input) -> Round:
    if isinstance(input, Ruling):
        return _settle_if_complete(_rule(round, input))
    if round.over:
        raise Refused(
            Code.ILLEGAL_ACTION, words("the coup is over"), round.rules.topics["finished"]
        )
    if isinstance(input, CardDealt):
        return _settle_if_complete(_card(round, input.card))
    if isinstance(input, Act):
        return _act(round, input)
    if isinstance(input, SettlementHeld):
        return replace(round, held=True)
    if isinstance(input, OffersClosed) and _all_cards_out(round):
        # It was held: otherwise the last card would have settled it.
        return _settle_if_complete(replace(round, held=False))
    raise Refused(Code.ILLEGAL_ACTION, words("that has no meaning in baccarat"))


def _all_cards_out(round: Round) -> bool:
    return not round.discard and next_to_draw(round.player, round.banker) is None


def _settle_if_complete(round: Round) -> Round:
    """R21: a coup once begun is dealt out, whatever is left to win, and then settled."""
    if round.over or round.held or not _all_cards_out(round):
        return round
    return complete(round)


def _card(round: Round, card: Card) -> Round:
    due = waiting(round).card
    if due is None:
        raise Refused(
            Code.ILLEGAL_ACTION,
            words("no card is due: {card:card} has no place", card=card),
            round.rules.topics["ante-decision"] if round.undecided else None,
        )
    if due.to == "discard":
        return replace(round, discard=round.discard - 1, out=(*round.out, card))
    if due.to == "player":
        round = replace(round, player=(*round.player, card))
        return _ask_antes(round) if len(round.player) == 1 else round
    return replace(round, banker=(*round.banker, card))


def _act(round: Round, act: Act) -> Round:
    """NKB 3.4, R23: each ante is decided for itself, in any order; a missed decision folds."""
    key = act.player, act.bet or ""
    asked = next((ante for ante in round.undecided if (ante.player, ante.bet) == key), None)
    if asked is None or act.action not in (Action.RAISE, Action.FOLD, Action.TIMEOUT):
        raise Refused(
            Code.ILLEGAL_ACTION,
            words(
                "{player} has no ante for which {action:action} is awaited",
                player=act.player,
                action=act.action,
            ),
            round.rules.topics["ante-decision"],
        )
    exactly = asked.options[0].most
    if act.action is Action.RAISE and act.amount not in (None, exactly):
        raise Refused(
            Code.LIMIT,
            words("the raise is {amount:amount}, no more and no less", amount=exactly or 0),
            round.rules.topics["ante-decision"],
        )
    round = replace(round, undecided=tuple(ante for ante in round.undecided if ante is not asked))
    if act.action is Action.RAISE:
        return replace(round, raised=round.raised | {key})
    ante = next(bet for bet in round.bets if (bet.player, bet.bet) == key)
    line = lose(round.rules.topics["ante-folded"]).line(ante.player, ante.bet, ante.amount)
    return replace(round, folded=round.folded | {key}, lines=(*round.lines, line))


def _rule(round: Round, ruling: Ruling) -> Round:
    check_capacity(ruling)
    cite = round.rules.topics
    if isinstance(ruling, Adjust):
        players = frozenset(bet.player for bet in round.bets) | {
            line.player for line in round.returned
        }
        line = adjustment(round.over, players, ruling, cite["adjusted"])
        return replace(round, lines=(*round.lines, line))
    if not voids_settled(round.void, ruling):
        check_unfinished(round.over, ruling, cite["finished"])
    if isinstance(ruling, Void):
        return voided(round, cite[f"void-{ruling.reason}"])
    if isinstance(ruling, Interrupt):
        # R4: it goes on if anything is decided, else there was no coup.
        return round if established(standings(round)) else voided(round, cite["interrupted"])
    if isinstance(ruling, Misdeal):
        # NKB 5.1.2, R24: put back into order and dealt on, or void.
        check_moves(ruling, laid_cards(round), lambda move: check_move(round, move))
        return round if ruling.reconstructed else voided(round, cite["misdeal"])
    if isinstance(ruling, Burn) and ruling.count > 0:
        return replace(round, discard=round.discard + ruling.count)
    if isinstance(ruling, Together) and len(ruling.cards) > 1 and waiting(round).card is not None:
        # R29: no player holds these hands, so as on a dealer's hand the cards are thrown away.
        return replace(round, out=(*round.out, *ruling.cards))
    raise Refused(
        Code.ILLEGAL_ACTION, f"{type(ruling).__name__.lower()} has no place here", cite["misdeal"]
    )


def voided(round: Round, clause: str) -> Round:
    """R2: every stake back, raised wagers and folded antes too. R5: a signed adjustment stands."""
    verdict = void(clause)
    adjusted = (line for line in round.lines if line.result is Result.ADJUSTED)
    lines = [*round.returned, *adjusted]
    for bet in round.bets:
        lines.append(verdict.line(bet.player, bet.bet, bet.amount))
        if (bet.player, bet.bet) in round.raised:
            lines.append(verdict.line(bet.player, ANTES[bet.bet], raise_of(round, bet)))
    return replace(round, lines=tuple(lines), over=True, void=True)


def staked(round: Round) -> dict[str, int]:
    """What each player has put down so far: the bets, and the antes raised."""
    total: dict[str, int] = {}
    for line in round.returned:
        total[line.player] = total.get(line.player, 0) + line.stake
    for bet in round.bets:
        raised = raise_of(round, bet) if (bet.player, bet.bet) in round.raised else 0
        total[bet.player] = total.get(bet.player, 0) + bet.amount + raised
    return total


def first_stakes(round: Round, whose: Callable[[str], bool]) -> dict[str, int]:
    """A raise is a bet of its own (NKB 3.4.2)."""
    return {}


def standings(round: Round) -> tuple[Standing, ...]:
    """R4: folded antes are lost, two cards decide a pair; the rest waits for the last card, but for
    no card that is only to be thrown away."""
    if not round.over and next_to_draw(round.player, round.banker) is None:
        round = complete(round)
    standings = []
    verdicts = {(line.player, line.bet): fate(line.result) for line in round.lines}
    for bet in round.bets:
        pair = judge_pair(round, bet.bet)
        so_far = fate(pair.result) if pair else Fate.OPEN
        standings.append(Standing(bet.player, bet.bet, verdicts.get((bet.player, bet.bet), so_far)))
        if (bet.player, bet.bet) in round.raised:
            wager = ANTES[bet.bet]
            standings.append(
                Standing(bet.player, wager, verdicts.get((bet.player, wager), Fate.OPEN))
            )
    return tuple(standings)


def view(round: Round, viewer: Viewer) -> BaccaratView:
    """Every card of a coup lies face up."""
    return BaccaratView(
        variant=round.rules.game,
        bets=own_bets(round.bets, viewer),
        raised=tuple(sorted(bet for player, bet in round.raised if player == viewer.player)),
        folded=tuple(sorted(bet for player, bet in round.folded if player == viewer.player)),
        player=round.player,
        player_points=hand_points(round.player),
        banker=round.banker,
        banker_points=hand_points(round.banker),
        waiting=visible_waiting(waiting(round), viewer),
        lines=round.lines,
        over=round.over,
        void=round.void,
    )
