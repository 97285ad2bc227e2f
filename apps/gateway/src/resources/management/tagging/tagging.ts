import { MAX_TAG_LENGTH, type TagUsage } from '@svc/domain';
import { json, ServiceError, sha256 } from '@svc/kit';
import { TIMEOUT_MS } from '../../../clients.js';
import { json as jsonAnswer, jsonContent, page, sendJson, sendPage, toBuffer } from '../../../route/answer.js';
import { deferred, documentBody } from '../../../route/body.js';
import { type Parameter, paging } from '../../../route/parameter.js';
import { route } from '../../../route/route.js';
import { runDocumentTask } from '../documents/run-document-task.js';
import { findFunnel } from '../funnels/find-funnel.js';
import { COMPANY, company, getCompany, management } from '../management.js';
import { search } from '../search.js';
import { countOptionTags } from './count-option-tags.js';
import { changedTaggingExample, taggingChangeExample, tagMatrixExample, tagUsageExample } from './tagging-examples.js';

/** 20,000 operations with long ids and a few tags each. */
const MAX_BYTES = 16 * 1024 * 1024;

const changeTagging = route({
  ...management,
  method: 'PATCH',
  path: `${COMPANY}/tagging`,
  id: 'changeTagging',
  permission: 'manage:tagging.write',
  summary: 'Add and remove tags of products and variants',
  description:
    'Applies operations to the tagging in force, in their order, all of them or none, as a new version of the settings. Tags of the ' +
    'catalog stay: tagging only adds. It needs no If-Match: callers who tag different things never conflict, and repeating a request ' +
    'changes nothing. Ids that the catalog does not have are accepted with a warning.',
  params: company,
  body: deferred(
    documentBody({
      content: jsonContent('TaggingChange', { tags: taggingChangeExample }),
      maxBytes: MAX_BYTES,
      errors: ['INVALID_JSON', 'INVALID_REQUEST'],
      parse: (bytes) => runDocumentTask('tagging', { bytes }),
    }),
  ),
  answers: { 200: jsonAnswer('What it did.', 'ChangedTagging', { changed: changedTaggingExample }) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, body, ctx }) => {
      await getCompany(clients, params);
      const request = { handle: params.handle, operationsJson: toBuffer(await body()) };
      const answer = await clients.funnelAdmin.changeTagging(request, { timeoutMs: TIMEOUT_MS.apply });
      const changed = answer.settingsVersion === answer.previousVersion ? [] : ['tagging'];
      ctx.state.audit?.add({ targets: { version: String(answer.settingsVersion) }, changed });
      return sendJson(200, answer);
    },
});

const MAX_NAMESPACES = 50;

const namespaces: Parameter<string[]> = {
  description: `Tags of this namespace only; it may be repeated, at most ${MAX_NAMESPACES} times.`,
  example: 'concern',
  read: (values, name) => {
    if (values.length <= MAX_NAMESPACES && values.every((value) => value.length <= MAX_TAG_LENGTH)) return [...values];
    throw new ServiceError('INVALID_QUERY', `${name} must be given at most ${MAX_NAMESPACES} times.`);
  },
};

const getTagMatrix = route({
  ...management,
  method: 'GET',
  path: `${COMPANY}/tag-matrix`,
  id: 'getTagMatrix',
  permission: 'manage:catalog.read',
  summary: 'Tags of products and variants, by row and column',
  description:
    'The catalog in force with its tags and those that the merchant added, in columns, for a grid. The ETag changes with the settings, ' +
    'the catalog and the query.',
  params: company,
  query: {
    funnel: search('Variants of the assortment of the funnel with this sub-domain only.', 'beauty'),
    namespace: namespaces,
    query: search(
      'Part of a name or of an id of a product or a variant; a product comes with all of its variants.',
      'velvet',
    ),
  },
  answers: {
    200: jsonAnswer('The matrix.', 'TagMatrix', { matrix: tagMatrixExample }, { ETag: 'Of this matrix.' }),
    304: { description: 'If-None-Match names the ETag.' },
  },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, query }) => {
      const { funnel: subdomain, namespace, query: part } = query;
      const owner =
        subdomain === '' ? await getCompany(clients, params) : await findFunnel(clients, { ...params, subdomain });
      const { companyId } = owner;
      const request = {
        companyId,
        namespaces: namespace,
        query: part,
        ...('funnelId' in owner ? { funnelId: owner.funnelId } : {}),
      };
      const { matrixJson, settingsVersion, catalogVersion } = await clients.matcherAdmin.getTagMatrix(request);
      const digest = sha256(JSON.stringify([request, settingsVersion, catalogVersion]));
      const ETag = `"${digest.toString('base64url').slice(0, 22)}"`;
      return { ...sendJson(200, matrixJson, { ETag }), compression: 'onTheFly' };
    },
});

const listTagUsage = route({
  ...management,
  method: 'GET',
  path: `${COMPANY}/tags`,
  id: 'listTagUsage',
  permission: 'manage:catalog.read',
  summary: 'Tags of a company and where they occur, by name',
  description:
    'Tags of the catalog in force, of the tagging, of options in published versions and drafts, of rules, tabs and assortments. A tag that ' +
    'options name and no variant has leads to nothing.',
  params: company,
  query: { query: search('Part of the tag, in any letter case.', 'finish:'), ...paging },
  answers: { 200: page('TagUsagePage', tagUsageExample) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, query: { query, limit, cursor } }) => {
      const { companyId } = await getCompany(clients, params);
      const [options, { usageJson }] = await Promise.all([
        countOptionTags(clients, companyId),
        clients.matcherAdmin.getTagUsage({ companyId }),
      ]);
      const listed = json.decode<TagUsage[]>(Buffer.from(usageJson));
      const known = new Set(listed.map(({ tag }) => tag));
      const none = { products: 0, variants: 0, byCatalog: 0, rules: 0, tabs: 0, assortments: 0 };
      const part = query.trim().toLowerCase();
      const after = Buffer.from(cursor, 'base64url').toString();
      const found = [
        ...listed,
        ...[...options.keys()].filter((tag) => !known.has(tag)).map((tag) => ({ tag, ...none })),
      ]
        .filter(({ tag }) => tag > after && tag.toLowerCase().includes(part))
        .sort((a, b) => (a.tag < b.tag ? -1 : 1));
      const data = found.slice(0, limit).map((usage) => ({ ...usage, options: options.get(usage.tag) ?? 0 }));
      const last = data.at(-1)?.tag;
      return sendPage(data, found.length > limit && last ? Buffer.from(last).toString('base64url') : undefined);
    },
});

/** Tags that the merchant adds to those of the catalog. docs/management.md "Tagging". */
export const tagging = [getTagMatrix, changeTagging, listTagUsage];
