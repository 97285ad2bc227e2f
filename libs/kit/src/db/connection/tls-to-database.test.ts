import { chown, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import knexFactory from 'knex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../log/logger.js';
import type { EmbeddedPostgres } from '../../postgres/start-embedded-postgres.js';
import { createTestAuthority, type TestCertificate } from '../../testing/certificates.js';
import { EmbeddedPostgresFixture } from '../../testing/embedded-postgres-fixture.js';
import { testLogger } from '../../testing/test-database.js';
import { toDatabaseFailure } from '../database-error.js';
import { createDatabase } from './create-database.js';
import { watchDatabase } from './watch-database.js';

const migrationsDirectory = new URL('../../testing/fixtures/migrations/', import.meta.url);
const UNTRUSTED =
  'error: the certificate of the database does not match, or it has none, an administrator must correct that; the service waits for it';

// docs/operations.md "TLS to PostgreSQL and Redis", "Faults of the environment"
describe('TLS to PostgreSQL', () => {
  const authority = createTestAuthority();
  const right = authority.issue(['127.0.0.1']);
  const fixture = new EmbeddedPostgresFixture();
  let folder: string;
  let server: EmbeddedPostgres;
  let url: string;
  beforeAll(async () => {
    await fixture.openInitialized();
    folder = fixture.dataDir;
    server = await fixture.start();
    const ca = join(folder, 'ca.pem');
    await writeFile(ca, authority.ca);
    url = `${server.url}?sslmode=verify-full&sslrootcert=${ca}`;
  });
  afterAll(() => fixture.close());

  const configure = async (...statements: string[]) => {
    const admin = knexFactory({ client: 'pg', connection: server.url, pool: { min: 0, max: 1 } });
    for (const statement of [...statements, 'select pg_reload_conf()']) await admin.raw(statement);
    await admin.destroy();
  };
  /** Gives the server a certificate, or takes TLS away. */
  async function serve(certificate: TestCertificate | undefined): Promise<void> {
    if (certificate === undefined) return configure('alter system set ssl = off');
    const { uid, gid } = await stat(join(folder, 'postgres'));
    for (const [name, text] of Object.entries({ 'server.crt': certificate.cert, 'server.key': certificate.key })) {
      const path = join(folder, 'postgres', name);
      await writeFile(path, text, { mode: 0o600 });
      await chown(path, uid, gid);
    }
    await configure('alter system set ssl = on');
  }

  function observe() {
    const lines: string[] = [];
    const write = (text: string) => {
      const { level, msg, err } = JSON.parse(text) as { level: string; msg: string; err?: { message: string } };
      lines.push(err ? `${level}: ${msg} (${err.message})` : `${level}: ${msg}`);
    };
    const log = createLogger({ name: 'test', level: 'info' }, { write });
    const database = createDatabase({ url, schema: 'kit_tls', migrationsDirectory, log: testLogger() });
    const watch = watchDatabase({ database, migrate: true, log, everyMs: 20, onPrepared() {} });
    const stop = async () => {
      await watch.stop();
      await database.close();
    };
    return { database, watch, lines, stop };
  }

  it.each<[what: string, certificate: TestCertificate | undefined, reason: RegExp]>([
    ['of another authority', createTestAuthority().issue(['127.0.0.1']), /unable to verify the first certificate/],
    ['for another host', authority.issue(['db.example']), /Hostname\/IP does not match/],
    ['that has expired', authority.issue(['127.0.0.1'], { validUntil: new Date(0) }), /certificate has expired/],
    ['that is missing, as the server does not speak TLS', undefined, /does not support SSL/],
  ])(
    'a certificate %s is one line, and the service works by itself when it is corrected',
    async (_what, wrong, reason) => {
      await serve(wrong);
      const { database, watch, lines, stop } = observe();
      await watch.start();
      expect(watch.findProblem()).toBe('the certificate of the database does not match');
      const failure = await database.ping().catch((error: unknown) => toDatabaseFailure(error));
      expect(failure).toMatchObject({ code: 'UNAVAILABLE' });
      await serve(right);
      await expect.poll(() => watch.findProblem()).toBe(undefined);
      await stop();
      expect(lines).toEqual([expect.stringMatching(reason), 'info: the database works']);
      expect(lines[0]).toContain(UNTRUSTED);
    },
  );

  it('an authority that is renewed needs no restart', async () => {
    await serve(right);
    const { database, watch, lines, stop } = observe();
    await watch.start();
    const renewed = createTestAuthority();
    await writeFile(join(folder, 'ca.pem'), renewed.ca);
    await serve(renewed.issue(['127.0.0.1']));
    await configure(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'svc-kit_tls'`);
    await expect.poll(() => database.ping().then(() => 'works', String)).toBe('works');
    await stop();
    expect(lines).toEqual([]);
  });
});
