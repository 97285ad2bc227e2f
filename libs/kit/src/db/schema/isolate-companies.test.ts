import type { Knex } from 'knex';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findIsolationProblems } from '../../testing/check-isolation.js';
import { checkMigrations } from '../../testing/check-migrations.js';
import { type TestDatabase, testDatabase, testLogger } from '../../testing/test-database.js';
import { createDatabase, type Database } from '../connection/create-database.js';
import { forCompany } from '../statements/for-company.js';
import { runPrepared } from '../statements/run-prepared.js';
import { runPreparedForCompany } from '../statements/run-prepared-for-company.js';
import { readPrepared, writePrepared } from '../statements/run-shared.js';
import { SharedConnection } from '../statements/shared-connection.js';

const migrationsDirectory = new URL('../../testing/fixtures/company-migrations/', import.meta.url);
const options = { schema: 'kit_notes', migrationsDirectory };
const ALL = { name: 'all-notes', text: 'select company_id, text from notes where $1::text is not null' };
const INSERT = { name: 'insert-note', text: 'insert into notes (company_id, text) values ($1, $2)' };
const DENIED = { code: '42501' };

let notes: TestDatabase;
/** One connection, so that every statement gets what the one before left behind. */
let single: Database;
beforeAll(async () => {
  notes = await testDatabase(options);
  single = createDatabase({ ...options, url: notes.url, poolMax: 1, log: testLogger() });
});
afterAll(async () => {
  await single.close();
  await notes.drop();
});
beforeEach(async () => {
  await notes.owner('notes').delete();
  await notes.owner('notes').insert([
    { company_id: 'a', text: 'a-1' },
    { company_id: 'a', text: 'a-2' },
    { company_id: 'b', text: 'b-1' },
  ]);
});

const texts = async (rows: PromiseLike<{ text: string }[]>) => (await rows).map(({ text }) => text).sort();

describe('forCompany', () => {
  it('a statement without a condition sees, changes and deletes the rows of its company only (docs/reliability.md R9.1)', async () => {
    expect(await forCompany(single.knex, 'a', (db) => texts(db('notes')))).toEqual(['a-1', 'a-2']);
    expect(await forCompany(single.knex, 'b', (db) => db('notes').update({ text: 'changed' }))).toBe(1);
    expect(await forCompany(single.knex, 'a', (db) => db('notes').delete())).toBe(2);
    expect(await texts(notes.owner('notes'))).toEqual(['changed']);
  });

  it('outside of it no row is seen, and none can be inserted (docs/reliability.md R9.1)', async () => {
    expect(await single.knex('notes')).toEqual([]);
    expect(await single.knex('notes').delete()).toBe(0);
    await expect(single.knex('notes').insert({ company_id: 'a', text: 'new' })).rejects.toMatchObject(DENIED);
  });

  it('a row cannot be inserted into another company, nor moved there', async () => {
    const insert = forCompany(single.knex, 'a', (db) => db('notes').insert({ company_id: 'b', text: 'new' }));
    await expect(insert).rejects.toMatchObject(DENIED);
    const move = forCompany(single.knex, 'a', (db) => db('notes').update({ company_id: 'b' }));
    await expect(move).rejects.toMatchObject(DENIED);
  });

  it('the next borrower of the connection sees nothing, also after a failure (docs/reliability.md R0.4)', async () => {
    await forCompany(single.knex, 'a', (db) => db('notes'));
    expect(await single.knex('notes')).toEqual([]);
    await expect(forCompany(single.knex, 'a', (db) => db.raw('select 1 / 0'))).rejects.toMatchObject({ code: '22012' });
    expect(await single.knex('notes')).toEqual([]);
  });

  it('no company is no company, and not all of them', async () => {
    expect(await forCompany(single.knex, '', (db) => db('notes'))).toEqual([]);
  });
});

