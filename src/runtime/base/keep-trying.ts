/**
 * Tries until it works: after a second, and after twice as long each time, up to 15 seconds. Does not keep the process alive.
 * @param attempt throws where it did not work
 */
export async function keepTrying(attempt: () => Promise<void>): Promise<void> {
  for (let pause = 1_000; ; pause = Math.min(2 * pause, 15_000)) {
    await new Promise((resolve) => setTimeout(resolve, pause).unref());
    try {
      return await attempt();
    } catch {
      // Tried again.
    }
  }
}
