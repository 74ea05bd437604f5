"""Why each stake of a blackjack round ended as it did."""

from typing import NamedTuple

from croupier.games.blackjack import Round
from croupier.games.blackjack.points import points, value
from croupier.games.blackjack.rules import EVEN
from croupier.games.blackjack.settlement import bust_clause, dealer_blackjack, judge_first_two
from croupier.games.blackjack.side_bets import SideBetRules
from croupier.games.blackjack.state import Hand, Phase
from croupier.games.lines import Line, Result
from croupier.kit.cards import Card, same_colour, same_rank, suit
from croupier.kit.odds import Odds
from croupier.story.blackjack.names import stake_name, total
from croupier.story.moment import Ending, Moment
from croupier.story.words import card_names


def ending(line: Line, moment: Moment[Round]) -> Ending:
    stake = stake_name(moment.after, line)
    if line.result in (Result.VOID, Result.ADJUSTED):
        return Ending(stake)
    return Ending(stake, *_reason(line, moment))


class _Reason(NamedTuple):
    why: str
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


def _given_back(line: Line, moment: Moment[Round]) -> str:
    cite = moment.after.rules.topics
    if moment.input is None:
        if line.bet == "initial":
            return "it is over what the box may hold and was never in play"
        where = "any box" if line.box is None else "its box"
        return f"there was no initial bet on {where}"
    if line.clause == cite["withdrawn"]:
        return f"{line.player} withdrew after the dealing error"
    if line.clause == "R14":
        return "the hand it goes by was given up before its second card"
    return "the dealer's blackjack takes one initial bet from all the hands together, not this one"


def _insurance(line: Line, round: Round) -> _Reason:
    if line.result is Result.WIN:
        why = f"the dealer has a blackjack, {card_names(round.dealer)}"
        return _Reason(why, round.rules.insurance_pays)
    return _Reason("the dealer has no blackjack")


def _boom_busted(line: Line, round: Round) -> _Reason:
    cards, points_now = len(round.dealer), total(round.dealer)
    if line.result is Result.WIN:
        assert round.rules.boom_busted is not None
        why = f"the dealer is bust with {points_now} in {cards} cards"
        return _Reason(why, round.rules.boom_busted.odds(cards))
    return _Reason(f"the dealer is not bust, having {points_now}")


def _side(line: Line, moment: Moment[Round]) -> _Reason:
    first_two = _first_two(line, moment)
    verdict = judge_first_two(moment.after, line.bet, first_two)
    pays = verdict.odds if verdict is not None else None
    shown = card_names(first_two)
    if (brought := moment.after.rules.switched_on.get(line.bet)) is not None:
        return _brought(brought, first_two, moment.after.dealer, pays)
    if line.bet in ("over-13", "under-13"):
        low = sum(value(card) for card in first_two)
        aces = ", aces counting 1" if any(card[0] == "A" for card in first_two) else ""
        return _Reason(f"the first two cards, {shown}, count {low}{aces}", pays)
    return _Reason(f"the first two cards, {shown}, are {_pair(line.bet, first_two)}", pays)


def _brought(
    rules: SideBetRules, first_two: tuple[Card, ...], dealer: tuple[Card, ...], pays: Odds | None
) -> _Reason:
    """A side bet of another package, by the name of what it wins with."""
    cards = (*first_two, *dealer[:1]) if rules.with_dealer else first_two
    won = rules.judge(cards)
    whose = "the first two cards and the dealer's" if rules.with_dealer else "the first two cards"
    made = rules.pays[won].title if won else "nothing that pays"
    return _Reason(f"{whose}, {card_names(cards)}, make {made}", pays)


def _first_two(line: Line, moment: Moment[Round]) -> tuple[Card, ...]:
    """The box's first two cards, as they lay before a split could part them."""
    round = moment.before if moment.before.phase is Phase.WINDOW else moment.after
    index = round.box_index(line.box)
    assert index is not None
    return round.boxes[index].hands[0].cards[:2]


def _pair(bet: str, cards: tuple[Card, ...]) -> str:
    one, other = cards
    if not same_rank(one, other):
        return "no pair"
    if bet == "player-pair":
        return "a pair"
    if suit(one) == suit(other):
        return "a suited pair of aces" if one[0] == "A" else "a suited pair"
    return "a pair of one colour" if same_colour(one, other) else "a mixed pair"


def _main(line: Line, round: Round) -> _Reason:
    index = round.box_index(line.box)
    assert index is not None
    assert line.hand is not None
    box = round.boxes[index]
    hand = box.hands[line.hand - 1]
    wager = box.wager_of(line.player)
    if line.result is Result.SURRENDER:
        return _Reason("the hand was surrendered")
    if line.result is Result.WIN and wager is not None and wager.even_money:
        return _Reason("even money was taken for the blackjack", EVEN)
    if line.result is Result.LOSE and hand.bust and line.clause == bust_clause(round.rules, hand):
        return _Reason(f"{total(hand.cards)} is bust")
    return _against_dealer(line, round, hand)


def _against_dealer(line: Line, round: Round, hand: Hand) -> _Reason:
    ours, theirs = total(hand.cards), total(round.dealer)
    if hand.blackjack:
        if line.result is Result.PUSH:
            return _Reason("a blackjack against the dealer's blackjack")
        return _Reason(f"a blackjack, {card_names(hand.cards)}", round.rules.blackjack_pays)
    if dealer_blackjack(round):
        kept = " takes only what was staked first" if line.returned else f" beats {_having(hand)}"
        return _Reason(f"the dealer's blackjack{kept}")
    won = _even(line)
    if theirs > 21:
        return _Reason(f"the dealer is bust with {theirs}, and this hand has {ours}", won)
    return _Reason(f"{ours} against the dealer's {theirs}", won)


def _having(hand: Hand) -> str:
    return str(points(hand.cards).total)


def _even(line: Line) -> Odds | None:
    return EVEN if line.result is Result.WIN else None
