"""What a player may take or leave: insurance, even money, surrender, and following the seat.

Obeyed here: BJ5 1.8, 1.16, 1.34; BJP 1.9, 1.17, 1.34, 3.15; LIVE 2.2.4, 2.5.2.8.
"""

from msgspec.structs import replace

from croupier.engine.inputs import Act, Action
from croupier.engine.waiting import Offer, Option
from croupier.games.blackjack.engine.settlement import shows_ace
from croupier.games.blackjack.engine.state import Box, Follow, Hand, Phase, Round, Stake, Wager
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.kit.stakes import check_stake

INSURANCE_ANSWERS = {Action.INSURE, Action.EVEN_MONEY}
ANSWERS = {*INSURANCE_ANSWERS, Action.SURRENDER, Action.FOLLOW, Action.DECLINE}


def most_insurance(round: Round, wager: Wager) -> int:
    """BJ5 3.14.2: half the bet or less. LIVE 2.2.5: up to the next chip if half cannot be bet."""
    two_chips = 2 * round.rules.chip_unit
    halves = wager.amount // two_chips
    if round.rules.insurance_rounds_up and wager.amount % two_chips:
        halves += 1
    return halves * round.rules.chip_unit


def insurable(round: Round) -> bool:
    """BJ5 3.14, LIVE 2.2.5, CLB 8: against an ace, while nobody knows what lies beside it."""
    in_window = round.phase is Phase.WINDOW
    return in_window and shows_ace(round) and not round.second_card_known


def open_offers(round: Round) -> tuple[Offer, ...]:
    """Every offer somebody could take now."""
    if round.follow is not None:
        return _follow_offers(round, round.follow)
    offers: list[Offer] = []
    for box in round.boxes:
        if insurable(round):
            offers += [
                Offer(wager.player, box.number, options)
                for wager in box.wagers
                if (options := _insurance_options(round, box, wager))
            ]
        elif box.decider is not None and may_surrender(round, box):
            surrender = (Option(Action.SURRENDER),)
            offers.append(Offer(box.decider, box.number, surrender, declinable=False))
    return tuple(offers)


def _insurance_options(round: Round, box: Box, wager: Wager) -> tuple[Option, ...]:
    if not _unprotected(box, wager):
        return ()
    options = []
    most = most_insurance(round, wager)
    if most:
        options.append(Option(Action.INSURE, round.rules.chip_unit, most))
    if round.rules.even_money and box.hands[0].blackjack:
        options.append(Option(Action.EVEN_MONEY))
    return tuple(options)


def _unprotected(box: Box, wager: Wager) -> bool:
    """Neither insured nor paid even money, and not said no to both."""
    stake = box.hands[0].stake_of(wager.player)
    live = stake is not None and not stake.settled
    return live and not (wager.insurance or wager.even_money or wager.declined)


def may_surrender(round: Round, box: Box) -> bool:
    """BJ5 3.16, R9: not against an ace, not a blackjack, not after any further card. R32, BJ5 3.18:
    not a hand that has bust, by cards placed out of order in the deal."""
    hand = box.hands[0]
    return (
        round.phase is Phase.WINDOW
        and round.rules.surrender
        and not shows_ace(round)
        and not hand.surrendered
        and not hand.blackjack
        and not hand.bust
    )


def _follow_offers(round: Round, follow: Follow) -> tuple[Offer, ...]:
    box = round.boxes[follow.box]
    hand = box.hands[follow.hand]
    offers = []
    for player in follow.players:
        stake = hand.stake_of(player)
        assert stake is not None
        amount = stake.amount
        least = amount if follow.action is Action.SPLIT else min(round.rules.chip_unit, amount)
        offers.append(Offer(player, box.number, (Option(Action.FOLLOW, least, amount),)))
    return tuple(offers)


def answer(round: Round, act: Act) -> Round:
    """Take an offer, or decline it."""
    index = round.box_index(act.box)
    wager = round.boxes[index].wager_of(act.player) if index is not None else None
    if index is None or wager is None:
        raise Refused(
            Code.NOT_YOUR_TURN,
            words("{player} has no bet on box {box}", player=act.player, box=act.box or 0),
            round.rules.topics["turn"],
        )
    if act.action is Action.SURRENDER:
        return _surrender(round, index, act)
    if act.action is Action.FOLLOW:
        return _follow(round, index, act)
    if act.action is Action.DECLINE:
        return _decline(round, index, wager)
    return _protect(round, index, wager, act)


def _surrender(round: Round, index: int, act: Act) -> Round:
    box = round.boxes[index]
    cite = round.rules.topics
    if act.player != box.decider:
        raise Refused(
            Code.NOT_YOUR_TURN,
            words("{player} does not decide for box {box}", player=act.player, box=box.number),
            cite["turn"],
        )
    if not may_surrender(round, box):
        raise Refused(
            Code.ILLEGAL_ACTION,
            words("box {box} cannot be surrendered now", box=box.number),
            cite["surrendering"],
        )
    return round.with_hand((index, 0), replace(box.hands[0], surrendered=True))


