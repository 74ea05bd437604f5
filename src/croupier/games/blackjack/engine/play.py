"""Hit, stand, double, split, and the decision that never came.

Obeyed here: BJ5 1.6, 1.12, 1.29, 1.30, 3.20; BJP 1.7, 1.13, 1.29, 1.30, 3.21;
LIVE 2.5.2.11, 2.5.2.12.
"""

from msgspec.structs import replace

from croupier.engine.inputs import Act, Action
from croupier.engine.lines import Line
from croupier.engine.waiting import Decision, Option
from croupier.games.blackjack.engine.offers import doubled_by, join_split, with_stake
from croupier.games.blackjack.engine.points import points, same_value
from croupier.games.blackjack.engine.rules import MissedDecision
from croupier.games.blackjack.engine.state import (
    Box,
    Follow,
    Hand,
    Phase,
    Round,
    Wager,
    has_turn,
    turn,
)
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words


def awaited(round: Round) -> tuple[int, int] | None:
    """The hand a decision is awaited for, if one is."""
    open_for_play = round.phase is Phase.PLAY or (
        round.phase is Phase.WINDOW and round.rules.interim_settlement
    )
    if not open_for_play or round.due is not None:
        return None
    now = turn(round)
    if now is None:
        return None
    box = round.boxes[now[0]]
    asks = box.decider is not None and has_turn(round, box, round.hand(now))
    return now if asks else None


def decision(round: Round) -> Decision | None:
    now = awaited(round)
    if now is None:
        return None
    box, hand = round.boxes[now[0]], round.hand(now)
    assert box.decider is not None
    return Decision(box.decider, options(round, box, hand), box.number, now[1] + 1)


def options(round: Round, box: Box, hand: Hand) -> tuple[Option, ...]:
    """What the rules allow this hand now."""
    rules = round.rules
    allowed = [] if hand.split_ace else [Option(Action.HIT)]
    # BJ5 3.19: a hand of less than 12 must draw.
    if points(hand.cards).total >= rules.must_draw_below:
        allowed.append(Option(Action.STAND))
    if may_double(round, box, hand):
        stake = hand.stake_of(box.deciders[0])
        assert stake is not None
        least = min(rules.chip_unit, stake.amount)
        allowed.append(Option(Action.DOUBLE, least, stake.amount))
    if may_split(round, box, hand):
        stake = hand.stake_of(box.deciders[0])
        assert stake is not None
        allowed.append(Option(Action.SPLIT, stake.amount, stake.amount))
    return tuple(allowed)


def may_double(round: Round, box: Box, hand: Hand) -> bool:
    """BJ5 3.22, LIVE 2.2.6, CLB 11: the first two cards, of a split hand too."""
    rules = round.rules
    return (
        rules.double
        and len(hand.cards) == 2
        and (not hand.from_split or (rules.double_after_split and not hand.split_ace))
        and _own_stake(box, hand)
    )


def may_split(round: Round, box: Box, hand: Hand) -> bool:
    """BJ5 3.21, LIVE 2.2.7: two cards of equal value; aces once, for a pair of split aces has no
    turn. R11: who declined a split takes no part in later ones, nor has a stake on every hand."""
    decider = box.wager_of(box.deciders[0])
    assert decider is not None
    return (
        same_value(hand.cards)
        and len(box.hands) < round.rules.max_hands
        and not decider.split_declined
    )


def _own_stake(box: Box, hand: Hand) -> bool:
    """Who decides after another walked away may have no money on this hand to add to."""
    return hand.stake_of(box.deciders[0]) is not None


def decide(round: Round, act: Act) -> Round:
    """Carry out the decision of the hand whose turn it is."""
    cite = round.rules.topics
    now = awaited(round)
    if now is None:
        raise Refused(Code.NOT_YOUR_TURN, words("no decision is awaited"), cite["turn"])
    box, hand = round.boxes[now[0]], round.hand(now)
    if act.box != box.number or act.player != box.decider:
        raise Refused(
            Code.NOT_YOUR_TURN,
            words(
                "it is {player}'s turn on box {box}, hand {hand}",
                player=box.decider or "",
                box=box.number,
                hand=now[1] + 1,
            ),
            cite["turn"],
        )
    if act.action is Action.TIMEOUT:
        return _missed(round, now, box)
    if act.action not in {option.action for option in options(round, box, hand)}:
        raise Refused(
            Code.ILLEGAL_ACTION,
            words(
                "box {box}, hand {hand} may not {action:action} now",
                box=box.number,
                hand=now[1] + 1,
                action=act.action,
            ),
            _why_not(round, act.action),
        )
    if act.action is Action.HIT:
        return replace(round, due=now)
    if act.action is Action.STAND:
        return round.with_hand(now, replace(hand, done=True))
    return _double(round, now, act) if act.action is Action.DOUBLE else _split(round, now, act)


