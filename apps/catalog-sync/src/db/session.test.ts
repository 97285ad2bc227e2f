import { createDatabase } from '@svc/kit';
import { testDatabase, testLogger } from '@svc/kit/testing';
import knex from 'knex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../app.js';
import { type Session, withSession } from './session.js';

let test: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  test = await testDatabase({ schema: 'catalog', migrationsDirectory: MIGRATIONS, poolMax: 1 });
});
afterAll(() => test.drop());

const COPY = 'copy numbers from stdin';
const createTable = (session: Session) => session.query('create temporary table numbers (number integer)');
const count = async (session: Session) =>
  (await session.query<{ n: number }>('select count(*)::int as n from numbers'))[0]?.n;

async function* lines(count: number, last?: () => string): AsyncGenerator<string> {
  for (let number = 0; number < count; number++) yield `${number}\n`.repeat(1_000);
  if (last) yield last();
}

describe('Session.copy', () => {
  it('loads every line, however the input is split', async () => {
    await withSession(test.database.knex, null, async (session) => {
      await createTable(session);
      await session.copy(COPY, lines(300));
      expect(await count(session)).toBe(300_000);
      await session.copy(COPY, lines(0));
    });
  });

  it.each([0, 1, 500])(
    'a line that the server refuses after %d pieces rejects, and the connection can still be used',
    async (pieces) => {
      await withSession(test.database.knex, null, async (session) => {
        await createTable(session);
        await expect(
          session.copy(
            COPY,
            lines(pieces, () => 'x\n'),
          ),
        ).rejects.toThrow(/invalid input syntax/);
        expect(await count(session)).toBe(0);
      });
    },
  );

  it('a refusal while more lines follow rejects too', async () => {
    await withSession(test.database.knex, null, async (session) => {
      await createTable(session);
      async function* refused() {
        yield 'x\n';
        await new Promise((resolve) => setTimeout(resolve, 50));
        yield* lines(500);
      }
      await expect(session.copy(COPY, refused())).rejects.toThrow(/invalid input syntax/);
      expect(await count(session)).toBe(0);
    });
  });

  it('a failing source leaves no rows, and the connection can still be used', async () => {
    await withSession(test.database.knex, null, async (session) => {
      await createTable(session);
      const failing = lines(500, () => {
        throw new Error('source');
      });
      await expect(session.copy(COPY, failing)).rejects.toThrow('source');
      expect(await count(session)).toBe(0);
    });
  });

  it('a source that fails before the server took what came is an error of the copy only', async () => {
    await withSession(test.database.knex, null, async (session) => {
      await createTable(session);
      async function* failing() {
        yield '1\n'.repeat(1_000_000);
        throw new Error('source');
      }
      // A rejection that no code handles fails the run.
      await expect(session.copy(COPY, failing())).rejects.toThrow('source');
      expect(await count(session)).toBe(0);
    });
  });

  it('a lost connection rejects, and the pool provides another one', async () => {
    const lost = withSession(test.database.knex, null, async (session) => {
      await createTable(session);
      const [row] = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
      const admin = knex({ client: 'pg', connection: test.url });
      await admin.raw('select pg_terminate_backend(?)', [row?.pid ?? 0]);
      await admin.destroy();
      await session.copy(COPY, lines(500));
    });
    await expect(lost).rejects.toThrow();
    await expect(test.database.ping()).resolves.toBeUndefined();
  });
});

describe('a statement of a session', () => {
  it('may take longer than the timeout of other statements, on the server and in the client', async () => {
    // The query times out after 0.1 s, or after 2.1 s if the server does not respond.
    const short = createDatabase({
      url: test.url,
      schema: 'catalog',
      migrationsDirectory: MIGRATIONS,
      poolMax: 1,
      statementTimeoutMs: 100,
      log: testLogger(),
    });
    await expect(short.knex.raw('select pg_sleep(1)')).rejects.toThrow('statement timeout');
    await withSession(short.knex, null, async (session) => {
      await session.query('select pg_sleep(2.3)');
      await createTable(session);
      async function* slow() {
        yield* lines(1);
        await new Promise((resolve) => setTimeout(resolve, 2_300));
        yield* lines(1);
      }
      await session.copy(COPY, slow());
      expect(await count(session)).toBe(2_000);
    });
    await expect(short.knex.raw('select pg_sleep(1)')).rejects.toThrow('statement timeout');
    await short.close();
  });
});

describe('withSession', () => {
  it('returns the connection to the pool without temporary tables, open transactions and settings', async () => {
    await withSession(test.database.knex, null, async (session) => {
      await createTable(session);
      await session.query('begin');
    });
    const { rows } = await test.database.knex.raw<{
      rows: { numbers: string | null; timeout: string; role: string }[];
    }>(
      `select to_regclass('numbers')::text as numbers, current_setting('statement_timeout') as timeout, current_user as role`,
    );
    expect(rows).toEqual([{ numbers: null, timeout: '10s', role: 'svc_catalog_app' }]);
  });

  it('leaves a connection its role and schema that got them by a statement, behind a pooler', async () => {
    const { knex: db, close } = createDatabase({
      url: test.url,
      session: 'statement',
      schema: 'catalog',
      migrationsDirectory: MIGRATIONS,
      poolMax: 1,
      log: testLogger(),
    });
    await withSession(db, null, createTable);
    const { rows } = await db.raw(
      `select to_regclass('catalogs')::text as found, current_setting('statement_timeout') as timeout, current_user as role`,
    );
    expect(rows).toEqual([{ found: 'catalogs', timeout: '10s', role: 'svc_catalog_app' }]);
    await close();
  });
});
