import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import knexFactory, { type Knex } from 'knex';
import { afterEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../log/logger.js';
import { startTcpProxy } from '../../testing/tcp-proxy.js';
import { createTestDatabase, testLogger, testServerUrl } from '../../testing/test-database.js';
import { readPrepared } from '../statements/run-shared.js';
import { createDatabase } from './create-database.js';
import { type DatabaseWatch, watchDatabase } from './watch-database.js';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const fixtures = new URL('../../testing/fixtures/migrations/', import.meta.url);

/** What a watch does with a database that it asks often. */
interface Observed {
  watch: DatabaseWatch;
  /** Whether it works, from the first listener call on. */
  changes: boolean[];
  /** Levels and messages of the log, with the message of the error. */
  lines: string[];
  prepared(): number;
}

function observe(
  database: Parameters<typeof watchDatabase>[0]['database'],
  { migrate = true, everyMs = 5 } = {},
): Observed {
  const lines: string[] = [];
  const write = (text: string) => {
    const { level, msg, err } = JSON.parse(text) as { level: string; msg: string; err?: { message: string } };
    lines.push(`${level}: ${msg}${err ? ` (${err.message})` : ''}`);
  };
  let prepared = 0;
  const watch = watchDatabase({
    database,
    migrate,
    log: createLogger({ name: 'test', level: 'info' }, { write }),
    everyMs,
    onPrepared: () => {
      prepared += 1;
    },
  });
  cleanups.push(() => watch.stop());
  const changes: boolean[] = [];
  watch.follow((isWorking) => changes.push(isWorking));
  return { watch, changes, lines, prepared: () => prepared };
}

function open(url: string, options: { schema?: string; migrationsDirectory?: string | URL } = {}) {
  const database = createDatabase({
    url,
    schema: options.schema ?? 'kit_watch',
    migrationsDirectory: options.migrationsDirectory ?? fixtures,
    log: testLogger(),
  });
  cleanups.push(() => database.close());
  return database;
}

async function emptyDatabase(): Promise<string> {
  const { url, drop } = await createTestDatabase();
  cleanups.push(drop);
  return url;
}

function withLogin(url: string, login: string, password: string): string {
  const changed = new URL(url);
  changed.username = login;
  changed.password = password;
  return changed.href;
}

const uniqueName = () => `login_${Math.random().toString(36).slice(2, 10)}`;

async function asAdmin(url: string, task: (admin: Knex) => PromiseLike<unknown>): Promise<void> {
  const admin = knexFactory({ client: 'pg', connection: url, pool: { min: 0, max: 1 } });
  await task(admin);
  await admin.destroy();
}

describe('a service that starts without its database', () => {
  it('waits for it, prepares it, and reports each change once', async () => {
    const url = new URL(await emptyDatabase());
    const proxy = await startTcpProxy(url.href);
    cleanups.push(() => proxy.close());
    url.port = String(proxy.port);
    proxy.down();
    const database = open(url.href);
    const { watch, changes, lines, prepared } = observe(database);
    await watch.start();
    expect([watch.isPrepared, changes, prepared()]).toEqual([false, [false], 0]);
    expect(lines).toEqual([
      expect.stringMatching(/^warn: the database cannot be reached; the service waits for it \(.+\)$/),
    ]);
    proxy.up();
    await expect.poll(() => watch.isPrepared).toBe(true);
    await expect.poll(() => changes).toEqual([false, true]);
    await database.knex('things').insert({ name: 'works' });
    proxy.down();
    await expect.poll(() => changes).toEqual([false, true, false]);
    proxy.up();
    await expect.poll(() => changes).toEqual([false, true, false, true]);
    expect([lines.map((line) => line.split(' (')[0]), prepared()]).toEqual([
      [
        'warn: the database cannot be reached; the service waits for it',
        'info: the database works',
        'warn: the database cannot be reached; the service waits for it',
        'info: the database works',
      ],
      1,
    ]);
  });

  it('starts without a line when the database is there', async () => {
    const { watch, changes, lines, prepared } = observe(open(await emptyDatabase()));
    await watch.start();
    expect([watch.isPrepared, changes, lines, prepared()]).toEqual([true, [false, true], [], 1]);
  });

  it('waits for a database that an administrator must create, and says so', async () => {
    const url = new URL(testServerUrl());
    const name = uniqueName();
    url.pathname = `/${name}`;
    const { watch, lines } = observe(open(url.href));
    await watch.start();
    expect(lines).toEqual([
      `error: the database rejects this service, an administrator must correct that; the service waits for it (database "${name}" does not exist)`,
    ]);
    await asAdmin(testServerUrl(), (admin) => admin.raw('create database ??', [name]));
    cleanups.push(() => asAdmin(testServerUrl(), (admin) => admin.raw('drop database ?? with (force)', [name])));
    await expect.poll(() => watch.isPrepared).toBe(true);
    await expect.poll(() => lines.at(-1)).toBe('info: the database works');
  });

  it('waits while its password is wrong, and while statements of an administrator are missing, and says which', async () => {
    const url = await emptyDatabase();
    const login = uniqueName();
    await asAdmin(url, (admin) => admin.raw(`create role ${login} login password 'other'`));
    const { watch, lines } = observe(open(withLogin(url, login, 'password'), { schema: `kit_${login}` }));
    await watch.start();
    expect(lines).toEqual([expect.stringContaining(`(password authentication failed for user "${login}")`)]);
    await watch.stop();

    const mended = observe(open(withLogin(url, login, 'other'), { schema: `kit_${login}` }));
    await mended.watch.start();
    const statements = mended.lines[0]?.match(/As an administrator run: (.*)\)$/)?.[1];
    await asAdmin(url, (admin) => admin.raw(statements ?? ''));
    await expect.poll(() => mended.watch.isPrepared).toBe(true);
    expect(mended.lines).toHaveLength(2);
  });

  it('with MIGRATE=false it waits until another process has run the migrations', async () => {
    const url = await emptyDatabase();
    const { watch, lines, prepared } = observe(open(url), { migrate: false });
    await watch.start();
    expect(lines).toEqual([expect.stringMatching(/^warn: .*Run its migrations, or set MIGRATE=true\./)]);
    expect(watch.findProblem()).toBe('schema behind: 20260101000000_create_things, 20260102000000_name_things_once');
    expect(watch.describeStatus()).toMatchObject({ working: false, lastSuccessAgeS: null });
    await open(url).migrate();
    await expect.poll(prepared).toBe(1);
    expect(watch.findProblem()).toBeUndefined();
    expect(watch.describeStatus()).toEqual({
      working: true,
      lastSuccessAgeS: expect.any(Number),
      missingMigrations: [],
    });
  });

  it('a migration that fails is a bug: the start fails', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-migrations-'));
    cleanups.push(() => rm(folder, { recursive: true }));
    await writeFile(
      join(folder, '20260101000000_wrong.mjs'),
      `export const up = (knex) => knex.raw('select nothing');\nexport const down = () => {};`,
    );
    const { watch } = observe(open(await emptyDatabase(), { migrationsDirectory: folder }));
    await expect(watch.start()).rejects.toThrow('select nothing');
  });
});

