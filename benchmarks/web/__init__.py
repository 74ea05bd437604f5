"""The browser client in a real Chromium, at the tables of a real house.

    python -m benchmarks.web [--rounds 1000] [--json]

How much script a table's page fetches; how long it takes to be of use; how evenly a deal and a spin
move, beside a page on which nothing does; and what is left in memory after many rounds. Frames are
also told in milliseconds of work a frame, which mean the same on a machine without a graphics card.
"""
