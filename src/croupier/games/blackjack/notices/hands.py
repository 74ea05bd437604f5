"""The players' decisions, who makes them, and what those do who bet along."""

from croupier.games.blackjack.engine.rules import BlackjackRules, MissedDecision
from croupier.kit.phrase import Phrase, words
from croupier.notices.page import Section, Statement, section
from croupier.notices.statement_writer import StatementWriter
from croupier.notices.words import number


def decisions(write: StatementWriter, rules: BlackjackRules) -> Section:
    sentences = [
        write.say(_decider(rules), "shared_boxes", under=("turn", "decider")),
        write.say(_drawing(rules), "hard_21_draws", under=("draw", "decisions")),
        write.say(_must_draw(rules), "must_draw_below", under=["must-draw"]),
        *_doubling(write, rules),
        *_splitting(write, rules),
    ]
    return section(words("The players’ decisions"), sentences)


def _decider(rules: BlackjackRules) -> Phrase:
    if rules.shared_boxes:
        return words(
            "Boxes play in turn from the dealer’s left. The seated player decides for the box; "
            "with nobody seated who has a bet on it, the highest initial bet decides, the earliest "
            "of equals."
        )
    return words("Boxes play in turn from the dealer’s left. Whoever holds the box decides for it.")


def _drawing(rules: BlackjackRules) -> Phrase:
    if rules.hard_21_draws:
        return words(
            "A hand may hit, for one more card, as often as it likes while it is under 21, or "
            "stand. A hard 21 may draw too; a blackjack or a soft 21 takes no card."
        )
    return words(
        "A hand may hit, for one more card, as often as it likes while it is under 21, or stand. "
        "No 21 takes a card."
    )


def _must_draw(rules: BlackjackRules) -> Phrase:
    below = rules.must_draw_below
    if not below:
        return words("A hand may stand on any total.")
    if rules.double:
        return words(
            "A hand of less than {below} must draw; a double counts as drawing.", below=below
        )
    return words("A hand of less than {below} must draw.", below=below)


def _doubling(write: StatementWriter, rules: BlackjackRules) -> list[Statement]:
    if not rules.double:
        return [write.say(words("There is no doubling."), "double", under=["double"])]
    double = words(
        "On its first two cards a hand may double: it adds any amount up to its stake, and gets "
        "exactly one more card."
    )
    sentences = [write.say(double, "double", under=["double"])]
    if rules.max_hands > 1:
        after = words("A split hand may not be doubled.")
        if rules.double_after_split:
            after = words("A split hand may be doubled too, but not split aces.")
        sentences.append(write.say(after, "double_after_split"))
    return sentences


def _splitting(write: StatementWriter, rules: BlackjackRules) -> list[Statement]:
    if rules.max_hands == 1:
        return [write.say(words("There is no splitting."), "max_hands", under=["split-hands"])]
    split = words(
        "Two cards of equal value (a ten and a king too) may be split for an equal stake: each "
        "starts a hand. A box may split {times}, into {count} hands at most.",
        times=_times(rules.max_hands - 1),
        count=number(rules.max_hands),
    )
    return [
        write.say(split, "max_hands", under=("split", "split-again")),
        write.say(_split_hands(rules), "surrender", under=["split-hands"]),
        _split_aces(write, rules),
    ]


def _times(count: int) -> Phrase:
    if count == 1:
        return words("once")
    return words("twice") if count == 2 else words("{count} times", count=number(count))


def _split_hands(rules: BlackjackRules) -> Phrase:
    if rules.surrender:
        return words(
            "Each hand gets a second card and is finished before the next. An ace and a ten there "
            "are 21, never a blackjack; and a split hand cannot be surrendered."
        )
    return words(
        "Each hand gets a second card and is finished before the next. An ace and a ten there are "
        "21, never a blackjack."
    )


def _split_aces(write: StatementWriter, rules: BlackjackRules) -> Statement:
    if rules.max_hands == 2:
        return write.say(words("Split aces get one card each."), under=["split-hands"])
    aces = words("Split aces get one card each, and are split once.")
    if rules.resplit_aces:
        aces = words("Split aces get one card each; another ace may be split again.")
    return write.say(aces, "resplit_aces")


def standing(write: StatementWriter, rules: BlackjackRules) -> Section:
    """R11: those who bet on a box that another decides for."""
    sentences: list[Statement] = []
    if rules.shared_boxes:
        who = words("Others may bet on a box too: they stand by what its decider does.")
        sentences.append(write.say(who, "shared_boxes", under=["standing-players"]))
    if rules.shared_boxes and rules.double:
        text = words(
            "A double may be followed with up to one’s own stake, or not; the one card counts for "
            "all."
        )
        sentences.append(write.say(text, "double", under=("follow-double", "standing-players")))
    if rules.shared_boxes and rules.max_hands > 1:
        text = words(
            "A split may be followed with an equal stake, or not; a player who does not follow "
            "stays on the first of the two hands and has no part in later splits."
        )
        sentences.append(write.say(text, "max_hands", under=("follow-split", "standing-players")))
    return section(words("Standing players"), sentences)


def behind(write: StatementWriter, rules: BlackjackRules) -> Section:
    """R19: betting on the hand of somebody seated."""
    if not rules.bet_behind:
        return section(words("Betting behind"), ())
    who = words(
        "Any number of players who are not seated may bet behind an occupied seat; the seat "
        "decides, and they win or lose with its hand."
    )
    own = words("Insurance is each player’s own, behind a seat too.")
    sentences = [
        write.say(who, "bet_behind", under=["bet-behind-terms"]),
        write.say(own, under=["behind-insures"]),
    ]
    if rules.double or rules.max_hands > 1:
        follow = words(
            "Those who chose to follow double and split with the seat, a double for the same share "
            "of their own stake, rounded down to whole chips. The others add nothing, and after a "
            "split stay on the first hand played."
        )
        under = ("follow-split", "follow-double", "behind-follows")
        sentences.append(write.say(follow, "double", "max_hands", under=under))
    return section(words("Betting behind"), sentences)


def missed(write: StatementWriter, rules: BlackjackRules) -> Section:
    under = ("missed-decision", "missed-decision-terms")
    fields: tuple[str, ...] = ("missed_decision", "must_draw_below", "shared_boxes")
    to = max(rules.must_draw_below, 12)
    if rules.missed_decision is MissedDecision.STANDS:
        fields = ("missed_decision",)
        sentence = words("A decision that does not come in time is a stand.")
    elif rules.shared_boxes:
        sentence = words(
            "A player who misses a decision, or leaves, decides no more on that box in this round: "
            "the next highest bet on it decides. With nobody left, the house draws each hand of "
            "the box to {total} or more, then stands.",
            total=to,
        )
    else:
        sentence = words(
            "If a decision does not come in time, or the player leaves, the house draws each hand "
            "of the box to {total} or more, then stands.",
            total=to,
        )
    return section(words("Missed decisions"), [write.say(sentence, *fields, under=under)])
