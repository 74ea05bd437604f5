"""What every test has around it."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# A busy machine is no mistake of the code: no example has to be fast.
settings.register_profile(
    "patient", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("patient")


@pytest.fixture(scope="session", autouse=True)
def _odds_solved_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Solved blackjacks are kept for this run alone: what whoever runs it has kept at home may have
    been solved by another version."""
    base = tmp_path_factory.getbasetemp()
    run = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CROUPIER_CACHE", str(run / "cache"))
        yield
