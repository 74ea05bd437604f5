"""The nouns everyone shares: cards, money, odds and refusals."""
