"""`croupier play --trouble`: now and then the deal goes wrong, and you rule as the pit would.

| | |
|---|---|
| `incident` | what an incident is, and what it may be told from |
| `calls` | what the pit may call, and the input each call is |
| `faults` `dealing` `drawn` `stops` | what can go wrong at any table, each with its right call |
| `pit` | when it goes wrong, and how your call is judged |
"""

from croupier.cli.play.irregularities.pit import Pit

__all__ = ["Pit"]
