import { execFileSync } from 'node:child_process';
import { chmod, chown, cp, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EmbeddedPostgresFixture, queryOnce } from '../testing/embedded-postgres-fixture.js';
import { testLogger } from '../testing/test-database.js';
import { findBinaries } from './binaries.js';
import { waitForExit } from './processes.js';
import { reachableBinaries } from './reachable.js';
import { serverUser } from './server-user.js';

const isRoot = process.getuid?.() === 0;
const log = testLogger();
const fixture = new EmbeddedPostgresFixture();
beforeEach(() => fixture.open());
afterEach(() => fixture.close());

describe.runIf(isRoot)('started by root', () => {
  it('a closed data directory of our own is opened for passing through, and nothing more', async () => {
    await chmod(fixture.dataDir, 0o700);
    await fixture.start();
    expect((await stat(fixture.dataDir)).mode & 0o777).toBe(0o711);
    expect((await stat(join(fixture.dataDir, 'postgres'))).isDirectory()).toBe(true);
  });

  it('a closed folder above is no obstacle: the database goes to /var/lib, and stays there', async () => {
    const closed = fixture.dataDir;
    await chmod(closed, 0o700);
    fixture.dataDir = join(closed, 'data');
    const directory = async () => (await readFile(join(fixture.dataDir, 'postgres.directory'), 'utf8')).trim();
    const first = await fixture.start();
    await queryOnce(first.url, 'create table kept as select 1 as n');
    const [row] = await queryOnce<{ data_directory: string }>(first.url, 'show data_directory');
    expect(row?.data_directory).toMatch(/^\/var\/lib\/svc-embedded-postgres\/[0-9a-f-]{36}$/);
    expect(await directory()).toBe(row?.data_directory);
    await first.stop();

    const second = await fixture.start();
    expect(await queryOnce(second.url, 'select n from kept')).toEqual([{ n: 1 }]);
    await second.stop();

    // A user who removes the data directory wants a new database, even at the same path.
    await rm(fixture.dataDir, { recursive: true });
    const third = await fixture.start();
    await expect(queryOnce(third.url, 'select n from kept')).rejects.toThrow();
    await third.stop();
    await rm(row?.data_directory ?? '', { recursive: true });
    await rm(await directory(), { recursive: true });
    await rm(closed, { recursive: true });
  });

  it('as root, binaries in a closed folder are copied to where the server’s account reaches them', async () => {
    const { postgres, initdb } = await findBinaries();
    const closed = join(fixture.dataDir, 'closed');
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
  });

  it('as root, it runs a database that an ordinary user made as that user', async () => {
    const uid = 65_534;
    await chown(fixture.dataDir, uid, uid);
    const { child, url } = await fixture.launcher({ uid });
    await queryOnce(url, 'create table kept as select 1 as n');
    child.kill('SIGTERM');
    await waitForExit(child.pid ?? 0, 20_000);
    const server = await fixture.start();
    expect(await queryOnce(server.url, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  it('works as an ordinary user', async () => {
    const uid = 65_534;
    await chown(fixture.dataDir, uid, uid);
    const { url } = await fixture.launcher({ uid });
    expect(await queryOnce(url, 'select 1 as n')).toEqual([{ n: 1 }]);
    expect((await stat(join(fixture.dataDir, 'postgres'))).uid).toBe(uid);
  });
});
