/** Tells how a reduction ended, or why it was not begun, with a button for what to do next; without one VS Code would cut the sentence. */
import * as vscode from "vscode";
import type { Running } from "./jobs";

const COMPARE = "Compare with Saved";
const OPEN = "Open Result";
const OPEN_SETTINGS = "Open Settings File";
const LOG = "Show Log";

/** The server's `nubbin/event` `finished`, as far as it is told to the user. */
export interface Ending {
  /** An exit status of `nubbin reduce`. */
  readonly status: number;
  /** A sentence or two; what an oracle has said comes on lines of its own. */
  readonly message: string;
  /** What became of the result, or nothing. */
  readonly note: string;
  /** The file that has the result, unless the document has it. */
  readonly path: string | null;
}

const INTERRUPTED = 130;

/** Shows an ending, of which the log has every line; `running` is what ended, if the server got that far. */
export async function showEnding({ status, message, note, path }: Ending, running: Running | undefined, log: vscode.LogOutputChannel): Promise<void> {
  const well = status === 0 || status === INTERRUPTED;
  const show = well ? vscode.window.showInformationMessage : vscode.window.showErrorMessage;
  const edited = running?.edited
    ? vscode.workspace.textDocuments.find((document) => document.uri.toString() === running.uri && document.isDirty)
    : undefined;
  const buttons = [...(path === null ? [] : [OPEN]), ...(edited ? [COMPARE] : [])];
  if (!well || buttons.length === 0) buttons.push(LOG);
  const told = `${message} ${note}`.trimEnd();
  if (well) log.info(told);
  else log.error(told);
  const first = message.replace(/\n.*/s, "");
  switch (await show(`${first} ${note}`.trimEnd(), ...buttons)) {
    case COMPARE:
      await vscode.commands.executeCommand("workbench.files.action.compareWithSaved", edited?.uri);
      break;
    case OPEN:
      if (path !== null) await vscode.window.showTextDocument(vscode.Uri.file(path));
      break;
    case LOG:
      log.show();
  }
}

/** Shows why the server did not do what it was asked to; mistakes in a settings file lead there. */
export async function showRefusal(message: string, log: vscode.LogOutputChannel): Promise<void> {
  log.error(message);
  const [, file, line] = /^ {2}(\/.*?):(?:(\d+):)? /m.exec(message) ?? [];
  const choice = await vscode.window.showErrorMessage(message, ...(file ? [OPEN_SETTINGS] : []), LOG);
  if (choice === LOG) log.show();
  if (choice === OPEN_SETTINGS && file) {
    const start = new vscode.Position(Number(line ?? 1) - 1, 0);
    await vscode.window.showTextDocument(vscode.Uri.file(file), { selection: new vscode.Range(start, start) });
  }
}