describe('runPreparedForCompany', () => {
  const all = (companyId: string) => runPreparedForCompany<{ text: string }>(single.knex, companyId, ALL, ['x']);

  it('sees the rows of its company only, and the next borrower of the connection none', async () => {
    for (let round = 0; round < 3; round += 1) {
      expect(await texts(all('a').then(({ rows }) => rows))).toEqual(['a-1', 'a-2']);
      expect((await runPrepared(single.knex, ALL, ['x'])).rows).toEqual([]);
      expect(await texts(all('b').then(({ rows }) => rows))).toEqual(['b-1']);
    }
    const { rows } = await single.knex.raw(`select name from pg_prepared_statements where name = 'all-notes'`);
    expect(rows).toHaveLength(1);
  });

  it('returns the number of rows that it wrote, and writes none of another company', async () => {
    expect((await runPreparedForCompany(single.knex, 'a', INSERT, ['a', 'new'])).rowCount).toBe(1);
    await expect(runPreparedForCompany(single.knex, 'a', INSERT, ['b', 'newer'])).rejects.toMatchObject(DENIED);
    expect(await texts(notes.owner('notes').where('text', 'like', 'new%'))).toEqual(['new']);
  });

  it('gives its connection back when it fails, and its message names no bound value', async () => {
    for (let round = 0; round < 3; round += 1) {
      const failure: unknown = await runPreparedForCompany(single.knex, 'a', INSERT, ['a', 'a-1']).catch(
        (error: unknown) => error,
      );
      expect(failure).toMatchObject({ code: '23505' });
      expect((failure as Error).message).not.toContain('a-1');
    }
    const wrong = { name: 'wrong', text: 'select nothing from notes' };
    for (let round = 0; round < 2; round += 1) {
      await expect(runPreparedForCompany(single.knex, 'a', wrong, [])).rejects.toMatchObject({ code: '42703' });
    }
    expect((await all('a')).rows).toHaveLength(2);
  });

  it('within a transaction it is part of it', async () => {
    await forCompany(single.knex, 'a', async (db) => {
      await runPreparedForCompany(db, 'a', INSERT, ['a', 'in transaction']);
      expect(await db('notes')).toHaveLength(3);
      throw new Error('rolled back');
    }).catch(() => {});
    expect(await notes.owner('notes')).toHaveLength(3);
  });
});

describe('statements of several companies in one transaction (docs/adr/0047-statements-share-a-commit.md)', () => {
  it('each sees the rows of its own company, and one without a company none', async () => {
    const settings = '-c role=svc_kit_notes_app -c search_path=kit_notes';
    const connection = new SharedConnection({
      config: { connectionString: notes.url, options: settings },
      maxGroups: 1,
      runAlone: () => Promise.reject(new Error('The group failed.')),
      onServerError: () => {},
      onBrokenConnection: () => {},
    });
    const companies = ['a', 'b', undefined, 'a', 'a', undefined, undefined, 'b', ''];
    const results = await Promise.all(
      companies.map((companyId) => connection.run<{ company_id: string }>({ ...ALL, companyId }, ['x'])),
    );
    expect(results.map(({ rows }) => rows.map(({ company_id }) => company_id).join(''))).toEqual(
      companies.map((companyId) => ({ a: 'aa', b: 'b' })[companyId ?? ''] ?? ''),
    );
    await connection.close();
  });

  it('a row cannot be inserted into another company, and what was sent with it is stored', async () => {
    const [foreign, own] = await Promise.allSettled([
      writePrepared(single.knex, 'a', INSERT, ['b', 'foreign']),
      writePrepared(single.knex, 'a', INSERT, ['a', 'own']),
    ]);
    expect(foreign).toMatchObject({ reason: DENIED });
    expect(own).toMatchObject({ value: { rowCount: 1 } });
    expect(await texts(notes.owner('notes').whereIn('text', ['foreign', 'own']))).toEqual(['own']);
  });
});

