"""The bus between the nodes of a house: a messenger, and never the truth.

What is lost, doubled, late or out of order on it is made good from the books. Over NATS, and in
memory, behind one protocol; `open_bus` takes an address.
"""

from croupier.bus.opening import open_bus
from croupier.bus.protocol import Bus, Unreachable

__all__ = ["Bus", "Unreachable", "open_bus"]
