import { ServiceError } from '@svc/kit';
import type { ImportCsvRequest } from '@svc/proto';
import { type Clients, TIMEOUT_MS } from '../../clients.js';
import type { Handler } from '../../context.js';
import { bodyChunks } from '../../http/read-body.js';
import { requireMediaType } from '../../parse/media-type.js';
import { parseSwitch } from '../../parse/pagination.js';
import { FEED_FORMATS } from '../../schemas/blueprint/catalog.js';
import { readMapping } from './column-mapping.js';
import { companyOf } from './company-id.js';
import { presentRun } from './present-run.js';
import { queryOf, sendJson } from './send.js';

type Deps = {
  funnelAdmin: Pick<Clients['funnelAdmin'], 'getCompany'>;
  catalogAdmin: Pick<Clients['catalogAdmin'], 'importCsv'>;
};

/** Catalogue, "Stream, bound, stage". */
export const MAX_IMPORT_BYTES = 100 * 1024 * 1024;
/** Pieces of a file that go into one message. */
const MAX_CHUNK_BYTES = 256 * 1024;

/**
 * POST …/catalog/imports: streams a CSV file to catalog-sync as it arrives, no faster than it is staged. 202 with the
 * run's id, or with `wait=true` 200 with the finished run, also when it failed. A declared charset is ignored: the
 * encoding is found from the bytes. Management, "Catalogue".
 */
export function createImport(deps: Deps): Handler {
  return async (ctx) => {
    requireMediaType(ctx.req, ['text/csv'], { utf8: false });
    const query = queryOf(ctx);
    const wait = parseSwitch(query, 'wait');
    const dryRun = parseSwitch(query, 'dryRun');
    const format = parseFormat(query);
    const mappingJson = parseMapping(query);
    const { companyId, currency } = await companyOf(deps, ctx);
    const start = {
      companyId,
      defaultCurrency: currency,
      wait,
      dryRun,
      format,
      ...(mappingJson ? { mappingJson } : {}),
    };
    const chunks = bodyChunks(ctx.req, ctx.res, MAX_IMPORT_BYTES);
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
    const { run } = await deps.catalogAdmin.importCsv(parts(), { timeoutMs: TIMEOUT_MS.import }).catch((error) => {
      // What went wrong with the upload explains more than the cancelled call does.
      throw failure ?? error;
    });
    if (!run) throw new ServiceError('INTERNAL', 'The import gave no run.');
    if (wait) sendJson(ctx, 200, presentRun(run));
    else sendJson(ctx, 202, { id: run.id });
  };
}

function parseFormat(query: URLSearchParams): string {
  const values = query.getAll('format');
  if (values.length === 0) return '';
  const [format] = values;
  if (values.length === 1 && FEED_FORMATS.some((known) => known === format)) return format as string;
  throw new ServiceError('INVALID_QUERY', `format is one of ${FEED_FORMATS.join(', ')}.`);
}

function parseMapping(query: URLSearchParams): Buffer | undefined {
  const values = query.getAll('mapping');
  if (values.length === 0) return undefined;
  if (values.length > 1) throw new ServiceError('INVALID_QUERY', 'mapping may be given once.');
  try {
    return readMapping(JSON.parse(values[0] as string));
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError('INVALID_QUERY', 'mapping is no JSON.');
  }
}
