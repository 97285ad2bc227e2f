import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRunsPerKey } from './runs-per-key.js';

/** A task whose runs end when the test says so. */
function createTask() {
  const begun: { key: string; end(): void; fail(): void }[] = [];
  const run = (key: string) =>
    new Promise<number>((resolve, reject) => {
      const number = begun.length;
      begun.push({ key, end: () => resolve(number), fail: () => reject(new Error(`run ${number}`)) });
    });
  return { begun, run, keys: () => begun.map(({ key }) => key) };
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('runs per key', () => {
  it('a slow key does not delay the others', async () => {
    const { begun, run } = createTask();
    const { runNext } = createRunsPerKey(run, 2);
    void runNext('slow');
    const other = runNext('other');
    await settle();
    begun[1]?.end();
    expect(await other).toBe(1);
  });

  it('a run that is asked for during another one of its key begins after it, once for all who ask', async () => {
    const { begun, run, keys } = createTask();
    const { runNext } = createRunsPerKey(run);
    const first = runNext('a');
    await settle();
    const later = [runNext('a'), runNext('a')];
    await settle();
    expect(keys()).toEqual(['a']);
    begun[0]?.end();
    await settle();
    begun[1]?.end();
    expect(await Promise.all([first, ...later])).toEqual([0, 1, 1]);
  });

  it('a run that waits for its turn is shared, since it has not begun', async () => {
    const { begun, run, keys } = createTask();
    const { runNext } = createRunsPerKey(run, 1);
    void runNext('first');
    const waiting = [runNext('second'), runNext('second')];
    await settle();
    begun[0]?.end();
    await settle();
    begun[1]?.end();
    expect(await Promise.all(waiting)).toEqual([1, 1]);
    expect(keys()).toEqual(['first', 'second']);
  });

  it('after a failure the next run of that key begins', async () => {
    const { begun, run } = createTask();
    const { runNext, getCurrent } = createRunsPerKey(run);
    const failing = runNext('a');
    await settle();
    expect(getCurrent('a')).toBeDefined();
    const next = runNext('a');
    begun[0]?.fail();
    await expect(failing).rejects.toThrow('run 0');
    await settle();
    begun[1]?.end();
    expect(await next).toBe(1);
    expect(getCurrent('a')).toBeUndefined();
  });

  it('never two of one key nor more than the limit, and each began after the call that it answers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('a', 'b', 'c', 'end'), { maxLength: 40 }), async (steps) => {
        const inWork: { key: string; end(): void }[] = [];
        let begun = 0;
        const { runNext } = createRunsPerKey((key) => {
          expect(inWork.map((run) => run.key)).not.toContain(key);
          expect(inWork.length).toBeLessThan(2);
          const number = begun++;
          return new Promise<number>((resolve) => {
            const entry = { key, end: () => resolve(number) };
            inWork.push(entry);
          });
        }, 2);
        const asked: Promise<void>[] = [];
        for (const step of steps) {
          if (step === 'end') inWork.shift()?.end();
          else {
            const before = begun;
            asked.push(runNext(step).then((number) => expect(number).toBeGreaterThanOrEqual(before)));
          }
          await settle();
        }
        while (inWork.length > 0) {
          inWork.shift()?.end();
          await settle();
        }
        await Promise.all(asked);
      }),
      { numRuns: 100 },
    );
  });
});
