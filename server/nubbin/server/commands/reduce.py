"""`nubbin reduce` (floor 10)."""

import tempfile
from pathlib import Path
from typing import Unpack

import click

from nubbin.engine.errors import NubbinError
from nubbin.engine.events import Checked, Event
from nubbin.engine.files import beside, shown, write_atomically
from nubbin.engine.reduction import Reduction, Request, reduce
from nubbin.engine.report import document, encoded
from nubbin.server.commands.choices import (
    Output,
    options_of,
    oracle_for,
    output_of,
    settings_for,
)
from nubbin.server.commands.input import read_input
from nubbin.server.commands.options import (
    FILE,
    HOW_OPTIONS,
    ORACLE_OPTIONS,
    OUTPUT_OPTIONS,
    ReduceOptions,
)
from nubbin.server.commands.output import write_stdout
from nubbin.server.commands.words import command_words, summary, table_of_passes
from nubbin.server.interrupts import INTERRUPTED, Interrupts
from nubbin.server.terminal import Reporter, reporter


@click.command("reduce")
@FILE
@ORACLE_OPTIONS
@HOW_OPTIONS
@OUTPUT_OPTIONS
def command(file: Path, **given: Unpack[ReduceOptions]) -> int:
    """Make FILE as small as its oracle allows.

    The oracle is a command that exits with 0 while the text still shows what you look for:
    nubbin reduce crash.c --oracle './still-crashes.sh {file}'

    Exit status: 0 done, 1 internal error or disk full, 2 usage or oracle not found, 3 the
    input is not interesting (or the empty file is), 4 the oracle is flaky, 5 nothing to
    reduce, 130 interrupted with the best written.
    """
    text = read_input(file)
    settings = settings_for(file, given)
    oracle = oracle_for(file, settings, given)
    output = output_of(file, given)
    request = Request(text, file, oracle, options_of(settings, given))
    if output.verbose:
        click.echo(f"oracle: {command_words(oracle)}", err=True)
    reduction = _run(request, reporter(len(text), quiet=output.quiet))
    where = _write(request, reduction, output)
    _report(reduction, file, where, output)
    if output.verbose:
        click.echo(table_of_passes(reduction), err=True)
    if not output.quiet or reduction.status not in (0, INTERRUPTED):
        click.echo(summary(reduction, file, where), err=True)
    return reduction.status


def _run(request: Request, reporter: Reporter) -> Reduction:
    """Reduce under the eyes of the user, who may stop it.

    Raises:
        KeyboardInterrupt: nothing was found yet, or the user would not wait for it.
        NubbinError: as `reduce` does.
    """
    told = False

    def emit(event: Event) -> None:
        # From here on there is a text worth keeping, so that Ctrl-C is a wish, not an end.
        interrupts.patient = interrupts.patient or isinstance(event, Checked)
        reporter.take(event)

    def cancelled() -> bool:
        nonlocal told
        reporter.tick()
        if interrupts.wished and not told:
            told = True
            reporter.stopping()
        return interrupts.wished

    with Interrupts() as interrupts:
        try:
            return reduce(request, emit, cancelled)
        finally:
            reporter.close()


def _write(request: Request, reduction: Reduction, output: Output) -> Path | None:
    """Put the reduced text where it belongs; return the file, None for standard output.

    Raises:
        NubbinError: it could not be put there; the message says where it is kept instead.
    """
    text, place = reduction.text, output.text
    if place is None:
        write_stdout(text)
        return None
    if output.in_place and text == request.text:
        return place
    try:
        if output.in_place and request.path.read_bytes() != request.text:
            raise NubbinError(f"{shown(place)} has changed meanwhile and was left as it is.")
        write_atomically(place, text, like=request.path)
    except (NubbinError, OSError) as error:
        kept = _keep(request.path, text)
        reason = str(error).rstrip(".")
        failure = type(error) if isinstance(error, NubbinError) else NubbinError
        raise failure(f"{reason}.\nThe reduced text is {kept}.") from error
    return place


def _keep(file: Path, text: bytes) -> str:
    """Save a text that could not be written where it belongs; say where it is now."""
    for folder in (tempfile.gettempdir(), Path.home()):
        try:
            place = Path(tempfile.mkdtemp(prefix="nubbin-kept-", dir=folder)) / beside(file).name
            try:
                write_atomically(place, text, like=file)
            except NubbinError:
                place.parent.rmdir()
                continue
        except OSError:
            continue
        return f"kept in {shown(place)}"
    return "lost, for there is no room elsewhere either. Free some, then run the same again"


def _report(reduction: Reduction, file: Path, where: Path | None, output: Output) -> None:
    """Write the figures, if asked to."""
    if output.report is None and not output.report_to_stdout:
        return
    data = encoded(document(reduction, file, where))
    if output.report is None:
        write_stdout(data)
    else:
        write_atomically(output.report, data)
