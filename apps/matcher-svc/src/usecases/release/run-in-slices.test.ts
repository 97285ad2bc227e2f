import { describe, expect, it } from 'vitest';
import { runInSlices } from './run-in-slices.js';

function* spin(turns: number): Generator<undefined, string, undefined> {
  for (let turn = 0; turn < turns; turn += 1) {
    const until = performance.now() + 1;
    while (performance.now() < until);
    yield;
  }
  return 'done';
}

describe('runInSlices', () => {
  it('returns the result, and lets other work run at least every 20 ms', async () => {
    let others = 0;
    const count = () => {
      others += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    expect(await runInSlices(spin(100))).toBe('done');
    clearImmediate(timer);
    expect(others).toBeGreaterThanOrEqual(10);
  });

  it('ends when the caller aborts', async () => {
    const controller = new AbortController();
    const running = runInSlices(spin(10_000), { signal: controller.signal });
    controller.abort(new Error('gone'));
    await expect(running).rejects.toThrow('gone');
  });
});
