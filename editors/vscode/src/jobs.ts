/** The reductions that run, so that each can be cancelled by name, and the user learns how each one ended. */
import * as vscode from "vscode";
import type { Ending } from "./endings";
import { placeOf, type Job, type Running } from "./running";

/** The key of the workspace's state under which the files are that were being reduced when it was last written. */
const REDUCED = "nubbin.reduced";

/** The context key under which *Cancel Reduction* can be chosen. */
const CONTEXT = "nubbin.reducing";

/** The reductions of one server, as its `nubbin/event` notifications tell them. */
export class Jobs implements vscode.Disposable {
  readonly #running = new Map<Job, Running>();
  /** Those that have ended: the answer that tells of one may come later than its end. */
  readonly #past = new Set<Job>();
  readonly #ended: (ending: Ending, running: Running | undefined) => void;
  readonly #memory: vscode.Memento;
  #disposed = false;

  /**
   * `ended` is called when a reduction has ended; `running` is undefined if nothing was known of it. What runs is
   * kept in `memory`, for a window that is closed or reloaded meanwhile: there is nobody left to tell the user then.
   */
  constructor(ended: (ending: Ending, running: Running | undefined) => void, memory: vscode.Memento) {
    this.#ended = ended;
    this.#memory = memory;
  }

  /** Takes from the memory the files whose reductions ended together with the last window. */
  takeLeft(): readonly string[] {
    const left = this.#memory.get<readonly string[]>(REDUCED, []);
    if (left.length > 0) void this.#memory.update(REDUCED, []);
    return left;
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
    if (this.#disposed || (typeof job !== "string" && typeof job !== "number")) return;
    if (name === "started") {
      this.#running.set(job, { job, uri: typeof uri === "string" ? uri : undefined, check: check === true, begun: true, edited: false });
      this.#tell();
    }
    if (name === "finished") {
      this.#ended(message as Ending, this.#running.get(job));
      this.#running.delete(job);
      this.#past.add(job);
      this.#tell();
    }
  }

  /** Remembers that the server has edited a document; returns whether that is the first edit of its reduction. */
  edit(uri: string): boolean {
    const running = this.running.find((each) => each.uri === uri);
    if (running) this.#running.set(running.job, { ...running, edited: true });
    return running?.edited === false;
  }

  /** Ends all reductions as broken off, as their server is gone. */
  breakOff(): void {
    for (const running of this.#running.values()) this.#ended(brokenOff(running), running);
    this.#running.clear();
    this.#past.clear();
    this.#tell();
  }

  /** Hears nothing more, as the window ends; what runs stays in the memory. */
  dispose(): void {
    this.#disposed = true;
    this.#running.clear();
  }

  #tell(): void {
    void vscode.commands.executeCommand("setContext", CONTEXT, this.#running.size > 0);
    const reduced = this.running.filter(({ begun, check }) => begun && !check).flatMap(({ uri }) => uri ?? []);
    if (!this.#disposed) void this.#memory.update(REDUCED, reduced);
  }
}

/** The ending of a reduction whose server is gone. */
function brokenOff(running: Running): Ending {
  const found = running.edited ? "What had been found is in the document." : "Nothing was changed; reduce it again to continue where it was.";
  return {
    status: 1,
    message: `${placeOf(running)}: the ${running.check ? "check" : "reduction"} was broken off, because the language server ended.`,
    note: running.check ? "Check again." : found,
    path: null,
  };
}
