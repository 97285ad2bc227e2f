import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecretBox, migrate, randomId, readKeyId, type SecretBox } from '@svc/kit';
import { createTestDatabase, testLogger } from '@svc/kit/testing';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useCli } from '../../testing/use-cli.js';
import { type ReencryptReport, reencrypt } from './reencrypt.js';
import { withSchemas } from './schemas.js';
import { SEALED_SCHEMAS, type SealedConnections } from './sealed.js';
import { SEALED_COLUMNS, SERVICE_SCHEMAS } from './service-schemas.js';
import { verify } from './verify.js';

const newKey = () => randomBytes(32).toString('base64');
const [OLD, NEW] = [newKey(), newKey()];
const [oldBox, newBox] = [createSecretBox(OLD) as SecretBox, createSecretBox(NEW) as SecretBox];
const BOTH = `${NEW},${OLD}`;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
/** The superuser of the test, who sees all schemas. */
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  for (const schema of Object.values(SERVICE_SCHEMAS)) {
    await migrate({ ...schema, url: database.url, log: testLogger() });
  }
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});
beforeEach(() => client.query('truncate identity.users, catalog.shopify_shops cascade'));

const environment = (keys: string) => ({ DATABASE_URL: database.url, IDENTITY_KEYS: keys, SECRETS_KEY: keys });

function run(keys: string, options: { dryRun?: boolean; use?: (connections: SealedConnections) => void } = {}) {
  const { dryRun = false, use } = options;
  return withSchemas(
    environment(keys),
    (connections) => {
      use?.(connections);
      return reencrypt(connections, { environment: environment(keys), dryRun });
    },
    SEALED_SCHEMAS,
  );
}
const users = ([report]: ReencryptReport[]) => report as ReencryptReport;

/** Users with an authenticator app. @returns their ids. */
async function addUsers(count: number, box = oldBox): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomId()).sort();
  await client.query(
    `insert into identity.users (id, email, email_key, name, locale, totp_secret, created_at)
       select id, id, id, '', 'en', sealed, now() from unnest($1::text[], $2::bytea[]) as given (id, sealed)`,
    [ids, ids.map((id) => box.seal(`totp of ${id}`, id))],
  );
  return ids;
}

async function addShop(companyId: string): Promise<string> {
  const shop = `${companyId.toLowerCase()}.myshopify.com`;
  await client.query(
    `insert into catalog.shopify_shops (company_id, shop, state, scopes, sealed_tokens, connected_at, sync_wanted)
     values ($1, $2, 'CONNECTED', '', $3, now(), false)`,
    [companyId, shop, oldBox.seal('{"accessToken":"shpat_1"}', shop)],
  );
  return shop;
}

const readSealed = async (id: string): Promise<Buffer> => {
  const { rows } = await client.query('select totp_secret from identity.users where id = $1', [id]);
  return rows[0].totp_secret;
};

