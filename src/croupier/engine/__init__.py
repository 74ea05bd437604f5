"""The vocabulary of every game: rules as a value, bets, inputs, what a round waits for, lines."""
