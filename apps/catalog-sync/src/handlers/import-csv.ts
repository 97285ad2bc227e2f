import { ServiceError } from '@svc/kit';
import type { ImportCsvRequest, ImportCsvResponse } from '@svc/proto';
import type { Importer, ImportRequest } from '../usecases/importer.js';
import { readFormat, readMappingMessage } from './feed-message.js';
import { toImportRunMessage } from './import-run-message.js';

/** ImportCsv: a `start`, then the file in chunks. */
export async function importCsv(
  importer: Importer,
  requests: AsyncIterable<ImportCsvRequest>,
  signal: AbortSignal,
): Promise<ImportCsvResponse> {
  const parts = requests[Symbol.asyncIterator]();
  const first = (await parts.next()) as IteratorResult<ImportCsvRequest, undefined>;
  const start = first.value?.part;
  if (start?.$case !== 'start' || start.value.companyId === '') {
    throw new ServiceError('INVALID_REQUEST', 'The first message must be start with a company_id.');
  }
  const { companyId, defaultCurrency, wait, dryRun } = start.value;
  const currency = defaultCurrency === '' ? undefined : defaultCurrency;
  const request: ImportRequest = {
    companyId,
    currency,
    source: 'UPLOAD' as const,
    dryRun,
    format: readFormat(start.value.format),
    mapping: start.value.mapping && readMappingMessage(start.value.mapping),
  };
  const { run, staged, ended } = await importer.start(request, () => chunks(parts), signal);
  if (wait) return { run: toImportRunMessage((await ended).run) };
  // The connection carries the file until it is staged.
  await staged;
  return { run: toImportRunMessage(run) };
}

async function* chunks(parts: AsyncIterator<ImportCsvRequest>): AsyncGenerator<Buffer> {
  for (;;) {
    const next = await parts.next();
    if (next.done) return;
    const { part } = next.value;
    if (part?.$case !== 'chunk') throw new ServiceError('INVALID_REQUEST', 'Messages after the first must be chunks.');
    yield part.value;
  }
}
