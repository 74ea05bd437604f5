"""Blackjack as a list of settings: what an approved document decides, field by field."""

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.games.rules import Rules
from croupier.kit.errors import Code, Refused
from croupier.kit.odds import Odds

EVEN = Odds(1, 1)


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


class Clauses(msgspec.Struct, frozen=True, kw_only=True):
    """Where the document says what a settlement line or a refusal cites."""

    bust: str
    bust_after_split: str
    bust_after_double: str
    dealer_bust: str
    higher: str
    lower: str
    equal: str
    blackjack_paid: str
    blackjack_push_ace: str
    blackjack_push_ten: str
    dealer_blackjack: str
    dealer_blackjack_split: str
    dealer_blackjack_double: str
    insurance: str
    insurance_lost: str
    even_money: str = "R17"
    surrender: str = "R17"
    boxes: str
    one_player: str
    bets_close: str
    over_limit: str
    below_limit: str
    side_bets: str = ""
    boom_busted_needs: str = ""
    pair: str = ""
    over_under: str = ""
    boom_busted: str = ""
    turn: str
    draw: str
    must_draw: str = ""
    split: str
    split_again: str
    follow_split: str
    double: str
    follow_double: str
    missed: str
    peek: str = ""
    squeeze: str = "R9"
    by_staff: str = ""
    """Staff place bets for a player who asks; empty: here they do not."""
    behind_empty: str = "R19"
    behind_seated: str = "R19"
    excess: str = "R8"
    under_limit: str = "R8"
    late_found: str = "R14"
    void: dict[str, str] = {}
    """Why a round was voided → its clause; R26 where the document has none."""
    interrupted: str = "R4"
    misdeal: str = "R28"
    withdrawn: str = "R28"
    no_reconstruction: str = "R27"
    overdraw: str = "R27"
    no_bet: str = "R27"
    together: str = "R29"
    together_dealer: str = "R29"
    finished: str = "R5"
    adjusted: str = "R5"


class BlackjackRules(Rules, frozen=True, kw_only=True):
    clauses: Clauses

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
    def places(self) -> int:
        return self.boxes

    def is_main(self, bet: str) -> bool:
        """R3a: side bets may have limits of their own."""
        return bet in ("initial", "behind")

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
        return spots

    def check(self) -> None:
        Rules.check(self)
        if self.chip_unit % 2:
            # R1, R2: half of every stake, for a surrender, must be whole cents.
            raise Refused(Code.BAD_SETTING, "half a chip unit must be whole cents", "R1")
        if (self.look_under_ten or self.look_under_ace) and not self.hole_card:
            clause = self.cites["hole_card"]
            raise Refused(Code.BAD_SETTING, "there is no hole card to look at", clause)
        if self.cut_card_from_back >= self.decks * 52:
            raise Refused(Code.BAD_SETTING, "the cut card would lie before the first card")
