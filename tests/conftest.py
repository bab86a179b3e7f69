"""How the suite runs: hypothesis without deadlines (the machine is shared), e2e last."""

import signal

import pytest
from hypothesis import settings

settings.register_profile("nubbin", deadline=None, max_examples=60, print_blob=True)
settings.load_profile("nubbin")


# A suite started in the background of a shell inherits an ignored SIGINT and hands it down to
# the programs under test, which rightly ignore it then: Ctrl-C could not be tested.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.get_closest_marker("e2e") is not None)
