"""Before anybody plays a hand: the aim, the bets, the deal, and what is offered after it."""

from croupier.games.blackjack.rules import EVEN, BlackjackRules
from croupier.notices.blackjack.signs import MAIN_BETS, insurance_rounding, side_names
from croupier.notices.blackjack.where import where_of
from croupier.notices.common import chips, closing_notice
from croupier.notices.page import Section, Statement
from croupier.notices.pen import Pen
from croupier.notices.words import capital, counted, listed, number


def aim(pen: Pen, rules: BlackjackRules) -> Section:
    where = where_of(rules)
    best = (
        "Everyone plays against the dealer: the hand nearer to 21 wins, and a hand over 21 is bust "
        "and loses."
    )
    values = (
        "Pictures count 10, number cards their number, and an ace 1 or 11: it is 11 unless that "
        "would bust the hand. A total with an ace as 11 is soft, any other is hard."
    )
    natural = (
        "An ace and a ten-valued card, as the first two cards, are a blackjack. It beats every "
        "other 21."
    )
    return Section(
        "The game",
        (
            pen.say(best, under=where.aim),
            pen.say(values, under=where.values),
            pen.say(natural, under=where.blackjack),
        ),
    )


def betting(pen: Pen, rules: BlackjackRules) -> Section:
    where = where_of(rules)
    said = [
        pen.say("Bets are made before the first card.", under=where.opens),
        pen.say(_boxes(rules), "boxes", "boxes_per_player", "shared_boxes", under=where.boxes),
        chips(pen, rules),
        pen.say(_limits_hold(rules), "shared_boxes", under=where.limits_hold),
        pen.say(_beyond_maximum(rules), under=["R3a"]),
    ]
    return Section("Betting", (*said, *_side_bets(pen, rules), closing_notice(pen, where.closes)))


def _boxes(rules: BlackjackRules) -> str:
    boxes = counted(rules.boxes, "box", "boxes")
    most = min(rules.boxes_per_player, rules.boxes)
    each = "one of them" if most == 1 else f"up to {number(most)} of them"
    sharing = (
        "several players may bet on one box" if rules.shared_boxes else "a box has one player only"
    )
    return f"The table has {boxes}; a player may bet on {each}, and {sharing}."


def _beyond_maximum(rules: BlackjackRules) -> str:
    added = ["insurance"]
    if rules.double:
        added.append("a double")
    if rules.max_hands > 1:
        added.append("a split")
    return f"{capital(listed(added, 'or'))} may go over the maximum."


def _limits_hold(rules: BlackjackRules) -> str:
    if rules.shared_boxes:
        return (
            "The limits hold for the initial bets on a box together. The seated player’s bet goes "
            "first; others may use what is left of the maximum."
        )
    return "The limits hold for each bet of each player; what is outside them is refused."


def _side_bets(pen: Pen, rules: BlackjackRules) -> list[Statement]:
    where, cite = where_of(rules), rules.clauses
    said = []
    spots = rules.spots()
    names = side_names(rules)
    if names:
        needed = "on the box"
        if False in spots.values():
            loose = [name for name in names if not spots[name.lower().replace(" ", "-")]]
            needed = f"on the box; {listed(loose)} one on any box"
        text = (
            f"{listed(names)} {'is a side bet' if len(names) == 1 else 'are side bets'}, open to "
            f"everyone. A side bet needs somebody’s initial bet {needed}."
        )
        said.append(pen.say(text, under=(cite.side_bets, *where.side_bets)))
    if rules.over_under:
        text = (
            "Over 13 and Under 13 may each be no more than one’s own initial bet on the box, or "
            "than the seated player’s for those who have none there."
        )
        said.append(pen.say(text, under=where.over_under))
    return said


