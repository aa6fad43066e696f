/** How long a request goes on trying before its failure is the answer. */
export interface RetryPolicy {
  retries: number;
  /** Milliseconds between two tries at most, whatever Retry-After says. */
  maxWaitMs: number;
  /** Milliseconds after which nobody waits any more: neither a turn nor another try begins then. */
  totalMs: number;
  /** Whether a connection that is refused or breaks is worth another try. */
  network: boolean;
}

/** Milliseconds that one visitor waits for the CMS, however many things a page asks it. */
export const VISITOR_MS = 10_000;

/** A visitor waits behind this one. */
export const forVisitor: RetryPolicy = {
  retries: 3,
  maxWaitMs: VISITOR_MS,
  totalMs: VISITOR_MS,
  network: false,
};

/** A build waits for a CMS that asks for time, or restarts; a CMS that is gone ends it within half a minute. */
export const forBuild: RetryPolicy = {
  retries: 6,
  maxWaitMs: 60_000,
  totalMs: Number.POSITIVE_INFINITY,
  network: true,
};
