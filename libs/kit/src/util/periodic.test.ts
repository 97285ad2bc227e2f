import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { currentContext, newContext, type RequestContext, runInContext } from '../log/context.js';
import { createLogger } from '../log/logger.js';
import { createPeriodic } from './periodic.js';

const log = createLogger({ name: 'test', level: 'silent' });

it('runs immediately and then periodically, never twice simultaneously', async () => {
  let running = 0;
  let most = 0;
  let runs = 0;
  const periodic = createPeriodic({
    everyMs: 5,
    log,
    run: async () => {
      running += 1;
      most = Math.max(most, running);
      await sleep(5);
      running -= 1;
      runs += 1;
    },
  });
  for (let round = 0; round < 20; round += 1) {
    void periodic.trigger();
    await sleep(3);
  }
  await periodic.stop();
  expect(most).toBe(1);
  expect(runs).toBeGreaterThan(5);
});

it('trigger resolves only after a run that began after it: what was written before is seen', async () => {
  let written = 0;
  let seen = 0;
  const periodic = createPeriodic({
    everyMs: 60_000,
    log,
    run: async () => {
      const read = written;
      await sleep(10);
      seen = read;
    },
  });
  await sleep(2); // The first run has read already.
  written = 1;
  await Promise.all([periodic.trigger(), periodic.trigger()]);
  expect(seen).toBe(1);
  await periodic.stop();
});

it('a caller who triggers again as soon as a run has ended shares the run that others wait for', async () => {
  let running = 0;
  let most = 0;
  let runs = 0;
  const periodic = createPeriodic({
    everyMs: 60_000,
    log,
    run: async () => {
      running += 1;
      most = Math.max(most, running);
      await sleep(5);
      running -= 1;
      runs += 1;
    },
  });
  await periodic.trigger();
  runs = 0;
  const again = periodic.trigger().then(() => periodic.trigger());
  await Promise.all([again, periodic.trigger()]);
  expect([most, runs]).toEqual([1, 2]);
  await periodic.stop();
});

it('repeats a failed run sooner, and one that succeeded as planned', async () => {
  let runs = 0;
  const periodic = createPeriodic({
    everyMs: 60_000,
    afterFailureMs: 1,
    log,
    run: async () => {
      runs += 1;
      if (runs < 3) throw new Error('down');
    },
  });
  while (runs < 3) await sleep(1);
  await sleep(30);
  expect(runs).toBe(3);
  await periodic.stop();
});

it('continues after a failure, and trigger does not reject', async () => {
  let runs = 0;
  const periodic = createPeriodic({
    everyMs: 2,
    log,
    run: async () => {
      runs += 1;
      throw new Error('down');
    },
  });
  await periodic.trigger();
  while (runs < 4) await sleep(2);
  await periodic.stop();
});

it('stop waits for the run, aborts its signal, and nothing runs afterwards', async () => {
  let runs = 0;
  let ended = false;
  const periodic = createPeriodic({
    everyMs: 1,
    log,
    run: async (signal) => {
      runs += 1;
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      await sleep(10);
      ended = true;
    },
  });
  void periodic.trigger();
  await sleep(1);
  await periodic.stop();
  expect(ended).toBe(true);
  await periodic.trigger();
  await sleep(10);
  expect(runs).toBe(1);
});

it('a request that triggers it cannot cancel it: no run sees the deadline or the signal of a request', async () => {
  const contexts: (RequestContext | undefined)[] = [];
  const periodic = createPeriodic({
    everyMs: 1,
    log,
    run: async () => {
      contexts.push(currentContext());
    },
  });
  const signal = AbortSignal.abort();
  await runInContext(newContext({ requestId: 'request-1', deadline: 1, signal }), () => periodic.trigger());
  await sleep(10);
  await periodic.stop();
  expect(contexts.some((context) => context?.requestId === 'request-1')).toBe(true);
  expect(contexts.every((context) => context && !context.signal && context.deadline === undefined)).toBe(true);
});
