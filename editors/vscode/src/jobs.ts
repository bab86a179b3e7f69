/** The reductions that run, so that each can be cancelled by name, and the user learns how each one ended. */
import * as path from "node:path";
import * as vscode from "vscode";
import type { Ending } from "./endings";

/** The server's identifier of a reduction. */
export type Job = string | number;

/** The context key under which *Cancel Reduction* can be chosen. */
const CONTEXT = "nubbin.reducing";

/** A reduction under way. */
export interface Running {
  readonly job: Job;
  /** Undefined if the server did not say. */
  readonly uri: string | undefined;
  /** Whether only the oracle is tried. */
  readonly check: boolean;
  /** Whether it has begun: before, the server may wait for the user's consent. */
  readonly begun: boolean;
  /** Whether the document holds something that was found. */
  readonly edited: boolean;
}

/** The name of a reduction for the user. */
export function nameOf({ job, uri }: Running): string {
  return uri ? path.posix.basename(vscode.Uri.parse(uri).path) : `Reduction ${String(job)}`;
}

/** The path of its file in the folders that are open, as several files may have the same name. */
export function placeOf({ uri }: Running): string {
  return uri ? vscode.workspace.asRelativePath(vscode.Uri.parse(uri)) : "";
}

/** The reductions of one server, as its `nubbin/event` notifications tell them. */
export class Jobs implements vscode.Disposable {
  readonly #running = new Map<Job, Running>();
  /** Those that have ended: the answer that tells of one may come later than its end. */
  readonly #past = new Set<Job>();
  readonly #ended: (ending: Ending, running: Running | undefined) => void;

  /** `ended` is called when a reduction has ended; `running` is undefined if nothing was known of it. */
  constructor(ended: (ending: Ending, running: Running | undefined) => void) {
    this.#ended = ended;
  }

  /** The reductions that run, in the order in which they began. */
  get running(): readonly Running[] {
    return [...this.#running.values()];
  }

  /** Adds a reduction that the server has been asked for, unless it is known. */
  add(job: Job, uri: string, check: boolean): void {
    if (this.#running.has(job) || this.#past.has(job)) return;
    this.#running.set(job, { job, uri, check, begun: false, edited: false });
    this.#tell();
  }

  /** Takes in one `nubbin/event`; any other value is ignored. */
  hear(message: unknown): void {
    const { event: name, job, uri, check } = message as { event?: unknown; job?: unknown; uri?: unknown; check?: unknown };
    if (typeof job !== "string" && typeof job !== "number") return;
    if (name === "started") this.#running.set(job, { job, uri: typeof uri === "string" ? uri : undefined, check: check === true, begun: true, edited: false });
    if (name === "finished") {
      this.#ended(message as Ending, this.#running.get(job));
      this.#running.delete(job);
      this.#past.add(job);
    }
    this.#tell();
  }

  /** Remembers that the server has edited a document. */
  edit(uri: string): void {
    for (const running of this.#running.values()) {
      if (running.uri === uri) this.#running.set(running.job, { ...running, edited: true });
    }
  }

  /** Ends all reductions as broken off, as their server is gone. */
  breakOff(): void {
    for (const running of this.#running.values()) this.#ended(brokenOff(running), running);
    this.dispose();
  }

  dispose(): void {
    this.#running.clear();
    this.#past.clear();
    this.#tell();
  }

  #tell(): void {
    void vscode.commands.executeCommand("setContext", CONTEXT, this.#running.size > 0);
  }
}

/** The ending of a reduction whose server is gone. */
function brokenOff(running: Running): Ending {
  const found = running.edited ? "What had been found is in the document." : "Nothing was changed; reduce it again to continue where it was.";
  return {
    status: 1,
    message: `${nameOf(running)}: the ${running.check ? "check" : "reduction"} was broken off, because the language server ended.`,
    note: running.check ? "Check again." : found,
    path: null,
  };
}
