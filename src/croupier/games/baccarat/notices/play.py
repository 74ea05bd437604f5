"""How a coup is played, from the first chip to the last."""

from collections.abc import Iterator

from croupier.games.baccarat.engine import VOID_CAUSES
from croupier.games.baccarat.engine.rules import BaccaratRules
from croupier.games.baccarat.engine.table_of_play import next_to_draw
from croupier.games.baccarat.notices.signs import side_names, tie_returns
from croupier.kit.cards import Card, card
from croupier.kit.phrase import Phrase, words
from croupier.notices.common import (
    afterwards,
    chips,
    closing_notice,
    interruption,
    pays_mean,
    voids,
)
from croupier.notices.page import Grid, Section, Statement, section
from croupier.notices.statement_writer import StatementWriter
from croupier.notices.words import decks, number


def play(rules: BaccaratRules) -> tuple[Section, ...]:
    write = StatementWriter(rules)
    return (
        _aim(write, rules),
        _betting(write, rules),
        _deal(write, rules),
        _third_cards(write, rules),
        _settlement(write, rules),
        _trouble(write, rules),
    )


def _aim(write: StatementWriter, rules: BaccaratRules) -> Section:
    two_hands = words(
        "Two hands are dealt, called Player and Banker. Neither belongs to anybody: everyone bets "
        "on which of them comes nearer to nine, or that they tie."
    )
    values = words(
        "Tens and pictures count 0, aces 1, other cards their number. Of the sum only the last "
        "digit counts: 7 and 8 make 5."
    )
    shoe = words("The shoe holds {decks} of 52 cards.", decks=decks(rules.decks))
    return section(
        words("The game"),
        (
            write.say(two_hands, under=["aim"]),
            write.say(values, under=("card-values", "R21")),
            write.say(shoe, "decks"),
        ),
    )


def _betting(write: StatementWriter, rules: BaccaratRules) -> Section:
    sentences = [
        write.say(
            words("Bets are made on the dealer’s call, before any card is out."),
            under=["bets-open"],
        ),
        *_boxes(write, rules),
        chips(write, rules),
        write.say(
            words("The limits hold for each bet of each player; what is outside them is refused."),
            under=("limit", "R3a"),
        ),
    ]
    if rules.winning_totals:
        needs = words("A Winning Total needs the same player’s bet on Player or Banker.")
        sentences.append(write.say(needs, under=("needs-main-bet", "ruling")))
    if rules.ante_pays:
        both = words("An ante needs no other bet. Both hands may be anted, each ante on its own.")
        sentences.append(write.say(both, under=("ante-terms", "ruling")))
    return section(words("Betting"), (*sentences, closing_notice(write)))


def _boxes(write: StatementWriter, rules: BaccaratRules) -> Iterator[Statement]:
    if rules.boxes is not None:
        own = words(
            "The layout has {count} boxes, one for each player. Whoever bets without having taken "
            "one is given the first that is free.",
            count=number(rules.boxes),
        )
        yield write.say(own, "boxes")


def _deal(write: StatementWriter, rules: BaccaratRules) -> Section:
    if not rules.raise_multiple:
        order = words("Cards go to Player, Banker, Player and Banker, face up.")
        return section(words("The deal"), (write.say(order, under=("deal", "R21")),))
    first = words("The first card, Player’s, is laid open on “Up The Ante”.")
    choice = words(
        "Then each ante is either folded, which loses it, or raised: its owner puts exactly "
        "{much} on the Wager of that hand.",
        much=_times_the_ante(rules.raise_multiple),
    )
    over = words("A raise may go over the table’s maximum.")
    missed = words("Players decide in any order; an ante whose decision is missed is folded.")
    rest = words("The next cards go to Banker, Player and Banker.")
    return section(
        words("The deal, and the antes"),
        (
            write.say(first, under=("ante-decision",)),
            write.say(choice, "raise_multiple", under=("ante-folded", "ruling")),
            write.say(over, under=["R3a"]),
            write.say(missed, under=["ruling"]),
            write.say(rest, under=("deal", "R21")),
        ),
    )


