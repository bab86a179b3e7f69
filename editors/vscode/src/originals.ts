/** The texts that documents had before nubbin edited them, for a comparison that no saving can spoil. */
import * as vscode from "vscode";
import { nameAt } from "./running";

const SCHEME = "nubbin-original";

/** Keeps the latest original of each document, as read-only documents of their own. */
export class Originals implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registered = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  readonly onDidChange = this.#changed.event;

  /** Takes a text for a document's original from now on. */
  keep(uri: string, text: string): void {
    const original = originalOf(uri);
    this.#texts.set(original.toString(), text);
    this.#changed.fire(original);
  }

  provideTextDocumentContent(uri: vscode.Uri): string | undefined {
    return this.#texts.get(uri.toString());
  }

  dispose(): void {
    this.#registered.dispose();
    this.#changed.dispose();
  }
}

/** Shows what went from a document, beside what is left. */
export async function compare(uri: string): Promise<void> {
  await vscode.commands.executeCommand("vscode.diff", originalOf(uri), vscode.Uri.parse(uri), `${nameAt(uri)}: original ↔ reduced`);
}

/** The address of a document's original; it has the same path, by which VS Code knows its language. */
function originalOf(uri: string): vscode.Uri {
  return vscode.Uri.parse(uri).with({ scheme: SCHEME });
}
