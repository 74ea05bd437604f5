"""The contract, over each kind of store."""

from tests.store.contract import Contract


class TestEveryStore(Contract):
    pass
