"""What every test runs under."""

import pytest
from flint import ctx
from hypothesis import HealthCheck, settings

settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=20,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("ci")


@pytest.fixture(autouse=True)
def _precision() -> None:
    """The working precision is the library's and global: every test begins with the same."""
    ctx.prec = 128
