import { withTimeout } from '../base/timeout.ts';
import type { Change, RevalidateHooks } from '../config/extend/content.ts';
import { ownContent } from '../config/extend/own.ts';

/** Milliseconds that the revalidation waits for `before`: the plugin waits five seconds for the whole answer. */
const TIMEOUT_MS = 2_000;

/**
 * Runs what the owner wants to happen before a change is taken in. Never throws: a hook that fails or takes too long is logged,
 * and the revalidation goes on.
 */
export async function runBefore(changes: readonly Change[], hooks = ownContent.revalidate): Promise<void> {
  await withTimeout(run('before', changes, hooks), TIMEOUT_MS, () =>
    console.error(
      `[revalidate] content.config.ts: before takes longer than ${TIMEOUT_MS} ms; going on without it`,
    ),
  );
}

/** The same once it has been taken in. */
export async function runAfter(changes: readonly Change[], hooks = ownContent.revalidate): Promise<void> {
  await run('after', changes, hooks);
}

async function run(
  name: keyof RevalidateHooks,
  changes: readonly Change[],
  hooks: RevalidateHooks = {},
): Promise<void> {
  try {
    // A copy: what the hook does to it changes nothing here.
    await hooks[name]?.(structuredClone(changes));
  } catch (error) {
    console.error(`[revalidate] content.config.ts: ${name} fails:`, error);
  }
}
