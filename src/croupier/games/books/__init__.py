"""Every variant the house knows, by game id. A new document is a new value here, or in a package of
its own that names it among the entry points `croupier.games`."""

from croupier.games.books.classic import (
    CLASSIC_BLACKJACK_DOUBLE,
    CLASSIC_BLACKJACK_SHOE,
    CLASSIC_BLACKJACK_SINGLE,
)
from croupier.games.books.live import LIVE_BACCARAT, LIVE_BLACKJACK, LIVE_ROULETTE
from croupier.games.books.rws_baccarat import RWS_KNOCKOUT_BACCARAT
from croupier.games.books.rws_blackjack import RWS_BLACKJACK, RWS_BLACKJACK_PLUS
from croupier.games.rules import Rules
from croupier.kit.registry import Registry

_OWN: tuple[Rules, ...] = (
    RWS_BLACKJACK,
    RWS_BLACKJACK_PLUS,
    LIVE_BLACKJACK,
    CLASSIC_BLACKJACK_SHOE,
    CLASSIC_BLACKJACK_DOUBLE,
    CLASSIC_BLACKJACK_SINGLE,
    LIVE_BACCARAT,
    RWS_KNOCKOUT_BACCARAT,
    LIVE_ROULETTE,
)

VARIANTS: Registry[Rules] = Registry("croupier.games", {rules.game: rules for rules in _OWN})
