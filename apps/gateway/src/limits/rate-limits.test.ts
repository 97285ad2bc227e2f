import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createLogger, createRedisClient, generateApiKey, hashApiKey, ServiceError } from '@svc/kit';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ANALYSIS_ID, MATCHES, matchingFakes, pageFakes } from '../testing/fixtures.js';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../testing/start-gateway.js';
import { createRateLimits } from './create-rate-limits.js';
import { OverLimit, type RateLimits } from './rate-limits.js';

const log = createLogger({ name: 'test', level: 'silent' });

let gateway: TestGateway | undefined;
afterEach(async () => {
  await gateway?.stop();
  gateway = undefined;
});

const start = async (env: Record<string, string> = {}) => {
  const funnel = { getFunnel: async () => ({ body: Buffer.from('{}') }) };
  gateway = await startGateway({ handlers: { ...matchingFakes(), funnel }, env: { RATE_LIMITS: 'on', ...env } });
  return gateway;
};

const times = async <T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)));

describe('rate limits over HTTP. docs/reliability.md R7.10, R3.4; docs/contract.md C3.8', () => {
  it('a key has a burst of 100; then 429 with Retry-After and RateLimit headers, another key is free. C3.8', async () => {
    const { ask } = await start();
    const keys = [generateApiKey(), generateApiKey()] as const;
    const read = (key: string) => ask('/api/v1/funnels/f', { headers: { authorization: `Bearer ${key}` } });
    const [first] = await times(1, () => read(keys[0]));
    expect(first?.headers).toMatchObject({ 'ratelimit-policy': '"key";q=100;w=10', ratelimit: '"key";r=99;t=10' });
    expect((await times(99, () => read(keys[0]))).every(({ status }) => status === 200)).toBe(true);
    const limited = await read(keys[0]);
    expect([limited.status, limited.json.error]).toEqual([429, 'RATE_LIMITED']);
    const waitS = Number(limited.headers['retry-after']);
    expect(limited.headers.ratelimit).toBe(`"key";r=0;t=${waitS}`);
    expect(waitS).toBeGreaterThanOrEqual(1);
    expect(waitS).toBeLessThanOrEqual(10);
    expect(limited.headers).toMatchObject({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' });
    expect((await read(keys[1])).status).toBe(200);
  });

  it('a source that requested 60 unknown ids gets 429 for the next minute, for known ids too. C3.8', async () => {
    const { ask, services } = await start();
    const unknown = await times(60, (i) => ask(`/api/v1/analyses/unknown${i}/matches`));
    expect(unknown.every(({ status }) => status === 404)).toBe(true);
    const asked = services.calls.getMatchingInput?.length;
    const limited = await ask('/api/v1/analyses/unknown/matches');
    expect([limited.status, limited.headers['ratelimit-policy']]).toEqual([429, '"misses";q=60;w=60']);
    expect(limited.headers['access-control-allow-origin']).toBe('*');
    expect((await ask(MATCHES)).status).toBe(429);
    expect(services.calls.getMatchingInput?.length).toBe(asked);
  });

  it('public answers carry no RateLimit headers: caches would hand them to others', async () => {
    const { ask } = await start();
    expect((await ask(MATCHES)).headers).not.toHaveProperty('ratelimit');
  });

  it('sources are distinguished behind trusted proxies, and a caller cannot choose its own', async () => {
    const { ask } = await start({ TRUST_PROXY: '1' });
    const from = (address: string) =>
      ask('/api/v1/analyses/unknown/matches', { headers: { 'x-forwarded-for': address } });
    await times(60, (i) => from(`10.9.8.${i}, 198.51.100.1`));
    expect((await from('10.1.1.1, 198.51.100.1')).status).toBe(429);
    expect((await from('198.51.100.2')).status).toBe(404);
  });

  it('preflights and probes are free, and RATE_LIMITS=off frees everything', async () => {
    const { ask } = await start();
    const free = await times(120, (i) => (i % 2 ? ask('/healthz') : ask(MATCHES, { method: 'OPTIONS' })));
    expect(free.every(({ status }) => status < 300)).toBe(true);
    await gateway?.stop();
    const off = await start({ RATE_LIMITS: 'off' });
    const answers = await times(130, () => off.ask('/api/v1/analyses/unknown/matches'));
    expect(answers.every(({ status }) => status === 404)).toBe(true);
  });
});

describe('rate limits of keyed routes', () => {
  const KEY = generateApiKey();
  /** funnel-svc that knows one key. */
  const startKeyed = async (env: Record<string, string> = {}) => {
    const started = await start(env);
    started.services.handlers.funnel.getFunnel = async ({ apiKeyHash }) => {
      if (!hashApiKey(KEY).equals(apiKeyHash)) throw new ServiceError('UNAUTHORIZED', 'Not in force.');
      return { body: Buffer.from('{}') };
    };
    const read = (key: string, address = '198.51.100.1') =>
      started.ask('/api/v1/funnels/f', { headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': address } });
    return { ...started, read, lookups: () => started.services.calls.getFunnel?.length ?? 0 };
  };

  it('random well-formed keys of one source cost 60 look-ups a minute, then none. C3.8', async () => {
    const { read, lookups } = await startKeyed({ TRUST_PROXY: '1' });
    const wrong = await times(60, () => read(generateApiKey()));
    expect(wrong.every(({ status }) => status === 401)).toBe(true);
    const more = await times(200, () => read(generateApiKey()));
    expect(more.every(({ status, json }) => status === 429 && json.error === 'RATE_LIMITED')).toBe(true);
    expect(more[0]?.headers['ratelimit-policy']).toBe('"unauthorized";q=60;w=60');
    expect(lookups()).toBe(60);
    expect((await read(KEY, '198.51.100.2')).status).toBe(200);
  });

  it('missing and malformed keys count like wrong ones', async () => {
    const { read } = await startKeyed({ TRUST_PROXY: '1' });
    await times(60, (i) => read(i % 2 ? '' : 'svc_live_x'));
    expect((await read('svc_live_x')).status).toBe(429);
  });

  it('a key in use is still served when its source has sent too many wrong ones; its revocation is still immediate', async () => {
    const { read, services } = await startKeyed({ TRUST_PROXY: '1' });
    expect((await read(KEY)).status).toBe(200);
    await times(61, () => read(generateApiKey()));
    expect((await read(KEY)).status).toBe(200);
    services.handlers.funnel.getFunnel = async () => {
      throw new ServiceError('UNAUTHORIZED', 'Revoked.');
    };
    expect((await read(KEY)).status).toBe(429);
  });

  it('a source has a budget for all of its keys: that of ten. C3.8', async () => {
    // No window ends during the test, however slow the machine is.
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const { read, services } = await startKeyed({ TRUST_PROXY: '1' });
      services.handlers.funnel.getFunnel = async () => ({ body: Buffer.from('{}') });
      for (let turn = 0; turn < 10; turn++) {
        const key = generateApiKey();
        const answers = await times(100, () => read(key));
        expect(answers.every(({ status }) => status === 200)).toBe(true);
      }
      const { status, headers } = await read(generateApiKey());
      expect([status, headers['ratelimit-policy']]).toEqual([429, '"keyed";q=1000;w=10']);
      expect((await read(generateApiKey(), '198.51.100.2')).status).toBe(200);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('rate limits of the management API', () => {
  const manage = (token: string, address = '198.51.100.1') =>
    gateway!.ask('/api/admin/v1/companies', {
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': address },
    });

  it('a source that has sent 20 wrong platform tokens is refused for the next minute, with the right one too', async () => {
    const { services } = await start({ TRUST_PROXY: '1' });
    services.handlers.funnelAdmin.listCompanies = async () => ({ items: [], nextPageToken: '' });
    expect((await manage(PLATFORM_TOKEN)).status).toBe(200);
    const wrong = await times(20, (i) => manage(`wrong${i}`));
    expect(wrong.every(({ status }) => status === 401)).toBe(true);
    for (const token of ['wrong', PLATFORM_TOKEN]) {
      const { status, headers } = await manage(token);
      expect([status, headers['ratelimit-policy']]).toEqual([429, '"platform";q=20;w=60']);
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    }
    expect((await manage(PLATFORM_TOKEN, '198.51.100.2')).status).toBe(200);
  });

  it('X-Forwarded-For of a proxy that is not trusted gives no further guesses', async () => {
    await start();
    const answers = await times(40, (i) => manage(`wrong${i}`, `198.51.100.${i}`));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(20);
    expect((await manage(PLATFORM_TOKEN, '198.51.100.99')).status).toBe(429);
  });
});

describe('behind a proxy that is not trusted, TRUST_PROXY=0', () => {
  const HOST = 'beauty.svc.test';
  const startPages = async (env: Record<string, string> = {}) => {
    gateway = await startGateway({
      handlers: { ...matchingFakes(), ...pageFakes() },
      env: { RATE_LIMITS: 'on', ...env },
    });
    return gateway;
  };
  const warnings = () => gateway!.logs.filter(({ msg }) => String(msg).includes('TRUST_PROXY'));

  it('unknown ids of one caller never switch off pages and matches of the others', async () => {
    const { ask } = await startPages();
    const through = (path: string, address: string, host?: string) =>
      ask(path, { headers: { 'x-forwarded-for': address }, ...(host ? { host } : {}) });
    const guesses = await times(80, (i) => through(`/api/v1/analyses/unknown${i}/matches`, '198.51.100.1'));
    expect(guesses.filter(({ status }) => status === 404)).toHaveLength(60);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(20);
    const other = '198.51.100.2';
    expect((await through('/', other, HOST)).status).toBe(200);
    expect((await through(`/r/${ANALYSIS_ID}`, other, HOST)).status).toBe(200);
    // From the matcher, and then from the cache.
    expect((await through(MATCHES, other)).status).toBe(200);
    expect((await through(MATCHES, other)).status).toBe(200);
    // A caller cannot choose its own source.
    expect((await through('/api/v1/analyses/unknown/matches', other)).status).toBe(429);
  });

  it('unknown ids never switch off pages that show no analysis, without any proxy either', async () => {
    const { ask } = await startPages();
    await times(61, (i) => ask(`/r/unknown${i}`, { host: HOST }));
    expect((await ask(`/r/${ANALYSIS_ID}`, { host: HOST })).status).toBe(429);
    expect((await ask('/', { host: HOST })).status).toBe(200);
  });

  it('one warning per process names the variable to set', async () => {
    const { ask } = await startPages();
    await ask(MATCHES);
    expect(warnings()).toEqual([]);
    for (const path of [MATCHES, MATCHES, '/healthz']) await ask(path, { headers: { 'x-forwarded-for': '192.0.2.7' } });
    expect(warnings()).toEqual([expect.objectContaining({ level: 'warn' })]);
    expect(warnings()[0]?.msg).toMatch(/share its rate limits\. TRUST_PROXY must be the number of proxies/);
    await gateway?.stop();
    await startPages({ TRUST_PROXY: '1' });
    await gateway?.ask(MATCHES, { headers: { 'x-forwarded-for': '192.0.2.7' } });
    expect(warnings()).toEqual([]);
  });
});

describe('rate limits in Redis', () => {
  let redis: { url: string; process: ChildProcess } | undefined;
  const opened: RateLimits[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((limits) => limits.close()));
    redis?.process.kill('SIGKILL');
    redis = undefined;
  });
  const open = async (redisUrl: string) => {
    const limits = await createRateLimits({ redisUrl, log });
    opened.push(limits);
    return limits;
  };
  const taken = async (limits: RateLimits[], count: number, address = '198.51.100.1') => {
    const results = await Promise.allSettled(
      Array.from({ length: count }, (_, i) => (limits[i % limits.length] as RateLimits).count('source', address)),
    );
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(OverLimit);
    return results.filter(({ status }) => status === 'fulfilled').length;
  };

  it('are one budget for all replicas', async (context) => {
    redis = await startRedis();
    if (!redis) return context.skip('no redis-server here');
    const replicas = [await open(redis.url), await open(redis.url)];
    // Until both are connected, and after a wait of over 50 ms on a busy machine, each counts alone: another source, again.
    let source = 0;
    await expect.poll(() => taken(replicas, 150, `198.51.100.${++source}`), { interval: 1_100 }).toBe(100);
  });

  it('are counted per process while Redis is down: at most twice as much passes, no error. docs/reliability.md R7.10, R8.6', async (context) => {
    redis = await startRedis();
    if (!redis) return context.skip('no redis-server here');
    const replicas = [await open(redis.url), await open(redis.url)];
    await delay(300);
    redis.process.kill('SIGSTOP');
    expect(await taken(replicas, 300)).toBeLessThanOrEqual(200);
    redis.process.kill('SIGKILL');
    await delay(100);
    expect(await taken(replicas, 10)).toBeLessThanOrEqual(10);
  });

  it('leave nothing in Redis when their windows end', async (context) => {
    redis = await startRedis();
    if (!redis) return context.skip('no redis-server here');
    const limits = await open(redis.url);
    const client = await createRedisClient({ url: redis.url, log, whileDown: 'the test waits' });
    await client.connect();
    try {
      await vi.waitFor(async () => {
        await Promise.all(Array.from({ length: 100 }, () => limits.count('misses', generateApiKey())));
        expect(await client.dbSize()).toBeGreaterThanOrEqual(100);
      }, 20_000);
      const expiries = await Promise.all((await client.keys('*')).map((key) => client.ttl(key)));
      for (const seconds of expiries) expect([seconds > 0, seconds <= 60]).toEqual([true, true]);
    } finally {
      client.destroy();
    }
  });

  it('work from the start without any Redis', async () => {
    const limits = await open('redis://127.0.0.1:1');
    expect(await taken([limits], 120)).toBe(100);
  });
});

/** A Redis on a free port; undefined where there is no server, which is an error in CI. */
async function startRedis(): Promise<{ url: string; process: ChildProcess } | undefined> {
  const port = await freePort();
  const process_ = spawn('redis-server', ['--port', String(port), '--save', '', '--bind', '127.0.0.1'], {
    stdio: 'pipe',
  });
  const missing = await new Promise<boolean>((resolve) => {
    process_.once('error', () => resolve(true));
    process_.stdout.on('data', (data) => {
      if (String(data).includes('Ready to accept connections')) resolve(false);
    });
  });
  if (!missing) return { url: `redis://127.0.0.1:${port}`, process: process_ };
  if (process.env.CI) throw new Error('redis-server is needed in CI');
  return undefined;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
