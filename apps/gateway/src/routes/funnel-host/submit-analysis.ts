import { MAX_ANALYSIS_BODY_BYTES } from '@svc/domain';
import { json } from '@svc/kit';
import { type Clients, TIMEOUT_MS } from '../../clients.js';
import type { Handler } from '../../context.js';
import { type PageAddress, pageOrigin, toFunnelHost } from '../../funnel-host/funnel-host.js';
import { readJsonObject } from '../../http/read-json-object.js';
import { JSON_TYPE } from '../../match/finished-match.js';
import { parseAnswers } from '../../parse/answers-body.js';
import { parseIdempotencyKey } from '../../parse/idempotency-key.js';
import { toIgnoredFields } from '../../parse/ignored-fields.js';
import { requireMediaType } from '../../parse/media-type.js';
import { lookupId } from '../../parse/opaque-id.js';
import { rawQuery } from '../../parse/raw-query.js';
import { parseSubmissionQuery } from '../../parse/submission-query.js';

/**
 * POST /api/analyses on a funnel's host, without a key. What needs no data is refused here, as of the v1 route: 415, 413 while
 * reading, INVALID_JSON, INVALID_QUERY, INVALID_REQUEST, a selfie that is no data URL. Funnel, answers, storage and what is
 * delivered are one call to analysis-svc. Contract, "Legacy POST /api/analyses".
 */
export function submitAnalysis(deps: {
  clients: { submission: Pick<Clients['submission'], 'submitAnalysis'> };
  pageAddress: PageAddress;
}): Handler {
  return async (ctx) => {
    requireMediaType(ctx.req, ['application/json']);
    const idempotencyKey = parseIdempotencyKey(ctx.req);
    const query = parseSubmissionQuery(new URLSearchParams(rawQuery(ctx.req.url as string)));
    const parsed = await readJsonObject(ctx, MAX_ANALYSIS_BODY_BYTES);
    const answers = parseAnswers(parsed, 'legacy');
    const { body, replayed } = await deps.clients.submission.submitAnalysis(
      {
        host: toFunnelHost(ctx.state.host),
        ...(query.versionId === undefined ? {} : { createdWithVersionId: lookupId(query.versionId) }),
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
        bodyJson: json.encode(answers.body),
        ...(answers.ignored ? { ignored: await toIgnoredFields(answers.ignored, idempotencyKey) } : {}),
        ...(answers.selfie === undefined ? {} : { selfie: answers.selfie }),
        pageOrigin: pageOrigin(ctx.state.host, deps.pageAddress),
        includeWebhookPayload: query.includePayload,
      },
      { timeoutMs: TIMEOUT_MS.create },
    );
    if (replayed) ctx.set('Idempotent-Replayed', 'true');
    ctx.status = 200;
    ctx.set('Content-Type', JSON_TYPE);
    ctx.body = Buffer.from(body);
  };
}
