"""The language server (floor 9): handlers of a few lines between pygls and the jobs."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from lsprotocol import types
from pygls.exceptions import (
    FeatureNotificationError,
    JsonRpcException,
    JsonRpcInvalidParams,
    PyglsError,
)
from pygls.lsp.server import LanguageServer
from pygls.protocol import default_converter

from nubbin.engine.vocabulary.errors import UsageError, with_sentence
from nubbin.server import messages, oracle_messages
from nubbin.server.client_choices import oracle_names
from nubbin.server.editor import Editor
from nubbin.server.from_lsp import (
    WrongArguments,
    file_path,
    initial_options,
    job_or_document,
    parse_arguments,
)
from nubbin.server.gate import Gate
from nubbin.server.jobs import Jobs
from nubbin.server.offer import (
    APPLY_BEST,
    CANCEL,
    CHECK,
    REDUCE,
    REDUCE_KIND,
    SET_UP,
    SOURCE_KIND,
    offers,
)
from nubbin.server.order import Order, Wish
from nubbin.server.protocol import Protocol
from nubbin.server.session_settings import SessionSettings
from nubbin.server.set_up import SetUp
from nubbin.server.state import state_folder
from nubbin.server.to_lsp import code_action, command_for
from nubbin.server.trust import TrustStore

_converter: Final = cache(default_converter)  # what it has learnt of a type serves all connections


class Server(LanguageServer):
    """A language server with everything one connection needs; nothing outlives it."""

    protocol: Protocol

    def __init__(self) -> None:
        super().__init__(
            "nubbin",
            version("nubbin"),
            protocol_cls=Protocol,
            converter_factory=_converter,
        )
        self.editor = Editor(self)
        self.protocol.too_late = self.editor.tell_too_late
        self.gate = Gate(self.editor, TrustStore(state_folder()))
        self.settings = SessionSettings(self.editor)
        self.jobs = Jobs(self.editor, self.gate)
        self.set_up = SetUp(self.editor, self.settings)

    async def close(self) -> None:
        """End everything that was begun for this connection, whose client is gone."""
        self.set_up.close()
        self.settings.close()
        await self.jobs.close()
        self.editor.close()

    def report_server_error(
        self, error: Exception, source: type[PyglsError] | type[JsonRpcException]
    ) -> None:
        """Tell the user about a failed notification, which has no answer to carry the error."""
        if source is FeatureNotificationError:
            self.editor.tell(f"nubbin: {with_sentence(error)}", types.MessageType.Error)


def build_server() -> Server:
    """Return a server that waits for a connection."""
    server = Server()
    server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=[REDUCE_KIND, SOURCE_KIND]),
    )(code_actions)
    for method, feature in FEATURES.items():
        server.feature(method)(feature)
    for name, command in COMMANDS.items():
        server.command(name)(command)
    return server


def initialize(ls: Server, params: types.InitializeParams) -> None:
    """Take over the client's `initializationOptions`."""
    options = initial_options(params.initialization_options)
    ls.settings.initialize(options.settings)
    ls.gate.trusted = options.trusted
    ls.editor.introduce(options, params.client_info)


def initialized(ls: Server, params: types.InitializedParams) -> None:
    """Ask for the client's settings, which it answers only from now on."""
    ls.settings.refresh()


def configuration_changed(ls: Server, params: types.DidChangeConfigurationParams) -> None:
    """Ask for the settings again; a client that cannot be asked has sent them along."""
    if ls.editor.can_configure:
        ls.settings.refresh()
    else:
        sent = params.settings
        ls.settings.configure(sent.get("nubbin") if isinstance(sent, Mapping) else None)


def look_at_settings(
    ls: Server, params: types.DidOpenTextDocumentParams | types.DidSaveTextDocumentParams
) -> None:
    """Show the mistakes in the settings for a document, which may be a settings file itself."""
    if path := file_path(params.text_document.uri):
        ls.settings.for_file(path)


def trust(ls: Server, params: Any) -> None:  # noqa: ANN401  # pygls makes an object of any JSON
    """Take over whether the client trusts its workspace; distrust ends what runs."""
    trusted = getattr(params, "trusted", None)
    if not isinstance(trusted, bool):
        raise UsageError('nubbin/trust needs {"trusted": true} or {"trusted": false}.')
    ls.gate.trusted = trusted
    if not trusted:
        ls.jobs.abandon(distrusted=True)


def progress_cancelled(ls: Server, params: types.WorkDoneProgressCancelParams) -> None:
    """Stop the job whose progress the user cancelled."""
    ls.jobs.cancel_by_token(params.token)


async def shut_down(ls: Server, params: None) -> None:
    """End every job before the client is answered."""
    await ls.jobs.close()


async def code_actions(
    ls: Server, params: types.CodeActionParams
) -> list[types.CodeAction] | list[types.Command]:
    """Offer what fits the document, without parsing, running or asking anything."""
    uri, chosen = params.text_document.uri, params.range
    if (path := file_path(uri)) is None:
        return []
    await ls.settings.settled()
    specs = ls.settings.for_file(path).oracles_for(path)
    extent, work = ls.editor.extent(uri, chosen), ls.jobs.stoppable(path)
    found = offers(oracle_names(specs), params.context.only, extent, work)
    commands = [command_for(offer, uri, chosen) for offer in found]
    return list(map(code_action, found, commands)) if ls.editor.knows_code_actions else commands


