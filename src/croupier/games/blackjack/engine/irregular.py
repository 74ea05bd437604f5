"""When the deal goes wrong: voids, interruptions, misdeals, cards placed, discarded or together.

| what | BJ5 / BJP | ruling |
|---|---|---|
| interruption | 5.4 | R4 |
| void | 5.5, 5.17 | R26 |
| dealing error: go on or take the bet back | 5.7 | R28 |
| reconstruction, and where it is refused | 5.9, 5.10 | R27 |
| cards drawn together | 5.12 | R29 |
| adjustment after settlement | 5.6, 5.19 | R5, R30 |

Obeyed here too: BJ5 1.24, 1.36, 5.4.1, 5.5, 5.7.1, 5.7.2, 5.9, 5.10;
BJP 1.23, 1.35, 5.4, 5.4.1, 5.5, 5.7.1, 5.7.2, 5.9, 5.10, 5.12.1, 5.12.2, 5.17.
"""

from msgspec.structs import replace

from croupier.engine.inputs import (
    Act,
    Action,
    Adjust,
    Burn,
    Deal,
    Discard,
    DiscardReason,
    Interrupt,
    Misdeal,
    Place,
    Ruling,
    Together,
    Void,
    VoidReason,
)
from croupier.engine.irregular import adjustment, check_capacity, check_unfinished
from croupier.engine.lines import Line, give_back, void
from croupier.engine.standing import Fate, established
from croupier.games.blackjack.engine.deal import receive, target
from croupier.games.blackjack.engine.decided import standings
from croupier.games.blackjack.engine.offers import answered
from croupier.games.blackjack.engine.settlement import dealer_complete, settle_stake
from croupier.games.blackjack.engine.state import (
    DEALER,
    Misdealt,
    Phase,
    Round,
    SideBet,
    is_complete,
)
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words

VOID_CAUSES = tuple(cause for cause in VoidReason if cause is not VoidReason.WRONG_COUNT)
"""BJ5 5.7, R28: a wrong number of cards is a dealing error, and the players choose."""


def players_of(round: Round) -> tuple[str, ...]:
    return tuple(dict.fromkeys(bet.player for bet in round.bets))


def rule(round: Round, ruling: Ruling) -> Round:
    """Carry out what the house rules, if it may."""
    check_capacity(ruling)
    cite = round.rules.topics
    if isinstance(ruling, Adjust):
        line = adjustment(round.over, frozenset(players_of(round)), ruling, cite["adjusted"])
        return replace(round, lines=(*round.lines, line))
    overdraw = isinstance(ruling, Discard) and ruling.reason is DiscardReason.OVERDRAW
    if not overdraw:
        check_unfinished(round.over, ruling, cite["finished"])
    if round.together and not isinstance(ruling, Void | Interrupt):
        raise Refused(
            Code.ILLEGAL_ACTION,
            words("the cards that came out together come first"),
            cite["together"],
        )
    if isinstance(ruling, Void):
        return _void(round, ruling.reason)
    if isinstance(ruling, Interrupt):
        # R4, BJ5 5.4: it goes on if anything is decided, else there was no round.
        return round if established(standings(round)) else voided(round, cite["interrupted"])
    if isinstance(ruling, Misdeal):
        return _misdeal(round, ruling)
    if isinstance(ruling, Place):
        return _place(round, ruling)
    if isinstance(ruling, Discard):
        return _overdraw(round) if overdraw else _no_bet(round)
    if isinstance(ruling, Together):
        return _together(round, ruling)
    return _burn(round, ruling)


def allowed_rulings(round: Round) -> tuple[str, ...]:
    """What the house may rule now, by the names of the round file."""
    if round.over:
        return ("adjust",) if round.void else ("discard:overdraw", "adjust")
    if round.together:
        return ("void", "interrupt")
    names = ["void", "interrupt", "misdeal", "burn"]
    if round.unordered and round.place is None and not round.complete:
        names.append("place")
    if after_interim(round):
        names.append("discard:no-bet")
    if overdrawn(round):
        names.append("discard:overdraw")
    if target(round) is not None and _shoe_is_next(round):
        names.append("together")
    return tuple(names)


def _void(round: Round, reason: VoidReason) -> Round:
    cite = round.rules.topics
    if reason not in VOID_CAUSES:
        raise Refused(
            Code.ILLEGAL_ACTION,
            "a hand with a wrong number of cards is a misdeal in blackjack, not a void",
            cite["misdeal"],
        )
    return voided(round, cite[f"void-{reason}"])


