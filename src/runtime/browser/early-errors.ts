export interface KeptErrors {
  /** Hands over what went wrong so far, and from now on each error as it comes. */
  handTo: (report: (error: unknown) => void) => void;
  /** Forgets everything. */
  end: () => void;
}

/**
 * Keeps what goes wrong until the error tracking, which comes after the page, takes over. The console is listened to as
 * well, because that is where React puts an error that an error boundary (app/error.tsx) has caught.
 */
export function keepErrors(): KeptErrors {
  const errors: unknown[] = [];
  let report = (error: unknown) => {
    errors.push(error);
  };
  const onError = ({ error, message }: ErrorEvent) => report(error ?? message);
  const onRejection = ({ reason }: PromiseRejectionEvent) => report(reason);
  const log = console.error;
  const onLog = (...words: unknown[]) => {
    log(...words);
    for (const word of words) if (word instanceof Error && !cameFromServer(word)) report(word);
  };
  addEventListener('error', onError);
  addEventListener('unhandledrejection', onRejection);
  console.error = onLog;
  return {
    handTo(next) {
      for (const error of errors.splice(0)) next(error);
      report = next;
    },
    end() {
      removeEventListener('error', onError);
      removeEventListener('unhandledrejection', onRejection);
      // Somebody may have wrapped it since.
      if (console.error === onLog) console.error = log;
      report = () => {};
    },
  };
}

/** The server has reported it already, under the same number. */
function cameFromServer(error: Error): boolean {
  return 'digest' in error;
}
