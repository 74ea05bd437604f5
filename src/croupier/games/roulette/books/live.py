"""Live roulette."""

from croupier.games.roulette.engine.rules import RouletteRules

LIVE_ROULETTE = RouletteRules(
    game="live-roulette",
    title="Live Roulette",
    document="LIVE",
)
