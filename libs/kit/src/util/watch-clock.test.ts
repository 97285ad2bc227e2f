import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLogger } from '../log/logger.js';
import { watchClock } from './watch-clock.js';

// docs/operations.md "Faults of the environment"
it('a jump of the clock is one log line, forwards and backwards; small corrections and its usual pace are none', async () => {
  const lines: { jumpS?: number; level: string }[] = [];
  const log = createLogger(
    { name: 'test', level: 'info' },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  );
  let now = 1_000_000;
  let elapsed = 0;
  const stop = watchClock({ log, everyMs: 1, now: () => now, elapsed: () => elapsed });
  const pass = async (clockMs: number, realMs: number) => {
    now += clockMs;
    elapsed += realMs;
    await sleep(20);
  };
  await pass(10_000, 10_000);
  await pass(11_000, 10_000);
  expect(lines).toEqual([]);
  await pass(3_600_000, 0);
  await pass(10_000, 10_000);
  await pass(-7_200_000, 0);
  expect(lines.map(({ jumpS }) => jumpS)).toEqual([3_601, -7_200]);
  stop();
  await pass(3_600_000, 0);
  expect(lines).toHaveLength(2);
});
