/** An undo step for a run that ends early. Undoing is synchronous, so that no signal can interrupt it. */
type Undo = () => void;

/** A prompt may have hidden it. */
export const SHOW_CURSOR = '\u001b[?25h';

const undoStack: Undo[] = [];
const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Registers an undo step. The returned function forgets it: from then on the work is kept. */
export function onAbort(undo: Undo): () => void {
  undoStack.push(undo);
  return () => {
    const index = undoStack.indexOf(undo);
    if (index >= 0) undoStack.splice(index, 1);
  };
}

/** Undoes everything registered, the newest first. One that fails does not stop the others. */
export function rollBack(): void {
  for (let undo = undoStack.pop(); undo; undo = undoStack.pop()) {
    try {
      undo();
    } catch {
      // A path that cannot be removed now (a directory in use on Windows) must not hide the error that led here.
    }
  }
}

let whatIsLeft = 'Nothing was written.';

/** Says what a signal, or a cancelled prompt, leaves behind from now on. @param sentence `Nothing was written.` */
export function whenStopped(sentence: string): void {
  whatIsLeft = sentence;
}

/** Message for a user who cancels at a prompt. */
export function cancelledMessage(): string {
  return `Cancelled. ${whatIsLeft}`;
}

/** On a signal rolls back and ends with 130, 143 or 129; with `json` the one result object says so too. */
export function handleSignals(json: boolean): void {
  for (const [signal, code] of Object.entries(signals)) {
    process.once(signal, () => {
      rollBack();
      if (process.stdout.isTTY) process.stdout.write(SHOW_CURSOR);
      const message = `Stopped. ${whatIsLeft}`;
      process.stderr.write(`\n${message}\n`);
      const error = { kind: 'cancelled', message, details: [] };
      if (json) process.stdout.write(`${JSON.stringify({ ok: false, exitCode: code, error }, null, 2)}\n`);
      process.exit(code);
    });
  }
}
