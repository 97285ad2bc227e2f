import { json as kitJson } from '@svc/kit';
import { TIMEOUT_MS } from '../../../clients.js';
import { parseHostName } from '../../../parse/host.js';
import { json, page, sendJson, sendPage, toBuffer } from '../../../route/answer.js';
import { documentBody, jsonBody } from '../../../route/body.js';
import { paging, toPage } from '../../../route/parameter.js';
import { route } from '../../../route/route.js';
import { jsonOrYaml, sendBlueprint } from '../documents/blueprint-content.js';
import { runDocumentTask } from '../documents/run-document-task.js';
import { COMPANY, company, management } from '../management.js';
import { readChanged } from '../read-changed.js';
import { appliedExample, blueprintExample, blueprintYaml } from './company-examples.js';
import { companyRequest } from './company-schema.js';

export const MAX_BLUEPRINT_BYTES = 32 * 1024 * 1024;

const content = jsonOrYaml('Blueprint', 'company', blueprintExample, blueprintYaml);

const listCompanies = route({
  ...management,
  method: 'GET',
  path: '/api/admin/v1/companies',
  id: 'listCompanies',
  permission: 'manage:company.list',
  summary: 'Companies, by handle',
  query: paging,
  answers: { 200: page('CompanyPage', { handle: 'glow', name: 'Glow Cosmetics' }) },
  handler:
    ({ clients }) =>
    async ({ query }) => {
      const { items, nextPageToken } = await clients.funnelAdmin.listCompanies(toPage(query));
      return sendPage(
        items.map(({ handle, name }) => ({ handle, name })),
        nextPageToken,
      );
    },
});

const createCompany = route({
  ...management,
  method: 'POST',
  path: '/api/admin/v1/companies',
  id: 'createCompany',
  permission: 'manage:company.create',
  summary: 'Create a company without funnels',
  description: 'CONFLICT: there is a company with this handle. Applying a company file creates one too.',
  body: jsonBody({
    schema: companyRequest,
    schemaId: 'CompanyRequest',
    examples: { glow: { handle: 'glow', name: 'Glow Cosmetics', language: 'de', currency: 'EUR' } },
    refused: 'The company was not created',
  }),
  answers: { 201: json('Created.', 'CreatedCompany', { glow: appliedExample.company }) },
  errors: ['CONFLICT', 'INVALID_BLUEPRINT'],
  handler:
    ({ clients }) =>
    async ({ body: { handle, ...profile }, ctx }) => {
      const answer = await clients.funnelAdmin.applyBlueprint(
        { handle, blueprintJson: kitJson.encode(profile), mustBeNew: true },
        { timeoutMs: TIMEOUT_MS.apply },
      );
      const { company } = kitJson.decode<{ company: typeof appliedExample.company }>(answer.body);
      ctx.state.audit?.add({ targets: { handle } });
      return sendJson(201, company);
    },
});

/** Structure is checked here, meaning by funnel-svc, which does not know the names of the gateway's own hosts. */
const applyBlueprint = route({
  ...management,
  method: 'PUT',
  path: `${COMPANY}/blueprint`,
  id: 'applyBlueprint',
  permission: 'manage:blueprint.write',
  summary: 'Apply a company file',
  description:
    'Declarative and idempotent: all or nothing. A missing key changes nothing; null or [] clears it. ' +
    'After 503 UNAVAILABLE apply again, which completes the change. warnings list what is accepted but has no effect yet. At most 32 MiB, 64 levels and 2,000,000 values.',
  params: company,
  body: documentBody({
    content,
    maxBytes: MAX_BLUEPRINT_BYTES,
    errors: ['INVALID_BLUEPRINT'],
    parse: async (bytes, type) => ({ bytes, type }),
  }),
  answers: { 200: json('Applied.', 'Applied', { applied: appliedExample }) },
  errors: ['CONFLICT', 'NOT_FOUND'],
  handler:
    ({ clients, pageAddress }) =>
    async ({ params: { handle }, body: document, ctx }) => {
      const ownName = parseHostName(pageAddress.baseDomain);
      const blueprintJson = toBuffer(await runDocumentTask('blueprint', { ...document, ownName }));
      const { body } = await clients.funnelAdmin.applyBlueprint(
        { handle, blueprintJson },
        { timeoutMs: TIMEOUT_MS.apply },
      );
      ctx.state.audit?.add({ changed: readChanged(body) });
      return sendJson(200, body);
    },
});

const getBlueprint = route({
  ...management,
  method: 'GET',
  path: `${COMPANY}/blueprint`,
  id: 'getBlueprint',
  permission: 'manage:blueprint.write',
  audit: 'always',
  summary: 'Export a company file',
  description: 'What apply would accept. YAML if Accept prefers it.',
  params: company,
  answers: { 200: { description: 'The company.', content } },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params: { handle }, ctx }) => {
      const { blueprintJson } = await clients.funnelAdmin.getBlueprint({ handle });
      return sendBlueprint(ctx, blueprintJson);
    },
});

/** Companies as files. docs/management.md. */
export const companies = [listCompanies, createCompany, applyBlueprint, getBlueprint];