const GONE = new Error('connect ECONNREFUSED');
const BUSY = Object.assign(new Error('pool is full'), { name: 'KnexTimeoutError' });

/** The changes after the start, for a database that does what the list says, then the last of it indefinitely. */
async function collectChanges(pings: (Error | null)[]): Promise<boolean[]> {
  let asked = 0;
  const { watch, changes } = observe({
    migrate: async () => {},
    checkMigrations: async () => {},
    hasTrouble: false,
    followTrouble() {},
    answers: 0,
    async ping() {
      const outcome = pings[Math.min(asked, pings.length - 1)];
      asked += 1;
      if (outcome) throw outcome;
    },
  });
  await watch.start();
  changes.splice(0);
  await expect.poll(() => asked).toBeGreaterThan(pings.length + 2);
  await watch.stop();
  return changes;
}

describe('a database that worked', () => {
  it('is reported once when it is gone, and once when it is back', async () => {
    expect(await collectChanges([null, GONE, GONE, GONE, GONE, null])).toEqual([false, true]);
    expect(await collectChanges([GONE])).toEqual([false]);
  });

  it('is asked every fifth time only, not while it answers others, but every time while there may be trouble', async () => {
    let [answers, hasTrouble, isUsed] = [0, false, false];
    const asked: number[] = [];
    const { watch } = observe(
      {
        migrate: async () => {},
        checkMigrations: async () => {},
        get hasTrouble() {
          return hasTrouble;
        },
        followTrouble() {},
        get answers() {
          if (isUsed) answers += 1;
          return answers;
        },
        async ping() {
          asked.push(performance.now());
          answers += 1;
        },
      },
      { everyMs: 20 },
    );
    /** The median of the pauses between the next pings: a machine that stalls lengthens few of them. */
    const measurePause = async () => {
      const from = asked.length;
      await expect.poll(() => asked.length - from).toBeGreaterThan(9);
      const pauses = asked.slice(from + 1, from + 10).map((at, index) => at - (asked[from + index] as number));
      return pauses.sort((a, b) => a - b)[4] as number;
    };
    await watch.start();
    const quietMs = await measurePause();
    isUsed = true;
    const before = asked.length;
    await sleep(500);
    expect(asked.length - before).toBeLessThanOrEqual(1); // One may have begun.
    hasTrouble = true;
    expect(await measurePause()).toBeLessThan(quietMs / 2.5);
  });

  it('is asked immediately when there may be trouble', async () => {
    const asked: number[] = [];
    let [hasTrouble, report] = [false, () => {}];
    const { watch } = observe(
      {
        migrate: async () => {},
        checkMigrations: async () => {},
        get hasTrouble() {
          return hasTrouble;
        },
        followTrouble(listener) {
          report = listener;
        },
        answers: 0,
        async ping() {
          hasTrouble = false;
          asked.push(performance.now());
        },
      },
      { everyMs: 900 },
    );
    await watch.start();
    await sleep(1_000);
    expect(asked).toEqual([]);
    const troubleAt = performance.now();
    hasTrouble = true;
    report();
    await expect.poll(() => asked.length).toBe(1);
    expect((asked[0] ?? 0) - troubleAt).toBeLessThan(500);
    hasTrouble = true;
    report();
    await expect.poll(() => asked.length).toBe(2);
    expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThan(500);
  });

  it('counts what it answers, on connections of the pool and on shared ones, also with an error', async () => {
    const database = open(await emptyDatabase());
    await database.migrate();
    const countAnswers = async (run: () => PromiseLike<unknown>) => {
      const before = database.answers;
      await run();
      return database.answers - before;
    };
    expect(await countAnswers(() => database.knex('things').select())).toBeGreaterThan(0);
    expect(
      await countAnswers(() =>
        database
          .knex('nothings')
          .select()
          .catch(() => undefined),
      ),
    ).toBeGreaterThan(0);
    const find = { name: 'find-thing', text: 'select name from things where name = $1' };
    expect(await countAnswers(() => readPrepared(database.knex, find, ['a']))).toBeGreaterThan(0);
  });

  it('a single broken connection is no outage', async () => {
    expect(await collectChanges([null, GONE, null, GONE, null])).toEqual([]);
  });

  it('works while all its connections are in use: a service that is busy stays in use', async () => {
    expect(await collectChanges([null, BUSY, BUSY, BUSY, null])).toEqual([]);
  });
});

it('stop does not wait for the pause after a ping that is under way', async () => {
  let endPing: (() => void) | undefined;
  const { watch } = observe(
    {
      migrate: async () => {},
      checkMigrations: async () => {},
      hasTrouble: false,
      followTrouble: () => {},
      answers: 0,
      ping: () =>
        new Promise((resolve) => {
          endPing = resolve;
        }),
    },
    { everyMs: 20 },
  );
  await watch.start();
  await expect.poll(() => endPing).toBeDefined();
  const stopped = watch.stop().then(() => 'stopped');
  endPing?.();
  expect(await Promise.race([stopped, sleep(50, 'paused')])).toBe('stopped');
});
