/** The extension's entry point: registers the commands, and starts the server. */
import * as vscode from "vscode";
import { cancelReduction, checkOracle, reduceTestCase, setUpOracle } from "./commands";
import { Server } from "./server";

const COMMANDS = {
  "nubbin.reduceTestCase": reduceTestCase,
  "nubbin.cancelReduction": cancelReduction,
  "nubbin.setUpOracle": setUpOracle,
  "nubbin.tryOracle": checkOracle,
} as const;

export function activate(context: vscode.ExtensionContext): void {
  if (process.platform === "win32") {
    for (const name of Object.keys(COMMANDS)) {
      context.subscriptions.push(vscode.commands.registerCommand(name, explainWindows));
    }
    return;
  }
  const server = new Server(context.workspaceState);
  context.subscriptions.push(server);
  for (const [name, run] of Object.entries(COMMANDS)) {
    context.subscriptions.push(vscode.commands.registerCommand(name, () => run(server)));
  }
  context.subscriptions.push(
    vscode.workspace.onDidGrantWorkspaceTrust(() => server.trust()),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("nubbin")) await server.settingsChanged();
    }),
  );
  void server.start({ quiet: true }); // quiet, as the user has not asked for anything yet
}

function explainWindows(): void {
  void vscode.window.showErrorMessage(
    "Nubbin does not work on Windows: it stops oracles by process group, which Windows lacks. Open the folder in WSL (Remote - WSL) and install the extension there.",
  );
}
