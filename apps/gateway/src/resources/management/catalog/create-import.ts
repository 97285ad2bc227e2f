import { FEED_FORMATS, FEED_SYSTEMS } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import { FeedFormat, feedFormats, type ImportCsvRequest } from '@svc/proto';
import { TIMEOUT_MS } from '../../../clients.js';
import { IMPORT_ID } from '../../../openapi/example-ids.js';
import { json, plainContent, sendJson } from '../../../route/answer.js';
import { streamedBody } from '../../../route/body.js';
import { flag, optional, type Parameter } from '../../../route/parameter.js';
import { route } from '../../../route/route.js';
import { COMPANY, company, getCompany, management } from '../management.js';
import { parseMapping } from './column-mapping.js';
import { csvExample, importRunExample } from './import-examples.js';
import { toImportRun } from './present-run.js';

const MAX_IMPORT_BYTES = 100 * 1024 * 1024;
/** Pieces of a file that go into one message. */
const MAX_CHUNK_BYTES = 256 * 1024;

/** Of routes that may wait for an import. */
export const LEASE_LEFT = 'Seconds until the lease of the running import ends; its process extends it every 2 seconds.';
export const wait = flag('Answer when the run is finished, whatever its outcome.');

const orList = new Intl.ListFormat('en-GB', { type: 'disjunction' });

const format: Parameter<FeedFormat> = {
  description: 'Which format the file has; found from its header when it is missing.',
  schema: { type: 'string', enum: [...FEED_FORMATS], default: 'auto' },
  example: 'auto',
  read: (values) => {
    const [value = ''] = values;
    if (values.length === 0) return FeedFormat.FEED_FORMAT_UNSPECIFIED;
    if (values.length === 1 && feedFormats.isName(value)) return feedFormats.fromName(value);
    throw new ServiceError('INVALID_QUERY', `format must be one of ${FEED_FORMATS.join(', ')}.`);
  },
};

const mapping = optional(
  { description: 'A ColumnMapping as JSON for this file alone.', example: '{"columns":{"id":"Artikel"}}' },
  (value) => {
    let parsed: unknown;
    try {
      parsed = JSON.parse(value);
    } catch {
      throw new ServiceError('INVALID_QUERY', 'mapping must be JSON.');
    }
    return parseMapping(parsed);
  },
);

/** Streams a CSV file to catalog-sync as it arrives, no faster than it is staged. */
export const createImport = route({
  ...management,
  method: 'POST',
  path: `${COMPANY}/catalog/imports`,
  id: 'createImport',
  permission: 'manage:catalog.import',
  summary: 'Import a CSV file',
  description:
    'At most 100 MiB. The encoding is found from the bytes; a declared charset is ignored. The format is found from the header: ' +
    `${orList.format(['native', ...Object.values(FEED_SYSTEMS)])}.`,
  params: company,
  query: { wait, dryRun: flag('The same report; nothing changes.'), format, mapping },
  body: streamedBody({ content: plainContent('text/csv', csvExample), maxBytes: MAX_IMPORT_BYTES }),
  answers: {
    200: json('wait=true: the run.', 'ImportRun', { run: importRunExample }),
    202: json('Accepted.', 'StartedImport', { run: { id: IMPORT_ID } }),
  },
  errors: ['INVALID_REQUEST', 'CONFLICT', 'NOT_FOUND'],
  retryAfter: { CONFLICT: LEASE_LEFT },
  handler:
    ({ clients }) =>
    async ({ params, query: { mapping: columnMapping, ...options }, body: openChunks }) => {
      const { companyId, currency } = await getCompany(clients, params);
      const start = {
        companyId,
        defaultCurrency: currency,
        ...options,
        ...(columnMapping ? { mapping: columnMapping } : {}),
      };
      const chunks = openChunks();
      let failure: unknown;
      async function* parts(): AsyncGenerator<ImportCsvRequest> {
        yield { part: { $case: 'start', value: start } };
        try {
          for await (const chunk of chunks) {
            for (let at = 0; at < chunk.length; at += MAX_CHUNK_BYTES) {
              yield { part: { $case: 'chunk', value: chunk.subarray(at, at + MAX_CHUNK_BYTES) } };
            }
          }
        } catch (error) {
          failure = error;
          throw error;
        }
      }
      const { run } = await clients.catalogAdmin.importCsv(parts(), { timeoutMs: TIMEOUT_MS.import }).catch((error) => {
        // What is wrong with the upload explains more than the cancelled call does.
        throw failure ?? error;
      });
      if (!run) throw new Error('ImportCsv answered without a run');
      return options.wait ? sendJson(200, toImportRun(run)) : sendJson(202, { id: run.id });
    },
});
