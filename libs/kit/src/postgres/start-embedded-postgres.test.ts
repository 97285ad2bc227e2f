import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import knexFactory from 'knex';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { knexConfig } from '../db/knex-config.js';
import { testLogger } from '../testing/test-database.js';
import { freePort } from '../util/free-port.js';
import { findBinaries } from './binaries.js';
import { isAlive, waitForExit } from './processes.js';
import { reachableBinaries } from './reachable.js';
import { serverUser } from './server-user.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.js';

const KIT = fileURLToPath(new URL('../../dist/', import.meta.url));
const log = testLogger();
const isRoot = process.getuid?.() === 0;
let dataDir: string;
const running: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'svc-pg-'));
  await chmod(dataDir, 0o755);
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(running.splice(0).map((server) => server.stop()));
  await rm(dataDir, { recursive: true, force: true });
});

async function start(options: { port?: number; durable?: boolean } = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log, durable: false, ...options });
  running.push(server);
  return server;
}

async function query<T>(url: string, sql: string): Promise<T[]> {
  const knex = knexFactory(knexConfig({ url, applicationName: 'test', settings: {}, poolMax: 1, log }));
  try {
    return (await knex.raw<{ rows: T[] }>(sql)).rows;
  } finally {
    await knex.destroy();
  }
}

