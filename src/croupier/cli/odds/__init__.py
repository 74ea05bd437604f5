"""What bets are worth, how to play best, and what a change of the rules would cost."""
