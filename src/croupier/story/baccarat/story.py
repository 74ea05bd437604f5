"""The story of a coup."""

from croupier.games.baccarat import Round, standings
from croupier.games.baccarat.rules import ANTES
from croupier.games.baccarat.table_of_play import card_points, hand_points, next_to_draw
from croupier.games.engine import waiting
from croupier.games.inputs import (
    Act,
    Action,
    Burn,
    CardDealt,
    Interrupt,
    Misdeal,
    OffersClosed,
    SettlementHeld,
    Together,
    Void,
)
from croupier.games.lines import Line
from croupier.kit.cards import Card
from croupier.story.baccarat.endings import ending
from croupier.story.moment import Ending, Moment, Opening
from croupier.story.page import Notebook
from croupier.story.removed_cards import RemovedCards
from croupier.story.rulings import (
    FAULTS,
    HELD,
    HELD_GOES_ON,
    tell_interruption,
    tell_void,
    undone,
)
from croupier.story.words import bet_name, card_name, card_names, listed, money, on_spot


class Teller:
    def __init__(self, book: Notebook, opening: Opening[Round]) -> None:
        self.book = book
        self.opening = opening.round
        self.cite = opening.round.rules.topics
        self.dealing: list[tuple[str, Card]] = []
        self.thrown = RemovedCards(book)

    def open(self) -> None:
        self.book.turn_to("The bets")
        round = self.opening
        bets = [(one.player, one.bet, one.amount) for one in round.bets]
        late = [(one.player, one.bet, one.stake) for one in round.returned]
        for player in dict.fromkeys(one[0] for one in (*bets, *late)):
            laid = [
                f"{money(amount)} on {bet_name(bet)}"
                for owner, bet, amount in (*bets, *late)
                if owner == player
            ]
            self.book.say(f"{player} bets {listed(laid)}.")
        for line in round.returned:
            self.book.say(
                f"{line.player} has no bet on Player or Banker, which {bet_name(line.bet)} needs: "
                f"the {money(line.stake)} is found and given back.",
                line.clause,
                self.cite["needs-main-bet"],
            )

    def tell(self, moment: Moment[Round]) -> None:
        input = moment.input
        if not isinstance(input, CardDealt):
            self.close()
        match input:
            case CardDealt():
                self._card(moment, input.card)
            case Act():
                self._ante(moment, input)
            case _:
                self._ruling(moment)
        if moment.after.void and not moment.before.void:
            undone_now = undone(moment.before.lines, moment.after.lines)
            tell_void(self.book, undone_now, on_spot, self.cite["void-returns"])

    def close(self) -> None:
        """Tell what was held back to be told together."""
        self.thrown.flush()
        if not self.dealing:
            return
        hands = {
            to: [card for owner, card in self.dealing if owner == to]
            for to in dict.fromkeys(to for to, _ in self.dealing)
        }
        parts = [f"{to.title()} gets {card_names(cards)}" for to, cards in hands.items()]
        self.book.say(f"{listed(parts)}.", self.cite["cards-dealt"])
        self.dealing = []

    def _card(self, moment: Moment[Round], card: Card) -> None:
        due = waiting(moment.before).card
        assert due is not None
        if due.to == "discard":
            self.thrown.add(card)
            return
        after, cite = moment.after, self.cite
        out = len(after.player) + len(after.banker)
        if out <= 4:
            self.book.turn_to("The deal")
            self.dealing.append((due.to, card))
            if out == 4:
                self.close()
                self._two_cards_each(after)
            elif after.undecided:
                self.dealing = []
                self.book.say(
                    f"The first card, {card_name(card)}, lies open on “Up The Ante”: "
                    "now every ante is raised or folded.",
                    cite["ante-decision"],
                )
        elif due.to == "player":
            self.book.turn_to("The third cards")
            had, has = hand_points(moment.before.player), hand_points(after.player)
            self.book.say(
                f"Player has {had}, which is 5 or less, and draws {card_name(card)}: {has}.",
                cite["player-draws"],
            )
        else:
            self.book.turn_to("The third cards")
            had, has = hand_points(moment.before.banker), hand_points(after.banker)
            why, clause = self._banker_rule(after)
            self.book.say(
                f"Banker has {had} and {why}: Banker draws {card_name(card)}: {has}.", clause
            )
        if next_to_draw(after.player, after.banker) is None:
            self._end(after)

    def _two_cards_each(self, round: Round) -> None:
        ours, theirs = hand_points(round.player), hand_points(round.banker)
        self.book.say(f"Player has {ours} and Banker {theirs}.", self.cite["points"])
        naturals = [
            f"{who} has {total} in two cards"
            for who, total in (("Player", ours), ("Banker", theirs))
            if total >= 8
        ]
        if naturals:
            self.book.say(f"{listed(naturals)}, so nobody draws.", self.cite["nobody-draws"])
        elif ours >= 6:
            self.book.turn_to("The third cards")
            self.book.say(f"Player stands on {ours}.", self.cite["player-draws"])

    def _banker_rule(self, round: Round) -> tuple[str, str]:
        """What Banker's third card depends on."""
        if len(round.player) == 2:
            return "Player took no third card", self.cite["banker-draws-alone"]
        third = round.player[2]
        count = card_points(third)
        return f"Player's third card, {card_name(third)}, counts {count}", self.cite["banker-draws"]

    def _end(self, round: Round) -> None:
        ours, theirs = hand_points(round.player), hand_points(round.banker)
        natural = max(hand_points(round.player[:2]), hand_points(round.banker[:2])) >= 8
        if len(round.banker) == 2 and not natural:
            why, clause = self._banker_rule(round)
            self.book.say(f"Banker has {theirs} and {why}: Banker stands.", clause)
        if ours == theirs:
            self.book.say(f"Player {ours}, Banker {theirs}: a tie.", self.cite["points"])
        else:
            winner = "Player" if ours > theirs else "Banker"
            self.book.say(f"Player {ours}, Banker {theirs}: {winner} wins.", self.cite["points"])

    def _ante(self, moment: Moment[Round], act: Act) -> None:
        self.book.turn_to("The antes")
        cite = self.cite
        bet = next(
            one for one in moment.before.bets if (one.player, one.bet) == (act.player, act.bet)
        )
        name = f"{bet_name(bet.bet)} of {money(bet.amount)}"
        match act.action:
            case Action.RAISE:
                rules = moment.before.rules
                amount = bet.amount * (rules.raise_multiple or 0)
                self.book.say(
                    f"{act.player} raises the {name} with {money(amount)} on "
                    f"{bet_name(ANTES[bet.bet])}.",
                    cite["raise-multiple"],
                )
            case Action.FOLD:
                self.book.say(f"{act.player} folds the {name}: it is lost.", cite["ante-folded"])
            case _:
                self.book.say(
                    f"{act.player} does not decide in time about the {name}, which folds it: "
                    "it is lost.",
                    cite["ante-folded"],
                    "R23",
                )

    def _ruling(self, moment: Moment[Round]) -> None:
        book, cite = self.book, self.cite
        if not moment.before.player:
            book.turn_to("The deal")
        match moment.input:
            case Void(reason=reason):
                clause = cite[f"void-{reason}"]
                book.say(f"The pit supervisor voids the round: {FAULTS[reason]}.", clause)
            case Interrupt():
                tell_interruption(
                    book,
                    standings(moment.before),
                    lambda one: f"{one.player}'s {bet_name(one.bet)}",
                    grace=moment.before.rules.grace_seconds,
                    goes_on=cite["resumed"],
                    stops=cite["interrupted"],
                )
            case Misdeal(reconstructed=True):
                book.say(
                    "There was an error in dealing. The pit supervisor has put the cards into the "
                    "order they should have had, and the coup goes on.",
                    cite["misdeal"],
                )
            case Misdeal():
                book.say(
                    "There was an error in dealing, and the cards cannot be put back into order: "
                    "the pit supervisor voids the round.",
                    cite["misdeal"],
                )
            case Burn(count=count):
                cards = "card" if count == 1 else f"{count} cards"
                book.say(f"The pit supervisor has the next {cards} burned.", "R30")
                self.thrown.expect("burned", count)
            case Together(cards=cards):
                book.say(
                    f"{card_names(cards)} come out of the shoe together, in no known order: no "
                    "player holds these hands, so they are thrown away and the next card is drawn.",
                    "R29",
                )
            case SettlementHeld():
                book.say(HELD)
            case OffersClosed():
                book.say(HELD_GOES_ON)
            case _:
                pass

    def ending(self, line: Line, moment: Moment[Round]) -> Ending:
        return ending(line, moment.after)
