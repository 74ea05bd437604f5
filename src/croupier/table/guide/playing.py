"""While a round is played: cards, decisions, offers."""

from croupier.engine.protocol import Round
from croupier.engine.waiting import CardDue, Waiting
from croupier.kit.phrase import Phrase, words
from croupier.table.family import table_family
from croupier.table.guide.calls import announced
from croupier.table.guide.over import over
from croupier.table.guide_value import Guide, GuideStep, guided
from croupier.table.state import TableState


def in_round(state: TableState, round: Round, waiting: Waiting) -> Guide:
    now = waited_for(state, round, waiting)
    if not waiting.choices:
        return now
    # R28: silence goes on, with the next card or decision.
    players = tuple(choice.player for choice in waiting.choices)
    return guided(
        GuideStep.CHOICES_OPEN,
        words("{players:and} may go on or withdraw. Then: {next}", players=players, next=now.words),
        words("You may go on or take your bet back"),
        card=now.card,
        offers=now.offers,
        checklist=now.checklist,
        payments=now.payments,
        then=now.step,
    )


def waited_for(state: TableState, round: Round, waiting: Waiting) -> Guide:
    if waiting.card is not None:
        return _card(round, waiting.card)
    if waiting.over:
        return over(state, round)
    if waiting.settlement:
        return _confirm(round, waiting)
    if waiting.pocket:
        return guided(GuideStep.SPIN, words("Spin the ball, and call the pocket it rests in."))
    family = table_family(round.rules)
    return (family.decisions if waiting.decisions else family.offers)(round, waiting)


def _confirm(round: Round, waiting: Waiting) -> Guide:
    """LIVE 2.2.1, R31: the dealer announces the result, and then the bets are settled."""
    result = announced(round, waiting)
    assert result is not None
    sentence = words(
        "Announce the result and confirm it: {result}. If the last scan is wrong, take it back; if "
        "anything else is wrong, call the pit.",
        result=result,
    )
    return guided(GuideStep.CONFIRM_RESULT, sentence, result, then=GuideStep.PAY_AND_COLLECT)


def _card(round: Round, due: CardDue) -> Guide:
    if due.to == "discard":
        sentence = words("Scan the next card and throw it away.")
        return guided(GuideStep.DISCARD, _out_already(sentence, due), card=due)
    sentence = words("Deal: {place}.", place=table_family(round.rules).place(round, due))
    return guided(GuideStep.DEAL_CARD, _out_already(sentence, due), card=due)


def _out_already(sentence: Phrase, due: CardDue) -> Phrase:
    if not due.exactly:
        return sentence
    return words("{told} It is {card:card}, which is out already.", told=sentence, card=due.exactly)