/** Another process that starts the server, prints its address and keeps it. */
async function launcher(options: { uid?: number } = {}): Promise<{ child: ChildProcess; url: string }> {
  const code = `
    import { createLogger } from ${JSON.stringify(`${KIT}index.js`)};
    import { startEmbeddedPostgres } from ${JSON.stringify(`${KIT}embedded-postgres.js`)};
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: createLogger({ name: 'x', level: 'silent' }), durable: false });
    process.on('SIGTERM', () => process.exit(1));
    console.log('URL ' + server.url);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { cwd: '/', ...options });
  children.push(child);
  let output = '';
  child.stderr.on('data', (data) => {
    output += data;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (data) => {
      output += data;
      const found = /URL (\S+)/.exec(output)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`ended: ${output}`)));
  });
  return { child, url };
}

async function failure(options?: Parameters<typeof start>[0]): Promise<string> {
  return start(options).then(
    () => 'started',
    (error: Error) => error.message,
  );
}

describe('startEmbeddedPostgres', () => {
  it('is durable unless told otherwise, listens on 127.0.0.1 only, and keeps data and password', async () => {
    const first = await start({ durable: true });
    const rows = await query<{ name: string; setting: string }>(
      first.url,
      `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'data_checksums', 'server_encoding', 'max_connections')`,
    );
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      listen_addresses: '127.0.0.1',
      data_checksums: 'on',
      server_encoding: 'UTF8',
      max_connections: '120',
    });
    await query(first.url, 'create table kept as select 1 as n');
    const passwordFile = join(dataDir, 'postgres.password');
    expect((await stat(passwordFile)).mode & 0o777).toBe(0o600);
    expect(first.url).toContain((await readFile(passwordFile, 'utf8')).trim());
    await first.stop();
    const second = await start({ port: first.port });
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  it('a wrong password is refused', async () => {
    const { url } = await start();
    const wrong = new URL(url);
    wrong.password = 'password';
    await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  it('after kill -9 of its launcher it takes the directory over, and what was committed is there', async () => {
    const { child, url } = await launcher();
    await query(url, 'create table kept as select 1 as n');
    const orphan = Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
    child.kill('SIGKILL');
    await waitForExit(child.pid ?? 0, 5_000);
    expect(await isAlive(orphan)).toBe(true);
    const server = await start();
    expect(await isAlive(orphan)).toBe(false);
    expect(await query(server.url, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  it('after kill -9 of launcher and server together it recovers', async () => {
    const { child, url } = await launcher();
    await query(url, 'create table kept as select 1 as n');
    const server = Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
    child.kill('SIGKILL');
    process.kill(server, 'SIGKILL');
    await waitForExit(server, 5_000);
    const next = await start();
    expect(await query(next.url, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  it('the server ends with a launcher that exits without stopping it', async () => {
    const { child } = await launcher();
    const server = Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
    child.kill('SIGTERM');
    expect(await waitForExit(server, 5_000)).toBe(true);
  });

  it('a directory in use by a live launcher is refused, with its process id', async () => {
    await start();
    expect(await failure()).toBe(
      `The data directory ${dataDir} is in use by process ${process.pid}. Stop that process, or choose another data directory.`,
    );
  });

  it('a process id that now belongs to something else is not stopped and does not block', async () => {
    await (await start()).stop();
    const innocent = spawn('sleep', ['60']);
    children.push(innocent);
    await writeFile(
      join(dataDir, 'postgres/postmaster.pid'),
      `${innocent.pid}\n${dataDir}/postgres\n1\n1\n\n127.0.0.1\n 1 1\n`,
    );
    await writeFile(
      join(dataDir, 'launcher.pid'),
      JSON.stringify({ pid: innocent.pid, start: 'another time', token: 'x' }),
    );
    await start();
    expect(await isAlive(innocent.pid ?? 0)).toBe(true);
  });

  it.each([
    [
      'a folder that is no database',
      async () => writeFile(join(dataDir, 'postgres', 'note.txt'), ''),
      /is not a whole PostgreSQL data directory/,
    ],
    [
      'another version',
      async () => {
        await mkdir(join(dataDir, 'postgres', 'global'));
        await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '16\n');
        await writeFile(join(dataDir, 'postgres.password'), 'x\n');
      },
      /was made by PostgreSQL 16, this is 18/,
    ],
  ])('%s is one clear sentence, and nothing in it is touched', async (_, prepare, sentence) => {
    await mkdir(join(dataDir, 'postgres'));
    await prepare();
    expect(await failure()).toMatch(sentence);
    expect((await stat(join(dataDir, 'postgres'))).isDirectory()).toBe(true);
    // The directory is free again for the next try.
    await expect(stat(join(dataDir, 'launcher.pid'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('a damaged database says what PostgreSQL found, and what to do', async () => {
    await (await start()).stop();
    await rm(join(dataDir, 'postgres/global/pg_control'));
    const message = await failure();
    expect(message).toMatch(/^PostgreSQL does not start on .*pg_control/);
    expect(message).toContain('restore it from a backup');
  });

  it('a missing password file is named', async () => {
    await (await start()).stop();
    await rm(join(dataDir, 'postgres.password'));
    expect(await failure()).toContain('postgres.password is missing');
  });

  it('a port in use is named', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    expect(await failure({ port })).toContain(`PostgreSQL cannot listen on port ${port}: it is in use.`);
    other.close();
  });

  it.runIf(isRoot)(
    'as root, a closed parent directory is no obstacle: the database goes to /var/lib, and stays there',
    async () => {
      await chmod(dataDir, 0o700);
      const first = await start();
      await query(first.url, 'create table kept as select 1 as n');
      await expect(stat(join(dataDir, 'postgres'))).rejects.toMatchObject({ code: 'ENOENT' });
      const [row] = await query<{ data_directory: string }>(first.url, 'show data_directory');
      expect(row?.data_directory).toMatch(/^\/var\/lib\/svc-embedded-postgres\/[0-9a-f]{16}$/);
      await first.stop();
      const second = await start();
      expect(await query(second.url, 'select n from kept')).toEqual([{ n: 1 }]);
      await second.stop();
      await rm(row?.data_directory ?? '', { recursive: true });
    },
  );

  it.runIf(isRoot)(
    'as root, binaries in a closed folder are copied to where the server’s account reaches them',
    async () => {
      const { postgres, initdb } = await findBinaries();
      const closed = join(dataDir, 'closed');
      await cp(dirname(dirname(postgres)), join(closed, 'native'), { recursive: true, verbatimSymlinks: true });
      await chmod(closed, 0o700);
      const user = await serverUser(log);
      const original = { postgres: join(closed, 'native/bin/postgres'), initdb: join(closed, 'native/bin/initdb') };
      const copy = await reachableBinaries(original, user);
      expect(dirname(dirname(dirname(copy.postgres)))).toBe('/var/lib/svc-embedded-postgres');
      for (const path of [copy.postgres, copy.initdb]) {
        expect(execFileSync(path, ['--version'], { ...user, cwd: '/' }).toString()).toContain('(PostgreSQL) 18');
      }
      expect(await reachableBinaries(original, user)).toEqual(copy);
      expect(await reachableBinaries({ postgres, initdb }, undefined)).toEqual({ postgres, initdb });
      await rm(dirname(dirname(copy.postgres)), { recursive: true });
    },
  );

  it.runIf(isRoot)('as root, it runs a database that an ordinary user made as that user', async () => {
    const uid = 65_534;
    await chown(dataDir, uid, uid);
    const { child, url } = await launcher({ uid });
    await query(url, 'create table kept as select 1 as n');
    child.kill('SIGTERM');
    await waitForExit(child.pid ?? 0, 5_000);
    const server = await start();
    expect(await query(server.url, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  it.runIf(isRoot)('works as an ordinary user', async () => {
    const uid = 65_534;
    await chown(dataDir, uid, uid);
    const { url } = await launcher({ uid });
    expect(await query(url, 'select 1 as n')).toEqual([{ n: 1 }]);
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(uid);
  });
});
