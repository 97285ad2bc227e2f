import { accessSync, constants } from 'node:fs';
import { ConfigError } from './config-error.js';

const URLS = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'];
/** Parameters that name files for TLS. */
const FILE_PARAMETERS = ['sslrootcert', 'sslcert', 'sslkey'];

/** @throws ConfigError */
export function checkDirectUrl(config: { DATABASE_SESSION?: unknown; DATABASE_DIRECT_URL?: unknown }): void {
  if (config.DATABASE_SESSION === 'transaction' && config.DATABASE_DIRECT_URL === undefined)
    throw new ConfigError(['DATABASE_DIRECT_URL must be set if DATABASE_SESSION is transaction']);
}

/** @throws ConfigError for files that connections could not read. docs/operations.md "TLS to PostgreSQL and Redis". */
export function checkDatabaseUrls(config: Record<string, unknown>): void {
  const problems = URLS.flatMap((variable) => {
    const url = config[variable];
    return typeof url === 'string' ? findUnreadableFiles(variable, new URL(url)) : [];
  });
  if (problems.length > 0) throw new ConfigError(problems);
}

function findUnreadableFiles(variable: string, { searchParams }: URL): string[] {
  const problems: string[] = [];
  for (const parameter of FILE_PARAMETERS) {
    const path = searchParams.get(parameter);
    if (path === null) continue;
    try {
      accessSync(path, constants.R_OK);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      problems.push(`${parameter} of ${variable} names a file that cannot be read (${code})`);
    }
  }
  return problems;
}
