import { ServiceError } from '@svc/kit';
import { type Clients, TIMEOUT_MS } from '../../clients.js';
import type { Handler } from '../../context.js';
import type { MatchPurge } from '../../match/match-purge.js';
import { lookupId } from '../../parse/opaque-id.js';
import { companyOf } from './company-id.js';
import { queryOf, sendJson } from './send.js';

type Deps = {
  funnelAdmin: Pick<Clients['funnelAdmin'], 'getCompany'>;
  analysis: Pick<Clients['analysis'], 'eraseAnalysis' | 'eraseAnalysesByEmail'>;
  purge: MatchPurge;
};

const MAX_EMAIL_LENGTH = 320;

/** DELETE …/analyses/{analysisId}: 204. Answers, contact data and results are gone, here at once. Management, "Publish and read". */
export function eraseAnalysis(deps: Deps): Handler {
  return async (ctx) => {
    const { companyId } = await companyOf(deps, ctx);
    const { analysisId } = ctx.params as { analysisId: string };
    await deps.analysis.eraseAnalysis({ companyId, analysisId: lookupId(analysisId) }, { timeoutMs: TIMEOUT_MS.erase });
    deps.purge.analysis(analysisId);
    ctx.status = 204;
  };
}

/** DELETE …/analyses?email=: the same for every analysis with this address, whatever its letter case. */
export function eraseAnalysesByEmail(deps: Deps): Handler {
  return async (ctx) => {
    const emails = queryOf(ctx).getAll('email');
    const [email = ''] = emails;
    if (emails.length !== 1 || email.trim() === '' || email.length > MAX_EMAIL_LENGTH || email.includes('\0')) {
      throw new ServiceError('INVALID_QUERY', 'Name one e-mail address: ?email=…');
    }
    const { companyId } = await companyOf(deps, ctx);
    const { erased } = await deps.analysis.eraseAnalysesByEmail({ companyId, email }, { timeoutMs: TIMEOUT_MS.erase });
    deps.purge.company(companyId);
    sendJson(ctx, 200, { erased });
  };
}
