"""`nubbin check` (floor 10): is the oracle fit for reducing this file?"""

import statistics
from pathlib import Path
from typing import Final, Unpack

import click

from nubbin.engine.checks import Checks
from nubbin.engine.oracles.account import account_of
from nubbin.engine.oracles.budget import Budget
from nubbin.engine.oracles.oracle import Verdict
from nubbin.engine.oracles.pools import closing, open_pool
from nubbin.engine.oracles.remedies import remedy
from nubbin.engine.request import Options
from nubbin.engine.vocabulary.counted import counted
from nubbin.engine.vocabulary.errors import (
    EmptyIsInteresting,
    FlakyOracle,
    Interrupted,
    NotInteresting,
)
from nubbin.engine.vocabulary.outcome import Outcome
from nubbin.engine.vocabulary.printable import shown
from nubbin.server.commands.input import read_input
from nubbin.server.commands.options import FILE, ORACLE_OPTIONS, OracleOptions
from nubbin.server.commands.overrides import oracle_for, settings_for
from nubbin.server.commands.terminal_text import command_words
from nubbin.server.interrupts import Interrupts
from nubbin.server.oracle_messages import NO_ANSWER

_REPEATS: Final = 3
_WORDS: Final = {
    Outcome.INTERESTING: "interesting",
    Outcome.UNINTERESTING: "not interesting",
    Outcome.UNRESOLVED: "no answer",
}


@click.command("check")
@FILE
@ORACLE_OPTIONS
def command(file: Path, **given: Unpack[OracleOptions]) -> int:
    """Try the oracle on FILE.

    It has to hold on the input, not to hold on the empty file, and to say the same each time.
    Only its exit status and conditions are judged; what it reports about a trace is ignored
    here.

    Exit status: 0 the oracle is fit, 1 internal error or disk full, 2 usage or oracle not found,
    3 the input is not interesting (or the empty file is), 4 the oracle is flaky, 5 nothing to
    reduce, 130 interrupted.
    """
    text = read_input(file)
    oracle = oracle_for(settings_for(file, given), file, given)
    click.echo(f"file:      {shown(file)}, {counted(len(text), 'byte')}")
    click.echo(f"oracle:    {command_words(oracle)}")
    try:
        pool = open_pool(oracle, file, Options())
        with Interrupts(), closing(pool, lambda message: click.echo(message, err=True)):
            checks = Checks(oracle, pool, Budget())
            verdicts = _repeat(checks, text)
            (empty,) = checks.verdicts(b"")
    except KeyboardInterrupt as error:
        raise Interrupted("Interrupted before it was known whether the oracle is fit.") from error
    click.echo(f"empty:     {_word(empty)}")
    missing = remedy(oracle, verdicts[0], file.name)
    return _judge(verdicts, empty, missing)


def _repeat(checks: Checks, text: bytes) -> list[Verdict]:
    """Ask about the input three times, or until a run times out; print each answer."""
    verdicts: list[Verdict] = []
    while len(verdicts) < _REPEATS:
        verdicts += checks.verdicts(text)
        verdict = verdicts[-1]
        click.echo(f"run {len(verdicts)}:     {_word(verdict)}, {verdict.seconds:.3f} s")
        if verdict.timed_out:
            break  # another run would take as long, and tell as little
        checks.adapt(max(verdict.seconds for verdict in verdicts))
    seconds = [verdict.seconds for verdict in verdicts]
    click.echo(f"seconds:   {statistics.median(seconds):.3f} median, {max(seconds):.3f} at most")
    return verdicts


def _word(verdict: Verdict) -> str:
    """Return the answer of a run in words."""
    late = verdict.timed_out and not verdict.endless
    return _WORDS[verdict.outcome] + " in time" * late


def _judge(verdicts: list[Verdict], empty: Verdict, missing: str) -> int:
    """Return 0 if the oracle is fit; `missing` says what one that does not hold may lack.

    Raises:
        FlakyOracle: two runs on the same text disagree.
        NotInteresting: it does not hold on the input.
        EmptyIsInteresting: it holds on the empty file.
    """
    outcomes = {verdict.outcome for verdict in verdicts}
    if len(outcomes) > 1:
        odd = next(v for v in verdicts if v.outcome is not Outcome.INTERESTING)
        raise FlakyOracle(
            "The oracle is flaky: it says different things about the same text. Fix what is "
            "random in it (time, addresses, threads, leftovers of earlier runs).\n"
            f"When it did not hold:\n{account_of(odd)}"
        )
    if outcomes != {Outcome.INTERESTING}:
        raise NotInteresting(
            "The oracle does not hold on the input, so there is nothing to start from. "
            f"Mend the command or its conditions.{missing}\n{account_of(verdicts[0])}"
        )
    if empty.outcome is Outcome.INTERESTING:
        raise EmptyIsInteresting(
            "The oracle holds on the empty file, where every reduction would end. Let it look "
            f"for something that the empty file lacks.\n{account_of(empty)}"
        )
    fit = "The oracle is fit: it holds on the input every time, and not on the empty file."
    unclear = f"The oracle holds on the input every time. {NO_ANSWER}"
    click.echo(unclear if empty.outcome is Outcome.UNRESOLVED else fit)
    return 0
