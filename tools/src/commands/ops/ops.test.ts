import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabase, migrate, randomId } from '@svc/kit';
import { createTestDatabase, testLogger } from '@svc/kit/testing';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useCli } from '../../testing/use-cli.js';
import { afterRestore } from './after-restore.js';
import { restamp } from './restamp.js';
import { SCHEMAS } from './schema-names.js';
import { type Connections, withSchemas } from './schemas.js';
import { SERVICE_SCHEMAS } from './service-schemas.js';
import { verify } from './verify.js';

const GLOW = randomId();
const OTHER = randomId();
/** Higher than any transaction of the test's server. */
const FOREIGN_XID = '900000000000';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let environment: Record<string, string>;
let connections: Connections;
const closing: (() => void)[] = [];
let closed: Promise<void>;
beforeAll(async () => {
  database = await createTestDatabase();
  environment = { DATABASE_URL: database.url };
  for (const schema of SCHEMAS) await migrate({ ...SERVICE_SCHEMAS[schema], url: database.url, log: testLogger() });
  await new Promise<void>((resolve) => {
    closed = withSchemas(environment, (opened) => {
      connections = opened;
      resolve();
      return new Promise<void>((close) => void closing.push(close));
    });
  });
});
afterAll(async () => {
  for (const close of closing) close();
  await closed;
  await database?.drop();
});

const use = <T>(task: (connections: Connections) => Promise<T>): Promise<T> => task(connections);
const findProblems = (at?: Date) =>
  use(async (connections) => (await verify(connections, { environment, schemas: SERVICE_SCHEMAS, at })).problems);

/** A company, its catalog and what the matcher knows of both, all in agreement. */
beforeEach(() =>
  use(async ({ funnel, analysis, matcher, catalog, insight, chat }) => {
    await funnel.query('truncate companies cascade');
    for (const client of [insight, chat]) await client.query('truncate follower_cursors');
    await analysis.query('truncate analyses, erased_analyses');
    await matcher.query('truncate company_configs, funnel_states, catalog_snapshots, follower_cursors');
    await catalog.query('truncate catalogs cascade');
    for (const [id, handle] of [
      [GLOW, 'glow'],
      [OTHER, 'other'],
    ]) {
      await funnel.query(
        `insert into companies (id, handle, name, language, company_key, domains, settings, version, revision)
         values ($1, $2, 'x', 'en', rpad($2, 25, 'x'), '[]', '{}', 5, 3)`,
        [id, handle],
      );
      for (const participant of ['matcher', 'catalog']) {
        await funnel.query(
          `insert into blueprint_deliveries (company_id, participant, revision, delivered_at) values ($1, $2, 3, now())`,
          [id, participant],
        );
      }
      await catalog.query('insert into catalogs (company_id, version, revision) values ($1, 4, 3)', [id]);
      await matcher.query(
        `insert into company_configs (company_id, revision, version, config) values ($1, 3, 2, '{}')`,
        [id],
      );
      await matcher.query(
        `insert into funnel_states (company_id, version, language, funnels) values ($1, 5, 'en', '[]')`,
        [id],
      );
      await matcher.query(
        `insert into catalog_snapshots (company_id, version, data, checksum) values ($1, 4, '', '')`,
        [id],
      );
    }
    await matcher.query(`insert into follower_cursors (name, cursor) values ('funnels', '1'), ('catalogs', '1')`);
  }),
);

const readNumbers = () =>
  use(async ({ funnel, catalog, matcher }) => {
    const company = await funnel.query('select version, revision from companies where id = $1', [GLOW]);
    const stored = await catalog.query('select version, revision from catalogs where company_id = $1', [GLOW]);
    const cursors = await matcher.query('select name from follower_cursors order by name');
    return { company: company.rows[0], catalog: stored.rows[0], cursors: cursors.rows.map(({ name }) => name) };
  });

