import type { Change, RevalidateHooks } from '../config/extend/content.ts';
import { ownContent } from '../config/extend/own.ts';

/** Milliseconds that the revalidation waits for `before`: the plugin waits five seconds for the whole answer. */
const PATIENCE_MS = 2_000;

/**
 * Runs what the owner wants to happen before a change is taken in. Never throws: a hook that fails or takes too long is logged,
 * and the revalidation goes on.
 */
export async function runBefore(changes: readonly Change[], hooks = ownContent.revalidate): Promise<void> {
  let giveUp = () => {};
  const late = new Promise<void>((resolve) => {
    const timer = setTimeout(() => {
      console.error(
        `[revalidate] content.config.ts: before takes longer than ${PATIENCE_MS} ms; going on without it`,
      );
      resolve();
    }, PATIENCE_MS);
    giveUp = () => clearTimeout(timer);
  });
  await Promise.race([run('before', changes, hooks), late]);
  giveUp();
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
