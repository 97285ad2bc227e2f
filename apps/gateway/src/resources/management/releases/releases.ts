import { ServiceError } from '@svc/kit';
import type { ComparedState, ReleaseOutcome } from '@svc/proto';
import { getAuthor } from '../../../access/actor.js';
import { TIMEOUT_MS } from '../../../clients.js';
import { requiredTime } from '../../../messages/iso-time.js';
import { requirePart } from '../../../messages/require-part.js';
import { VERSION_ID } from '../../../openapi/example-ids.js';
import { json, page, sendJson, sendPage } from '../../../route/answer.js';
import { jsonBody, optionalJsonBody } from '../../../route/body.js';
import { type Parameter, paging, toPage } from '../../../route/parameter.js';
import { route } from '../../../route/route.js';
import { loadCatalogNames } from '../catalog/catalog-names.js';
import { FUNNEL, funnel, getCompany, management } from '../management.js';
import { diffExample, releasedExample, releaseExample } from './release-examples.js';
import { diffRequest, releaseRequest, restoreRequest } from './release-schema.js';

const RELEASE_ERRORS = [
  'INVALID_BLUEPRINT',
  'PRECONDITION_FAILED',
  'CONFLICT',
  'MATCHER_FAILURE',
  'NOT_FOUND',
] as const;

const diffFunnel = route({
  ...management,
  method: 'POST',
  path: `${FUNNEL}/diff`,
  id: 'diffFunnel',
  permission: 'manage:funnel.read',
  audit: 'never',
  summary: 'What differs between two states of a funnel',
  description:
    'Questions, assortment, matching settings and result page, each difference as a sentence, in which questions, answers, products and variants have their names. Settings of a version are those in force.',
  params: funnel,
  body: jsonBody({
    schema: diffRequest,
    schemaId: 'DiffRequest',
    examples: { edit: { from: 'published', to: 'edit' }, back: { from: 'published', to: 3, locale: 'de' } },
    refused: 'Nothing was compared',
    maxBytes: 4096,
  }),
  answers: { 200: json('The differences.', 'FunnelDiff', { diff: diffExample }) },
  errors: ['VERSION_NOT_FOUND', 'FUNNEL_NOT_PUBLISHED', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, body }) => {
      const { companyId } = await getCompany(clients, params);
      const { from, to, locale } = body;
      const states = { from: toState(from), to: toState(to), locale };
      const request = { companyId, subdomain: params.subdomain, ...states, productNames: {}, variantNames: {} };
      const answer = await clients.releases.compareFunnel(request);
      const [productIds, variantIds] = [answer.unnamedProductIds, answer.unnamedVariantIds];
      if (productIds.length + variantIds.length === 0) return sendJson(200, answer.body);
      const { products, variants } = await loadCatalogNames(clients, companyId, { productIds, variantIds });
      const names = { productNames: Object.fromEntries(products), variantNames: Object.fromEntries(variants) };
      return sendJson(200, (await clients.releases.compareFunnel({ ...request, ...names })).body);
    },
});

const releaseFunnel = route({
  ...management,
  method: 'POST',
  path: `${FUNNEL}/release`,
  id: 'releaseFunnel',
  permission: 'manage:funnel.publish',
  summary: 'Check and publish what is being edited',
  description:
    'All parts of the edit, or the draft, come into force together or not at all. New dead ends are 409 CONFLICT with the dead ends as ' +
    'details; force publishes unchecked. 412 if the edit, the draft, the published version or the settings are not those that were checked.',
  params: funnel,
  body: jsonBody({
    schema: releaseRequest,
    schemaId: 'ReleaseRequest',
    examples: {
      edit: { revision: 1795456800012, note: 'Questions for spring' },
      draft: { versionId: VERSION_ID, force: true },
    },
    refused: 'Nothing was released',
    maxBytes: 8192,
  }),
  answers: { 200: json('In force.', 'ReleasedFunnel', { release: releasedExample }) },
  errors: ['FUNNEL_NOT_PUBLISHED', ...RELEASE_ERRORS],
  describe:
    () =>
    ({ body }) => ({ targets: { force: String(body.force === true) } }),
  handler:
    ({ clients }) =>
    async ({ params, body, ctx }) => {
      const { companyId } = await getCompany(clients, params);
      const { revision, versionId, note = '', force = false } = body;
      const { outcome } = await clients.releases.releaseFunnel(
        {
          companyId,
          subdomain: params.subdomain,
          source:
            revision === undefined
              ? { $case: 'draftVersionId', value: versionId as string }
              : { $case: 'revision', value: revision },
          force,
          note,
          ...getAuthor(ctx.state.actor),
        },
        { timeoutMs: TIMEOUT_MS.publish },
      );
      const released = presentOutcome(requirePart(outcome));
      ctx.state.audit?.add({ targets: { release: String(released.release), version: String(released.number) } });
      return sendJson(200, released);
    },
});

