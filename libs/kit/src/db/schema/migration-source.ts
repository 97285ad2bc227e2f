import { readdir } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Knex } from 'knex';

/** One migration file: `20261121093000_create_variants` and where it is. */
export interface MigrationFile {
  /** Without extension, so that the same migration has the same name as .ts and as .js. */
  readonly name: string;
  readonly url: string;
}

/** Files that are migrations: .js, .mjs or .ts, but no declarations, maps or tests. */
const MIGRATION = /^(\d{14}_[\w-]+)\.(js|mjs|ts)$/;

/** The migrations of a folder, oldest first. */
export async function listMigrations(directory: string | URL): Promise<MigrationFile[]> {
  const path = toPath(directory);
  const names = await readdir(path);
  return names
    .flatMap((file) => {
      const name = MIGRATION.exec(file)?.[1];
      return name === undefined ? [] : [{ name, url: pathToFileURL(`${path}/${file}`).href }];
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Lets Knex run the modules of a folder, compiled or not; each exports `up` and `down`. */
export function migrationSource(directory: string | URL): Knex.MigrationSource<MigrationFile> {
  return {
    getMigrations: () => listMigrations(directory),
    getMigrationName: (migration) => migration.name,
    getMigration: async (migration) => (await import(migration.url)) as Knex.Migration,
  };
}

function toPath(directory: string | URL): string {
  const isUrl = directory instanceof URL || directory.startsWith('file:');
  return (isUrl ? fileURLToPath(directory) : directory).replace(/\/+$/, '');
}