# Commands that only begin or end something are functions, which pygls answers at once. A client
# could cancel the request of a coroutine, and be told that it was, after the work has begun.


def reduce(ls: Server, *args: object) -> dict[str, object]:
    """`nubbin.reduce` {uri, range?, oracle?, strategy?, hint?, formatter?, options?}.

    Answers with {job}.
    """
    return _start(ls, REDUCE, args)


def check_oracle(ls: Server, *args: object) -> dict[str, object]:
    """`nubbin.checkOracle` {uri, oracle?}: begin a job that only tries the oracle."""
    return _start(ls, CHECK, args)


def _start(ls: Server, command: str, args: tuple[object, ...]) -> dict[str, object]:
    """Begin a job; or the set-up of an oracle, answered by {job: null}, if there is none.

    If the client has not yet answered our question for its settings, the job begins all the same,
    and waits for them itself: a client may answer nothing as long as it waits for our answer.
    """
    with _refusing(ls):
        wanted = parse_arguments(command, args)
        path, document = _path(wanted.uri), ls.editor.document(wanted.uri)
        if document is None:
            raise UsageError(messages.not_open(wanted.uri))
        name, encoding = ls.editor.name_of(path), ls.editor.encoding
        wish = Wish(wanted, path, name, document.source, encoding, only_check=command == CHECK)
        if ls.settings.is_settled and _order_by_now(ls, wish) is None:
            ls.set_up.start(path)
            return {"job": None}
        return {"job": ls.jobs.start(wish, lambda: _order_once_settled(ls, wish))}


def _order_by_now(ls: Server, wish: Wish) -> Order | None:
    """Return the order that a wish is by the settings known now; None if no oracle fits.

    Raises:
        UsageError: the settings have mistakes or are not saved, or the arguments have mistakes.
    """
    if file := ls.settings.unsaved(wish.path):
        raise UsageError(oracle_messages.not_saved(file))
    settings = ls.settings.for_file(wish.path)
    if settings.problems:  # the rest of the settings may name another oracle than the user means
        raise UsageError(oracle_messages.mistakes(settings.problems))
    return wish.to_order(settings)


async def _order_once_settled(ls: Server, wish: Wish) -> Order:
    """Return the order once the client has sent its settings; set up an oracle if none fits.

    Raises:
        UsageError: no oracle fits; or as `_order_by_now`.
    """
    await ls.settings.settled()
    order = _order_by_now(ls, wish)
    if order is None:
        ls.set_up.start(wish.path)
        others = ls.settings.for_file(wish.path).patterns
        raise UsageError(oracle_messages.none_fits(wish.name, others))
    return order


def set_up(ls: Server, *args: object) -> None:
    """`nubbin.setUp` {uri}: help the user to write an oracle for a document."""
    with _refusing(ls):
        wanted = parse_arguments(SET_UP, args)
        ls.set_up.start(_path(wanted.uri))


def cancel(ls: Server, *args: object) -> dict[str, object]:
    """`nubbin.cancel` {job?, uri?}: stop one job, or all, with the best so far."""
    with _refusing(ls):
        return {"cancelled": ls.jobs.cancel(_chosen(ls, CANCEL, args))}


async def apply_best(ls: Server, *args: object) -> dict[str, object]:
    """`nubbin.applyBest` {job?, uri?}: put the best so far into the document, and go on."""
    with _refusing(ls):
        return {"applied": await ls.jobs.apply_best(_chosen(ls, APPLY_BEST, args))}


def _chosen(ls: Server, command: str, args: tuple[object, ...]) -> int | None:
    """Return the number of the job that a command is for, be it that of a document; None: all.

    Actions name the document: a client may show those of an earlier reduction.
    """
    number, uri = job_or_document(command, args)
    return number if uri is None else ls.jobs.number_of(_path(uri))


def _path(uri: str) -> Path:
    """Return the path of a document's file.

    Raises:
        UsageError: it has none on this machine.
    """
    if (path := file_path(uri)) is None:
        raise UsageError(messages.not_a_file(uri))
    return path


@contextmanager
def _refusing(ls: Server) -> Iterator[None]:
    """Refuse the request if what is done raises a `UsageError`, with its sentence."""
    try:
        yield
    except WrongArguments as error:
        raise JsonRpcInvalidParams(str(error)) from error
    except UsageError as error:
        ls.editor.tell_refusal(str(error))
        raise JsonRpcException(str(error), code=types.LSPErrorCodes.RequestFailed) from error


FEATURES: Final[Mapping[str, Callable[..., Any]]] = {
    types.INITIALIZE: initialize,
    types.INITIALIZED: initialized,
    types.SHUTDOWN: shut_down,
    types.TEXT_DOCUMENT_DID_OPEN: look_at_settings,
    types.TEXT_DOCUMENT_DID_SAVE: look_at_settings,
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: configuration_changed,
    types.WINDOW_WORK_DONE_PROGRESS_CANCEL: progress_cancelled,
    "nubbin/trust": trust,
}

COMMANDS: Final[Mapping[str, Callable[..., Any]]] = {
    REDUCE: reduce,
    SET_UP: set_up,
    CHECK: check_oracle,
    CANCEL: cancel,
    APPLY_BEST: apply_best,
}
