import { analysisNotFound, ServiceError } from '@svc/kit';
import type { Clients } from '../../clients.js';
import type { Handler } from '../../context.js';
import { parseExplainQuery } from '../../parse/explain-query.js';
import { lookupId } from '../../parse/opaque-id.js';
import { rawQuery } from '../../parse/raw-query.js';
import { companyOf } from './company-id.js';
import { sendJson } from './send.js';

type Deps = {
  funnelAdmin: Pick<Clients['funnelAdmin'], 'getCompany'>;
  analysis: Pick<Clients['analysis'], 'getMatchingInput'>;
  matcherAdmin: Pick<Clients['matcherAdmin'], 'explainMatch'>;
};

/**
 * GET …/analyses/{analysisId}/explain?variantId=…: the trace of matching, section 6. Another company's analysis is unknown
 * here, like one that never was; so is one of an archived funnel.
 */
export function explainAnalysis({ funnelAdmin, analysis, matcherAdmin }: Deps): Handler {
  return async (ctx) => {
    const variantIds = parseExplainQuery(rawQuery(ctx.req.url as string));
    const { companyId } = await companyOf({ funnelAdmin }, ctx);
    const { analysisId } = ctx.params as { analysisId: string };
    const { input } = await orNotFound(analysis.getMatchingInput({ analysisId: lookupId(analysisId) }));
    if (!input || input.companyId !== companyId) throw analysisNotFound();
    const { traceJson } = await orNotFound(matcherAdmin.explainMatch({ input, variantIds }));
    sendJson(ctx, 200, Buffer.from(traceJson.buffer, traceJson.byteOffset, traceJson.byteLength));
  };
}

/** One body for every reason why an analysis is not there, whatever the services say. */
async function orNotFound<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof ServiceError && error.code === 'NOT_FOUND' ? analysisNotFound() : error;
  }
}
