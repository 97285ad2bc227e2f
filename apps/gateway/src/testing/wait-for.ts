import { setTimeout as delay } from 'node:timers/promises';

/** Resolves as soon as the condition holds; rejects after half a minute, since a machine may be busy. */
export async function waitFor(condition: () => boolean): Promise<void> {
  const until = performance.now() + 30_000;
  while (!condition()) {
    if (performance.now() > until) throw new Error('the condition did not come true');
    await delay(5);
  }
}
