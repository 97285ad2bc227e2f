import type { Feed } from '@svc/domain';
import type { Session } from '../db/session.js';
import { createStaging, gatherScatteredProducts, loadStaging } from '../db/staging.js';
import type { ColumnMapping } from '../domain/column-mapping.js';
import { IMPORT_LIMITS } from '../domain/import-limits.js';
import { RowReport } from '../domain/import-report.js';
import { CatalogFeed } from '../feeds/catalog-feed.js';
import type { VariantFrame } from '../feeds/copy-text.js';
import type { TextEncoding } from '../feeds/decode-text.js';
import { readLayout } from '../feeds/read-layout.js';
import type { SpooledFile } from './spool-file.js';

const ENCODING_NOTES: Partial<Record<TextEncoding, string>> = {
  'windows-1252': 'The file is not valid UTF-8; it was read as Windows-1252.',
  'utf-16le': 'The file was read as UTF-16.',
  'utf-16be': 'The file was read as UTF-16.',
};

export interface FileLayout {
  format: Feed['format'];
  mapping: ColumnMapping | undefined;
}

export interface ReadingOptions {
  signal: AbortSignal;
  onRows(rows: number): void;
}

/**
 * Reads a file into the session's staging table.
 * @throws ImportFailure when the file as a whole cannot be taken; the reason of `signal`.
 */
export async function stageFile(
  session: Session,
  file: SpooledFile,
  layout: FileLayout,
  options: ReadingOptions,
): Promise<RowReport> {
  const { feed, report, lines } = await openFeed(file, layout, options);
  await createStaging(session);
  await loadStaging(session, lines());
  if (feed.isScattered) await gatherScatteredProducts(session);
  return report;
}

/** Finds out how a file is to be read; `lines` reads it. @param frame - as for `CatalogFeed`. */
export async function openFeed(
  file: SpooledFile,
  layout: FileLayout,
  options: ReadingOptions,
  frame?: VariantFrame,
): Promise<{ feed: CatalogFeed; report: RowReport; lines(): AsyncGenerator<Buffer> }> {
  const report = new RowReport();
  const note = ENCODING_NOTES[file.encoding];
  if (note !== undefined) report.notes.push(note);
  const open = () => untilAborted(file.pieces(), options.signal);
  const feed = new CatalogFeed(report, await readLayout(open, layout), IMPORT_LIMITS, frame);
  return { feed, report, lines };

  async function* lines(): AsyncGenerator<Buffer> {
    for await (const text of open()) {
      yield feed.push(text);
      options.onRows(report.read);
    }
    yield feed.end();
  }
}

async function* untilAborted(pieces: AsyncIterable<string>, signal: AbortSignal): AsyncGenerator<string> {
  for await (const text of pieces) {
    signal.throwIfAborted();
    yield text;
  }
}
