"""What the dealer asks you during a round, and how your answers are understood."""

from typing import NamedTuple

from croupier.cli.play.terminal import YOU
from croupier.engine.inputs import Act, Action, Input, OffersClosed
from croupier.engine.waiting import Option, Waiting
from croupier.kit.cards import Card, card
from croupier.kit.errors import Code, Refused
from croupier.kit.money import format_amount, parse_amount

_KEYS = {
    Action.HIT: "h",
    Action.STAND: "s",
    Action.DOUBLE: "d",
    Action.SPLIT: "p",
    Action.SURRENDER: "r",
    Action.INSURE: "i",
    Action.EVEN_MONEY: "e",
    Action.RAISE: "r",
    Action.FOLD: "f",
    Action.FOLLOW: "f",
    Action.CONTINUE: "c",
    Action.WITHDRAW: "w",
    Action.TAKE: "t",
}
_SYNONYMS = {"insurance": Action.INSURE, "even": Action.EVEN_MONEY}


class Answer(NamedTuple):
    """One thing you may say now."""

    option: Option
    box: int | None = None
    hand: int | None = None
    bet: str | None = None

    @property
    def action(self) -> Action:
        return self.option.action


class Question(NamedTuple):
    """What is asked; the first answer's box is the one it is about."""

    about: str
    answers: tuple[Answer, ...]
    silence: Input | None
    """What an empty line means; None where the round needs a word from you."""
    absence: Input
    """What it means that you have left."""
    cards: tuple[Card, ...] = ()
    """To take one of, when they came out of the shoe together."""
    empty: str = "no"
    """An empty line in words."""


def question(waiting: Waiting) -> Question | None:
    """The next thing to ask: what you may insure comes before what you do with the hand."""
    if waiting.choices:
        # The next decision or card would close it (R28).
        go_on = Act(YOU, Action.CONTINUE)
        answers = tuple(Answer(option) for option in waiting.choices[0].options)
        return Question("go on?", answers, go_on, go_on, empty="yes")
    for offer in waiting.offers:
        answers = tuple(Answer(option, offer.box) for option in offer.options)
        if all(answer.action is not Action.SURRENDER for answer in answers):
            no = Act(YOU, Action.DECLINE, offer.box)
            return Question(f"box {offer.box}", answers, no, no)
    surrenders = tuple(
        Answer(option, offer.box) for offer in waiting.offers for option in offer.options
    )
    if waiting.decisions:
        return _decision(waiting, surrenders)
    if surrenders:
        # No hand is left to play, but one could still be given up.
        return Question("surrender", surrenders, OffersClosed(), OffersClosed())
    return None


def _decision(waiting: Waiting, surrenders: tuple[Answer, ...]) -> Question:
    decision = waiting.decisions[0]
    own = tuple(
        Answer(option, decision.box, decision.hand, decision.bet) for option in decision.options
    )
    # The first play closes the window, so other boxes are surrendered now or never (R9).
    own_first = sorted(surrenders, key=lambda answer: answer.box != decision.box)
    absence = Act(YOU, Action.TIMEOUT, decision.box, bet=decision.bet)
    which = f"/{decision.hand}" if decision.hand and decision.hand > 1 else ""
    about = decision.bet or f"box {decision.box}{which}"
    return Question(about, (*own, *own_first), None, absence, decision.cards)


def understand(question: Question, line: str) -> tuple[Input, Answer | None]:
    """The input a line means, and the answer it is; None where that was not on offer."""
    words = line.split()
    if words in ([], [question.empty], [question.empty[0]]) and question.silence is not None:
        return question.silence, None
    if not words:
        raise Refused(Code.ILLEGAL_ACTION, "the round waits for your word")
    first = question.answers[0]
    box = first.box
    if words[0].isdecimal() and len(words) > 1:
        box = int(words.pop(0))
    if words in (["y"], ["yes"]) and len(question.answers) == 1:
        words = [str(first.action)]
    if words in (["n"], ["no"]) and question.empty == "yes":
        words = [str(question.answers[-1].action)]
    action = _action(question, words[0], box)
    answer = next(
        (offered for offered in question.answers if (offered.action, offered.box) == (action, box)),
        None,
    )
    bet = answer.bet if answer else first.bet
    taken = (
        card(words[1].upper().replace("10", "T"))
        if action is Action.TAKE and len(words) > 1
        else None
    )
    amount = _amount(words[1:], action, answer) if taken is None else None
    return Act(YOU, action, box, amount, bet, taken), answer


def _action(question: Question, word: str, box: int | None) -> Action:
    meant = [
        action
        for action in _KEYS
        if word in (_KEYS[action], action) or _SYNONYMS.get(word) is action
    ]
    if not meant:
        raise Refused(Code.ILLEGAL_ACTION, f"{word[:40]!r} means nothing here")
    offered = {answer.action for answer in question.answers if answer.box == box}
    return next((action for action in meant if action in offered), meant[0])


def _amount(words: list[str], action: Action, answer: Answer | None) -> int | None:
    if not words:
        # Unsaid, insurance is for the most there is.
        return answer.option.most if answer and action is Action.INSURE else None
    amount = parse_amount(" ".join(words))
    if answer is None:
        return amount
    fixed = answer.option.most if answer.option.least == answer.option.most else None
    if answer.option.most is None or (fixed is not None and amount != fixed):
        exactly = f"{format_amount(fixed)} exactly" if fixed else "no amount"
        raise Refused(Code.BAD_AMOUNT, f"{action} takes {exactly}")
    return amount


def spoken(question: Question) -> str:
    """ "hit (h), stand (s), double (d) up to 100"."""
    own = question.answers[0].box
    choices = [_spoken(answer, question.cards) for answer in question.answers if answer.box == own]
    others = [
        f"{answer.box} {_KEYS[answer.action]}"
        for answer in question.answers
        if answer.box not in (None, own)
    ]
    if others:
        choices.append(f"surrender another box ({', '.join(others)})")
    return ", ".join(choices)


def _spoken(answer: Answer, cards: tuple[Card, ...]) -> str:
    least, most = answer.option.least, answer.option.most
    choice = f"{answer.action} ({_KEYS[answer.action]})"
    if most is not None:
        choice += f" {'for' if least == most else 'up to'} {format_amount(most)}"
    return f"{choice} {' or '.join(cards)}" if cards else choice
