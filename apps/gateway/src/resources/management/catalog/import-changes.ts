import { createLimiter } from '@svc/kit';
import { changeConcerns, type ImportChanges } from '@svc/proto';
import { type Clients, TIMEOUT_MS } from '../../../clients.js';
import { json, page, sendJson } from '../../../route/answer.js';
import { route } from '../../../route/route.js';
import { sendShortList, shortListPaging } from '../../../route/short-list.js';
import { getCompany, management } from '../management.js';
import { importChangesExample, importFunnelExample } from './import-examples.js';
import { IMPORT, importRun } from './import-path.js';

export const getImportChanges = route({
  ...management,
  method: 'GET',
  path: `${IMPORT}/changes`,
  id: 'getImportChanges',
  permission: 'manage:catalog.read',
  summary: 'What an import changes, a sample',
  description:
    'Compared with the catalog that was in force when the file was read. Nothing is listed for a first catalog, for a run that failed, ' +
    'and while the run is in progress.',
  params: importRun,
  answers: { 200: json('The sample.', 'ImportChanges', { changes: importChangesExample }) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params: { importId, ...params } }) => {
      const { companyId } = await getCompany(clients, params);
      const { changes } = await clients.catalogAdmin.getImportChanges({ companyId, importId });
      if (!changes) throw new Error('GetImportChanges answered without changes');
      return sendJson(200, presentChanges(changes));
    },
});

export const listImportFunnels = route({
  ...management,
  method: 'GET',
  path: `${IMPORT}/funnels`,
  id: 'listImportFunnels',
  permission: 'manage:catalog.read',
  summary: 'Funnels that lose variants by a held import',
  description:
    'Those that lose the largest share first. Compares the variants that the run would remove with the assortments in force. At most 100,000 removed variants are compared. ' +
    'CONFLICT when the run is not held.',
  params: importRun,
  query: shortListPaging,
  answers: { 200: page('ImportFunnelPage', importFunnelExample) },
  errors: ['CONFLICT', 'MATCHER_FAILURE', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params: { importId, ...params }, query }) => {
      const { companyId } = await getCompany(clients, params);
      const { variantIds } = await clients.catalogAdmin.listRemovedVariants({ companyId, importId });
      return sendShortList(await countRemoved(clients, companyId, new Set(variantIds)), query);
    },
});

const toKind = (isProduct: boolean) => (isProduct ? 'product' : 'variant');

const presentChanges = ({ fields, changes, removed }: ImportChanges) => ({
  fields: fields.map(({ product, field, count }) => ({ kind: toKind(product), field, count })),
  changes: changes.map(({ product, id, name, field, before, after, concern }) => ({
    kind: toKind(product),
    id,
    name,
    field,
    before: before ?? null,
    after: after ?? null,
    concern: changeConcerns.toNullable(concern),
  })),
  removed,
});

const FUNNELS_PER_PAGE = 100;
/** Assortments that are read at a time: that of a large company has many ids. */
const MAX_CONCURRENT = 2;

async function countRemoved(clients: Clients, companyId: string, removed: ReadonlySet<string>) {
  const inTurn = createLimiter(MAX_CONCURRENT);
  const counted: { subdomain: string; name: string; variants: number; removed: number }[] = [];
  let pageToken = '';
  do {
    const listed = await clients.funnelAdmin.listFunnels({
      companyId,
      pageSize: FUNNELS_PER_PAGE,
      pageToken,
      archived: false,
    });
    const count = async ({ id, subdomain, name }: (typeof listed.items)[number]) => {
      const subject = { $case: 'funnel' as const, value: { companyId, funnelId: id } };
      const { eligible, excludedByRule } = await clients.matcher.getScope({ subject }, { timeoutMs: TIMEOUT_MS.admin });
      const ids = [...eligible, ...excludedByRule];
      counted.push({ subdomain, name, variants: ids.length, removed: ids.filter((it) => removed.has(it)).length });
    };
    await Promise.all(listed.items.map((funnel) => inTurn(() => count(funnel))));
    pageToken = listed.nextPageToken;
  } while (pageToken !== '');
  return counted
    .filter((funnel) => funnel.removed > 0)
    .sort((a, b) => b.removed / b.variants - a.removed / a.variants || (a.subdomain < b.subdomain ? -1 : 1));
}
