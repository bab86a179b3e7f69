/** Which reductions run, so that one can be cancelled by name. */
import * as vscode from "vscode";
import type { Ending } from "./endings";

/** The name that the server gives a reduction. */
export type Job = string | number;

/** While this is set, *Cancel Reduction* can be chosen. */
const CONTEXT = "nubbin.reducing";

/** A reduction under way. */
export interface Running {
  readonly job: Job;
  /** Undefined if the server did not say. */
  readonly uri: string | undefined;
}

/** The reductions of one server, as its `nubbin/event` notifications tell them. */
export class Jobs implements vscode.Disposable {
  readonly #running = new Map<Job, Running>();
  readonly #ended: (ending: Ending, uri: string | undefined) => void;

  /** `ended` is called when a reduction has ended, with the document that was reduced. */
  constructor(ended: (ending: Ending, uri: string | undefined) => void) {
    this.#ended = ended;
  }

  /** In the order in which they began. */
  get running(): readonly Running[] {
    return [...this.#running.values()];
  }

  /** Takes in one `nubbin/event`; what is no such event changes nothing. */
  hear(message: unknown): void {
    const { event: name, job, uri } = message as { event?: unknown; job?: unknown; uri?: unknown };
    if (typeof job !== "string" && typeof job !== "number") return;
    if (name === "started") this.#running.set(job, { job, uri: typeof uri === "string" ? uri : undefined });
    if (name === "finished") {
      this.#ended(message as Ending, this.#running.get(job)?.uri);
      this.#running.delete(job);
    }
    this.#tell();
  }

  /** Forgets them all: their server is gone. */
  clear(): void {
    this.#running.clear();
    this.#tell();
  }

  dispose(): void {
    this.clear();
  }

  #tell(): void {
    void vscode.commands.executeCommand("setContext", CONTEXT, this.#running.size > 0);
  }
}
