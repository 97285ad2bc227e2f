import { MAX_EDIT_BYTES } from '@svc/domain';
import { json as kitJson } from '@svc/kit';
import type { FunnelEditSummary } from '@svc/proto';
import { getActorId, getActorName, getAuthor } from '../../../access/actor.js';
import { type Clients, TIMEOUT_MS } from '../../../clients.js';
import { requiredTime } from '../../../messages/iso-time.js';
import { requirePart } from '../../../messages/require-part.js';
import { VERSION_ID } from '../../../openapi/example-ids.js';
import { json, jsonContent, plainContent, sendJson, sendNothing, toBuffer } from '../../../route/answer.js';
import { deferred, documentBody, jsonBody } from '../../../route/body.js';
import { nameCurrentState } from '../../../route/name-current-state.js';
import { optional } from '../../../route/parameter.js';
import { route } from '../../../route/route.js';
import { blueprintExample } from '../companies/company-examples.js';
import { runDocumentTask } from '../documents/run-document-task.js';
import { FUNNEL, funnel, getCompany, management } from '../management.js';
import { ETAG_EXAMPLE, etag, ifMatch, REVISION, readExpectation, toEtag } from './edit-revision.js';
import { presenceRequest } from './funnel-edit-schema.js';

const EDIT = `${FUNNEL}/edit`;
const partsExample = { steps: blueprintExample.funnels[0]?.published.steps };

const getFunnelEdit = route({
  ...management,
  method: 'GET',
  path: EDIT,
  id: 'getFunnelEdit',
  permission: 'manage:funnel.read',
  summary: 'What is being edited of a funnel',
  description: '404 while nothing is.',
  params: funnel,
  answers: {
    200: json(
      'The edit.',
      'FunnelEdit',
      {
        edit: {
          revision: REVISION,
          updatedAt: '2026-11-23T18:00:00.000Z',
          updatedBy: 'Ada',
          base: { versionId: VERSION_ID },
          parts: partsExample,
          problems: [],
          warnings: [],
        },
      },
      etag,
    ),
  },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params }) => {
      const { companyId } = await getCompany(clients, params);
      const answer = await clients.funnelEdits.getFunnelEdit({ companyId, subdomain: params.subdomain });
      const edit = requirePart(answer.edit);
      const body = {
        ...presentEditSummary(edit),
        base: { versionId: edit.baseVersionId ?? null },
        parts: kitJson.decode<unknown>(toBuffer(edit.partsJson)),
        problems: edit.problems,
        warnings: edit.warnings,
      };
      return sendJson(200, body, toEtag(edit));
    },
});

const saveFunnelEdit = route({
  ...management,
  method: 'PUT',
  path: EDIT,
  id: 'saveFunnelEdit',
  permission: 'manage:funnel.edit',
  // Saved every few seconds, and seen by its editors only; the draft that is made of it is recorded.
  audit: 'never',
  summary: 'Save what is being edited',
  description:
    'Makes no version and changes nothing that shoppers see. An unfinished edit is saved too, and problems say what a version needs. ' +
    'If-Match is the ETag of the edit that was changed; the first save has If-None-Match: * instead.',
  params: funnel,
  headers: {
    'if-match': optional({ description: 'The ETag of the edit that is changed.', example: ETAG_EXAMPLE }, String),
    'if-none-match': optional({ description: '*: there is no edit yet.', example: '*' }, String),
  },
  body: deferred(
    documentBody({
      content: jsonContent('FunnelEditRequest', { steps: { parts: partsExample, base: { versionId: VERSION_ID } } }),
      maxBytes: MAX_EDIT_BYTES,
      errors: ['INVALID_JSON', 'INVALID_REQUEST'],
      parse: (bytes, type) => runDocumentTask('edit', { bytes, type }),
    }),
  ),
  answers: {
    200: json('Saved.', 'SavedFunnelEdit', { saved: { revision: REVISION, problems: [], warnings: [] } }, etag),
  },
  errors: ['PRECONDITION_FAILED', 'PRECONDITION_REQUIRED', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, headers, body, ctx }) => {
      const { companyId } = await getCompany(clients, params);
      const expectedRevision = readExpectation(headers['if-match'], headers['if-none-match']);
      const { partsJson, baseVersionId } = await body();
      const saved = await nameCurrentState(
        ctx,
        () =>
          clients.funnelEdits.saveFunnelEdit({
            companyId,
            subdomain: params.subdomain,
            expectedRevision,
            partsJson: toBuffer(partsJson),
            baseVersionId,
            ...getAuthor(ctx.state.actor),
          }),
        () => loadEtag(clients, { companyId, subdomain: params.subdomain }),
      );
      return sendJson(200, saved, toEtag(saved));
    },
});

