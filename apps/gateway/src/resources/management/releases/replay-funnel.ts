import type { ReplayDraftRequest } from '@svc/proto';
import { TIMEOUT_MS } from '../../../clients.js';
import { requirePart } from '../../../messages/require-part.js';
import { json, sendJson, toBuffer } from '../../../route/answer.js';
import { deferred, documentBody } from '../../../route/body.js';
import { route } from '../../../route/route.js';
import { MAX_BLUEPRINT_BYTES } from '../companies/companies.js';
import { jsonOrYaml } from '../documents/blueprint-content.js';
import { runDocumentTask } from '../documents/run-document-task.js';
import { FUNNEL, funnel, getCompany, management } from '../management.js';
import { presentReplay } from './present-replay.js';
import { replayReportExample, replayRequestExample, replayRequestYaml } from './release-examples.js';

/** Structure is checked here, meaning by funnel-svc. */
export const replayFunnel = route({
  ...management,
  method: 'POST',
  path: `${FUNNEL}/replay`,
  id: 'replayFunnel',
  permission: 'manage:funnel.check',
  audit: 'never',
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
      const { partsJson, version, release, last } = await body();
      const { report } = await clients.releases.replayDraft(
        {
          companyId,
          subdomain: params.subdomain,
          partsJson: toBuffer(partsJson),
          version: toVersionName(version, release),
          analyses: last,
        },
        { timeoutMs: TIMEOUT_MS.replay },
      );
      return sendJson(200, presentReplay(requirePart(report)));
    },
});

function toVersionName(
  version: string | number | undefined,
  release: number | undefined,
): ReplayDraftRequest['version'] {
  if (release !== undefined) return { $case: 'release', value: release };
  if (version === undefined) return undefined;
  if (version === 'edit') return { $case: 'edit', value: true };
  if (version === 'draft') return { $case: 'draft', value: true };
  return typeof version === 'number' ? { $case: 'number', value: version } : { $case: 'versionId', value: version };
}
