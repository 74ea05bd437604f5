"""Somebody who may say no to a stake before it is committed: the house's player protection."""

from collections.abc import Sequence
from typing import Protocol

from croupier.ledger import Transfer


class Guard(Protocol):
    def reserve(self, player: str, amount: int, cause: str) -> None:
        """Refuse, or count the stake as good as made until it is moved or released. The cause is
        that of its transfer: the table and the round."""
        ...

    def release(self, player: str, amount: int, cause: str) -> None:
        """It was not committed after all."""
        ...

    def unclear(self, player: str, amount: int, cause: str) -> None:
        """Nobody can say whether it was committed."""
        ...

    def judged_by(self, player: str) -> int | None:
        """How many writes on the player's wallet it knew of when it said yes; None: nobody else
        could have written there."""
        ...

    def moved(self, transfers: Sequence[Transfer]) -> None:
        """Committed: stakes that were reserved among them, and what rounds gave back."""
        ...


class NoGuard:
    """Nobody minds."""

    def reserve(self, player: str, amount: int, cause: str) -> None:
        pass

    def release(self, player: str, amount: int, cause: str) -> None:
        pass

    def unclear(self, player: str, amount: int, cause: str) -> None:
        pass

    def judged_by(self, player: str) -> int | None:  # noqa: ARG002
        return None

    def moved(self, transfers: Sequence[Transfer]) -> None:
        pass
