import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type TestDatabase, testDatabase, testLogger } from '../../testing/index.js';
import { notifyOfChanges } from './notify-of-changes.js';
import { createTableChanges, type TableChanges } from './table-changes.js';

const TABLE = 'changes_test.shelves';
const migrationsDirectory = mkdtempSync(join(tmpdir(), 'changes-'));
writeFileSync(
  join(migrationsDirectory, '20260101000000_nothing.js'),
  'export const up = async () => {};\nexport const down = up;\n',
);

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase({ schema: 'changes_test', migrationsDirectory });
  await test.owner.schema.createTable('shelves', (table) => void table.integer('place'));
  await notifyOfChanges(test.owner, ['shelves']);
});
afterAll(async () => {
  await test.drop();
  rmSync(migrationsDirectory, { recursive: true });
});

const open: TableChanges[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(open.splice(0).map((changes) => changes.close()));
});

function listen(options: Partial<Parameters<typeof createTableChanges>[0]> = {}) {
  const changes = createTableChanges({
    url: test.url,
    db: test.database.knex,
    applicationName: 'changes-test',
    log: testLogger(),
    ...options,
  });
  open.push(changes);
  const listener = vi.fn();
  changes.subscribe(TABLE, listener);
  return { changes, heard: listener };
}

it('reports a change once its transaction is committed, never before and never for a rollback', async () => {
  const { changes, heard: listener } = listen();
  await expect.poll(() => changes.isListening).toBe(true);
  listener.mockClear();
  const { knex: db } = test.database;
  await db
    .transaction(async (trx) => {
      await trx('shelves').insert({ place: 1 });
      throw new Error('rolled back');
    })
    .catch(() => {});
  await db.transaction(async (trx) => {
    await trx('shelves').insert({ place: 2 });
    await sleep(50);
    expect(listener).not.toHaveBeenCalled();
  });
  await expect.poll(() => listener).toHaveBeenCalledOnce();
});

it('reports changes of the table subscribed to, and none after the subscription ended', async () => {
  const { changes, heard: listener } = listen();
  const other = vi.fn();
  const unsubscribe = changes.subscribe('changes_test.other', other);
  await expect.poll(() => changes.isListening).toBe(true);
  listener.mockClear();
  other.mockClear();
  unsubscribe();
  await test.database.knex('shelves').insert({ place: 3 });
  await expect.poll(() => listener).toHaveBeenCalled();
  expect(other).not.toHaveBeenCalled();
});

it('sends one statement at a time, also for subscriptions that begin while it connects', async () => {
  const { changes, heard: listener } = listen();
  const sent: string[] = [];
  let running = 0;
  const query: (this: Client, ...given: unknown[]) => Promise<unknown> = Client.prototype.query;
  vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
    const answer = query.apply(this, given);
    if (typeof given[0] !== 'string' || !given[0].startsWith('listen')) return answer;
    sent.push(given[0]);
    running += 1;
    expect(running).toBe(1);
    return answer.finally(() => {
      running -= 1;
    });
  });
  for (const table of ['a', 'b', 'c']) changes.subscribe(`changes_test.${table}`, listener);
  await expect.poll(() => changes.isListening).toBe(true);
  for (const table of ['d', 'e', 'f']) changes.subscribe(`changes_test.${table}`, listener);
  await expect.poll(() => sent.at(-1)).toBe('listen "changes_test.f"');
  expect(changes.isListening).toBe(true);
});

it('after a broken connection it listens again and reports what may have been missed', async () => {
  const { changes, heard: listener } = listen();
  await expect.poll(() => changes.isListening).toBe(true);
  const admin = new Client({ connectionString: test.url });
  await admin.connect();
  await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'changes-test'");
  await admin.end();
  await expect.poll(() => changes.isListening).toBe(false);
  listener.mockClear();
  await expect.poll(() => changes.isListening).toBe(true);
  expect(listener).toHaveBeenCalledOnce();
});

it('does not claim to listen where notifications do not arrive, as behind a pooler that swallows them', async () => {
  // Notifications stay in their database: those of this pool never reach the listening connection.
  const elsewhere = await testDatabase({ schema: 'changes_test', migrationsDirectory });
  try {
    const { changes, heard: listener } = listen({ db: elsewhere.database.knex });
    await sleep(500);
    expect(changes.isListening).toBe(false);
    expect(listener).not.toHaveBeenCalled();
  } finally {
    await elsewhere.drop();
  }
});
