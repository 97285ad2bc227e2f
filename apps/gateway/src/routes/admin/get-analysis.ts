import { analysisNotFound, ServiceError } from '@svc/kit';
import type { Clients } from '../../clients.js';
import type { Handler } from '../../context.js';
import { lookupId } from '../../parse/opaque-id.js';
import { companyOf } from './company-id.js';
import { sendJson } from './send.js';

type Deps = {
  funnelAdmin: Pick<Clients['funnelAdmin'], 'getCompany'>;
  analysisAdmin: Pick<Clients['analysisAdmin'], 'getAnalysis'>;
};

/**
 * GET …/analyses/{analysisId}: everything that is kept of an analysis but contact data. Another company's analysis is
 * unknown here, like one that never was.
 */
export function getAnalysis({ funnelAdmin, analysisAdmin }: Deps): Handler {
  return async (ctx) => {
    const { companyId } = await companyOf({ funnelAdmin }, ctx);
    const { analysisId } = ctx.params as { analysisId: string };
    const { body } = await analysisAdmin
      .getAnalysis({ companyId, analysisId: lookupId(analysisId) })
      .catch((error: unknown) => {
        const unknown = error instanceof ServiceError && error.code === 'NOT_FOUND';
        throw unknown ? analysisNotFound() : error;
      });
    sendJson(ctx, 200, Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  };
}
