"""The players' decisions, who makes them, and what those do who bet along."""

from croupier.games.blackjack.rules import BlackjackRules, MissedDecision
from croupier.notices.blackjack.where import where_of
from croupier.notices.page import Section, Statement
from croupier.notices.pen import Pen
from croupier.notices.words import number, times


def decisions(pen: Pen, rules: BlackjackRules) -> Section:
    where, cite = where_of(rules), rules.clauses
    said = [
        pen.say(_decider(rules), "shared_boxes", under=(cite.turn, *where.decider)),
        pen.say(_drawing(rules), "hard_21_draws", under=(cite.draw, *where.decisions)),
        pen.say(_must_draw(rules), "must_draw_below", under=[cite.must_draw]),
        *_doubling(pen, rules),
        *_splitting(pen, rules),
    ]
    return Section("The players’ decisions", tuple(said))


def _decider(rules: BlackjackRules) -> str:
    text = "Boxes play in turn from the dealer’s left. "
    if rules.shared_boxes:
        return (
            text + "The seated player decides for the box; with nobody seated who has a bet on it, "
            "the highest initial bet decides, the earliest of equals."
        )
    return text + "Whoever holds the box decides for it."


def _drawing(rules: BlackjackRules) -> str:
    text = "A hand may hit, for one more card, as often as it likes while it is under 21, or stand."
    if rules.hard_21_draws:
        return f"{text} A hard 21 may draw too; a blackjack or a soft 21 takes no card."
    return f"{text} No 21 takes a card."


def _must_draw(rules: BlackjackRules) -> str:
    if not rules.must_draw_below:
        return "A hand may stand on any total."
    doubles = "; a double counts as drawing" if rules.double else ""
    return f"A hand of less than {rules.must_draw_below} must draw{doubles}."


def _doubling(pen: Pen, rules: BlackjackRules) -> list[Statement]:
    cite = rules.clauses
    if not rules.double:
        return [pen.say("There is no doubling.", "double", under=[cite.double])]
    text = (
        "On its first two cards a hand may double: it adds any amount up to its stake, and gets "
        "exactly one more card."
    )
    said = [pen.say(text, "double", under=[cite.double])]
    if rules.max_hands > 1:
        after = (
            "A split hand may be doubled too, but not split aces."
            if rules.double_after_split
            else "A split hand may not be doubled."
        )
        said.append(pen.say(after, "double_after_split"))
    return said


def _splitting(pen: Pen, rules: BlackjackRules) -> list[Statement]:
    where, cite = where_of(rules), rules.clauses
    if rules.max_hands == 1:
        return [pen.say("There is no splitting.", "max_hands", under=where.splits)]
    split = (
        "Two cards of equal value (a ten and a king too) may be split for an equal stake: each "
        f"starts a hand. A box may split {times(rules.max_hands - 1)}, into "
        f"{number(rules.max_hands)} hands at most."
    )
    order = (
        "Each hand gets a second card and is finished before the next. An ace and a ten there are "
        "21, never a blackjack"
    )
    order += "; and a split hand cannot be surrendered." if rules.surrender else "."
    said = [
        pen.say(split, "max_hands", under=(cite.split, cite.split_again)),
        pen.say(order, "surrender", under=(*where.splits, *where.no_surrender)),
    ]
    aces = "Split aces get one card each"
    if rules.max_hands > 2:
        aces += (
            "; another ace may be split again." if rules.resplit_aces else ", and are split once."
        )
        return [*said, pen.say(aces, "resplit_aces")]
    return [*said, pen.say(f"{aces}.", under=where.splits)]


def standing(pen: Pen, rules: BlackjackRules) -> Section:
    """R11: those who bet on a box that another decides for."""
    where, cite = where_of(rules), rules.clauses
    said: list[Statement] = []
    if rules.shared_boxes:
        who = "Others may bet on a box too: they stand by what its decider does."
        said.append(pen.say(who, "shared_boxes", under=where.standing))
    if rules.shared_boxes and rules.double:
        text = (
            "A double may be followed with up to one’s own stake, or not; the one card counts for "
            "all."
        )
        said.append(pen.say(text, "double", under=(cite.follow_double, *where.standing)))
    if rules.shared_boxes and rules.max_hands > 1:
        text = (
            "A split may be followed with an equal stake, or not; a player who does not follow "
            "stays on the first of the two hands and has no part in later splits."
        )
        said.append(pen.say(text, "max_hands", under=(cite.follow_split, *where.standing)))
    return Section("Standing players", tuple(said))


def behind(pen: Pen, rules: BlackjackRules) -> Section:
    """R19: betting on the hand of somebody seated."""
    if not rules.bet_behind:
        return Section("Betting behind", ())
    where, cite = where_of(rules), rules.clauses
    who = (
        "Any number of players who are not seated may bet behind an occupied seat; the seat "
        "decides, and they win or lose with its hand."
    )
    said = [
        pen.say(who, "bet_behind", under=where.behind),
        pen.say("Insurance is each player’s own, behind a seat too.", under=where.behind_insures),
    ]
    if rules.double or rules.max_hands > 1:
        follow = (
            "Those who chose to follow double and split with the seat, a double for the same share "
            "of their own stake, rounded down to whole chips. The others add nothing, and after a "
            "split stay on the first hand played."
        )
        under = (cite.follow_split, cite.follow_double, *where.behind_follows)
        said.append(pen.say(follow, "double", "max_hands", under=under))
    return Section("Betting behind", tuple(said))


def missed(pen: Pen, rules: BlackjackRules) -> Section:
    under = (rules.clauses.missed, *where_of(rules).missed)
    if rules.missed_decision is MissedDecision.STANDS:
        text = "A decision that does not come in time is a stand."
        return Section("Missed decisions", (pen.say(text, "missed_decision", under=under),))
    to = max(rules.must_draw_below, 12)
    house = f"the house draws each hand of the box to {to} or more, then stands"
    if rules.shared_boxes:
        text = (
            "A player who misses a decision, or leaves, decides no more on that box in this round: "
            f"the next highest bet on it decides. With nobody left, {house}."
        )
    else:
        text = f"If a decision does not come in time, or the player leaves, {house}."
    fields = ("missed_decision", "must_draw_below", "shared_boxes")
    return Section("Missed decisions", (pen.say(text, *fields, under=under),))
