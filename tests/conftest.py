"""How the suite runs: hypothesis without deadlines (the machine is shared), e2e last."""

import gc
import signal
from collections.abc import Generator, Iterator
from importlib.util import find_spec

import pytest
from hypothesis import settings

from nubbin.engine.vocabulary.errors import UnknownLanguage

settings.register_profile("nubbin", deadline=None, max_examples=18, print_blob=True)
settings.load_profile("nubbin")


# If the suite is started in the background of a shell, it inherits that SIGINT and SIGQUIT are
# ignored, and by `nohup` SIGHUP. The programs under test would inherit and respect that: Ctrl-C
# could not be tested.
for _number, _handler in (
    (signal.SIGINT, signal.default_int_handler),
    (signal.SIGQUIT, signal.SIG_DFL),
    (signal.SIGHUP, signal.SIG_DFL),
):
    if signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, _handler)


@pytest.fixture(scope="session", autouse=True)
def _state_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the suite's consents and journals apart from those of the user who runs it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture(scope="module", autouse=True)
def _no_leftovers() -> Iterator[None]:
    """Collect garbage after each module, so that its own tests fail if they leave something open.

    Warnings are errors, and a socket or a process that nobody closed warns when it is collected.
    Otherwise that would most likely be in a property test, which makes most of the garbage and has
    nothing to do with it.
    """
    yield
    gc.collect()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.get_closest_marker("e2e") is not None)


def pytest_collection_finish() -> None:
    """Keep what every test needs out of later collections, which would go through it each time."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call() -> Generator[None, object, object]:
    """Skip what needs one of the grammars that are there on most Pythons."""
    try:
        return (yield)
    except UnknownLanguage as error:
        if find_spec("tree_sitter_languages") is None and "is not installed" in str(error):
            pytest.skip("tree-sitter-languages has no wheels from Python 3.13 on")
        raise
