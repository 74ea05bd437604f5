"""Whether what happens at the tables is what chance and the rules make of it: pure statistics.

Nothing here knows a clock, a store or a source of chance. Amounts of money are integers; chances
and evidence are floats.
"""
