import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import knexFactory, { type Knex } from 'knex';
import { createTestDatabase } from './test-database.js';

const run = promisify(execFile);

/** A disk that a test can really fill, and on which a database is. */
export interface FullDisk {
  readonly tablespace: string;
  /** Leaves no byte. */
  fill(): Promise<void>;
  /** Removes what `fill` wrote. */
  free(): Promise<void>;
  /** After the tablespace was dropped, or the server was stopped. */
  unmount(): Promise<void>;
}

/** A database of its own on such a disk. */
export interface SmallDisk extends Pick<FullDisk, 'fill' | 'free'> {
  url: string;
  drop(): Promise<void>;
}

/** Undefined where no file system may be mounted (it takes root on Linux), or where the server is another machine's. */
export async function smallDisk(): Promise<SmallDisk | undefined> {
  const { url, drop } = await createTestDatabase();
  const disk = await moveToSmallDisk(url);
  if (!disk) {
    await drop();
    return undefined;
  }
  return {
    url,
    fill: disk.fill,
    free: disk.free,
    async drop() {
      await disk.free();
      await drop();
      await asAdmin(url, (admin) => admin.raw('drop tablespace ??', [disk.tablespace]));
      await disk.unmount();
    },
  };
}

/**
 * Moves a database to which nothing is connected.
 * @param mebibytes - a new database holds about 8.
 * @returns undefined as `smallDisk`.
 */
export async function moveToSmallDisk(url: string, mebibytes = 32): Promise<FullDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-small-disk-'));
  const owner = await findServerOwner(url);
  if (!owner || !(await mount(folder, mebibytes))) {
    await rm(folder, { recursive: true });
    return undefined;
  }
  await chown(folder, owner.uid, owner.gid);
  await chmod(folder, 0o700);
  const tablespace = `small_${folder.slice(-6).toLowerCase()}`;
  await asAdmin(url, async (admin) => {
    await admin.raw(`create tablespace ?? location '${folder}'`, [tablespace]);
    await admin.raw('alter database ?? set tablespace ??', [new URL(url).pathname.slice(1), tablespace]);
  });
  const filler = join(folder, 'filler');
  return {
    tablespace,
    async fill() {
      const file = await open(filler, 'a');
      // First in large steps, then to the last byte.
      for (const bytes of [1 << 20, 1 << 12, 1]) {
        while (await file.appendFile(Buffer.alloc(bytes)).then(() => true, isFull));
      }
      await file.close();
    },
    free: () => rm(filler, { force: true }),
    async unmount() {
      await run('umount', [folder]);
      await rm(folder, { recursive: true });
    },
  };
}

function isFull(error: NodeJS.ErrnoException): false {
  if (error.code === 'ENOSPC') return false;
  throw error;
}

const mount = (folder: string, mebibytes: number): Promise<boolean> =>
  run('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder]).then(
    () => true,
    () => false,
  );

/** The account of the server; undefined if its data directory is not on this machine. */
async function findServerOwner(url: string): Promise<{ uid: number; gid: number } | undefined> {
  return asAdmin(url, async (admin) => {
    const { rows } = await admin.raw<{ rows: { data_directory: string }[] }>('show data_directory');
    return stat(rows[0]?.data_directory ?? '').catch(() => undefined);
  });
}

/** On the server of a database, in another database. */
async function asAdmin<T>(url: string, task: (admin: Knex) => PromiseLike<T>): Promise<T> {
  const connection = new URL(url);
  connection.pathname = '/postgres';
  const admin = knexFactory({ client: 'pg', connection: connection.href, pool: { min: 0, max: 1 } });
  try {
    return await task(admin);
  } finally {
    await admin.destroy();
  }
}