def _protect(round: Round, index: int, wager: Wager, act: Act) -> Round:
    """Insurance or even money: each player's own, against an ace, not both (R7, R9)."""
    box = round.boxes[index]
    even = act.action is Action.EVEN_MONEY
    clause = round.rules.topics["even-money"] if even else round.rules.topics["insurance"]
    if not insurable(round) or (even and not round.rules.even_money):
        raise Refused(
            Code.ILLEGAL_ACTION,
            words("{action:action} is not offered now", action=act.action),
            clause,
        )
    if not _unprotected(box, wager) or (even and not box.hands[0].blackjack):
        raise Refused(
            Code.ILLEGAL_ACTION,
            words(
                "{player} cannot take {action:action} on box {box}",
                player=wager.player,
                action=act.action,
                box=box.number,
            ),
            clause,
        )
    if even:
        # Taking it shows the blackjack, should it lie face down.
        hand = box.hands[0]
        round = round.with_hand((index, 0), replace(hand, shown=len(hand.cards)))
        return round.with_wager(index, replace(wager, even_money=True))
    if act.amount is None:
        raise Refused(Code.BAD_AMOUNT, words("insurance needs an amount"), clause)
    check_stake(act.amount, round.rules.chip_unit, words("insurance"))
    most = most_insurance(round, wager)
    if act.amount > most:
        raise Refused(
            Code.LIMIT, words("insurance may be {most:amount} at most", most=most), clause
        )
    return round.with_wager(index, replace(wager, insurance=act.amount))


def _decline(round: Round, index: int, wager: Wager) -> Round:
    box = round.boxes[index]
    offered = any(
        offer.player == wager.player and offer.box == box.number for offer in open_offers(round)
    )
    if not offered or (round.follow is None and not shows_ace(round)):
        raise Refused(Code.ILLEGAL_ACTION, words("there is nothing to decline"), None)
    if round.follow is not None:
        return answered(_refuse_split(round, round.follow, wager.player), wager.player)
    return round.with_wager(index, replace(wager, declined=True))


def _follow(round: Round, index: int, act: Act) -> Round:
    """R11: a split with an equal stake, a double with up to the own stake."""
    follow, cite = round.follow, round.rules.topics
    if follow is None or follow.box != index or act.player not in follow.players:
        raise Refused(
            Code.ILLEGAL_ACTION,
            words("there is nothing for {player} to follow now", player=act.player),
            cite["follow-split"],
        )
    where = follow.box, follow.hand
    hand = round.hand(where)
    stake = hand.stake_of(act.player)
    assert stake is not None
    if follow.action is Action.SPLIT:
        if act.amount not in (None, stake.amount):
            raise Refused(
                Code.LIMIT,
                words("a split is followed with {amount:amount}", amount=stake.amount),
                cite["follow-split"],
            )
        round = join_split(round, where, act.player, stake.amount)
    else:
        added = doubled_by(round, act.amount, stake, cite["follow-double"])
        round = round.with_hand(where, with_stake(hand, replace(stake, added=added)))
    return answered(round, act.player)


def doubled_by(round: Round, amount: int | None, stake: Stake, clause: str) -> int:
    """BJ5 3.22, LIVE 2.2.6: any amount up to the stake; unsaid, the whole of it."""
    if amount is None or amount == stake.amount:
        return stake.amount
    check_stake(amount, round.rules.chip_unit, words("the double"))
    if amount > stake.amount:
        raise Refused(
            Code.LIMIT,
            words("the double may be {amount:amount} at most", amount=stake.amount),
            clause,
        )
    return amount


def with_stake(hand: Hand, stake: Stake) -> Hand:
    """The hand with this player's stake put in place of the one before."""
    stakes = tuple(stake if other.player == stake.player else other for other in hand.stakes)
    return replace(hand, stakes=stakes)


def join_split(round: Round, where: tuple[int, int], player: str, amount: int) -> Round:
    """The player's equal stake on the second of the two hands a split has formed."""
    second = where[0], where[1] + 1
    hand = round.hand(second)
    return round.with_hand(second, replace(hand, stakes=(*hand.stakes, Stake(player, amount))))


def close_follow(round: Round) -> Round:
    """Nobody else follows; who declined a split takes no part in later ones (R11)."""
    follow = round.follow
    assert follow is not None
    for player in follow.players:
        round = _refuse_split(round, follow, player)
    return replace(round, follow=None)


def _refuse_split(round: Round, follow: Follow, player: str) -> Round:
    wager = round.boxes[follow.box].wager_of(player)
    assert wager is not None
    if follow.action is Action.SPLIT:
        round = round.with_wager(follow.box, replace(wager, split_declined=True))
    return round


def answered(round: Round, player: str) -> Round:
    """Nobody waits for this player to follow any more."""
    follow = round.follow
    assert follow is not None
    players = tuple(other for other in follow.players if other != player)
    return replace(round, follow=replace(follow, players=players) if players else None)
