"""The rules, pure: a round is a value, chance is a message."""

BUILT_IN = {
    "blackjack": "croupier.games.blackjack:FAMILY",
    "baccarat": "croupier.games.baccarat:FAMILY",
    "roulette": "croupier.games.roulette:FAMILY",
}
"""The games of this package, as other packages name theirs among the entry points
`croupier.games`."""
