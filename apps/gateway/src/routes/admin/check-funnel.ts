import { Readable } from 'node:stream';
import { ServiceError } from '@svc/kit';
import type { CheckFunnelResponse } from '@svc/proto';
import { type Clients, TIMEOUT_MS } from '../../clients.js';
import type { Handler } from '../../context.js';
import { errorBody } from '../../http/error-response.js';
import { checkRequest } from '../../schemas/funnel-check.js';
import { companyOf, subdomainOf } from './company-id.js';
import { readOptionalBody } from './optional-body.js';
import { sendJson } from './send.js';

type Deps = {
  funnelAdmin: Pick<Clients['funnelAdmin'], 'getCompany'>;
  funnel: Pick<Clients['funnel'], 'getCompanyState'>;
  matcherAdmin: Pick<Clients['matcherAdmin'], 'checkFunnel'>;
};
type Version = 'draft' | 'published';
type Event = NonNullable<CheckFunnelResponse['event']>;

export const NDJSON_TYPE = 'application/x-ndjson';

/**
 * POST …/funnels/{subdomain}/check: the assortment prover's report on the draft or the published version; the draft, if
 * there is one, when the body does not say. FUNNEL_NOT_PUBLISHED without such a version. A client that accepts NDJSON gets
 * lines of progress before it. A client that goes away ends the work.
 */
export function checkFunnel(deps: Deps): Handler {
  return async (ctx) => {
    const { version: asked } = await readOptionalBody(ctx, checkRequest, 'Nothing was checked');
    const { companyId } = await companyOf(deps, ctx);
    const { funnelId, versionId, publishedVersionId } = await findVersion(deps, companyId, subdomainOf(ctx), asked);
    const request = {
      companyId,
      funnelId,
      version: { $case: 'versionId' as const, value: versionId },
      ...(publishedVersionId === versionId ? {} : { baselineVersionId: publishedVersionId }),
    };
    const events = eventsOf(deps.matcherAdmin.checkFunnel(request, { timeoutMs: TIMEOUT_MS.check }));
    // What fails before the first event is an answer like any other.
    const first = await events.next();
    if (ctx.accepts('application/json', NDJSON_TYPE) === NDJSON_TYPE) {
      ctx.status = 200;
      ctx.set('Content-Type', `${NDJSON_TYPE}; charset=utf-8`);
      ctx.set('Cache-Control', 'no-store');
      ctx.body = Readable.from(linesOf(first, events, ctx.state.requestId), { objectMode: false });
      return;
    }
    for (let turn = first; !turn.done; turn = await events.next()) {
      if (turn.value.$case === 'reportJson') sendJson(ctx, 200, Buffer.from(turn.value.value));
    }
  };
}

/** The events of a check. Fails with INTERNAL when they end without a report. */
async function* eventsOf(responses: AsyncIterable<CheckFunnelResponse>): AsyncGenerator<Event, void, undefined> {
  for await (const { event } of responses) {
    if (event) yield event;
    if (event?.$case === 'reportJson') return;
  }
  throw new Error('The check ended without a report.');
}

/** `{"progress":{…}}` … and last `{"report":{…}}`, or `{"error":{…}}` with the common body: the status is sent already. */
async function* linesOf(first: IteratorResult<Event, void>, events: AsyncGenerator<Event>, requestId: string) {
  try {
    for (let turn = first; !turn.done; turn = await events.next()) yield lineOf(turn.value);
  } catch (error) {
    const failure =
      error instanceof ServiceError ? error : new ServiceError('INTERNAL', 'The check failed on our side.');
    yield `{"error":${JSON.stringify(errorBody(failure, requestId))}}\n`;
  } finally {
    await events.return(undefined);
  }
}

function lineOf(event: Event): string {
  if (event.$case === 'progress') return `${JSON.stringify({ progress: event.value })}\n`;
  return `{"report":${Buffer.from(event.value).toString()}}\n`;
}

async function findVersion(
  deps: Pick<Deps, 'funnel'>,
  companyId: string,
  subdomain: string,
  asked: Version | undefined,
) {
  const { funnels } = await deps.funnel.getCompanyState({ companyId });
  const found = funnels.find((funnel) => funnel.subdomain === subdomain && !funnel.archived);
  if (!found) throw new ServiceError('NOT_FOUND', 'No funnel with this sub-domain.');
  const { funnelId, draftVersionId: draft, publishedVersionId: published } = found;
  const versionId = asked === 'draft' ? draft : asked === 'published' ? published : (draft ?? published);
  if (versionId !== undefined) return { funnelId, versionId, publishedVersionId: published };
  const what = asked === undefined ? 'neither a draft nor a published version' : `no ${asked} version`;
  throw new ServiceError('FUNNEL_NOT_PUBLISHED', `This funnel has ${what} to check.`);
}