const listReleases = route({
  ...management,
  method: 'GET',
  path: `${FUNNEL}/releases`,
  id: 'listReleases',
  permission: 'manage:funnel.read',
  summary: 'Releases of a funnel, newest first',
  description: 'Everything that was published is one, however it was published.',
  params: funnel,
  query: paging,
  answers: { 200: page('FunnelReleasePage', releaseExample) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, query }) => {
      const { companyId } = await getCompany(clients, params);
      const request = { companyId, subdomain: params.subdomain, ...toPage(query) };
      const { releases, nextPageToken } = await clients.releases.listReleases(request);
      const data = releases.map((release) => ({
        number: release.number,
        version: requirePart(release.version),
        releasedAt: requiredTime(release.createTime),
        releasedBy: release.userName || null,
        note: release.note || null,
        restored: release.restored ?? null,
        settingsVersion: release.settingsVersion ?? null,
        inForce: release.inForce,
      }));
      return sendPage(data, nextPageToken);
    },
});

const releaseNumber: Parameter<number> = {
  description: 'Number of the release.',
  example: '3',
  read: ([value = '']) => {
    if (/^[1-9]\d{0,14}$/.test(value)) return Number(value);
    throw new ServiceError('NOT_FOUND', 'The funnel has no such release.');
  },
};

const restoreRelease = route({
  ...management,
  method: 'POST',
  path: `${FUNNEL}/releases/{release}/restore`,
  id: 'restoreRelease',
  permission: 'manage:funnel.publish',
  summary: 'Put a release in force again',
  description:
    'Its questionnaire and its settings, as they were last in force together, by one apply; the outcome is a new release. Answers given since ' +
    'migrate back. Checked as a release is. Settings of a release that are not kept stay as they are.',
  params: { ...funnel, release: releaseNumber },
  body: optionalJsonBody({
    schema: restoreRequest,
    schemaId: 'RestoreRequest',
    examples: { note: { note: 'The new questions confused shoppers' }, unchecked: { force: true } },
    refused: 'Nothing was restored',
    maxBytes: 8192,
  }),
  answers: { 200: json('In force.', 'ReleasedFunnel', { release: { ...releasedExample, release: 5 } }) },
  errors: ['VERSION_NOT_FOUND', ...RELEASE_ERRORS],
  describe:
    () =>
    ({ body }) => ({ targets: { force: String(body.force === true) } }),
  handler:
    ({ clients }) =>
    async ({ params, body, ctx }) => {
      const { companyId } = await getCompany(clients, params);
      const { note = '', force = false } = body;
      const { subdomain, release } = params;
      const { outcome } = await clients.releases.restoreRelease(
        { companyId, subdomain, release, force, note, ...getAuthor(ctx.state.actor) },
        { timeoutMs: TIMEOUT_MS.publish },
      );
      const released = presentOutcome(requirePart(outcome));
      ctx.state.audit?.add({ targets: { restored: String(release), release: String(released.release) } });
      return sendJson(200, released);
    },
});

/** Releases of a funnel. docs/releases.md. */
export const releases = [diffFunnel, releaseFunnel, listReleases, restoreRelease];

const presentOutcome = ({ release, version, settingsVersion, warnings }: ReleaseOutcome) => ({
  release,
  versionId: requirePart(version).id,
  number: requirePart(version).number,
  settingsVersion: settingsVersion ?? null,
  warnings,
});

function toState(state: string | number): ComparedState {
  if (typeof state === 'number') return { state: { $case: 'release', value: state } };
  if (state === 'published' || state === 'edit' || state === 'draft') return { state: { $case: state, value: true } };
  return { state: { $case: 'versionId', value: state } };
}
