"""Whether the books are what they should be: all of them at once, what came since, or slowly while
the house is open."""
