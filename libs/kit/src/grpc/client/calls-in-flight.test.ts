import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { grpcSandbox, readClient, startFixture, writeClient } from '../../testing/grpc-fixture.js';

const sandbox = grpcSandbox();
afterEach(() => sandbox.stopAll());

/** Pings that are due many times while a channel is replaced or a server stops. */
const PINGS_EVERY_MS = 10;
const settings = { channelAgeMs: 50, keepalive: { timeMs: PINGS_EVERY_MS, timeoutMs: 5_000 }, timeoutMs: 20_000 };

/** Of each caller, however slow the machine is. */
const MIN_CALLS = 4;
const APPLY = { companyId: 'c', revision: 1, sectionJson: Buffer.from('{}') };

/** Writes with several callers for a time, or until a condition holds; at least a few with each. The codes of those that failed. */
async function write(client: ReturnType<typeof writeClient>, callers: number, limit: number | (() => boolean)) {
  const failures: unknown[] = [];
  let done = 0;
  const startedAt = performance.now();
  const isTime = typeof limit === 'number' ? () => performance.now() - startedAt > limit : limit;
  const isOver = () => done > MIN_CALLS * callers && isTime();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (!isOver()) {
        await client.applyCatalog(APPLY).catch((error: unknown) => failures.push(error));
        done += 1;
      }
    }),
  );
  return { failures, done };
}

/** A call takes between 0 and 60 ms: some end between two pings, most do not. */
const apply = () => sleep(60 * Math.random());

describe('calls in flight (docs/reliability.md R7.13, R7.16; ADR 30)', () => {
  it('end normally while their client replaces its channel again and again', async () => {
    const { address } = await sandbox.start({ apply });
    const client = writeClient(address, settings);
    sandbox.onStop(() => client.close());
    const { failures, done } = await write(client, 16, 3_000);
    expect(failures).toEqual([]);
    expect(done).toBeGreaterThan(MIN_CALLS * 16);
  });

  it('end normally with one sequential caller too', async () => {
    const { address } = await sandbox.start({ apply });
    const client = writeClient(address, settings);
    sandbox.onStop(() => client.close());
    expect((await write(client, 1, 2_000)).failures).toEqual([]);
  });

  it('end normally while the replicas of their service stop and start one after the other', async () => {
    const first = await startFixture({ apply });
    const second = await startFixture({ apply });
    const client = writeClient(`${first.address},${second.address}`, { ...settings, channelAgeMs: 60_000 });
    sandbox.onStop(() => client.close());
    const replicas = [first, second];
    const restart = async () => {
      for (let restarts = 0; restarts < 6; restarts += 1) {
        const index = restarts % 2;
        const port = Number(replicas[index]?.address.split(':')[1]);
        await replicas[index]?.server.stop();
        let isFound = false;
        const applyOnceFound = () => {
          isFound = true;
          return apply();
        };
        replicas[index] = await startFixture({ apply: applyOnceFound }, { port });
        // The client rests for up to 0.6 s between two attempts.
        await expect.poll(() => isFound).toBe(true);
      }
    };
    let isOver = false;
    const restarting = restart().finally(() => {
      isOver = true;
    });
    const { failures, done } = await write(client, 16, () => isOver);
    await restarting;
    await Promise.all(replicas.map(({ server }) => server.stop()));
    expect(failures).toEqual([]);
    expect(done).toBeGreaterThan(MIN_CALLS * 16);
  });

  it('and a long stream end normally when a server stops within its grace', async () => {
    const begun = new Set<string>();
    const importCsv = async (requests: AsyncIterable<unknown>) => {
      let read = 0;
      for await (const _ of requests) {
        begun.add('import');
        read += 1;
      }
      return read;
    };
    const snapshot = async function* () {
      begun.add('snapshot');
      for (let chunk = 0; chunk < 20; chunk += 1) {
        await sleep(30);
        yield { chunk: Buffer.alloc(100) };
      }
    };
    const { server, address } = await startFixture({ importCsv, snapshot }, { graceMs: 10_000 });
    const writes = writeClient(address, settings);
    const reads = readClient(address, settings);
    sandbox.onStop(() => writes.close());
    sandbox.onStop(() => reads.close());
    async function* chunks() {
      for (let sent = 0; sent < 20; sent += 1) {
        await sleep(30);
        yield { part: { $case: 'chunk' as const, value: Buffer.alloc(100) } };
      }
    }
    const readAll = async () => {
      let read = 0;
      for await (const _ of reads.getSnapshot({ companyId: 'c' })) read += 1;
      return read;
    };
    const running = Promise.all([writes.importCsv(chunks()), readAll()]);
    await expect.poll(() => begun.size).toBe(2);
    const [[{ run }, read]] = await Promise.all([running, server.stop()]);
    expect([run?.read, read]).toEqual([20, 20]);
  });

  it('leave a server that is stopping: it does not have to wait for its grace to end', async () => {
    const stopping = await startFixture({ apply: () => sleep(5) }, { graceMs: 30_000 });
    const other = await startFixture({ apply: () => sleep(5) });
    sandbox.onStop(() => other.server.stop());
    const client = writeClient(`${stopping.address},${other.address}`, settings);
    sandbox.onStop(() => client.close());
    let isOver = false;
    const writing = write(client, 16, () => isOver);
    await sleep(500);
    const startedAt = performance.now();
    await stopping.server.stop();
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    isOver = true;
    expect((await writing).failures).toEqual([]);
  });
});
