"""How values and totals are numbered."""

ACE, TEN, VALUES = 0, 9, 10
"""The ace, two to nine, and all that count ten."""
SOFT = 22
"""Hard totals are their own numbers; soft ones come after them."""
