import type { Db } from '@svc/kit';
import { funnelNotFound } from '@svc/kit';
import type { FunnelOrigin } from '../domain/company/settings-version.js';
import type { CurrentVersion, Funnel } from '../domain/funnel/funnel.js';
import type { FunnelRow, FunnelVersionRow } from './tables.js';

type FunnelWithLastNumber = FunnelRow & { last_number: number };

/**
 * Funnels of a company with their current versions, in order of creation; archived ones included.
 * @param subdomains - only these; absent: all.
 */
export async function loadFunnels(db: Db, companyId: string, subdomains?: readonly string[]): Promise<Funnel[]> {
  const query = db<FunnelWithLastNumber>('funnels as f')
    .select('f.*')
    .select(
      db.raw('coalesce((select max(v.number) from funnel_versions v where v.funnel_id = f.id), 0) as last_number'),
    )
    .where('f.company_id', companyId)
    .orderBy('f.seq');
  if (subdomains) query.whereIn('f.subdomain', [...subdomains]);
  const rows: FunnelWithLastNumber[] = await query;
  const versions = await loadVersions(
    db,
    companyId,
    rows.flatMap((row) => [row.published_version_id, row.draft_version_id].filter((id) => id !== null)),
  );
  return rows.map((row) => ({
    id: row.id,
    companyId: row.company_id,
    subdomain: row.subdomain,
    host: row.host,
    name: row.name,
    value: row.value,
    paused: row.paused,
    archived: row.archived_at !== null,
    published: versions.get(row.published_version_id ?? '') ?? null,
    draft: versions.get(row.draft_version_id ?? '') ?? null,
    lastNumber: row.last_number,
  }));
}

async function loadVersions(db: Db, companyId: string, ids: readonly string[]): Promise<Map<string, CurrentVersion>> {
  if (ids.length === 0) return new Map();
  const rows: FunnelVersionRow[] = await db('funnel_versions')
    .where('company_id', companyId)
    .whereIn('id', [...ids]);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        number: row.number,
        steps: row.steps,
        contentDigest: row.content_digest,
        givenDigest: row.given_digest,
      },
    ]),
  );
}

/** The one funnel of the company with this sub-domain that is not archived. */
export async function findFunnelId(db: Db, companyId: string, subdomain: string): Promise<string | undefined> {
  const row = await db<FunnelRow>('funnels')
    .where({ company_id: companyId, subdomain })
    .whereNull('archived_at')
    .first('id');
  return row?.id;
}

/** @throws ServiceError NOT_FOUND. */
export async function requireFunnelId(db: Db, companyId: string, subdomain: string): Promise<string> {
  const funnelId = await findFunnelId(db, companyId, subdomain);
  if (funnelId === undefined) throw funnelNotFound();
  return funnelId;
}

/** All funnels of a company, archived ones included, in order of creation. Served by funnel_versions_newest_idx. */
export async function listFunnelOrigins(db: Db, companyId: string): Promise<FunnelOrigin[]> {
  const rows: (FunnelRow & { first_version_at: Date | null })[] = await db('funnels as f')
    .select('f.id', 'f.subdomain', 'f.archived_at')
    .select(
      db.raw(
        '(select v.created_at from funnel_versions v where v.funnel_id = f.id order by v.seq limit 1) as first_version_at',
      ),
    )
    .where('f.company_id', companyId)
    .orderBy('f.seq');
  return rows.map((row) => ({
    id: row.id,
    subdomain: row.subdomain,
    archived: row.archived_at !== null,
    firstVersionAt: row.first_version_at,
  }));
}

/** Which of these sub-domains and hosts belong to other companies. */
export async function findForeignAddresses(
  db: Db,
  companyId: string | undefined,
  wanted: { subdomains: readonly string[]; hosts: readonly string[] },
): Promise<{ subdomains: Set<string>; hosts: Set<string> }> {
  const query = db<FunnelRow>('all_funnels')
    .select('subdomain', 'host')
    .where((either) => either.whereIn('subdomain', [...wanted.subdomains]).orWhereIn('host', [...wanted.hosts]));
  if (companyId !== undefined) query.whereNot('company_id', companyId);
  const rows = await query;
  return {
    subdomains: new Set(rows.map((row) => row.subdomain)),
    hosts: new Set(rows.flatMap((row) => row.host ?? [])),
  };
}

/** Writes the profile of a new or existing funnel; version pointers are kept. */
export async function saveFunnel(db: Db, funnel: Funnel, now: Date): Promise<void> {
  await db.raw(
    `insert into funnels (id, company_id, subdomain, host, name, value, paused, archived_at)
     values (:id, :companyId, :subdomain, :host, :name, :value, :paused, case when :archived then :now::timestamptz end)
     on conflict (id) do update set
       host = excluded.host, name = excluded.name, value = excluded.value, paused = excluded.paused,
       archived_at = case when :archived then coalesce(funnels.archived_at, excluded.archived_at) end`,
    {
      id: funnel.id,
      companyId: funnel.companyId,
      subdomain: funnel.subdomain,
      host: funnel.host,
      name: funnel.name,
      value: funnel.value,
      paused: funnel.paused,
      archived: funnel.archived,
      now,
    },
  );
}
