import { FEED_FORMATS, type FeedFormatName } from '@svc/domain';
import { ImportFailure } from '../../domain/import-failure.js';
import type { FeedHeader } from '../feed-header.js';
import type { FeedFormat, FormatName } from './format.js';
import { gmc } from './gmc.js';
import { native } from './native.js';
import { shopify } from './shopify.js';
import { shopware6 } from './shopware6.js';
import { woocommerce } from './woocommerce.js';

const BY_NAME: Readonly<Record<FormatName, FeedFormat>> = { native, gmc, woocommerce, shopware6, shopify };

/** In the order in which they are tried. docs/catalog.md "The native CSV file". */
export const FORMATS: readonly FeedFormat[] = FEED_FORMATS.filter((name) => name !== 'auto').map(
  (name) => BY_NAME[name],
);

/** Whether a trimmed header name is a column of any format. */
export const isFeedColumn = (name: string): boolean => FORMATS.some((format) => format.knows(name));

/**
 * The format of a file.
 * @param wanted - `auto`: the first one whose required columns the header has.
 * @throws ImportFailure when the header lacks required columns: of the wanted format, or of every one.
 */
export function chooseFormat(header: FeedHeader, wanted: FeedFormatName): FeedFormat {
  if (wanted === 'auto') {
    const found = FORMATS.find((format) => missingIn(header, format).length === 0);
    if (found) return found;
    const lacking = missingIn(header, native);
    throw missingColumns(lacking, `${NATIVE_HEADER}${otherFormats()}`);
  }
  const format = BY_NAME[wanted];
  const missing = missingIn(header, format);
  if (missing.length === 0) return format;
  const rule = format === native ? `${NATIVE_HEADER}.` : `a ${format.title} has ${missing.length > 1 ? 'them' : 'it'}.`;
  throw missingColumns(missing, rule);
}

const missingColumns = (columns: readonly string[], rule: string) =>
  new ImportFailure(`${lacks(columns)}; ${rule}`, 'COLUMNS_MISSING', { columns: columns.join(', ') });

const NATIVE_HEADER = 'it must name id, name and url, separated by ";", ",", tab or "|"';

const lacks = (missing: readonly string[]): string =>
  `The header lacks the required column${missing.length > 1 ? 's' : ''} ${missing.join(', ')}`;

function otherFormats(): string {
  const titles = FORMATS.filter((format) => format !== native).map(({ title }) => title);
  return `. It is no ${titles.slice(0, -1).join(', ')} or ${titles.at(-1)} either; a column mapping can rename its columns.`;
}

function missingIn(header: FeedHeader, { required }: FeedFormat): string[] {
  return required
    .filter((names) => header.find(...(typeof names === 'string' ? [names] : names)) < 0)
    .map((names) => (typeof names === 'string' ? names : (names[0] as string)));
}
