import type { Clock, Slots } from '@svc/kit';
import { type RuleEffect, RuleTally, type TabEffect } from '../../engine/preview/measure-rules.js';
import type { ReplayedAnalysis } from '../../engine/replay/replay-matches.js';
import type { Companies } from '../companies/companies.js';
import type { FunnelVersions } from '../companies/funnel-versions.js';
import { getFunnel } from '../companies/loaded-company.js';
import { requirePublishedVersion } from './require-published-version.js';
import { runInSlices } from './run-in-slices.js';

export interface MeasureInput {
  companyId: string;
  funnelId: string;
  /** In batches, newest first. */
  analyses: AsyncIterable<readonly ReplayedAnalysis[]>;
  signal?: AbortSignal;
}

export interface MeasuredRules {
  /** The day for rules with dates; UTC, `YYYY-MM-DD`. */
  date: string;
  analyses: number;
  rules: RuleEffect[];
  tabs: TabEffect[];
}

/**
 * What each rule in force does in stored analyses, and what each tab holds, with the published version. Matches continue in parallel; nothing is stored.
 * Shares the slots of replays, whose cost is similar.
 * @throws ServiceError NOT_FOUND for a removed funnel, FUNNEL_NOT_PUBLISHED, MATCHER_FAILURE when the company's data is
 *   unavailable, UNAVAILABLE when two replays do not end in time.
 */
export async function measureRules(
  deps: { companies: Companies; versions: FunnelVersions; slots: Slots; clock: Clock },
  { companyId, funnelId, analyses, signal }: MeasureInput,
): Promise<MeasuredRules> {
  const release = await deps.slots.take(signal);
  try {
    const company = await deps.companies.get(companyId);
    const version = await deps.versions.get(companyId, requirePublishedVersion(company, funnelId));
    const compiledBefore = company.funnels.size;
    const funnel = getFunnel(company, version);
    if (company.funnels.size !== compiledBefore) deps.companies.recount(company);
    const tally = new RuleTally(funnel, deps.clock.now().toISOString().slice(0, 10));
    for await (const batch of analyses) {
      await runInSlices(tally.add(batch), { signal });
    }
    return { date: tally.date, analyses: tally.analyses, rules: tally.getEffects(), tabs: tally.getTabEffects() };
  } finally {
    release();
  }
}
