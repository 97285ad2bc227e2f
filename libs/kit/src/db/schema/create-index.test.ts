import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectOwner, createTestDatabase, testLogger } from '../../testing/test-database.js';
import { createIndex } from './create-index.js';
import { LOCK_TIMEOUT_MS } from './lock-timeout.js';
import { migrate, withMigrationLock } from './migrate.js';

const schema = 'kit_index';
const NAME = 'things_length_idx';
const VALID = 'select indisvalid as valid from pg_index where indexrelid = to_regclass(?)';

describe('createIndex (docs/operations.md "Rules for migrations", rule 2)', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let owner: ReturnType<typeof connectOwner>;
  let options: Parameters<typeof migrate>[0];

  beforeAll(async () => {
    database = await createTestDatabase();
    const migrationsDirectory = new URL('../../testing/fixtures/migrations/', import.meta.url);
    options = { url: database.url, schema, migrationsDirectory, log: testLogger() };
    await migrate(options);
    owner = connectOwner(database.url, schema);
  });
  beforeEach(() => owner('things').delete());
  afterAll(async () => {
    await owner.destroy();
    await database.drop();
  });

  const create = (on: string, isUnique = false) =>
    withMigrationLock(options, async (knex) => {
      await createIndex(knex, NAME, on, { isUnique });
      return (await knex.raw('show lock_timeout')).rows[0].lock_timeout;
    });
  const isValid = async () => (await owner.raw(VALID, [NAME])).rows[0]?.valid;

  it('waits for a transaction that is longer than the limit for locks; rows are written meanwhile, and the limit applies again afterwards', async () => {
    const long = await owner.transaction({ isolationLevel: 'repeatable read' });
    await long('things').select();
    const created = create('things (length(name))');
    await expect.poll(isValid).toBe(false);
    await owner('things').insert({ name: 'while the index is built' });
    await sleep(1.5 * LOCK_TIMEOUT_MS);
    expect(await isValid()).toBe(false);
    await long.commit();
    expect(await created).toBe(`${LOCK_TIMEOUT_MS / 1_000}s`);
    expect(await isValid()).toBe(true);
  });

  it('does not wait for a replica that waits to migrate', async () => {
    let second: Promise<string> | undefined;
    await withMigrationLock(options, async (knex) => {
      second = create('things (name)');
      await sleep(LOCK_TIMEOUT_MS);
      await createIndex(knex, NAME, 'things (length(name))');
    });
    await second;
    expect(await isValid()).toBe(true);
  });

  it('replaces what an attempt that failed has left', async () => {
    await owner('things').insert([{ name: 'one' }, { name: 'two' }]);
    await expect(create('things (length(name))', true)).rejects.toThrow('could not create unique index');
    expect(await isValid()).toBe(false);
    await owner('things').where({ name: 'two' }).delete();
    await create('things (length(name))', true);
    expect(await isValid()).toBe(true);
  });
});
