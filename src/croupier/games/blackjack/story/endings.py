"""Why each stake of a blackjack round ended as it did."""

from typing import NamedTuple

from croupier.engine.lines import Line, Result
from croupier.games.blackjack.engine import Round
from croupier.games.blackjack.engine.points import value
from croupier.games.blackjack.engine.rules import EVEN
from croupier.games.blackjack.engine.settlement import (
    bust_clause,
    dealer_blackjack,
    judge_first_two,
)
from croupier.games.blackjack.engine.side_bets import SideBetRules
from croupier.games.blackjack.engine.state import Hand, Phase
from croupier.games.blackjack.story.names import stake_name, total
from croupier.kit.cards import Card, same_colour, same_rank, suit
from croupier.kit.odds import Odds
from croupier.kit.phrase import Item, Phrase, words
from croupier.story.moment import Ending, Moment


def ending(line: Line, moment: Moment[Round]) -> Ending:
    stake = stake_name(moment.after, line)
    if line.result in (Result.VOID, Result.ADJUSTED):
        return Ending(stake)
    return Ending(stake, *_reason(line, moment))


class _Reason(NamedTuple):
    why: Phrase
    pays: Odds | None = None


def _reason(line: Line, moment: Moment[Round]) -> _Reason:
    round = moment.after
    if line.result is Result.RETURNED:
        return _Reason(_given_back(line, moment))
    if line.bet == "insurance":
        return _insurance(line, round)
    if line.bet == "boom-busted":
        return _boom_busted(line, round)
    if line.bet in ("initial", "behind"):
        return _main(line, round)
    return _side(line, moment)


def _given_back(line: Line, moment: Moment[Round]) -> Phrase:
    cite = moment.after.rules.topics
    if moment.input is None:
        if line.bet == "initial":
            return words("it is over what the box may hold and was never in play")
        if line.box is None:
            return words("there was no initial bet on any box")
        return words("there was no initial bet on its box")
    if line.clause == cite["withdrawn"]:
        return words("{player} withdrew after the dealing error", player=line.player)
    if line.clause == "R14":
        return words("the hand it goes by was given up before its second card")
    return words(
        "the dealer's blackjack takes one initial bet from all the hands together, not this one"
    )


def _insurance(line: Line, round: Round) -> _Reason:
    if line.result is Result.WIN:
        why = words("the dealer has a blackjack, {cards:faces}", cards=round.dealer)
        return _Reason(why, round.rules.insurance_pays)
    return _Reason(words("the dealer has no blackjack"))


def _boom_busted(line: Line, round: Round) -> _Reason:
    cards, points = len(round.dealer), total(round.dealer)
    if line.result is Result.WIN:
        assert round.rules.boom_busted is not None
        why = words("the dealer is bust with {points} in {cards} cards", points=points, cards=cards)
        return _Reason(why, round.rules.boom_busted.odds(cards))
    return _Reason(words("the dealer is not bust, having {points}", points=points))


def _side(line: Line, moment: Moment[Round]) -> _Reason:
    first_two = _first_two(line, moment)
    verdict = judge_first_two(moment.after, line.bet, first_two)
    pays = verdict.odds if verdict is not None else None
    if (outside := moment.after.rules.switched_on.get(line.bet)) is not None:
        return _Reason(_made(outside, first_two, moment.after.dealer), pays)
    if line.bet in ("over-13", "under-13"):
        return _Reason(_counted(first_two), pays)
    return _Reason(_paired(line.bet, first_two), pays)


def _counted(cards: tuple[Card, ...]) -> Phrase:
    points = sum(value(card) for card in cards)
    if any(card[0] == "A" for card in cards):
        return words(
            "the first two cards, {cards:faces}, count {points}, aces counting 1",
            cards=cards,
            points=points,
        )
    return words("the first two cards, {cards:faces}, count {points}", cards=cards, points=points)


def _made(rules: SideBetRules, first_two: tuple[Card, ...], dealer: tuple[Card, ...]) -> Phrase:
    """A side bet of another package, by the name of what it wins with."""
    cards = (*first_two, *dealer[:1]) if rules.with_dealer else first_two
    won = rules.judge(cards)
    hand: Item = rules.pays[won].title if won else words("nothing that pays")
    if rules.with_dealer:
        return words(
            "the first two cards and the dealer's, {cards:faces}, make {hand}",
            cards=cards,
            hand=hand,
        )
    return words("the first two cards, {cards:faces}, make {hand}", cards=cards, hand=hand)


def _first_two(line: Line, moment: Moment[Round]) -> tuple[Card, ...]:
    """The box's first two cards, as they lay before a split could part them."""
    round = moment.before if moment.before.phase is Phase.WINDOW else moment.after
    index = round.box_index(line.box)
    assert index is not None
    return round.boxes[index].hands[0].cards[:2]


def _paired(bet: str, cards: tuple[Card, ...]) -> Phrase:
    return words(
        "the first two cards, {cards:faces}, are {pair}", cards=cards, pair=_pair(bet, cards)
    )


def _pair(bet: str, cards: tuple[Card, ...]) -> Phrase:
    first, second = cards
    if not same_rank(first, second):
        return words("no pair")
    if bet == "player-pair":
        return words("a pair")
    if suit(first) == suit(second):
        return words("a suited pair of aces") if first[0] == "A" else words("a suited pair")
    return words("a pair of one colour") if same_colour(first, second) else words("a mixed pair")


def _main(line: Line, round: Round) -> _Reason:
    index = round.box_index(line.box)
    assert index is not None
    assert line.hand is not None
    box = round.boxes[index]
    hand = box.hands[line.hand - 1]
    wager = box.wager_of(line.player)
    if line.result is Result.SURRENDER:
        return _Reason(words("the hand was surrendered"))
    if line.result is Result.WIN and wager is not None and wager.even_money:
        return _Reason(words("even money was taken for the blackjack"), EVEN)
    if line.result is Result.LOSE and hand.bust and line.clause == bust_clause(round.rules, hand):
        return _Reason(words("{points} is bust", points=total(hand.cards)))
    return _against_dealer(line, round, hand)


def _against_dealer(line: Line, round: Round, hand: Hand) -> _Reason:
    ours, theirs = total(hand.cards), total(round.dealer)
    if hand.blackjack:
        if line.result is Result.PUSH:
            return _Reason(words("a blackjack against the dealer's blackjack"))
        why = words("a blackjack, {cards:faces}", cards=hand.cards)
        return _Reason(why, round.rules.blackjack_pays)
    if dealer_blackjack(round):
        if line.returned:
            return _Reason(words("the dealer's blackjack takes only what was staked first"))
        return _Reason(words("the dealer's blackjack beats {points}", points=ours))
    won = EVEN if line.result is Result.WIN else None
    if theirs > 21:
        why = words(
            "the dealer is bust with {dealer}, and this hand has {points}",
            dealer=theirs,
            points=ours,
        )
        return _Reason(why, won)
    return _Reason(words("{points} against the dealer's {dealer}", points=ours, dealer=theirs), won)
