import type { Session } from '../db/session.js';
import { createStaging, gatherScatteredProducts, loadStaging } from '../db/staging.js';
import { RowReport } from '../domain/import-report.js';
import type { TextEncoding } from '../feeds/decode-text.js';
import { NativeFeed } from '../feeds/native-feed.js';
import type { SpooledFile } from './spool-file.js';

const ENCODING_NOTES: Partial<Record<TextEncoding, string>> = {
  'windows-1252': 'The file is not valid UTF-8; it was read as Windows-1252.',
  'utf-16le': 'The file was read as UTF-16.',
  'utf-16be': 'The file was read as UTF-16.',
};

/**
 * Reads a native CSV file into the session's staging table.
 * @throws ImportFailure when the file as a whole cannot be taken; the reason of `signal`.
 */
export async function stageNativeFile(session: Session, file: SpooledFile, signal: AbortSignal): Promise<RowReport> {
  const report = new RowReport();
  const note = ENCODING_NOTES[file.encoding];
  if (note !== undefined) report.notes.push(note);
  const feed = new NativeFeed(report);
  await createStaging(session);
  await loadStaging(session, staged(feed, file, signal));
  if (feed.isScattered) await gatherScatteredProducts(session);
  return report;
}

async function* staged(feed: NativeFeed, file: SpooledFile, signal: AbortSignal): AsyncGenerator<string> {
  for await (const text of file.pieces()) {
    signal.throwIfAborted();
    yield feed.push(text);
  }
  yield feed.end();
}
