"""The live table: seats, bets, clocks, the virtual dealer, the pit's powers; and its return."""
