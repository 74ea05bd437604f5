"""Stand, double, split, the decision that never came, and the house in a player's place."""

from croupier.games.blackjack import Round
from croupier.games.blackjack.rules import MissedDecision
from croupier.games.blackjack.state import Box, turn
from croupier.games.inputs import Act, Action
from croupier.story.blackjack.names import hand_count, hand_name
from croupier.story.moment import Moment
from croupier.story.page import Notebook
from croupier.story.words import card_names, money


def tell_decision(book: Notebook, moment: Moment[Round], act: Act) -> None:
    now = turn(moment.before)
    assert now is not None
    match act.action:
        case Action.STAND:
            name, has = hand_name(moment.before, now), hand_count(moment.before.hand(now))
            book.say(f"{act.player} stands on {name} with {has}.")
        case Action.DOUBLE:
            _tell_double(book, moment, act, now)
        case Action.SPLIT:
            _tell_split(book, moment, act, now)
        case Action.TIMEOUT:
            _tell_missed(book, moment, act, now)
        case _:
            pass


def _tell_double(book: Notebook, moment: Moment[Round], act: Act, now: tuple[int, int]) -> None:
    before, after, cite = moment.before, moment.after, moment.after.rules.topics
    stake = after.hand(now).stake_of(act.player)
    assert stake is not None
    book.say(
        f"{act.player} doubles {hand_name(before, now)} on {hand_count(before.hand(now))} with "
        f"{money(stake.added)} more, for one card and no other.",
        cite["double"],
    )
    _tell_behind(book, moment, now)


def _tell_split(book: Notebook, moment: Moment[Round], act: Act, now: tuple[int, int]) -> None:
    before, after = moment.before, moment.after
    first, second = now, (now[0], now[1] + 1)
    stake = after.hand(second).stake_of(act.player)
    assert stake is not None
    cards = card_names(before.hand(now).cards)
    book.say(
        f"{act.player} splits {hand_name(before, now)}, {cards}, with {money(stake.amount)} more: "
        f"hand {first[1] + 1} goes on from {card_names(after.hand(first).cards)}, "
        f"hand {second[1] + 1} from {card_names(after.hand(second).cards)}.",
        after.rules.topics["split"],
    )
    _tell_behind(book, moment, now)


def _tell_behind(book: Notebook, moment: Moment[Round], now: tuple[int, int]) -> None:
    """LIVE 2.5.2: those behind follow by themselves, or stay with the first hand."""
    before, after = moment.before, moment.after
    split = len(after.boxes[now[0]].hands) > len(before.boxes[now[0]].hands)
    clause = after.rules.topics["follow-split"]
    for wager in before.boxes[now[0]].wagers:
        own = before.hand(now).stake_of(wager.player)
        if wager.bet != "behind" or own is None or own.settled:
            continue
        if split:
            joined = after.hand((now[0], now[1] + 1)).stake_of(wager.player)
            added = joined.amount if joined else 0
        else:
            doubled = after.hand(now).stake_of(wager.player)
            added = doubled.added if doubled else 0
        if added:
            book.say(f"{wager.player}, betting behind, follows with {money(added)} more.", clause)
        else:
            stays = f"stays with hand {now[1] + 1} alone" if split else "keeps the bet as it is"
            book.say(f"{wager.player}, betting behind, does not follow and {stays}.", clause)


def _tell_missed(book: Notebook, moment: Moment[Round], act: Act, now: tuple[int, int]) -> None:
    before, after = moment.before, moment.after
    rules = before.rules
    name, has = hand_name(before, now), hand_count(before.hand(now))
    missed = f"{act.player} does not decide in time on {name} ({has})"
    if rules.missed_decision is MissedDecision.STANDS:
        book.say(f"{missed}: the hand stands.", rules.topics["missed-decision"])
        return
    nobody = after.boxes[now[0]].decider is None
    following = (
        "nobody else bets on the box, so the house plays it: it draws to 12 or more, then stands"
        if nobody
        else f"{after.boxes[now[0]].decider}, with the highest bet of those left, decides now"
    )
    book.say(f"{missed}: {following}.", rules.topics["missed-decision"], "R15")


def tell_house(book: Notebook, moment: Moment[Round], heading: str) -> None:
    """Hands that nobody decides for any more, and that stay as they are from here."""
    before, after = moment.before, moment.after
    for index, box in enumerate(after.boxes):
        if box.decider is not None:
            continue
        for at, hand in enumerate(box.hands):
            if hand.done and _was_played(before.boxes[index], at):
                book.turn_to(heading)
                _tell_left(book, after, (index, at))


def _was_played(box: Box, at: int) -> bool:
    """Money was on the hand, and it could still take a card."""
    return at < len(box.hands) and box.hands[at].open and not box.hands[at].done


def _tell_left(book: Notebook, round: Round, where: tuple[int, int]) -> None:
    has = hand_count(round.hand(where))
    name = hand_name(round, where)
    if round.rules.missed_decision is MissedDecision.HOUSE_DRAWS:
        book.say(
            f"The house stands on {name} with {has}.", round.rules.topics["missed-decision"], "R15"
        )
    else:
        book.say(f"Nobody decides for {name} any more: it stays as it is, {has}.", "R28")
