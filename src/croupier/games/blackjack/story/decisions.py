"""Stand, double, split, the decision that never came, and the house in a player's place."""

from croupier.engine.inputs import Act, Action
from croupier.games.blackjack.engine import Round
from croupier.games.blackjack.engine.rules import MissedDecision
from croupier.games.blackjack.engine.state import Box, turn
from croupier.games.blackjack.story.names import hand_count, hand_name
from croupier.kit.phrase import Phrase, words
from croupier.story.moment import Moment
from croupier.story.page import StoryWriter


def tell_decision(write: StoryWriter, moment: Moment[Round], act: Act) -> None:
    now = turn(moment.before)
    assert now is not None
    match act.action:
        case Action.STAND:
            write.say(
                words(
                    "{player} stands on {hand} with {has}.",
                    player=act.player,
                    hand=hand_name(moment.before, now),
                    has=hand_count(moment.before.hand(now)),
                )
            )
        case Action.DOUBLE:
            _tell_double(write, moment, act, now)
        case Action.SPLIT:
            _tell_split(write, moment, act, now)
        case Action.TIMEOUT:
            _tell_missed(write, moment, act, now)
        case _:
            pass


def _tell_double(write: StoryWriter, moment: Moment[Round], act: Act, now: tuple[int, int]) -> None:
    before, after, cite = moment.before, moment.after, moment.after.rules.topics
    stake = after.hand(now).stake_of(act.player)
    assert stake is not None
    write.say(
        words(
            "{player} doubles {hand} on {on} with {added:amount} more, for one card and no other.",
            player=act.player,
            hand=hand_name(before, now),
            on=hand_count(before.hand(now)),
            added=stake.added,
        ),
        cite["double"],
    )
    _tell_behind(write, moment, now)


def _tell_split(write: StoryWriter, moment: Moment[Round], act: Act, now: tuple[int, int]) -> None:
    before, after = moment.before, moment.after
    first, second = now, (now[0], now[1] + 1)
    stake = after.hand(second).stake_of(act.player)
    assert stake is not None
    write.say(
        words(
            "{player} splits {hand}, {cards:faces}, with {added:amount} more: hand {first} goes on "
            "from {first_cards:faces}, hand {second} from {second_cards:faces}.",
            player=act.player,
            hand=hand_name(before, now),
            cards=before.hand(now).cards,
            added=stake.amount,
            first=first[1] + 1,
            first_cards=after.hand(first).cards,
            second=second[1] + 1,
            second_cards=after.hand(second).cards,
        ),
        after.rules.topics["split"],
    )
    _tell_behind(write, moment, now)


def _tell_behind(write: StoryWriter, moment: Moment[Round], now: tuple[int, int]) -> None:
    """LIVE 2.5.2: those behind follow by themselves, or stay with the first hand."""
    before, after = moment.before, moment.after
    split = len(after.boxes[now[0]].hands) > len(before.boxes[now[0]].hands)
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
        told = _followed(wager.player, added, now[1] + 1 if split else None)
        write.say(told, after.rules.topics["follow-split"])


def _followed(player: str, added: int, split_hand: int | None) -> Phrase:
    if added:
        return words(
            "{player}, betting behind, follows with {added:amount} more.",
            player=player,
            added=added,
        )
    if split_hand is not None:
        return words(
            "{player}, betting behind, does not follow and stays with hand {hand} alone.",
            player=player,
            hand=split_hand,
        )
    return words(
        "{player}, betting behind, does not follow and keeps the bet as it is.", player=player
    )


def _tell_missed(write: StoryWriter, moment: Moment[Round], act: Act, now: tuple[int, int]) -> None:
    before, after = moment.before, moment.after
    rules = before.rules
    missed = words(
        "{player} does not decide in time on {hand} ({has})",
        player=act.player,
        hand=hand_name(before, now),
        has=hand_count(before.hand(now)),
    )
    if rules.missed_decision is MissedDecision.STANDS:
        write.say(
            words("{missed}: the hand stands.", missed=missed), rules.topics["missed-decision"]
        )
        return
    decider = after.boxes[now[0]].decider
    if decider is None:
        told = words(
            "{missed}: nobody else bets on the box, so the house plays it: it draws to 12 or more, "
            "then stands.",
            missed=missed,
        )
    else:
        told = words(
            "{missed}: {player}, with the highest bet of those left, decides now.",
            missed=missed,
            player=decider,
        )
    write.say(told, rules.topics["missed-decision"], "R15")


def tell_house(write: StoryWriter, moment: Moment[Round], heading: Phrase) -> None:
    """Hands that nobody decides for any more, and that stay as they are from here."""
    before, after = moment.before, moment.after
    for index, box in enumerate(after.boxes):
        if box.decider is not None:
            continue
        for at, hand in enumerate(box.hands):
            if hand.done and _was_played(before.boxes[index], at):
                write.turn_to(heading)
                _tell_left(write, after, (index, at))


def _was_played(box: Box, at: int) -> bool:
    """Money was on the hand, and it could still take a card."""
    return at < len(box.hands) and box.hands[at].open and not box.hands[at].done


def _tell_left(write: StoryWriter, round: Round, where: tuple[int, int]) -> None:
    name, has = hand_name(round, where), hand_count(round.hand(where))
    if round.rules.missed_decision is MissedDecision.HOUSE_DRAWS:
        write.say(
            words("The house stands on {hand} with {has}.", hand=name, has=has),
            round.rules.topics["missed-decision"],
            "R15",
        )
    else:
        write.say(
            words(
                "Nobody decides for {hand} any more: it stays as it is, {has}.", hand=name, has=has
            ),
            "R28",
        )
