import { createLogger, createPeriodic, restWithoutRequests } from '@svc/kit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startGateway } from '../testing/start-gateway.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

// docs/adr/0170-a-system-without-requests-rests.md
it('every request ends the rest of its process, also one of a page that is not there', async () => {
  const gateway = await startGateway();
  const stopResting = restWithoutRequests();
  let runs = 0;
  const periodic = createPeriodic({
    everyMs: 5_000,
    log: createLogger({ name: 'test', level: 'silent' }),
    run: async () => {
      runs += 1;
    },
  });
  const countRuns = async (seconds: number) => {
    const before = runs;
    await vi.advanceTimersByTimeAsync(seconds * 1_000);
    return runs - before;
  };
  expect(await countRuns(180)).toBeLessThan(4);
  await gateway.raw('GET /nothing HTTP/1.1\r\nHost: svc.test\r\nConnection: close\r\n\r\n');
  expect(await countRuns(20)).toBe(2);
  stopResting();
  await periodic.stop();
  await gateway.stop();
});
