/** Tells how a reduction ended, with a button for what to do next; without one VS Code would cut the sentence. */
import * as vscode from "vscode";

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

/** Shows an ending; `uri` is the document that was reduced, if the server got that far. */
export async function showEnding({ status, message, note, path }: Ending, uri: string | undefined, log: vscode.LogOutputChannel): Promise<void> {
  const well = status === 0 || status === INTERRUPTED;
  const show = well ? vscode.window.showInformationMessage : vscode.window.showErrorMessage;
  const edited = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri && document.isDirty);
  const buttons = [...(edited ? [COMPARE] : []), ...(path === null ? [] : [OPEN]), ...(well ? [] : [LOG])];
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
