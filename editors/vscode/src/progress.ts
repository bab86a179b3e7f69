/** Shows the server's progress as notifications with a Cancel button; the client library alone would show it in the status bar. */
import * as vscode from "vscode";
import {
  type HandleWorkDoneProgressSignature,
  type ProgressToken,
  type WorkDoneProgressBegin,
  type WorkDoneProgressEnd,
  type WorkDoneProgressReport,
} from "vscode-languageclient/node";

type Change = Parameters<vscode.Progress<{ message?: string; increment?: number }>["report"]>[0];

/** Milliseconds from Cancel until the notification, which VS Code has closed, is opened again. */
const AGAIN_AFTER = 300;

/** One notification. Reports that come before VS Code has opened it are shown then. */
class Shown {
  readonly #begin: WorkDoneProgressBegin;
  readonly #cancel: () => void;
  readonly #ended: Promise<void>;
  #end: () => void = () => undefined;
  #progress: vscode.Progress<Change> | undefined;
  #percentage = 0;
  #waiting: Change = {};
  #over = false;

  constructor(begin: WorkDoneProgressBegin, cancel: () => void) {
    this.#begin = begin;
    this.#cancel = cancel;
    this.#ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.report(begin);
    this.#open();
  }

  /** Opens the notification; once more when it is cancelled, as what stops may take a while. */
  #open(): void {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: this.#begin.title,
      cancellable: this.#begin.cancellable ?? false,
    };
    void vscode.window.withProgress(options, (progress, token) => {
      token.onCancellationRequested(() => {
        this.#progress = undefined;
        this.#waiting = { increment: this.#percentage };
        setTimeout(() => { if (!this.#over) this.#open(); }, AGAIN_AFTER);
        this.#cancel();
      });
      this.#progress = progress;
      progress.report(this.#waiting);
      return this.#ended;
    });
  }

  /** Shows the message and moves the bar, which VS Code only lets grow. */
  report({ message, percentage }: WorkDoneProgressBegin | WorkDoneProgressReport): void {
    const change: Change = {};
    if (message !== undefined) change.message = message;
    if (percentage !== undefined && percentage > this.#percentage) {
      change.increment = percentage - this.#percentage;
      this.#percentage = percentage;
    }
    if (this.#progress) {
      this.#progress.report(change);
    } else {
      const increment = (this.#waiting.increment ?? 0) + (change.increment ?? 0);
      this.#waiting = { ...this.#waiting, ...change, increment };
    }
  }

  /** Closes the notification, now or as soon as it opens. */
  end(): void {
    this.#over = true;
    this.#end();
  }
}

/** All progress notifications of one server. */
export class ProgressNotifications implements vscode.Disposable {
  readonly #shown = new Map<ProgressToken, Shown>();
  readonly #cancel: (token: ProgressToken) => void;

  /** `cancel` is called whenever the user presses Cancel. */
  constructor(cancel: (token: ProgressToken) => void) {
    this.#cancel = cancel;
  }

  /** The client's `handleWorkDoneProgress` middleware. */
  readonly handle = (
    token: ProgressToken,
    params: WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd,
    next: HandleWorkDoneProgressSignature,
  ): void => {
    switch (params.kind) {
      case "begin":
        this.#shown.set(token, new Shown(params, () => { this.#cancel(token); }));
        break;
      case "report":
        this.#shown.get(token)?.report(params);
        break;
      case "end":
        this.#shown.get(token)?.end();
        this.#shown.delete(token);
        // The library has not seen the begin, but it keeps a listener for the token until the end.
        next(token, params);
    }
  };

  /** Closes all notifications, as the server is gone and will not end them. */
  dispose(): void {
    for (const shown of this.#shown.values()) shown.end();
    this.#shown.clear();
  }
}
