/** The library's client with what it lacks: one message in place of three, and an end to a server that says nothing. */
import { homedir } from "node:os";
import * as vscode from "vscode";
import { CloseAction, type ErrorHandler, type LanguageClientOptions, LanguageClient, State } from "vscode-languageclient/node";

/** Milliseconds that a server has to answer in when it is started. */
const PATIENCE = 20_000;

/** A client of one server, which is started by `command`. */
export class Client extends LanguageClient {
  readonly #usual: ErrorHandler = this.createDefaultErrorHandler();

  constructor(command: readonly [string, ...string[]], options: LanguageClientOptions) {
    const [program, ...args] = command;
    // A folder that is not trusted must not be where Python, or the shell, looks for a program or a module.
    const place = vscode.workspace.isTrusted ? {} : { cwd: homedir() };
    super("nubbin", "Nubbin", { command: program, args, options: place }, {
      ...options,
      errorHandler: {
        error: (...told) => this.#usual.error(...told),
        // Who ends before it has begun would do so again.
        closed: () => (this.state === State.Starting ? { action: CloseAction.DoNotRestart, handled: true } : this.#usual.closed()),
      },
    });
  }

  /** Whether it has to be replaced by another one to be of use. */
  get gone(): boolean {
    return this.state === State.Stopped || this.state === State.StartFailed;
  }

  /** Starts the server; one that does not answer in time is ended, and this rejects. */
  override async start(): Promise<void> {
    const late = setTimeout(() => { this.giveUp(); }, PATIENCE);
    try {
      await super.start();
    } finally {
      clearTimeout(late);
    }
  }

  /** Ends a server that has not answered yet, as it cannot be asked to stop. */
  giveUp(): void {
    if (this.state === State.Starting) this.serverProcess?.kill("SIGKILL");
  }

  /** While no server runs, shows no errors: `Server` says what they are about. */
  override error(message: string, data?: unknown, showNotification?: boolean | "force"): void {
    super.error(message, data, this.isRunning() ? showNotification : false);
  }
}
