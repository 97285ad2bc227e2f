import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkDatabaseUrls, checkDirectUrl } from './check-database.js';
import { ConfigError } from './config-error.js';

const here = fileURLToPath(import.meta.url);
const toUrl = (parameters: string) => `postgres://svc:hunter2@db.example/svc?${parameters}`;

// docs/operations.md "TLS to PostgreSQL and Redis"
describe('the addresses of databases', () => {
  it('name every file that cannot be read, and show no password', () => {
    const config = {
      DATABASE_URL: toUrl('sslmode=verify-full&sslrootcert=/none/ca.pem'),
      DATABASE_DIRECT_URL: toUrl(`sslrootcert=${here}&sslcert=/none/cert.pem&sslkey=/none/key.pem`),
      DATABASE_READ_URL: undefined,
    };
    expect(() => checkDatabaseUrls(config)).toThrow(
      new ConfigError([
        'sslrootcert of DATABASE_URL names a file that cannot be read (ENOENT)',
        'sslcert of DATABASE_DIRECT_URL names a file that cannot be read (ENOENT)',
        'sslkey of DATABASE_DIRECT_URL names a file that cannot be read (ENOENT)',
      ]),
    );
  });

  it('may name files that exist, or none', () => {
    checkDatabaseUrls({ DATABASE_URL: toUrl(`sslmode=verify-full&sslrootcert=${here}`), DATABASE_READ_URL: toUrl('') });
  });

  it('behind a pooler in transaction mode, that of PostgreSQL itself is needed', () => {
    expect(() => checkDirectUrl({ DATABASE_SESSION: 'transaction' })).toThrow(
      new ConfigError(['DATABASE_DIRECT_URL must be set if DATABASE_SESSION is transaction']),
    );
    checkDirectUrl({ DATABASE_SESSION: 'transaction', DATABASE_DIRECT_URL: toUrl('') });
    checkDirectUrl({ DATABASE_SESSION: 'statement' });
  });
});
