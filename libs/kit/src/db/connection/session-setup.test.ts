import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, testLogger } from '../../testing/test-database.js';
import { runPreparedForCompany } from '../statements/run-prepared-for-company.js';
import { readPrepared, writePrepared } from '../statements/run-shared.js';
import { createDatabase } from './create-database.js';
import { clientConfig, type SessionSetup } from './knex-config.js';

const NAMES = ['role', 'search_path', 'statement_timeout', 'idle_in_transaction_session_timeout', 'lock_timeout'];
const SETTINGS = {
  name: 'list-settings',
  text: `select ${NAMES.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`,
};

// docs/operations.md "Behind a pooler"
describe('settings of a session', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database?.drop());

  it.each<SessionSetup>(['startup', 'statement'])(
    'are the same with %s, in the pool and in shared connections',
    async (session) => {
      const own = createDatabase({
        url: database.url,
        session,
        schema: 'kit_check',
        migrationsDirectory: fileURLToPath(new URL('../../testing/fixtures/migrations/', import.meta.url)),
        log: testLogger(),
      });
      await own.migrate();
      const expected = {
        role: 'svc_kit_check_app',
        search_path: 'kit_check',
        statement_timeout: '10s',
        idle_in_transaction_session_timeout: '1min',
        lock_timeout: '0',
      };
      expect((await own.knex.raw(SETTINGS.text)).rows).toEqual([expected]);
      expect((await readPrepared(own.knex, SETTINGS, [])).rows).toEqual([{ ...expected, lock_timeout: '50ms' }]);
      await own.close();
    },
  );

  describe('of a pooler in transaction mode', () => {
    const migrationsDirectory = fileURLToPath(new URL('../../testing/fixtures/migrations/', import.meta.url));
    /** The settings that a pooler would have made. */
    const pooled = (settings: string) => {
      const url = new URL(database.url);
      url.searchParams.set('options', settings);
      return url.href;
    };
    const open = (url: string) =>
      createDatabase({
        url,
        directUrl: database.url,
        session: 'transaction',
        schema: 'kit_check',
        migrationsDirectory,
        log: testLogger(),
      });

    it('leaves no prepared statement and no setting in a session, and keeps the company and the limit of locks', async () => {
      const own = open(pooled('-c role=svc_kit_check_app -c search_path=kit_check'));
      await own.migrate();
      const company = { name: 'show-company', text: `select current_setting('svc.company_id', true) as company` };
      const inCompany = await runPreparedForCompany<{ company: string }>(own.knex, 'one', company, []);
      expect(inCompany.rows).toEqual([{ company: 'one' }]);
      const written = await writePrepared<{ company: string }>(own.knex, 'two', company, []);
      expect(written.rows).toEqual([{ company: 'two' }]);
      const [shared] = (await readPrepared<{ lock_timeout: string }>(own.knex, SETTINGS, [])).rows;
      expect(shared?.lock_timeout).toBe('50ms');
      const left = `select name, current_setting('lock_timeout') as locks, current_setting('svc.company_id', true) as company
        from (select count(*)::int as name from pg_prepared_statements) prepared`;
      const after = { name: 'list-left', text: left };
      expect((await own.knex.raw(left)).rows).toEqual([{ name: 0, locks: '0', company: '' }]);
      expect((await readPrepared(own.knex, after, [])).rows).toMatchObject([{ name: 0 }]);
      await own.close();
    });

    it('refuses connections that would see the rows of every company', async () => {
      const own = open(pooled('-c search_path=kit_check'));
      await expect(own.knex.raw('select 1')).rejects.toThrow(
        "The pooler's connections have role none and search_path kit_check, not role svc_kit_check_app and search_path kit_check, which it must set.",
      );
      await own.close();
    });
  });

  it('a pooler sees no start-up options with statement, which it would refuse', () => {
    const options = {
      url: 'postgres://a',
      applicationName: 'x',
      settings: { role: 'r' },
      poolMax: 1,
      log: testLogger(),
    };
    expect(clientConfig({ ...options, session: 'startup' })).toHaveProperty('options');
    expect(clientConfig({ ...options, session: 'statement' })).not.toHaveProperty('options');
  });
});
