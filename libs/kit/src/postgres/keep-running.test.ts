import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testLogger } from '../testing/test-database.js';
import { keepRunning } from './keep-running.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server of numbered processes: 1, 2, … `end` ends the newest. */
function fakeServer(options: { failsAt?: number } = {}) {
  let count = 0;
  let end = (_how: string) => {};
  const next = () => {
    count += 1;
    const ended = new Promise<string>((resolve) => {
      end = resolve;
    });
    return { pid: count, ended, stop: async () => end('exit code 0') };
  };
  const first = next();
  const start = async () => {
    if (count + 1 === options.failsAt) throw new Error('PostgreSQL does not start.');
    return next();
  };
  const reasons: string[] = [];
  const server = keepRunning(first, start, { log: testLogger(), onAbandoned: ({ message }) => reasons.push(message) });
  return { server, reasons, end: (how: string) => end(how) };
}

describe('a server that ends by itself', () => {
  it('is started three times within a minute; then the reason is reported once', async () => {
    const { server, reasons, end } = fakeServer();
    for (const pid of [2, 3, 4]) {
      end('signal SIGKILL');
      await expect.poll(() => server.pid).toBe(pid);
    }
    expect(reasons).toEqual([]);
    end('signal SIGSEGV');
    await expect
      .poll(() => reasons)
      .toEqual([
        'The embedded PostgreSQL server ended 4 times within a minute, last by signal SIGSEGV. Check memory, disk and the messages above, then start again.',
      ]);
    expect(server.pid).toBe(4);
  });

  it('is started any number of times when a minute lies between', async () => {
    const { server, reasons, end } = fakeServer();
    for (const pid of [2, 3, 4, 5, 6, 7]) {
      vi.advanceTimersByTime(20_001);
      end('exit code 2');
      await expect.poll(() => server.pid).toBe(pid);
    }
    expect(reasons).toEqual([]);
  });

  it('is abandoned with its own sentence when it does not start again', async () => {
    const { reasons, end } = fakeServer({ failsAt: 2 });
    end('signal SIGKILL');
    await expect.poll(() => reasons).toEqual(['PostgreSQL does not start.']);
  });

  it('stays down once it was stopped', async () => {
    const { server, reasons } = fakeServer();
    await server.stop();
    await server.ended;
    expect([server.pid, reasons]).toEqual([1, []]);
  });
});