def _why_not(round: Round, action: Action) -> str:
    cite = round.rules.topics
    return {
        Action.STAND: cite["must-draw"],
        Action.DOUBLE: cite["double"],
        Action.SPLIT: cite["split"],
    }.get(action, cite["draw"])


def _missed(round: Round, now: tuple[int, int], box: Box) -> Round:
    if round.rules.missed_decision is MissedDecision.STANDS:
        # LIVE 2.3.6, R17, R20: the dealer moves on without action on the hand.
        return round.with_hand(now, replace(round.hand(now), done=True))
    # BJ5 5.3, R15: the next bettor on the box decides; with none left, the house plays it.
    return round.with_box(now[0], replace(box, deciders=box.deciders[1:]))


def house_plays(round: Round, now: tuple[int, int]) -> Round:
    """BJ5 5.3: nobody is left to decide; the house draws to 12 or more, then stands. A live seat
    that was withdrawn from stays as it is, for those behind it (R28)."""
    hand = round.hand(now)
    draws = round.rules.missed_decision is MissedDecision.HOUSE_DRAWS
    if draws and points(hand.cards).total < max(round.rules.must_draw_below, 12):
        return replace(round, due=now)
    return round.with_hand(now, replace(hand, done=True))


def _double(round: Round, now: tuple[int, int], act: Act) -> Round:
    """One more card, and no other (BJ5 3.22, LIVE 2.2.6)."""
    rules = round.rules
    box, hand = round.boxes[now[0]], round.hand(now)
    stake = hand.stake_of(act.player)
    assert stake is not None
    added = doubled_by(round, act.amount, stake, rules.topics["double"])
    hand = replace(with_stake(hand, replace(stake, added=added)), doubled=True)
    for wager in _others(box, hand):
        if wager.bet == "behind" and wager.follows:
            # R19: for the same share of the own stake as the seat's, rounded down to whole chips.
            own = hand.stake_of(wager.player)
            assert own is not None
            share = own.amount * added // stake.amount // rules.chip_unit * rules.chip_unit
            hand = with_stake(hand, replace(own, added=share))
    round = replace(round.with_hand(now, hand), due=now)
    standing = tuple(wager.player for wager in _others(box, hand) if wager.bet == "initial")
    return _offer_follow(round, now, Action.DOUBLE, standing)


def _split(round: Round, now: tuple[int, int], act: Act) -> Round:
    """Two hands of one card each, an equal stake on the second (BJ5 3.21, LIVE 2.2.7)."""
    index, at = now
    box = round.boxes[index]
    hand = box.hands[at]
    stake = hand.stake_of(act.player)
    assert stake is not None
    if act.amount not in (None, stake.amount):
        raise Refused(
            Code.LIMIT,
            words("a split is for {amount:amount}, no more and no less", amount=stake.amount),
            round.rules.topics["split"],
        )
    shown = min(hand.shown, 1)
    first = replace(hand, cards=hand.cards[:1], shown=shown, from_split=True)
    second = Hand(hand.cards[1:], shown=shown, from_split=True)
    hands = (*box.hands[:at], first, second, *box.hands[at + 1 :])
    round = replace(
        round.with_box(index, replace(box, hands=hands)),
        lines=_renumbered(round.lines, box.number, at + 1),
    )
    round = join_split(round, now, stake.player, stake.amount)
    standing = []
    for wager in _others(box, hand):
        if wager.bet == "initial" and not wager.split_declined:
            standing.append(wager.player)
        elif wager.bet == "behind" and wager.follows:
            # LIVE 2.5.2: who follows does what the seat does; who does not keeps the first hand.
            own = hand.stake_of(wager.player)
            assert own is not None
            round = join_split(round, now, wager.player, own.amount)
    return _offer_follow(round, now, Action.SPLIT, tuple(standing))


def _renumbered(lines: tuple[Line, ...], box: int, after: int) -> tuple[Line, ...]:
    """The new hand comes right after its own; a later hand that cards placed out of order have
    settled already moves up with the others."""
    return tuple(
        replace(line, hand=line.hand + 1)
        if line.box == box and line.hand is not None and line.hand > after
        else line
        for line in lines
    )


def _others(box: Box, hand: Hand) -> list[Wager]:
    """Everyone else with money on this hand."""
    return [
        wager
        for wager in box.wagers
        if wager.player != box.deciders[0]
        and (stake := hand.stake_of(wager.player)) is not None
        and not stake.settled
    ]


def _offer_follow(
    round: Round, now: tuple[int, int], action: Action, players: tuple[str, ...]
) -> Round:
    return replace(round, follow=Follow(*now, action, players)) if players else round
