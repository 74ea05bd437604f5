"""Whether somebody insures when it wins, and does not when it loses.

Whoever does not know the dealer's second card decides without regard to it: given all cards that
were seen, it is a ten as often where they insure as where they do not. Each bettor believes that a
share of the offers is answered by who knows the card, and the factor is the likelihood ratio.
"""

from croupier.monitoring.evalues import log_ratio
from croupier.monitoring.taken import InsuranceOffer

KNOWN = (0.1, 0.3, 0.6, 0.9)
"""The share of offers in which the card is known to who answers."""


def knowing_the_card(offer: InsuranceOffer) -> list[float]:
    """The logarithms of the factors of one offer."""
    honest = offer.unseen_tens / offer.unseen
    if not 0 < honest < 1:
        return [0.0] * len(KNOWN)
    ten = honest if offer.ten else 1 - honest
    right = offer.taken is offer.ten
    return [log_ratio((1 - known) * ten + known * right, ten) for known in KNOWN]
