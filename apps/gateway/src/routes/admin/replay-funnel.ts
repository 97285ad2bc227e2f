import { json } from '@svc/kit';
import type { ListMatchingInputsResponse_Item as Item, ReplayMatchesRequest } from '@svc/proto';
import { type Clients, TIMEOUT_MS } from '../../clients.js';
import type { Handler } from '../../context.js';
import { readBody } from '../../http/read-body.js';
import { requireMediaType } from '../../parse/media-type.js';
import { findFunnel } from '../../releases/funnel-history.js';
import { type DraftDeps, draftOf } from '../../releases/replay-draft.js';
import { BLUEPRINT_TYPES } from '../../schemas/parse-blueprint.js';
import { runDocumentTask } from '../../schemas/run-document-task.js';
import { MAX_BLUEPRINT_BYTES } from './apply-blueprint.js';
import { companyOf, subdomainOf } from './company-id.js';
import { sendJson } from './send.js';

type Deps = DraftDeps & {
  funnelAdmin: Pick<Clients['funnelAdmin'], 'getCompany'>;
  analysisAdmin: Pick<Clients['analysisAdmin'], 'listMatchingInputs'>;
  release: Pick<Clients['release'], 'replayMatches'>;
};

/** Analyses travel in messages of about this size: 2,000 of them with large answers are more than one message may have. */
const BATCH_BYTES = 256 * 1024;

/**
 * POST …/funnels/{subdomain}/replay: what the newest analyses would match with a draft in the place of what is in force.
 * Nothing is stored. Release safety, "Replay before release".
 */
export function replayFunnel(deps: Deps): Handler {
  return async (ctx) => {
    const type = requireMediaType(ctx.req, BLUEPRINT_TYPES);
    const { companyId } = await companyOf(deps, ctx);
    const request = await runDocumentTask('replay', {
      bytes: await readBody(ctx.req, ctx.res, MAX_BLUEPRINT_BYTES),
      type,
    });
    const funnel = await findFunnel(deps, companyId, subdomainOf(ctx));
    const draft = await draftOf(deps, { companyId, funnel }, request);
    const { funnelId } = funnel;
    const { items } = await deps.analysisAdmin.listMatchingInputs({ companyId, funnelId, limit: request.last });
    const start = { companyId, funnelId, draftJson: json.encode(draft), asked: request.last };
    const { reportJson } = await deps.release.replayMatches(messages(start, items), { timeoutMs: TIMEOUT_MS.replay });
    sendJson(ctx, 200, Buffer.from(reportJson));
  };
}

async function* messages(
  start: Extract<ReplayMatchesRequest['part'], { $case: 'start' }>['value'],
  items: readonly Item[],
): AsyncGenerator<ReplayMatchesRequest> {
  yield { part: { $case: 'start', value: start } };
  let batch: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    batch.push(item);
    bytes += (item.input?.answersJson.length ?? 0) + (item.input?.colorJson?.length ?? 0) + 200;
    if (bytes < BATCH_BYTES) continue;
    yield { part: { $case: 'analyses', value: { items: batch } } };
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield { part: { $case: 'analyses', value: { items: batch } } };
}
