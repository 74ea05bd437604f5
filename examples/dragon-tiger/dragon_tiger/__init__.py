"""Dragon Tiger: one card each, and the higher wins.

The whole game is this file and its document, `dt.toml`. It names its places and its bets, and says
how each bet ends; the rest is Croupier's.
"""

from typing import Annotated, ClassVar

from msgspec import Meta

from croupier.engine.dealt_out import BetText, DealtOutRules, Hands
from croupier.engine.lines import Verdict, lose, lose_half, win
from croupier.kit.cards import RANKS, rank, same_rank, suit
from croupier.kit.errors import Code, Refused
from croupier.kit.family import Family
from croupier.kit.odds import Odds


class DragonTigerRules(DealtOutRules, frozen=True, kw_only=True):
    family: ClassVar[str] = "dragon-tiger"
    deals_to: ClassVar = ("dragon", "tiger")
    bets: ClassVar = {
        "dragon": BetText("Dragon", "the Dragon's card is the higher", "dragon_pays"),
        "tiger": BetText("Tiger", "the Tiger's card is the higher", "tiger_pays"),
        "tie": BetText("Tie", "both cards are of one rank", "tie_pays", main=False),
        "suited-tie": BetText(
            "Suited Tie", "both cards are of one rank and suit", "suited_tie_pays", main=False
        ),
    }

    dragon_pays: Annotated[Odds, Meta(description="Dragon pays")] = Odds(1, 1)
    tiger_pays: Annotated[Odds, Meta(description="Tiger pays")] = Odds(1, 1)
    tie_pays: Annotated[Odds, Meta(description="Tie pays")] = Odds(8, 1)
    suited_tie_pays: Annotated[Odds, Meta(description="Suited Tie pays")] = Odds(50, 1)

    def check(self) -> None:
        super().check()
        if self.chip_unit % 2:
            # DT 5: half of every stake must be whole cents.
            raise Refused(Code.BAD_SETTING, "half a chip unit must be whole cents", "DT 5")

    def judge(self, bet: str, hands: Hands) -> Verdict:
        (dragon,), (tiger,) = hands["dragon"], hands["tiger"]
        tie = same_rank(dragon, tiger)
        pays = win(self.odds(bet), self.topics[bet])
        match bet:
            case "tie":
                return pays if tie else lose(self.topics[bet])
            case "suited-tie":
                return pays if tie and suit(dragon) == suit(tiger) else lose(self.topics[bet])
        if tie:
            return lose_half(self.topics["tie-takes-half"])
        # DT 3: the ace is the lowest card.
        higher = "dragon" if RANKS.index(rank(dragon)) > RANKS.index(rank(tiger)) else "tiger"
        return pays if bet == higher else lose(self.topics["lower"])


DRAGON_TIGER = DragonTigerRules(game="dragon-tiger", title="Dragon Tiger", document="DT")

FAMILY = Family(
    name="dragon-tiger",
    games=("dragon_tiger:DRAGON_TIGER",),
    documents={"DT": "dragon_tiger"},
)
