"""A coup told step by step."""

from croupier.engine.inputs import (
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
from croupier.engine.lines import Line
from croupier.engine.protocol import standings, waiting
from croupier.games.baccarat.engine import Round
from croupier.games.baccarat.engine.reconstruction import laid_cards
from croupier.games.baccarat.engine.rules import ANTES
from croupier.games.baccarat.engine.table_of_play import card_points, hand_points, next_to_draw
from croupier.games.baccarat.story.endings import ending
from croupier.games.baccarat.story.names import bet_name, on_spot
from croupier.kit.cards import Card
from croupier.kit.phrase import Phrase, words
from croupier.story.moment import Ending, Moment, Opening
from croupier.story.page import StoryWriter
from croupier.story.removed_cards import RemovedCards
from croupier.story.rulings import (
    tell_house_input,
    tell_interruption,
    tell_moves,
    tell_void,
    undone,
)
from croupier.story.words import laid, owned, tell_bets_of_each

THE_DEAL = words("The deal")
THIRD_CARDS = words("The third cards")
SIDES = {"player": words("Player"), "banker": words("Banker")}


class BaccaratStory:
    def __init__(self, write: StoryWriter, opening: Opening[Round]) -> None:
        self.write = write
        self.opening = opening.round
        self.cite = opening.round.rules.topics
        self.dealing: list[tuple[str, Card]] = []
        self.removed = RemovedCards(write)

    def open(self) -> None:
        self.write.turn_to(words("The bets"))
        round = self.opening
        bets = [(bet.player, laid(bet.amount, bet_name(bet.bet))) for bet in round.bets]
        late = [(line.player, laid(line.stake, bet_name(line.bet))) for line in round.returned]
        tell_bets_of_each(self.write, (*bets, *late))
        for line in round.returned:
            self.write.say(
                words(
                    "{player} has no bet on Player or Banker, which {bet} needs: the "
                    "{stake:amount} is found and given back.",
                    player=line.player,
                    bet=bet_name(line.bet),
                    stake=line.stake,
                ),
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
            tell_void(self.write, undone_now, on_spot, self.cite["void-returns"])

    def close(self) -> None:
        """Tell what was held back to be told together."""
        self.removed.flush()
        if not self.dealing:
            return
        hands = tuple(
            words(
                "{side} gets {cards:faces}",
                side=SIDES[to],
                cards=tuple(card for owner, card in self.dealing if owner == to),
            )
            for to in dict.fromkeys(to for to, _ in self.dealing)
        )
        self.write.say(words("{hands:and}.", hands=hands), self.cite["cards-dealt"])
        self.dealing = []

    def _card(self, moment: Moment[Round], card: Card) -> None:
        due = waiting(moment.before).card
        assert due is not None
        if due.to == "discard":
            self.removed.add(card)
            return
        after = moment.after
        out = len(after.player) + len(after.banker)
        if out <= 4:
            self._first_cards(after, due.to, card, out)
        elif due.to == "player":
            self._third_of_player(moment, card)
        else:
            self._third_of_banker(moment, card)
        if next_to_draw(after.player, after.banker) is None:
            self._end(after)

    def _first_cards(self, after: Round, to: str, card: Card, out: int) -> None:
        self.write.turn_to(THE_DEAL)
        self.dealing.append((to, card))
        if out == 4:
            self.close()
            self._two_cards_each(after)
        elif after.undecided:
            self.dealing = []
            self.write.say(
                words(
                    "The first card, {card:face}, lies open on “Up The Ante”: now every ante is "
                    "raised or folded.",
                    card=card,
                ),
                self.cite["ante-decision"],
            )

    def _third_of_player(self, moment: Moment[Round], card: Card) -> None:
        self.write.turn_to(THIRD_CARDS)
        self.write.say(
            words(
                "Player has {had}, which is 5 or less, and draws {card:face}: {has}.",
                had=hand_points(moment.before.player),
                card=card,
                has=hand_points(moment.after.player),
            ),
            self.cite["player-draws"],
        )

    def _third_of_banker(self, moment: Moment[Round], card: Card) -> None:
        self.write.turn_to(THIRD_CARDS)
        why, clause = self._banker_rule(moment.after)
        self.write.say(
            words(
                "Banker has {had} and {why}: Banker draws {card:face}: {has}.",
                had=hand_points(moment.before.banker),
                why=why,
                card=card,
                has=hand_points(moment.after.banker),
            ),
            clause,
        )

    def _two_cards_each(self, round: Round) -> None:
        write, ours, theirs = self.write, hand_points(round.player), hand_points(round.banker)
        write.say(
            words("Player has {player} and Banker {banker}.", player=ours, banker=theirs),
            self.cite["points"],
        )
        naturals = tuple(
            words("{side} has {points} in two cards", side=SIDES[side], points=points)
            for side, points in (("player", ours), ("banker", theirs))
            if points >= 8
        )
        if naturals:
            write.say(
                words("{naturals:and}, so nobody draws.", naturals=naturals),
                self.cite["nobody-draws"],
            )
        elif ours >= 6:
            write.turn_to(THIRD_CARDS)
            write.say(words("Player stands on {points}.", points=ours), self.cite["player-draws"])

    def _banker_rule(self, round: Round) -> tuple[Phrase, str]:
        """What Banker's third card depends on."""
        if len(round.player) == 2:
            return words("Player took no third card"), self.cite["banker-draws-alone"]
        third = round.player[2]
        return (
            words(
                "Player's third card, {card:face}, counts {points}",
                card=third,
                points=card_points(third),
            ),
            self.cite["banker-draws"],
        )

    def _end(self, round: Round) -> None:
        ours, theirs = hand_points(round.player), hand_points(round.banker)
        natural = max(hand_points(round.player[:2]), hand_points(round.banker[:2])) >= 8
        if len(round.banker) == 2 and not natural:
            why, clause = self._banker_rule(round)
            self.write.say(
                words("Banker has {points} and {why}: Banker stands.", points=theirs, why=why),
                clause,
            )
        score = words("Player {player}, Banker {banker}", player=ours, banker=theirs)
        if ours == theirs:
            result = words("{score}: a tie.", score=score)
        elif ours > theirs:
            result = words("{score}: Player wins.", score=score)
        else:
            result = words("{score}: Banker wins.", score=score)
        self.write.say(result, self.cite["points"])

    def _ante(self, moment: Moment[Round], act: Act) -> None:
        write, cite = self.write, self.cite
        write.turn_to(words("The antes"))
        bet = next(
            bet for bet in moment.before.bets if (bet.player, bet.bet) == (act.player, act.bet)
        )
        ante = words("{bet} of {amount:amount}", bet=bet_name(bet.bet), amount=bet.amount)
        match act.action:
            case Action.RAISE:
                write.say(
                    words(
                        "{player} raises the {ante} with {amount:amount} on {bet}.",
                        player=act.player,
                        ante=ante,
                        amount=bet.amount * (moment.before.rules.raise_multiple or 0),
                        bet=bet_name(ANTES[bet.bet]),
                    ),
                    cite["raise-multiple"],
                )
            case Action.FOLD:
                write.say(
                    words("{player} folds the {ante}: it is lost.", player=act.player, ante=ante),
                    cite["ante-folded"],
                )
            case _:
                write.say(
                    words(
                        "{player} does not decide in time about the {ante}, which folds it: it is "
                        "lost.",
                        player=act.player,
                        ante=ante,
                    ),
                    cite["ante-folded"],
                    "R23",
                )

    def _ruling(self, moment: Moment[Round]) -> None:
        write, cite = self.write, self.cite
        if not moment.before.player:
            write.turn_to(THE_DEAL)
        match moment.input:
            case Void(reason=reason) as void:
                tell_house_input(write, void, cite[f"void-{reason}"])
            case Interrupt():
                tell_interruption(
                    write,
                    standings(moment.before),
                    lambda standing: owned(standing.player, bet_name(standing.bet)),
                    grace=moment.before.rules.grace_seconds,
                    goes_on=cite["resumed"],
                    stops=cite["interrupted"],
                )
            case Misdeal(reconstructed=True) as misdeal:
                write.say(
                    words(
                        "There was an error in dealing. The pit supervisor has put the cards into "
                        "the order they should have had, and the coup goes on."
                    ),
                    cite["misdeal"],
                )
                tell_moves(write, misdeal, laid_cards(moment.before), lambda place: SIDES[place.to])
            case Misdeal():
                write.say(
                    words(
                        "There was an error in dealing, and the cards cannot be put back into "
                        "order: the pit supervisor voids the round."
                    ),
                    cite["misdeal"],
                )
            case Burn(count=count) as burn:
                tell_house_input(write, burn)
                self.removed.expect(burned=True, count=count)
            case Together(cards=cards):
                write.say(
                    words(
                        "{cards:faces} come out of the shoe together, in no known order: no player "
                        "holds these hands, so they are thrown away and the next card is drawn.",
                        cards=cards,
                    ),
                    "R29",
                )
            case SettlementHeld() | OffersClosed() as input:
                tell_house_input(write, input)
            case _:
                pass

    def ending(self, line: Line, moment: Moment[Round]) -> Ending:
        return ending(line, moment.after)
