import type { Clock } from '@svc/kit';
import type { Knex } from 'knex';
import { hasThreadSince } from '../db/threads.js';
import type { Catalogs } from './companies/catalogs.js';
import type { Companies } from './companies/companies.js';
import type { CatalogSource } from './companies/ports.js';

/** Companies with a conversation in this time have their catalog compiled before they ask again. docs/chat.md T8.4. */
const ACTIVE_MS = 24 * 3_600_000;

/** Compiles the catalog of a company that changed, if the chat of it is used. What is missed here is noticed by the next turn. */
export function followCompany(deps: {
  db: Knex;
  clock: Clock;
  companies: Companies;
  catalogs: Catalogs;
  source: CatalogSource;
}) {
  const { db, clock, companies, catalogs, source } = deps;
  return async (companyId: string): Promise<void> => {
    const since = new Date(clock.now().getTime() - ACTIVE_MS);
    if (!catalogs.has(companyId) && !(await hasThreadSince(db, companyId, since))) return;
    const profile = await companies.find({ id: companyId });
    if (catalogs.has(companyId)) catalogs.follow(profile, await source.getVersion(companyId));
    else catalogs.prepare(profile);
  };
}
