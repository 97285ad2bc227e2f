import type { Blueprint, FunnelBlueprint, Step } from '@svc/domain';
import { funnelNotFound, json as kitJson, ServiceError } from '@svc/kit';
import { type Clients, TIMEOUT_MS } from '../../../clients.js';
import { FUNNEL_ID, VERSION_ID } from '../../../openapi/example-ids.js';
import { json, sendJson, toBuffer } from '../../../route/answer.js';
import { jsonBody } from '../../../route/body.js';
import { route } from '../../../route/route.js';
import { blueprintExample } from '../companies/company-examples.js';
import { COMPANY, company, FUNNEL, funnel, getCompany, management } from '../management.js';
import { findFunnel } from './find-funnel.js';
import { funnelChange, funnelCopyRequest, funnelRequest } from './funnel-schema.js';
import { loadTemplate } from './templates/load-templates.js';

/** Steps of a first version. */
const MAX_FUNNEL_BYTES = 1024 * 1024;

const createdExample = {
  subdomain: 'spring',
  id: FUNNEL_ID,
  draft: { id: VERSION_ID, number: 1 },
  warnings: [],
};

const createFunnel = route({
  ...management,
  method: 'POST',
  path: `${COMPANY}/funnels`,
  id: 'createFunnel',
  permission: 'manage:funnel.edit',
  summary: 'Create a funnel',
  description:
    'Nothing of it is published. CONFLICT: the company has a funnel with this sub-domain, perhaps an archived one; so a repeated request ' +
    'creates no second one.',
  params: company,
  body: jsonBody({
    schema: funnelRequest,
    schemaId: 'FunnelRequest',
    examples: {
      empty: { subdomain: 'spring', name: 'Spring quiz' },
      steps: { subdomain: 'spring', name: 'Spring quiz', steps: blueprintExample.funnels[0]?.published.steps },
      template: { subdomain: 'spring', name: 'Spring quiz', template: 'three-questions' },
    },
    refused: 'The funnel was not created',
    maxBytes: MAX_FUNNEL_BYTES,
  }),
  answers: { 201: json('Created.', 'CreatedFunnel', { funnel: createdExample }) },
  errors: ['INVALID_BLUEPRINT', 'CONFLICT', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params: { handle }, body, ctx }) => {
      const { subdomain, name, template } = body;
      const steps = template
        ? (await loadTemplate(clients, handle, template)).steps
        : (body.steps as Step[] | undefined);
      const created = await create(clients, handle, { subdomain, name, ...(steps ? { draft: { steps } } : {}) });
      ctx.state.audit?.add({ targets: { subdomain, ...(template ? { template } : {}) }, changed: created.changed });
      return sendJson(201, created.body);
    },
});

const duplicateFunnel = route({
  ...management,
  method: 'POST',
  path: `${FUNNEL}/duplicate`,
  id: 'duplicateFunnel',
  permission: 'manage:funnel.edit',
  summary: 'Create a funnel as a copy of another one',
  description:
    'Copies assortment, rules, result page, and the draft or, without one, the published version, as the draft of the new funnel. What is ' +
    'being edited and a host of its own are not copied. CONFLICT: as for a new funnel.',
  params: funnel,
  body: jsonBody({
    schema: funnelCopyRequest,
    schemaId: 'FunnelCopyRequest',
    examples: { copy: { subdomain: 'spring', name: 'Spring quiz' } },
    refused: 'The funnel was not created',
  }),
  answers: { 201: json('Created.', 'CreatedFunnel', { funnel: createdExample }) },
  errors: ['INVALID_BLUEPRINT', 'CONFLICT', 'NOT_FOUND'],
  describe:
    () =>
    ({ body: { subdomain } }) => ({ targets: { copy: subdomain } }),
  handler:
    ({ clients }) =>
    async ({ params, body: { subdomain, name }, ctx }) => {
      const copied = await readFunnel(clients, params);
      const created = await create(clients, params.handle, { ...copied, subdomain, name });
      ctx.state.audit?.add({ changed: created.changed });
      return sendJson(201, created.body);
    },
});

