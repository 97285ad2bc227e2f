import { toCsvCell } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import type { ImportRun } from '@svc/proto';
import { type Clients, TIMEOUT_MS } from '../../../clients.js';
import { json, page, plainContent, sendBody, sendJson, sendNothing, sendPage } from '../../../route/answer.js';
import { paging, toPage } from '../../../route/parameter.js';
import { route } from '../../../route/route.js';
import { company, getCompany, management } from '../management.js';
import { createImport } from './create-import.js';
import { getImportChanges, listImportFunnels } from './import-changes.js';
import { importRunExample, rejectedRowsExample } from './import-examples.js';
import { IMPORT, IMPORTS, importRun } from './import-path.js';
import { toImportRun } from './present-run.js';

const runAnswer = json('The run.', 'ImportRun', { run: importRunExample });

const listImports = route({
  ...management,
  method: 'GET',
  path: IMPORTS,
  id: 'listImports',
  permission: 'manage:catalog.read',
  summary: 'Import runs, newest first',
  params: company,
  query: paging,
  answers: { 200: page('ImportRunPage', importRunExample) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, query }) => {
      const { companyId } = await getCompany(clients, params);
      const { runs, nextPageToken } = await clients.catalogAdmin.listImports({ companyId, ...toPage(query) });
      return sendPage(runs.map(toImportRun), nextPageToken);
    },
});

const getImport = route({
  ...management,
  method: 'GET',
  path: IMPORT,
  id: 'getImport',
  permission: 'manage:catalog.read',
  summary: 'One import run',
  params: importRun,
  answers: { 200: runAnswer },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params }) =>
      sendJson(200, toImportRun(await findRun(clients, params))),
});

const applyImport = route({
  ...management,
  method: 'POST',
  path: `${IMPORT}/apply`,
  id: 'applyImport',
  permission: 'manage:catalog.import',
  summary: 'Apply a held import',
  description:
    'Puts the rows of a run whose state is HELD in force, compared again with the current catalog. CONFLICT when the run is not held. ' +
    'A repeated request returns the run as it ended.',
  params: importRun,
  answers: { 200: runAnswer },
  errors: ['CONFLICT', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params }) => {
      const { companyId } = await getCompany(clients, params);
      const request = { companyId, importId: params.importId };
      const { run } = await clients.catalogAdmin.applyImport(request, { timeoutMs: TIMEOUT_MS.import });
      if (!run) throw new Error('ApplyImport answered without a run');
      return sendJson(200, toImportRun(run));
    },
});

const discardImport = route({
  ...management,
  method: 'DELETE',
  path: IMPORT,
  id: 'discardImport',
  permission: 'manage:catalog.import',
  summary: 'Discard a held import',
  description: 'The run stays in the list as FAILED. CONFLICT when it is not held. Repeated: 204.',
  params: importRun,
  answers: { 204: { description: 'Its rows are deleted.' } },
  errors: ['CONFLICT', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params }) => {
      const { companyId } = await getCompany(clients, params);
      await clients.catalogAdmin.discardImport({ companyId, importId: params.importId });
      return sendNothing;
    },
});

const getRejectedRows = route({
  ...management,
  method: 'GET',
  path: `${IMPORT}/rejected.csv`,
  id: 'getRejectedRows',
  permission: 'manage:catalog.read',
  audit: 'always',
  summary: 'Rejected rows of an import as a table',
  description: 'Cells that a spreadsheet would take for a formula begin with an apostrophe.',
  params: importRun,
  answers: {
    200: {
      description: 'The listed rows: line, column, reason.',
      content: plainContent('text/csv', rejectedRowsExample),
    },
  },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params }) => {
      const run = await findRun(clients, params);
      const lines = run.rejected.map(({ line, column, reason }) =>
        [String(line), toCsvCell(column), toCsvCell(reason)].join(';'),
      );
      return sendBody(200, 'text/csv; charset=utf-8', Buffer.from(['line;column;reason', ...lines, ''].join('\r\n')), {
        'Content-Disposition': `attachment; filename="import-${run.id}-rejected.csv"`,
      });
    },
});

/** Runs of imports. docs/catalog.md. */
export const imports = [
  createImport,
  listImports,
  getImport,
  getImportChanges,
  listImportFunnels,
  applyImport,
  discardImport,
  getRejectedRows,
];

async function findRun(clients: Clients, params: { handle: string; importId: string }): Promise<ImportRun> {
  const { companyId } = await getCompany(clients, params);
  const { run } = await clients.catalogAdmin.getImport({ companyId, importId: params.importId });
  if (!run) throw new ServiceError('NOT_FOUND', 'There is no import with this id.');
  return run;
}
