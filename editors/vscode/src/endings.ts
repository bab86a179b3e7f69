/** Tells how a reduction ended, with a button for what to do next; without one VS Code would cut the sentence. */
import * as vscode from "vscode";
import type { Running } from "./jobs";

const COMPARE = "Compare with Saved";
const OPEN = "Open Result";
const LOG = "Show Log";

/** The server's `nubbin/event` `finished`, as far as it is told to the user. */
export interface Ending {
  /** An exit status of `nubbin reduce`. */
  readonly status: number;
  readonly message: string;
  /** What became of the result, or nothing. */
  readonly note: string;
  /** The file that has the result, unless the document has it. */
  readonly path: string | null;
}

const INTERRUPTED = 130;

/** Shows an ending; `running` is what ended, if the server got that far. */
export async function showEnding({ status, message, note, path }: Ending, running: Running | undefined, log: vscode.LogOutputChannel): Promise<void> {
  const well = status === 0 || status === INTERRUPTED;
  const show = well ? vscode.window.showInformationMessage : vscode.window.showErrorMessage;
  const edited = running?.edited
    ? vscode.workspace.textDocuments.find((document) => document.uri.toString() === running.uri && document.isDirty)
    : undefined;
  const buttons = [...(path === null ? [] : [OPEN]), ...(edited ? [COMPARE] : [])];
  if (!well) buttons.push(LOG);
  switch (await show(`${message} ${note}`.trimEnd(), ...buttons)) {
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
