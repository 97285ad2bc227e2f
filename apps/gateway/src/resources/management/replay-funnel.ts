import { json as encodedJson } from '@svc/kit';
import type { ListMatchingInputsResponse_Item as Item, ReplayMatchesRequest } from '@svc/proto';
import { TIMEOUT_MS } from '../../clients.js';
import { findFunnel } from '../../releases/funnel-history.js';
import { createReplayDraft } from '../../releases/replay-draft.js';
import { json, sendJson } from '../../route/answer.js';
import { deferred, documentBody } from '../../route/body.js';
import { route } from '../../route/route.js';
import { jsonOrYaml } from './blueprint-content.js';
import { MAX_BLUEPRINT_BYTES } from './companies.js';
import { runDocumentTask } from './documents/run-document-task.js';
import { FUNNEL, funnel, getCompany, management } from './management.js';
import { presence } from './presence.js';
import { presentReplay } from './present-replay.js';
import { replayReportExample, replayRequestExample, replayRequestYaml } from './release-examples.js';

/** Size of one message: 2,000 analyses with large answers exceed the limit of a message. */
const BATCH_BYTES = 256 * 1024;

export const replayFunnel = route({
  ...management,
  method: 'POST',
  path: `${FUNNEL}/replay`,
  id: 'replayFunnel',
  summary: 'What a change would do to the newest analyses',
  description:
    'Matches stored analyses with what is in force and with a draft of settings, tagging, tabs or steps in its place, and ' +
    'reports what would change. Nothing is stored. Each matching process runs two replays; a further one is 503 with Retry-After.',
  params: funnel,
  body: deferred(
    documentBody({
      content: jsonOrYaml('ReplayRequest', 'rule', replayRequestExample, replayRequestYaml),
      maxBytes: MAX_BLUEPRINT_BYTES,
      errors: ['INVALID_JSON', 'INVALID_REQUEST'],
      parse: (bytes, type) => runDocumentTask('replay', { bytes, type }),
    }),
  ),
  answers: { 200: json('The report.', 'ReplayReport', { report: replayReportExample }) },
  errors: ['VERSION_NOT_FOUND', 'FUNNEL_NOT_PUBLISHED', 'MATCHER_FAILURE', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, body }) => {
      const { companyId } = await getCompany(clients, params);
      const request = await body();
      const found = await findFunnel(clients, companyId, params.subdomain);
      const draft = await createReplayDraft(clients, { companyId, funnel: found }, request);
      const { funnelId } = found;
      const { items } = await clients.analysisAdmin.listMatchingInputs({ companyId, funnelId, limit: request.last });
      const start = { companyId, funnelId, draftJson: encodedJson.encode(draft), asked: request.last };
      const { report } = await clients.release.replayMatches(toMessages(start, items), {
        timeoutMs: TIMEOUT_MS.replay,
      });
      return sendJson(200, presentReplay(presence(report)));
    },
});

async function* toMessages(
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
