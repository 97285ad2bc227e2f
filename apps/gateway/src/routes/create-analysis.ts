import { MAX_ANALYSIS_BODY_BYTES } from '@svc/domain';
import { json } from '@svc/kit';
import { type Clients, TIMEOUT_MS } from '../clients.js';
import type { Handler } from '../context.js';
import { readJsonObject } from '../http/read-json-object.js';
import { JSON_TYPE } from '../match/finished-match.js';
import { parseAnalysisRequest } from '../parse/analysis-request.js';
import { parseIdempotencyKey } from '../parse/idempotency-key.js';
import { toIgnoredFields } from '../parse/ignored-fields.js';
import { requireMediaType } from '../parse/media-type.js';
import { lookupId } from '../parse/opaque-id.js';
import { rawQuery } from '../parse/raw-query.js';

/**
 * POST /api/v1/analyses. Everything that needs no data is refused here: 415, 413 while reading, INVALID_JSON,
 * INVALID_REQUEST, a selfie that is no data URL. Key, funnel, answers and storage are one call to analysis-svc.
 */
export function createAnalysis(deps: { analysis: Pick<Clients['analysis'], 'createAnalysis'> }): Handler {
  return async (ctx) => {
    requireMediaType(ctx.req, ['application/json']);
    const idempotencyKey = parseIdempotencyKey(ctx.req);
    const parsed = await readJsonObject(ctx, MAX_ANALYSIS_BODY_BYTES);
    const request = parseAnalysisRequest(parsed, new URLSearchParams(rawQuery(ctx.req.url as string)));
    const { body, replayed } = await deps.analysis.createAnalysis(
      {
        apiKeyHash: ctx.state.apiKeyHash as Buffer,
        funnelId: lookupId(request.funnelId),
        ...(request.createdWithVersionId === undefined
          ? {}
          : { createdWithVersionId: lookupId(request.createdWithVersionId) }),
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
        bodyJson: json.encode(request.body),
        ...(request.ignored ? { ignored: await toIgnoredFields(request.ignored, idempotencyKey) } : {}),
        ...(request.selfie === undefined ? {} : { selfie: request.selfie }),
      },
      { timeoutMs: TIMEOUT_MS.create },
    );
    if (replayed) ctx.set('Idempotent-Replayed', 'true');
    ctx.status = 200;
    ctx.set('Content-Type', JSON_TYPE);
    ctx.body = Buffer.from(body);
  };
}
