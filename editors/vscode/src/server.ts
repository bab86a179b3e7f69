/** The language server: started, asked, told of trust; and what the user reads when it does not start. */
import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import {
  type ApplyWorkspaceEditParams,
  type ApplyWorkspaceEditRequest,
  type ApplyWorkspaceEditResult,
  CancellationToken,
  DidChangeConfigurationNotification,
  ExecuteCommandRequest,
  LanguageClient,
  type LanguageClientOptions,
  ResponseError,
  State,
  WorkDoneProgressCancelNotification,
} from "vscode-languageclient/node";
import { showEnding, showRefusal } from "./endings";
import { Jobs } from "./jobs";
import { ProgressNotifications } from "./progress";
import { serverCommand, serverSettings } from "./settings";

const OPEN_SETTINGS = "Open Settings";
const SHOW_LOG = "Show Log";

/** Leaves it to `Server` to tell the user that there is no server: in one message, not three. */
class Client extends LanguageClient {
  override error(message: string, data?: unknown, showNotification?: boolean | "force"): void {
    super.error(message, data, this.isRunning() ? showNotification : false);
  }
}

/** At most one running language server. */
export class Server implements vscode.Disposable {
  readonly #log = vscode.window.createOutputChannel("Nubbin", { log: true });
  readonly jobs = new Jobs((ending, running) => void showEnding(ending, running, this.#log));
  readonly #progress = new ProgressNotifications((token) => {
    void this.#client?.sendNotification(WorkDoneProgressCancelNotification.type, { token });
  });
  #client: Client | undefined;
  #command: readonly string[] | undefined;
  #start: Promise<string | undefined> | undefined;

  /** Starts the server unless it runs; false if it could not be: then the user is told why, the log alone if `quiet`. */
  async start({ quiet = false } = {}): Promise<boolean> {
    if (this.#client?.state === State.Stopped) await this.stop();
    const start = (this.#start ??= this.#launch());
    const problem = await start;
    if (problem === undefined) return true;
    if (this.#start === start) this.#start = undefined;
    if (!quiet) this.#complain(problem);
    return false;
  }

  /** Ends the server, and with it whatever it was reducing. */
  async stop(): Promise<void> {
    const [client, start] = [this.#client, this.#start];
    this.#client = undefined;
    this.#start = undefined;
    await start; // a client that is still starting cannot be stopped
    // Rejects when there is nothing left to stop, which is what was wanted.
    await client?.dispose().catch(() => undefined);
    this.#forget();
  }

  /** Says that the workspace is trusted from now on. */
  async trust(): Promise<void> {
    if (this.#client?.isRunning()) await this.#client.sendNotification("nubbin/trust", { trusted: true });
  }

  /**
   * Has it ask for the settings anew; if they name another server, starts that one. What a folder that is
   * not trusted sets is told as a change, yet it is not in force: the server stays, and with it its commands.
   */
  async settingsChanged(): Promise<void> {
    if (!isDeepStrictEqual(serverCommand(), this.#command)) {
      await this.stop();
      await this.start();
    } else if (this.#client?.isRunning()) {
      await this.#client.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
    }
  }

  /** Executes one of the server's commands; a refusal is shown to the user, and undefined returned. */
  async execute(command: string, ...args: unknown[]): Promise<unknown> {
    const runs = command === "nubbin.reduce" || command === "nubbin.checkOracle";
    if (runs && !vscode.workspace.isTrusted) return askForTrust();
    try {
      return await this.#client?.sendRequest(ExecuteCommandRequest.type, { command, arguments: args });
    } catch (refusal) {
      const job = this.jobs.running.find(({ uri }) => uri === (args[0] as { uri?: unknown } | undefined)?.uri)?.job;
      const cancel = job === undefined ? undefined : () => void this.execute("nubbin.cancel", { job });
      void showRefusal(refusal instanceof Error ? refusal.message : String(refusal), this.#log, cancel);
      return undefined;
    }
  }

  dispose(): void {
    void this.stop();
    this.jobs.dispose();
    this.#log.dispose();
  }

  /** Returns why there is no server, nothing if there is one. */
  async #launch(): Promise<string | undefined> {
    const command = serverCommand();
    this.#command = command;
    if (!command) return "the setting nubbin.server.command names no program.";
    const [program, ...args] = command;
    const client = new Client("nubbin", "Nubbin", { command: program, args }, this.#options());
    client.onNotification("nubbin/event", (event: unknown) => { this.jobs.hear(event); });
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Stopped) this.#forget();
    });
    this.#client = client;
    try {
      await client.start();
      // It may have been trusted after the server was told that it is not.
      if (vscode.workspace.isTrusted) await this.trust();
      return undefined;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#log.error(`${command.join(" ")}: ${reason}`);
      return reason.includes("ENOENT")
        ? `there is no program "${program}". Install nubbin (pip install . in its folder), or set nubbin.server.command to where it is.`
        : `"${command.join(" ")}" ended at once or did not answer. Its log says why; the setting nubbin.server.command says how it is started.`;
    }
  }

  #options(): LanguageClientOptions {
    return {
      documentSelector: [{ scheme: "file" }],
      outputChannel: this.#log,
      initializationOptions: () => ({ trusted: vscode.workspace.isTrusted, showsEndings: true }),
      initializationFailedHandler: () => false,
      middleware: {
        handleWorkDoneProgress: this.#progress.handle,
        // The library makes commands of what the server can execute; the light bulb runs those.
        executeCommand: (command, args: unknown[]): Promise<unknown> => this.execute(command, ...args),
        workspace: {
          configuration: ({ items }) => items.map(({ section }) => (section === "nubbin" ? serverSettings() : null)),
          handleApplyEdit: (params, next) => this.#applyEdit(params, next),
        },
      },
    };
  }

  /** Has an edit applied as ever, and takes note of it. */
  async #applyEdit(params: ApplyWorkspaceEditParams, next: ApplyWorkspaceEditRequest.HandlerSignature): Promise<ApplyWorkspaceEditResult | ResponseError> {
    const answer = await next(params, CancellationToken.None);
    if (!(answer instanceof ResponseError) && answer.applied) {
      for (const change of params.edit.documentChanges ?? []) {
        if ("textDocument" in change) this.jobs.edit(change.textDocument.uri);
      }
    }
    return answer;
  }

  /** What a server that is gone will not end by itself. */
  #forget(): void {
    this.#progress.dispose();
    this.jobs.breakOff();
  }

  #complain(reason: string): void {
    const message = `Nubbin's language server could not be started: ${reason}`;
    void vscode.window.showErrorMessage(message, OPEN_SETTINGS, SHOW_LOG).then((choice) => {
      if (choice === SHOW_LOG) this.#log.show();
      if (choice === OPEN_SETTINGS) {
        void vscode.commands.executeCommand("workbench.action.openSettings", "nubbin.server.command");
      }
    });
  }
}

/** Says why nothing is run, and opens the page on which trust is given. */
async function askForTrust(): Promise<void> {
  const manage = "Manage Workspace Trust";
  const choice = await vscode.window.showWarningMessage(
    "Nubbin runs nothing in a folder that is not trusted: reducing a test case executes the folder's oracle. Trust the folder, then try again.",
    manage,
  );
  if (choice === manage) await vscode.commands.executeCommand("workbench.trust.manage");
}
