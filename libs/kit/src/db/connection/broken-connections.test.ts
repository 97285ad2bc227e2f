import { setTimeout as sleep } from 'node:timers/promises';
import knexFactory from 'knex';
import { describe, expect, it } from 'vitest';
import { EmbeddedPostgresFixture } from '../../testing/embedded-postgres-fixture.js';
import { startTcpProxy } from '../../testing/tcp-proxy.js';
import { createTestDatabase, testDatabase, testLogger } from '../../testing/test-database.js';
import { scaleTimeout } from '../../testing/timeouts.js';
import { freePort } from '../../util/free-port.js';
import { createDatabase } from './create-database.js';

const migrationsDirectory = new URL('../../testing/fixtures/migrations/', import.meta.url);
const log = testLogger();

describe('broken connections', () => {
  it('queries work again after every backend was terminated, also those that wait and those in a transaction', async () => {
    const { url, database, drop } = await testDatabase({ schema: 'kit_broken', migrationsDirectory });
    const { knex } = database;
    await Promise.all(Array.from({ length: 8 }, () => knex.raw('select pg_sleep(0.02)')));
    const sleeping = knex.raw('select pg_sleep(60)').catch((error: unknown) => error);
    let proceed = () => {};
    const mayProceed = new Promise<void>((resolve) => (proceed = resolve));
    const transaction = knex
      .transaction(async (trx) => {
        await trx('things').insert({ name: 'lost' });
        await mayProceed;
        await trx('things').insert({ name: 'lost too' });
      })
      .catch((error: unknown) => error);
    const admin = knexFactory({ client: 'pg', connection: url, pool: { min: 0, max: 1 } });
    const listBusy = () =>
      admin('pg_stat_activity')
        .whereRaw('datname = current_database() and pid <> pg_backend_pid()')
        .where((busy) => busy.where({ state: 'idle in transaction' }).orWhere({ wait_event: 'PgSleep' }));
    await expect.poll(listBusy).toHaveLength(2);
    // Waits until they have ended: a backend that received the signal still accepts a statement.
    await admin.raw(
      'select pg_terminate_backend(pid, 10_000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await admin.destroy();
    proceed();
    expect(await sleeping).toBeInstanceOf(Error);
    expect(await transaction).toBeInstanceOf(Error);
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => knex('things').count()));
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(await knex('things')).toEqual([]);
    await drop();
  });

  it('an idle connection that breaks is trouble until the next ping; one that the pool closes is none', async () => {
    const { url, database, drop } = await testDatabase({ schema: 'kit_trouble', migrationsDirectory });
    await database.ping();
    expect(database.hasTrouble).toBe(false);
    const admin = knexFactory({ client: 'pg', connection: url, pool: { min: 0, max: 1 } });
    await admin.raw(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await admin.destroy();
    await expect.poll(() => database.hasTrouble).toBe(true);
    await database.ping();
    expect(database.hasTrouble).toBe(false);
    await database.close();
    expect(database.hasTrouble).toBe(false);
    await drop();
  });

  it('a network that swallows everything costs a query its time limit, and frees pool and callers by itself', async () => {
    const { url, drop } = await createTestDatabase();
    const proxy = await startTcpProxy(url);
    const through = new URL(url);
    through.port = String(proxy.port);
    const options = { schema: 'kit_net', migrationsDirectory, poolMax: 2, log };
    const database = createDatabase({ ...options, url: through.href, statementTimeoutMs: 1_000 });
    await database.migrate();
    await database.ping();
    proxy.freeze();
    const started = performance.now();
    await expect(database.ping()).rejects.toThrow();
    expect(performance.now() - started).toBeLessThan(scaleTimeout(3_500));
    // What hung in the old connections stays lost; new ones work.
    proxy.down();
    proxy.up();
    await Promise.all([database.ping(), database.ping(), database.ping()]);
    await database.close();
    await proxy.close();
    await drop();
  });

  it('an abandoned query does not block the next one on its connection', async () => {
    const { url, drop } = await createTestDatabase();
    const proxy = await startTcpProxy(url);
    const through = new URL(url);
    through.port = String(proxy.port);
    const options = { schema: 'kit_late', migrationsDirectory, poolMax: 1, log };
    const database = createDatabase({ ...options, url: through.href, statementTimeoutMs: 1_000 });
    await database.migrate();
    await database.ping();
    proxy.latency(3_300); // Later than the client waits: its answer arrives during the next query.
    await expect(database.knex.raw('select 1 as n')).rejects.toThrow('Query read timeout');
    proxy.latency(0);
    const { rows } = await database.knex.raw<{ rows: { n: number }[] }>('select 2 as n');
    expect(rows).toEqual([{ n: 2 }]);
    await database.close();
    await proxy.close();
    await drop();
  });

  it('the process and the pool survive a restart of the server (docs/reliability.md R7, node-postgres #2635)', async () => {
    const fixture = new EmbeddedPostgresFixture();
    await fixture.openInitialized();
    const port = await freePort();
    const server = await fixture.start({ port });
    const database = createDatabase({ url: server.url, schema: 'kit_restart', migrationsDirectory, log });
    await database.migrate();
    await Promise.all(Array.from({ length: 5 }, () => database.knex.raw('select pg_sleep(0.02)')));
    let stop = false;
    const outcomes = { ok: 0, failed: 0 };
    const traffic = (async () => {
      while (!stop) {
        await database.ping().then(
          () => {
            outcomes.ok += 1;
          },
          () => {
            outcomes.failed += 1;
          },
        );
        await sleep(5);
      }
    })();
    await sleep(100);
    await server.stop();
    await expect.poll(() => outcomes.failed).toBeGreaterThan(0);
    await fixture.start({ port });
    const back = performance.now();
    await database.ping();
    expect(performance.now() - back).toBeLessThan(scaleTimeout(1_000));
    stop = true;
    await traffic;
    await database.close();
    await fixture.close();
  });
});
