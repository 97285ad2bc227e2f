import { type Db, forCompany } from '@svc/kit';
import type { Knex } from 'knex';
import type { FunnelKey } from '../domain/funnel-model.js';

/** The statistics of one day as stored. */
export interface StoredDay {
  /** UTC, `YYYY-MM-DD`. */
  day: string;
  /** DayStats: JSON, gzip. */
  data: Buffer;
  /** SHA-256 of `data`. */
  checksum: Buffer;
}

/**
 * Digests of the statistics by funnel. They depend on the content and not on its age, so that a day that another transaction
 * stores late changes the digest, too.
 */
const digestsFrom = (table: string): string => `
  select company_id, funnel_id, max(day)::text as newest,
         encode(sha256(string_agg(convert_to(day::text, 'UTF8') || checksum, ''::bytea order by day)), 'hex') as digest
    from ${table} where day >= :since`;

/** Funnels whose statistics changed since their last build. */
export async function listFunnelsToBuild(db: Db, since: string): Promise<FunnelKey[]> {
  const { rows } = await db.raw<{ rows: { company_id: string; funnel_id: string }[] }>(
    `select company_id, funnel_id
       from (${digestsFrom('all_learning_days')} group by company_id, funnel_id) stats
       left join all_funnel_learning using (company_id, funnel_id)
      where seen is distinct from digest
      order by company_id, funnel_id`,
    { since },
  );
  return rows.map((row) => ({ companyId: row.company_id, funnelId: row.funnel_id }));
}

/** The newest day with statistics and the digest of all; null without any. */
export async function readStatsDigest(
  db: Db,
  key: FunnelKey,
  since: string,
): Promise<{ newest: string; digest: string } | null> {
  const { rows } = await db.raw<{ rows: { newest: string; digest: string }[] }>(
    `${digestsFrom('learning_days')} and company_id = :companyId and funnel_id = :funnelId group by company_id, funnel_id`,
    { ...key, since },
  );
  return rows[0] ?? null;
}

/** Reads the days of a funnel one by one, oldest first, because all may not fit into memory. Holds no transaction open in between. */
export async function* readStoredDays(db: Knex, { companyId, funnelId }: FunnelKey, since: string, until: string) {
  const select = (comparison: '>' | '>=', day: string) =>
    forCompany(db, companyId, (trx) =>
      trx('learning_days')
        .where({ company_id: companyId, funnel_id: funnelId })
        .where('day', comparison, day)
        .where('day', '<=', until)
        .orderBy('day')
        .first<StoredDay | undefined>(trx.raw('day::text as day'), 'data', 'checksum'),
    );
  let stored = await select('>=', since);
  while (stored) {
    yield stored;
    stored = await select('>', stored.day);
  }
}
