import { ANALYSIS_RETENTION_DAYS } from '@svc/domain';
import type { Knex } from 'knex';
import { deleteByRetention as deleteBatch } from '../db/delete-by-retention.js';

/** A company that has its own retention (`settings.analysisRetentionDays`). */
export interface AnalysisRetention {
  companyId: string;
  days: number;
  /** Its funnels, archived ones included. */
  funnelIds: string[];
}

/** No company has less, whatever is sent: other data that refer to an analysis end before (ADR 133). */
const [LEAST_DAYS] = ANALYSIS_RETENTION_DAYS;

/**
 * Deletes the analyses that are older than their company keeps them, in statements of at most 1,000, as `deleteAllOldAnalyses` does for
 * all companies. docs/operations.md "What is kept how long".
 * @returns their number.
 */
export async function deleteByRetention(
  { db, listRetentions }: { db: Knex; listRetentions(afterCompanyId: string): Promise<AnalysisRetention[]> },
  signal?: AbortSignal,
): Promise<number> {
  let deleted = 0;
  let page = await listRetentions('');
  while (page.length > 0 && !signal?.aborted) {
    for (const { companyId, days, funnelIds } of page) {
      for (const funnelId of funnelIds) {
        if (signal?.aborted) return deleted;
        let batch: number;
        do {
          batch = await deleteBatch(db, { companyId, funnelId, days: Math.max(days, LEAST_DAYS) });
          deleted += batch;
        } while (batch > 0 && !signal?.aborted);
      }
    }
    page = await listRetentions(page.at(-1)?.companyId ?? '');
  }
  return deleted;
}