const discardFunnelEdit = route({
  ...management,
  method: 'DELETE',
  path: EDIT,
  id: 'discardFunnelEdit',
  permission: 'manage:funnel.edit',
  summary: 'Discard what is being edited',
  params: funnel,
  headers: { 'if-match': ifMatch },
  answers: { 204: { description: 'There is no edit any more.' } },
  errors: ['PRECONDITION_FAILED', 'PRECONDITION_REQUIRED', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, headers, ctx }) => {
      const { companyId } = await getCompany(clients, params);
      const request = { companyId, subdomain: params.subdomain, expectedRevision: headers['if-match'] };
      await nameCurrentState(
        ctx,
        () => clients.funnelEdits.discardFunnelEdit(request),
        () => loadEtag(clients, request),
      );
      return sendNothing;
    },
});

const createDraftFromEdit = route({
  ...management,
  method: 'POST',
  path: `${EDIT}/draft`,
  id: 'createDraftFromEdit',
  permission: 'manage:funnel.edit',
  summary: 'Make the draft version of it',
  description:
    'The steps of the edit become the draft, as if a company file had them: for test links, check, replay and publishing. The edit ' +
    'stays until the draft is published.',
  params: funnel,
  headers: { 'if-match': ifMatch },
  answers: { 200: json('The draft.', 'EditedDraft', { draft: { id: VERSION_ID, number: 4, warnings: [] } }) },
  errors: ['INVALID_BLUEPRINT', 'PRECONDITION_FAILED', 'PRECONDITION_REQUIRED', 'CONFLICT', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, headers, ctx }) => {
      const { companyId } = await getCompany(clients, params);
      const request = { companyId, subdomain: params.subdomain, expectedRevision: headers['if-match'] };
      const { versionId, number, warnings } = await nameCurrentState(
        ctx,
        () => clients.funnelEdits.createDraftFromEdit(request, { timeoutMs: TIMEOUT_MS.apply }),
        () => loadEtag(clients, request),
      );
      ctx.state.audit?.add({ targets: { version: String(number) } });
      return sendJson(200, { id: versionId, number, warnings });
    },
});

const renderFunnelEdit = route({
  ...management,
  method: 'POST',
  path: `${FUNNEL}/render`,
  id: 'renderFunnel',
  permission: 'manage:funnel.read',
  audit: 'never',
  summary: "The page of the funnel's host as it would be with these steps",
  description: 'Stores nothing. Unfinished steps are rendered too. The answer is what the page itself reads.',
  params: funnel,
  body: deferred(
    documentBody({
      content: jsonContent('RenderRequest', { steps: { ...partsExample, locale: 'de' } }),
      maxBytes: MAX_EDIT_BYTES,
      errors: ['INVALID_JSON', 'INVALID_REQUEST'],
      parse: (bytes, type) => runDocumentTask('render', { bytes, type }),
    }),
  ),
  answers: {
    200: {
      description: 'The page.',
      content: plainContent('application/json', { locale: 'de', locales: ['de', 'en'], steps: [] }),
    },
  },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, body }) => {
      const { companyId } = await getCompany(clients, params);
      const { stepsJson, locale } = await body();
      const { pageJson } = await clients.funnelEdits.renderFunnelEdit({
        companyId,
        subdomain: params.subdomain,
        stepsJson: toBuffer(stepsJson),
        locale,
      });
      return sendJson(200, pageJson);
    },
});

const reportPresence = route({
  ...management,
  method: 'POST',
  path: `${EDIT}/presence`,
  id: 'reportPresence',
  permission: 'manage:funnel.edit',
  audit: 'never',
  summary: 'Report where one works, and see who else does',
  description: 'Kept for 45 seconds. It locks no user out.',
  params: funnel,
  body: jsonBody({
    schema: presenceRequest,
    schemaId: 'PresenceRequest',
    examples: { step: { at: 'step 12' } },
    refused: 'Nothing was reported',
    maxBytes: 1024,
  }),
  answers: {
    200: json('The others.', 'FunnelPresence', {
      one: { others: [{ name: 'Ada', part: 'step 3', since: '2026-11-23T18:00:00.000Z' }] },
    }),
  },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, body, ctx }) => {
      const { companyId } = await getCompany(clients, params);
      const { others } = await clients.funnelEdits.reportEditor({
        companyId,
        subdomain: params.subdomain,
        userId: getActorId(ctx.state.actor),
        userName: getActorName(ctx.state.actor),
        part: body.at,
      });
      return sendJson(200, {
        others: others.map(({ userName, part, sinceTime }) => ({
          name: userName || null,
          part,
          since: requiredTime(sinceTime),
        })),
      });
    },
});

/** Edits of funnels, next to their versions. docs/management.md "Editing a funnel". */
export const funnelEdits = [
  getFunnelEdit,
  saveFunnelEdit,
  discardFunnelEdit,
  createDraftFromEdit,
  renderFunnelEdit,
  reportPresence,
];

/** That a funnel is being edited. */
export const presentEditSummary = ({ revision, updateTime, updatedBy }: FunnelEditSummary) => ({
  revision,
  updatedAt: requiredTime(updateTime),
  updatedBy: updatedBy || null,
});

async function loadEtag(
  { funnelEdits }: Pick<Clients, 'funnelEdits'>,
  { companyId, subdomain }: { companyId: string; subdomain: string },
): Promise<{ ETag: string }> {
  return toEtag(requirePart((await funnelEdits.getFunnelEdit({ companyId, subdomain })).edit));
}
