import { Readable } from 'node:stream';
import { funnelNotFound, json as kitJson, ServiceError } from '@svc/kit';
import type { CheckFunnelRequest, CheckFunnelResponse, PrepareDraftRequest } from '@svc/proto';
import type { z } from 'zod';
import { type Clients, TIMEOUT_MS } from '../../../clients.js';
import { toErrorBody } from '../../../http/error-response.js';
import { ref } from '../../../openapi/ref.js';
import { jsonContent, sendBody, sendJson } from '../../../route/answer.js';
import { optionalJsonBody } from '../../../route/body.js';
import { route } from '../../../route/route.js';
import { FUNNEL, funnel, getCompany, management } from '../management.js';
import { prepareDraft } from '../preview/preview.js';
import { probeRequestExample } from '../preview/preview-examples.js';
import { MAX_PARTS_BYTES } from '../preview/preview-schema.js';
import { checkLinesExample, funnelCheckExample } from './check-funnel-examples.js';
import { checkRequest } from './check-funnel-schema.js';
import { presentCheck, presentProgress } from './present-check.js';

type Version = 'draft' | 'published' | 'edit';
type Event = NonNullable<CheckFunnelResponse['event']>;

const NDJSON_TYPE = 'application/x-ndjson';

export const checkFunnel = route({
  ...management,
  method: 'POST',
  path: `${FUNNEL}/check`,
  id: 'checkFunnel',
  permission: 'manage:funnel.check',
  audit: 'never',
  summary: 'Check a version before it is published',
  description:
    'Walks the answer paths with the catalog and the matching settings in force: dead ends, variants that no path reaches, options and ' +
    'rules without effect; with parts that are not saved in the place of those in force, if given. Takes up to a minute; with Accept: application/x-ndjson the response has up to five lines of progress per ' +
    'second, and the last line is the report, or an error. Closing the connection ends the work. A third simultaneous check waits 5 s, ' +
    'then it is 503.',
  params: funnel,
  body: optionalJsonBody({
    schema: checkRequest,
    schemaId: 'CheckRequest',
    examples: { draft: { version: 'draft' }, parts: { parts: probeRequestExample.parts } },
    refused: 'The funnel was not checked',
    maxBytes: MAX_PARTS_BYTES,
  }),
  answers: {
    200: {
      description: 'The report.',
      content: {
        ...jsonContent('FunnelCheck', { report: funnelCheckExample }),
        [NDJSON_TYPE]: {
          schema: {
            type: 'string',
            description: 'Lines of JSON.',
            contentMediaType: NDJSON_TYPE,
            contentSchema: { ...ref('CheckLine'), description: 'Of each line.' },
          },
          examples: { lines: { value: checkLinesExample } },
        },
      },
    },
  },
  errors: ['FUNNEL_NOT_PUBLISHED', 'VERSION_NOT_FOUND', 'MATCHER_FAILURE', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, body, ctx }) => {
      const { companyId } = await getCompany(clients, params);
      const request = await createRequest(clients, { companyId, subdomain: params.subdomain }, body);
      const events = readEvents(clients.matcherAdmin.checkFunnel(request, { timeoutMs: TIMEOUT_MS.check }));
      // What fails before the first event is an answer like any other.
      const first = await events.next();
      if (ctx.accepts('application/json', NDJSON_TYPE) === NDJSON_TYPE) {
        const lines = Readable.from(toLines(first, events, ctx.state.requestId), { objectMode: false });
        return sendBody(200, `${NDJSON_TYPE}; charset=utf-8`, lines, { 'Cache-Control': 'no-store' });
      }
      for (let turn = first; !turn.done; turn = await events.next()) {
        if (turn.value.$case === 'report') return sendJson(200, presentCheck(turn.value.value));
      }
      throw new Error('The check ended without a report.');
    },
});

/** Parts that are not saved are checked first; the dead ends of the published version, with what is in force, are the known ones. */
async function createRequest(
  clients: Pick<Clients, 'funnel' | 'releases'>,
  { companyId, subdomain }: { companyId: string; subdomain: string },
  { version, release, parts }: z.output<typeof checkRequest>,
): Promise<CheckFunnelRequest> {
  const stored = toStored(version, release);
  const owner = { companyId, subdomain };
  const draft = stored
    ? await clients.releases.prepareDraft({ ...owner, partsJson: kitJson.encode({}), stored })
    : parts && (await prepareDraft(clients, owner, parts));
  const settingsJson = draft?.funnel?.settingsJson;
  if (draft?.funnel && (stored || parts?.steps)) {
    const { funnelId, version: steps } = draft.funnel;
    return { companyId, funnelId, version: steps, settingsJson, baselineVersionId: draft.publishedVersionId };
  }
  const { funnelId, versionId, publishedVersionId } = await findVersion(clients, companyId, subdomain, version);
  return {
    companyId,
    funnelId,
    version: { $case: 'versionId', value: versionId },
    ...(settingsJson ? { settingsJson } : {}),
    ...(publishedVersionId === versionId && !settingsJson ? {} : { baselineVersionId: publishedVersionId }),
  };
}

function toStored(version: Version | undefined, release: number | undefined): PrepareDraftRequest['stored'] {
  if (release !== undefined) return { $case: 'release', value: release };
  return version === 'edit' ? { $case: 'edit', value: true } : undefined;
}

/** The events of a check. Fails with INTERNAL when they end without a report. */
async function* readEvents(responses: AsyncIterable<CheckFunnelResponse>): AsyncGenerator<Event, void, undefined> {
  for await (const { event } of responses) {
    if (event) yield event;
    if (event?.$case === 'report') return;
  }
  throw new Error('The check ended without a report.');
}

/** `{"progress":{…}}` … and last `{"report":{…}}`, or `{"error":{…}}` with the common body: the status is sent already. */
async function* toLines(first: IteratorResult<Event, void>, events: AsyncGenerator<Event>, requestId: string) {
  try {
    for (let turn = first; !turn.done; turn = await events.next()) yield toLine(turn.value);
  } catch (error) {
    const failure =
      error instanceof ServiceError ? error : new ServiceError('INTERNAL', 'The check failed on our side.');
    yield `{"error":${JSON.stringify(toErrorBody(failure, requestId))}}\n`;
  } finally {
    await events.return(undefined);
  }
}

function toLine(event: Event): string {
  const line =
    event.$case === 'progress' ? { progress: presentProgress(event.value) } : { report: presentCheck(event.value) };
  return `${JSON.stringify(line)}
`;
}

async function findVersion(
  { funnel }: { funnel: Pick<Clients['funnel'], 'getCompanyState'> },
  companyId: string,
  subdomain: string,
  asked: Version | undefined,
) {
  const { funnels } = await funnel.getCompanyState({ companyId });
  const found = funnels.find((candidate) => candidate.subdomain === subdomain && !candidate.archived);
  if (!found) throw funnelNotFound();
  const { funnelId, draftVersionId: draft, publishedVersionId: published } = found;
  const versionId = asked === 'draft' ? draft : asked === 'published' ? published : (draft ?? published);
  if (versionId !== undefined) return { funnelId, versionId, publishedVersionId: published };
  const what = asked === undefined ? 'neither a draft nor a published version' : `no ${asked} version`;
  throw new ServiceError('FUNNEL_NOT_PUBLISHED', `This funnel has ${what} to check.`);
}
