"""A witness of a house: somebody elsewhere who looks at its log again and again, and remembers."""
