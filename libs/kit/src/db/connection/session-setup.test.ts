import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, testLogger } from '../../testing/test-database.js';
import { readPrepared } from '../statements/run-shared.js';
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
