"""Blackjack as a list of settings: what an approved document decides, field by field."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, ClassVar, Self

import msgspec
from msgspec import Meta

from croupier.engine.equipment import Cards
from croupier.engine.inputs import Action
from croupier.engine.rules import Rules
from croupier.games.blackjack.engine.side_bets import SideBetRules, switchable
from croupier.kit.errors import Code, Refused
from croupier.kit.odds import Odds
from croupier.kit.registry import missing

EVEN = Odds(1, 1)
MAIN_BETS = ("initial", "behind")
WORST_HAND = 6
"""Cards a hand may need on the average in the worst of rounds, for the shoe to last."""


class MissedDecision(StrEnum):
    """What a missed decision is."""

    HOUSE_DRAWS = "house-draws"
    """The next bettor on the box decides; with none left the house draws to 12 (R15)."""
    STANDS = "stands"


class BlackjackTakes(StrEnum):
    """What a dealer's blackjack takes from split and doubled hands that are not bust."""

    ONE_INITIAL_BET = "one-initial-bet"
    """One initial bet from all of a player's hands on the box together (R13)."""
    ORIGINAL_STAKES = "original-stakes"
    """Each hand's stake, but not what a double added (R18)."""
    EVERYTHING = "everything"


class PairPays(msgspec.Struct, frozen=True):
    """RWS Pairs by the kind of pair (BJP 4.1.2)."""

    ace_suited: Odds
    suited: Odds
    coloured: Odds
    mixed: Odds


class BustPays(msgspec.Struct, frozen=True):
    """Boom Busted by the number of cards in the dealer's bust hand (BJP 4.1.3)."""

    by_cards: dict[int, Odds]
    """The longest hand listed stands for all longer ones."""

    def odds(self, cards: int) -> Odds | None:
        return self.by_cards.get(min(cards, max(self.by_cards)))


