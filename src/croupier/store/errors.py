"""What can go wrong with the store itself, as against a write it refuses."""

from pathlib import Path


class StoreError(Exception):
    """The store could not do what it was asked."""


class StoreFailed(StoreError):  # noqa: N818
    """Nothing was written; the same may be tried again, unless the failure is lasting."""

    def __init__(self, message: str, *, lasting: bool = False) -> None:
        super().__init__(message)
        self.lasting = lasting
        """The store has to be opened anew: after a failed fsync nothing more can be trusted."""


class UnknownCommit(StoreError):  # noqa: N818
    """Everything was written or nothing was. Repeat the same command ids to learn which."""

    def __init__(self, message: str, *, lasting: bool = False) -> None:
        super().__init__(message)
        self.lasting = lasting


class WrongStore(StoreError):  # noqa: N818
    """Not a store of ours, or one that this version cannot use."""


class BadBackup(StoreError):  # noqa: N818
    """A backup that is damaged, cut short, or was tampered with."""


class UntrustedBackup(BadBackup):
    """A backup that this house has not signed, as far as can be seen."""


class BadArchive(StoreFailed):
    """A file of the archive is missing, or is not as it was written."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(f"the archive's file {path} {what}")