const changeFunnel = route({
  ...management,
  method: 'PATCH',
  path: FUNNEL,
  id: 'changeFunnel',
  permission: 'manage:funnel.publish',
  summary: 'Change name, host or state of a funnel',
  description:
    'Keys that are left out stay as they are, so simultaneous changes of different keys never conflict. It is in force within two ' +
    'seconds, without a release. An archived funnel is found too, so that it can be brought back.',
  params: funnel,
  body: jsonBody({
    schema: funnelChange,
    schemaId: 'FunnelChange',
    examples: { pause: { paused: true }, host: { name: 'Spring quiz', host: 'quiz.glow.example' } },
    refused: 'Nothing was changed',
  }),
  answers: { 200: json('Changed.', 'ChangedFunnel', { changed: { changed: ['paused'], warnings: [] } }) },
  errors: ['INVALID_BLUEPRINT', 'CONFLICT', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, body, ctx }) => {
      const { handle, subdomain } = params;
      const { companyId } = await getCompany(clients, params);
      // A funnel is never deleted, so it is still there when the change is applied.
      const { funnels } = await clients.funnel.getCompanyState({ companyId });
      if (!funnels.some((each) => each.subdomain === subdomain)) throw funnelNotFound();
      const { answer } = await apply(clients, handle, { subdomain, ...body } as FunnelBlueprint);
      ctx.state.audit?.add({ changed: answer.changed });
      const prefix = `funnels/${subdomain}/`;
      const changed = answer.changed.map((name) => name.slice(prefix.length));
      return sendJson(200, { changed, warnings: answer.warnings });
    },
});

/** New funnels, and what a funnel is besides its questions. docs/management.md "Funnels". */
export const funnelChanges = [createFunnel, duplicateFunnel, changeFunnel];

interface Applied {
  funnels: Record<string, { id: string; draft?: { id: string; number: number } | null }>;
  changed: string[];
  warnings: { path: string; message: string }[];
}

/** An apply of a company file with this funnel only. */
async function apply(
  { funnelAdmin }: Pick<Clients, 'funnelAdmin'>,
  handle: string,
  wanted: FunnelBlueprint,
  newFunnel?: string,
): Promise<{ answer: Applied }> {
  const file: Blueprint = { funnels: [wanted] };
  const { body } = await funnelAdmin
    .applyBlueprint(
      { handle, blueprintJson: kitJson.encode(file), ...(newFunnel === undefined ? {} : { newFunnel }) },
      { timeoutMs: TIMEOUT_MS.apply },
    )
    .catch((error: unknown) => {
      throw error instanceof ServiceError ? error.withPaths(toBodyPath) : error;
    });
  const { funnels, changed, warnings } = kitJson.decode<Applied>(body);
  return {
    answer: { funnels, changed, warnings: warnings.map((one) => ({ ...one, path: toBodyPath(one.path) })) },
  };
}

/** `/funnels/0/draft/steps/1` → `/steps/1`: the pointer into the body. */
const toBodyPath = (path: string): string => path.replace(/^\/funnels\/0(\/draft(?=\/steps))?(?=\/|$)/, '');

async function create(clients: Pick<Clients, 'funnelAdmin'>, handle: string, wanted: FunnelBlueprint) {
  const { subdomain } = wanted;
  const { answer } = await apply(clients, handle, wanted, subdomain);
  const { id, draft = null } = answer.funnels[subdomain] as Applied['funnels'][string];
  return { changed: answer.changed, body: { subdomain, id, draft, warnings: answer.warnings } };
}

/** What a copy of a funnel begins with. Its questions have no history: no stored answer belongs to them. */
async function readFunnel(
  clients: Pick<Clients, 'funnel' | 'funnelAdmin'>,
  params: { handle: string; subdomain: string },
): Promise<Omit<FunnelBlueprint, 'subdomain'>> {
  const { handle, subdomain } = params;
  const { companyId, draftVersionId, publishedVersionId } = await findFunnel(clients, params);
  const versionId = draftVersionId ?? publishedVersionId;
  const readPart = async (key: 'assortment' | 'matching' | 'resultPage') => {
    const { partJson } = await clients.funnelAdmin.getSettingsPart({ handle, part: `funnels/${subdomain}/${key}` });
    return kitJson.decode<unknown>(toBuffer(partJson));
  };
  const [assortment, matching, resultPage, version] = await Promise.all([
    readPart('assortment'),
    readPart('matching'),
    readPart('resultPage'),
    versionId === undefined ? undefined : clients.funnelAdmin.describeVersion({ companyId, subdomain, versionId }),
  ]);
  const copied = { assortment, matching, resultPage } as Omit<FunnelBlueprint, 'subdomain'>;
  if (!version) return copied;
  const steps = kitJson.decode<Step[]>(toBuffer(version.stepsJson)).map((step) => ({
    ...step,
    formerIds: [],
    selections: step.selections.map((selection) => ({ ...selection, formerKeys: [] })),
  }));
  return { ...copied, draft: { steps } };
}
