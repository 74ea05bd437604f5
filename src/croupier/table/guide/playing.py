"""While a round is played: cards, decisions, offers."""

from collections.abc import Iterable

from croupier.games import baccarat, blackjack
from croupier.games.engine import Round
from croupier.games.inputs import Action
from croupier.games.waiting import CardDue, Decision, Waiting
from croupier.kit.phrase import Phrase, words
from croupier.table.guide.names import ORDINALS, hand_name
from croupier.table.guide.over import over
from croupier.table.guide.value import Guide, Step, guided
from croupier.table.state import TableState


def in_round(state: TableState, round: Round, waiting: Waiting) -> Guide:
    now = _waited_for(state, round, waiting)
    if not waiting.choices:
        return now
    # R28: silence goes on, with the next card or decision.
    players = tuple(one.player for one in waiting.choices)
    return guided(
        Step.CHOICES_OPEN,
        words("{players:and} may go on or withdraw. Then: {next}", players=players, next=now.words),
        words("You may go on or take your bet back"),
        card=now.card,
        offers=now.offers,
        checklist=now.checklist,
        payments=now.payments,
        then=now.step,
    )


def _waited_for(state: TableState, round: Round, waiting: Waiting) -> Guide:
    if waiting.card is not None:
        return _card(round, waiting.card)
    if waiting.over:
        return over(state, round)
    if waiting.pocket:
        return guided(Step.SPIN, words("Spin the ball, and call the pocket it rests in."))
    return _decisions(round, waiting) if waiting.decisions else _offers(round, waiting)


def _card(round: Round, due: CardDue) -> Guide:
    if due.to == "discard":
        told = words("Scan the next card and throw it away.")
        return guided(Step.DISCARD, _out_already(told, due), card=due)
    told = words("Deal: {place}.", place=_place(round, due))
    return guided(Step.DEAL_CARD, _out_already(told, due), card=due)


def _out_already(told: Phrase, due: CardDue) -> Phrase:
    if not due.exactly:
        return told
    return words("{told} It is {card:card}, which is out already.", told=told, card=due.exactly)


def _place(round: Round, due: CardDue) -> Phrase:
    if isinstance(round, baccarat.Round):
        if due.to == "player":
            return words("Player's {nth} card", nth=ORDINALS[len(round.player)])
        return words("Banker's {nth} card", nth=ORDINALS[len(round.banker)])
    assert isinstance(round, blackjack.Round)
    to = words("dealer")
    if due.to == "box":
        to = hand_name(round, due.box, due.hand)
    return words("{to}, face up", to=to) if due.face_up else words("{to}, face down", to=to)


# Questions -----------------------------------------------------------------------------------


def _decisions(round: Round, waiting: Waiting) -> Guide:
    if isinstance(round, baccarat.Round):
        who = _players(one.player for one in waiting.decisions)
        told = words("Wait for the antes of {who:and}.", who=who)
        return guided(Step.WAIT_FOR_DECISION, told, words("Raise or fold?"))
    assert isinstance(round, blackjack.Round)
    (asked,) = waiting.decisions
    told = _asked(round, asked)
    # R9: where players act before the dealer looks, insurance is open until the first of them has.
    offered = _offered(round, waiting)
    aloud = _aloud(offered)
    if aloud:
        told = words(
            "{told} Before the first decision, ask: {questions}", told=told, questions=aloud
        )
    return guided(Step.WAIT_FOR_DECISION, told, aloud, offers=offered)


_ACTIONS = {
    Action.HIT: words("hit"),
    Action.STAND: words("stand"),
    Action.DOUBLE: words("double"),
    Action.SPLIT: words("split"),
}


def _asked(round: blackjack.Round, asked: Decision) -> Phrase:
    hand, player = hand_name(round, asked.box, asked.hand), asked.player
    if asked.cards:
        return words(
            "{^hand}: {player} takes one of {cards:cards}.",
            hand=hand,
            player=player,
            cards=asked.cards,
        )
    if not _open(round, asked.box):
        # R20, BJ5 3.12: what a hand may do could tell what it is.
        return words("{^hand}: {player} decides.", hand=hand, player=player)
    may = tuple(_ACTIONS[option.action] for option in asked.options)
    return words("{^hand}: {player} may {actions:or}.", hand=hand, player=player, actions=may)


def _open(round: blackjack.Round, number: int | None) -> bool:
    """Whether everyone sees the cards of this box."""
    return all(hand.face_up for box in round.boxes if box.number == number for hand in box.hands)


_QUESTIONS = {
    Action.INSURE: words("Insurance?"),
    Action.EVEN_MONEY: words("Even money?"),
    Action.SURRENDER: words("Surrender?"),
    Action.FOLLOW: words("Do you follow?"),
}


def _offered(round: blackjack.Round, waiting: Waiting) -> tuple[Action, ...]:
    """Even money is asked of a blackjack that everyone sees."""
    found = {
        option.action
        for offer in waiting.offers
        for option in offer.options
        if option.action is not Action.EVEN_MONEY or _open(round, offer.box)
    }
    return tuple(action for action in _QUESTIONS if action in found)


def _aloud(offered: tuple[Action, ...]) -> Phrase | None:
    """ "Insurance? Even money?"."""
    asked = tuple(_QUESTIONS[action] for action in offered)
    return words("{questions:space}", questions=asked) if asked else None


def _offers(round: Round, waiting: Waiting) -> Guide:
    assert isinstance(round, blackjack.Round)
    offered = _offered(round, waiting)
    aloud = _aloud(offered)
    assert aloud is not None
    told = words(
        "{questions} Wait for the answers of {who:and}, or close the offer.",
        questions=aloud,
        who=_players(one.player for one in waiting.offers),
    )
    return guided(Step.OFFERS_OPEN, told, aloud, offers=offered)


def _players(names: Iterable[str]) -> tuple[str, ...]:
    """Each once."""
    return tuple(dict.fromkeys(names))
