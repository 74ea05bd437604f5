"""Games, documents and side bets of packages that are not Croupier's."""