def voided(round: Round, clause: str) -> Round:
    """R2, BJ5 5.17: every stake back, and whatever an interim settlement had paid is taken back."""
    opening = (round.rules.topics["excess"], round.rules.topics["late-found"], "R14")
    kept = [line for line in round.lines if line.clause in opening]
    verdict = void(clause)
    lines: list[Line] = []
    for box in round.boxes:
        for wager in box.wagers:
            for number, hand in enumerate(box.hands, 1):
                if (stake := hand.stake_of(wager.player)) is not None:
                    lines.append(
                        verdict.line(wager.player, wager.bet, stake.whole, box.number, number)
                    )
            if wager.insurance:
                lines.append(verdict.line(wager.player, "insurance", wager.insurance, box.number))
    returned = {(line.player, line.bet, line.box) for line in kept}
    lines += [
        verdict.line(bet.player, bet.bet, bet.amount, bet.box)
        for bet in round.side_bets
        if (bet.player, bet.bet, bet.box) not in returned
    ]
    return replace(
        round,
        lines=(*kept, *lines),
        void=True,
        phase=Phase.OVER,
        due=None,
        follow=None,
        misdealt=None,
        place=None,
        discard=0,
        together=(),
        upcoming=(),
    )


def after_interim(round: Round) -> bool:
    """Past the interim settlement; in a game without one, past the initial deal."""
    if round.rules.interim_settlement:
        return round.phase in (Phase.PLAY, Phase.DEALER, Phase.COMPLETE)
    return round.phase is not Phase.DEAL


def _misdeal(round: Round, ruling: Misdeal) -> Round:
    cite = round.rules.topics
    settled = round.rules.interim_settlement and after_interim(round)
    if ruling.reconstructed and settled and ruling.deal is Deal.INITIAL:
        # R27, BJ5 5.10.1: what the interim settlement has settled is not put back into order.
        raise Refused(
            Code.ILLEGAL_ACTION,
            "the initial deal cannot be reconstructed after the interim settlement",
            cite["no-reconstruction"],
        )
    return replace(_offer_choice(round), unordered=not ruling.reconstructed)


def _offer_choice(round: Round) -> Round:
    """R28, BJ5 5.7: every player on the table may go on, or take the bet back."""
    withdrawn = {wager.player for box in round.boxes for wager in box.wagers if wager.withdrawn}
    to_ask = tuple(player for player in players_of(round) if player not in withdrawn)
    return replace(round, misdealt=Misdealt(to_ask))


def choose(round: Round, act: Act) -> Round:
    """A player's answer to a dealing error."""
    cite = round.rules.topics
    if round.misdealt is None or act.player not in round.misdealt.unanswered:
        raise Refused(
            Code.ILLEGAL_ACTION,
            words("{player} has no choice to make now: bets stand", player=act.player),
            cite["bets-close"] if round.misdealt is None else cite["misdeal"],
        )
    unanswered = tuple(player for player in round.misdealt.unanswered if player != act.player)
    round = replace(round, misdealt=Misdealt(unanswered))
    return _withdraw(round, act.player) if act.action is Action.WITHDRAW else round


def _withdraw(round: Round, player: str) -> Round:
    """R28, BJ5 5.7.3: every stake not yet decided goes back, and the hand is dead to its owner."""
    back = give_back(round.rules.topics["withdrawn"])
    open_now = {
        (standing.bet, standing.box, standing.hand)
        for standing in standings(round)
        if standing.player == player and standing.fate is Fate.OPEN
    }
    for index, box in enumerate(round.boxes):
        wager = box.wager_of(player)
        if wager is None:
            continue
        for at in range(len(box.hands)):
            if (wager.bet, box.number, at + 1) in open_now:
                round = settle_stake(round, (index, at), player, back)
        if ("insurance", box.number, None) in open_now:
            line = back.line(player, "insurance", wager.insurance, box.number)
            round = replace(round, lines=(*round.lines, line))
            wager = replace(wager, insurance_settled=True)
        round = round.with_wager(index, replace(wager, withdrawn=True))
        round = _leave_box(round, index, player)
    side_bets, lines = [], list[Line]()
    for bet in round.side_bets:
        gone: SideBet = bet
        if bet.player == player and (bet.bet, bet.box, None) in open_now:
            lines.append(back.line(player, bet.bet, bet.amount, bet.box))
            gone = replace(bet, settled=True)
        side_bets.append(gone)
    return replace(round, side_bets=tuple(side_bets), lines=(*round.lines, *lines))


def _leave_box(round: Round, index: int, player: str) -> Round:
    """The box is decided by whoever is left on it; a card asked for is no longer wanted, unless
    a double that others are on still needs its one card."""
    box = round.boxes[index]
    was_deciding = box.decider == player
    deciders = tuple(other for other in box.deciders if other != player)
    round = round.with_box(index, replace(box, deciders=deciders))
    if round.due is not None and round.due[0] == index:
        hand = round.hand(round.due)
        if not hand.open or (was_deciding and not hand.doubled):
            round = replace(round, due=None)
    return round if round.follow is None else answered(round, player)


