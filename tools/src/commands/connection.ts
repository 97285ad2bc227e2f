import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createManagementClient, type ManagementClient } from '../management-client.js';

/** Says what to change; printed without a stack. */
export class UsageError extends Error {}

/**
 * The management API that the environment names: `SVC_URL` (default `http://localhost:8080`) and `PLATFORM_TOKEN`, or the
 * token that `npm start` keeps in `DATA_DIR`.
 */
export function connect(environment: NodeJS.ProcessEnv = process.env): ManagementClient {
  const url = environment.SVC_URL ?? 'http://localhost:8080';
  const kept = join(environment.DATA_DIR ?? '.data', 'platform-token');
  const token = environment.PLATFORM_TOKEN ?? (existsSync(kept) ? readFileSync(kept, 'utf8').trim() : undefined);
  if (!token) throw new UsageError(`PLATFORM_TOKEN is not set, and there is no ${kept}.`);
  return createManagementClient({ url, token });
}

/** `--company`, or `SVC_COMPANY`. */
export function companyPath(company: string | undefined, environment: NodeJS.ProcessEnv = process.env): string {
  const handle = company ?? environment.SVC_COMPANY;
  if (!handle) throw new UsageError('Name the company: --company HANDLE, or the environment variable SVC_COMPANY.');
  return `/companies/${encodeURIComponent(handle)}`;
}

export const COMPANY_ARGUMENT = {
  company: { type: 'string', valueHint: 'handle', description: 'Handle of the company (or SVC_COMPANY).' },
} as const;
