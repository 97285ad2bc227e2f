import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { grpcSandbox } from '../../testing/grpc-fixture.js';
import { onBusyMachine } from '../../testing/patience.js';
import { PART_BYTES } from './limits.js';

const sandbox = grpcSandbox();
afterEach(() => sandbox.stopAll());

const start = (list: (cursor: string) => Promise<string>) => sandbox.start({ list }, { transport: 'stream' });

/** Answers `number:bytes:delayMs` after the delay with as many bytes that tell the number. */
async function echo(cursor: string): Promise<string> {
  const [number = '', bytes = '0', delayMs = '0'] = cursor.split(':');
  if (delayMs !== '0') await sleep(Number(delayMs));
  return `${number}:`.repeat(Math.ceil(Number(bytes) / (number.length + 1))).slice(0, Number(bytes));
}

describe('calls that share a stream', () => {
  it('10,000 of any size, order and fate: each gets its own answer, whole, and nothing of another one', async () => {
    const { client } = await start(echo);
    const call = fc.record({
      bytes: fc.oneof(
        { weight: 20, arbitrary: fc.nat(2_000) },
        fc.integer({ min: PART_BYTES - 20, max: PART_BYTES * 4 }),
      ),
      delayMs: fc.oneof(fc.constant(0), fc.nat(20)),
      requestBytes: fc.oneof(
        { weight: 20, arbitrary: fc.nat(200) },
        fc.integer({ min: PART_BYTES - 50, max: PART_BYTES * 3 }),
      ),
      abortMs: fc.option(fc.nat(20), { freq: 10 }),
    });
    let number = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 1_000, maxLength: 1_000, size: 'max' }), async (calls) => {
        await Promise.all(
          calls.map(async ({ bytes, delayMs, requestBytes, abortMs }) => {
            const cursor = `${number++}:${bytes}:${delayMs}:${'x'.repeat(requestBytes)}`;
            const signal = abortMs === null ? undefined : AbortSignal.timeout(abortMs);
            const answer = client.listCatalogChanges({ cursor }, { signal, timeoutMs: 15_000 });
            const got = await answer.catch((error: { code?: string }) => {
              if (abortMs === null || error.code !== 'TIMEOUT') throw error;
              return undefined;
            });
            if (got && got.cursor !== (await echo(`${cursor.split(':')[0]}:${bytes}`))) {
              throw new Error(`${cursor.slice(0, 40)} got ${got.cursor.slice(0, 40)}`);
            }
          }),
        );
      }),
      { numRuns: 10 },
    );
  });

  it('a large answer is cut up, and small ones pass it', async () => {
    const { client } = await start(echo);
    await client.listCatalogChanges({ cursor: '1:1' });
    const order: string[] = [];
    const ask = async (cursor: string) => {
      const answer = await client.listCatalogChanges({ cursor }, { timeoutMs: 15_000 });
      order.push(cursor);
      return answer.cursor.length;
    };
    const lengths = await Promise.all([ask('1:30000000'), ask('2:10'), ask('3:10'), ask('4:10:20')]);
    expect(lengths).toEqual([30_000_000, 10, 10, 10]);
    expect(order.at(-1)).toBe('1:30000000');
  });

  it('a large request is cut up, and small ones pass it; cancelled half-way, nothing of it is run', async () => {
    const run: string[] = [];
    const { client } = await start(async (cursor) => {
      run.push(`${cursor.slice(0, 1)}${cursor.length}`);
      return cursor.slice(0, 1);
    });
    await client.listCatalogChanges({ cursor: '' });
    const large = client.listCatalogChanges({ cursor: 'L'.repeat(30_000_000) }, { timeoutMs: 15_000 });
    const controller = new AbortController();
    const halfWay = client.listCatalogChanges({ cursor: 'H'.repeat(30_000_000) }, { signal: controller.signal });
    const small = client.listCatalogChanges({ cursor: 'S' });
    setImmediate(() => setImmediate(() => controller.abort()));
    await expect(halfWay).rejects.toMatchObject({ name: 'AbortError' });
    expect((await small).cursor).toBe('S');
    expect((await large).cursor).toBe('L');
    expect(run).toEqual(['0', 'S1', 'L30000000']);
  });

  it('1,000 run at a time and 4,000 wait for their turn; more than that is UNAVAILABLE at once, not an endless queue', async () => {
    const { client } = await sandbox.start({ list: () => sleep(100, 'ok') }, { transport: 'stream', retry: [] });
    const started = performance.now();
    const failures: number[] = [];
    const call = async () => {
      try {
        await client.listCatalogChanges({ cursor: '' }, { timeoutMs: 5_000 });
      } catch (error) {
        expect(error).toMatchObject({ code: 'UNAVAILABLE' });
        failures.push(performance.now() - started);
      }
    };
    await Promise.all(Array.from({ length: 4_500 }, call));
    expect(failures).toHaveLength(500);
    expect(Math.max(...failures)).toBeLessThan(onBusyMachine(1_000));
    expect((await client.listCatalogChanges({ cursor: '' })).cursor).toBe('ok');
  });

  it('close ends them with UNAVAILABLE, and the work on the server stops', async () => {
    let stopped = false;
    const { client } = await sandbox.start(
      {
        list: async (_, { signal }) => {
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
          stopped = true;
          return '';
        },
      },
      { transport: 'stream' },
    );
    const call = client.listCatalogChanges({ cursor: '' });
    await sleep(100);
    client.close();
    await expect(call).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    for (let round = 0; round < 100 && !stopped; round += 1) await sleep(10);
    expect(stopped).toBe(true);
    await expect(client.listCatalogChanges({ cursor: '' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
