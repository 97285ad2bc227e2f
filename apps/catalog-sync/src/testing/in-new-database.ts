import knexFactory from 'knex';

/** Runs a measurement in a new database of the server, which is dropped after it. @param serverUrl - of a user who may create databases. */
export async function inNewDatabase<T>(serverUrl: string, task: (url: string) => Promise<T>): Promise<T> {
  const name = `bench_import_${process.pid}_${Date.now()}`;
  const url = new URL(serverUrl);
  const admin = knexFactory({ client: 'pg', connection: serverUrl, pool: { min: 0, max: 1 } });
  try {
    await admin.raw('create database ??', [name]);
    url.pathname = name;
    return await task(url.href);
  } finally {
    await admin.raw('drop database if exists ?? with (force)', [name]);
    await admin.destroy();
  }
}
