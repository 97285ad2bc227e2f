import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import knexFactory, { type Knex } from 'knex';
import { createTestDatabase, testServerUrl } from './test-database.js';

const run = promisify(execFile);

/** A new database holds about 8 MB. */
const SIZE = '32m';

/** A database of its own on a disk that a test can really fill. */
export interface SmallDisk {
  url: string;
  /** Leaves no byte. */
  fill(): Promise<void>;
  /** Removes what `fill` wrote. */
  free(): Promise<void>;
  drop(): Promise<void>;
}

/** Undefined where no file system may be mounted (it takes root on Linux), or where the server is another machine's. */
export async function smallDisk(): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-small-disk-'));
  const owner = await serverOwner();
  const mounted = owner && (await mount(folder));
  if (!mounted) {
    await rm(folder, { recursive: true });
    return undefined;
  }
  await chown(folder, owner.uid, owner.gid);
  await chmod(folder, 0o700);
  const tablespace = `small_${folder.slice(-6).toLowerCase()}`;
  const { url, drop } = await createTestDatabase();
  await asAdmin(async (admin) => {
    await admin.raw(`create tablespace ?? location '${folder}'`, [tablespace]);
    await admin.raw('alter database ?? set tablespace ??', [new URL(url).pathname.slice(1), tablespace]);
  });
  const filler = join(folder, 'filler');
  return {
    url,
    async fill() {
      const file = await open(filler, 'a');
      // First in large steps, then to the last byte.
      for (const bytes of [1 << 20, 1 << 12, 1]) {
        while (await file.appendFile(Buffer.alloc(bytes)).then(() => true, isFull));
      }
      await file.close();
    },
    free: () => rm(filler, { force: true }),
    async drop() {
      await rm(filler, { force: true });
      await drop();
      await asAdmin((admin) => admin.raw('drop tablespace ??', [tablespace]));
      await run('umount', [folder]);
      await rm(folder, { recursive: true });
    },
  };
}

function isFull(error: NodeJS.ErrnoException): false {
  if (error.code === 'ENOSPC') return false;
  throw error;
}

const mount = (folder: string): Promise<boolean> =>
  run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder]).then(
    () => true,
    () => false,
  );

/** The account of the server of the run; undefined if its data directory is not on this machine. */
async function serverOwner(): Promise<{ uid: number; gid: number } | undefined> {
  return asAdmin(async (admin) => {
    const { rows } = await admin.raw<{ rows: { data_directory: string }[] }>('show data_directory');
    return stat(rows[0]?.data_directory ?? '').catch(() => undefined);
  });
}

async function asAdmin<T>(task: (admin: Knex) => PromiseLike<T>): Promise<T> {
  const admin = knexFactory({ client: 'pg', connection: testServerUrl(), pool: { min: 0, max: 1 } });
  try {
    return await task(admin);
  } finally {
    await admin.destroy();
  }
}