def _times_the_ante(count: int) -> Phrase:
    if count == 1:
        return words("once the ante")
    if count == 2:
        return words("twice the ante")
    return words("{count} times the ante", count=number(count))


def _third_cards(write: StatementWriter, rules: BaccaratRules) -> Section:
    natural = words("A hand of 8 or 9 in two cards is a natural: nobody draws.")
    low, high = _player_draws()
    player = words(
        "Otherwise Player draws a third card on {low} to {high} and stands on more.",
        low=low,
        high=high,
    )
    banker = words("Then Banker draws or stands as the table says. Nobody has a choice in it.")
    end = words("A coup once begun is always dealt to its end.")
    third = ("third-cards", "R21")
    return section(
        words("Third cards"),
        (
            write.say(natural, under=("natural", "R21")),
            write.say(player, under=third),
            write.say(banker, under=third),
            write.say(end, under=["R21"]),
        ),
        table_of_play(rules.topics.all(*third)),
    )


def table_of_play(clauses: tuple[str, ...]) -> Grid:
    """What the engine does with each hand of Banker's, against each third card of Player's."""
    thirds, draws = tuple(range(10)), str(words("draws"))
    rows = []
    for total in range(8):
        stood = next_to_draw(_hand(6), _hand(total))
        against = [next_to_draw((*_hand(0), _worth(third)), _hand(total)) for third in thirds]
        rows.append(
            (str(total), *(draws if draws_here else "–" for draws_here in (stood, *against)))
        )
    caption = words("Banker draws a third card, by Banker’s two cards and Player’s third card")
    return Grid(
        str(caption),
        (str(words("Banker has")), str(words("no third")), *(str(third) for third in thirds)),
        tuple(rows),
        clauses,
    )


def _player_draws() -> tuple[int, int]:
    draws = [total for total in range(8) if next_to_draw(_hand(total), _hand(7)) == "player"]
    return draws[0], draws[-1]


def _hand(total: int) -> tuple[Card, ...]:
    """Two cards that count so much."""
    return _worth(0), _worth(total)


def _worth(points: int) -> Card:
    return card({0: "KS", 1: "AS"}.get(points, f"{points}S"))


def _settlement(write: StatementWriter, rules: BaccaratRules) -> Section:
    sentences: list[Statement] = [
        write.say(words("The higher hand wins."), under=("card-values", "player", "banker")),
        write.say(tie_returns(rules), under=("tie-returns", "ruling")),
    ]
    if rules.pair_pays:
        pairs = words(
            "Pairs are decided by the first two cards of their hand, by rank: two kings are a "
            "pair, a king and a queen are not. A tie does not touch them."
        )
        sentences.append(write.say(pairs, under=("pair-decided", "ruling")))
    if rules.ante_pays:
        antes = words(
            "A raised ante and its Wager win or lose with their hand, each at its own pay."
        )
        sentences.append(write.say(antes, "ante_pays", "wager_pays"))
    return section(words("Settlement"), (*sentences, pays_mean(write)))


def _trouble(write: StatementWriter, rules: BaccaratRules) -> Section:
    decided = words("the hands are complete")
    if side_names(rules):
        decided = words("a pair by its two cards, a folded ante")
    misdeal = words(
        "A dealing error is put right before the settlement; if it cannot be, the round is void."
    )
    together = words(
        "Cards that come out together are thrown away; one lying face up is the next card."
    )
    return section(
        words("When something goes wrong"),
        (
            *interruption(write, rules, decided),
            voids(write, VOID_CAUSES, "R24"),
            write.say(misdeal, under=("misdeal", "R24", "R27")),
            write.say(together, under=["R29"]),
            *afterwards(write),
        ),
    )
