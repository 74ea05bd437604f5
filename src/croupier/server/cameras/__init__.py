"""Consoles that are cameras: a dealer's own device shows the table to who looks at it.

One process alone: who asks another node of the house is told that no picture is there.
"""
