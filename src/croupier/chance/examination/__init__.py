"""The random source, examined: exact tests of the shuffle and of the wheel, the way from bytes to
cards counted out, and dieharder where it is installed."""
