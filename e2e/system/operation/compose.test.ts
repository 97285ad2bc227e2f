import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLogger } from '@svc/kit';
import { startEmbeddedPostgres } from '@svc/kit/embedded-postgres';
import { type RedisServer, startRedisServer } from '@svc/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ComposedSystem, startComposed } from '../../support/compose.js';
import { repeatWhileUnavailable, send } from '../../support/http.js';
import { PLATFORM_TOKEN } from '../../support/platform-token.js';
import { createQuiz, picks, question } from '../../support/quiz.js';
import { systemDirectory } from '../../support/system-directory.js';

const redis: RedisServer | undefined = await startRedisServer();

/** docs/operations.md "Compose". */
describe.skipIf(redis === undefined)('the programs of compose.yaml', () => {
  let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
  let system: ComposedSystem;

  beforeAll(async () => {
    const directory = systemDirectory();
    const log = createLogger({ name: 'e2e', level: 'silent' });
    postgres = await startEmbeddedPostgres({ dataDir: join(directory, 'database'), log, durable: false });
    const folder = join(directory, 'secrets');
    mkdirSync(folder);
    const secrets = {
      database_url: postgres.url,
      platform_token: PLATFORM_TOKEN,
      encryption_key: Buffer.alloc(32, 7).toString('base64'),
    };
    for (const [name, value] of Object.entries(secrets)) writeFileSync(join(folder, name), `${value}\n`);
    system = await startComposed({
      folder,
      hosts: { redis: `127.0.0.1:${redis?.port}` },
      environment: { LOG_LEVEL: 'warn' },
    });
  });
  afterAll(async () => {
    await system?.stop();
    await postgres?.stop();
    await redis?.stop();
  });

  it('become healthy in the order of the file: migrations, services, gateway', () => {
    const place = (name: string) => system.order.indexOf(name);
    for (const name of system.order.filter((name) => name.startsWith('migrate-'))) {
      expect(place(name)).toBeLessThan(place(name.replace('migrate-', '')));
    }
    expect(system.order.at(-1)).toBe('gateway');
  });

  it('create an analysis and match it, through the proxy that the file puts in front', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    expect((await send(system.origin, '/healthz', { headers })).status).toBe(200);
    const quiz = await createQuiz({ origin: system.origin, platformToken: PLATFORM_TOKEN }, 'composed', {
      steps: [question(1, { a: {}, b: {} })],
    });
    const { status, body } = await repeatWhileUnavailable(() => quiz.create(picks({ 1: 'a' })));
    expect(status).toBe(200);
    expect((await repeatWhileUnavailable(() => quiz.matches(body.id))).status).toBe(200);
  });

  it('end with code 0 when they are stopped', async () => {
    expect(await Promise.all(system.processes.map((process) => process.stop()))).toEqual(system.processes.map(() => 0));
  });
});
