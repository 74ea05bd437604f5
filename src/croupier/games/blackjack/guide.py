"""Blackjack at its table."""

from croupier.engine.inputs import Action, CardMove, CardPlace
from croupier.engine.layout import Layout
from croupier.engine.reconstruction import LaidCard
from croupier.engine.rules import Rules
from croupier.engine.waiting import CardDue, Decision, Waiting
from croupier.games.blackjack.engine import BlackjackRules, Round
from croupier.games.blackjack.engine.betting import deciders
from croupier.games.blackjack.engine.points import points
from croupier.games.blackjack.engine.reconstruction import card_places, check_move, laid_cards
from croupier.kit.phrase import Phrase, words
from croupier.table.family import ORDINALS, TableFamily
from croupier.table.guide_value import Guide, GuideStep, guided


class BlackjackTable(TableFamily[Round]):
    showing = 800

    def box_name(self, rules: Rules, number: int) -> Phrase:
        assert isinstance(rules, BlackjackRules)
        if rules.bet_behind:
            return words("seat {number}", number=number)
        return words("box {number}", number=number)

    def place(self, round: Round, due: CardDue) -> Phrase:
        to = words("dealer")
        if due.to == "box":
            to = self._hand_name(round, due.box, due.hand)
        return words("{to}, face up", to=to) if due.face_up else words("{to}, face down", to=to)

    def laid_cards(self, round: Round) -> tuple[LaidCard, ...]:
        return laid_cards(round)

    def card_places(self, round: Round) -> tuple[CardPlace, ...]:
        return card_places(round)

    def check_move(self, round: Round, move: CardMove) -> LaidCard:
        return check_move(round, move)

    def decisions(self, round: Round, waiting: Waiting) -> Guide:
        (decision,) = waiting.decisions
        sentence = self._decision_sentence(round, decision)
        # R9: where players act before the dealer looks, insurance is open until the first of them
        # has.
        offered = _offered(round, waiting)
        aloud = _aloud(offered)
        if aloud:
            sentence = words(
                "{told} Before the first decision, ask: {questions}", told=sentence, questions=aloud
            )
        return guided(GuideStep.WAIT_FOR_DECISION, sentence, aloud, offers=offered)

    def offers(self, round: Round, waiting: Waiting) -> Guide:
        offered = _offered(round, waiting)
        aloud = _aloud(offered)
        assert aloud is not None
        sentence = words(
            "{questions} Wait for the answers of {who:and}, or close the offer.",
            questions=aloud,
            who=tuple(dict.fromkeys(offer.player for offer in waiting.offers)),
        )
        return guided(GuideStep.OFFERS_OPEN, sentence, aloud, offers=offered)

    def result(self, round: Round) -> Phrase | None:
        total = points(round.dealer).total
        if not round.second_card_known:
            return None
        if total > 21:
            return words("Dealer has too many, {total}", total=total)
        return words("Dealer has {total}", total=total)

    def pick_up(self, round: Round) -> Phrase | None:
        """LIVE 2.3.7: own cards first, then against the deal, so that every hand can be laid out
        again as it was, and the dealer's lie at the bottom."""
        rules = round.rules
        boxes = tuple(
            self.box_name(rules, box.number) for box in reversed(round.boxes) if box.hands
        )
        if not rules.topics["cards-picked-up"] or not boxes:
            return None
        return words(
            "Pick the cards up in this order: your own, then {boxes:and}. Keep each hand together, "
            "and put all of them in the discard rack, yours at the bottom.",
            boxes=boxes,
        )

    def first_to_decide(self, layout: Layout, box: int) -> str | None:
        return next(iter(deciders(layout, box)), None)

    def may_squeeze(self, rules: Rules) -> bool:
        """BJ5 3.12: where no card of the dealer's lies face down."""
        assert isinstance(rules, BlackjackRules)
        return not rules.hole_card

    def holder(self, round: Round, box: int) -> str | None:
        for held in round.boxes:
            if held.number == box and not held.squeeze and any(hand.open for hand in held.hands):
                return held.owner
        return None

    def _hand_name(self, round: Round, number: int | None, hand: int | None) -> Phrase:
        """ "box 3", or "box 3, second hand" once it is split."""
        index = round.box_index(number)
        assert index is not None
        assert number is not None
        name = self.box_name(round.rules, number)
        if len(round.boxes[index].hands) == 1 or hand is None:
            return name
        return words("{box}, {nth} hand", box=name, nth=ORDINALS[hand - 1])

    def _decision_sentence(self, round: Round, decision: Decision) -> Phrase:
        hand, player = self._hand_name(round, decision.box, decision.hand), decision.player
        if decision.cards:
            return words(
                "{^hand}: {player} takes one of {cards:cards}.",
                hand=hand,
                player=player,
                cards=decision.cards,
            )
        if not _open(round, decision.box):
            # R20, BJ5 3.12: what a hand may do could tell what it is.
            return words("{^hand}: {player} decides.", hand=hand, player=player)
        may = tuple(_ACTIONS[option.action] for option in decision.options)
        return words("{^hand}: {player} may {actions:or}.", hand=hand, player=player, actions=may)


_ACTIONS = {
    Action.HIT: words("hit"),
    Action.STAND: words("stand"),
    Action.DOUBLE: words("double"),
    Action.SPLIT: words("split"),
}

_QUESTIONS = {
    Action.INSURE: words("Insurance?"),
    Action.EVEN_MONEY: words("Even money?"),
    Action.SURRENDER: words("Surrender?"),
    Action.FOLLOW: words("Do you follow?"),
}


def _open(round: Round, number: int | None) -> bool:
    """Whether everyone sees the cards of this box."""
    return all(hand.face_up for box in round.boxes if box.number == number for hand in box.hands)


def _offered(round: Round, waiting: Waiting) -> tuple[Action, ...]:
    """Even money is asked of a blackjack that everyone sees."""
    open_actions = {
        option.action
        for offer in waiting.offers
        for option in offer.options
        if option.action is not Action.EVEN_MONEY or _open(round, offer.box)
    }
    return tuple(action for action in _QUESTIONS if action in open_actions)


def _aloud(offered: tuple[Action, ...]) -> Phrase | None:
    """ "Insurance? Even money?"."""
    questions = tuple(_QUESTIONS[action] for action in offered)
    return words("{questions:space}", questions=questions) if questions else None
