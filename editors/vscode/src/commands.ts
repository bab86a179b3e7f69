/** The commands of the palette and the menus. */
import * as vscode from "vscode";
import { nameOf, placeOf } from "./running";
import type { Server } from "./server";

const UNSAVED = "Nubbin works on files on disk, for the oracle goes by a file's name. Save this one, then try again.";
const NO_FILE = "There is no file on disk here. Open the file that fails, then try again.";
const NOTEBOOK = "Nubbin does not reduce notebooks in the editor. Reduce this one with nubbin reduce in a terminal.";
const NO_TEXT = "VS Code does not show this file to extensions, as it has more than 50 MB, or is not taken for text. Reduce it with nubbin reduce in a terminal.";
/** The schemes of documents that stand for themselves; others are views of something, or of nothing. */
const ON_ITS_OWN = new Set(["file", "untitled"]);
const SAVE = "Save As…";
const OPEN = "Open File…";

/** Reduces the file in the editor. */
export async function reduceTestCase(server: Server): Promise<void> {
  await ask(server, "nubbin.reduce");
}

/** Lets the server ask what fails, and write an oracle for the file in the editor into nubbin.toml. */
export async function setUpOracle(server: Server): Promise<void> {
  await ask(server, "nubbin.setUp");
}

/** Lets the server try the oracle on the file in the editor, and say whether it is fit. */
export async function checkOracle(server: Server): Promise<void> {
  await ask(server, "nubbin.checkOracle");
}

/** Cancels the reduction that runs; of several, the one the user picks. */
export async function cancelReduction(server: Server): Promise<void> {
  const [only, ...more] = server.jobs.running.map((running) => ({ label: nameOf(running), description: placeOf(running), job: running.job }));
  if (!only) return; // it ended while the user was choosing the command
  const picked = more.length === 0 ? only : await vscode.window.showQuickPick([only, ...more], { placeHolder: "Which reduction to cancel?" });
  if (picked) await server.execute("nubbin.cancel", { job: picked.job });
}

/** What is in the tab in front; of a comparison, that is the side that can be edited. */
function inTab(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof vscode.TabInputTextDiff) return input.modified;
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputNotebook ? input.uri : undefined;
}

/** What is to be worked on: the document with the cursor or, if that is none of a file, as in a panel, that in the tab in front. */
function inFront(): vscode.Uri | undefined {
  const focused = vscode.window.activeTextEditor?.document.uri;
  return focused && ON_ITS_OWN.has(focused.scheme) ? focused : inTab();
}

/** Shows why nothing is done, with a button for what to do next: VS Code cuts sentences without one. */
async function lead(sentence: string, button: string, command: string): Promise<void> {
  if ((await vscode.window.showWarningMessage(sentence, button)) === button) await vscode.commands.executeCommand(command);
}

async function ask(server: Server, command: string): Promise<void> {
  const uri = inFront();
  if (uri?.scheme === "untitled") {
    await lead(UNSAVED, SAVE, "workbench.action.files.saveAs");
  } else if (uri?.scheme !== "file") {
    await lead(NO_FILE, OPEN, "workbench.action.files.openFile");
  } else if (vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputNotebook) {
    await lead(NOTEBOOK, OPEN, "workbench.action.files.openFile");
  } else if (!vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString())) {
    await lead(NO_TEXT, OPEN, "workbench.action.files.openFile");
  } else if (await server.start()) {
    await server.execute(command, { uri: uri.toString() });
  }
}
