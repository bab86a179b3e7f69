/** The language server: starts it, sends it commands and the workspace's trust, and tells the user if it does not start. */
import { existsSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import {
  type ApplyWorkspaceEditParams,
  type ApplyWorkspaceEditRequest,
  type ApplyWorkspaceEditResult,
  CancellationToken,
  DidChangeConfigurationNotification,
  ExecuteCommandRequest,
  type LanguageClientOptions,
  ResponseError,
  State,
  WorkDoneProgressCancelNotification,
} from "vscode-languageclient/node";
import { Client } from "./client";
import { showEnding, showLeft, showRefusal, showTold, type Told } from "./endings";
import { Jobs } from "./jobs";
import { Originals } from "./originals";
import { ProgressNotifications } from "./progress";
import { serverCommand, serverSettings } from "./settings";

const OPEN_SETTINGS = "Open Settings";
const SHOW_LOG = "Show Log";
const CANCEL = "Cancel Reduction";
const CANCEL_CHECK = "Cancel Check";

/** At most one running language server. */
export class Server implements vscode.Disposable {
  readonly #log = vscode.window.createOutputChannel("Nubbin", { log: true });
  readonly #originals = new Originals();
  readonly jobs: Jobs;
  readonly #progress = new ProgressNotifications((token) => {
    this.#client?.sendNotification(WorkDoneProgressCancelNotification.type, { token }).catch(() => undefined); // it may be gone
  });
  #client: Client | undefined;
  #command: readonly string[] | undefined;
  #start: Promise<string | undefined> | undefined;

  /** `memory` is the workspace's; of reductions that ended together with the last window, the user is told now. */
  constructor(memory: vscode.Memento) {
    this.jobs = new Jobs((ending, running) => void showEnding(ending, running, this.#log), memory);
    for (const uri of this.jobs.takeLeft()) void showLeft(uri);
  }

  /** Starts the server unless it runs. Returns false if that fails, and shows the user why; if `quiet`, that is only logged. */
  async start({ quiet = false } = {}): Promise<boolean> {
    if (this.#client?.gone) await this.stop();
    const start = (this.#start ??= this.#launch());
    const problem = await start;
    if (problem === undefined) return true;
    if (this.#start !== start) return false; // it was stopped on purpose meanwhile
    this.#start = undefined;
    if (!quiet) this.#complain(problem);
    return false;
  }

  /** Ends the server, and with it all reductions. */
  async stop(): Promise<void> {
    const [client, start] = [this.#client, this.#start];
    this.#client = undefined;
    this.#start = undefined;
    client?.giveUp();
    await start;
    // Rejects if the client has stopped already, which is just as well.
    await client?.dispose().catch(() => undefined);
    this.#forget();
  }

  /** Tells the server if the workspace is trusted from now on. */
  async trust(): Promise<void> {
    if (trusted() && this.#client?.isRunning()) await this.#client.sendNotification("nubbin/trust", { trusted: true });
  }

  /**
   * Lets the server ask for the settings again, or starts another server if they name another one. VS Code reports
   * changes in the settings of an untrusted folder as well, but these are not in force: the server then stays.
   */
  async settingsChanged(): Promise<void> {
    if (!isDeepStrictEqual(serverCommand(), this.#command)) {
      await this.stop();
      await this.start();
    } else if (this.#client?.isRunning()) {
      await this.#client.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
    }
  }

  /** Executes one of the server's commands; if it is refused, shows the user why and returns undefined. */
  async execute(command: string, ...args: unknown[]): Promise<unknown> {
    const checks = command === "nubbin.checkOracle";
    const runs = checks || command === "nubbin.reduce";
    if (runs && !vscode.workspace.isTrusted) return askForTrust();
    const uri = (args[0] as { uri?: unknown } | undefined)?.uri;
    try {
      const answer: unknown = await this.#client?.sendRequest(ExecuteCommandRequest.type, { command, arguments: args });
      const job = (answer as { job?: unknown } | null | undefined)?.job;
      if (runs && typeof job === "number" && typeof uri === "string") this.jobs.add(job, uri, checks);
      return answer;
    } catch (refusal) {
      const other = this.jobs.running.find((running) => running.uri === uri);
      const way = other && { words: other.check ? CANCEL_CHECK : CANCEL, go: () => void this.execute("nubbin.cancel", { job: other.job }) };
      void showRefusal(refusal instanceof Error ? refusal.message : String(refusal), this.#log, way);
      return undefined;
    }
  }

  dispose(): void {
    this.jobs.dispose();
    void this.stop();
    this.#originals.dispose();
    this.#log.dispose();
  }

  /** Starts the server; returns why that failed, or undefined. */
  async #launch(): Promise<string | undefined> {
    const command = serverCommand();
    this.#command = command;
    if (!command) return "the setting nubbin.server.command names no program.";
    const client = new Client(command, this.#options());
    client.onNotification("nubbin/event", (event: { event?: unknown }) => {
      if (event.event === "told") void showTold(event as Told, this.#log);
      else this.jobs.hear(event);
    });
    client.onDidChangeState(({ newState }) => {
      // A client that is asked to stop says so before the server has told how its reductions end.
      if (newState === State.Stopped && client === this.#client) this.#forget();
    });
    this.#client = client;
    try {
      await client.start();
      // The workspace may have become trusted since the server was told that it was not.
      await this.trust();
      return undefined;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#log.error(`${command.join(" ")}: ${reason}`);
      return explained(command, reason);
    }
  }

  #options(): LanguageClientOptions {
    return {
      documentSelector: [{ scheme: "file" }],
      outputChannel: this.#log,
      initializationOptions: () => ({ trusted: trusted(), showsEndings: true }),
      initializationFailedHandler: () => false,
      middleware: {
        handleWorkDoneProgress: this.#progress.handle,
        // The library registers the server's commands with VS Code; code actions run them this way.
        executeCommand: (command, args: unknown[]): Promise<unknown> => this.execute(command, ...args),
        workspace: {
          configuration: ({ items }) => items.map(({ section }) => (section === "nubbin" ? serverSettings() : null)),
          handleApplyEdit: (params, next) => this.#applyEdit(params, next),
        },
      },
    };
  }

  /** Lets the library apply an edit, and remembers which documents were edited; one that cannot be saved gets its text back. */
  async #applyEdit(params: ApplyWorkspaceEditParams, next: ApplyWorkspaceEditRequest.HandlerSignature): Promise<ApplyWorkspaceEditResult | ResponseError> {
    const uris = (params.edit.documentChanges ?? []).flatMap((change) => ("textDocument" in change ? [change.textDocument.uri] : []));
    const before = vscode.workspace.textDocuments.filter(({ uri }) => uris.includes(uri.toString())).map((document) => ({ document, text: document.getText() }));
    const answer = await next(params, CancellationToken.None);
    if (answer instanceof ResponseError || !answer.applied) return answer;
    for (const { document, text } of before) {
      if (document.getText() !== text && !document.isDirty && !(await isOnDisk(document))) return takenBack(document, text);
    }
    for (const { document, text } of before) {
      const uri = document.uri.toString();
      if (this.jobs.edit(uri)) this.#originals.keep(uri, text);
    }
    return answer;
  }

  /** Ends the progress and the reductions of a server that is gone. */
  #forget(): void {
    this.#progress.dispose();
    this.jobs.breakOff();
  }

  #complain(reason: string): void {
    const message = `Nubbin's language server could not be started: ${reason}`;
    void vscode.window.showErrorMessage(message, OPEN_SETTINGS, SHOW_LOG).then((choice) => {
      if (choice === SHOW_LOG) this.#log.show(true);
      if (choice === OPEN_SETTINGS) {
        void vscode.commands.executeCommand("workbench.action.openSettings", "nubbin.server.command");
      }
    });
  }
}

/** Whether a document is saved as it is. */
async function isOnDisk(document: vscode.TextDocument): Promise<boolean> {
  const bytes = await vscode.workspace.fs.readFile(document.uri).then((read) => read, () => undefined);
  try {
    return bytes !== undefined && new TextDecoder("utf-8", { fatal: true }).decode(bytes) === document.getText();
  } catch {
    return true; // it is in another encoding, in which the two cannot be compared
  }
}

/** Gives a document its text again: VS Code edits one that is read-only in its editor, but neither saves that nor undoes it. */
async function takenBack(document: vscode.TextDocument, text: string): Promise<ApplyWorkspaceEditResult> {
  const back = new vscode.WorkspaceEdit();
  back.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  await vscode.workspace.applyEdit(back);
  return { applied: false, failureReason: "the editor is read-only." };
}

/** Whether the folders that are open are trusted; null if none is, so that the server asks the user itself. */
function trusted(): boolean | null {
  return vscode.workspace.isTrusted && !vscode.workspace.workspaceFolders?.length ? null : vscode.workspace.isTrusted;
}

/** Why a command did not start the server, for the user, by what the system said. */
function explained(command: readonly [string, ...string[]], reason: string): string {
  const [program] = command;
  if (!reason.includes("ENOENT")) {
    return `"${command.join(" ")}" ended at once or did not answer. Its log says why; the setting nubbin.server.command says how it is started.`;
  }
  return program.includes("/") && existsSync(program)
    ? `the program that the first line of ${program} names is not there any more. Install nubbin again (pip install . in its folder).`
    : `there is no program "${program}". Install nubbin (pip install . in its folder), or set nubbin.server.command to where it is.`;
}

/** Says why nothing is run, with a button for the page on which the user can grant trust. */
async function askForTrust(): Promise<void> {
  const manage = "Manage Workspace Trust";
  const choice = await vscode.window.showWarningMessage(
    "Nubbin runs nothing in a folder that is not trusted: reducing a test case executes the folder's oracle. Trust the folder, then try again.",
    manage,
  );
  if (choice === manage) await vscode.commands.executeCommand("workbench.trust.manage");
}
