import type { FunnelVersion } from '@svc/domain';
import type { Db } from '@svc/kit';
import type { FunnelStates } from '../domain/company-data.js';

interface Row {
  company_id: string;
  version: string;
  language: string;
  funnels: FunnelStates['funnels'];
}

/** The stored current versions; null if the company was never pulled. */
export async function readStates(db: Db, companyId: string): Promise<FunnelStates | null> {
  const row = await db<Row>('funnel_states').where({ company_id: companyId }).first('version', 'language', 'funnels');
  return row ? { version: Number(row.version), language: row.language, funnels: row.funnels } : null;
}

/** Stores the current versions unless the same or newer ones are stored. @returns whether they were stored. */
export async function writeStates(db: Db, companyId: string, states: FunnelStates): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `insert into funnel_states (company_id, version, language, funnels) values (?, ?, ?, ?)
     on conflict (company_id) do update
       set version = excluded.version, language = excluded.language, funnels = excluded.funnels,
           change_xid = change_stamp()
       where funnel_states.version < excluded.version
     returning version`,
    [companyId, states.version, states.language, JSON.stringify(states.funnels)],
  );
  return rows.length > 0;
}

/** A stored funnel version; null if it was never pulled. */
export async function readVersion(db: Db, versionId: string): Promise<FunnelVersion | null> {
  const row = await db<{ version_id: string; version: FunnelVersion }>('funnel_versions')
    .where({ version_id: versionId })
    .first('version');
  return row?.version ?? null;
}

/** Stores a funnel version. An existing one is kept, because versions never change. */
export async function writeVersion(db: Db, version: FunnelVersion): Promise<void> {
  await db('funnel_versions')
    .insert({ version_id: version.id, company_id: version.companyId, version: JSON.stringify(version) })
    .onConflict('version_id')
    .ignore();
}
