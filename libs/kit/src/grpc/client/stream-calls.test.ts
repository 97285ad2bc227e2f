import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type FixtureHandlers, grpcSandbox, TRANSPORTS } from '../../testing/grpc-fixture.js';

const sandbox = grpcSandbox();
afterEach(() => sandbox.stopAll());

describe.each(TRANSPORTS)('streams, transport %s', (transport) => {
  const start = (handlers: FixtureHandlers) => sandbox.start(handlers, transport);

  it('a response stream is read in order, and waits for a slow reader', async () => {
    let written = 0;
    const { client } = await start({
      snapshot: async function* () {
        for (; written < 2_000; written += 1) yield { chunk: Buffer.alloc(16_384, written % 256) };
      },
    });
    let read = 0;
    for await (const { chunk } of client.getSnapshot({ companyId: 'c' }, { timeoutMs: 15_000 })) {
      expect(chunk[0]).toBe(read % 256);
      read += 1;
      if (read === 1) {
        await sleep(200);
        expect(written).toBeLessThan(1_000);
      }
    }
    expect(read).toBe(2_000);
  });

  it('a reader that stops early ends the work of the server', async () => {
    let ended = false;
    const { client } = await start({
      snapshot: async function* () {
        try {
          for (;;) {
            yield { chunk: Buffer.alloc(16_384) };
            await sleep(1);
          }
        } finally {
          ended = true;
        }
      },
    });
    for await (const _ of client.getSnapshot({ companyId: 'c' })) break;
    await expect.poll(() => ended).toBe(true);
  });

  it('a response stream whose caller leaves in the moment in which it begins is cancelled', async () => {
    let isSlow = false;
    const { client } = await start({
      snapshot: async function* () {
        if (isSlow) await sleep(500);
        yield { chunk: Buffer.alloc(1) };
      },
    });
    for await (const _ of client.getSnapshot({ companyId: 'c' })); // Connects.
    isSlow = true;
    const controller = new AbortController();
    const stream = client.getSnapshot({ companyId: 'c' }, { signal: controller.signal });
    const first = stream[Symbol.asyncIterator]().next();
    controller.abort(new Error('The caller left.'));
    await expect(first).rejects.toThrow('The caller left.');
  });

  it('a request stream is sent no faster than the server reads it', async () => {
    let sent = 0;
    const { writes } = await start({
      importCsv: async (requests) => {
        await sleep(200);
        expect(sent).toBeLessThan(1_000);
        let bytes = 0;
        for await (const { part } of requests) if (part?.$case === 'chunk') bytes += part.value.length;
        return bytes;
      },
    });
    async function* chunks() {
      for (; sent < 2_000; sent += 1) yield { part: { $case: 'chunk' as const, value: Buffer.alloc(16_384) } };
    }
    const { run } = await writes.importCsv(chunks(), { timeoutMs: 15_000 });
    expect(run?.read).toBe(2_000 * 16_384);
  });

  it('a request stream that fails rejects with its own error and cancels the call', async () => {
    let cancelled = false;
    let arrived = () => {};
    const first = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const { writes } = await start({
      importCsv: async (requests, { signal }) => {
        signal.addEventListener('abort', () => {
          cancelled = true;
        });
        for await (const _ of requests) arrived();
        return 0;
      },
    });
    async function* broken() {
      yield { part: { $case: 'chunk' as const, value: Buffer.alloc(1) } };
      await first; // A call that was not yet sent has nothing to cancel on the server.
      throw new Error('upload was cut');
    }
    await expect(writes.importCsv(broken())).rejects.toThrow('upload was cut');
    await expect.poll(() => cancelled).toBe(true);
  });

  /** What a handler receives of a request stream that `cut` interrupts after `count` messages. */
  async function sees(
    count: number,
    cut: (fixture: Awaited<ReturnType<typeof start>>, controller: AbortController) => void,
    timeoutMs = 5_000,
  ): Promise<string | undefined> {
    let seen: string | undefined;
    let arrived = () => {};
    const first = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const fixture = await start({
      importCsv: async (requests) => {
        try {
          for await (const _ of requests) arrived();
          seen = 'a complete stream';
        } catch (error) {
          seen = (error as Error).name;
        }
        return 0;
      },
    });
    const controller = new AbortController();
    async function* chunks() {
      for (let sent = 0; sent < count; sent += 1) {
        yield { part: { $case: 'chunk' as const, value: Buffer.alloc(1_000) } };
      }
      await first;
      cut(fixture, controller);
      await new Promise(() => {});
    }
    const call = fixture.writes.importCsv(chunks(), { signal: controller.signal, timeoutMs });
    await expect(call).rejects.toThrow();
    await expect.poll(() => seen).toBeDefined();
    return seen;
  }

  it.each([1, 2, 3, 10, 50, 200])(
    'a request stream that is cancelled after %d messages throws: half of one does not look complete',
    async (count) => {
      for (let round = 0; round < 5; round += 1) {
        expect(await sees(count, (_, controller) => controller.abort())).toBe('AbortError');
      }
    },
  );

  it('so does one whose connection breaks, or whose deadline passes', async () => {
    // Both end at their deadlines, by which they must have reached the handler on a busy machine too.
    expect(await sees(10, ({ writes }) => writes.close(), 3_000)).toBe('AbortError');
    expect(await sees(10, ({ server }) => void server.stop(), 3_000)).toBe('AbortError');
  });

  it('the result of a handler that leaves its request stream early is returned immediately', async () => {
    const { writes } = await start({
      importCsv: async (requests) => {
        for await (const _ of requests) break;
        return 7;
      },
    });
    async function* endless() {
      for (;;) {
        yield { part: { $case: 'chunk' as const, value: Buffer.alloc(1_000) } };
        await sleep(1);
      }
    }
    expect((await writes.importCsv(endless())).run?.read).toBe(7);
  });
});