def _place(round: Round, ruling: Place) -> Round:
    cite = round.rules.topics
    if not round.unordered:
        raise Refused(
            Code.ILLEGAL_ACTION,
            "a card stays out of order only after a misdeal that was not reconstructed",
            cite["misdeal"],
        )
    if round.place is not None:
        raise Refused(Code.ILLEGAL_ACTION, "the next card has been placed already", cite["misdeal"])
    if ruling.dealer:
        if is_finished(round, DEALER):
            raise Refused(
                Code.ILLEGAL_ACTION,
                "the dealer's hand is complete: a further card can only be discarded",
                cite["overdraw"],
            )
        return replace(round, place=DEALER)
    index = round.box_index(ruling.box)
    at = (ruling.hand or 0) - 1
    if index is None or not 0 <= at < len(round.boxes[index].hands):
        raise Refused(
            Code.ILLEGAL_ACTION,
            f"there is no hand {ruling.hand} on box {ruling.box}",
            cite["misdeal"],
        )
    if is_finished(round, (index, at)):
        raise Refused(
            Code.ILLEGAL_ACTION,
            f"hand {ruling.hand} on box {ruling.box} is complete: a further card can only be "
            "discarded",
            "R32",
        )
    return replace(round, place=(index, at))


def is_finished(round: Round, where: tuple[int, int]) -> bool:
    """R32, BJ5 5.10.2: another card would never count there. Nor does one anywhere once the round
    is complete, though its settlement is held."""
    if where == DEALER:
        return dealer_complete(round)
    return round.complete or is_complete(round.rules, round.hand(where))


def overdrawn(round: Round) -> bool:
    """Whether another card is one too many for the dealer."""
    return not round.void and dealer_complete(round)


def _overdraw(round: Round) -> Round:
    """R27, BJ5 5.10.2: a card too many on the dealer's complete hand is thrown away. By R12 the
    hand is complete as soon as no bet needs another card: with one card, when all have bust."""
    if not overdrawn(round):
        raise Refused(
            Code.ILLEGAL_ACTION,
            "the dealer's hand is not complete: there is no overdraw",
            round.rules.topics["overdraw"],
        )
    return replace(round, discard=round.discard + 1)


def _no_bet(round: Round) -> Round:
    """R27, BJ5 5.10.3: a card dealt to a box without a bet is thrown away."""
    if not after_interim(round):
        raise Refused(
            Code.ILLEGAL_ACTION,
            "before the interim settlement such a card is put back into order",
            round.rules.topics["no-bet"],
        )
    return replace(round, discard=round.discard + 1)


def _burn(round: Round, ruling: Burn) -> Round:
    if ruling.count < 1:
        raise Refused(Code.ILLEGAL_ACTION, "at least one card is burned", "R30")
    return replace(round, discard=round.discard + ruling.count)


def _shoe_is_next(round: Round) -> bool:
    """The next card comes fresh from the shoe, and nothing has been ruled about it yet."""
    spoken_for = round.discard or round.place is not None or round.upcoming
    return not spoken_for and round.follow is None


def _together(round: Round, ruling: Together) -> Round:
    """R29, BJ5 5.12: the player picks which card comes first; the dealer's are thrown away."""
    cite = round.rules.topics
    where = target(round) if _shoe_is_next(round) else None
    if where is None or len(ruling.cards) < 2:
        raise Refused(
            Code.ILLEGAL_ACTION,
            "two or more cards come together only when a card is due",
            cite["together"],
        )
    if where == DEALER:
        # BJ5 5.12.1: discarded, and another card is drawn; the choice is offered to all.
        return _offer_choice(replace(round, out=(*round.out, *ruling.cards)))
    if round.boxes[where[0]].decider is None:
        # Nobody is there to pick: they come in the order they lie.
        return _offer_choice(replace(round, upcoming=ruling.cards))
    return replace(round, together=ruling.cards)


def take(round: Round, act: Act) -> Round:
    """The player concerned takes one; the others are the next cards (R29)."""
    cite = round.rules.topics
    where = target(round)
    assert where is not None
    box = round.boxes[where[0]]
    if act.player != box.decider:
        raise Refused(
            Code.NOT_YOUR_TURN,
            words("{player} picks which card comes first", player=box.decider or ""),
            cite["together"],
        )
    # Who does not pick in time gets them in the order they lie.
    picked = act.card if act.action is Action.TAKE else None
    card = round.together[0] if act.action is Action.TIMEOUT else picked
    if card not in round.together:
        raise Refused(
            Code.ILLEGAL_ACTION,
            words("one of {cards:cards} is to be taken", cards=round.together),
            cite["together"],
        )
    first = round.together.index(card)
    rest = (*round.together[:first], *round.together[first + 1 :])
    round = receive(replace(round, together=(), upcoming=rest), where, card)
    # BJ5 5.12.2: it is a dealing error, and all have R28's choice.
    return _offer_choice(round)
