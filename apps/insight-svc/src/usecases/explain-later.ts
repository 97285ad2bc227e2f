import { type Clock, forCompany, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import {
  forget,
  listUnexplained,
  listUnplacedVariants,
  placeVariants,
  postpone,
  type UnexplainedAnalysis,
} from '../db/unexplained-analyses.js';
import type { MatchPlace } from '../domain/attribution/attribute-order.js';

const MINUTE_MS = 60_000;
/** Pauses before the attempts; after the last one the tabs and rules stay unknown. docs/insight.md N6.7. */
const PAUSES_MS = [MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS, 6 * 60 * MINUTE_MS, 17 * 60 * MINUTE_MS];
/** Analyses per run: each ranks the assortment of a funnel once. */
const MAX_ANALYSES = 100;

/**
 * Tabs and rules of these variants in the match of an analysis, those that are in one; undefined: it is not, or no longer, to be known.
 * @throws ServiceError when it may be known later.
 */
export type Explain = (
  analysisId: string,
  variantIds: readonly string[],
) => Promise<ReadonlyMap<string, MatchPlace> | undefined>;

/** When an analysis is asked for first. */
export const firstTryAt = (now: Date): Date => new Date(now.getTime() + (PAUSES_MS[0] as number));

/**
 * Asks again for the tabs and rules of credited lines that could not be asked for when the order arrived. Idempotent; all replicas may run it.
 * docs/insight.md N6.7, ADR 156.
 */
export function explainLater({ db, clock, explain }: { db: Knex; clock: Clock; explain: Explain }) {
  return async (signal: AbortSignal): Promise<void> => {
    for (const analysis of await listUnexplained(db, clock.now(), MAX_ANALYSES)) {
      if (signal.aborted) return;
      await explainOne({ db, clock, explain }, analysis);
    }
  };
}

async function explainOne(
  { db, clock, explain }: { db: Knex; clock: Clock; explain: Explain },
  analysis: UnexplainedAnalysis,
): Promise<void> {
  const inCompany = <T>(work: (trx: Knex.Transaction) => Promise<T>) => forCompany(db, analysis.companyId, work);
  const variantIds = await inCompany((trx) => listUnplacedVariants(trx, analysis));
  try {
    const places = variantIds.length === 0 ? undefined : await explain(analysis.analysisId, variantIds);
    await inCompany(async (trx) => {
      if (places) await placeVariants(trx, analysis, variantIds, places);
      // The next run asks for further variants, also those of an order that arrived meanwhile.
      if (!places || (await listUnplacedVariants(trx, analysis)).length === 0) await forget(trx, analysis);
    });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const pause = PAUSES_MS[analysis.tries + 1];
    await inCompany((trx) =>
      pause === undefined ? forget(trx, analysis) : postpone(trx, analysis, new Date(clock.now().getTime() + pause)),
    );
  }
}
