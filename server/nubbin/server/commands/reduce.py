"""`nubbin reduce` (floor 10)."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Unpack

import click

from nubbin.engine.figures import Reduction
from nubbin.engine.reduction import reduce
from nubbin.engine.report import document
from nubbin.engine.request import Request
from nubbin.engine.resuming import earlier as found_before
from nubbin.engine.vocabulary.errors import Interrupted
from nubbin.engine.vocabulary.events import Checked, Event
from nubbin.engine.vocabulary.printable import shown
from nubbin.server.commands.hints import HINT_OPTIONS, HintOptions, with_hints
from nubbin.server.commands.input import check_not_empty, read_bytes
from nubbin.server.commands.options import (
    FILE,
    FILE_NAME,
    HOW_OPTIONS,
    ORACLE_OPTIONS,
    OUTPUT_OPTIONS,
    ReduceOptions,
    pool_option,
)
from nubbin.server.commands.output import (
    clear_reports,
    put_or_tell,
    put_page,
    put_report,
    put_text,
    rerouted,
)
from nubbin.server.commands.overrides import formatter_for, options_of, oracle_for, settings_for
from nubbin.server.commands.page import page_of
from nubbin.server.commands.places import Output, check_spared, output_of, read_beside, with_page
from nubbin.server.commands.terminal_text import command_words, summary, table_of_passes
from nubbin.server.interrupts import Interrupts
from nubbin.server.messages import starts_over
from nubbin.server.state import journals
from nubbin.server.terminal import Reporter, reporter


@click.command("reduce")
@FILE
@ORACLE_OPTIONS
@HOW_OPTIONS
@pool_option()
@HINT_OPTIONS
@OUTPUT_OPTIONS
@click.option(
    "--report",
    "page",
    type=FILE_NAME,
    metavar="HTML",
    help="Write a page for people: what is left, how it shrank, what that took.",
)
def command(
    file: Path,
    hint: tuple[int, int] | None,
    rules: Path | None,
    page: Path | None,
    **given: Unpack[ReduceOptions],
) -> int:
    """Make FILE as small as its oracle allows.

    The oracle is a command that exits with 0 while the text still shows what you look for:
    nubbin reduce crash.c --oracle './still-crashes.sh {file}'

    Exit status: 0 done, 1 internal error or disk full, 2 usage or oracle not found, 3 the
    input is not interesting (or the empty file is, or --max-time was up before that was
    known), 4 the oracle is flaky, 5 nothing to reduce, 130 interrupted with the best written.
    """
    text = read_bytes(file)
    output = with_page(output_of(file, given), page)
    clear_reports(output)
    check_not_empty(file, text)
    settings = settings_for(file, given)
    oracle = oracle_for(settings, file, given)
    guess = HintOptions(hint=hint, rules=rules)
    options = with_hints(options_of(settings, given), file, text, guess, given["strategy"])
    formatter = formatter_for(settings, oracle, given)
    check_spared(output, [*read_beside(settings, oracle, formatter), *filter(None, [rules])])
    request = Request(text, file, oracle, options, formatter, journals())
    if output.verbose:
        click.echo(f"oracle: {command_words(oracle)}", err=True)
    if not options.resume and (left := found_before(request)).killed:
        click.echo(starts_over(shown(file), left.answers), err=True)
    terminal = reporter(len(text), quiet=output.quiet)
    with Interrupts(terminal.stopping, terminal.abandon) as interrupts:
        delivery = _Delivery(text, output, interrupts, terminal)
        reduction = _run(request, terminal, interrupts, delivery.deliver)
        output, where, failed = delivery.output, delivery.where, delivery.failed
        reduction = replace(reduction, status=failed or reduction.status)
        if output.verbose:
            click.echo(table_of_passes(map(asdict, reduction.passes)), err=True)
        if not output.quiet or reduction.status not in (0, Interrupted.exit_status):
            click.echo(summary(reduction, file, where, delivery.why), err=True)
        report = partial(document, reduction, file, where)
        place = "standard output" if where is None else shown(where)
        told = "not where it belongs: it could not be written there" if failed else place
        content = partial(page_of, reduction, request, told)
        _, unreported = put_or_tell(lambda: put_report(report, output, interrupts))
        _, unshown = put_or_tell(lambda: put_page(content, output, interrupts))
    return reduction.status or unreported or unshown


@dataclass(slots=True)
class _Delivery:
    """Writes the result where it belongs, and remembers where that is."""

    text: bytes
    """What the input held when it was read."""
    output: Output
    interrupts: Interrupts
    terminal: Reporter
    where: Path | None = None
    failed: int = 0
    """The exit status if the result could not be written; else 0."""
    why: str = ""
    """A clause on why it is there, if there is something to say."""

    def deliver(self, reduction: Reduction) -> bool:
        """Write the text, or say why it cannot be; return whether it is where it belongs."""
        self.terminal.close()
        self.interrupts.disregard()  # the result is written, however impatient the user is
        self.output, self.why = rerouted(
            self.output,
            len(reduction.text),
            cut_short=reduction.stopped is not None or reduction.status != 0,
            unchecked=reduction.unchecked,
        )
        self.where, self.failed = put_or_tell(
            lambda: put_text(self.text, reduction.text, self.output, self.interrupts)
        )
        return not self.failed


def _run(
    request: Request,
    reporter: Reporter,
    interrupts: Interrupts,
    deliver: Callable[[Reduction], bool],
) -> Reduction:
    """Reduce, and show the user how far it is; the user may stop it.

    Raises:
        KeyboardInterrupt: the user stopped it before anything was found.
        NubbinError: as `reduce` does.
    """

    def emit(event: Event) -> None:
        # Once the oracle is checked, there is a text worth keeping: Ctrl-C stops in good order.
        interrupts.patient = interrupts.patient or isinstance(event, Checked)
        reporter.take(event)

    def cancelled() -> bool:
        reporter.tick()
        return interrupts.wished

    try:
        return reduce(request, emit=emit, cancelled=cancelled, deliver=deliver)
    finally:
        reporter.close()
