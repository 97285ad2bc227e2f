import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../log/logger.js';
import { startRedisServer } from '../testing/redis-server.js';
import { scaleTimeout } from '../testing/timeouts.js';
import { freePort } from '../util/free-port.js';
import type { Bus } from './bus.js';
import { createRedisBus } from './redis-bus.js';

const log = createLogger({ name: 'test', level: 'silent' });
const redis = await startRedisServer();
const buses: Bus[] = [];

async function bus(url = redis?.url ?? ''): Promise<Bus> {
  const made = await createRedisBus(url, log);
  buses.push(made);
  return made;
}

/** Between a bus and Redis: cuts the first connection that subscribes, before that reaches Redis. */
async function startCutter(port: number) {
  let cuts = 0;
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('error', () => {});
      from.on('close', () => to.destroy());
    }
    upstream.pipe(client);
    client.on('data', (data) => {
      if (cuts > 0 || !/subscribe/i.test(data.toString())) return void upstream.write(data);
      cuts += 1;
      client.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, cuts: () => cuts, close: () => server.close() };
}

/** Publishes until the listener hears, at most 20 s. */
async function published(from: Bus, to: Bus): Promise<boolean> {
  let received = false;
  const end = to.subscribe('ping', () => {
    received = true;
  });
  for (let attempt = 0; attempt < 1_000 && !received; attempt += 1) {
    from.publish('ping', { attempt: String(attempt) });
    await sleep(20);
  }
  end();
  return received;
}

describe.skipIf(!redis)('the Redis bus (docs/reliability.md R8.6)', () => {
  beforeAll(() => expect(redis).toBeDefined());
  afterAll(async () => {
    await Promise.all(buses.map((made) => made.close()));
    await redis?.stop();
  });

  it('carries messages to other processes, and to own listeners once', async () => {
    const [a, b] = [await bus(), await bus()];
    // On a busy machine a bus may start before it is connected.
    expect(await published(a, b)).toBe(true);
    const received: string[] = [];
    a.subscribe('company-changed', ({ companyId }) => received.push(`a:${companyId}`));
    b.subscribe('company-changed', ({ companyId }) => received.push(`b:${companyId}`));
    a.publish('company-changed', { companyId: 'c1' });
    await expect.poll(() => received).toHaveLength(2);
    await sleep(100);
    expect(received.sort()).toEqual(['a:c1', 'b:c1']);
  });

  it('publishing is fast and silent while Redis is dead, own listeners still hear, and it heals', async () => {
    const [a, b] = [await bus(), await bus()];
    await redis?.kill();
    await sleep(50);
    let own = 0;
    a.subscribe('t', () => {
      own += 1;
    });
    const started = performance.now();
    for (let round = 0; round < 1_000; round += 1) a.publish('t', { round: String(round) });
    expect(performance.now() - started).toBeLessThan(scaleTimeout(200));
    await sleep(20);
    expect(own).toBe(1_000);
    await redis?.start();
    expect(await published(a, b)).toBe(true);
  });

  it('publishing stays fast and bounded while Redis is frozen, and it heals', async () => {
    const [a, b] = [await bus(), await bus()];
    redis?.freeze();
    const started = performance.now();
    for (let round = 0; round < 5_000; round += 1) a.publish('t', { round: String(round) });
    expect(performance.now() - started).toBeLessThan(scaleTimeout(1_000));
    await sleep(200);
    redis?.thaw();
    expect(await published(a, b)).toBe(true);
  });

  it('a connection that is cut for longer than the pings wait comes back by itself', async () => {
    const [a, b] = [await bus(), await bus()];
    redis?.freeze();
    await sleep(4_000);
    redis?.thaw();
    expect(await published(a, b)).toBe(true);
  });

  it('receives messages also when its connection broke before Redis had confirmed that it listens', async () => {
    const cutter = await startCutter(redis?.port ?? 0);
    const [a, b] = [await bus(), await bus(cutter.url)];
    expect(await published(a, b)).toBe(true);
    expect(cutter.cuts()).toBe(1);
    cutter.close();
  });

  it('starts within 1.5 s while Redis is down', async () => {
    const started = performance.now();
    const alone = await bus(`redis://127.0.0.1:${await freePort()}`);
    expect(performance.now() - started).toBeLessThan(scaleTimeout(1_500));
    alone.publish('t', {});
    await alone.close();
  });
});
