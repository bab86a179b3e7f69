"""From a URL to the pool that it names (floor 3′)."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Protocol

from nubbin.engine.oracles.local_pool import LocalPool
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.oracles.pool import Pool
from nubbin.engine.oracles.watched_pool import WatchedPool
from nubbin.engine.vocabulary.errors import NubbinError, UsageError

DASK: Final = "dask://"
_ADDRESS: Final = re.compile(
    r"(?:[^\s/:@\[\]]+|\[[0-9A-Fa-f:.]+\]):"
    r"(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])"
)
"""`HOST:PORT`, or `[ADDRESS]:PORT` for an address of IPv6."""


class PoolOptions(Protocol):
    """Those of a reduction's options that concern the pool."""

    @property
    def jobs(self) -> int | None:
        """How many oracles run at once; None: as many as the pool is made for."""

    @property
    def pool(self) -> str | None:
        """Where: a URL, or None for this machine."""


def complaint(url: str) -> str | None:
    """Return a sentence about what is wrong with a pool's URL; None: nothing is."""
    if not url.startswith(DASK) or not _ADDRESS.fullmatch(url.removeprefix(DASK)):
        return f"The pool {url!r} is not of the form dask://HOST:PORT."
    return None


@contextmanager
def closing(pool: Pool, tell: Callable[[str], object]) -> Iterator[Pool]:
    """Close a pool at the end; an error in doing so is told, and does not spoil the result."""
    try:
        yield pool
    finally:
        try:
            pool.close()
        except NubbinError as error:
            tell(str(error))


def open_pool(
    spec: OracleSpec,
    path: Path,
    options: PoolOptions,
    stopping: Callable[[], object] = lambda: False,
) -> Pool:
    """Return the pool the options name, ready for use; the caller closes it.

    Args:
        spec: the oracle.
        path: the file being reduced; candidates get its name.
        options: how many at once, and where.
        stopping: whether the user wants to stop, so that a lost cluster is hardly waited for.

    Raises:
        UsageError: the oracle's settings are wrong, or there is no such pool.
    """
    if options.pool is None:
        return WatchedPool(LocalPool(spec, path, options.jobs or 1), spec)
    if wrong := complaint(options.pool):
        raise UsageError(f"{wrong} Leave --pool out to run oracles on this machine.")
    try:
        # Only here: Dask is an extra, and takes half a second to load.
        from nubbin.engine.oracles.dask_pool import DaskPool
    except ModuleNotFoundError as error:
        if error.name not in ("dask", "distributed"):
            raise
        raise UsageError(
            f"The pool {options.pool} needs Dask, which is not installed here. "
            "Run in a checkout of nubbin: pip install '.[dask]'"
        ) from error
    return DaskPool(spec, path, options.jobs, options.pool.removeprefix(DASK), stopping)
