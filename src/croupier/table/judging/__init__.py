"""What each command comes to: betting, the round, the floor; `table/judge.py` asks them."""