def deal(pen: Pen, rules: BlackjackRules) -> Section:
    where = where_of(rules)
    cut = (
        f"{capital(counted(rules.cut_card_from_back, 'card lies', 'cards lie'))} behind the cut "
        "card; the round in which it comes out is the last before a shuffle."
    )
    order = (
        "From the dealer’s left, each box with a bet gets a card, the dealer one face up, and each "
        "box a second"
    )
    if rules.hole_card:
        order += "; last the dealer’s second card, face down: the hole card."
    else:
        order += ". The dealer takes no second card before all players are done."
    said = [
        pen.say(f"The cards are {counted(rules.decks, 'deck')} of 52.", "decks"),
        pen.say(
            f"After a shuffle {counted(rules.burn_after_shuffle, 'card is', 'cards are')} burned.",
            "burn_after_shuffle",
            under=where.shuffle,
        ),
        pen.say(cut, "cut_card_from_back", under=where.shuffle),
        pen.say(order, "hole_card", under=where.deal),
        pen.say(_faces(rules), "face_down"),
    ]
    if rules.interim_settlement and not rules.face_down:
        squeeze = "Who asks the house in time may get cards face down, to squeeze them."
        said.append(pen.say(squeeze, under=[rules.clauses.squeeze]))
    return Section("The deal", tuple(said))


def _faces(rules: BlackjackRules) -> str:
    if rules.face_down:
        return (
            "Players’ cards are dealt face down: only their owner sees them until they are turned."
        )
    return "Players’ cards are dealt face up."


def offers(pen: Pen, rules: BlackjackRules) -> Section:
    where, cite = where_of(rules), rules.clauses
    insurance = (
        "If the dealer shows an ace, everyone may insure their own bet: up to half of it, "
        f"{insurance_rounding(rules)}. Insurance wins {rules.insurance_pays} if the dealer has "
        "blackjack, and is lost if not."
    )
    said = [
        pen.say(insurance, "insurance_pays", "insurance_rounds_up", under=where.insurance),
        pen.say(_even_money(rules), "even_money", under=[cite.even_money]),
        pen.say(_surrender(rules), "surrender", under=[cite.surrender]),
    ]
    if not rules.hole_card:
        close = "Anybody’s first hit, stand, double or split closes these offers."
        said.append(pen.say(close, "hole_card", under=where.offers))
    if settled := _settled_at_once(rules):
        interim = f"Then comes the interim settlement: {listed(settled)} are settled at once."
        fields = ("hole_card", "surrender", "even_money")
        said.append(pen.say(interim, *fields, under=where.interim))
    if rules.hole_card:
        said.append(_look(pen, rules))
        waits = (
            "A blackjack is paid when the hands are compared, and is a push if the dealer has one "
            "too."
        )
    else:
        waits = (
            "Against a ten or an ace a blackjack waits for the dealer’s second card, and is a push "
            "if that makes a blackjack too."
        )
    said.append(pen.say(waits, "hole_card", under=where.blackjack_wins))
    return Section("Before the play", tuple(said))


def _even_money(rules: BlackjackRules) -> str:
    if rules.even_money:
        return (
            f"A blackjack against the ace may be paid even money, {EVEN}, at once; it is insured "
            "or paid even money, not both."
        )
    return "Even money is not offered."


def _surrender(rules: BlackjackRules) -> str:
    if not rules.surrender:
        return "There is no surrender."
    text = (
        "If the dealer shows anything but an ace, a hand of two cards that is no blackjack may be "
        "surrendered: half the bet is lost, half goes back."
    )
    if rules.shared_boxes:
        text += " It is the box’s decision, and binds every bet on it."
    return text


def _look(pen: Pen, rules: BlackjackRules) -> Statement:
    under = [rules.clauses.peek, *where_of(rules).offers]
    looks = [
        card
        for card, looked in (("an ace", rules.look_under_ace), ("a ten", rules.look_under_ten))
        if looked
    ]
    if not looks:
        text = "The dealer does not look at the hole card before the players are done."
    else:
        text = (
            f"Then the dealer looks at the hole card under {listed(looks, 'or')}; a blackjack ends "
            "the round at once."
        )
        if len(looks) == 1:
            text += " Under any other card nobody looks until the players are done."
    return pen.say(text, "look_under_ace", "look_under_ten", under=under)


def _settled_at_once(rules: BlackjackRules) -> list[str]:
    """R9: what is settled before play goes on; over a hole card a blackjack is not among it."""
    settled = []
    if any(on_box and bet not in MAIN_BETS for bet, on_box in rules.spots().items()):
        settled.append("side bets on the first two cards")
    if rules.surrender:
        settled.append("surrenders")
    if rules.even_money:
        settled.append("even money")
    if not rules.hole_card:
        settled.append("blackjacks against a dealer’s 2 to 9")
    return settled
