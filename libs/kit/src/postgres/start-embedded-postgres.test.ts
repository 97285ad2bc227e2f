import { spawn } from 'node:child_process';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EmbeddedPostgresFixture, queryOnce } from '../testing/embedded-postgres-fixture.js';
import { freePort } from '../util/free-port.js';
import { isAlive, waitForExit } from './processes.js';

const fixture = new EmbeddedPostgresFixture();
afterEach(() => fixture.close());

describe('startEmbeddedPostgres in an empty directory', () => {
  beforeEach(() => fixture.open());

  it('is durable unless told otherwise, listens on 127.0.0.1 only, and keeps data and password (docs/reliability.md R11.2)', async () => {
    const first = await fixture.start({ durable: true });
    const rows = await queryOnce<{ name: string; setting: string }>(
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
    await queryOnce(first.url, 'create table kept as select 1 as n');
    const passwordFile = join(fixture.dataDir, 'postgres.password');
    expect((await stat(passwordFile)).mode & 0o777).toBe(0o600);
    expect(first.url).toContain((await readFile(passwordFile, 'utf8')).trim());
    await first.stop();
    const second = await fixture.start({ port: first.port });
    expect(second.url).toBe(first.url);
    expect(await queryOnce(second.url, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  it.each([
    [
      'a folder that is no database',
      async () => writeFile(join(fixture.dataDir, 'postgres', 'note.txt'), ''),
      /is not a whole PostgreSQL data directory/,
    ],
    [
      'another version',
      async () => {
        await mkdir(join(fixture.dataDir, 'postgres', 'global'));
        await writeFile(join(fixture.dataDir, 'postgres', 'PG_VERSION'), '16\n');
        await writeFile(join(fixture.dataDir, 'postgres.password'), 'x\n');
      },
      /was made by PostgreSQL 16, this is 18/,
    ],
  ])('%s is one clear sentence, and nothing in it is touched', async (_, prepare, sentence) => {
    await mkdir(join(fixture.dataDir, 'postgres'));
    await prepare();
    expect(await fixture.failure()).toMatch(sentence);
    expect((await stat(join(fixture.dataDir, 'postgres'))).isDirectory()).toBe(true);
    // The directory is free again for the next try.
    await expect(stat(join(fixture.dataDir, 'launcher.pid'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('startEmbeddedPostgres', () => {
  beforeEach(() => fixture.openInitialized());

  it('a wrong password is refused', async () => {
    const { url } = await fixture.start();
    const wrong = new URL(url);
    wrong.password = 'password';
    await expect(queryOnce(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  it('after kill -9 of its launcher it takes the directory over, and what was committed is there', async () => {
    const { child, url } = await fixture.launcher();
    await queryOnce(url, 'create table kept as select 1 as n');
    const orphan = Number((await readFile(join(fixture.dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
    child.kill('SIGKILL');
    await waitForExit(child.pid ?? 0, 20_000);
    expect(await isAlive(orphan)).toBe(true);
    const server = await fixture.start();
    expect(await isAlive(orphan)).toBe(false);
    expect(await queryOnce(server.url, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  it('after kill -9 of launcher and server together it recovers', async () => {
    const { child, url } = await fixture.launcher();
    await queryOnce(url, 'create table kept as select 1 as n');
    const server = Number((await readFile(join(fixture.dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
    child.kill('SIGKILL');
    process.kill(server, 'SIGKILL');
    await waitForExit(server, 20_000);
    const next = await fixture.start();
    expect(await queryOnce(next.url, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  it('the server ends with a launcher that exits without stopping it', async () => {
    const { child } = await fixture.launcher();
    const server = Number((await readFile(join(fixture.dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
    child.kill('SIGTERM');
    expect(await waitForExit(server, 20_000)).toBe(true);
  });

  it('a directory in use by a live launcher is refused, with its process id', async () => {
    await fixture.start();
    expect(await fixture.failure()).toBe(
      `The data directory ${fixture.dataDir} is in use by process ${process.pid}. Stop that process, or choose another data directory.`,
    );
  });

  it('a process id that now belongs to something else is not stopped and does not block', async () => {
    const innocent = spawn('sleep', ['60']);
    fixture.adopt(innocent);
    await writeFile(
      join(fixture.dataDir, 'postgres/postmaster.pid'),
      `${innocent.pid}\n${fixture.dataDir}/postgres\n1\n1\n\n127.0.0.1\n 1 1\n`,
    );
    await writeFile(
      join(fixture.dataDir, 'launcher.pid'),
      JSON.stringify({ pid: innocent.pid, start: 'another time', token: 'x' }),
    );
    await fixture.start();
    expect(await isAlive(innocent.pid ?? 0)).toBe(true);
  });

  it('a damaged database says what PostgreSQL found, and what to do', async () => {
    await rm(join(fixture.dataDir, 'postgres/global/pg_control'));
    const message = await fixture.failure();
    expect(message).toMatch(/^PostgreSQL does not start on .*pg_control/);
    expect(message).toContain('restore it from a backup');
  });

  it('a missing password file is named', async () => {
    await rm(join(fixture.dataDir, 'postgres.password'));
    expect(await fixture.failure()).toContain('postgres.password is missing');
  });

  it('a port in use is named', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    expect(await fixture.failure({ port })).toContain(`PostgreSQL cannot listen on port ${port}: it is in use.`);
    other.close();
  });
});
