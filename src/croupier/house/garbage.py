"""Garbage collection of processes that live on what they have loaded, and die with it."""

import gc

_THRESHOLDS = 20_000, 20, 50


def tune_garbage_collection() -> None:
    """Prepare a process that runs one house, or looks through its books, until it ends: what is
    loaded so far stays, and the default thresholds would cost up to a tenth of the time."""
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
