/** The user's settings: those of this extension, and those that are sent to the server. */
import * as vscode from "vscode";

/** The server's own settings, by their names in nubbin.toml; null counts as absent. */
export interface ServerSettings {
  readonly jobs: number | null;
  readonly strategy: string | null;
  readonly rename: boolean | null;
  readonly squeeze: boolean | null;
  readonly formatter: string | readonly string[] | null;
}

/** The program that starts the server, and its arguments; undefined when the setting names none. */
export function serverCommand(): readonly [string, ...string[]] | undefined {
  const words = vscode.workspace.getConfiguration("nubbin").get<unknown>("server.command");
  if (!Array.isArray(words) || !words.every((word) => typeof word === "string")) return undefined;
  const [program, ...args] = words;
  return program ? [program, ...args] : undefined;
}

/** The answer to the server's request for the section `nubbin`: its own settings, without the command that starts it. */
export function serverSettings(): ServerSettings {
  const set = vscode.workspace.getConfiguration("nubbin");
  return {
    jobs: set.get<number | null>("jobs", null),
    strategy: filled(set.get<string | null>("strategy", null)),
    rename: set.get<boolean | null>("rename", null),
    squeeze: set.get<boolean | null>("squeeze", null),
    formatter: filled(set.get<string | readonly string[] | null>("formatter", null)),
  };
}

/** The setting, or null where it is left empty. */
function filled<T>(setting: T | string | null): T | string | null {
  return setting === "" ? null : setting;
}
