"""The oracle and the formatter a client has chosen: from the settings, or its own (floor 7)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from nubbin.engine.oracles.formatter import beside_oracle
from nubbin.engine.oracles.oracle import OracleSpec, command_line
from nubbin.engine.vocabulary.printable import printable, shown
from nubbin.server.from_lsp import ReduceArguments, WrongArguments
from nubbin.server.settings import Settings, load


def oracle_names(fitting: Sequence[OracleSpec]) -> list[str]:
    """Return a different name for each of a file's oracles, by which a client chooses it.

    This is the oracle's own name or, if it has none, its command; its number is added where
    another one has that name. The name of an oracle is never given to one without a name.
    """
    named = {spec.name for spec in fitting}
    names: list[str] = []
    for number, spec in enumerate(fitting, start=1):
        name = spec.name or command_line(spec)
        while name in names or (name in named and not spec.name):
            name = f"{name} ({number})"
        names.append(name)
    return names


def choose_oracle(settings: Settings, path: Path, wanted: ReduceArguments) -> OracleSpec | None:
    """Return the oracle a client asked for; None if it sent none and none fits the file.

    Raises:
        WrongArguments: oracles fit, but none of that name; or the client's table has mistakes.
    """
    if isinstance(wanted.oracle, Mapping):
        return _oracle_sent(settings, wanted.oracle)
    fitting = settings.oracles_for(path)
    if not fitting or wanted.oracle is None:
        return fitting[0] if fitting else None
    known = oracle_names(fitting)
    if wanted.oracle in known:
        return fitting[known.index(wanted.oracle)]
    names = ", ".join(f'"{printable(name)}"' for name in known)
    raise WrongArguments(
        f'No oracle named "{printable(wanted.oracle)}" fits {shown(Path(path.name))}. '
        f"Those that do: {names}."
    )


def _oracle_sent(settings: Settings, sent: Mapping[str, object]) -> OracleSpec:
    """Return an oracle that a client has sent along."""
    table = dict(sent)
    folder = _folder("oracle", table)
    own = load(settings.root, {"oracle": [table]})
    _complain("oracle", own)
    spec = own.oracles[0].spec
    return replace(spec, folder=folder) if folder else spec


def choose_formatter(
    settings: Settings, oracle: OracleSpec, wanted: ReduceArguments
) -> OracleSpec | None:
    """Return the formatter a client asked for, else the settings'; it runs as the oracle does.

    Raises:
        WrongArguments: the client's table has mistakes.
    """
    formatter = settings.formatter
    if wanted.formatter is not None:
        table = dict(wanted.formatter)
        folder = _folder("formatter", table)
        own = load(settings.root, {"formatter": table.pop("command", "")})
        _complain("formatter", own)
        if own.formatter is None or table:
            raise WrongArguments('The formatter sent by the client holds "command" and "folder".')
        formatter = replace(own.formatter, folder=folder) if folder else own.formatter
    return formatter and beside_oracle(formatter, oracle)


def _folder(what: str, table: dict[str, object]) -> Path | None:
    """Remove the folder from a command's table, and return it.

    Raises:
        WrongArguments: it is not an absolute path.
    """
    folder = table.pop("folder", None)
    if folder is None:
        return None
    if not (isinstance(folder, str) and Path(folder).is_absolute()):
        raise WrongArguments(f'The {what}\'s "folder" has to be an absolute path, not {folder!r}.')
    return Path(folder)


def _complain(what: str, own: Settings) -> None:
    """Raise WrongArguments if the table that the client sent has mistakes."""
    complaints = [problem.message for problem in own.problems if problem.file is None]
    if complaints:
        raise WrongArguments(f"The {what} sent by the client: {' '.join(complaints)}")
