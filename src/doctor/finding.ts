/** Result of a check. Only a fault makes `doctor` end with 1. */
export type FindingState = 'ok' | 'warning' | 'fault' | 'skipped';

export interface Finding {
  /** Stable, for scripts: `webhook-out`. */
  id: string;
  title: string;
  state: FindingState;
  /** The finding, or why it was not looked at. Never holds a secret. */
  text: string;
  fix?: string;
}

/** Makes the findings of one check. */
export function check(id: string, title: string) {
  return {
    ok: (text: string): Finding => ({ id, title, state: 'ok', text }),
    warning: (text: string, fix: string): Finding => ({ id, title, state: 'warning', text, fix }),
    fault: (text: string, fix: string): Finding => ({ id, title, state: 'fault', text, fix }),
    skipped: (why: string): Finding => ({ id, title, state: 'skipped', text: why }),
  };
}
