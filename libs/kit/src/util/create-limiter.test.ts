import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLimiter } from './create-limiter.js';

it('createLimiter never runs more tasks than the limit, keeps their order, and continues after a failure', async () => {
  const inTurn = createLimiter(2);
  const started: number[] = [];
  let running = 0;
  let most = 0;
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) =>
      inTurn(async () => {
        started.push(index);
        most = Math.max(most, ++running);
        await sleep(index % 3);
        running--;
        if (index % 4 === 0) throw new Error('failed');
      }),
    ),
  );
  expect(most).toBe(2);
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(results.map(({ status }) => status === 'rejected')).toEqual(started.map((index) => index % 4 === 0));
});