class BlackjackRules(Rules, frozen=True, kw_only=True):
    family: ClassVar[str] = "blackjack"
    stakes_grow: ClassVar[bool] = True

    decks: Annotated[int, Meta(ge=1, le=8, description="decks of 52 in the shoe")]
    boxes: Annotated[int, Meta(ge=1, le=7, description="betting boxes on the layout")] = 7
    boxes_per_player: Annotated[
        int, Meta(ge=1, le=7, description="boxes one player may hold in a round")
    ]
    shared_boxes: Annotated[
        bool, Meta(description="several players may bet on one box, limits being the box's")
    ]
    bet_behind: Annotated[bool, Meta(description="players may bet behind an occupied seat")]

    hole_card: Annotated[bool, Meta(description="the dealer takes a second card, face down")]
    face_down: Annotated[bool, Meta(description="players' cards are dealt face down")] = False
    look_under_ace: Annotated[
        bool, Meta(description="the dealer looks at the hole card under an ace")
    ]
    look_under_ten: Annotated[
        bool, Meta(description="the dealer looks at the hole card under a ten")
    ] = False
    h17: Annotated[bool, Meta(description="the dealer draws to a soft 17")]

    blackjack_pays: Annotated[Odds, Meta(description="a blackjack pays")] = Odds(3, 2)
    insurance_pays: Annotated[Odds, Meta(description="insurance pays")] = Odds(2, 1)
    insurance_rounds_up: Annotated[
        bool, Meta(description="half a stake that cannot be bet is rounded up to the next chip")
    ]
    even_money: Annotated[
        bool, Meta(description="a blackjack against an ace may be paid 1 to 1 at once")
    ]
    surrender: Annotated[
        bool, Meta(description="a hand may be given up for half, the dealer not showing an ace")
    ]

    must_draw_below: Annotated[
        int, Meta(ge=0, le=17, description="a hand below this total must draw")
    ]
    hard_21_draws: Annotated[bool, Meta(description="a hard 21 may take a card")]
    max_hands: Annotated[
        int, Meta(ge=1, le=4, description="hands a box may come to by splitting (1: no split)")
    ]
    resplit_aces: Annotated[bool, Meta(description="aces may be split again")] = False
    double: Annotated[bool, Meta(description="any first two cards may be doubled")] = True
    double_after_split: Annotated[bool, Meta(description="a split hand may be doubled")]
    blackjack_takes: Annotated[
        BlackjackTakes, Meta(description="what a dealer's blackjack takes after a split or double")
    ]
    missed_decision: Annotated[MissedDecision, Meta(description="what a missed decision is")]

    player_pair: Annotated[Odds | None, Meta(description="Player Pair pays")] = None
    over_under: Annotated[Odds | None, Meta(description="Over 13 and Under 13 pay")] = None
    rws_pairs: PairPays | None = None
    boom_busted: BustPays | None = None
    side_bets: Annotated[
        str, Meta(description="side bets of other packages, with commas between")
    ] = ""

    burn_after_shuffle: Annotated[
        int, Meta(ge=0, le=52, description="cards burned after a shuffle")
    ] = 0
    cut_card_from_back: Annotated[
        int, Meta(ge=0, le=416, description="cards behind the cut card")
    ] = 52

    @property
    def interim_settlement(self) -> bool:
        """Without a hole card, side bets and blackjacks are settled before play goes on (R9)."""
        return not self.hole_card

    def looks(self, *, ace: bool, ten: bool) -> bool:
        """Whether the dealer looks under such a card for a blackjack."""
        return (ace and self.look_under_ace) or (ten and self.look_under_ten)

    @property
    def silence(self) -> Action | None:
        return Action.STAND if self.missed_decision is MissedDecision.STANDS else None

    @property
    def equipment(self) -> Cards:
        hands = self.boxes * self.max_hands + 1
        needed = min(hands * WORST_HAND, self.decks * 52 // 2)
        return Cards(
            self.decks,
            self.cut_card_from_back,
            reserve=max(self.cut_card_from_back, needed),
            burned=self.burn_after_shuffle,
        )

    def for_decks(self, decks: int) -> Self:
        """A cut card that suits the document's shoe may lie outside a smaller one."""
        cut = min(self.cut_card_from_back, decks * 52 // 2)
        return msgspec.structs.replace(self, cut_card_from_back=cut)

    @property
    def places(self) -> int:
        return self.boxes

    @property
    def places_for_one(self) -> int:
        return self.boxes_per_player

    @property
    def shares_boxes(self) -> bool:
        return self.shared_boxes

    def is_main(self, bet: str) -> bool:
        return bet in MAIN_BETS

    def spots(self) -> dict[str, bool]:
        """Every bet of the layout, and whether it lies on a box."""
        spots = {"initial": True}
        if self.bet_behind:
            spots["behind"] = True
        if self.player_pair:
            spots["player-pair"] = True
        if self.over_under:
            spots |= {"over-13": True, "under-13": True}
        if self.rws_pairs:
            spots["rws-pairs"] = True
        if self.boom_busted:
            spots["boom-busted"] = False
        return spots | dict.fromkeys(self.switched_on, True)

    @property
    def switched_on(self) -> dict[str, SideBetRules]:
        """The side bets of other packages that this table offers."""
        if not self.side_bets:
            return {}
        names = filter(None, (name.strip() for name in self.side_bets.split(",")))
        return {name: switchable()[name] for name in names}

    def choices(self, field: str) -> tuple[str, ...]:
        return ("", *switchable()) if field == "side_bets" else ()

    def _has(self, field: str) -> bool:
        if field == "side_bets":
            return bool(switchable())
        return super()._has(field)

    def pays(self) -> Iterator[tuple[str, Odds]]:
        yield from super().pays()
        for bet, rules in self.switched_on.items():
            yield from ((f"{bet} ({pay.title})", pay.odds) for pay in rules.pays.values())

    def check(self) -> None:
        try:
            Rules.check(self)
        except KeyError:
            there = f"one or more of {', '.join(switchable())}"
            raise missing(Code.BAD_SETTING, f"side-bets must be {there}") from None
        if self.switched_on and self.face_down:
            # R20: what settles the bet would tell everyone what lies there.
            why = "a side bet on the first cards needs them face up: set face-down to false"
            raise Refused(Code.BAD_SETTING, why, "R20")
        if self.chip_unit % 2:
            # R1, R2: half of every stake, for a surrender, must be whole cents.
            raise Refused(Code.BAD_SETTING, "half a chip unit must be whole cents", "R1")
        if (self.look_under_ten or self.look_under_ace) and not self.hole_card:
            clause = self.topics["hole-card"]
            raise Refused(Code.BAD_SETTING, "there is no hole card to look at", clause)
        if self.cut_card_from_back >= self.decks * 52:
            raise Refused(Code.BAD_SETTING, "the cut card would lie before the first card")