// docs/operations.md "After a restore"
describe('svc ops verify', () => {
  it('finds nothing in databases that agree', async () => {
    expect(await findProblems()).toEqual([]);
  });

  it('misses analyses of the minute before the time of the restore', async () => {
    expect(await findProblems(new Date())).toEqual([expect.stringContaining('The newest analysis is of no time')]);
  });

  it('finds followers of erasures whose position the restored server has not reached', async () => {
    await use(async ({ matcher, insight, chat }) => {
      for (const [client, cursor] of [
        [matcher, `${FOREIGN_XID}-5-${'0'.repeat(64)}`],
        [insight, FOREIGN_XID],
        [chat, FOREIGN_XID],
      ] as const) {
        await client.query(`insert into follower_cursors (name, cursor) values ('erasures', $1)`, [cursor]);
      }
      await insight.query(`insert into follower_cursors (name, cursor) values ('facts', $1)`, [FOREIGN_XID]);
    });
    const toProblem = (follower: string) =>
      `${follower}: its position in analysis is ahead. Run "svc ops after-restore analysis".`;
    expect(await findProblems()).toEqual(['matcher', 'insight', 'chat', 'insight'].map(toProblem));
    await use((connections) => afterRestore(connections, 'analysis'));
    expect(await findProblems()).toEqual([]);
  });

  it('finds rows that name rows which do not exist, which damaged files leave', async () => {
    const owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    await owner.query('set session_replication_role = replica');
    await owner.query('delete from funnel.companies where id = $1', [GLOW]);
    await owner.end();
    expect(await findProblems()).toContain(
      'funnel: 2 rows of blueprint_deliveries name rows of companies that do not exist.',
    );
  });

  it('counts rows of every service', async () => {
    const { counts } = await use((connections) => verify(connections, { environment, schemas: SERVICE_SCHEMAS }));
    expect(new Set(Object.keys(counts).map((table) => table.split('.')[0]))).toEqual(new Set(SCHEMAS));
    expect(counts).toMatchObject({ 'insight.orders': 0, 'chat.turns': 0 });
  });

  it('finds migrations that this release needs and that have not run', async () => {
    const [newest] = await use(async ({ identity }) => {
      const { rows } = await identity.query(
        'delete from knex_migrations where name = (select max(name) from knex_migrations) returning name, batch, migration_time',
      );
      return rows;
    });
    const problems = await findProblems();
    await use(({ identity }) =>
      identity.query(
        'insert into knex_migrations (name, batch, migration_time) values ($1, $2, $3)',
        Object.values(newest),
      ),
    );
    expect(problems).toEqual([expect.stringContaining(newest.name)]);
  });
});

describe('svc ops restamp, after a restore with another numbering of transactions', () => {
  beforeEach(() =>
    use(async ({ funnel, catalog, matcher }) => {
      await funnel.query('update companies set change_xid = $1::xid8', [FOREIGN_XID]);
      await catalog.query('update catalogs set change_xid = $1::xid8', [FOREIGN_XID]);
      await matcher.query('update follower_cursors set cursor = $1', [FOREIGN_XID]);
    }),
  );

  it('lets followers see every company and every later change, which they would miss', async () => {
    expect(await findProblems()).toHaveLength(4);
    await use(({ insight }) => insight.query(`insert into follower_cursors (name, cursor) values ('erasures', '1')`));
    expect(await use((connections) => restamp(connections))).toEqual({ rows: 10, followers: 3 });
    const left = await use(({ insight }) => insight.query('select name from follower_cursors'));
    expect(left.rows).toEqual([]);
    expect(await findProblems()).toEqual([]);
    expect((await readNumbers()).cursors).toEqual([]);
  });

  it('changes the order of changes, and back', async () => {
    const stamps = () =>
      use(async ({ funnel }) => {
        const { rows } = await funnel.query('select change_xid::text as stamp from companies');
        return rows.map(({ stamp }) => Number(stamp));
      });
    await use((connections) => restamp(connections, 'clock'));
    const microseconds = Date.now() * 1_000;
    for (const stamp of await stamps()) expect(Math.abs(stamp - microseconds)).toBeLessThan(60_000_000);
    expect(await findProblems()).toEqual([]);
    await use((connections) => restamp(connections, 'transactions'));
    for (const stamp of await stamps()) expect(stamp).toBeLessThan(1_000_000_000);
    expect(await findProblems()).toEqual([]);
  });
});

