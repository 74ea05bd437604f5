"""Before the first card: the aim, and the bets."""

from croupier.games.blackjack.engine.rules import BlackjackRules
from croupier.games.blackjack.notices.signs import side_names
from croupier.kit.phrase import Item, Phrase, words
from croupier.notices.common import chips, closing_notice
from croupier.notices.page import Section, Statement, section
from croupier.notices.statement_writer import StatementWriter
from croupier.notices.words import number


def aim(write: StatementWriter, rules: BlackjackRules) -> Section:
    best = words(
        "Everyone plays against the dealer: the hand nearer to 21 wins, and a hand over 21 is bust "
        "and loses."
    )
    values = words(
        "Pictures count 10, number cards their number, and an ace 1 or 11: it is 11 unless that "
        "would bust the hand. A total with an ace as 11 is soft, any other is hard."
    )
    natural = words(
        "An ace and a ten-valued card, as the first two cards, are a blackjack. It beats every "
        "other 21."
    )
    return section(
        words("The game"),
        (
            write.say(best, under=["aim"]),
            write.say(values, under=["card-values"]),
            write.say(natural, under=["blackjack"]),
        ),
    )


def betting(write: StatementWriter, rules: BlackjackRules) -> Section:
    sentences = [
        write.say(words("Bets are made before the first card."), under=["bets-open"]),
        write.say(
            _boxes(rules), "boxes", "boxes_per_player", "shared_boxes", under=["box-sharing"]
        ),
        chips(write, rules),
        write.say(_limits_hold(rules), "shared_boxes", under=["limits-hold"]),
        write.say(_beyond_maximum(rules), under=["R3a"]),
    ]
    return section(words("Betting"), (*sentences, *_side_bets(write, rules), closing_notice(write)))


def _boxes(rules: BlackjackRules) -> Phrase:
    boxes = words("one box")
    if rules.boxes > 1:
        boxes = words("{count} boxes", count=number(rules.boxes))
    most = min(rules.boxes_per_player, rules.boxes)
    each = words("one of them")
    if most > 1:
        each = words("up to {count} of them", count=number(most))
    sharing = words("a box has one player only")
    if rules.shared_boxes:
        sharing = words("several players may bet on one box")
    return words(
        "The table has {boxes}; a player may bet on {each}, and {sharing}.",
        boxes=boxes,
        each=each,
        sharing=sharing,
    )


def _beyond_maximum(rules: BlackjackRules) -> Phrase:
    added = [words("insurance")]
    if rules.double:
        added.append(words("a double"))
    if rules.max_hands > 1:
        added.append(words("a split"))
    return words("{^added:or} may go over the maximum.", added=tuple(added))


def _limits_hold(rules: BlackjackRules) -> Phrase:
    if rules.shared_boxes:
        return words(
            "The limits hold for the initial bets on a box together. The seated player’s bet goes "
            "first; others may use what is left of the maximum."
        )
    return words("The limits hold for each bet of each player; what is outside them is refused.")


def _side_bets(write: StatementWriter, rules: BlackjackRules) -> list[Statement]:
    sentences = []
    if names := side_names(rules):
        under = ("side-bets", "boom-busted-needs", "R14")
        sentences.append(write.say(_needs_main_bet(rules, names), under=under))
    if rules.over_under:
        most = words(
            "Over 13 and Under 13 may each be no more than one’s own initial bet on the box, or "
            "than the seated player’s for those who have none there."
        )
        sentences.append(write.say(most, under=["over-under-limit"]))
    return sentences


def _needs_main_bet(rules: BlackjackRules, names: tuple[Item, ...]) -> Phrase:
    where = words("on the box")
    if loose := side_names(rules, on_box=False):
        where = words("on the box; {loose:and} one on any box", loose=loose)
    if len(names) == 1:
        return words(
            "{names:and} is a side bet, open to everyone. A side bet needs somebody’s initial bet "
            "{where}.",
            names=names,
            where=where,
        )
    return words(
        "{names:and} are side bets, open to everyone. A side bet needs somebody’s initial bet "
        "{where}.",
        names=names,
        where=where,
    )
