"""The close of a gaming day: floats, drop, cash and books, told by two sources and signed by two
people, in a report that the house seals and chains to the one before."""
