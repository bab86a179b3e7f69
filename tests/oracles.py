"""Oracles, questioners and configurations without processes, for tests of what is asked."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from inline_pool import InlinePool
from nubbin.engine.algorithms.context import Context
from nubbin.engine.asking.questioner import Questioner
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.configurations.replacement import Replacements
from nubbin.engine.configurations.transforms import ALL, TreeTransforms
from nubbin.engine.figures import Reduction
from nubbin.engine.oracles.budget import Budget
from nubbin.engine.oracles.cache import Cache, ConfigurationCache, ContentCache
from nubbin.engine.oracles.oracle import OracleSpec, Verdict
from nubbin.engine.oracles.pool import Pool
from nubbin.engine.reduction import reduce
from nubbin.engine.request import Options, Request
from nubbin.engine.strategy import Pass, Strategy
from nubbin.engine.trees.grammar_table import GrammarTable
from nubbin.engine.trees.language import detect, named
from nubbin.engine.trees.outlining import Outlining
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.trees.reader import Judge
from nubbin.engine.vocabulary.events import Event, Improved
from nubbin.engine.vocabulary.outcome import Outcome
from nubbin.engine.vocabulary.text import Size, Span

Oracle = Callable[[bytes], bool]
"""Whether a text is interesting."""


def ask(oracle: Oracle, cache: Cache | None = None, budget: Budget | None = None) -> Questioner:
    """Return a questioner over a Python function."""
    return Questioner(InlinePool(oracle), cache or ContentCache(), budget or Budget())


class Noted:
    """An oracle that keeps what it is asked about; unless another answers, it holds on nothing."""

    def __init__(self, holds: Oracle = lambda candidate: False) -> None:
        self.asked: list[bytes] = []
        self._holds = holds

    def __call__(self, candidate: bytes) -> bool:
        self.asked.append(candidate)
        return self._holds(candidate)


def tight(text: bytes) -> bytes:
    """Return a text without its blanks."""
    return b"".join(text.split())


def ask_for(*texts: bytes) -> Questioner:
    """Return a questioner to whom only these texts are interesting, whatever their blanks."""
    allowed = {tight(text) for text in texts}
    return ask(lambda candidate: tight(candidate) in allowed)


def left_for(run: Pass, language: str, text: bytes, wanted: bytes) -> bytes:
    """Return what a pass leaves of a text, without blanks; only the text and `wanted` hold.

    The pass asks only about candidates that parse as well as the text.
    """
    context = Context(ask_for(text, wanted), Parsing(named(language)))
    return tight(run(context.lawful(text), text))


def asks_nothing(
    run: Pass, language: str | None, text: bytes, *, head: int = 0, tail: int = 0
) -> bool:
    """Whether a pass asks no question about a text, and returns it as it is.

    Args:
        run: the pass.
        language: the text's language; None: it is read without a grammar.
        text: what the pass is given.
        head: how many bytes at the text's beginning may not change.
        tail: how many bytes at its end may not change.
    """
    asker = ask(lambda candidate: True)
    reader = Outlining() if language is None else Parsing(named(language))
    return run(Context(asker, reader, head=head, tail=tail), text) == text and asker.runs == 0


def asked_in_vain(run: Pass, language: str, text: bytes) -> list[bytes]:
    """Return the candidates of a pass that parse as well as its text, if none of them holds."""
    never = Noted()
    assert run(Context(ask(never), Parsing(named(language))).lawful(text), text) == text
    return never.asked


def ask_units(oracle: Callable[[frozenset[int]], bool], cache: Cache | None = None) -> Questioner:
    """Return a questioner over a function of the set of units kept; see `render_units`."""
    return ask(lambda text: oracle(frozenset(text)), cache or ConfigurationCache())


def render_units(units: Sequence[int]) -> bytes:
    """Write units below 256 as a text of one byte each."""
    return bytes(units)


def untouched(
    syntax: Judge,
    table: GrammarTable | None = None,
    labels: Mapping[str, frozenset[str]] = MappingProxyType({}),
    transforms: TreeTransforms = ALL,
) -> Configuration:
    """Return a text with nothing taken out; all of it may change, and no run is asked to end.

    Args:
        syntax: has the text and its tree.
        table: the grammar's rules; None: only the parser is asked what may stand in a place.
        labels: for each kind the names of its categories.
        transforms: what is done to the tree first.
    """
    return Configuration(
        syntax.tree,
        Replacements(syntax.tree, syntax, table, lambda: None),
        labels,
        Span(0, len(syntax.text)),
        transforms,
        by_lines=False,
        by_indents=False,
    )


class UntimelyPool:
    """A pool of `jobs` workers whose answers come in an order that the test draws.

    Args:
        oracle: whether a text is interesting.
        jobs: how many texts are worked on at once.
        draw: returns a number below its argument, which decides which running text is answered
            next, and whether any is in a `wait` of 0 seconds.
    """

    def __init__(self, oracle: Oracle, jobs: int, draw: Callable[[int], int]) -> None:
        self.jobs = jobs
        self._oracle = oracle
        self._draw = draw
        self._waiting: dict[int, bytes] = {}
        self._tickets = 0

    def submit(self, text: bytes, timeout: float) -> int:
        self._tickets += 1
        self._waiting[self._tickets] = text
        return self._tickets

    def wait(self, timeout: float | None = None) -> list[tuple[int, Verdict]]:
        if timeout == 0.0 and not self._draw(2):
            return []
        running = list(self._waiting)[: self.jobs]
        ticket = running[self._draw(len(running))]
        held = self._oracle(self._waiting.pop(ticket))
        return [(ticket, Verdict(Outcome.INTERESTING if held else Outcome.UNINTERESTING, 0.0))]

    def cancel(self, tickets: Iterable[int]) -> None:
        for ticket in tickets:
            self._waiting.pop(ticket, None)

    @property
    def unanswered(self) -> int:
        """How many texts are running or queued."""
        return len(self._waiting)

    def close(self) -> None:
        self._waiting.clear()


@lru_cache
def parsing(name: str) -> Parsing | None:
    language = detect(Path(name))
    return None if language is None else Parsing(language)


def size(name: str, original: bytes, text: bytes) -> Size:
    """Return a text's place in the order of texts, with its tokens counted by a fresh parse."""
    grammar = parsing(name)
    if grammar is None or not grammar.fits(original):
        return Size.of(text)
    return Size.of(text, grammar.syntax(text).tree.tokens())


