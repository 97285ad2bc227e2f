import type { Knex } from 'knex';

/** Companies of one page. Contract of `ListAnalysisRetentions`. */
const PAGE = 100;

export interface AnalysisRetention {
  companyId: string;
  days: number;
  funnelIds: string[];
}

/** Companies after this one that have `settings.analysisRetentionDays`, ordered by id, with their funnels. */
export async function listAnalysisRetentions(db: Knex, afterCompanyId: string): Promise<AnalysisRetention[]> {
  const { rows } = await db.raw<{ rows: AnalysisRetention[] }>(
    `select c.id as "companyId", (c.settings ->> 'analysisRetentionDays')::integer as days,
            array(select f.id from all_funnels f where f.company_id = c.id order by f.id) as "funnelIds"
       from all_companies c
      where c.id > ? and c.settings ->> 'analysisRetentionDays' is not null
      order by c.id limit ?`,
    [afterCompanyId, PAGE],
  );
  return rows;
}
