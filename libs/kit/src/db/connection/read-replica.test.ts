import { setTimeout as sleep } from 'node:timers/promises';
import knexFactory, { type Knex } from 'knex';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../log/logger.js';
import { type PostgresPair, startPostgresPair } from '../../testing/postgres-pair.js';
import { createTestDatabase, testLogger } from '../../testing/test-database.js';
import { scaleTimeout } from '../../testing/timeouts.js';
import { toDatabaseFailure } from '../database-error.js';
import { knexConfig } from './knex-config.js';
import { attachReadReplica, chooseForReading } from './read-replica.js';

const PAUSE_MS = 100;
/** Longer than a busy machine needs to replay a row. */
const MAX_WAIT_MS = 20_000;

const isStandby = async (knex: Knex): Promise<boolean> => {
  const { rows } = await knex.raw<{ rows: { standby: boolean }[] }>('select pg_is_in_recovery() as standby');
  return rows[0]?.standby ?? false;
};

// docs/operations.md "A standby for reads"
describe('a read replica', () => {
  let pair: PostgresPair;
  let admin: Knex;
  const cleanups: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    pair = await startPostgresPair({ settings: 'max_standby_streaming_delay = 0' });
    admin = knexFactory(toConfig(pair.standby.url));
    await using(pair.primary.url, (knex) => knex.raw('create table things (name text)'));
  }, scaleTimeout(60_000));
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });
  afterAll(async () => {
    await admin.destroy();
    await pair.stop();
  });

  const toConfig = (url: string) =>
    knexConfig({ url, applicationName: 'svc-test', settings: {}, poolMax: 4, log: testLogger() });
  const using = async (url: string, work: (knex: Knex) => PromiseLike<unknown>) => {
    const knex = knexFactory(toConfig(url));
    await work(knex);
    await knex.destroy();
  };

  function connect({ readUrl = pair.standby.url, pauseMs = PAUSE_MS, maxWaitMs = MAX_WAIT_MS } = {}) {
    const primary = knexFactory(toConfig(pair.primary.url));
    const lines: string[] = [];
    const log = createLogger({ name: 'test', level: 'info' }, { write: (line: string) => void lines.push(line) });
    const options = { url: readUrl, applicationName: 'svc-test-read', settings: {}, poolMax: 4, log };
    const close = attachReadReplica(primary, options, { maxWaitMs, pauseMs });
    cleanups.push(async () => {
      await close();
      await primary.destroy();
    });
    return { primary, messages: () => lines.map((line) => (JSON.parse(line) as { msg: string }).msg) };
  }

  it('has everything that was committed before a read began', async () => {
    const { primary, messages } = connect();
    for (let round = 1; round <= 50; round += 1) {
      await primary('things').insert({ name: `${round}` });
      const reader = await chooseForReading(primary);
      expect(await isStandby(reader)).toBe(true);
      expect(await reader('things').where({ name: `${round}` })).toHaveLength(1);
    }
    expect(messages()).toEqual([]);
  });

  it('a transaction reads from its own connection', async () => {
    const { primary } = connect();
    await primary.transaction(async (trx) => expect(await chooseForReading(trx)).toBe(trx));
  });

  it('that is behind is not used until it has caught up', async () => {
    const { primary, messages } = connect({ maxWaitMs: 1_000 });
    await admin.raw('select pg_wal_replay_pause()');
    await primary('things').insert({ name: 'late' });
    const reader = await chooseForReading(primary);
    expect(await reader('things').where({ name: 'late' })).toHaveLength(1);
    expect(reader).toBe(primary);
    await admin.raw('select pg_wal_replay_resume()');
    await expect.poll(async () => isStandby(await chooseForReading(primary))).toBe(true);
    expect(messages()).toEqual([
      'the read replica cannot be used; its reads use the primary',
      'the read replica works',
    ]);
  });

  it('that is down is not used until it is up', async () => {
    const { primary, messages } = connect();
    expect(await isStandby(await chooseForReading(primary))).toBe(true);
    await admin.destroy();
    await pair.standby.stop();
    expect(await chooseForReading(primary)).toBe(primary);
    expect(await chooseForReading(primary)).toBe(primary);
    await pair.restartStandby();
    admin = knexFactory(toConfig(pair.standby.url));
    await expect.poll(async () => isStandby(await chooseForReading(primary))).toBe(true);
    expect(messages()).toHaveLength(2);
  });

  it('that interrupts a read, to apply what it conflicts with, leaves the next one to the primary', async () => {
    // However long the machine takes to end the transaction.
    const { primary } = connect({ pauseMs: 60_000 });
    const reader = await chooseForReading(primary);
    const reading = reader.transaction(
      async (trx) => {
        await trx('things').count();
        await primary('things').delete();
        await primary.raw('vacuum things');
        for (let round = 0; round < 500; round += 1) {
          await trx('things').count();
          await sleep(10);
        }
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    );
    const failure = await reading.catch((error: unknown) => toDatabaseFailure(error));
    expect(failure).toMatchObject({ code: 'UNAVAILABLE' }); // Callers of lists repeat it.
    expect(await chooseForReading(primary)).toBe(primary);
  });

  it('that is the primary itself, or of another server, is refused with what to change', async () => {
    const other = await createTestDatabase();
    cleanups.push(other.drop);
    for (const url of [pair.primary.url, other.url]) {
      const { primary, messages } = connect({ readUrl: url });
      expect(await chooseForReading(primary)).toBe(primary);
      expect(messages()).toEqual(['the read replica cannot be used; its reads use the primary']);
    }
  });
});
