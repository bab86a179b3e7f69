/** Tells the user how a reduction ended, or why it did not begin. Each message has a button for what to do next, as VS Code cuts those without. */
import * as vscode from "vscode";
import type { Running } from "./running";
import { compare } from "./originals";

const COMPARE = "Compare with Original";
const OPEN = "Open Result";
const OPEN_FILE = "Open File";
const OPEN_SETTINGS_FILE = "Open Settings File";
const OPEN_SETTINGS = "Open Settings";
const LOG = "Show Log";

/** What the user is told of the server's `nubbin/event` `finished`. */
export interface Ending {
  /** An exit status of `nubbin reduce`. */
  readonly status: number;
  /** A sentence or two, followed by the oracle's output, if any, on lines of its own. */
  readonly message: string;
  /** Where the result is and why, or empty. */
  readonly note: string;
  /** The file that has the result, unless the document has it. */
  readonly path: string | null;
}

const REFUSED = 2;
const INTERRUPTED = 130;

/** What shows a sentence, by the level at which it is logged. */
const SHOW = {
  error: vscode.window.showErrorMessage,
  warn: vscode.window.showWarningMessage,
  info: vscode.window.showInformationMessage,
} as const;

/** The level at which a sentence of a kind is logged. */
function levelOf(kind: string): keyof typeof SHOW {
  switch (kind) {
    case "error":
      return "error";
    case "warning":
      return "warn";
    default:
      return "info";
  }
}

/**
 * Shows an ending by the first line of its message, and logs all of it; `running` is the reduction, if it is known.
 * What was asked for before the settings were known may be refused by its ending: it is shown as any other refusal.
 */
export async function showEnding({ status, message, note, path }: Ending, running: Running | undefined, log: vscode.LogOutputChannel): Promise<void> {
  if (status === REFUSED && !running?.begun) return showRefusal(message, log);
  const well = status === 0 || status === INTERRUPTED;
  const level = well ? "info" : "error";
  const edited = running?.edited ? running.uri : undefined;
  const buttons = [...(path === null ? [] : [OPEN]), ...(edited ? [COMPARE] : [])];
  if (!well || buttons.length === 0) buttons.push(LOG);
  const told = `${message} ${note}`.trimEnd();
  log[level](told);
  switch (await SHOW[level](`${firstLine(message)} ${note}`.trimEnd(), ...buttons)) {
    case COMPARE:
      if (edited) await compare(edited);
      break;
    case OPEN:
      if (path !== null) await vscode.commands.executeCommand("vscode.open", vscode.Uri.file(path));
      break;
    case LOG:
      log.show(true);
  }
}

/** A sentence of the server's `nubbin/event` `told`. */
export interface Told {
  readonly kind: string;
  /** A sentence or two, followed by a program's output, if any, on lines of its own. */
  readonly message: string;
}

/** Shows a sentence by its first line, and logs all of it. */
export async function showTold({ kind, message }: Told, log: vscode.LogOutputChannel): Promise<void> {
  const level = levelOf(kind);
  log[level](message);
  if ((await SHOW[level](firstLine(message), LOG)) === LOG) log.show(true);
}

/** Shows that a file's reduction ended together with the last window. */
export async function showLeft(uri: string): Promise<void> {
  const file = vscode.Uri.parse(uri);
  const told = `${vscode.workspace.asRelativePath(file)}: the reduction was broken off, because the window was closed or reloaded. What it had found is beside the file, if anything. Reduce it again to continue where it was.`;
  if ((await vscode.window.showWarningMessage(told, OPEN_FILE)) === OPEN_FILE) await vscode.commands.executeCommand("vscode.open", file);
}

/** What ends the job that is in the way of another: the words on its button, and what that does. */
export interface Way {
  readonly words: string;
  readonly go: () => void;
}

/**
 * Shows why the server refused a request, with buttons for a way out: to open the settings that have a mistake or
 * are not saved, or the `way` out, which ends what is in the way.
 */
export async function showRefusal(message: string, log: vscode.LogOutputChannel, way?: Way): Promise<void> {
  log.error(message);
  const mistake = /^ {2}(\/.*?):(?:(\d+):)? /m.exec(message);
  const [, file, line] = mistake ?? /^(\/.*) has changes that are not saved\./.exec(message) ?? [];
  const [, setting] = /^ {2}(nubbin\.\w+).* in the editor's settings: /m.exec(message) ?? [];
  const ways = [...(file ? [OPEN_SETTINGS_FILE] : []), ...(setting ? [OPEN_SETTINGS] : []), ...(way ? [way.words] : [])];
  if (mistake || setting || ways.length === 0) ways.push(LOG);
  switch (await vscode.window.showErrorMessage(message, ...ways)) {
    case OPEN_SETTINGS_FILE:
      if (file) await openAt(file, Number(line ?? 1));
      break;
    case OPEN_SETTINGS:
      await vscode.commands.executeCommand("workbench.action.openSettings", setting);
      break;
    case way?.words:
      way?.go();
      break;
    case LOG:
      log.show(true);
  }
}

/** A message without a program's output. */
function firstLine(message: string): string {
  return message.replace(/\n.*/s, "");
}

async function openAt(file: string, line: number): Promise<void> {
  const start = new vscode.Position(line - 1, 0);
  await vscode.commands.executeCommand("vscode.open", vscode.Uri.file(file), { selection: new vscode.Range(start, start) });
}
