import type { Db } from '@svc/kit';
import type { Knex } from 'knex';

/** Maximum number of stored versions per company. */
export const MAX_CONFIG_VERSIONS = 200;
/** Stored bytes (compressed) above which older versions of a company are deleted earlier; large taggings have several megabytes. */
const MAX_HISTORY_BYTES = 256 * 1024 * 1024;
/** Minimum number of stored versions, whatever their size. */
const MIN_CONFIG_VERSIONS = 10;

/** The metadata of a version of a company's configuration. */
export interface ConfigVersionSummary {
  version: number;
  createdAt: Date;
  /** Keys that differ from the previous version, with funnels by id; empty: unknown. */
  changed: string[];
  /** Whether it is the current configuration. */
  inForce: boolean;
}

interface Row {
  version: string;
  created_at: Date;
  changed: string[];
  in_force: boolean;
}

/**
 * Copies the current configuration to the history unless it is stored there. Call it before a change, so that the history has
 * no gap where a replica of an older release wrote, and again after it, in the same transaction.
 */
export async function keepConfigVersion(
  trx: Knex.Transaction,
  companyId: string,
  changed: readonly string[],
): Promise<void> {
  await trx.raw(
    `insert into company_config_versions (company_id, version, config, changed)
     select company_id, version, config, ?::text[] from company_configs where company_id = ? and version > 0
     on conflict do nothing`,
    [[...changed], companyId],
  );
}

/** Deletes the oldest versions beyond the limits. The current version is the newest and is kept. */
export async function pruneConfigVersions(trx: Knex.Transaction, companyId: string): Promise<void> {
  await trx.raw(
    `delete from company_config_versions old
      using (select version,
                    row_number() over newest as place,
                    sum(pg_column_size(config)) over newest as bytes
               from company_config_versions
              where company_id = :companyId
             window newest as (order by version desc)) ranked
      where old.company_id = :companyId and old.version = ranked.version
        and (ranked.place > :max or (ranked.place > :min and ranked.bytes > :maxBytes))`,
    { companyId, max: MAX_CONFIG_VERSIONS, min: MIN_CONFIG_VERSIONS, maxBytes: MAX_HISTORY_BYTES },
  );
}

/** Lists versions before a version (undefined: all), newest first. Served by the primary key. */
export async function listConfigVersions(
  db: Db,
  companyId: string,
  before: number | undefined,
  limit: number,
): Promise<ConfigVersionSummary[]> {
  const query = summaries(db, companyId).orderBy('kept.version', 'desc').limit(limit);
  if (before !== undefined) query.where('kept.version', '<', before);
  const rows: Row[] = await query;
  return rows.map(toSummary);
}

/**
 * One version with its configuration, which is not parsed here, because it may be large; undefined when it never existed or was
 * deleted.
 * @returns `config`: `MatchingConfig` of libs/domain as JSON.
 */
export async function readConfigVersion(
  db: Db,
  companyId: string,
  version: number,
): Promise<(ConfigVersionSummary & { config: string }) | undefined> {
  const row: (Row & { config: string }) | undefined = await summaries(db, companyId)
    .where('kept.version', version)
    .first(db.raw('kept.config::text as config'));
  return row && { ...toSummary(row), config: row.config };
}

const summaries = (db: Db, companyId: string) =>
  db('company_config_versions as kept')
    .leftJoin('company_configs as current', 'current.company_id', 'kept.company_id')
    .where('kept.company_id', companyId)
    .select('kept.version', 'kept.created_at', 'kept.changed', db.raw('current.version = kept.version as in_force'));

const toSummary = (row: Row): ConfigVersionSummary => ({
  version: Number(row.version),
  createdAt: row.created_at,
  changed: row.changed,
  inForce: row.in_force,
});
