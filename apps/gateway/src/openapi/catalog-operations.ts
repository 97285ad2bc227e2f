import { FEED_FORMATS } from '../schemas/blueprint/catalog.js';
import { admin, BODY_ERRORS, COMPANY, COMPANY_ERRORS, flag, handle, list, paging, path } from './admin-operation.js';
import {
  columnMappingExample,
  csvExample,
  feedStateExample,
  IMPORT_ID,
  importRunExample,
  rejectedRowsExample,
} from './examples.js';
import { jsonContent, type Operation } from './operation.js';

const LEASE_LEFT = 'Seconds until the lease of the running import ends; its process extends it every 2 seconds.';

/** Imports, column mapping and products. Management, "Catalogue". */
export const catalogOperations: Operation[] = [
  admin({
    method: 'post',
    path: `${COMPANY}/catalog/imports`,
    id: 'createImport',
    summary: 'Import a CSV file',
    description:
      'At most 100 MiB. The encoding is found from the bytes; a declared charset is ignored. The format is found from the header: ' +
      'native, Google Merchant Center, WooCommerce, Shopware 6 or Shopify.',
    parameters: [
      handle,
      flag('wait', 'Answer when the run is finished, whatever became of it.'),
      flag('dryRun', 'The same report; nothing changes.'),
      {
        in: 'query',
        name: 'format',
        description: 'Which format the file has; found from its header when left out.',
        schema: { type: 'string', enum: [...FEED_FORMATS], default: 'auto' },
        example: 'auto',
      },
      {
        in: 'query',
        name: 'mapping',
        description: 'A ColumnMapping as JSON for this file alone.',
        example: '{"columns":{"id":"Artikel"}}',
      },
    ],
    request: {
      required: true,
      content: { 'text/csv': { schema: { type: 'string' }, examples: { native: { value: csvExample } } } },
    },
    success: {
      200: { description: 'wait=true: the run.', content: jsonContent('ImportRun', { run: importRunExample }) },
      202: { description: 'Taken.', content: jsonContent('StartedImport', { run: { id: IMPORT_ID } }) },
    },
    errors: ['INVALID_QUERY', 'INVALID_REQUEST', 'CONFLICT', 'REQUEST_TIMEOUT', ...BODY_ERRORS, ...COMPANY_ERRORS],
    retryAfter: { CONFLICT: LEASE_LEFT },
  }),
  admin({
    method: 'get',
    path: `${COMPANY}/catalog/imports`,
    id: 'listImports',
    summary: 'Import runs, newest first',
    parameters: [handle, ...paging],
    success: list('ImportRunPage', importRunExample),
    errors: ['INVALID_QUERY', ...COMPANY_ERRORS],
  }),
  admin({
    method: 'get',
    path: `${COMPANY}/catalog/imports/{importId}`,
    id: 'getImport',
    summary: 'One import run',
    parameters: [handle, path('importId', 'Import id.', IMPORT_ID)],
    success: { 200: { description: 'The run.', content: jsonContent('ImportRun', { run: importRunExample }) } },
    errors: COMPANY_ERRORS,
  }),
  admin({
    method: 'post',
    path: `${COMPANY}/catalog/imports/{importId}/apply`,
    id: 'applyImport',
    summary: 'Apply a held import after all',
    description:
      'Makes the rows of a run whose state is HELD the catalogue in force, compared anew with what is in force now. Repeated: ' +
      'the run as it ended.',
    parameters: [handle, path('importId', 'Import id.', IMPORT_ID)],
    success: { 200: { description: 'The run.', content: jsonContent('ImportRun', { run: importRunExample }) } },
    errors: ['CONFLICT', ...COMPANY_ERRORS],
  }),
  admin({
    method: 'delete',
    path: `${COMPANY}/catalog/imports/{importId}`,
    id: 'discardImport',
    summary: 'Throw a held import away',
    description: 'The run stays in the list as FAILED. Repeated: 204.',
    parameters: [handle, path('importId', 'Import id.', IMPORT_ID)],
    success: { 204: { description: 'Its rows are gone.' } },
    errors: ['CONFLICT', ...COMPANY_ERRORS],
  }),
  admin({
    method: 'get',
    path: `${COMPANY}/catalog/imports/{importId}/rejected.csv`,
    id: 'getRejectedRows',
    summary: 'Rejected rows of an import as a table',
    description: 'Cells that a spreadsheet would take for a formula begin with an apostrophe.',
    parameters: [handle, path('importId', 'Import id.', IMPORT_ID)],
    success: {
      200: {
        description: 'The listed rows: line, column, reason.',
        content: { 'text/csv': { schema: { type: 'string' }, examples: { rows: { value: rejectedRowsExample } } } },
      },
    },
    errors: COMPANY_ERRORS,
  }),
  admin({
    method: 'post',
    path: `${COMPANY}/catalog/sync`,
    id: 'syncCatalog',
    summary: 'Fetch the feed now',
    description: 'NOT_FOUND without a feed; CONFLICT while another import of the company goes on.',
    parameters: [handle, flag('wait', 'Answer when the run is finished, whatever became of it.')],
    success: {
      200: { description: 'wait=true: the run.', content: jsonContent('ImportRun', { run: importRunExample }) },
      202: { description: 'Begun.', content: jsonContent('StartedImport', { run: { id: IMPORT_ID } }) },
    },
    errors: ['INVALID_QUERY', 'CONFLICT', ...COMPANY_ERRORS],
    retryAfter: { CONFLICT: LEASE_LEFT },
  }),
  admin({
    method: 'get',
    path: `${COMPANY}/catalog/feed`,
    id: 'getFeed',
    summary: 'The feed and its schedule',
    parameters: [handle],
    success: { 200: { description: 'The feed.', content: jsonContent('FeedState', { feed: feedStateExample }) } },
    errors: COMPANY_ERRORS,
  }),
  admin({
    method: 'get',
    path: `${COMPANY}/catalog/mapping`,
    id: 'getColumnMapping',
    summary: 'What the files of the company call the columns',
    parameters: [handle],
    success: {
      200: {
        description: 'The mapping; without one, no columns.',
        content: jsonContent('ColumnMapping', { mapping: columnMappingExample }),
      },
    },
    errors: COMPANY_ERRORS,
  }),
  admin({
    method: 'put',
    path: `${COMPANY}/catalog/mapping`,
    id: 'setColumnMapping',
    summary: 'Map the columns of the company’s files',
    description:
      'By column of the format: a column of the file, or a text with {column} in it. For headers that no format knows, for ' +
      'translated exports, and for addresses that an export lacks.',
    parameters: [handle],
    request: { required: true, content: jsonContent('ColumnMapping', { mapping: columnMappingExample }) },
    success: {
      200: { description: 'As stored.', content: jsonContent('ColumnMapping', { mapping: columnMappingExample }) },
    },
    errors: ['INVALID_JSON', 'INVALID_REQUEST', ...BODY_ERRORS, ...COMPANY_ERRORS],
  }),
  admin({
    method: 'delete',
    path: `${COMPANY}/catalog/mapping`,
    id: 'deleteColumnMapping',
    summary: 'Map no columns',
    parameters: [handle],
    success: { 204: { description: 'Columns are what they are called.' } },
    errors: COMPANY_ERRORS,
  }),
  admin({
    method: 'get',
    path: `${COMPANY}/catalog/products`,
    id: 'listProducts',
    summary: 'Products in catalogue order',
    parameters: [
      handle,
      { in: 'query', name: 'query', description: 'Part of a name, product id or variant id.', example: 'velvet' },
      ...paging,
    ],
    success: list('ProductPage', {
      shopSystemId: 'P1',
      name: 'Velvet Lipstick',
      tags: ['category:lips'],
      variants: [{ shopSystemId: 'V1007', name: 'Coral', available: true, price: '19.90', currency: 'EUR', tags: [] }],
    }),
    errors: ['INVALID_QUERY', ...COMPANY_ERRORS],
  }),
];
