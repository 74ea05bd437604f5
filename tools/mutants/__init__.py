"""Mistakes planted in the rules, one at a time: a test has to notice each.

    python -m tools.mutants                          all of src/croupier/games/
    python -m tools.mutants FILE …                   some of its files
    python -m tools.mutants --planted                the mistakes written down by hand alone
    python -m tools.mutants --sample 200             so many of them, drawn by lot
    python -m tools.mutants --tests FILE …           what these tests alone notice
    python -m tools.mutants --write                  docs/mutants.md, after a whole run

Two kinds of mistake are planted: small ones everywhere (`operators.py`: a comparison turned round,
a condition left out, a keyword forgotten …), and those a person would make (`planted.toml`, old
text → new text). What no test notices is told, and ends the run with status 1, unless
`equivalents.toml` says why nobody could notice it.

Why not a library: docs/decisions/0015-mistakes-are-planted-by-our-own-tool.md.
"""