def reduce_inline(
    text: bytes,
    oracle: Callable[[bytes], bool | None],
    strategy: str | Strategy = "balanced",
    name: str = "case.json",
    pool: Pool | None = None,
    max_tests: int | None = None,
    max_time: float | None = None,
    within: Span | None = None,
    rename: bool = False,
    squeeze: bool = False,
    allow_empty: bool = False,
    window: int = 16,
    journals: Path | None = None,
    resume: bool = False,
    on_improved: Callable[[bytes], None] = lambda text: None,
) -> Reduction:
    """Reduce a text whose oracle is a Python function; None from it is a timeout.

    The strategy is the name of one, or one of the test's own.
    """
    chosen, own = (strategy, None) if isinstance(strategy, str) else ("balanced", strategy)

    def emit(event: Event) -> None:
        if isinstance(event, Improved):
            on_improved(event.text)

    request = Request(
        text,
        Path(name),
        OracleSpec(("a Python function",), Path()),
        Options(
            strategy=chosen,
            window=window,
            max_tests=max_tests,
            max_time=max_time,
            within=within,
            rename=rename,
            squeeze=squeeze,
            allow_empty=allow_empty,
            resume=resume,
        ),
        journals=journals,
    )
    return reduce(request, emit=emit, pool=pool or InlinePool(oracle), strategy=own)
