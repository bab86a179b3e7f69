/** A reduction that runs, and what it is called. */
import * as path from "node:path";
import * as vscode from "vscode";

/** The server's identifier of a reduction. */
export type Job = string | number;

/** A reduction under way. */
export interface Running {
  readonly job: Job;
  /** Undefined if the server did not say. */
  readonly uri: string | undefined;
  /** Whether only the oracle is tried. */
  readonly check: boolean;
  /** Whether it has begun: before, the server may wait for the user's consent. */
  readonly begun: boolean;
  /** Whether the document was given something that was found. */
  readonly edited: boolean;
}

/** The name of a reduction for the user. */
export function nameOf({ job, uri }: Running): string {
  return uri ? nameAt(uri) : `Reduction ${String(job)}`;
}

/** The name of the file at an address. */
export function nameAt(uri: string): string {
  return path.posix.basename(vscode.Uri.parse(uri).path);
}

/** The path of its file in the folders that are open, as several files may have the same name. */
export function placeOf({ uri }: Running): string {
  return uri ? vscode.workspace.asRelativePath(vscode.Uri.parse(uri)) : "";
}