// docs/operations.md "Rotation of keys"
describe('svc ops reencrypt', () => {
  it('encrypts what an older key encrypted with the first key, so that the older one can be removed', async () => {
    const [id = ''] = await addUsers(1);
    const [current = ''] = await addUsers(1, newBox);
    const kept = await readSealed(current);
    await client.query(
      `insert into identity.users (id, email, email_key, name, locale, created_at) values ('none', '', 'none', '', 'en', now())`,
    );
    const shop = await addShop('glow');
    const keys = new Map([[newBox.keyId, 2]]);
    expect(await run(BOTH)).toEqual([
      { name: 'identity.users.totp_secret', reencrypted: 1, keys, problems: [] },
      {
        name: 'catalog.shopify_shops.sealed_tokens',
        reencrypted: 1,
        keys: new Map([[newBox.keyId, 1]]),
        problems: [],
      },
    ]);
    expect(newBox.open(await readSealed(id), id)).toBe(`totp of ${id}`);
    expect(await readSealed(current)).toEqual(kept);
    const { rows } = await client.query('select sealed_tokens from catalog.shopify_shops');
    expect(newBox.open(rows[0].sealed_tokens, shop)).toBe('{"accessToken":"shpat_1"}');
    expect(users(await run(NEW))).toMatchObject({ reencrypted: 0, problems: [] });
  });

  it('changes nothing in a dry run, which finds rows that need an older key', async () => {
    const [id = ''] = await addUsers(1);
    const before = await readSealed(id);
    expect(users(await run(BOTH, { dryRun: true }))).toEqual({
      name: 'identity.users.totp_secret',
      reencrypted: 1,
      keys: new Map([[oldBox.keyId, 1]]),
      problems: ['1 rows still need an older key of IDENTITY_KEYS. Run "svc ops reencrypt".'],
    });
    expect(await readSealed(id)).toEqual(before);
    await run(BOTH);
    expect(users(await run(BOTH, { dryRun: true }))).toMatchObject({ reencrypted: 0, problems: [] });
  });

  it('names rows whose key is missing, and encrypts all others', async () => {
    const ids = await addUsers(12, createSecretBox(newKey()));
    const [readable = ''] = await addUsers(1);
    const { reencrypted, problems } = users(await run(BOTH));
    expect(reencrypted).toBe(1);
    expect(readKeyId(await readSealed(readable))).toBe(newBox.keyId);
    expect(problems).toEqual([
      `12 rows cannot be decrypted with IDENTITY_KEYS (id: ${ids.slice(0, 10).join(', ')}, …). Add the key that is missing.`,
    ]);
  });

  it('leaves a row as a service wrote it meanwhile, and reports that its key is still needed', async () => {
    const [first = '', second = ''] = await addUsers(2);
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    try {
      await other.query('begin');
      const written = oldBox.seal('a new app', first);
      await other.query('update identity.users set totp_secret = $2 where id = $1', [first, written]);
      const done = run(BOTH);
      await waitForLock();
      await other.query('commit');
      expect(users(await done)).toMatchObject({
        reencrypted: 1,
        keys: new Map([
          [newBox.keyId, 1],
          [oldBox.keyId, 1],
        ]),
        problems: ['1 rows still need an older key of IDENTITY_KEYS. Run "svc ops reencrypt".'],
      });
      expect(await readSealed(first)).toEqual(written);
      expect(users(await run(BOTH))).toMatchObject({ reencrypted: 1, problems: [] });
      expect(newBox.open(await readSealed(first), first)).toBe('a new app');
      expect(newBox.open(await readSealed(second), second)).toBe(`totp of ${second}`);
    } finally {
      await other.end();
    }
  });

  it('continues after an interruption, with every secret readable in between', async () => {
    const ids = await addUsers(1_100);
    const blocked = ids[700] as string;
    await client.query('begin');
    await client.query('select from identity.users where id = $1 for update', [blocked]);
    const interrupted = expect(
      run(BOTH, { use: ({ identity }) => void identity.on('error', () => undefined) }),
    ).rejects.toThrow();
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    try {
      await waitForLock(other);
      await other.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'svc-ops' and wait_event_type = 'Lock'`,
      );
      await interrupted;
      await client.query('rollback');
    } finally {
      await other.end();
    }
    const both = createSecretBox(BOTH) as SecretBox;
    for (const id of [ids[0], blocked, ids[1_099]] as string[]) {
      expect(both.open(await readSealed(id), id)).toBe(`totp of ${id}`);
    }
    expect(users(await run(BOTH))).toMatchObject({ reencrypted: 400, keys: new Map([[newBox.keyId, 1_100]]) });
  });

  it('needs the keys of what is stored, and only those', async () => {
    await addUsers(1);
    const report = await withSchemas(
      environment(BOTH),
      (connections) => reencrypt(connections, { environment: { SECRETS_KEY: BOTH }, dryRun: false }),
      SEALED_SCHEMAS,
    );
    expect(report.map(({ problems }) => problems)).toEqual([['IDENTITY_KEYS must be set: 1 rows are encrypted.'], []]);
  });

  it('knows every column that a service encrypts', async () => {
    const { rows } = await client.query(
      `select namespace.nspname as schema, class.relname as table, attname as column, col_description(class.oid, attnum) as comment
         from pg_attribute join pg_class class on class.oid = attrelid join pg_namespace namespace on namespace.oid = relnamespace
        where class.relkind in ('r', 'p') and col_description(class.oid, attnum) ~* 'encrypted|sealed' order by 1 desc`,
    );
    expect(rows.map(({ comment, ...name }) => ({ ...name, variable: /under ([A-Z_]+)/.exec(comment)?.[1] }))).toEqual(
      SEALED_SCHEMAS.map((schema) => {
        const { variable, table, column } = SEALED_COLUMNS[schema];
        return { schema, table, column, variable };
      }),
    );
  });
});

describe('svc ops verify', () => {
  it('finds secrets whose key is not configured', async () => {
    await addUsers(2);
    await addUsers(1, newBox);
    const find = (keys: string) =>
      withSchemas({ DATABASE_URL: database.url }, (connections) =>
        verify(connections, { environment: environment(keys), schemas: SERVICE_SCHEMAS }),
      );
    expect((await find(NEW)).problems).toEqual([
      'identity: 2 rows of users.totp_secret need a key that IDENTITY_KEYS does not have. Add it.',
    ]);
    expect((await find(BOTH)).problems).toEqual([]);
  });
});

describe('the command', () => {
  const cli = useCli();

  it('reads keys from files, and prints numbers and ids of keys but no secret', async () => {
    const [id = ''] = await addUsers(1);
    writeFileSync(join(cli.folder, 'keys'), `${BOTH}\n`);
    const variables = { DATABASE_URL: database.url, IDENTITY_KEYS_FILE: join(cli.folder, 'keys') };
    const none = 'catalog.shopify_shops.sealed_tokens: 0 rows encrypted again. Stored: none.\n';
    expect(await cli.spawnSvc('ops reencrypt --dry-run', variables)).toEqual({
      code: 1,
      out: `identity.users.totp_secret: 1 rows to encrypt again. Stored: 1 with key ${oldBox.keyId}.\n${none.replace('encrypted', 'to encrypt')}`,
      err: 'identity.users.totp_secret: 1 rows still need an older key of IDENTITY_KEYS. Run "svc ops reencrypt".\n',
    });
    expect(await cli.spawnSvc('ops reencrypt', variables)).toEqual({
      code: 0,
      out: `identity.users.totp_secret: 1 rows encrypted again. Stored: 1 with key ${newBox.keyId}.\n${none}`,
      err: '',
    });
    expect(newBox.open(await readSealed(id), id)).toBe(`totp of ${id}`);
    expect(await cli.spawnSvc('ops reencrypt', { ...variables, SECRETS_KEY: 'short' })).toEqual({
      code: 2,
      out: '',
      err: 'SECRETS_KEY must be 32 bytes as base64, or several separated by commas.\n',
    });
  });
});

/** Until `svc ops` waits for a row that a service has locked. */
async function waitForLock(connection = client): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await connection.query(
        `select from pg_stat_activity
          where datname = current_database() and application_name = 'svc-ops' and wait_event_type = 'Lock'`,
      );
      return rows.length;
    })
    .toBe(1);
}
