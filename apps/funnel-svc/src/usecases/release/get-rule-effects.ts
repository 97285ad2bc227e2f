import { forCompany, ServiceError } from '@svc/kit';
import type { MeasureRulesResponse } from '@svc/proto';
import type { Knex } from 'knex';
import { loadFunnel } from './load-funnel.js';
import { READ_TIMEOUT_MS, type ReleasePeers } from './peers.js';
import { toMessages } from './to-messages.js';

/** Matching 2,000 analyses. The caller's deadline usually ends the call earlier. */
const MEASURE_TIMEOUT_MS = 60_000;

/**
 * What each selection rule in force does in the newest analyses of a funnel. Stores nothing; ends when the caller cancels.
 * @throws ServiceError NOT_FOUND, FUNNEL_NOT_PUBLISHED, MATCHER_FAILURE, or UNAVAILABLE while two replays run.
 */
export function getRuleEffects(deps: { db: Knex; peers: Pick<ReleasePeers, 'analysis' | 'release'> }) {
  return async (request: { companyId: string; subdomain: string; analyses: number }): Promise<MeasureRulesResponse> => {
    const { companyId, subdomain, analyses } = request;
    const funnel = await forCompany(deps.db, companyId, (db) => loadFunnel(db, companyId, subdomain));
    if (!funnel.published) {
      throw new ServiceError('FUNNEL_NOT_PUBLISHED', 'This funnel has no published version, so no rule is in force.');
    }
    const listed = { companyId, funnelId: funnel.id, limit: analyses };
    const { items } = await deps.peers.analysis.listMatchingInputs(listed, { timeoutMs: READ_TIMEOUT_MS });
    const messages = toMessages({ companyId, funnelId: funnel.id }, items);
    return deps.peers.release.measureRules(messages, { timeoutMs: MEASURE_TIMEOUT_MS });
  };
}