describe('interleaved requests of two companies', () => {
  const REQUESTS = 6_000;

  it(`see no foreign row in ${REQUESTS} requests over four connections (docs/reliability.md R9.3)`, async () => {
    const pool = createDatabase({ ...options, url: notes.url, poolMax: 4, log: testLogger() });
    let next = 0;
    const seen = { own: 0, foreign: 0, outside: 0 };
    const count = (companyId: string, rows: readonly { company_id: string }[]) => {
      for (const row of rows) seen[row.company_id === companyId ? 'own' : 'foreign'] += 1;
    };
    async function work(): Promise<void> {
      for (let request = next++; request < REQUESTS; request = next++) {
        const companyId = request % 2 === 0 ? 'a' : 'b';
        // Most as hot statements; some as transactions, some that fail, some outside of every company.
        if (request % 7 === 0)
          await forCompany(pool.knex, companyId, async (db) => count(companyId, await db('notes')));
        else if (request % 11 === 0) seen.outside += (await runPrepared(pool.knex, ALL, ['x'])).rows.length;
        else if (request % 3 === 0) {
          const { rows } = await writePrepared<{ company_id: string }>(pool.knex, companyId, ALL, ['x']);
          count(companyId, rows);
        } else if (request % 5 === 0) seen.outside += (await readPrepared(pool.knex, ALL, ['x'])).rows.length;
        else if (request % 17 === 0) await writePrepared(pool.knex, companyId, INSERT, ['c', 'x']).catch(() => {});
        else if (request % 13 === 0)
          await runPreparedForCompany(pool.knex, companyId, INSERT, ['c', 'x']).catch(() => {});
        else
          count(
            companyId,
            (await runPreparedForCompany<{ company_id: string }>(pool.knex, companyId, ALL, ['x'])).rows,
          );
      }
    }
    await Promise.all(Array.from({ length: 32 }, work));
    await pool.close();
    expect(seen).toMatchObject({ foreign: 0, outside: 0 });
    expect(seen.own).toBeGreaterThan(REQUESTS);
  });
});

describe('createCrossCompanyView', () => {
  it('shows the rows of every company, and of them the named columns only', async () => {
    const rows = await single.knex('all_notes').select('*').orderBy('id');
    expect(rows.map((row) => Object.keys(row).join())).toEqual(['id,company_id', 'id,company_id', 'id,company_id']);
  });

  it('allows what was granted and nothing else', async () => {
    await expect(single.knex('all_notes').delete()).rejects.toMatchObject(DENIED);
    await expect(single.knex('all_notes').update({ company_id: 'b' })).rejects.toMatchObject(DENIED);
  });
});

describe('a table that the application role only reads', () => {
  it('shows the rows of the company, and none can be inserted, changed or deleted', async () => {
    await notes.owner('records').insert([{ company_id: 'a' }, { company_id: 'b' }]);
    expect(await forCompany(single.knex, 'a', (db) => db('records').select('company_id'))).toEqual([
      { company_id: 'a' },
    ]);
    for (const write of [
      (db: Knex) => db('records').insert({ company_id: 'a' }),
      (db: Knex) => db('records').update({ company_id: 'a' }),
      (db: Knex) => db('records').delete(),
    ]) {
      await expect(forCompany(single.knex, 'a', (db) => Promise.resolve(write(db)))).rejects.toMatchObject(DENIED);
    }
  });
});

describe('findIsolationProblems', () => {
  const declared = { schema: 'kit_notes', crossings: { all_notes: ['id', 'company_id'] } };

  it('is content with what the helpers make, which also can be undone', async () => {
    expect(await findIsolationProblems(notes.owner, declared)).toEqual([]);
    await checkMigrations(options);
  });

  it.each([
    ['alter table notes no force row level security', 'Table notes must have row-level security, enabled and forced.'],
    ['create table more (company_id text)', 'Table more must have row-level security, enabled and forced.'],
    ['create policy open on notes using (true)', 'Table notes must have the policies'],
    ['create view leak as select * from notes', 'View leak (id, company_id, text) must be declared.'],
    ['grant truncate on notes to svc_kit_notes_app', 'it must not have TRUNCATE on notes.'],
    ['grant create on schema kit_notes to svc_kit_notes_app', 'it must not have CREATE on schema kit_notes.'],
  ])('notices: %s', async (statement, problem) => {
    const found = await notes.owner
      .transaction(async (transaction) => {
        await transaction.raw(statement);
        throw await findIsolationProblems(transaction, declared);
      })
      .catch((problems: unknown) => problems);
    expect((found as string[]).join('\n')).toContain(problem);
  });
});
