"""How the suite runs: hypothesis without deadlines (the machine is shared), e2e last."""

import pytest
from hypothesis import settings

settings.register_profile("nubbin", deadline=None, max_examples=60, print_blob=True)
settings.load_profile("nubbin")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.get_closest_marker("e2e") is not None)