describe('svc ops after-restore', () => {
  it('funnel: raises versions and revisions above those that others have seen, so that later changes are not ignored', async () => {
    await use(({ funnel }) => funnel.query('update companies set version = 2, revision = 1 where id = $1', [GLOW]));
    expect(await findProblems()).toHaveLength(2);
    const done = await use((connections) => afterRestore(connections, 'funnel'));
    expect(done).toEqual({ raised: 1, applyAgain: [], unknown: [] });
    // The version is above the copy's, so that it is replaced; the next applied file has the revision after the highest.
    expect(await readNumbers()).toEqual({
      company: { version: '6', revision: '3' },
      catalog: { version: '4', revision: '3' },
      cursors: ['catalogs'],
    });
    expect(await findProblems()).toEqual([]);
    // Repeated, it changes nothing more.
    expect((await use((connections) => afterRestore(connections, 'funnel'))).raised).toBe(0);
  });

  it('funnel: names companies that it does not have any more', async () => {
    await use(async ({ funnel }) => {
      await funnel.query('delete from blueprint_deliveries where company_id = $1', [OTHER]);
      await funnel.query('delete from companies where id = $1', [OTHER]);
    });
    expect((await use((connections) => afterRestore(connections, 'funnel'))).unknown).toEqual([OTHER]);
  });

  it('catalog: raises versions, and names companies whose file must be applied again', async () => {
    await use(({ catalog }) =>
      catalog.query('update catalogs set version = 1, revision = 2 where company_id = $1', [GLOW]),
    );
    await use(({ catalog }) => catalog.query('delete from catalogs where company_id = $1', [OTHER]));
    const done = await use((connections) => afterRestore(connections, 'catalog'));
    expect(done).toEqual({ raised: 2, applyAgain: ['glow', 'other'], unknown: [] });
    expect(await readNumbers()).toMatchObject({ catalog: { version: '5', revision: '2' }, cursors: ['funnels'] });
    expect(await findProblems()).toEqual([]);
  });

  it('matcher: follows everything from the start, and names companies whose file must be applied again', async () => {
    await use(({ matcher }) => matcher.query('update company_configs set revision = 2 where company_id = $1', [GLOW]));
    const done = await use((connections) => afterRestore(connections, 'matcher'));
    expect(done).toEqual({ raised: 0, applyAgain: ['glow'], unknown: [] });
    expect((await readNumbers()).cursors).toEqual([]);
  });

  it('changes the order of changes, and back', async () => {
    const stamps = () =>
      use(async ({ funnel }) => {
        const { rows } = await funnel.query('select change_xid::text as stamp from companies');
        return rows.map(({ stamp }) => Number(stamp));
      });
    await use((connections) => restamp(connections, 'clock'));
    const microseconds = Date.now() * 1_000;
    for (const stamp of await stamps()) expect(Math.abs(stamp - microseconds)).toBeLessThan(60_000_000);
    expect(await findProblems()).toEqual([]);
    await use((connections) => restamp(connections, 'transactions'));
    for (const stamp of await stamps()) expect(stamp).toBeLessThan(1_000_000_000);
    expect(await findProblems()).toEqual([]);
  });

  it('is refused while a service is connected, which has positions in memory', async () => {
    const running = createDatabase({ ...SERVICE_SCHEMAS.funnel, url: database.url, log: testLogger() });
    await running.ping();
    try {
      await expect(use((connections) => afterRestore(connections, 'funnel'))).rejects.toThrow(
        'All services must be stopped. Connected to the database: services of funnel.',
      );
    } finally {
      await running.close();
    }
  });
});

describe('svc ops replay-erasures', () => {
  const cli = useCli();
  const hash = (id: string) => createHash('sha256').update(id).digest('hex');

  it('erases what the restore brought back, from logs or from export-erasures, and repeats without effect', async () => {
    const [erased, kept, early] = [randomId(), randomId(), randomId()];
    await use(async ({ analysis }) => {
      for (const id of [erased, kept, early]) {
        await analysis.query(
          `insert into analyses (id, company_id, funnel_id, version_id, is_preview, answers, selfie_sent)
           values ($1, $2, 'f', 'v', false, '{}', false)`,
          [id, GLOW],
        );
      }
    });
    const line = (time: string, id: string) => JSON.stringify({ level: 'info', time, erasedAnalysis: hash(id) });
    const log = [
      'not a line of ours',
      line('2026-11-01T00:00:00.000Z', early),
      `analysis-svc-1 | ${line('2026-11-23T12:00:00.000Z', erased)}`,
      line('2026-11-23T12:01:00.000Z', 'of another database'),
    ];
    writeFileSync(join(cli.folder, 'erasures.log'), log.join('\n'));
    const replay = 'ops replay-erasures erasures.log --since 2026-11-23T11:00:00Z';
    const svc = (command: string) => cli.spawnSvc(command, environment);
    expect(await svc(replay)).toEqual({ code: 0, out: '2 erasures read; 1 analyses erased again.\n', err: '' });
    expect((await svc(replay)).out).toBe('2 erasures read; 0 analyses erased again.\n');
    const left = await use(({ analysis }) => analysis.query('select id from analyses order by key'));
    expect(left.rows.map(({ id }) => id)).toEqual([kept, early]);
    const exported = await svc('ops export-erasures --since 2026-11-23T00:00:00Z');
    const hashes = exported.out
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text).erasedAnalysis);
    expect(hashes.sort()).toEqual([hash(erased), hash('of another database')].sort());
  });

  it('says what is wrong with a call', async () => {
    expect(await cli.spawnSvc('ops restamp')).toMatchObject({
      code: 2,
      err: 'DATABASE_URL must be set, or DATABASE_URL_FUNNEL for the database of funnel alone.\n',
    });
    expect(await cli.spawnSvc('ops after-restore gateway', environment)).toMatchObject({
      code: 2,
      err: 'The schema must be one of funnel, analysis, matcher, catalog, identity, insight, chat.\n',
    });
    expect((await cli.spawnSvc('ops verify --at noon', environment)).err).toContain('--at must be a time');
  });
});
