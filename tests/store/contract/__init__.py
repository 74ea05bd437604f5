"""What every store promises, whatever it keeps its books in."""

from tests.store.contract.checkpoints import CheckpointContract
from tests.store.contract.owners import OwnerContract, ThreadsContract
from tests.store.contract.reading import ReadingContract
from tests.store.contract.writing import CommandContract, VaultContract, WritingContract


class Contract(
    WritingContract,
    CommandContract,
    OwnerContract,
    VaultContract,
    ReadingContract,
    CheckpointContract,
    ThreadsContract,
):
    pass
