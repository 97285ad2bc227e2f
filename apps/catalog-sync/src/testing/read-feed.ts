import type { Feed } from '@svc/domain';
import type { ColumnMapping } from '../domain/column-mapping.js';
import { RowReport } from '../domain/import-report.js';
import { CatalogFeed } from '../feeds/catalog-feed.js';
import { STAGED_COLUMNS } from '../feeds/copy-text.js';
import { EncodingDetector, TextDecoding } from '../feeds/decode-text.js';
import { readLayout } from '../feeds/read-layout.js';

const PIECE_BYTES = 50;

/** What a file would stage: rows as objects without empty values, and the report. The file comes in small pieces, as from a network. */
export async function readFeed(
  file: string | Buffer,
  wanted: { format?: Feed['format']; mapping?: ColumnMapping } = {},
): Promise<{ variants: Record<string, string>[]; products: Record<string, string>[]; report: RowReport }> {
  const bytes = Buffer.from(file);
  const detector = new EncodingDetector();
  detector.push(bytes);
  async function* open() {
    const decoding = new TextDecoding(detector.result());
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield decoding.push(bytes.subarray(at, at + PIECE_BYTES));
    yield decoding.end();
  }
  const report = new RowReport();
  const layout = await readLayout(open, { format: wanted.format ?? 'auto', mapping: wanted.mapping });
  const feed = new CatalogFeed(report, layout);
  let lines = '';
  for await (const piece of open()) lines += feed.push(piece);
  lines += feed.end();
  const staged = lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) =>
      Object.fromEntries(
        line.split('\t').flatMap((cell, place) => (cell === '\\N' ? [] : [[STAGED_COLUMNS[place] as string, cell]])),
      ),
    );
  return {
    variants: staged.filter(({ id }) => id !== undefined),
    products: staged.filter(({ id }) => id === undefined),
    report,
  };
}
